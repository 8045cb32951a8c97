"""Levels, their clock, and breaks. Time comes in with events. A level counts from the next hand not yet begun."""

from collections.abc import Callable
from typing import Final

from controller.poker.events import DealerCommand
from controller.poker.hand import Phase
from controller.poker.places import BET, SEATS
from controller.poker.said import Minutes, NewLevel, RunOrStop
from controller.poker.timers import Timed, Timer
from controller.table.state.chip_sales import Buying
from controller.table.state.command_args import Refused, said_by
from controller.table.state.rulings import rule
from controller.table.state.setup import Stakes
from controller.table.state.stakes import stakes_allowed
from controller.table.state.table import Table

SECOND: Final = 1_000_000_000
MINUTE: Final = 60 * SECOND
LEVEL: Final = Timer(Timed.LEVEL)
BREAK: Final = Timer(Timed.BREAK)

# --- a level is announced, and taken --------------------------------------------------------------------------------


def announce(table: Table, stakes: Stakes) -> None:
    """These stakes count from the next hand. If the book says so, a blind posted ahead of its deal fixes the stakes
    of that hand."""
    if table.phase in (Phase.WAITING, Phase.CLAIMS) and _posted(table):
        table.tournament.clock.hand_has_begun()
    table.announce_stakes(stakes)


def _posted(table: Table) -> bool:
    kept = table.book.entries.level.unless_posted
    return kept and any(table.felt.total[BET + seat] for seat in SEATS)


def take(table: Table, *, again: bool = False) -> None:
    """A hand begins: with the level last announced, unless it had begun before that. `again`: it was cancelled."""
    if not again and not table.tournament.clock.begun and table.take_stakes():
        rule(table, "level", None, ())


def begun_by_a_card(table: Table) -> None:
    """A card left the deck before the shuffle: the level that is in force then is the next hand's."""
    event = table.tournament
    if not event.clock.begun:
        take(table)
        event.clock.hand_has_begun()


def not_begun_by_a_card(table: Table) -> None:
    """It was no card of the next hand, which begins as ever."""
    if not table.setup.self_dealt:
        table.tournament.clock.hand_has_not_begun()


def awarded(table: Table) -> None:
    """The last pot is awarded. If the players deal themselves, the next hand begins."""
    if table.setup.self_dealt and table.book.entries.level.starts_with == "shuffle":
        take(table)
        table.tournament.clock.hand_has_begun()


# --- the clock ------------------------------------------------------------------------------------------------------


def run(table: Table, at: int) -> None:
    """Run the clock of the level from now on, with its remaining time. It does not run if the level has no length, or
    was the last one and has had its time."""
    clock, levels = table.tournament.clock, table.setup.schedule.levels
    if clock.run(at, levels[clock.level].lasts if clock.level < len(levels) else 0):
        table.arm(LEVEL, clock.level_ends)


def stop(table: Table, at: int) -> None:
    """The clock stands still."""
    if table.tournament.clock.stop(at):
        table.arm(LEVEL, None)


def break_over(table: Table, at: int) -> None:
    """The timer: end the break if its time has come."""
    if table.tournament.clock.on_break and 0 < table.tournament.clock.pause_ends <= at:
        end_break(table, table.tournament.clock.pause_ends)


def catch_up(table: Table, at: int) -> None:
    """End every level whose end is at or before `at` (ns), whether or not its timer came."""
    event = table.tournament
    while event.clock.level_ends and event.clock.level_ends <= at:
        _ends(table, event.clock.level_ends)


def _ends(table: Table, at: int) -> None:
    event, levels = table.tournament, table.setup.schedule.levels
    pause = levels[event.clock.level].pause
    ended = event.clock.level + 1
    if event.clock.end_level(len(levels)):
        announce(table, levels[event.clock.level].stakes)
    if event.sales.buying is Buying.REBUYS and ended >= table.setup.schedule.rebuy_levels:
        end_rebuys(table)
    if pause:
        _pause(table, at + pause)
    else:
        run(table, at)


def end_rebuys(table: Table) -> None:
    """The rebuy period is over. Two more hands belong to it."""
    table.tournament.sales.end_period(table.hand_number)


# --- breaks ---------------------------------------------------------------------------------------------------------


def _pause(table: Table, until: int) -> None:
    table.tournament.clock.begin_break(until)
    if until:
        table.arm(BREAK, until)


def end_break(table: Table, at: int) -> None:
    """Play goes on, and so does the clock of the level."""
    event = table.tournament
    event.clock.end_break()
    table.arm(BREAK, None)
    if event.clock.started:
        run(table, at)


def _break(table: Table, e: DealerCommand) -> None:
    """The floor calls a break of so many minutes, or without a set end. The hand in play is played out."""
    minutes = said_by(e, Minutes).minutes or 0
    if table.tournament.clock.on_break:
        raise Refused("not_now")
    stop(table, e.at[1])
    _pause(table, e.at[1] + minutes * MINUTE if minutes else 0)


def _break_over(table: Table, e: DealerCommand) -> None:
    if not table.tournament.clock.on_break:
        raise Refused("not_now")
    end_break(table, e.at[1])


def _level_clock(table: Table, e: DealerCommand) -> None:
    """The floor starts or stops the clock of the level."""
    if said_by(e, RunOrStop).way == "run":
        table.tournament.clock.start()
        run(table, e.at[1])
    else:
        stop(table, e.at[1])


def _level(table: Table, said: NewLevel) -> None:
    """From the next hand."""
    stakes = stakes_of(said.text, limit=bool(table.stakes.big_bet))
    if stakes_allowed(table, stakes.small_blind, stakes.big_blind):
        announce(table, stakes)


def stakes_of(text: str, *, limit: bool) -> Stakes:
    """Return the stakes of a level as entered. Raises Refused."""
    parts = text.split("/")
    figures = [p.removeprefix("bb") if n == 2 else p for n, p in enumerate(parts)]
    if len(parts) not in (2, 3) or not all(f.isdecimal() for f in figures) or not int(figures[1]):
        raise Refused("value")
    third = int(figures[2]) if len(parts) == 3 else 0
    whole = len(parts) == 3 and parts[2].startswith("bb")
    return Stakes(
        int(figures[0]), int(figures[1]), 0 if whole else third, third if whole else 0, 0,
        2 * int(figures[1]) if limit else 0,
    )  # fmt: skip


COMMANDS: Final[dict[str, tuple[Callable[..., None], str | None]]] = {
    "break": (_break, "role"),
    "break_over": (_break_over, "role"),
    "level_clock": (_level_clock, "role"),
    "level": (_level, "said"),
}
