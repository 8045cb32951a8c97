"""What a scenario says, as a tree. `str` of a node is its text in the language; positions do not count for equality.

Amounts are in minor units, times in ns, seats 1 to 10, cards by name; chips are denominations in the order written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from .errors import At

Chips = tuple[int, ...]
Seats = tuple[int, ...]
Value = int | str | tuple[int | str, ...] | None


def chips_text(chips: Chips) -> str:
    """Chips as a scenario writes them."""
    runs = ((value, len(list(run))) for value, run in groupby(chips))
    return " + ".join(str(value) if count == 1 else f"{count}x{value}" for value, count in runs)


def time_text(duration: int) -> str:
    """A time as a scenario writes it."""
    milliseconds = duration // 1_000_000
    return f"{milliseconds} ms" if milliseconds % 1_000 else f"{milliseconds // 1_000} s"


def seats_text(seats: Seats) -> str:
    """Seats as a scenario writes them."""
    return ", ".join(map(str, seats))


def _joined(*parts: object) -> str:
    return " ".join(str(part) for part in parts if part not in (None, "", ()))


def _with(chips: Chips | None) -> str:
    return f"with {chips_text(chips)}" if chips else ""


def _because(reason: str) -> str:
    return f"because {reason}" if reason else ""


# --- what lies ready --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook and its structure; `structure` "" is the book's first."""

    key: str
    structure: str = ""

    def __str__(self) -> str:
        return _joined(self.key, self.structure)


@dataclass(frozen=True, slots=True)
class Header:
    """What is on the table before the first act. None or empty is: not said."""

    books: tuple[Book, ...] = ()
    shows: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    blinds: tuple[int, int] | None = None
    ante: int | None = None
    big_blind_ante: int | None = None
    bets: tuple[int, int] | None = None
    seats: Seats = ()
    stack: int | None = None  # of every seat that has none of its own
    stacks: tuple[tuple[int, int], ...] = ()
    chips: tuple[tuple[int, Chips], ...] = ()
    sitting_out: Seats = ()
    button: int | None = None
    smallest: int | None = None
    cash: bool | None = None
    absent: tuple[str, ...] = ()  # parts: "shoe", "cards", "faces", "board", "chips", "chips:4", "pot", ...
    resolution: int | None = None
    shoe: tuple[str, ...] = ()
    hands: tuple[tuple[int, tuple[str, ...]], ...] = ()
    board: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> list[str]:
        pairs: list[tuple[str, object]] = [
            ("under", ", ".join(map(str, self.books))),
            ("shows", ", ".join(self.shows)),
            *(("note", note) for note in self.notes),
            ("blinds", "/".join(map(str, self.blinds or ()))),
            ("ante", self.ante),
            ("big blind ante", self.big_blind_ante),
            ("bets", "/".join(map(str, self.bets or ()))),
            ("seats", seats_text(self.seats)),
            ("stacks", self.stack),
            *(("seat", f"{seat} stack {stack}") for seat, stack in self.stacks),
            *(("seat", f"{seat} chips {chips_text(chips)}") for seat, chips in self.chips),
            ("sitting out", seats_text(self.sitting_out)),
            ("button", self.button),
            ("smallest", self.smallest),
            ("", None if self.cash is None else "cash" if self.cash else "tournament"),
            ("without", ", ".join(part.replace(":", " ") for part in self.absent)),
            ("resolution", None if self.resolution is None else time_text(self.resolution)),
            ("shoe", " ".join(self.shoe)),
            *(("hand", f"{seat} {' '.join(cards)}") for seat, cards in self.hands),
            ("board", " ".join(self.board)),
        ]
        return [_joined(word, value) for word, value in pairs if value not in (None, "")]


# --- acts of players ----------------------------------------------------------------------------------------------

