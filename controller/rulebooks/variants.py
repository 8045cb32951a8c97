"""The games that a table can deal. Each is one `GameVariant` in `VARIANTS`, and nothing else tells them apart."""

from dataclasses import dataclass
from typing import Final

from controller.rulebooks.entry import Structure


@dataclass(frozen=True, slots=True)
class GameVariant:
    """A game with hole cards of each player and a board for all. The best five cards make a hand.

    - `hole_used`: how many of a hand's five must be hole cards, None for any number
    - `streets`: the board cards of flop, turn and river
    """

    key: str
    hole_cards: int  # of each player, dealt one at a time
    hole_used: int | None
    structures: tuple[Structure, ...]  # of betting that it is played with, the usual one first
    streets: tuple[int, ...] = (3, 1, 1)

    @property
    def board_cards(self) -> int:
        """The cards of a whole board."""
        return sum(self.streets)

    def board_card(self, nth: int) -> tuple[int, int, int]:
        """Return for the n-th card of the board its street (1 is the flop), which card of the street it is, and of
        how many.

        Raises ValueError if the board has no such card.
        """
        for street, count in enumerate(self.streets, 1):
            if nth <= count:
                return street, nth, count
            nth -= count
        raise ValueError(f"the board has {self.board_cards} cards")


HOLDEM: Final = GameVariant("holdem", 2, None, ("no_limit", "pot_limit", "limit"))
OMAHA: Final = GameVariant("omaha", 4, 2, ("pot_limit",))
VARIANTS: Final = {variant.key: variant for variant in (HOLDEM, OMAHA)}


def variant_of(key: str) -> GameVariant:
    """The variant of that name. Raises ValueError with the name and what is allowed."""
    if key not in VARIANTS:
        raise ValueError(f"no variant is called {key!r}, allowed are {', '.join(VARIANTS)}")
    return VARIANTS[key]
