"""Board cards that come too early: facts, and the policies that decide their consequences."""

from typing import Final, Literal, NamedTuple

from controller.poker.policy import always, policy
from controller.rulebooks.deal import PrematureFlop

Course = Literal[
    "reshuffled",  # back to the stub, which is shuffled after the betting. No burn is taken again
    "river_is_turn",  # set aside. Burn, the river's card is the turn. Shuffled in, and a river without a burn
    "third_card",  # thrown away. The two cards after it keep their places, and the third replaces it
    "next_card",  # thrown away. The next card replaces it
    "folds",  # the seat that had still to act is out of the hand, and the cards stand
    "folds_or_checks",  # likewise, but it could have checked: the floor decides
]


class TooEarly(NamedTuple):
    """Cards of the next street lie open although a player is still to act."""

    out: int  # cards on the board that are not due
    free: bool  # the seat to act owes nothing
    acted_behind: bool  # a player behind a seat that was passed over has acted


@policy("premature.flop", "third_card_fills")
def third_card_fills(m: TooEarly, on: PrematureFlop) -> Course:
    """The first card is thrown away and the third of the deck fills the flop. A second one costs the hand."""
    if m.out < 2 or not on.two_out_folds:
        return "next_card"
    return "folds_or_checks" if m.free else "folds"


# The courses that a book may choose without looking at the cards.
CHOSEN: Final[tuple[tuple[str, str, Course], ...]] = (
    ("premature.flop", "reshuffle", "reshuffled"),
    ("premature.river", "reshuffle", "reshuffled"),
    ("premature.turn", "river_becomes_turn", "river_is_turn"),
    ("premature.turn", "third_card", "third_card"),
    ("premature.river", "next_card", "next_card"),
)
for _matter, _name, _course in CHOSEN:
    always(_matter, _name, _course)
