"""What dealers do, what is entered, and what sensors report, as nodes of the tree. `str` of each is its text."""

from dataclasses import dataclass
from typing import Literal

from .notation import Chips, Seats, at_text, chips_text, joined, named, seats_text, time_text

# --- acts of the dealer --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault while cards are dealt: "boxed", "exposing", "unread", "misplaced" and so on."""

    kind: str
    card: str = ""
    seat: int = 0
    place: str = ""
    count: int = 0

    def __str__(self) -> str:
        return FAULT_TEXT[self.kind].format(card=self.card, seat=self.seat, place=at_text(self.place), n=self.count)


FAULT_TEXT = {
    "exposing": "exposing {card}",
    "boxed": "boxed {card}",
    "unread": "unread {card}",
    "misplaced": "{card} to {place}",
    "off": "{card} off the table",
    "skipping": "skipping {seat}",
    "twice": "twice to {seat}",
    "without burn": "without burn",
    "two burns": "two burns",
    "cards": "{n} cards",
    "without gathering": "without gathering",
}


@dataclass(frozen=True, slots=True)
class Deals:
    """Shuffle, button, posts and cards, as far as they are still to come. With `count`, only so many cards."""

    count: int | None = None
    faults: tuple[Fault, ...] = ()

    def __str__(self) -> str:
        cards = f" {self.count} cards" if self.count else ""
        return "".join(["deal", cards, *(f", {fault}" for fault in self.faults)])


@dataclass(frozen=True, slots=True)
class Street:
    """Gather, burn, and the cards of a street."""

    name: Literal["burn", "flop", "turn", "river"]
    faults: tuple[Fault, ...] = ()

    def __str__(self) -> str:
        return "".join([self.name, *(f", {fault}" for fault in self.faults)])


@dataclass(frozen=True, slots=True)
class MovesCards:
    """Cards by name, or those of a seat, go to a place. With "lifted" and "back" they stay at the seat."""

    goal: str
    cards: tuple[str, ...] = ()
    seat: int = 0

    def __str__(self) -> str:
        what = f"cards {self.seat}" if self.seat else f"card {' '.join(self.cards)}"
        if self.goal in ("lifted", "back"):
            return f"{what} {self.goal}"
        return f"{what} off the table" if self.goal == "off" else f"{what} to {at_text(self.goal)}"


@dataclass(frozen=True, slots=True)
class Gathers:
    """Bets go to the pot. What is due back goes back first, unless the bets are taken as they lie. No seats: all."""

    seats: Seats = ()
    as_they_lie: bool = False

    def __str__(self) -> str:
        return joined("gather", seats_text(self.seats)) + (", as they lie" if self.as_they_lie else "")


@dataclass(frozen=True, slots=True)
class Settles:
    """The dealer settles what is due on the bet lines. No seats: all."""

    seats: Seats = ()

    def __str__(self) -> str:
        return joined("settle", seats_text(self.seats))


@dataclass(frozen=True, slots=True)
class Simple:
    """An act without details: shuffle, push pots."""

    word: Literal["shuffle", "push pots"]

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class PushesPots:
    """All that lies in the middle goes to one stack, whether or not it was awarded to that seat."""

    seat: int

    def __str__(self) -> str:
        return f"push pots to {self.seat}"


@dataclass(frozen=True, slots=True)
class SweepsIn:
    """The dealer takes hands to the muck, without an entry. No seats: those that the table wants taken in."""

    seats: Seats = ()

    def __str__(self) -> str:
        return joined("sweep in", seats_text(self.seats))


@dataclass(frozen=True, slots=True)
class PutsButton:
    """The dealer button is laid at a seat."""

    seat: int

    def __str__(self) -> str:
        return f"place button {self.seat}"


@dataclass(frozen=True, slots=True)
class Waits:
    """Nothing happens for a time."""

    duration: int

    def __str__(self) -> str:
        return f"wait {time_text(self.duration)}"


@dataclass(frozen=True, slots=True)
class Draws:
    """The deck is mixed for a chip race. These cards come first."""

    cards: tuple[str, ...] = ()

    def __str__(self) -> str:
        return joined("race draw", " ".join(self.cards))


@dataclass(frozen=True, slots=True)
class RaceDeals:
    """So many cards of the race, or all, go to where they are due, or to another seat."""

    count: int | None = None
    seat: int = 0

    def __str__(self) -> str:
        if self.seat:
            return f"race card to {self.seat}"
        return "race deal" if self.count is None else f"race deal {self.count} cards"


@dataclass(frozen=True, slots=True)
class RaceChips:
    """The chips of a race are exchanged or paid out. No seats: everywhere."""

    seats: Seats = ()

    def __str__(self) -> str:
        return joined("race chips", seats_text(self.seats))


