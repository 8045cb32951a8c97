"""Shift all stored timestamps after a reboot reset the monotonic clock."""

from controller.poker.events import ClockSet
from controller.table.state.table import Table


def clock_set(table: Table, e: ClockSet) -> None:
    """Shift every stored time, so that what is left of each period stays the same."""
    table.tournament.clock.shift_clock(e.by)
    table.seating.shift_clock(e.by)
    table.felt.shift_clock(e.by)
    if table.hand is not None:
        table.hand.shift_clock(e.by)
