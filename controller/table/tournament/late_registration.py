"""Players of a tournament who have not come yet: how long their places wait for them."""

from controller.poker.places import Seat
from controller.table.state.setup import Latecomers
from controller.table.state.table import Table


def note_expected(table: Table) -> None:
    """The event starts. A player who is not in their chair is late."""
    if table.setup.tournament and table.book.has("late.arrival"):
        table.seating.expect_absent()


def tolerated(table: Table) -> int:
    """For how many levels a late arrival is tolerated, by the event or else by the book."""
    return table.setup.schedule.late_levels or table.book.entries.late_arrival.levels


def time_ends(table: Table, seat: Seat) -> int | None:
    """When a latecomer's time is over, in ns. None while that is not known yet."""
    if not table.seating.expected >> seat & 1:
        return None
    clock = table.tournament.clock
    return clock.level_ends or None if clock.level + 1 == tolerated(table) else None


def not_dealt_in(table: Table) -> int:
    """The seats whose players get no cards before they have come, by the kind of event."""
    late = table.setup.schedule.latecomers is Latecomers.REGISTER_LATE
    return table.seating.expected if late else 0


def level_over(table: Table) -> None:
    """A level has ended: the time of those who have not come may be over. A hand in play is played out first."""
    if table.seating.expected and table.tournament.clock.level >= tolerated(table):
        table.seating.expected_too_long()


def may_register(table: Table) -> bool:
    """Whether a new player may still enter the event, with a full stack."""
    event = table.tournament
    late = table.setup.schedule.latecomers is Latecomers.REGISTER_LATE
    return late and event.clock.level < max(1, tolerated(table))