@dataclass(frozen=True, slots=True)
class Strays:
    """Chips appear on a stack or leave it, for no known reason."""

    seat: int
    chips: Chips
    come: bool

    def __str__(self) -> str:
        return f"chips {chips_text(self.chips)} {'appear at' if self.come else 'leave'} {self.seat}"


@dataclass(frozen=True, slots=True)
class Goto:
    """Everybody checks or calls, by real acts, until the goal. With `keep`, all others fold."""

    goal: str  # a phase, "seat" or "end"
    seat: int = 0
    keep: Seats = ()
    folding: bool = False

    def __str__(self) -> str:
        folding, keep = "folding" if self.folding else "", named("with", seats_text(self.keep))
        return joined("goto", self.goal, self.seat or "", folding, keep)


@dataclass(frozen=True, slots=True)
class NextCard:
    """The next card of the shoe goes somewhere, whatever is due. A joker that lies on top of it is no card of the
    deck."""

    goal: str
    fault: str = ""  # "boxed", "unread", "joker"

    def __str__(self) -> str:
        return f"next card to {at_text(self.goal)}" + (f", {self.fault}" if self.fault else "")


@dataclass(frozen=True, slots=True)
class CarriesOut:
    """The dealer carries out what the remedy asks for: all movements that are due now, or so many."""

    count: int = 0

    def __str__(self) -> str:
        return "carry out" + (f" {self.count} movements" if self.count else "")


@dataclass(frozen=True, slots=True)
class Reshuffles:
    """What went back is shuffled into the stub, which then lies in this order."""

    order: tuple[str, ...] = ()

    def __str__(self) -> str:
        return joined("reshuffle", named("giving", " ".join(self.order)))


CardAct = Deals | Street | MovesCards | NextCard | CarriesOut | Reshuffles
DealerAct = (
    CardAct | Gathers | Settles | Simple | PushesPots | SweepsIn | PutsButton | Waits | Goto
    | Draws | RaceDeals | RaceChips | Strays
)  # fmt: skip


# --- what is told, and what sensors say ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tells:
    """An entry of the dealer, the floor or the director, with its words as they stand."""

    role: str
    word: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return joined(self.role, self.word, *self.arguments)


@dataclass(frozen=True, slots=True)
class Answers:
    """An answer to an open question. With `ask` "" and `seat` 0 it answers the only open one."""

    role: str
    choice: str
    ask: str = ""
    reason: str = ""
    seat: int = 0

    def __str__(self) -> str:
        ask, seat = f"{self.ask}:" if self.ask else "", f"seat {self.seat}" if self.seat else ""
        return joined(self.role, "answers", ask, self.choice, seat, named("because", self.reason))


@dataclass(frozen=True, slots=True)
class Overrules:
    """A person decides otherwise than the last ruling.

    For a seat: "call", "raise", "void", "dead" and so on. For seat 0 it is the ruling on a fault of the deal:
    "stands", "misdeal", "undo", "no_fault".
    """

    role: str
    seat: int
    choice: str
    amount: int | None = None
    reason: str = ""

    def __str__(self) -> str:
        return joined(
            f"{self.role} overrules {self.seat or 'fault'}:", self.choice, self.amount, named("because", self.reason)
        )


@dataclass(frozen=True, slots=True)
class Corrects:
    """Chips come into play or leave it, or a stack is set."""

    role: str
    what: Literal["stack", "issue", "withdraw"]
    seat: int
    amount: int
    reason: str = ""

    def __str__(self) -> str:
        words = {"stack": "sets stack", "issue": "issues", "withdraw": "withdraws"}[self.what]
        if self.what == "stack":
            return joined(self.role, words, self.seat, "to", self.amount, named("because", self.reason))
        where = "to" if self.what == "issue" else "from"
        return joined(self.role, words, self.amount, where, self.seat, named("because", self.reason))


@dataclass(frozen=True, slots=True)
class Senses:
    """What the sensors report although it is not so: chips or cards at a place, the button, a post spot."""

    place: str  # "bet:4", "stack:4", "pot", "seat:3", "board:2", "muck", "button", "post:3"
    chips: Chips | None = None
    cards: tuple[str, ...] = ()
    seat: int = 0

    def __str__(self) -> str:
        if self.place == "button":
            return joined("sensors see button", self.seat or "nowhere")
        what = chips_text(self.chips) if self.chips else " ".join(self.cards) or "nothing"
        return joined("sensors see", at_text(self.place), "=", what)


@dataclass(frozen=True, slots=True)
class Gap:
    """A source sees nothing for a time that ends now."""

    source: str
    duration: int

    def __str__(self) -> str:
        return f"sensors blind {self.source} for {time_text(self.duration)}"


ToldOrSensed = Tells | Answers | Overrules | Corrects | Senses | Gap
