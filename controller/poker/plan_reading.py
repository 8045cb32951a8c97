"""What the plan of the deal says about its slots, its course and its cards. Nothing here changes it."""

from typing import Final

from controller.poker.places import BOARD, Place, Seat, is_board_spot
from controller.poker.slots import BURN, Slot, Slots

PAST_ANY_SHOE: Final = 200  # numbers from here on are of cards that no sensor counted


class PlanReading:
    """The questions that a plan answers. `Plan` (`plan.py`) makes and changes the parts."""

    __slots__ = ()

    slots: Slots
    by_card: dict[int, Slot]
    loose: list[int]
    out: dict[int, bool]
    drawn: int
    gate: int

    # --- questions about slots ----------------------------------------------------------------------------------

    def slot_of(self, card: int) -> Slot | None:
        """The slot for which a card counts, None if it has none."""
        return self.by_card.get(card)

    def place_of(self, card: int) -> Place | None:
        """The place for which a card left the shoe, None if it has no slot."""
        slot = self.by_card.get(card)
        return None if slot is None else slot.place

    def position(self, card: int) -> int:
        """How many cards are dealt before this one. Raises KeyError: the card has no slot."""
        return self.slots.position(self.by_card[card])

    def follows_burn(self, card: int) -> bool:
        """Whether the card left the shoe for the slot after a burn."""
        slot = self.by_card.get(card)
        before = None if slot is None else self.slots.before(slot)
        return before is not None and before.place == BURN

    def mark_of(self, card: int) -> int:
        """The mark of a card's slot, which gets one if it has none. Raises KeyError: the card has no slot."""
        return self.slots.mark_of(self.by_card[card])

    def mark_of_next(self) -> int:
        """The mark of the slot that the shoe comes to next, whatever the gate. It gets one if it has none."""
        return self.slots.mark_of(self.slots.row[self.drawn])

    def up_to_the_gate(self) -> list[Slot]:
        """The slots whose cards may have come."""
        return self.slots.up_to(self.gate)

    def next_due(self) -> Slot | None:
        """The slot of the next card that may leave the shoe, None if there is none before the gate."""
        return next((slot for slot in self.up_to_the_gate()[self.drawn :] if not slot.fed), None)

    def first_missing(self) -> Slot | None:
        """The first slot before the gate that is not done, None if there is none."""
        return next((slot for slot in self.up_to_the_gate() if not slot.done), None)

    def last_drawn(self) -> Slot | None:
        """The slot that the shoe has passed last, None before the first card."""
        return self.slots.row[self.drawn - 1] if self.drawn else None

    def counts(self, slot: Slot) -> bool:
        """Whether its card counts there. If not, it is out of play or came for another slot since."""
        return not slot.card or (self.by_card.get(slot.card) is slot and slot.card not in self.out)

    # --- questions about the course of the deal -----------------------------------------------------------------

    @property
    def card_due(self) -> bool:
        """Whether a card may come now."""
        return self.drawn < self.slots.end(self.gate)

    @property
    def board_begun(self) -> bool:
        """Whether a card has left the shoe after the hole cards."""
        return self.drawn > self.slots.end(0)

    @property
    def has_burns(self) -> bool:
        """Whether a card is burnt before any street."""
        return any(slot.place == BURN for slot in self.slots if slot.street)

    @property
    def awaits_cards(self) -> bool:
        """Whether any slot waits for a card from the table."""
        return any(slot.fed for slot in self.slots)

    @property
    def burns(self) -> int:
        """How many cards have been burnt."""
        return sum(slot.place == BURN and slot.done for slot in self.slots)

    def is_drawn(self, street: int) -> bool:
        """Whether all cards up to the end of a street have left the shoe."""
        return self.drawn >= self.slots.end(street)

    def passed(self, slot: Slot) -> bool:
        """Whether the shoe has passed a slot after that one."""
        return self.drawn > self.slots.position(slot) + 1

    def went_on_after(self, card: int) -> bool:
        """Whether a card left the shoe after this one of the deal."""
        slot = self.by_card.get(card)
        return bool(self.loose) or (self.drawn > 0 if slot is None else self.passed(slot))

    def out_before(self, slot: Slot) -> bool:
        """Whether every card before that slot is there, except those that come from the table."""
        return all(earlier.done or earlier.fed for earlier in self.slots.row[: self.slots.position(slot)])

    def begun_after(self, street: int) -> bool:
        """Whether a card has come for a later street."""
        return any(slot.card for slot in self.slots if slot.street > street)

    def drawn_burns(self) -> list[int]:
        """The cards that the shoe gave for burns, in order."""
        return [slot.card for slot in self.slots.row[: self.drawn] if slot.street and slot.place == BURN]

    # --- questions about cards ----------------------------------------------------------------------------------

    def knows(self, card: int) -> bool:
        """Whether a card left the shoe, even if it has no slot."""
        return card in self.by_card or card in self.loose or card in self.out

    def last_card(self) -> int:
        """The highest draw number so far, 0 before the first card."""
        return max((*self.by_card, *self.loose, *self.out), default=0)

    def last_that_counts(self) -> int:
        """The highest draw number of the cards that count or were not due, 0 if there are none."""
        return max((*self.by_card, *self.loose), default=0)

    def is_in_stub(self, card: int) -> bool:
        """Whether a card was shuffled into the stub."""
        return self.out.get(card) is False

    def in_stub(self) -> list[int]:
        """The cards that were shuffled into the stub. They leave it under other numbers."""
        return [card for card, on_table in self.out.items() if not on_table]

    def owner(self, card: int) -> Seat | None:
        """The seat to which a card was dealt, None for board and burn cards."""
        slot = self.by_card.get(card)
        return slot.place if slot is not None and slot.place <= BOARD else None

    def dealt_to(self, seat: Seat) -> list[int]:
        """The cards dealt to a seat, dead cards among them. A card put into another slot since belongs there."""
        by_card = self.by_card
        return [slot.card for slot in self.slots if slot.place == seat and by_card.get(slot.card) is slot]

    def cards_of(self, seat: Seat) -> list[int]:
        """The cards dealt to a seat so far that count."""
        return [card for card in self.dealt_to(seat) if card not in self.out]

    def lying_at(self, seat: Seat) -> list[int]:
        """The cards of a seat that count and are identified."""
        return [card for card in self.cards_of(seat) if self.by_card[card].done]

    def board(self) -> list[int]:
        """The board cards that are identified, in order."""
        return [slot.card for slot in self.slots if is_board_spot(slot.place) and slot.done and slot.card]

    def unnumbered(self) -> int:
        """A number for a card that no sensor counted."""
        return max(PAST_ANY_SHOE, self.last_card()) + 1
