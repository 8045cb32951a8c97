"""The parts of a table that sense, and what people call them."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from controller.poker.places import BET, POT, SEATS, STACK, Place, Seat

TABLE: Final = 0  # in place of a seat: the part serves the whole table


class Reads(StrEnum):
    """The kind of reading of a part. The value is its word in a name."""

    CHIPS = "chips"  # the stack and the bet line of a seat
    CARDS = "cards"  # of a seat
    BOARD = "board"
    POT = "pot"
    SHOE = "shoe"
    BUTTON = "button"


OF_SEATS: Final = frozenset({Reads.CHIPS, Reads.CARDS})
"""The readings for which each seat has a part. All else is read once for the table."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part that senses. `seat`: whose chips or cards it reads."""

    reads: Reads
    seat: Seat = TABLE

    @property
    def name(self) -> str:
        """The name that people use: "chips:3", "pot"."""
        return f"{self.reads}:{self.seat}" if self.seat else self.reads.value

    @property
    def areas(self) -> tuple[Place, ...]:
        """Where it reads chips."""
        if self.reads is Reads.CHIPS:
            return (STACK + self.seat, BET + self.seat)
        return (POT,) if self.reads is Reads.POT else ()


_PARTS: Final = {
    part.name: part
    for reads in Reads
    for part in ((Part(reads, seat) for seat in SEATS) if reads in OF_SEATS else (Part(reads),))
}


def part_called(name: str) -> Part:
    """Return the part that people call so. Raises ValueError: none is."""
    try:
        return _PARTS[name]
    except KeyError:
        raise ValueError(f"no part is called {name!r}. Allowed: {', '.join(_PARTS)}") from None


def parts_at(seats: Iterable[Seat]) -> tuple[Part, ...]:
    """Return the parts of a table with these seats."""
    there = {TABLE, *seats}
    return tuple(part for part in _PARTS.values() if part.seat in there)
