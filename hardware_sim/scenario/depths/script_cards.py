"""The cards by the names that scenarios use, and what the world alone does not say of them."""

from typing import Final

from hardware_sim.physics.things import OFF, STUB, card_places
from hardware_sim.robot.tabletop import TableTop

CARD_PLACES: Final = frozenset(card_places(10)) - {STUB, OFF}
"""Places where a card can lie by itself.

A card laid on the stub is shuffled in later. Cards off the table lie in one heap with those that are set aside, the
burns and the joker.
"""


class ScriptCards:
    """The cards of one scenario."""

    def __init__(self, top: TableTop) -> None:
        self._top = top
        self.ids = {card.face: card.id for card in top.world.cards}
        self.names = {card.id: card.face for card in top.world.cards}
        self.beside: dict[str, str] = {}  # card and the place without an antenna where it lies, such as the burns
        self.lifted: dict[str, str] = {}  # card and the place it belongs to
        self.exits: dict[str, int] = {}  # card and its draw number, or the next number if it appeared without a draw
        self.hidden: dict[str, str] = {}  # card and the place that it left unnoticed, or came back to

    def forget(self) -> None:
        """All cards are in the shoe again."""
        for kept in (self.beside, self.lifted, self.exits, self.hidden):
            kept.clear()

    def at(self, place: str) -> list[str]:
        """Return the cards at a place, those that the dealer holds for it among them."""
        held = [card for card, origin in (self.lifted | self.beside).items() if origin == place]
        lying = self._top.cards(place) if place in CARD_PLACES else ()
        return [*(self.names[thing] for thing in lying), *held]

    def unnoticed_at(self, place: str) -> tuple[int, int]:
        """Return how many cards left a place unnoticed, and how many of them are back."""
        left = [self.ids[card] for card, origin in self.hidden.items() if origin == place]
        return len(left), sum(self._top.world.place_of(card) == place for card in left)
