"""The deal as a plan of expected card movements, with gates.

Slots are places in the order the cards leave the shoe: two rounds of hole cards from the left of the button, then
burn and flop, burn and turn, burn and river. A gate is the slot up to which cards may be drawn now.
"""

from collections.abc import Collection, Sequence
from typing import Final

from controller.poker.places import BOARD, MUCK, Place, Seat

BURN: Final = 19  # a slot with no antenna: the burn pile
NO_SLOT: Final = -1
_STREETS: Final = (BURN, BOARD + 1, BOARD + 2, BOARD + 3, BURN, BOARD + 4, BURN, BOARD + 5)
_GATES: Final = (0, 4, 6, 8)  # cards after the hole cards, by street


class Plan:
    """What is due, what has left the shoe, what is proven. Exits are numbers of cards, never faces."""

    __slots__ = ("burns", "drawn", "exits", "gate", "missing", "proven", "slot_of", "slots", "ticked_unseen")

    def __init__(self, seats: Sequence[Seat], unseen: Collection[Place] = ()) -> None:
        """`seats` in dealing order; `unseen` are the places without an antenna, ticked when the card is drawn."""
        self.slots: tuple[Place, ...] = (*seats, *seats, *_STREETS)
        self.ticked_unseen = frozenset(unseen)
        self.slot_of: dict[int, int] = {}
        self.exits = [0] * len(self.slots)  # the exit in each slot, 0 for none
        self.proven = [False] * len(self.slots)
        self.drawn = 0
        self.burns = 0
        self.gate = 2 * len(seats)
        self.missing = self.gate

    def open_gate(self, street: int) -> None:
        """Let the cards of a street come: 1 flop, 2 turn, 3 river."""
        gate = len(self.slots) - _GATES[-1] + _GATES[street]
        self.missing += gate - self.gate
        self.gate = gate

    def shut_gate(self, street: int) -> None:
        """Betting of a street (0 before the flop) is open again: the cards after it may not come. None has been
        drawn.
        """
        gate = len(self.slots) - _GATES[-1] + _GATES[street]
        self.missing -= self.gate - gate
        self.gate = gate

    def draw(self, exit_: int) -> Place:
        """A card leaves the shoe: its place by the plan, `NO_SLOT` if none was due or it is not the next exit."""
        slot = self.drawn
        if slot >= self.gate or exit_ in self.slot_of:
            return NO_SLOT
        place = self.slots[slot]
        self.drawn = slot + 1
        self.slot_of[exit_] = slot
        self.exits[slot] = exit_
        if place == BURN:
            self.burns += 1
            self._prove(slot)
        elif place in self.ticked_unseen:
            self._prove(slot)
        return place

    def _prove(self, slot: int) -> None:
        self.proven[slot] = True
        self.missing -= 1

    def first_sight(self, exit_: int, spot: Place) -> bool:
        """Without a shoe: a card appears at a spot. It takes the first open slot there; False if none is due."""
        for slot in range(self.gate):
            if self.slots[slot] == spot and not self.exits[slot]:
                self.exits[slot] = exit_
                self.slot_of[exit_] = slot
                if not self.proven[slot]:  # the dealer may have said that it is out
                    self._prove(slot)
                self.drawn = max(self.drawn, slot + 1)
                return True
        return False

    @property
    def burn_due(self) -> bool:
        """A burn card may come now, and nobody said that it has."""
        return any(self.slots[n] == BURN and not self.proven[n] for n in range(self.gate))

    def burned(self) -> bool:
        """Without a shoe: the dealer says the burn card is down; False if none is due."""
        for slot in range(self.gate):
            if self.slots[slot] == BURN and not self.proven[slot]:
                self._prove(slot)
                self.burns += 1
                self.drawn = max(self.drawn, slot + 1)
                return True
        return False

    @property
    def only_burn_missing(self) -> bool:
        """Every card of the street lies there, and nobody said that one was burnt before it."""
        return self.missing == 1 and any(
            place == BURN and not done for place, done in zip(self.slots[: self.gate], self.proven, strict=False)
        )

    def told(self, limit: int) -> None:
        """The dealer says that every card up to a slot is out."""
        for slot in range(limit):
            if not self.proven[slot]:
                self._prove(slot)
                self.burns += self.slots[slot] == BURN
        self.drawn = max(self.drawn, limit)

    def lands(self, exit_: int, spot: Place) -> bool:
        """A card is proven at a spot: whether that is where the plan wants it. The flop may lie in any order."""
        slot = self.slot_of.get(exit_, NO_SLOT)
        if slot < 0:
            return False
        due = self.slots[slot]
        if due != spot and not (
            BOARD < due < MUCK and BOARD < spot < MUCK and (due < BOARD + 4) == (spot < BOARD + 4)
        ):
            return False
        if not self.proven[slot]:
            self._prove(slot)
        return True

    def owner(self, exit_: int) -> Seat | None:
        """The seat to which a card was dealt, None for board and burn cards."""
        slot = self.slot_of.get(exit_, NO_SLOT)
        place = self.slots[slot] if slot >= 0 else BURN
        return place if place <= BOARD else None

    def cards_of(self, seat: Seat) -> list[int]:
        """The exits dealt to a seat, so far."""
        hole = len(self.slots) - len(_STREETS)
        half = hole // 2
        if seat not in self.slots[:half]:
            return []
        first = self.slots.index(seat)
        return [e for e in (self.exits[first], self.exits[first + half]) if e]

    def board(self) -> list[int]:
        """The exits of the board cards that are proven, in order."""
        first = len(self.slots) - len(_STREETS)
        return [
            self.exits[n]
            for n in range(first, len(self.slots))
            if self.proven[n] and self.exits[n] and self.slots[n] != BURN
        ]

    def next_slot(self) -> tuple[Place, int] | None:
        """(place, slot) of the next card that may leave the shoe; None if the gate is shut."""
        return (self.slots[self.drawn], self.drawn) if self.drawn < self.gate else None
