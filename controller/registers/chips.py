"""Which tag is which chip."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from controller.registers.decks import Known
from firmware_bridge.messages.base import TagId


class ChipState(Enum):
    """Whether a chip may be played with."""

    IN_PLAY = "in_play"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True)
class Chip:
    """One chip: its denomination in minor units, its series, its state."""

    denomination: int
    series: str = "main"
    state: ChipState = ChipState.IN_PLAY


class ChipRegister:
    """Chips by tag. No text of the register shows a tag."""

    def __init__(self, chips: Mapping[TagId, Chip] | None = None) -> None:
        self._chips = dict(chips or {})

    def __repr__(self) -> str:
        return f"<{len(self._chips)} chips>"

    def __len__(self) -> int:
        return len(self._chips)

    def chip(self, tag: TagId) -> Chip | Known:
        """Return the chip of a tag, or that no such chip was registered."""
        return self._chips.get(tag, Known.UNKNOWN)

    def registered(self, chips: Mapping[TagId, Chip]) -> ChipRegister:
        """The register with these chips added, or changed if their tag is known."""
        return ChipRegister(self._chips | dict(chips))

    def to_json(self) -> list[Any]:
        """Return them for the sealed file only, as they are in clear."""
        return [[tag.value, c.denomination, c.series, c.state.value] for tag, c in self._chips.items()]

    @classmethod
    def from_json(cls, data: Iterable[Any]) -> ChipRegister:
        """Return the register that `to_json` saved."""
        return cls({TagId(tag): Chip(value, series, ChipState(state)) for tag, value, series, state in data})
