"""`sabot check-config`: everything that can be known to be wrong with a table before it is started."""

import contextlib
import os
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated

import typer

from controller.journal import surveillance_key_lies_at
from controller.rulebooks import Rulebook, RulebookError, load
from controller.service.session.table_setup import is_tournament, parts_of, setup_of
from firmware_bridge.messages.tablefile import TableFile, TournamentSection, load_table_file
from firmware_bridge.messages.tablefile_complaints import TableFileError
from firmware_bridge.process.directories import SOCKET_PATH
from firmware_bridge.process.refusals import refusing
from firmware_bridge.process.users import UsersError, users_of

GROUP = "sabot.checks"

_LONGEST_NAME = "/events.ipc"  # ZeroMQ refuses a path that is too long without saying why


def check_config(config: Annotated[Path, typer.Option(help="The table's description, table.toml.")]) -> None:
    """Say what a table file comes to, and all that is wrong with it.

    Nothing is opened and nothing is changed. Errors come all at once, each with its line, the value and what is
    allowed. The exit status is then 1. Otherwise the report says what senses and what the dealer will be asked for.
    It also says how old the reading of an unattended place can be, and what deserves a second look.
    """
    with refusing(TableFileError):
        table = load_table_file(config)
    report, errors = run_checks(table)
    typer.echo("\n".join(report))
    if errors:
        typer.echo("\n".join(errors), err=True)
        raise typer.Exit(1)


def run_checks(table: TableFile) -> tuple[list[str], list[str]]:
    """The checks of all rooms: what they report, and what they refuse."""
    report: list[str] = []
    errors: list[str] = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            lines = entry.load()(table)
        except ImportError as error:
            report.append(f"{entry.name}: NOT CHECKED, the installation is incomplete: {error}")
        except ValueError as error:
            errors += [f"{entry.name}: {line}" for line in str(error).splitlines()]
        else:
            report += [f"{entry.name}: {line}" for line in lines]
    return report, errors


def check(table: TableFile) -> list[str]:
    """Check the controller's half: rulebook, structure, stakes, seats, paths. Raises ValueError with all errors."""
    errors = [*_rulebook_errors(table), *_seat_errors(table), *_path_errors(table), *_user_errors(table)]
    errors += _certificate_errors(table)
    if errors:
        raise ValueError("\n".join(errors))
    return [*_played(table), *_told(table), *_oddities(table)]


def _book(table: TableFile) -> Rulebook:
    game = table.game
    return load(game.rulebook, game.structure, variant=game.variant)


def _rulebook_errors(table: TableFile) -> Iterator[str]:
    game, tournament = table.game, bool(table.game.tournament)
    try:
        tournament = is_tournament(table, _book(table))
    except RulebookError as error:
        yield f"game.rulebook {game.rulebook!r}, structure {game.structure!r}, variant {game.variant!r}: {error}"
    try:
        setup_of(table, faces=True, tournament=tournament)
    except ValueError as error:
        yield from (f"game: {reason}" for reason in str(error).splitlines())
    yield from _house_errors(table)
    if game.big_blind % game.smallest_chip or game.small_blind % game.smallest_chip:
        yield f"game: blinds {game.small_blind}/{game.big_blind} cannot be paid in chips of {game.smallest_chip}"


def _house_errors(table: TableFile) -> Iterator[str]:
    """Yield what the house sets although its rulebook does not leave it to the house."""
    game = table.game
    try:
        book = _book(table)
    except RulebookError:
        return
    if game.tournament is not None and book.mode and game.tournament != (book.mode == "tournament"):
        yield f"game.tournament {str(game.tournament).lower()}: {book.title} is for {book.mode} alone. Leave it out"
    rake = book.entries.rake
    rate = f"game.rake_basis_points {game.rake_basis_points}"
    if game.rake_basis_points and (rake.kind == "none" or is_tournament(table, book)):
        yield f"{rate}: no rake is taken at {book.title}. Leave it out"
    elif game.rake_basis_points and rake.basis_points:
        yield f"{rate}: {book.title} fixes {rake.basis_points}. Leave it out"
    for key, limit in (("buyin_least", game.buyin_least), ("buyin_most", game.buyin_most)):
        if limit and is_tournament(table, book):
            yield f"game.{key} {limit}: a stake is brought to cash tables, and this is a tournament. Leave it out"
    if table.tournament != TournamentSection() and not is_tournament(table, book):
        yield f"tournament: {book.title} is played for cash here. Leave the section out"
    if game.bet_unit > 1 and book.entries.bet_increment.of != "unit":
        yield f"game.bet_unit {game.bet_unit}: {book.title} leaves no unit of bets to the house. Leave it out"


