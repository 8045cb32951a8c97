"""How a command of a person is read: its seat, its parts, its role; and how it is refused."""

from controller.poker.events import DealerCommand
from controller.poker.hand import Hand
from controller.poker.places import SEATS, Seat
from controller.table.state.table import Table

RANK = {"": 0, "player": 0, "dealer": 1, "assistant": 2, "floor": 2, "director": 3}


class Refused(ValueError):
    """A command cannot be carried out; nothing has changed. The text is the key of the alarm."""


def outranks(role: str, other: str) -> bool:
    """Whether a role may decide what another has the say on."""
    return RANK.get(role, 0) >= RANK.get(other, 0)


def least(e: DealerCommand, role: str) -> None:
    """Refuse a command that is not this role's."""
    if not outranks(e.role, role):
        raise Refused("role")


def hand_of(table: Table, else_: str = "no_hand") -> Hand:
    """The hand in play; without one a command is refused for that reason."""
    if table.hand is None:
        raise Refused(else_)
    return table.hand


def seat_in(value: int | str | None) -> Seat:
    """A value that is a seat."""
    if isinstance(value, bool) or not isinstance(value, int) or value not in SEATS:
        raise Refused("value")
    return value


def seat_of(e: DealerCommand) -> Seat:
    """The seat that a command names."""
    return seat_in(e.value)
