"""The things on a table, and where they may lie. No repr shows what identifies a card."""

from dataclasses import dataclass, field
from enum import Enum

ThingId = str
"""``card:7`` or ``chip:120``: a number in order of making, which reveals neither face nor tag."""

SHOE, MOUTH, STUB, DEALER, OFF, MUCK = "shoe", "shoe.mouth", "stub", "dealer", "off", "muck"
BOARD = tuple(f"board:{number}" for number in range(1, 6))
"""The spots of the board, in the order of the deal."""

SEATS = tuple(f"seat:{seat}" for seat in range(1, 11))
"""Where the players' cards lie, by seat."""

CARD_SPOTS = frozenset({*SEATS, *BOARD, MUCK})
"""Where an antenna looks for cards on the table."""

HAND_AT = {f"{kind}:{seat}": f"hand:{seat}" for kind in ("stack", "bet") for seat in range(1, 11)}
"""The hand of the player whose chips lie there, by their stack and their bet line."""

CHIP_AREAS = frozenset({*HAND_AT, "pot", "tray", "drop"})
"""Where an antenna looks for chips."""


class Technology(Enum):
    """What a tag speaks on air."""

    ISO14443A = "iso14443a"
    ISO15693 = "iso15693"


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag: its technology, its identifier (most significant byte first), whether it still answers."""

    technology: Technology
    uid: bytes = field(repr=False)
    alive: bool = True


@dataclass(frozen=True, slots=True)
class Card:
    """A playing card with a tag. ``face`` is known to the simulator's owner only."""

    id: ThingId
    tag: Tag
    face: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip with a tag. ``denomination`` in minor units."""

    id: ThingId
    tag: Tag
    denomination: int


Thing = Card | Chip


class NoSuchPlace(LookupError):
    """The table has no such place, or nothing of that kind can lie there."""


def card_places(seats: int) -> tuple[str, ...]:
    """Return where a card can be."""
    spots = [f"{kind}:{n}" for kind in ("seat", "hand") for n in range(1, seats + 1)]
    return (STUB, MOUTH, DEALER, *spots, *BOARD, MUCK, OFF)


def chip_places(seats: int) -> tuple[str, ...]:
    """Return where a chip can be. On a card spot it caps the cards."""
    spots = [f"{kind}:{n}" for kind in ("stack", "bet", "hand", "seat") for n in range(1, seats + 1)]
    return (*spots, "pot", "tray", "drop", DEALER, OFF)
