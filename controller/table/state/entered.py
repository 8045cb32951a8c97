"""What is said by entries whose value has several parts, such as "3:1:player": one class each, read in one place.

The parts stand in the order of the fields, joined by colons. One that may be left out is None, and is told from the
next by what may stand there. `read` refuses a value with a part that is missing, wrong or too many.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

from controller.poker.cards import Card, cards
from controller.poker.misdeals import Cause
from controller.poker.places import SEATS
from controller.table.state.command_args import Refused

AtSeat = Annotated[int, "seat"]
Number = Annotated[int, "number"]
Faces = Annotated[tuple[Card, ...], "cards"]

Dealers = Literal["house", "self"]
Reason = Literal["new", "moved", "balance", "returned", "late"]
Penalties = Literal["caution", "warning", "dead_hand", "suspension", "disqualification"]


@dataclass(frozen=True, slots=True)
class Minutes:
    """ "", "15" """

    minutes: Number | None = None


@dataclass(frozen=True, slots=True)
class TwoSeats:
    """ "4:6" """

    seat: AtSeat
    other: AtSeat


@dataclass(frozen=True, slots=True)
class SeatAndSum:
    """ "5:800", "3:7": so much, or so many, of a seat."""

    seat: AtSeat
    amount: Number


@dataclass(frozen=True, slots=True)
class SeatAndCards:
    """ "3:AsKd" """

    seat: AtSeat
    faces: Faces = field(repr=False)


@dataclass(frozen=True, slots=True)
class ShownToOne:
    """ "3:5", "3:5:1": to whom a hand was shown; one card of it alone."""

    seat: AtSeat
    viewer: AtSeat
    one_card: Literal["1"] | None = None


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """ "3:accident", "3:dealer", "3:5": how a hand that was given up was turned up, or who turned it up."""

    seat: AtSeat
    how: Literal["accident", "dealer"] | None = None
    by: AtSeat | None = None


@dataclass(frozen=True, slots=True)
class KilledHand:
    """ "3:accident", "3:thrown" """

    seat: AtSeat
    cause: Literal["accident", "thrown"]


@dataclass(frozen=True, slots=True)
class MisreadAct:
    """ "3:call", "3:raise:900": what the last act of a seat was."""

    seat: AtSeat
    word: Literal["fold", "check", "call", "bet", "raise", "all_in", "amount"]
    amount: Number | None = None


@dataclass(frozen=True, slots=True)
class ReportedFault:
    """ "5:device", "3:collusion:7" """

    seat: AtSeat
    kind: str
    other: AtSeat | None = None


@dataclass(frozen=True, slots=True)
class ChosenPenalty:
    """ "6:warning", "6:suspension:2" (rounds)."""

    seat: AtSeat
    step: Penalties
    rounds: Number | None = None


@dataclass(frozen=True, slots=True)
class SumToCount:
    """ "6:stack:3", "6:to_call", "6:pot": another sum than the bet of which a seat asks for the count."""

    seat: AtSeat
    what: Literal["stack", "to_call", "pot"]
    of: AtSeat | None = None


@dataclass(frozen=True, slots=True)
class AbsenceClock:
    """ "7:run", "7:stop" """

    seat: AtSeat
    way: Literal["run", "stop"]


@dataclass(frozen=True, slots=True)
class SeatAndMinutes:
    """ "7", "7:15" """

    seat: AtSeat
    minutes: Number | None = None


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """ "7", "7:340", "7:5000:moved": what a player brings, and why they take the seat."""

    seat: AtSeat
    amount: Number | None = None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Leaving:
    """ "3", "3:moved" (to another table of the event)."""

    seat: AtSeat
    to: Literal["moved"] | None = None


@dataclass(frozen=True, slots=True)
class StacksBought:
    """ "3", "3:2" (at once), "3:addon", "3:2:addon" """

    seat: AtSeat
    number: Number | None = None
    also: Literal["addon"] | None = None


@dataclass(frozen=True, slots=True)
class RacedChips:
    """ "25:100": chips of 25 leave the game for chips of 100."""

    low: Number
    high: Number


@dataclass(frozen=True, slots=True)
class ChipsRestored:
    """ "2:4000:9000": what a seat gets back, and what the player who used it has elsewhere."""

    seat: AtSeat
    amount: Number
    own: Number


@dataclass(frozen=True, slots=True)
class WhoDeals:
    """ "house", "self", "self:3" (for good)."""

    who: Dealers
    seat: AtSeat | None = None


@dataclass(frozen=True, slots=True)
class ClubOfPlayer:
    """ "2:Lille" """

    seat: AtSeat
    club: str


@dataclass(frozen=True, slots=True)
class DeckChange:
    """ "new", "schedule", "damage", "request:3" """

    reason: Literal["new", "schedule", "damage", "request"]
    seat: AtSeat | None = None


@dataclass(frozen=True, slots=True)
class DeckRead:
    """ "", "51", "51:7c": how many cards were read, and which are missing."""

    number: Number | None = None
    missing: Faces | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class CardOfSeat:
    """ "3", "3:1", "3:dealer", "3:2:own": the n-th card of a seat, the last one if none is said, and who did it."""

    seat: AtSeat
    nth: Number | None = None
    cause: Cause | None = None


@dataclass(frozen=True, slots=True)
class DeckFault:
    """ "missing", "missing:8d", "double", "foreign" """

    kind: Literal["missing", "double", "foreign"]
    card: Faces | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class FaultOfDeal:
    """ "order", "count:3:1" (seat 3 has one card), "missed:4" """

    kind: Literal["order", "count", "missed"]
    seat: AtSeat | None = None
    cards: Number | None = None


# --- reading --------------------------------------------------------------------------------------------------------

E = TypeVar("E")


def read(kind: type[E], value: int | str | None) -> E:
    """What a value says. Raises Refused("cards") for a text that names no cards, else Refused("value")."""
    parts = [] if value is None or value == "" else str(value).split(":")
    said: dict[str, object] = {}
    why = Refused("value")
    of: Any = kind
    for name, reader, optional in _fields(of):
        if parts:
            try:
                said[name] = reader(parts[0])
            except Refused as refusal:
                why = refusal
            else:
                del parts[0]
        if name not in said and not optional:
            raise why
    if parts:
        raise why
    return kind(**said)


def _number(text: str) -> int:
    if not text.isdecimal():
        raise Refused("value")
    return int(text)


def _seat(text: str) -> int:
    number = _number(text)
    if number not in SEATS:
        raise Refused("value")
    return number


def _faces(text: str) -> tuple[Card, ...]:
    try:
        return cards(text)
    except ValueError:
        raise Refused("cards") from None


def _text(text: str) -> str:
    if not text:
        raise Refused("value")
    return text


_READERS: Final[dict[object, Callable[[str], object]]] = {AtSeat: _seat, Number: _number, Faces: _faces, str: _text}


def _one_of(words: tuple[str, ...]) -> Callable[[str], str]:
    def reader(text: str) -> str:
        if text not in words:
            raise Refused("value")
        return text

    return reader


@cache
def _fields(kind: Any) -> tuple[tuple[str, Callable[[str], object], bool], ...]:
    """Name, reader and whether it may be left out, of every field of a class."""
    found = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        kinds = get_args(hint) if get_origin(hint) is UnionType or type(None) in get_args(hint) else (hint,)
        wanted = next(k for k in kinds if k is not type(None))
        reader = _one_of(get_args(wanted)) if get_origin(wanted) is Literal else _READERS[wanted]
        found.append((name, reader, type(None) in kinds))
    return tuple(found)
