"""Players of a tournament whose time to come is over, with their places and chips."""

from typing import Final

from controller.poker.betting import seats_of
from controller.poker.outcomes import Mark, Prompt
from controller.table.seating.departures import depart
from controller.table.state.rulings import rule
from controller.table.state.setup import Latecomers
from controller.table.state.table import Table

EXPECTED: Final = "expected"  # a mark: has not come yet


def settle_late(table: Table) -> None:
    """Between two hands, settle players whose time is over. The floor gets a prompt. If a place was not paid for,
    its chips
    leave the event."""
    for seat in seats_of(table.seating.overdue & table.seating.expected):
        chips = table.owned(seat)
        marks = (Mark(seat, EXPECTED, on=False), Mark(seat, "overdue", on=False))
        rule(table, "late.arrival", seat, marks)
        table.prompt(Prompt("floor", seat, "late_over", (("seat", seat),)))
        if table.setup.schedule.latecomers is Latecomers.FREE:
            depart(table, seat, "late.chips")
            table.prompt(Prompt("dealer", seat, "late_chips", (("seat", seat), ("amount", chips))))
