"""The content of entries: a class for each, and the values of it in a message.

These follow from the fields of a class:

- the form that pages ask for
- the fields of the message
- how a scenario writes it
- what the core is given
"""

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, NamedTuple

from controller.poker.cards import Card
from controller.poker.misdeals import Cause
from controller.poker.parts import Part

Field = Literal["seat", "other", "choice", "amount", "number", "value"]
Kind = Literal["seat", "choice", "amount", "number", "cards", "part", "winners", "level", "text"]


class Need(NamedTuple):
    """One value of an entry: the field of the message that holds it, and what that field may hold.

    - `choices`: the words allowed if the kind is "choice"
    - `cards`: how many cards, if the kind is "cards". Empty: as many as each player is dealt
    - `only_with`: the choices with which it may stand. Empty: any
    """

    field: Field
    kind: Kind
    optional: bool = False
    choices: tuple[str, ...] = ()
    cards: tuple[int, ...] = ()
    only_with: tuple[str, ...] = ()
    least: int = 1  # where the kind is "number"
    most: int = 10  # that a page offers. More may be entered

    def beside(self, *choices: str) -> "Need":
        """The same value, optional. It may stand only with these choices."""
        return self._replace(optional=True, only_with=choices)


SEAT: Final = Need("seat", "seat")
OTHER: Final = Need("other", "seat")
AMOUNT: Final = Need("amount", "amount")
NUMBER: Final = Need("number", "number")
TEXT: Final = Need("value", "text")
CARD: Final = Need("value", "cards", cards=(1,))

AtSeat = Annotated[int, SEAT]
OtherSeat = Annotated[int, OTHER]
Amount = Annotated[int, AMOUNT]
SecondAmount = Annotated[int, Need("number", "amount")]
Counted = Annotated[int, Need("value", "amount")]  # may be 0
Number = Annotated[int, NUMBER]
CardNumber = Annotated[int, NUMBER._replace(most=5)]  # of Omaha's four, and one too many
Name = Annotated[str, TEXT]
Hand = Annotated[tuple[Card, ...], Need("value", "cards")]
Pots = tuple[tuple[int, ...], ...]

Reason = Literal["new", "moved", "balance", "returned", "late"]
Penalties = Literal["caution", "warning", "dead_hand", "suspension", "disqualification"]
Faults = Literal[
    "device", "message", "talking", "disclosed", "open", "middle", "remark", "criticism", "behaviour", "collusion",
    "stack", "miscall",
]  # fmt: skip


class Said:
    """The content of an entry. Each has a class of its own below."""

    __slots__ = ()


# --- what entries say -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OfSeat(Said):
    """The seat that it is about."""

    seat: AtSeat


@dataclass(frozen=True, slots=True)
class SomeSeat(Said):
    """The seat that the draw of seats names, or none."""

    seat: AtSeat | None = None


@dataclass(frozen=True, slots=True)
class TwoSeats(Said):
    """The seat that asks or has sat there, and the other."""

    seat: AtSeat
    other: OtherSeat


@dataclass(frozen=True, slots=True)
class SeatAndSum(Said):
    """An amount at a seat."""

    seat: AtSeat
    amount: Amount


@dataclass(frozen=True, slots=True)
class SeatAndCount(Said):
    """An amount or a number that was counted at a seat, perhaps 0."""

    seat: AtSeat
    amount: Counted


@dataclass(frozen=True, slots=True)
class HowMany(Said):
    """Players."""

    number: Number


@dataclass(frozen=True, slots=True)
class HowManyWait(Said):
    """Players, perhaps none."""

    number: Annotated[int, NUMBER._replace(least=0)]


@dataclass(frozen=True, slots=True)
class PlayersLeft(Said):
    """The number of players at all tables."""

    number: Amount


@dataclass(frozen=True, slots=True)
class Minutes(Said):
    """How long. Without an end if no time is given."""

    minutes: Number | None = None


@dataclass(frozen=True, slots=True)
class SeatAndMinutes(Said):
    """A seat, and for how long."""

    seat: AtSeat
    minutes: Number | None = None


@dataclass(frozen=True, slots=True)
class LaidBoard(Said):
    """The cards just laid."""

    faces: Annotated[tuple[Card, ...], Need("value", "cards", cards=(1, 2, 3, 4))] = field(repr=False)


@dataclass(frozen=True, slots=True)
class NamedWinners(Said):
    """The one winner of everything, or the winners of each pot from the outermost."""

    seat: AtSeat | None = None
    pots: Annotated[Pots | None, Need("value", "winners", optional=True)] = None


@dataclass(frozen=True, slots=True)
class ShownHand(Said):
    """A hand that is tabled, and its cards if no sensor knows them."""

    seat: AtSeat
    faces: Hand | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ShownToOne(Said):
    """To whom a hand was shown. "1": only one card of it."""

    seat: AtSeat
    viewer: OtherSeat
    one_card: Literal["1"] | None = None


@dataclass(frozen=True, slots=True)
class TurnedUp(Said):
    """How a hand that was given up was turned up, or who turned it up."""

    seat: AtSeat
    how: Literal["accident", "dealer"] | None = None
    by: OtherSeat | None = None


@dataclass(frozen=True, slots=True)
class KilledHand(Said):
    """How a live hand came into the muck."""

    seat: AtSeat
    cause: Literal["accident", "thrown"]


@dataclass(frozen=True, slots=True)
class MisreadAct(Said):
    """The last act of a seat."""

    seat: AtSeat
    word: Literal["fold", "check", "call", "bet", "raise", "all_in", "amount"]
    amount: Annotated[int | None, AMOUNT.beside("bet", "raise", "amount")] = None


