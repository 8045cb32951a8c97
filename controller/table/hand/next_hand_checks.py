"""Between two hands of a tournament: whether the next may begin, and what is settled before it does."""

from controller.poker.events import DealerCommand
from controller.poker.hand import BETWEEN_HANDS, Phase
from controller.table.seating.latecomers import settle_late
from controller.table.state.table import Table
from controller.table.tournament.elimination import is_over, still_there, undecided_are_out
from controller.table.tournament.late_registration import level_over, note_expected
from controller.table.tournament.levels import catch_up
from controller.table.tournament.rebuys import hand_begins, have_come


def may_shuffle(table: Table, e: DealerCommand) -> bool:
    """Check whether the hand may be shuffled. Levels that have ended by now count.

    Raise an alarm and return False if something must be over first.
    """
    if table.phase not in BETWEEN_HANDS or "claim" in table.asks:
        return True  # the shuffle is refused for another reason
    catch_up(table, e.at[1])
    level_over(table)
    event = table.tournament
    again = table.phase is Phase.CANCELLED  # the same hand: it was allowed to begin, and is played out
    if event.race is not None:
        table.alarm("shuffle.race_open")
    elif event.clock.on_break and not again:
        table.alarm("shuffle.break")
    elif event.hand_for_hand and not event.released and not again:
        table.alarm("shuffle.hand_for_hand")
    elif is_over(table):
        table.alarm("shuffle.tournament_over")
    else:
        _settle(table, again)
        return not _over_now(table)
    return False


def _settle(table: Table, again: bool) -> None:
    event = table.tournament
    if not table.hand_number:
        note_expected(table)
    if table.seating.overdue:
        settle_late(table)
    hand_begins(table, again)
    if event.sales.deciding:
        undecided_are_out(table)
    if event.out:
        still_there(table)
    have_come(table)
    event.hand_begins()


def _over_now(table: Table) -> bool:
    if is_over(table):
        table.alarm("shuffle.tournament_over")
        return True
    return False
