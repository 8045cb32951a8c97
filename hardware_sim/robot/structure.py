"""What the organiser fixes for a tournament of the simulator: chips, levels, breaks, races."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Structure:
    """What the organiser has fixed. `races`: from which level on a chip is changed into which."""

    chips: tuple[int, ...]
    levels: tuple[str, ...]
    races: Mapping[int, tuple[int, int]]
    minutes: float
    break_after: int = 4
    break_minutes: float = 1.0
    hand_for_hand: int = 4  # players left when each hand waits for the floor, 0: never
    tray: tuple[int, ...] = (*[25] * 40, *[100] * 60, *[500] * 40)

    @property
    def stack(self) -> int:
        """The amount with which each player begins."""
        return sum(self.chips)

    def due(self, level: int, withdrawn: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Return the races of a level, counted from 1, whose chips have not left the game yet."""
        return ((low, high) for at, (low, high) in self.races.items() if level >= at and low not in withdrawn)


LONG: Final = Structure(
    chips=(25,) * 8 + (100,) * 8 + (500,) * 2,
    levels=("25/50", "50/100", "75/150/25", "100/200/25", "200/400", "300/600/100", "500/1000/bb1000", "1000/2000",
            "2000/4000", "4000/8000"),
    races={5: (25, 100), 8: (100, 500)},
    minutes=4,
)  # fmt: skip
"""Stacks of 2,000 in eighteen chips, for some fifty hands."""

SHORT: Final = Structure(
    chips=(25,) * 4 + (100,) * 4 + (500,) * 1,
    levels=("25/50", "50/100/25", "100/200", "300/600/100", "500/1000/bb1000", "1000/2000", "2000/4000"),
    races={3: (25, 100), 5: (100, 500)},
    minutes=2,
    break_after=2,
    break_minutes=0.5,
    hand_for_hand=3,
    tray=(*[25] * 48, *[100] * 36, *[500] * 12),
)
"""Stacks of 1,000 in nine chips, for some twenty hands."""


def game_of(structure: Structure, book: str) -> dict[str, object]:
    """Return the [game] section of the table file."""
    small, big = (int(figure) for figure in structure.levels[0].split("/")[:2])
    return {
        "rulebook": book, "structure": "no_limit", "small_blind": small, "big_blind": big, "tournament": True,
        "smallest_chip": min(structure.chips), "starting_stack": structure.stack,
    }  # fmt: skip


def event_of(structure: Structure) -> dict[str, object]:
    """Return the [tournament] section of the table file."""
    return {
        "levels": list(structure.levels), "level_minutes": structure.minutes,
        "break_after": [structure.break_after], "break_minutes": structure.break_minutes,
    }  # fmt: skip