@dataclass(frozen=True, slots=True)
class SumToCount(Said):
    """A sum other than the bet that a seat asks to have counted."""

    seat: AtSeat
    what: Literal["stack", "to_call", "pot"]
    of: OtherSeat | None = None


@dataclass(frozen=True, slots=True)
class ReportedFault(Said):
    """The seat that a report is about."""

    seat: AtSeat
    kind: Faults
    other: Annotated[int | None, OTHER.beside("collusion")] = None


@dataclass(frozen=True, slots=True)
class RemarkBy(Said):
    """The person without a seat who made a remark on the hand."""

    who: Literal["spectator", "other_table", "staff"]


@dataclass(frozen=True, slots=True)
class ChosenPenalty(Said):
    """A penalty. A suspension is for so many rounds."""

    seat: AtSeat
    step: Penalties
    rounds: Annotated[int | None, NUMBER.beside("suspension")] = None


@dataclass(frozen=True, slots=True)
class AbsenceClock(Said):
    """Whether the time of an absent player runs."""

    seat: AtSeat
    way: Literal["run", "stop"]


@dataclass(frozen=True, slots=True)
class RunOrStop(Said):
    """Whether a clock runs."""

    way: Literal["run", "stop"]


@dataclass(frozen=True, slots=True)
class HandForHand(Said):
    """Whether each hand waits for the floor. "next" lets the next one begin."""

    way: Literal["on", "off", "next"]


@dataclass(frozen=True, slots=True)
class NewPlayer(Said):
    """The chips that a player brings, and why they take the seat."""

    seat: AtSeat
    amount: Amount | None = None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Leaving(Said):
    """Who leaves. "moved": to another table of the event."""

    seat: AtSeat
    to: Literal["moved"] | None = None


@dataclass(frozen=True, slots=True)
class StacksBought(Said):
    """How many stacks at once, and whether with an add-on."""

    seat: AtSeat
    number: Number | None = None
    also: Literal["addon"] | None = None


@dataclass(frozen=True, slots=True)
class RacedChips(Said):
    """The chips that leave the game, and those they are exchanged for."""

    low: Amount
    high: SecondAmount


@dataclass(frozen=True, slots=True)
class RacedCards(Said):
    """The cards of a seat in a chip race."""

    seat: AtSeat
    faces: Annotated[tuple[Card, ...], Need("value", "cards", cards=tuple(range(1, 20)))] = field(repr=False)


@dataclass(frozen=True, slots=True)
class ChipsRestored(Said):
    """The chips that a seat gets back, and the chips that the player who used them has elsewhere."""

    seat: AtSeat
    amount: Amount
    own: SecondAmount


@dataclass(frozen=True, slots=True)
class WhoDeals(Said):
    """Whether the house or the players deal, and the seat that deals for good."""

    who: Literal["house", "self"]
    seat: Annotated[int | None, SEAT.beside("self")] = None


@dataclass(frozen=True, slots=True)
class ClubOfPlayer(Said):
    """The club of a seat's player."""

    seat: AtSeat
    club: Name


@dataclass(frozen=True, slots=True)
class ClubOfDealer(Said):
    """The club of the house dealer who takes over, if they have one."""

    club: Name | None = None


@dataclass(frozen=True, slots=True)
class DeckNamed(Said):
    """The registered deck, the only one if none is named."""

    deck: Name | None = None


@dataclass(frozen=True, slots=True)
class CheckEnds(Said):
    """Whether the look-through of a deck is given up."""

    choice: Literal["stop"] | None = None


@dataclass(frozen=True, slots=True)
class DeckChange(Said):
    """Why another deck is due, and the seat that asked for it."""

    reason: Literal["new", "schedule", "damage", "request"]
    seat: Annotated[int | None, SEAT.beside("request")] = None


@dataclass(frozen=True, slots=True)
class DeckRead(Said):
    """How many cards were read, and which are missing."""

    number: Number | None = None
    missing: Annotated[tuple[Card, ...] | None, Need("value", "cards", optional=True, cards=(1, 2, 3))] = field(
        default=None, repr=False
    )


@dataclass(frozen=True, slots=True)
class CardOfSeat(Said):
    """The n-th card of a seat, the last one if none is given."""

    seat: AtSeat
    nth: CardNumber | None = None


@dataclass(frozen=True, slots=True)
class HandledCard(CardOfSeat):
    """The n-th card of a seat, and who handled it."""

    cause: Cause | None = None


@dataclass(frozen=True, slots=True)
class CardsInPile(Said):
    """How many cards one of the piles has."""

    number: Number | None = None


@dataclass(frozen=True, slots=True)
class DeckFault(Said):
    """A fault of the deck."""

    kind: Literal["missing", "double", "foreign"]
    card: Annotated[tuple[Card, ...] | None, CARD.beside("missing")] = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class FaultOfDeal(Said):
    """A wrong order, a seat with so many cards, or a seat that was missed."""

    kind: Literal["order", "count", "missed"]
    seat: Annotated[int | None, SEAT.beside("count", "missed")] = None
    cards: Annotated[int | None, NUMBER.beside("count")] = None


@dataclass(frozen=True, slots=True)
class BurnFault(Said):
    """The fault of the burn before the board."""

    kind: Literal["no_burn", "two_burns"]


@dataclass(frozen=True, slots=True)
class WantedStructure(Said):
    """The structure that the floor wants."""

    structure: Literal["limit", "pot_limit", "no_limit"]


@dataclass(frozen=True, slots=True)
class NewLevel(Said):
    """ "100/200", "100/200/25" with an ante, "100/200/bb200" with a big blind ante."""

    text: Annotated[str, Need("value", "level")]


@dataclass(frozen=True, slots=True)
class PartNamed(Said):
    """A part that senses. A message has what people call it, or its name in the table file."""

    part: Annotated[Part, Need("value", "part")]
