"""A deck that passes the shoe in a known order: which tag is which card follows from it. Pure."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from controller.poker.cards import DECK_SIZE, JOKER, RANKS, Card, card
from firmware_bridge.messages.base import TagId

ORDER: Final[tuple[Card, ...]] = tuple(card(rank + suit) for suit in "shdc" for rank in RANKS[-1] + RANKS[:-1])
"""Ace to king of spades, hearts, diamonds, clubs. A person can lay any deck like that."""

MOST_JOKERS: Final = 4


class Drawn(Enum):
    """The result of a draw."""

    READ = auto()
    UNREAD = auto()
    TWO = auto()
    KNOWN = auto()


class Enrolment:
    """Fifty-two cards in `ORDER`, then the jokers. Its repr shows no tag."""

    def __init__(self, jokers: int = 0) -> None:
        if not 0 <= jokers <= MOST_JOKERS:
            raise ValueError(f"{jokers} jokers. Allowed are 0-{MOST_JOKERS}")
        self._order = (*ORDER, *([JOKER] * jokers))
        self._found: dict[TagId, Card] = {}

    @property
    def due(self) -> Card | None:
        """The card to be drawn next, None if the deck is complete."""
        return self._order[len(self._found)] if len(self._found) < len(self._order) else None

    @property
    def left(self) -> int:
        """How many cards are still to come."""
        return len(self._order) - len(self._found)

    @property
    def cards(self) -> dict[TagId, Card]:
        """The card of each tag. Complete once nothing is due."""
        return dict(self._found)

    def drawn(self, tags: Sequence[TagId]) -> Drawn:
        """Take a card that left the shoe. It counts if one new tag was read. Otherwise the same card is to be drawn
        again."""
        if len(tags) != 1:
            return Drawn.TWO if tags else Drawn.UNREAD
        if tags[0] in self._found:
            return Drawn.KNOWN
        if self.due is not None:
            self._found[tags[0]] = self.due
        return Drawn.READ


assert len(set(ORDER)) == DECK_SIZE  # noqa: S101 - a deck has each card once
