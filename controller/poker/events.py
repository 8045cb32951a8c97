"""The events of a table: sensed, entered, and timers. The only input of the core.

`at` is an interval in nanoseconds: (last seen absent, first seen present). Draw numbers count cards in the order they
leave the shoe, from 1 in each hand. A table without a shoe numbers them at first sight, also from 1. Places are the
integers of `places`. Faces never appear in a repr.
"""

from dataclasses import dataclass, field
from typing import Literal

from controller.poker.cards import Card
from controller.poker.places import Place, Seat
from controller.poker.said import Said
from controller.poker.timers import Timer
from firmware_bridge.messages.roles import Role

Interval = tuple[int, int]
Orientation = Literal["down", "up", "unknown"]
Key = Literal["fold", "check", "call", "raise", "all_in", "time", "sit_out", "sit_in"]
Word = Literal[
    "fold", "check", "call", "bet", "raise", "all_in",
    "amount",  # a bare amount
    "plus",  # a supplement: the amount on top
    "pot",  # the word "pot"
    "pass", "pay", "stack",  # words of a house: its book says what each means, if anything
    "other",  # words outside the customary ones
]  # fmt: skip
When = Literal["before", "after"]


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card left the shoe. `face` was read in its window. It may be that of the card before or after, so it names no
    card. It is None if no reading can be of this card.

    `before`: the draw number of a card that left the shoe after this one and was first seen where it lay. It is 0
    if none is known.

    `lies`: where the card was first seen, if no reading saw it leave the shoe.
    """

    exit: int
    face: Card | None = field(repr=False)
    orientation: Orientation
    at: Interval
    before: int = 0
    lies: Place | None = None


@dataclass(frozen=True, slots=True)
class CardPlaced:
    """A card is identified at a spot. `face` is what its tag says there, None if unread."""

    exit: int
    spot: Place
    face: Card | None = field(repr=False)
    at: Interval


@dataclass(frozen=True, slots=True)
class CardGone:
    """A card is no longer seen at a spot. It may be lifted, so this is never a fold."""

    exit: int
    spot: Place
    at: Interval


@dataclass(frozen=True, slots=True)
class CardReturned:
    """The card that left the shoe last was pushed back into it. Drawn again, it keeps its draw number."""

    exit: int
    at: Interval


@dataclass(frozen=True, slots=True)
class ChipsMoved:
    """One settled motion at one chip area: the denominations that came and that went."""

    area: Place
    added: tuple[int, ...]
    removed: tuple[int, ...]
    at: Interval


@dataclass(frozen=True, slots=True)
class ButtonPlaced:
    """The dealer button is at a seat, or at none."""

    seat: Seat | None
    at: Interval


@dataclass(frozen=True, slots=True)
class PostPlaced:
    """The ante or blind spot of a seat is covered or not. It says which seat, never how much."""

    seat: Seat
    present: bool
    at: Interval


@dataclass(frozen=True, slots=True)
class SeatKey:
    """A player's key. `amount` is the total in front of the seat for the round, for "raise" only."""

    seat: Seat
    key: Key
    amount: int | None
    at: Interval


@dataclass(frozen=True, slots=True)
class SeatOccupied:
    """The chair of a seat is taken or left."""

    seat: Seat
    present: bool
    at: Interval


@dataclass(frozen=True, slots=True)
class SensingGap:
    """A source saw nothing between two times. The changes meanwhile are unknown."""

    source: str
    since: int
    until: int

    @property
    def at(self) -> Interval:
        return self.since, self.until


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What lies where now. A field that is None was not looked at, and neither was an area or spot that is not
    listed."""

    cards: tuple[tuple[Place, tuple[tuple[int, Card | None], ...]], ...] | None = field(repr=False)
    chips: tuple[tuple[Place, tuple[int, ...]], ...] | None
    button: Seat | None
    posts: tuple[Seat, ...] | None
    at: Interval


@dataclass(frozen=True, slots=True)
class Declared:
    """The words of a player, as the dealer enters them. `amount` is the total in the words, None if they had none.

    - `when`: whether the announcement came before or after the chips of the same act. None if there are no chips yet
    - `dark`: for the next street, whose cards are not out. Said again, it is for the one after
    - `condition` (seat, act): it holds if that seat does this
    """

    seat: Seat
    word: Word
    amount: int | None
    by: str
    role: Role
    when: When | None
    at: Interval
    dark: bool = False
    condition: tuple[Seat, str] | None = None


@dataclass(frozen=True, slots=True)
class DealerCommand:
    """An entry: a word of `ENTRIES`, and its values, of the class that stands there."""

    word: str
    said: Said | None
    by: str
    role: Role
    at: Interval


@dataclass(frozen=True, slots=True)
class FloorDecision:
    """An answer to an open ask (by its id), one of its options.

    With the id of a ruling ("12.1") in place of an ask it overrules that: "fold", "check", "call", "bet", "raise" or
    "void" for an act, "dead" or "live" for a hand. `amount`: the total of a bet or raise.
    """

    ask: str
    choice: str
    reason: str
    by: str
    role: Role
    at: Interval
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    """A change with a reason: "stack" (set to amount), "issue" and "withdraw" (chips to or from a stack)."""

    what: Literal["stack", "issue", "withdraw"]
    seat: Seat
    amount: int
    reason: str
    by: str
    role: Role
    at: Interval


@dataclass(frozen=True, slots=True)
class ClockSet:
    """The machine was off, and its clock started again. Every stored time moves `by` ns (earlier if negative). While
    the machine was off no clock of the table ran."""

    by: int
    at: int  # ns, by the new clock


@dataclass(frozen=True, slots=True)
class Unlocked:
    """A fault had locked the table since `since`, and is cleared. No clock of the house ran meanwhile."""

    since: int  # ns
    at: int  # ns


@dataclass(frozen=True, slots=True)
class TimerFired:
    """A timer that an `Arm` asked for is due."""

    timer: Timer
    at: int


Sensed = (
    CardDrawn
    | CardPlaced
    | CardGone
    | CardReturned
    | ChipsMoved
    | ButtonPlaced
    | PostPlaced
    | SeatKey
    | SeatOccupied
    | SensingGap
    | Snapshot
)
Told = Declared | DealerCommand | FloorDecision | Correction
Event = Sensed | Told | TimerFired | ClockSet | Unlocked
