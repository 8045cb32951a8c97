"""From `table.toml` to the core's own description of the table. Pure."""

from controller.rulebooks import Rulebook
from controller.rulebooks.variants import variant_of
from controller.table import Level, Parts, Schedule, SeatSetup, Setup, Stakes
from controller.table.state.setup import Latecomers
from controller.table.tournament.levels import SECOND, stakes_of
from firmware_bridge.messages.tablefile import TableFile


def has_shoe(table: TableFile) -> bool:
    """Whether draws are sensed: both beams at the shoe's mouth. Its reader only names what the beams count."""
    lines = table.gpio.lines if table.gpio else {}
    return "shoe:beam1" in lines and "shoe:beam2" in lines


def parts_of(table: TableFile, faces: bool) -> Parts:
    """Return the parts that sense and display. `faces`: a deck is registered. What the shoe reads names no card."""
    places, seats = table.places, table.table.seats
    lines = frozenset(table.gpio.lines if table.gpio else ())
    return Parts(
        shoe=has_shoe(table),
        card_spots=all(f"seat:{seat}" in places for seat in seats),
        faces=faces and all(f"seat:{seat}" in places for seat in seats),
        board=all(f"board:{number}" in places for number in range(1, 6)),
        chips=tuple(seat for seat in seats if {f"stack:{seat}", f"bet:{seat}"} <= places),
        pot="pot" in places,
        button=all(f"button:{seat}" in lines for seat in seats),
        posts=all(f"post:{seat}" in lines for seat in seats),
    )


def is_tournament(table: TableFile, rulebook: Rulebook) -> bool:
    """Whether the table plays a tournament.

    The rulebook decides. If it is for either, the table file decides, and a table file without a tournament means
    cash.
    """
    return rulebook.mode == "tournament" or (not rulebook.mode and bool(table.game.tournament))


def setup_of(table: TableFile, faces: bool, *, tournament: bool) -> Setup:
    """Return the core's setup of a table. Raises ValueError with all that cannot be set up."""
    game = table.game
    stakes = Stakes(
        game.small_blind,
        game.big_blind,
        game.ante,
        game.big_blind_ante,
        game.small_bet or (game.big_blind if game.structure == "limit" else 0),
        game.big_bet or (2 * (game.small_bet or game.big_blind) if game.structure == "limit" else 0),
    )
    return Setup(
        seats=tuple(SeatSetup(seat, game.starting_stack) for seat in table.table.held),
        button=next(iter((*table.table.held, *table.table.seats))),
        stakes=stakes,
        rulebook=game.rulebook,
        structure=game.structure,
        smallest_chip=game.smallest_chip,
        parts=parts_of(table, faces),
        tournament=tournament,
        motion_resolution=game.motion_resolution_ms * 1_000_000,
        simultaneous=game.simultaneous_ms * 1_000_000,
        bet_unit=game.bet_unit,
        devices=game.devices,
        absence=_each(game.absence_minutes, 1)[0],
        rake_basis_points=game.rake_basis_points,
        rake_maximum=game.rake_maximum,
        chairs=tuple(sorted(table.table.seats)),
        buyin_least=game.buyin_least,
        buyin_most=game.buyin_most,
        self_dealt=game.self_dealt,
        schedule=schedule_of(table) if tournament else Schedule(),
        variant=variant_of(game.variant),
    )


def schedule_of(table: TableFile) -> Schedule:
    """Return the schedule that the file fixes for a tournament."""
    event, starting = table.tournament, table.game.starting_stack
    levels = [stakes_of(text, limit=table.game.structure == "limit") for text in event.levels]
    lasts = _each(event.level_minutes, len(levels))
    pauses = dict(zip(event.break_after, _each(event.break_minutes, len(event.break_after)), strict=True))
    return Schedule(
        levels=tuple(
            Level(stakes, lasting, pauses.get(n, 0))
            for n, (stakes, lasting) in enumerate(zip(levels, lasts, strict=True), 1)
        ),
        players=event.players,
        starting_stack=starting,
        rebuy_stack=event.rebuy_stack,
        rebuy_levels=event.rebuy_levels,
        rebuy_limit=event.rebuy_limit,
        addon_stack=event.addon_stack,
        addon_times=event.addon_times,
        latecomers=Latecomers(event.latecomers),
        late_levels=event.late_levels,
    )


def _each(minutes: float | tuple[float, ...], times: int) -> list[int]:
    """Return one figure for all, or one for each, rounded to whole seconds (in ns)."""
    given = minutes if isinstance(minutes, tuple) else (minutes,) * times
    return [round(figure * 60) * SECOND for figure in given]
