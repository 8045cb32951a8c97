"""Between two hands: whether the next may begin, and what is settled before it does."""

from controller.poker.events import DealerCommand
from controller.poker.hand import BETWEEN_HANDS
from controller.table.chips.between_hands import transfer_asked, winners_have_bets
from controller.table.seating.latecomers import settle_late
from controller.table.state.table import Table
from controller.table.tournament.elimination import is_over, still_there, undecided_are_out
from controller.table.tournament.late_registration import level_over, note_expected
from controller.table.tournament.levels import catch_up
from controller.table.tournament.rebuys import closing_hands, have_come


def may_shuffle(table: Table, e: DealerCommand) -> bool:
    """Check whether the hand may be shuffled. Levels that have ended by now count.

    Raise an alarm and return False if something must be over first. Nothing is settled then.
    """
    if table.phase not in BETWEEN_HANDS:
        table.alarm("shuffle.refused")
        return False
    if "claim" in table.asks:
        table.alarm("shuffle.claim_open")
        return False
    catch_up(table, e.at[1])
    level_over(table)
    reason = _in_the_way(table)
    if reason:
        table.alarm(reason)
        return False
    _settle(table)
    return not _over_now(table)


def _in_the_way(table: Table) -> str:
    """The alarm that says what must be over first, or ""."""
    event = table.tournament
    again = bool(table.to_deal_again)  # the same hand: it was allowed to begin, and is played out
    found = (
        (event.race is not None, "shuffle.race_open"),
        (event.clock.on_break and not again, "shuffle.break"),
        (event.hand_for_hand and not event.released and not again, "shuffle.hand_for_hand"),
        (is_over(table), "shuffle.tournament_over"),
        (transfer_asked(table), "shuffle.transfer_open"),
        (winners_have_bets(table), "shuffle.bets_due"),
        (table.deck.due, "shuffle.deck_due"),
    )
    return next((key for holds, key in found if holds), "")


def _settle(table: Table) -> None:
    event = table.tournament
    if not table.hand_number:
        note_expected(table)
    if table.seating.overdue:
        settle_late(table)
    closing_hands(table)
    if event.sales.deciding:
        undecided_are_out(table)
    if event.out:
        still_there(table)
    have_come(table)


def _over_now(table: Table) -> bool:
    if is_over(table):
        table.alarm("shuffle.tournament_over")
        return True
    return False
