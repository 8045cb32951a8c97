"""Which parts of the table sense. What a part does not sense, the dealer enters."""

from controller.poker.betting import SEAT_LISTS
from controller.poker.parts import Part, Reads
from controller.table.state.setup import Setup


class Senses:
    """Which parts sense now."""

    __slots__ = ("all_chips", "board", "button", "cards", "chips", "faces", "from_next_hand", "pot", "shoe")

    def __init__(self, setup: Setup) -> None:
        parts = setup.parts
        self.shoe = parts.shoe
        self.faces = parts.faces
        self.cards = [parts.card_spots] * SEAT_LISTS
        self.board = parts.board
        self.chips = [seat in parts.chips for seat in range(SEAT_LISTS)]
        self.pot = parts.pot
        self.button = parts.button
        self.from_next_hand: list[Part] = []  # parts that sense again then
        self.all_chips = self._all_chips()

    def _all_chips(self) -> bool:
        """Whether no chip area needs the dealer's entries."""
        return self.pot and all(self.chips[1:])

    def sense(self, part: Part, *, sensed: bool) -> None:
        """A part senses, or the dealer enters what it would say."""
        match part.reads:
            case Reads.CHIPS:
                self.chips[part.seat] = sensed
            case Reads.CARDS:
                self.cards[part.seat] = sensed
            case Reads.BOARD:
                self.board = sensed
            case Reads.POT:
                self.pot = sensed
            case Reads.SHOE:
                self.shoe = sensed
            case Reads.BUTTON:
                self.button = sensed
        self.all_chips = self._all_chips()

    def again_from_next_hand(self, part: Part) -> None:
        """A part senses again once the next hand begins."""
        self.from_next_hand.append(part)

    def next_hand(self) -> tuple[Part, ...]:
        """A hand begins. Return the parts that sense again."""
        again = tuple(self.from_next_hand)
        for part in again:
            self.sense(part, sensed=True)
        self.from_next_hand.clear()
        return again