def _seat_errors(table: TableFile) -> Iterator[str]:
    seats = table.table.seats
    twice = sorted({seat for seat in seats if seats.count(seat) > 1})
    if twice:
        yield f"table.seats: given twice: {', '.join(map(str, twice))}"
    if len(set(seats)) < 2:
        yield f"table.seats {list(seats)}: a hand needs two seats at least"
    for part in table.part:
        if part.seat is not None and part.seat not in seats and not table.table.box:
            yield f"part {part.name}: seat {part.seat} is not one of the table's seats {list(seats)}"


def _same_medium(one: Path, other: Path) -> bool:
    return one.stat().st_dev == other.stat().st_dev


def _path_errors(table: TableFile) -> Iterator[str]:
    length = len(os.fsencode(table.paths.run.absolute())) + len(_LONGEST_NAME)
    if length > SOCKET_PATH:
        yield f"paths.run: {length} bytes with the socket's name, {SOCKET_PATH} at most. Choose a shorter path"
    if table.paths.run.absolute() == table.paths.state.absolute():
        yield f"paths.run and paths.state are both {table.paths.run}. Name two: a run removes its own"
    if table.paths.copy_to is not None and not table.paths.copy_to.is_dir():
        yield f"paths.copy_to: {table.paths.copy_to} is no directory. Make it on the other medium"
    for name, path in (("state", table.paths.state), ("run", table.paths.run)):
        try:
            yield from _directory_errors(f"paths.{name}", path, private=table.users is None or name == "state")
        except OSError as error:
            yield f"paths.{name}: {path}: {error.strerror}. Choose a path that the user of the table can enter"


def _certificate_errors(table: TableFile) -> Iterator[str]:
    """Errors of the files that this user may look at. Only the console's user may read the key."""
    for key, path in (("web.cert", table.web.cert), ("web.key", table.web.key)):
        with contextlib.suppress(PermissionError):
            if path is not None and not path.is_file():
                yield f"{key}: {path} is no regular file. Name one in PEM"


def _user_errors(table: TableFile) -> Iterator[str]:
    try:
        users_of(table)
    except UsersError as error:
        yield from str(error).splitlines()


def _directory_errors(key: str, path: Path, *, private: bool) -> Iterator[str]:
    if path.exists() and not path.is_dir():
        yield f"{key}: {path} is no directory"
    elif private and path.is_dir() and path.stat().st_mode & 0o077:
        yield f"{key}: others may enter {path}. Run `chmod 700 {path}`"


def _played(table: TableFile) -> Iterator[str]:
    game = table.game
    book = _book(table)
    empty = f" (empty: {', '.join(map(str, table.table.empty))})" if table.table.empty else ""
    blinds = f"blinds {game.small_blind}/{game.big_blind}"
    yield f"{book.title} ({game.variant}, {game.structure}), {blinds}, seats {_list(table)}{empty}"
    if table.tournament.levels:
        yield f"levels {', '.join(table.tournament.levels)}"


def _list(table: TableFile) -> str:
    return ", ".join(map(str, table.table.seats))


def _told(table: TableFile) -> Iterator[str]:
    """Yield what the dealer must enter, since no part senses it."""
    parts = parts_of(table, faces=True)
    missing = {
        "what leaves the shoe": parts.shoe,
        "that the hands are dealt": parts.card_spots or parts.shoe,
        "the board cards": parts.board,
        "who has won": parts.faces,
        "that the pots were pushed": parts.pot or bool(parts.chips),
        "where the button is": parts.button,
    }
    for what, sensed in missing.items():
        if not sensed:
            yield f"no part senses {what}: the dealer enters it"
    by_hand = [seat for seat in table.table.seats if seat not in parts.chips]
    if by_hand:
        yield f"no part reads the chips of seats {', '.join(map(str, by_hand))}: their bets are entered"


def _oddities(table: TableFile) -> Iterator[str]:
    game = table.game
    if game.small_blind * 2 != game.big_blind:
        yield f"note: the small blind {game.small_blind} is not half of the big blind {game.big_blind}"
    if game.starting_stack and game.starting_stack < 10 * game.big_blind:
        yield f"note: a starting stack of {game.starting_stack} is less than ten big blinds"
    rake = _book(table).entries.rake
    if rake.kind == "rake" and not (rake.basis_points or game.rake_basis_points):
        yield "note: the rulebook leaves the rate of the rake to the house. Without rake_basis_points none is taken"
    if game.ante and game.big_blind_ante:
        yield "note: both an ante and a big blind ante are set. Both are taken"
    if surveillance_key_lies_at(table.paths.state):
        yield f"note: {table.paths.state}/surveillance.key opens every hand: take it away and remove it here"
    copy = table.paths.copy_to
    if copy is not None and copy.is_dir() and table.paths.state.is_dir() and _same_medium(copy, table.paths.state):
        yield f"note: paths.copy_to {copy} is on the medium of paths.state: one failure takes both"
    if not table.paths.state.is_absolute() or not table.paths.run.is_absolute():
        yield f"note: relative paths count from where the program is started, now {Path.cwd()}"
