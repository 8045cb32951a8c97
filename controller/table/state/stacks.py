"""The amounts of the stacks between two hands, and which chips play. During a hand its betting has the stacks."""

from collections.abc import Iterable, Sequence

from controller.poker.betting import SEAT_LISTS
from controller.poker.places import Seat
from controller.table.state.setup import Setup


class Stacks:
    """Lists are indexed by seat, amounts are in minor units."""

    __slots__ = ("between_hands", "dropped", "least_chip", "small", "smallest")

    def __init__(self, setup: Setup) -> None:
        self.between_hands = [0] * SEAT_LISTS
        self.small = [0] * SEAT_LISTS  # in chips on the stacks that are too small to play
        self.smallest = setup.smallest_chip  # that plays, pinned for each hand
        self.least_chip = setup.smallest_chip  # in the game. Chip races raise it
        self.dropped = 0  # taken by the house in the game state, since the table was made
        for s in setup.seats:
            self.small[s.seat] = self.too_small(s.chips or ())
            self.between_hands[s.seat] = s.stack - self.small[s.seat]

    def too_small(self, chips: Sequence[int]) -> int:
        """The value of those chips that are too small to play."""
        smallest = self.smallest
        return sum(chip for chip in chips if chip < smallest) if min(chips, default=smallest) < smallest else 0

    def gain(self, seat: Seat, amount: int) -> None:
        """Add an amount to the seat's stack."""
        self.between_hands[seat] += amount

    def hand_over(self, stack: Sequence[int]) -> None:
        """A hand is over, and leaves these stacks."""
        self.between_hands = list(stack)

    def play_with(self, smallest: int, seats: Iterable[Seat], chips: Sequence[Sequence[int] | None]) -> None:
        """Chips smaller than `smallest` stay out of play in the next hand. `chips`: of each seat, by its number.

        A stack that was never read chip by chip plays as a whole.
        """
        self.smallest = smallest
        if smallest == self.least_chip and not any(self.small):
            return
        for seat in seats:
            held = chips[seat]
            small = self.small[seat] if held is None else self.too_small(held)
            self.between_hands[seat] += self.small[seat] - small
            self.small[seat] = small

    def small_chips_are(self, seat: Seat, amount: int) -> int:
        """Set how much of a stack is too small to play. Return the increase."""
        more = amount - self.small[seat]
        self.small[seat] = amount
        return more

    def raise_least(self, chip: int) -> None:
        """A chip race is over. No chip smaller than this one plays any more."""
        self.least_chip = chip
        self.smallest = max(self.smallest, chip)

    def lower_least(self, chips: Iterable[int]) -> None:
        """These chips play, too, and one of them may be the smallest."""
        self.least_chip = min((self.least_chip, *chips))

    def redefine(self, smallest: int) -> None:
        """Set the smallest chip of a table that has a new description."""
        self.least_chip = self.smallest = smallest

    def drop(self, amount: int) -> None:
        """The house takes an amount. Less than 0: it gives that back."""
        self.dropped += amount
