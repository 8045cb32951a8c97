"""Chips on the bet lines beside the open bets: antes, bets of a closed round, chips that were lifted."""

from collections.abc import Iterable, Sequence

from controller.poker.betting import SEAT_LISTS
from controller.poker.places import Seat


class BetLines:
    """Lists are indexed by seat, amounts are in minor units.

    `lying` is the amount that has to lie on a line beside the open bet. It is negative for a bet that was swept into
    the pot early.
    """

    __slots__ = ("before_award", "lifted", "lying", "when_closed")

    def __init__(self) -> None:
        self.lying = [0] * SEAT_LISTS
        self.lifted = [0] * SEAT_LISTS  # taken up from the lines while the betting is open, and not landed yet
        self.when_closed: tuple[int, ...] = ()  # `lying` as it was when the round closed
        self.before_award: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """The amount on all lines beside the open bets."""
        return sum(self.lying)

    def post_dead(self, seat: Seat, amount: int) -> None:
        """An ante, or the dead part of a debt, belongs to the pot and lies on the line."""
        self.lying[seat] += amount

    def bring_in_ante(self, seat: Seat) -> None:
        """The dealer takes in the chips that lay on the line before the bets."""
        self.lying[seat] = 0

    def lift(self, seat: Seat, amount: int) -> None:
        """Chips of an open bet are in a hand, and it is unknown whose."""
        self.lifted[seat] += amount

    def lay_down(self, seat: Seat, amount: int) -> int:
        """Chips land at the seat. Return how much of them was lifted from its line."""
        landed = min(amount, self.lifted[seat])
        self.lifted[seat] -= landed
        return landed

    def sweep_in(self, seats: Iterable[Seat], amount: int) -> int:
        """Chips come to the pot while the betting is open. Lifted ones still count as bets. Return the rest."""
        for seat in seats:
            part = self.lay_down(seat, amount)
            self.lying[seat] -= part
            amount -= part
        return amount

    def close_round(
        self, seats: Iterable[Seat], bets: Sequence[int], returned: Iterable[tuple[Seat, int]], sensed: Sequence[bool]
    ) -> None:
        """The bets lie on the lines until they are gathered. The dealer takes in unsensed bets at once."""
        lying = self.lying
        self.when_closed = tuple(lying)
        for seat, amount in returned:
            lying[seat] -= amount
        for seat in seats:
            still = lying[seat] + bets[seat]
            lying[seat] = still if still > 0 and sensed[seat] else 0

    def reopen_round(self) -> None:
        """The act that closed the round is read again. The lines are as they were before the round closed."""
        self.lying = list(self.when_closed)

    def take_in(self, seat: Seat, amount: int, too_much: int) -> None:
        """Chips leave a line after the round closed. The seat was free to take back `too_much`."""
        self.lying[seat] = max(0, self.lying[seat] - amount + too_much)

    def gather(self, left: Sequence[int] = ()) -> None:
        """The bets are in the pot, save those that were left lying."""
        self.lying = list(left) or [0] * SEAT_LISTS
        self.lifted = [0] * SEAT_LISTS

    def award(self) -> None:
        """The pots are awarded. Nothing has to lie on a line any more."""
        self.before_award = tuple(self.lying)
        self.lying = [0] * SEAT_LISTS

    def take_award_back(self) -> None:
        """The award goes back. The lines are as they were before it."""
        self.lying = list(self.before_award)

    def void(self) -> None:
        """The hand is cancelled. Every chip belongs to its owner."""
        self.lying = [0] * SEAT_LISTS
