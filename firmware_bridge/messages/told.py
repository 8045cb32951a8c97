"""What people say through a console: announcements, the dealer's entries, answers and decisions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .base import Message, Role, Seat

Word = Literal["fold", "check", "call", "bet", "raise", "all_in", "time"]
DealerEntry = Literal[
    "shuffle",  # the hand begins
    "deal_done",  # without a shoe: every hand has its cards
    "burned",  # without a shoe: the burn card lies where it belongs
    "board",  # without card spots: value = the cards, "7h8hKd"
    "gathered",  # bets are in the pot
    "folded",  # the dealer took the hand of `seat`
    "shows",  # `seat` tables its hand; value = its cards where no sensor knows them
    "mucks",  # `seat` gives its hand up at the showdown
    "wins",  # without card readers: `seat` takes the pot named by value
    "awarded",  # the pots were pushed (a table without chip readers)
    "stack",  # value = the stack of `seat`, counted by hand (manual seat)
    "button",  # the button stands at `seat`
    "sit_in",
    "sit_out",
    "manual",  # value = a part's name: its readings are entered by hand from now on
    "sensing",  # value = a part's name: its readings count again (from the next hand)
]


class Declared(Message):
    """A player's announcement as the dealer heard it. `when`: before or after the chips moved."""

    kind: Literal["declared"] = "declared"
    seat: Seat
    word: Word
    amount: int | None = None
    when: Literal["before", "after"] | None = None


class DealerCommand(Message):
    """The dealer enters what no sensor sees."""

    kind: Literal["dealer_command"] = "dealer_command"
    word: DealerEntry
    seat: Seat | None = None
    value: str | None = Field(default=None, repr=False)  # may name cards that are not public yet


class Answer(Message):
    """The chosen option of an open question."""

    kind: Literal["answer"] = "answer"
    ask: str
    option: str


class FloorDecision(Message):
    """A floor decision in the words of the closed list of effects, with its reason."""

    kind: Literal["floor_decision"] = "floor_decision"
    decision: str
    seat: Seat | None = None
    amount: int | None = None
    replaces: str | None = None
    reason: str = ""


Told = Annotated[Declared | DealerCommand | Answer | FloorDecision, Field(discriminator="kind")]


class Command(Message):
    """Something told, by whom, in which role. The controller refuses a role that may not say it."""

    kind: Literal["command"] = "command"
    role: Role
    author: str
    told: Told
