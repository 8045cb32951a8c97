"""What may be entered beside players' words: every entry, what it says, and who may give it.

This is the one place for an entry. Its class says which things it names. These follow from the fields of the class:

- the form that pages ask for
- the fields of the message
- how a scenario writes it
- what the core is given

Its words stand in `controller/console/en.toml` and `fr.toml`.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, fields
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from controller.poker.cards import Card, cards, name
from controller.poker.misdeals import Cause

Field = Literal["seat", "other", "choice", "amount", "number", "value"]
Kind = Literal["seat", "choice", "amount", "number", "cards", "part", "winners", "level", "text"]
Group = Literal["hand", "seat", "showdown", "mistakes", "deal", "conduct", "time", "chips", "tournament", "table"]
Least = Literal["dealer", "floor", "director"]
Moment = Literal["between", "dealing", "acting", "cards", "showdown", "award", "remedy"]
SeatKind = Literal["held", "free", "reserved", "live", "dead"]
Spot = Literal["seat", "board", "shoe", "burn", "muck", "pot", "button"]


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
    """What an entry says. Each has a class of its own below."""

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
    """What a player brings, and why they take the seat."""

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
    """The n-th card of a seat, the last one if none is said."""

    seat: AtSeat
    nth: Number | None = None


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
    """What is wrong with the deck."""

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
    """ "chips:3", "cards:3", "board", "pot", "shoe", "button", or in a message the name of a part."""

    part: Annotated[str, Need("value", "part")]


# --- the entries ----------------------------------------------------------------------------------------------------


class Form(NamedTuple):
    """An entry: the page group that offers it, its content, the lowest role that may give it.

    If a rulebook says who may give it, the lowest role is the dealer, and the core answers with the article.

    - `either`: exactly one of the optional values.
    - `when`: the moments at which it can have happened. Empty: at any.
    - `of`: the kinds of seat that it can be about. Empty: any, or none.
    - `at`: what a dealer touches to report it, beside the seat.
    - `undone_by`: the entry that takes it back.
    """

    group: Group
    says: type[Said] | None = None
    least: Least = "dealer"
    either: bool = False
    when: tuple[Moment, ...] = ()
    of: tuple[SeatKind, ...] = ()
    at: tuple[Spot, ...] = ()
    undone_by: str = ""

    @property
    def needs(self) -> tuple[Need, ...]:
        """Its values, in the order in which a page asks for them."""
        return () if self.says is None else tuple(needs_of(self.says).values())


BETWEEN: Final[tuple[Moment, ...]] = ("between",)
DEALING: Final[tuple[Moment, ...]] = ("dealing",)
ACTING: Final[tuple[Moment, ...]] = ("acting",)
BETTING: Final[tuple[Moment, ...]] = ("acting", "cards")
SHOWDOWN: Final[tuple[Moment, ...]] = ("showdown",)
AWARD: Final[tuple[Moment, ...]] = ("award",)
PLAYED: Final[tuple[Moment, ...]] = ("acting", "cards", "showdown", "award")
DEALT: Final[tuple[Moment, ...]] = ("dealing", "acting", "cards", "showdown")
CLAIMING: Final[tuple[Moment, ...]] = ("award", "between", "dealing")
REMEDY: Final[tuple[Moment, ...]] = ("remedy",)

HELD: Final[tuple[SeatKind, ...]] = ("held",)
FREE: Final[tuple[SeatKind, ...]] = ("free",)
LIVE: Final[tuple[SeatKind, ...]] = ("live",)
DEALT_IN: Final[tuple[SeatKind, ...]] = ("live", "dead")
TAKEN: Final[tuple[SeatKind, ...]] = ("held", "reserved")
ANYWHERE: Final[tuple[SeatKind, ...]] = ("held", "free")

ENTRIES: Final[dict[str, Form]] = {
    # The hand, step by step
    "shuffle": Form("hand", when=BETWEEN, at=("shoe",)),  # the hand begins
    "deal_done": Form("hand", when=DEALING, at=("shoe",)),  # without a shoe: every hand has its cards
    "burned": Form("hand", when=BETTING, at=("shoe", "burn")),  # without a shoe: the burn card lies where it belongs
    # without card spots: the flop's cards, or the one of turn or river
    "board": Form("hand", LaidBoard, when=BETTING, at=("board",)),
    "gathered": Form("hand", when=BETTING, at=("pot",)),  # bets are in the pot
    "wins": Form("hand", NamedWinners, either=True, when=SHOWDOWN, at=("pot",)),
    "awarded": Form("hand", when=AWARD, at=("pot",)),  # the pots were pushed (a table without chip readers)
    "undetermined": Form("hand", least="floor", at=("pot",)),  # it cannot be said who won
    # A seat's hand
    "folded": Form("seat", OfSeat, when=BETTING, of=LIVE, at=("muck",)),  # the dealer took the hand
    "option": Form("seat", OfSeat, when=DEALING, of=LIVE),  # it posts the option before the deal
    "button": Form("seat", OfSeat, when=BETWEEN, of=HELD, at=("button",)),  # the button stands there
    "sit_in": Form("seat", OfSeat, of=HELD, undone_by="sit_out"),
    "sit_out": Form("seat", OfSeat, of=HELD, undone_by="sit_in"),
    "standing": Form("seat", OfSeat, when=BETTING, of=LIVE, undone_by="seated"),  # its player stands, and cannot act
    "seated": Form("seat", OfSeat, when=BETTING, of=LIVE, undone_by="standing"),  # its player sits again
    "count": Form("seat", OfSeat, when=BETTING, of=DEALT_IN),  # it asks for the count of the bet
    "count_of": Form("seat", SumToCount, when=BETTING, of=DEALT_IN),
    "counted": Form("mistakes", SeatAndSum, when=BETTING, of=LIVE),  # its bet, by the dealer aloud
    "object": Form("seat", OfSeat, when=BETTING, of=LIVE),  # the chips that it put in are not of the table
    "shows": Form("showdown", ShownHand, when=PLAYED, of=LIVE),
    "mucks": Form("showdown", OfSeat, when=PLAYED, of=LIVE, at=("muck",)),  # gives its hand up, mixed with the muck
    # pushed its hand away ("mucks" says that it is mixed)
    "renounced": Form("showdown", OfSeat, when=PLAYED, of=LIVE),
    "one_card": Form("showdown", OfSeat, when=PLAYED, of=DEALT_IN),  # it showed one card of its hand
    "showed": Form("showdown", ShownToOne, when=PLAYED, of=DEALT_IN),
    "see": Form("showdown", TwoSeats, when=PLAYED, of=DEALT_IN),  # it asks to see the hand of another
    "turned": Form("showdown", TurnedUp, either=True, when=PLAYED, of=DEALT_IN, at=("muck",)),
    "claim": Form("showdown", OfSeat, when=CLAIMING, of=HELD, at=("pot",)),  # it disputes the award
    # Mistakes put right
    "withdraw": Form("mistakes", OfSeat, when=PLAYED, of=DEALT_IN),  # the dealer takes back the act entered for it
    "misread": Form("mistakes", MisreadAct, when=PLAYED, of=DEALT_IN),
    "unaware": Form("mistakes", OfSeat, when=BETTING, of=DEALT_IN),  # it had not seen the raise
    "misunderstanding": Form("mistakes", OfSeat, "director", when=PLAYED, of=DEALT_IN),  # of the amount, and gross
    "killed": Form("mistakes", KilledHand, when=PLAYED, of=LIVE, at=("muck",)),
    "retrieve": Form("mistakes", OfSeat, when=PLAYED, of=DEALT_IN, at=("muck",)),  # its hand comes back
    # its hand cannot be told from dead cards
    "indistinct": Form("mistakes", OfSeat, when=PLAYED, of=DEALT_IN, at=("muck",)),
    "dispute": Form("mistakes", OfSeat, when=PLAYED, of=DEALT_IN),  # its player disputes the last act or ruling
    # chips moved short of the line, and another acted
    "forward": Form("mistakes", SeatAndSum, when=BETTING, of=LIVE),
    # The deal: what a person saw of it
    "exposed": Form("deal", HandledCard, when=DEALT, of=LIVE, at=("shoe",)),  # a card was turned up
    "fallen": Form("deal", HandledCard, when=DEALT, of=LIVE, at=("shoe",)),  # it left the table
    "flashed": Form("deal", CardOfSeat, when=DEALT, of=LIVE, at=("shoe",)),  # it was reported as seen when it landed
    "joker": Form("deal", CardOfSeat, when=DEALT, of=LIVE),  # that card is a joker
    "joker_drawn": Form("deal", when=DEALT, at=("shoe",)),  # the card in the dealer's hand is one
    "boxed": Form("deal", when=DEALT, at=("shoe",)),  # the next card lies face up in the deck, if no shoe sees it
    "mixed": Form("deal", OfSeat, when=DEALT, of=DEALT_IN, at=("muck",)),  # it mixed a dead card with its hand
    "protests": Form("deal", OfSeat, when=BETTING, of=HELD),  # it was passed over
    # after the hand, it asks for the cards that would have come
    "rabbit": Form("deal", OfSeat, when=CLAIMING, of=HELD, at=("board", "shoe")),
    "foul": Form("deal", DeckFault, at=("shoe", "board")),
    "misdealt": Form("deal", FaultOfDeal, when=DEALT, at=("shoe",)),
    "false_board": Form("deal", BurnFault, when=PLAYED, at=("board", "burn")),
    "order_lost": Form("deal", when=DEALT, at=("shoe",)),  # the stub is spoilt, the next card is unknown
    "cut": Form("deal", CardsInPile, when=DEALING, at=("shoe",)),
    "dealing": Form("deal", WhoDeals, "floor", when=BETWEEN),  # from the next hand
    "club": Form("deal", ClubOfPlayer, of=HELD),
    "dealer_in": Form("deal", ClubOfDealer),
    "deck_change": Form("deal", DeckChange, at=("shoe",)),
    "deck_check": Form("deal", DeckNamed, "floor", when=BETWEEN, at=("shoe",)),  # that deck runs through the shoe
    "deck_passed": Form("deal", CheckEnds, when=BETWEEN, at=("shoe",)),  # the shoe is empty
    "deck_ready": Form("deal", DeckRead, when=BETWEEN, at=("shoe",)),
    "hidden": Form("deal", OfSeat, "floor", when=PLAYED, of=LIVE),  # it hid its cards
    "done": Form("hand", when=REMEDY),  # the due movement of a remedy is made, and no sensor sees it
    # Conduct
    "fault": Form("conduct", ReportedFault, of=HELD),
    "outsider": Form("conduct", RemarkBy),
    "penalty": Form("conduct", ChosenPenalty, of=HELD),
    # Time
    "clock": Form("time", when=ACTING),  # the time of the seat on turn is called
    "declare_dead": Form("time", least="floor", when=BETTING),  # the hand of the seat on the clock
    # Chips and stakes
    "stack": Form("chips", SeatAndCount, of=ANYWHERE),  # counted by hand (a correction)
    "structure": Form("chips", WantedStructure, "floor"),  # in another session
    "level": Form("chips", NewLevel, "floor"),  # from the next hand
    # Who sits where
    "seat": Form("chips", NewPlayer, of=ANYWHERE),  # a player takes it
    "leave": Form("seat", Leaving, of=TAKEN),  # for good, or to another table
    "away": Form("seat", OfSeat, of=HELD, undone_by="back"),  # its player is not in the chair
    "back": Form("seat", OfSeat, of=HELD, undone_by="away"),  # its player is in the chair again
    "post": Form("seat", OfSeat, of=HELD),  # it pays what it owes with the next hand
    "wait": Form("seat", OfSeat, of=HELD),  # it waits for the big blind
    "buyin": Form("chips", SeatAndSum, of=HELD),  # more chips between two hands
    "outside": Form("chips", SeatAndSum, of=HELD),  # chips from elsewhere, declared
    "tip": Form("chips", SeatAndSum, of=HELD),  # off the stack
    "rebuying": Form("seat", OfSeat, of=HELD),  # its player has gone to buy in again
    "accommodate": Form("seat", OfSeat, "floor", of=HELD),  # the dealer acts for its player
    "button_draw": Form("table", SomeSeat, when=BETWEEN, at=("button",)),  # cards are dealt for the first button
    "list": Form("table", HowManyWait, "floor"),  # how many wait for a seat
    "reserve": Form("table", SeatAndMinutes, "floor", of=FREE),
    "absence_clock": Form("time", AbsenceClock, "floor", of=HELD),
    "paid_out": Form("chips", OfSeat, "floor", of=FREE),  # the chips kept in the name of its player
    "close_session": Form("table", least="floor"),  # chips left unclaimed are entered as such
    "balance": Form("table", HowMany, "floor"),  # another table has so many players fewer
    "last_hands": Form("table", least="floor"),  # the table closes
    # A tournament
    "start_event": Form("tournament", least="floor"),  # with equal stacks
    "level_clock": Form("tournament", RunOrStop, "floor"),
    "break": Form("tournament", Minutes, "floor"),
    "break_over": Form("tournament", least="floor"),
    "count_stacks": Form("tournament", least="floor"),  # for the signed sheet of the end of a day
    "hand_for_hand": Form("tournament", HandForHand, "floor"),
    "players_left": Form("tournament", PlayersLeft, "floor"),
    "rebuy": Form("tournament", StacksBought, of=ANYWHERE),  # a book may forbid several, or an add-on with it
    "addon": Form("tournament", OfSeat, of=HELD),
    "rebuys_over": Form("tournament", least="floor"),  # two more hands belong to the period
    "unpaid": Form("tournament", OfSeat, "floor"),  # the cashier has no payment
    "paid": Form("tournament", OfSeat, "floor"),
    "race": Form("tournament", RacedChips, "floor", when=BETWEEN),
    "race_chips": Form("tournament", SeatAndCount, when=BETWEEN, of=HELD),  # so many of the chip that goes
    "race_draw": Form("tournament", when=BETWEEN),  # the deck is mixed, a player looks on
    "race_cards": Form("tournament", RacedCards, when=BETWEEN, of=HELD),
    "race_done": Form("tournament", OfSeat, when=BETWEEN, of=HELD),  # exchanged, or paid
    "removed": Form("tournament", OfSeat),  # chips that count for nothing
    "wrong_seats": Form("tournament", TwoSeats, "floor"),  # since the start
    "restore": Form("tournament", ChipsRestored, "floor"),
    # Parts
    # its readings are entered by hand from now on
    "manual": Form("table", PartNamed, at=("seat", "board", "pot", "shoe", "button")),
    # its readings count again, from the next hand
    "sensing": Form("table", PartNamed, at=("seat", "board", "pot", "shoe", "button")),
}

OFTEN: Final[dict[Moment, tuple[str, ...]]] = {
    "between": ("seat", "leave", "buyin"),
    "dealing": ("exposed", "fallen", "misdealt"),
    "acting": ("clock", "misread"),
    "cards": ("false_board", "boxed", "misread"),
    "showdown": ("shows", "mucks", "wins"),
    "award": ("claim", "retrieve"),
    "remedy": (),
}
"""What is reported most often at each moment, the most frequent first."""


def kinds_of(*, held: bool, reserved: bool, dealt_in: bool, live: bool) -> tuple[SeatKind, ...]:
    """The kinds of a seat: whether somebody holds it, and whether its hand is live if it was dealt in."""
    place: tuple[SeatKind, ...] = ("held",) if held else ("free", "reserved") if reserved else ("free",)
    return (*place, "live" if live else "dead") if dealt_in else place


def is_possible(word: str, moments: Collection[Moment], kinds: Collection[SeatKind] | None = None) -> bool:
    """Whether an entry can be true at these moments. `kinds`: those of the seat that it is about, if one is named.

    It only sorts what pages offer. Whether an entry is accepted, the core decides.
    """
    form = ENTRIES[word]
    now = not form.when or not set(form.when).isdisjoint(moments)
    return now and (kinds is None or not form.of or not set(form.of).isdisjoint(kinds))


# --- the same in a message ------------------------------------------------------------------------------------------


def needs_of(says: type[Said]) -> dict[str, Need]:
    """The needs of a class, by its fields."""
    kind: Any = says
    found: dict[str, Need] = _needs(kind)
    return found


@cache
def _needs(says: Any) -> Any:
    hints = get_type_hints(says, include_extras=True)
    return {name: _need(hints[name]) for name in (f.name for f in fields(says))}


def _need(hint: Any) -> Need:
    if get_origin(hint) is Annotated:
        found: Need = hint.__metadata__[0]
        return found
    if get_origin(hint) in (Union, UnionType):
        return _need(next(one for one in get_args(hint) if one is not type(None)))._replace(optional=True)
    return Need("choice", "choice", choices=get_args(hint))


def said_in(word: str, told: object) -> Said | None:
    """Return the values of a checked message. Raises ValueError for one that the entry has no class for."""
    says = ENTRIES[word].says
    if says is None:
        return None
    values = {name: (need.kind, getattr(told, need.field)) for name, need in needs_of(says).items()}
    return says(**{name: None if value is None else _read(kind, value) for name, (kind, value) in values.items()})


def _read(kind: Kind, value: Any) -> Any:
    match kind:
        case "cards":
            return cards(value)
        case "amount":
            return int(value)
        case "winners":
            return tuple(tuple(map(int, pot.split(","))) for pot in value.split(";"))
        case _:
            return value


def fields_of(said: Said | None) -> Iterator[tuple[Need, Any]]:
    """Yield each need with the value that a message has for it, without values that are left out."""
    for part, need in needs_of(type(said)).items() if said is not None else ():
        value = getattr(said, part)
        if value is not None:
            yield need, _written(need, value)


def _written(need: Need, value: Any) -> Any:
    match need.kind:
        case "cards":
            return "".join(map(name, value))
        case "winners":
            return ";".join(",".join(map(str, pot)) for pot in value)
        case _:
            return str(value) if need.field == "value" else value
