"""What people do and enter, and what sensors report, as nodes of the tree. `str` of each is its text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .notation import Chips, Seats, at_text, because, chips_text, joined, seats_text, time_text, with_chips

# --- acts of players ----------------------------------------------------------------------------------------------

PlainAct = Literal["fold", "check", "call", "bet", "raise", "all_in"]
PLAIN_TEXT = {
    "fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to", "all_in": "goes all in",
}  # fmt: skip
SPOKEN = {
    "fold": "fold", "check": "check", "call": "call", "bet": "bet", "raise": "raise", "all_in": "all in",
    "amount": "", "plus": "plus", "pot": "pot", "pass": "pass", "pay": "pay", "stack": "stack",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plain:
    """An act as it should be: announced, and its chips in one motion."""

    seats: Seats
    act: PlainAct
    total: int | None = None
    chips: Chips | None = None

    def __str__(self) -> str:
        return joined(seats_text(self.seats), PLAIN_TEXT[self.act], self.total, with_chips(self.chips))


@dataclass(frozen=True, slots=True)
class Says:
    """Words only.

    - `condition`: (seat, act) of "if 3 checks".
    - `dark`: before the next cards.
    - `other`: unofficial words.
    """

    seat: int
    word: str
    amount: int | None = None
    when: Literal["before", "after"] | None = None
    dark: bool = False
    condition: tuple[int, str] | None = None
    other: str = ""

    def __str__(self) -> str:
        if self.other:
            return f'{self.seat} says "{self.other}"'
        to = "to" if self.word == "raise" and self.amount is not None else ""
        when = f"{self.when} the chips" if self.when else ""
        condition = f"if {self.condition[0]} {self.condition[1]}," if self.condition else ""
        dark = "in the dark" if self.dark else ""
        return joined(self.seat, "says", dark, condition, SPOKEN[self.word], to, self.amount, when)


@dataclass(frozen=True, slots=True)
class Presses:
    """A key of the seat's display, `gap` ns after the act before."""

    seat: int
    key: str
    amount: int | None = None
    gap: int | None = None

    def __str__(self) -> str:
        after = "" if self.gap is None else f"after {time_text(self.gap)}"
        return joined(self.seat, "presses", after, KEY_TEXT.get(self.key, self.key), self.amount)


KEY_TEXT = {"all_in": "all in", "sit_out": "sit out", "sit_in": "sit in"}


@dataclass(frozen=True, slots=True)
class Motion:
    """Chips that move together, `gap` ns after the motion or act before. None is the usual pace."""

    chips: Chips
    gap: int | None = None

    def __str__(self) -> str:
        return joined("" if self.gap is None else f"after {time_text(self.gap)}", chips_text(self.chips))


@dataclass(frozen=True, slots=True)
class Pushes:
    """Chips from the stack without an announcement, in one motion or several.

    - `goal`: the bet line if empty, or else "pot", "tray", another seat's line such as "bet:5", or "stack": short of
      the line.
    - `at_once`: the next act follows while these chips are still on their way.
    """

    seat: int
    motions: tuple[Motion, ...]
    goal: str = ""
    at_once: bool = False

    def __str__(self) -> str:
        to = f"to {at_text(self.goal)}" if self.goal else ""
        at_once = "at once" if self.at_once else ""
        return joined(self.seat, "pushes", ", then ".join(map(str, self.motions)), to, at_once)


@dataclass(frozen=True, slots=True)
class TakesBack:
    """Chips that go back to the stack, from the bet line or from where they should not lie."""

    seat: int
    chips: Chips
    origin: str = ""  # the pot, or another seat's line

    def __str__(self) -> str:
        return joined(
            self.seat, "takes back", chips_text(self.chips), f"from {at_text(self.origin)}" if self.origin else ""
        )


@dataclass(frozen=True, slots=True)
class Posts:
    """A blind or ante, with these chips or with what is due."""

    seats: Seats
    chips: Chips | None = None

    def __str__(self) -> str:
        return joined(seats_text(self.seats), "posts", chips_text(self.chips or ()))


@dataclass(frozen=True, slots=True)
class Shows:
    """A hand is tabled. The cards are named if the table cannot read them."""

    seats: Seats
    cards: tuple[str, ...] = ()

    def __str__(self) -> str:
        return joined(seats_text(self.seats), "shows", " ".join(self.cards))


@dataclass(frozen=True, slots=True)
class Mucks:
    """A hand is thrown into the muck. At showdown the dealer enters that it is given up."""

    seats: Seats

    def __str__(self) -> str:
        return f"{seats_text(self.seats)} mucks"


@dataclass(frozen=True, slots=True)
class Chair:
    """A player stands up or sits down."""

    seat: int
    present: bool

    def __str__(self) -> str:
        return f"{self.seat} {'sits down' if self.present else 'stands up'}"


@dataclass(frozen=True, slots=True)
class Brings:
    """Chips from outside the table are laid on the seat's stack. `sits`: the player sits down with them."""

    seat: int
    chips: Chips
    sits: bool = False

    def __str__(self) -> str:
        return joined(self.seat, "sits down with" if self.sits else "brings", chips_text(self.chips))


@dataclass(frozen=True, slots=True)
class Pockets:
    """Chips leave the stack for a pocket. None: all of them."""

    seat: int
    chips: Chips | None

    def __str__(self) -> str:
        return joined(self.seat, "pockets", "all" if self.chips is None else chips_text(self.chips))


@dataclass(frozen=True, slots=True)
class Sits:
    """A player sits out the next hands, or is in again."""

    seat: int
    out: bool

    def __str__(self) -> str:
        return f"{self.seat} sits {'out' if self.out else 'in'}"


PlayerAct = Plain | Says | Presses | Pushes | TakesBack | Posts | Shows | Mucks | Chair | Sits | Brings | Pockets

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
        keep = f"with {seats_text(self.keep)}" if self.keep else ""
        return joined("goto", self.goal, self.seat or "", "folding" if self.folding else "", keep)


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
        return joined("reshuffle", f"giving {' '.join(self.order)}" if self.order else "")


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
        return joined(self.role, "answers", ask, self.choice, seat, because(self.reason))


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
            f"{self.role} overrules {self.seat or 'fault'}:", self.choice, self.amount, because(self.reason)
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
            return joined(self.role, words, self.seat, "to", self.amount, because(self.reason))
        where = "to" if self.what == "issue" else "from"
        return joined(self.role, words, self.amount, where, self.seat, because(self.reason))


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
