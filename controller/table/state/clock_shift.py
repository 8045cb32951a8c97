"""Shift stored timestamps: all of them after a reboot reset the monotonic clock, deadlines after a locked table."""

from controller.poker.events import ClockSet, Unlocked
from controller.table.state.table import Table


def clock_set(table: Table, e: ClockSet) -> None:
    """Shift every stored time, so that what is left of each period stays the same."""
    table.tournament.clock.shift_clock(e.by)
    table.seating.shift_clock(e.by)
    table.felt.shift_clock(e.by)
    if table.hand is not None:
        table.hand.shift_clock(e.by)


def unlocked(table: Table, e: Unlocked) -> None:
    """Shift the deadlines of people, so that each has as long to go as when the table was locked.

    What was sensed keeps its time: what the sources kept meanwhile was sensed by the same clock.
    """
    by = e.at - e.since
    table.tournament.clock.shift_clock(by)
    table.seating.went_on(by, e.at)
    if table.hand is not None:
        table.hand.clock.shift_clock(by)
