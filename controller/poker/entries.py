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
    """An entry: the page group that offers it, what it says in words, its content, the lowest role that may give it.

    If a rulebook says who may give it, the lowest role is the dealer, and the core answers with the article.

    - `either`: exactly one of the optional values.
    - `when`: the moments at which it can have happened. Empty: at any.
    - `of`: the kinds of seat that it can be about. Empty: any, or none.
    - `at`: what a dealer touches to report it, beside the seat.
    - `undone_by`: the entry that takes it back.
    """

    group: Group
    does: str
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
    "shuffle": Form("hand", "The hand begins.", when=BETWEEN, at=("shoe",)),
    "deal_done": Form("hand", "Without a shoe: every hand has its cards.", when=DEALING, at=("shoe",)),
    "burned": Form("hand", "Without a shoe: the burn card lies where it belongs.", when=BETTING, at=("shoe", "burn")),
    "board": Form("hand",
        "Without card spots: the cards just laid, `7h8hKd`. If their number is the fault, as many as lie there.",
        LaidBoard, when=BETTING, at=("board",)),
    "gathered": Form("hand", "The bets are in the pot.", when=BETTING, at=("pot",)),
    "wins": Form("hand", "Who wins: one seat everything, or the winners of each pot from the outermost, `7;3,7`.",
        NamedWinners, either=True, when=SHOWDOWN, at=("pot",)),
    "awarded": Form("hand", "The pots were pushed, at a table that does not read chips.", when=AWARD, at=("pot",)),
    "undetermined": Form("hand", "No one can say who won.", least="floor", at=("pot",)),
    # A seat's hand
    "folded": Form("seat", "The dealer took the hand.", OfSeat, when=BETTING, of=LIVE, at=("muck",)),
    "option": Form("seat", "It posts the option before the deal.", OfSeat, when=DEALING, of=LIVE),
    "button": Form("seat", "The dealer button stands there.", OfSeat, when=BETWEEN, of=HELD, at=("button",)),
    "sit_in": Form("seat", "Its player plays again from the next hand.", OfSeat, of=HELD, undone_by="sit_out"),
    "sit_out": Form("seat", "Its player is not dealt in from the next hand.", OfSeat, of=HELD, undone_by="sit_in"),
    "standing": Form("seat", "Its player stands, and cannot act.", OfSeat, when=BETTING, of=LIVE, undone_by="seated"),
    "seated": Form("seat", "Its player sits again.", OfSeat, when=BETTING, of=LIVE, undone_by="standing"),
    "count": Form("seat", "Its player asks for the count of the bet.", OfSeat, when=BETTING, of=DEALT_IN),
    "count_of": Form("seat", "Its player asks for the count of another sum: a stack, what is to call, the pot.",
        SumToCount, when=BETTING, of=DEALT_IN),
    "counted": Form("mistakes", "Its bet as the dealer has counted it aloud.", SeatAndSum, when=BETTING, of=LIVE),
    "object": Form("seat", "Chips that it put in are not of this table.", OfSeat, when=BETTING, of=LIVE),
    "shows": Form("showdown", "Its hand is tabled. The cards are named if no sensor knows them.",
        ShownHand, when=PLAYED, of=LIVE),
    "mucks": Form("showdown", "It gives its hand up, and the hand is mixed with the muck.",
        OfSeat, when=PLAYED, of=LIVE, at=("muck",)),
    "renounced": Form("showdown", "It pushed its hand away, and the hand is not mixed with the muck yet.",
        OfSeat, when=PLAYED, of=LIVE),
    "one_card": Form("showdown", "It showed one card of its hand to all.", OfSeat, when=PLAYED, of=DEALT_IN),
    "showed": Form("showdown", "It showed its hand to the other seat, or one card of it.",
        ShownToOne, when=PLAYED, of=DEALT_IN),
    "see": Form("showdown", "Its player asks to see the hand of the other seat.", TwoSeats, when=PLAYED, of=DEALT_IN),
    "turned": Form("showdown",
        "Its hand, which was given up, was turned up: by accident, by the dealer, or by the other seat.",
        TurnedUp, either=True, when=PLAYED, of=DEALT_IN, at=("muck",)),
    "claim": Form("showdown", "Its player disputes the award.", OfSeat, when=CLAIMING, of=HELD, at=("pot",)),
    # Mistakes put right
    "withdraw": Form("mistakes", "The dealer takes back the act that they entered for it.",
        OfSeat, when=PLAYED, of=DEALT_IN),
    "misread": Form("mistakes", "Its last act was another one.", MisreadAct, when=PLAYED, of=DEALT_IN),
    "unaware": Form("mistakes", "It had not seen the raise before it.", OfSeat, when=BETTING, of=DEALT_IN),
    "misunderstanding": Form("mistakes", "It grossly misunderstood the amount of the bet.",
        OfSeat, "director", when=PLAYED, of=DEALT_IN),
    "killed": Form("mistakes", "Its live hand came into the muck.", KilledHand, when=PLAYED, of=LIVE, at=("muck",)),
    "retrieve": Form("mistakes", "Its hand comes back from the muck.",
        OfSeat, when=PLAYED, of=DEALT_IN, at=("muck",)),
    "indistinct": Form("mistakes", "Its hand cannot be told from dead cards.",
        OfSeat, when=PLAYED, of=DEALT_IN, at=("muck",)),
    "dispute": Form("mistakes", "Its player disputes the last act or ruling. The floor is asked, and play waits.",
        OfSeat, when=PLAYED, of=DEALT_IN),
    "forward": Form("mistakes", "Chips were moved short of the line, and another player acted on them.",
        SeatAndSum, when=BETTING, of=LIVE),
    # The deal: what a person saw of it
    "exposed": Form("deal", "A card of it was turned up in the deal, by the dealer unless another cause is entered.",
        HandledCard, when=DEALT, of=LIVE, at=("shoe",)),
    "fallen": Form("deal", "A card of it left the table.", HandledCard, when=DEALT, of=LIVE, at=("shoe",)),
    "flashed": Form("deal", "A card of it was seen as it landed.", CardOfSeat, when=DEALT, of=LIVE, at=("shoe",)),
    "joker": Form("deal", "A card of it is a joker.", CardOfSeat, when=DEALT, of=LIVE),
    "joker_drawn": Form("deal", "The card in the dealer's hand is a joker.", when=DEALT, at=("shoe",)),
    "boxed": Form("deal", "The next card lies face up in the deck, at a table without a shoe.",
        when=DEALT, at=("shoe",)),
    "mixed": Form("deal", "It mixed a dead card with its hand.", OfSeat, when=DEALT, of=DEALT_IN, at=("muck",)),
    "protests": Form("deal", "It was passed over, and cards of the next street are out.",
        OfSeat, when=BETTING, of=HELD),
    "rabbit": Form("deal", "Its player asks to see the cards that would have come.",
        OfSeat, when=CLAIMING, of=HELD, at=("board", "shoe")),
    "foul": Form("deal", "The deck has a card twice, lacks one, or has one of another deck.",
        DeckFault, at=("shoe", "board")),
    "misdealt": Form("deal",
        "A wrong order, a wrong number of cards or a player left out. One too many was not the next of the shoe.",
        FaultOfDeal, when=DEALT, at=("shoe",)),
    "false_board": Form("deal", "No card or two cards were burnt before the board.",
        BurnFault, when=PLAYED, at=("board", "burn")),
    "order_lost": Form("deal", "The stub is spoilt, and no one knows which card comes next.",
        when=DEALT, at=("shoe",)),
    "cut": Form("deal",
        "The neighbour of the player who deals has cut. `number` of cards in the smaller pile, if it may be too few.",
        CardsInPile, when=DEALING, at=("shoe",)),
    "dealing": Form("deal", "Who deals from the next hand on. A seat: that player alone, if the rulebook permits.",
        WhoDeals, "floor", when=BETWEEN),
    "club": Form("deal", "The club of its player. A dealer of the same club is not neutral towards them.",
        ClubOfPlayer, of=HELD),
    "dealer_in": Form("deal", "A house dealer takes over. They may not deal for players of their own club.",
        ClubOfDealer),
    "deck_change": Form("deal",
        "The deck is to be changed after this hand. A player's request goes to the floor, if they may ask.",
        DeckChange, at=("shoe",)),
    "deck_check": Form("deal", "A registered deck runs through the shoe, to be looked through.",
        DeckNamed, "floor", when=BETWEEN, at=("shoe",)),
    "deck_passed": Form("deal", "The shoe is empty, or the look-through is given up.",
        CheckEnds, when=BETWEEN, at=("shoe",)),
    "deck_ready": Form("deal",
        "The new deck was read. `number` of its cards and the missing ones, unless it is complete.",
        DeckRead, when=BETWEEN, at=("shoe",)),
    "hidden": Form("deal", "The floor rules that it hid its cards. A rulebook may then let it fold or call only.",
        OfSeat, "floor", when=PLAYED, of=LIVE),
    "done": Form("hand", "The movement of a remedy that is due was made, and no sensor sees it.", when=REMEDY),
    # Conduct
    "fault": Form("conduct", "A player broke a rule of conduct.", ReportedFault, of=HELD),
    "outsider": Form("conduct", "A person without a seat made a remark on the hand.", RemarkBy),
    "penalty": Form("conduct",
        "A penalty, with the number of rounds of a suspension. From the dealer it is only a report.",
        ChosenPenalty, of=HELD),
    # Time
    "clock": Form("time", "The time of the seat on turn is called.", when=ACTING),
    "declare_dead": Form("time", "The hand of the seat on the clock is dead.", least="floor", when=BETTING),
    # Chips and stakes
    "stack": Form("chips", "Its chips were counted by hand.", SeatAndCount, of=ANYWHERE),
    "structure": Form("chips",
        "The structure that the floor wants. Refused within a session by rulebooks that have such a rule.",
        WantedStructure, "floor"),
    "level": Form("chips",
        "The stakes from the next hand: `100/200`, `100/200/25` with an ante, `100/200/bb200` with a big blind ante.",
        NewLevel, "floor"),
    # Who sits where
    "seat": Form("chips",
        "A player takes the seat, with this amount if it is not what lies there. Without a reason they are new.",
        NewPlayer, of=ANYWHERE),
    "leave": Form("seat", "Its player leaves for good, or to another table, which only the floor may enter.",
        Leaving, of=TAKEN),
    "away": Form("seat", "Its player is not in the chair.", OfSeat, of=HELD, undone_by="back"),
    "back": Form("seat", "Its player is in the chair again.", OfSeat, of=HELD, undone_by="away"),
    "post": Form("seat", "It pays what it owes with the next hand.", OfSeat, of=HELD),
    "wait": Form("seat", "It waits for the big blind.", OfSeat, of=HELD),
    "buyin": Form("chips", "Its player buys more chips between two hands.", SeatAndSum, of=HELD),
    "outside": Form("chips", "Its player declares chips from elsewhere.", SeatAndSum, of=HELD),
    "tip": Form("chips", "A tip off its stack.", SeatAndSum, of=HELD),
    "rebuying": Form("seat", "Its player has gone to buy in again.", OfSeat, of=HELD),
    "accommodate": Form("seat", "The dealer acts for its player.", OfSeat, "floor", of=HELD),
    "button_draw": Form("table",
        "The seat that the draw of seats names for the button. Left out: cards are dealt for it.",
        SomeSeat, when=BETWEEN, at=("button",)),
    "list": Form("table", "So many players wait for a seat.", HowManyWait, "floor"),
    "reserve": Form("table", "The free seat is kept for a player, for so many minutes, or until they come.",
        SeatAndMinutes, "floor", of=FREE),
    "absence_clock": Form("time",
        "The house's time for a player who is away: from its start again, or without an end.",
        AbsenceClock, "floor", of=HELD),
    "paid_out": Form("chips", "The chips that are kept in its player's name are paid out.", OfSeat, "floor", of=FREE),
    "close_session": Form("table",
        "Kept chips that no one claimed are named seat by seat, for the register of unclaimed money.",
        least="floor"),
    "balance": Form("table", "Another table has so many players fewer.", HowMany, "floor"),
    "last_hands": Form("table", "The table closes after the last hands.", least="floor"),
    # A tournament
    "start_event": Form("tournament", "The tournament begins with equal stacks.", least="floor"),
    "level_clock": Form("tournament", "The clock of the levels runs or stops.", RunOrStop, "floor"),
    "break": Form("tournament", "A break begins, of so many minutes if it is known.", Minutes, "floor"),
    "break_over": Form("tournament", "The break is over.", least="floor"),
    "count_stacks": Form("tournament",
        "The stacks are counted for the signed sheet of the end of a day (`sabot count`). Between two hands.",
        least="floor"),
    "hand_for_hand": Form("tournament",
        "Each hand waits for the floor, or no longer does. `next` lets the next one begin.",
        HandForHand, "floor"),
    "players_left": Form("tournament", "So many players are left at all tables.", PlayersLeft, "floor"),
    "rebuy": Form("tournament",
        "Its player buys stacks, and perhaps the add-on with them. A rulebook may forbid several.",
        StacksBought, of=ANYWHERE),
    "addon": Form("tournament", "Its player buys the add-on.", OfSeat, of=HELD),
    "rebuys_over": Form("tournament", "The rebuy period ends with the next two hands.", least="floor"),
    "unpaid": Form("tournament", "The cashier has no payment for its stack.", OfSeat, "floor"),
    "paid": Form("tournament", "The cashier has the payment for its stack.", OfSeat, "floor"),
    "race": Form("tournament", "The chip that goes, and in `number` the one that it is exchanged for.",
        RacedChips, "floor", when=BETWEEN),
    "race_chips": Form("tournament", "It has so many of the chip that goes.", SeatAndCount, when=BETWEEN, of=HELD),
    "race_draw": Form("tournament", "The deck is mixed for the draw, and a player looks on.", when=BETWEEN),
    "race_cards": Form("tournament", "The cards that it drew.", RacedCards, when=BETWEEN, of=HELD),
    "race_done": Form("tournament", "Its odd chips are exchanged, or paid.", OfSeat, when=BETWEEN, of=HELD),
    "removed": Form("tournament", "Its chips that count for nothing are taken away.", OfSeat),
    "wrong_seats": Form("tournament", "Two players have sat at each other's seat since the start.",
        TwoSeats, "floor"),
    "restore": Form("tournament",
        "The chips that it gets back, and in `number` those that the player who used them has elsewhere.",
        ChipsRestored, "floor"),
    # Parts
    "manual": Form("table", "From now on the readings of that part are entered by hand.",
        PartNamed, at=("seat", "board", "pot", "shoe", "button")),
    "sensing": Form("table", "The readings of that part count again from the next hand.",
        PartNamed, at=("seat", "board", "pot", "shoe", "button")),
}  # fmt: skip

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
