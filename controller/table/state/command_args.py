"""How a person's command is read (its seat, its parts, its role), and how it is refused."""

from typing import TypeVar

from controller.poker.entry_fields import needs_of
from controller.poker.events import DealerCommand
from controller.poker.hand import Hand
from controller.poker.places import SEATS, Seat
from controller.poker.said import OfSeat, Said
from controller.table.state.table import Table
from firmware_bridge.messages.roles import outranks

S = TypeVar("S", bound=Said)


class Refused(ValueError):
    """A command cannot be carried out, and nothing has changed. The text is the key of the alarm."""


def least(e: DealerCommand, role: str) -> None:
    """Require at least this role for a command. Raises Refused."""
    if not outranks(e.role, role):
        raise Refused("role")


def hand_of(table: Table, else_: str = "no_hand") -> Hand:
    """Return the hand in play. Raises Refused for the reason `else_`: there is none. In a chip race the last hand is
    over for good, as its stacks are being changed."""
    if table.hand is None:
        raise Refused(else_)
    if table.tournament.race is not None:
        raise Refused("race_open")
    return table.hand


def said_by(e: DealerCommand, kind: type[S]) -> S:
    """Return the content of a command. Raises Refused: it is not of this class, or names a seat that no table has."""
    if type(e.said) is not kind:
        raise Refused("value")
    named = (getattr(e.said, part) for part, need in needs_of(kind).items() if need.kind == "seat")
    if any(seat is not None and seat not in SEATS for seat in named):
        raise Refused("value")
    return e.said


def seat_of(e: DealerCommand) -> Seat:
    """Return the seat that a command names. Raises Refused."""
    return said_by(e, OfSeat).seat
