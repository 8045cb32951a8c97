"""The deck: whether another one is due, and what it lacks."""

from controller.poker.cards import Card


class Deck:
    """The deck of the next shuffle."""

    __slots__ = ("due", "missing")

    def __init__(self) -> None:
        self.due = False  # another deck is to be read before the next shuffle
        self.missing: tuple[Card, ...] = ()  # cards that the deck lacks, none of them in play

    def change(self) -> None:
        """A new deck comes for the next hand."""
        self.due, self.missing = True, ()

    def is_foul(self) -> None:
        """The deck has a fault. It must be replaced or made whole before the next shuffle."""
        self.due = True

    def changed(self) -> None:
        """The deck was replaced, or need not be replaced."""
        self.due = False

    def read(self, missing: tuple[Card, ...], *, whole: bool) -> None:
        """A deck was read. It may be shuffled once it is whole."""
        self.due, self.missing = not whole, missing
