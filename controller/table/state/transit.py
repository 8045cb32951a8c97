"""Chips that count otherwise than they lie: bought and not brought yet, gone, back again, another's, from outside."""

from controller.poker.betting import SEAT_LISTS
from controller.poker.places import Seat


class ChipsInTransit:
    """Lists are indexed by seat, amounts are in minor units. `back` is part of `gone`."""

    __slots__ = ("back", "borrowed", "coming", "foreign", "gone", "held_at_shuffle", "riffling")

    def __init__(self) -> None:
        self.coming = [0] * SEAT_LISTS  # announced chips that the dealer has still to bring
        self.foreign = [0] * SEAT_LISTS  # on the stack, and counts for nothing
        self.gone = [0] * SEAT_LISTS  # its own chips that left the table or its stack, and are not played with …
        self.back = [0] * SEAT_LISTS  # … of those, what lies on its stack again: played with from the next hand on
        self.borrowed = [0] * SEAT_LISTS  # chips of another player on its stack
        self.held_at_shuffle = [0] * SEAT_LISTS  # what its player held in hand
        self.riffling = 0  # of those, who may lay it down again yet: a bit mask

    def uncounted(self, seat: Seat) -> int:
        """What lies on the stack, and does not count for the seat in this hand."""
        return self.foreign[seat] + self.back[seat] + self.borrowed[seat]

    def buy(self, seat: Seat, amount: int) -> None:
        """Announced chips count at once. The dealer brings them later."""
        self.coming[seat] += amount

    def brought(self, seat: Seat, missing: int) -> None:
        """No more is to come than the stack still lacks."""
        self.coming[seat] = max(0, min(self.coming[seat], missing))

    def count_for_nothing(self, seat: Seat, amount: int) -> None:
        """Chips on the stack do not belong there, and are taken away."""
        self.foreign[seat] += amount

    def taken_away(self, seat: Seat) -> int:
        """The dealer has taken away what counts for nothing. Returns how much that was."""
        amount, self.foreign[seat] = self.foreign[seat], 0
        return amount

    def leave(self, seat: Seat, amount: int) -> None:
        """Chips of the seat have left its stack, and are not played with."""
        self.gone[seat] += amount

    def lie_again(self, seat: Seat, amount: int) -> bool:
        """So much lies on the stack that does not count. What was gone is back by it. True if all of it is."""
        self.back[seat] += max(0, min(amount, self.gone[seat] - self.back[seat]))
        return self.back[seat] == self.gone[seat]

    def count_again(self, seat: Seat) -> int:
        """What is back on the stack is played with again. Returns how much that is."""
        amount, self.back[seat] = self.back[seat], 0
        self.gone[seat] -= amount
        return amount

    def borrow(self, seat: Seat, amount: int) -> None:
        """Chips of another player came to the stack."""
        self.borrowed[seat] += amount

    def given_back(self, seat: Seat, left: int) -> None:
        """Of another's chips no more can lie on the stack than so much."""
        self.borrowed[seat] = max(0, min(self.borrowed[seat], left))

    def hold(self, seat: Seat, amount: int) -> None:
        """So much is in the player's hand as a hand begins, or for long."""
        self.held_at_shuffle[seat] = amount

    def riffle(self, seat: Seat) -> None:
        """The player has taken chips up, and may lay them down again."""
        self.riffling |= 1 << seat

    def riffled(self, seat: Seat) -> None:
        """The player has had the time to lay them down again."""
        self.riffling &= ~(1 << seat)

    def forget(self, seat: Seat) -> None:
        """Nobody's chips are looked for at the seat any more, and none there are another's."""
        self.gone[seat] = self.back[seat] = self.borrowed[seat] = 0

    def free(self, seat: Seat) -> None:
        """Nobody holds the seat: nothing is to come, and what lies there is no player's."""
        self.forget(seat)
        self.foreign[seat] = self.coming[seat] = 0

    def another_event(self) -> None:
        """The table is described otherwise: nothing that was bought or set aside before is waited for."""
        self.coming = [0] * SEAT_LISTS
        self.foreign = [0] * SEAT_LISTS
