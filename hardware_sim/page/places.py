"""The places that the page shows: of what kind each is, whose, and where cards and chips go that are laid there."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal[
    "seat", "stack", "bet", "board", "shoe", "deck", "spare", "muck", "off", "dealer", "pot", "tray", "drop"
]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place, by its name in orders.

    - `number`: which one of several. `seat`: whose it is.
    - `reads`: what its antenna is there for.
    - `cards_to` and `chips_to`: where a card or chips go that are laid there. None: none do.
    """

    name: str
    kind: Kind
    reads: Literal["cards", "chips"]
    cards_to: str | None
    chips_to: str | None
    number: int | None = None
    seat: int | None = None


def _of_seats() -> Iterator[Spot]:
    for seat in range(1, 11):
        cards, stack, bet = f"seat:{seat}", f"stack:{seat}", f"bet:{seat}"
        yield Spot(cards, "seat", "cards", cards, stack, seat, seat)
        yield Spot(stack, "stack", "chips", stack, stack, seat, seat)
        yield Spot(bet, "bet", "chips", cards, bet, seat, seat)


def _of_cards() -> Iterator[Spot]:
    for number in range(1, 6):
        yield Spot(f"board:{number}", "board", "cards", f"board:{number}", None, number)
    for kind in PILES:
        yield Spot(kind, kind, "cards", kind, None)
    for kind in TAKEN_FROM:
        yield Spot(kind, kind, "cards", None, None)


def _of_the_bank() -> Iterator[Spot]:
    yield Spot("dealer", "dealer", "cards", "dealer", "dealer")
    for kind in BANK:
        yield Spot(kind, kind, "chips", kind, kind)


PILES: Final[tuple[Kind, ...]] = ("shoe", "muck", "off")
TAKEN_FROM: Final[tuple[Kind, ...]] = ("deck", "spare")
BANK: Final[tuple[Kind, ...]] = ("pot", "tray", "drop")
SPOTS: Final = (*_of_seats(), *_of_cards(), *_of_the_bank())
