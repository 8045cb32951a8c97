"""What players do and say, as nodes of the tree. `str` of each is its text."""

from dataclasses import dataclass
from typing import Literal

from .notation import Chips, Seats, at_text, chips_text, joined, named, seats_text, time_text

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
        return joined(
            seats_text(self.seats), PLAIN_TEXT[self.act], self.total, named("with", chips_text(self.chips or ()))
        )


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
        to, at_once = named("to", at_text(self.goal)), "at once" if self.at_once else ""
        return joined(self.seat, "pushes", ", then ".join(map(str, self.motions)), to, at_once)


@dataclass(frozen=True, slots=True)
class TakesBack:
    """Chips that go back to the stack, from the bet line or from where they should not lie."""

    seat: int
    chips: Chips
    origin: str = ""  # the pot, or another seat's line

    def __str__(self) -> str:
        return joined(self.seat, "takes back", chips_text(self.chips), named("from", at_text(self.origin)))


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
