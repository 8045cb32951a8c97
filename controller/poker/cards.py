"""Cards as small integers, and holders that keep faces out of every text.

A `Card` is `rank * 4 + suit`, 0 to 51. Ranks go from 0 (deuce) to 12 (ace). Suits are 0 clubs, 1 diamonds, 2 hearts,
3 spades.
"""

from collections.abc import Iterable, Iterator

Card = int
RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK_SIZE = 52
JOKER = 52  # a tag that the register knows as a joker
JOKER_NAME = "joker"
FOREIGN = 53  # a tag of another deck, or of none
_BY_NAME = {rank + suit: r * 4 + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}
_NAMES = tuple(_BY_NAME)


def card(text: str) -> Card:
    """The card of a two-character name such as "As" or "Td". Its ValueError does not repeat the text (secret)."""
    try:
        return _BY_NAME[text]
    except KeyError:
        raise ValueError("a card is a rank of 23456789TJQKA and a suit of cdhs, such as As or Td") from None


def cards(text: str) -> tuple[Card, ...]:
    """The cards of names written together or apart: "AsKd", "As Kd"."""
    packed = text.replace(" ", "")
    return tuple(card(packed[i : i + 2]) for i in range(0, len(packed), 2))


def name(value: Card) -> str:
    """The two-character name of a card. Only for cards that are public, or for the owner of the deck."""
    return _NAMES[value]


class Faces:
    """Faces by draw number, as identified where the cards lie or as entered by the dealer. No face can be read in a
    repr, a format or an exception."""

    __slots__ = ("by_exit",)

    def __init__(self, by_exit: Iterable[tuple[int, Card]] = ()) -> None:
        self.by_exit: dict[int, Card] = dict(by_exit)

    def learn(self, exit_: int, face: Card) -> None:
        """The card is identified, or named by the dealer."""
        self.by_exit[exit_] = face

    def renumber(self, old: int, new: int) -> None:
        """The face known of one card is that of another one instead."""
        if old in self.by_exit:
            self.by_exit[new] = self.by_exit.pop(old)

    def forget(self, exit_: int) -> None:
        """The card went back into the stub."""
        self.by_exit.pop(exit_, None)

    def __len__(self) -> int:
        return len(self.by_exit)

    def __iter__(self) -> Iterator[tuple[int, Card]]:
        return iter(self.by_exit.items())

    def __repr__(self) -> str:
        return f"<{len(self.by_exit)} faces>"
