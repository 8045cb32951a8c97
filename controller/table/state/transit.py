"""Chips whose game state differs from their place: to be brought, gone, back again, of another seat, foreign."""

from controller.poker.betting import SEAT_LISTS
from controller.poker.places import Seat


class ChipsInTransit:
    """Lists are indexed by seat, amounts are in minor units. `back` is part of `gone`."""

    __slots__ = ("back", "borrowed", "coming", "foreign", "gone", "held_at_shuffle", "riffling")

    def __init__(self) -> None:
        self.coming = [0] * SEAT_LISTS  # announced chips that the dealer has still to bring
        self.foreign = [0] * SEAT_LISTS  # on the stack, and does not count
        self.gone = [0] * SEAT_LISTS  # its own chips that left the table or its stack: out of play
        self.back = [0] * SEAT_LISTS  # the part of `gone` on its stack again, in play from the next hand on
        self.borrowed = [0] * SEAT_LISTS  # chips of another player on its stack
        self.held_at_shuffle = [0] * SEAT_LISTS  # what its player held in hand
        self.riffling = 0  # the seats of these that may still lay it down again: a bit mask

    def uncounted(self, seat: Seat) -> int:
        """The amount on the stack that does not count for the seat in this hand."""
        return self.foreign[seat] + self.back[seat] + self.borrowed[seat]

    def all_uncounted(self) -> tuple[tuple[Seat, int], ...]:
        """(seat, amount) of every stack on which chips lie that do not count."""
        amounts = map(sum, zip(self.foreign, self.back, self.borrowed, strict=True))
        return tuple((seat, amount) for seat, amount in enumerate(amounts) if amount)

    def buy(self, seat: Seat, amount: int) -> None:
        """Announced chips count at once. The dealer brings them later."""
        self.coming[seat] += amount

    def brought(self, seat: Seat, missing: int) -> None:
        """The dealer brought chips. No more than `missing` is still to come."""
        self.coming[seat] = max(0, min(self.coming[seat], missing))

    def count_for_nothing(self, seat: Seat, amount: int) -> None:
        """Chips on the stack do not belong there, and are taken away."""
        self.foreign[seat] += amount

    def taken_away(self, seat: Seat) -> int:
        """The dealer has taken away the chips that do not count. Return the amount."""
        amount, self.foreign[seat] = self.foreign[seat], 0
        return amount

    def leave(self, seat: Seat, amount: int) -> None:
        """Chips of the seat have left its stack, and are not played with."""
        self.gone[seat] += amount

    def lie_again(self, seat: Seat, amount: int) -> bool:
        """This much on the stack does not count, so chips that were gone are back. Return True if all of them are."""
        self.back[seat] += max(0, min(amount, self.gone[seat] - self.back[seat]))
        return self.back[seat] == self.gone[seat]

    def count_again(self, seat: Seat) -> int:
        """Let chips that are back on the stack be played with again. Return the amount."""
        amount, self.back[seat] = self.back[seat], 0
        self.gone[seat] -= amount
        return amount

    def borrow(self, seat: Seat, amount: int) -> None:
        """Chips of another player came to the stack."""
        self.borrowed[seat] += amount

    def given_back(self, seat: Seat, left: int) -> None:
        """Chips of another player left the stack. No more than `left` can still lie there."""
        self.borrowed[seat] = max(0, min(self.borrowed[seat], left))

    def hold(self, seat: Seat, amount: int) -> None:
        """This much is in the player's hand when a hand begins, or has been there for long."""
        self.held_at_shuffle[seat] = amount

    def riffle(self, seat: Seat) -> None:
        """The player has taken chips up, and may lay them down again."""
        self.riffling |= 1 << seat

    def riffled(self, seat: Seat) -> None:
        """The player has had the time to lay them down again."""
        self.riffling &= ~(1 << seat)

    def forget(self, seat: Seat) -> None:
        """Stop looking for chips at the seat. None there belong to another player."""
        self.gone[seat] = self.back[seat] = self.borrowed[seat] = 0

    def free(self, seat: Seat) -> None:
        """The seat is free. Nothing is to come, and chips that lie there belong to no player."""
        self.forget(seat)
        self.foreign[seat] = self.coming[seat] = 0

    def another_event(self) -> None:
        """The table has a new description. Stop waiting for chips that were bought or set aside before."""
        self.coming = [0] * SEAT_LISTS
        self.foreign = [0] * SEAT_LISTS
