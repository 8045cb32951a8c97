"""Questions with typed facts. Each carries all that a policy may know, so a policy needs neither table nor hand."""

from typing import Final, NamedTuple

from controller.poker.outcomes import ActKind
from controller.poker.places import Seat


class Facing(NamedTuple):
    """The situation of the seat on turn. All amounts are totals in front for the round, unless said otherwise."""

    seat: Seat
    before: int  # already in front, as it counts
    call: int  # the total to call, 0 if nothing is bet
    lowest: int | None  # the smallest legal bet or raise, None if the seat may not
    highest: int  # the largest legal total: the stack's end in big-bet play
    full: int  # the smallest full bet or raise, whatever the seat holds
    stack: int  # chips behind, not a total
    blind: int  # the smallest bet of the street, the big blind in big-bet play
    opening: bool  # no bet yet: nothing in front, or only the blinds
    increment: int = 1  # bets are multiples of it
    chip: int = 1  # the smallest chip that plays
    closed: str = "raise.closed"  # the rule key that says why `lowest` is None
    staked: int = 0  # said or bet too early, and more than counts in front: a fold leaves it there
    answerable: bool = True  # an opponent has chips to call a raise with

    @property
    def all_in(self) -> int:
        """The total if everything goes in."""
        return self.before + self.stack

    @property
    def faces_bet(self) -> bool:
        """Whether a bet is to be called. Chips of an act out of turn may lie there for it already."""
        return self.call > self.before or self.staked > 0


NO_FACING: Final = Facing(0, 0, 0, None, 0, 0, 0, 0, True)
"""Of an act that is read again: that says what its seat faced."""


class SilentChips(NamedTuple):
    """One motion of chips to the bet line. `total` includes the chips in front before it.

    `announced` is true if "raise" was announced before, without an amount.
    """

    facing: Facing
    chips: tuple[int, ...]
    total: int
    announced: bool = False


def leaves_amount_open(word: str, amount: int | None) -> bool:
    """Whether the word is a bare "bet" or "raise": the chips say how much."""
    return word in ("bet", "raise") and amount is None


class Said(NamedTuple):
    """An announcement by key or word. `amount` is a total, None if none was announced. `how` is the rule key by which
    words other than a total stand for it."""

    facing: Facing
    word: str
    amount: int | None
    how: str = ""

    @property
    def leaves_amount_open(self) -> bool:
        """Whether this is the bare word "bet" or "raise": the chips say how much."""
        return leaves_amount_open(self.word, self.amount)


class Reading(NamedTuple):
    """A reading: an act and its total, and the rule key that decided (for its articles)."""

    act: ActKind
    total: int
    matter: str