PlainAct = Literal["fold", "check", "call", "bet", "raise", "allin"]
PLAIN_TEXT = {
    "fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to", "allin": "goes all in",
}  # fmt: skip
SPOKEN = {
    "fold": "fold", "check": "check", "call": "call", "bet": "bet", "raise": "raise", "allin": "all in",
    "amount": "", "plus": "plus", "pot": "pot",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plain:
    """An act as it should be: said, and the chips for it in one motion."""

    seats: Seats
    act: PlainAct
    total: int | None = None
    chips: Chips | None = None

    def __str__(self) -> str:
        return _joined(seats_text(self.seats), PLAIN_TEXT[self.act], self.total, _with(self.chips))


@dataclass(frozen=True, slots=True)
class Says:
    """Words only. `condition` is (seat, act) of "if 3 checks"; `dark`: before the next cards; `other`: unofficial."""

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
        return _joined(self.seat, "says", dark, condition, SPOKEN[self.word], to, self.amount, when)


@dataclass(frozen=True, slots=True)
class Presses:
    """A key of the seat's display."""

    seat: int
    key: str
    amount: int | None = None

    def __str__(self) -> str:
        return _joined(self.seat, "presses", KEY_TEXT.get(self.key, self.key), self.amount)


KEY_TEXT = {"allin": "all in", "sitout": "sit out", "sitin": "sit in"}


@dataclass(frozen=True, slots=True)
class Motion:
    """Chips that move together; `gap` ns after the motion before, None for the usual pace."""

    chips: Chips
    gap: int | None = None

    def __str__(self) -> str:
        return _joined("" if self.gap is None else f"after {time_text(self.gap)}", chips_text(self.chips))


@dataclass(frozen=True, slots=True)
class Pushes:
    """Chips from the stack without a word, in one motion or several; to the bet line unless `goal` says otherwise."""

    seat: int
    motions: tuple[Motion, ...]
    goal: str = ""

    def __str__(self) -> str:
        to = f"to {self.goal}" if self.goal else ""
        return _joined(self.seat, "pushes", ", then ".join(map(str, self.motions)), to)


@dataclass(frozen=True, slots=True)
class TakesBack:
    """Chips from the bet line back to the stack."""

    seat: int
    chips: Chips

    def __str__(self) -> str:
        return f"{self.seat} takes back {chips_text(self.chips)}"


@dataclass(frozen=True, slots=True)
class Posts:
    """Blind or ante: these chips, or what is due."""

    seats: Seats
    chips: Chips | None = None

    def __str__(self) -> str:
        return _joined(seats_text(self.seats), "posts", chips_text(self.chips or ()))


@dataclass(frozen=True, slots=True)
class Shows:
    """A hand is tabled; the cards are named where the table cannot read them."""

    seats: Seats
    cards: tuple[str, ...] = ()

    def __str__(self) -> str:
        return _joined(seats_text(self.seats), "shows", " ".join(self.cards))


@dataclass(frozen=True, slots=True)
class Mucks:
    """A hand is thrown into the muck; at showdown the dealer says that it is given up."""

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
class Sits:
    """A player is out of the next hands, or in again."""

    seat: int
    out: bool

    def __str__(self) -> str:
        return f"{self.seat} sits {'out' if self.out else 'in'}"


PlayerAct = Plain | Says | Presses | Pushes | TakesBack | Posts | Shows | Mucks | Chair | Sits

# --- acts of the dealer --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fault:
    """What goes wrong while cards are dealt: "boxed", "exposing", "unread", "misplaced" and so on."""

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


def at_text(place: str) -> str:
    """`board:2` as people write it: `board 2`."""
    return place.replace(":", " ")


@dataclass(frozen=True, slots=True)
class Deals:
    """Shuffle, button, posts and cards, as far as they are still to come; or only so many cards."""

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
    """Cards by name, or those of a seat, go to a place; "lifted" and "back" stay at the seat."""

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
    """Bets to the pot: what is due back first, unless they are taken as they lie. No seats: all."""

    seats: Seats = ()
    as_they_lie: bool = False

    def __str__(self) -> str:
        return _joined("gather", seats_text(self.seats)) + (", as they lie" if self.as_they_lie else "")


@dataclass(frozen=True, slots=True)
class Settles:
    """The dealer puts right what is due on the bet lines. No seats: all."""

    seats: Seats = ()

    def __str__(self) -> str:
        return _joined("settle", seats_text(self.seats))


@dataclass(frozen=True, slots=True)
class Simple:
    """What needs no more words: shuffle, push pots."""

    word: Literal["shuffle", "push pots"]

    def __str__(self) -> str:
        return self.word


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
class Goto:
    """Everybody checks or calls, by real acts, until the goal; with `keep`, all others fold."""

    goal: str  # a phase, "seat" or "end"
    seat: int = 0
    keep: Seats = ()
    folding: bool = False

    def __str__(self) -> str:
        keep = f"with {seats_text(self.keep)}" if self.keep else ""
        return _joined("goto", self.goal, self.seat or "", "folding" if self.folding else "", keep)


DealerAct = Deals | Street | MovesCards | Gathers | Settles | Simple | PutsButton | Waits | Goto

# --- what is told, and what sensors say ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tells:
    """A command of the dealer, the floor or the director, with its words as they stand."""

    role: str
    word: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return _joined(self.role, self.word, *self.arguments)


@dataclass(frozen=True, slots=True)
class Answers:
    """An answer to an open question; `ask` "" is the only one that is open."""

    role: str
    choice: str
    ask: str = ""
    reason: str = ""

    def __str__(self) -> str:
        return _joined(self.role, "answers", f"{self.ask}:" if self.ask else "", self.choice, _because(self.reason))


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
            return _joined(self.role, words, self.seat, "to", self.amount, _because(self.reason))
        where = "to" if self.what == "issue" else "from"
        return _joined(self.role, words, self.amount, where, self.seat, _because(self.reason))


@dataclass(frozen=True, slots=True)
class Senses:
    """What the sensors say although it is not so: chips or cards at a place, the button, a post spot."""

    place: str  # "bet:4", "stack:4", "pot", "seat:3", "board:2", "muck", "button", "post:3"
    chips: Chips | None = None
    cards: tuple[str, ...] = ()
    seat: int = 0

    def __str__(self) -> str:
        if self.place == "button":
            return _joined("sensors see button", self.seat or "nowhere")
        what = chips_text(self.chips) if self.chips else " ".join(self.cards) or "nothing"
        return _joined("sensors see", at_text(self.place), "=", what)


@dataclass(frozen=True, slots=True)
class Gap:
    """A source sees nothing for a time that ends now."""

    source: str
    duration: int

    def __str__(self) -> str:
        return f"sensors blind {self.source} for {time_text(self.duration)}"


ToldOrSensed = Tells | Answers | Corrects | Senses | Gap

# --- expectations --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WantRuling:
    """A ruling since the last act. What is empty or None is not looked at."""

    articles: tuple[str, ...] = ()
    matter: str = ""
    seat: int | None = None
    act: str = ""  # fold check call bet raise post hold void
    total: int | None = None
    lent_by: str = ""
    corrects: bool = False  # it replaces an earlier ruling

    def __str__(self) -> str:
        lent = f"lent by {self.lent_by}" if self.lent_by else ""
        what = ", ".join(self.articles) or f"on {self.matter}"
        matter = f"on {self.matter}" if self.articles and self.matter else ""
        seat = f"seat {self.seat}" if self.seat else ""
        return _joined("ruling", what, matter, lent, seat, self.act, self.total, "corrected" if self.corrects else "")


@dataclass(frozen=True, slots=True)
class WantRefused:
    """What was just done is no act: voided by an article, or refused by an alarm of that key."""

    articles: tuple[str, ...] = ()
    key: str = ""
    seat: int | None = None

    def __str__(self) -> str:
        seat = f"seat {self.seat}" if self.seat else ""
        return _joined("refused", ", ".join(self.articles) or self.key, seat)


@dataclass(frozen=True, slots=True)
class WantAsk:
    """A question to a person."""

    role: str
    key: str = ""
    seat: int | None = None
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        seat = f"seat {self.seat}" if self.seat else ""
        options = f"options {', '.join(self.options)}" if self.options else ""
        return _joined("ask", self.role, self.key, seat, options)


@dataclass(frozen=True, slots=True)
class WantAlarm:
    """An alarm."""

    key: str
    seat: int | None = None
    amount: int | None = None

    def __str__(self) -> str:
        seat = f"seat {self.seat}" if self.seat else ""
        amount = f"amount {self.amount}" if self.amount is not None else ""
        return _joined("alarm", self.key, seat, amount)


@dataclass(frozen=True, slots=True)
class WantNo:
    """None of these since the last act, ordinary ones included."""

    what: Literal["ruling", "ask", "alarm"]

    def __str__(self) -> str:
        return f"no {self.what}"


@dataclass(frozen=True, slots=True)
class WantField:
    """A field of the table as anyone may see it; `seat` 0 where the field is the table's."""

    name: str
    value: Value
    seat: int = 0

    def __str__(self) -> str:
        if self.value is None or self.value == ():
            value = "none"
        elif isinstance(self.value, tuple):
            value = (" " if self.name in ("board", "cards") else ", ").join(map(str, self.value))
        else:
            value = str(self.value)
        return _joined(self.name, self.seat or "", "=", value)


Want = WantRuling | WantRefused | WantAsk | WantAlarm | WantNo | WantField


@dataclass(frozen=True, slots=True)
class Expect:
    """Expectations between acts; `by`: the articles that fix the fields."""

    wants: tuple[Want, ...]
    by: tuple[str, ...] = ()

    def __str__(self) -> str:
        by = f" by {', '.join(self.by)}" if self.by else ""
        return f"expect {'; '.join(map(str, self.wants))}{by}"


Statement = PlayerAct | DealerAct | ToldOrSensed | Expect


@dataclass(frozen=True, slots=True)
class Line:
    """A statement where it stands; `under`: only when run under one of these books."""

    statement: Statement
    under: tuple[str, ...] = ()
    at: At = field(default=At(0, 0), compare=False)

    def __str__(self) -> str:
        return f"under {', '.join(self.under)}: {self.statement}" if self.under else str(self.statement)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One hand or more at one table. `shows_under`: cases shown only under a book."""

    name: str
    header: Header
    script: tuple[Line, ...]
    shows_under: tuple[tuple[str, str], ...] = ()  # (book, case)
    at: At = field(default=At(1, 1), compare=False)

    def __str__(self) -> str:
        shows = [f"under {book}: shows {case}" for book, case in self.shows_under]
        return "\n".join([f"scenario {self.name}", str(self.header), *shows, *map(str, self.script)])

    def shown_by(self, book: str) -> tuple[str, ...]:
        """The cases it shows when run under a book."""
        return (*self.header.shows, *(case for b, case in self.shows_under if b == book))


@dataclass(frozen=True, slots=True)
class File:
    """The scenarios of a text, in order."""

    source: str
    scenarios: tuple[Scenario, ...]

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.scenarios)) + "\n"
