"""People's entries through a console: announcements, the dealer's entries, answers and decisions."""

from typing import Annotated, Literal

from pydantic import Field

from .base import Author, Kinded, Line, Message, Name, Seat, Sum, Token
from .roles import Role

Word = Literal[
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "all_in",
    "amount",
    "plus",
    "pot",
    "pass",
    "pay",
    "stack",
    "other",
    "time",
]
Act = Literal["fold", "check", "call", "bet", "raise"]

# What the floor decides: about the table, about chips (with an amount), about a ruling (`replaces` names it).
Decision = Literal[
    "clear_fault",  # a fault that stopped the table is settled
    "stack", "issue", "withdraw",  # a stack is `amount`, or `amount` comes into play or leaves it
    "fold", "check", "call", "bet", "raise", "all_in", "void",  # what an act counts as instead
    "dead", "live",  # what a hand is instead
    # of a remedy: the rest falls away, the hand is void, the last movement is taken back, the ruling is
    "stands", "misdeal", "undo", "no_fault",
]  # fmt: skip
CORRECTIONS: tuple[Decision, ...] = ("stack", "issue", "withdraw")
OVERRULINGS: tuple[Decision, ...] = (
    "fold", "check", "call", "bet", "raise", "all_in", "void", "dead", "live", "stands", "misdeal", "undo",
    "no_fault",
)  # fmt: skip


class Condition(Message):
    """ "If seat 3 checks": the announcement holds if that seat does that."""

    seat: Seat
    act: Act


class Declared(Kinded):
    """A player's announcement as the dealer heard it.

    - `when`: before or after the chips moved
    - `amount` without `plus`: a bare amount
    - `plus`: an amount on top of the call
    - `pot`: the word
    - `other`: words that are not customary
    - `dark`: announced before the next cards are out
    """

    seat: Seat
    word: Word
    amount: Sum | None = None
    when: Literal["before", "after"] | None = None
    dark: bool = False
    condition: Condition | None = None


class DealerCommand(Kinded):
    """What no sensor sees. The words, the fields that each needs and what may stand there are the controller's to
    know: `controller.poker.entries`. Here every field has its bound."""

    word: Name
    seat: Seat | None = None
    other: Seat | None = None
    choice: Name | None = None
    amount: Sum | None = None
    number: Sum | None = None
    value: Line | None = Field(default=None, repr=False)  # may name cards that are not public yet


class Answer(Kinded):
    """The chosen option of an open question."""

    ask: Line
    option: Line
    reason: Line = ""


class FloorDecision(Kinded):
    """A floor decision, with its reason. `replaces`: the id of the ruling that it overrules."""

    decision: Decision
    seat: Seat | None = None
    amount: Sum | None = None
    replaces: Line | None = None
    reason: Line = ""


Told = Annotated[Declared | DealerCommand | Answer | FloorDecision, Field(discriminator="kind")]


class Entered(Kinded):
    """An entry, as a source sends it: under a session. `second`: the session of a second person, if one is needed.

    It names no person. The controller knows person and role from the session.
    """

    session: Token = Field(repr=False)
    second: Token = Field(default="", repr=False)
    told: Told


class Command(Kinded):
    """An entry with its author and role. The controller makes it from what was entered. No source sends it."""

    role: Role
    author: Author
    second: str = ""  # the second person, if two are needed
    told: Told
