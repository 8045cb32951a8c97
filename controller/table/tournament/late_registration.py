"""Players of a tournament who have not come yet: how long their places wait for them, and what then becomes of their
chips.
"""

from typing import Final

from controller.poker.betting import seats_of
from controller.poker.outcomes import Mark, Prompt
from controller.poker.places import Seat
from controller.table.seating.departures import depart
from controller.table.state.rulings import rule
from controller.table.state.setup import Latecomers
from controller.table.state.table import Table

EXPECTED: Final = "expected"  # a mark: has not come yet


def note_expected(table: Table) -> None:
    """The event starts: who is not in his chair is late."""
    if table.setup.tournament and table.book.has("late.arrival"):
        table.seating.expect_absent()


def tolerated(table: Table) -> int:
    """For how many levels the event, or else the book, tolerates a late arrival."""
    return table.setup.schedule.late_levels or table.book.entries.late_arrival.levels


def time_ends(table: Table, seat: Seat) -> int | None:
    """When a latecomer's time is over, in ns; None while that is not known yet."""
    event = table.tournament
    last = event.clock.level + 1 == tolerated(table)
    return event.clock.level_ends if table.seating.expected >> seat & 1 and last and event.clock.level_ends else None


def not_dealt_in(table: Table) -> int:
    """The seats whose players get no cards before they have come, by the kind of event."""
    late = table.setup.schedule.latecomers is Latecomers.REGISTER_LATE
    return table.seating.expected if late else 0


def level_over(table: Table) -> None:
    """A level has ended: the time of those who have not come may be over. A hand in play is played out first."""
    if table.seating.expected and table.tournament.clock.level >= tolerated(table):
        table.seating.expected_too_long()


def settle_late(table: Table) -> None:
    """Between two hands: whose time is over. The floor is told; where nobody has paid for a place its chips leave the
    event.
    """
    for seat in seats_of(table.seating.overdue & table.seating.expected):
        chips = table.owned(seat)
        marks = (Mark(seat, EXPECTED, on=False), Mark(seat, "overdue", on=False))
        rule(table, "late.arrival", seat, marks)
        table.prompt(Prompt("floor", seat, "late_over", (("seat", seat),)))
        if table.setup.schedule.latecomers is Latecomers.FREE:
            depart(table, seat, "late.chips")
            table.prompt(Prompt("dealer", seat, "late_chips", (("seat", seat), ("amount", chips))))


def may_register(table: Table) -> bool:
    """Whether somebody may still enter the event, with a full stack."""
    event = table.tournament
    late = table.setup.schedule.latecomers is Latecomers.REGISTER_LATE
    return late and event.clock.level < max(1, tolerated(table))
