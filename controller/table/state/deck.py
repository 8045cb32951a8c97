"""The deck: whether another one is due, and what it lacks."""

from controller.poker.cards import Card


class Deck:
    """Of the next shuffle."""

    __slots__ = ("due", "missing")

    def __init__(self) -> None:
        self.due = False  # another deck is to be read before the next shuffle
        self.missing: tuple[Card, ...] = ()  # of that deck; none of them is in play

    def change(self) -> None:
        """A new deck comes for the next hand."""
        self.due, self.missing = True, ()

    def is_foul(self) -> None:
        """The deck is not what it should be: it is replaced or made whole before the next shuffle."""
        self.due = True

    def changed(self) -> None:
        """The deck was replaced, or need not be."""
        self.due = False

    def read(self, missing: tuple[Card, ...], *, whole: bool) -> None:
        """A deck was read. It may be shuffled once it is whole."""
        self.due, self.missing = not whole, missing
