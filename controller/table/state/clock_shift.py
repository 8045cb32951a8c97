"""The machine was off and its clock begins anew: every time that the table keeps is put on the new one."""

from controller.poker.events import ClockSet
from controller.poker.hand import Hand
from controller.table.state.table import Table


def clock_set(table: Table, e: ClockSet) -> None:
    """What was still to last lasts as long as before."""
    felt = table.felt
    table.tournament.clock.shift_clock(e.by)
    table.seating.shift_clock(e.by)
    felt.held_since = [_later(at, e.by) for at in felt.held_since]
    felt.laid_at = _later(felt.laid_at, e.by)
    felt.shuffled_at = _later(felt.shuffled_at, e.by)
    felt.touched = {exit_: at + e.by for exit_, at in felt.touched.items()}
    if table.hand is not None:
        _of_the_hand(table.hand, e.by)


def _later(at: int, by: int) -> int:
    """A time, 0 standing for none."""
    return at + by if at else 0


def _of_the_hand(hand: Hand, by: int) -> None:
    hand.clock.shift_clock(by)
    hand.watch.shift_clock(by)
    hand.waiting.shift_clock(by)
    hand.records.shift_clock(by)
