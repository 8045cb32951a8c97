"""The area of each chip, by its tag. A chip that is proven in one place has left the other. Pure.

Areas are read one after the other, a tall stack more slowly than the bet line before it. A chip that was read on the
line is believed on the stack until the stack has been read again. It still counts once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from firmware_bridge.messages.base import TagId
from firmware_bridge.messages.sensed import ChipsMoved

IN_HAND = ""


class Moved(NamedTuple):
    """The news in a report of an area. `left`: by area, the chips that came here from there."""

    added: tuple[TagId, ...]
    removed: tuple[TagId, ...]
    left: dict[str, tuple[TagId, ...]]


@dataclass(slots=True)
class Whereabouts:
    """The last proven area of each chip that has ever been read. `IN_HAND` once it left that area."""

    _at: dict[TagId, str] = field(default_factory=dict, repr=False)
    _since: dict[TagId, int] = field(default_factory=dict, repr=False)  # when a chip that moved was first read there

    def moved(self, message: ChipsMoved) -> Moved:
        """Take note of a report, and say what is new in it."""
        area, at = message.area, self._at
        come_back = [tag for tag in message.lies if at.get(tag) == IN_HAND and tag not in message.added]
        added = (*message.added, *come_back)
        removed = tuple(tag for tag in message.removed if at.get(tag, area) == area)
        left: dict[str, tuple[TagId, ...]] = {}
        for tag in added:
            origin = at.get(tag, area)
            if origin not in (area, IN_HAND):
                left[origin] = (*left.get(origin, ()), tag)
        at.update(dict.fromkeys(removed, IN_HAND))
        at.update(dict.fromkeys(added, area))
        self._since.update(dict.fromkeys(added, message.at.present))
        return Moved(added, removed, left)

    def clock_set(self, by: int) -> None:
        """Shift every stored time."""
        self._since = {tag: at + by for tag, at in self._since.items()}

    def twice(self, message: ChipsMoved) -> tuple[TagId, ...]:
        """Return the tags in this area that were proven in another area before this one was read: one tag, two chips.

        They count where they were proven last.
        """
        at, since, seen = self._at, self._since, message.at.absent
        return tuple(
            tag
            for tag in message.lies
            if at.get(tag) not in (message.area, IN_HAND, None) and since.get(tag, 0) <= seen
        )

    def twice_in(self, areas: Mapping[str, Iterable[TagId]]) -> set[tuple[str, TagId]]:
        """For areas that were all read, return where a tag lies that counts in another area.

        A tag in two areas counts in the one where it was not believed to be, as if it had moved.
        """
        lying: dict[TagId, list[str]] = {}
        for area, tags in sorted(areas.items()):
            for tag in tags:
                lying.setdefault(tag, []).append(area)
        return {(area, tag) for tag, there in lying.items() for area in there if area != self._counts_in(tag, there)}

    def _counts_in(self, tag: TagId, there: list[str]) -> str:
        return next((area for area in there if area != self._at.get(tag)), there[0])

    def lie(self, area: str, tags: Iterable[TagId]) -> None:
        """The chips that lie in an area now."""
        lying = set(tags)
        gone = [tag for tag, place in self._at.items() if place == area and tag not in lying]
        self._at.update(dict.fromkeys(gone, IN_HAND))
        self._at.update(dict.fromkeys(lying, area))

    def to_json(self) -> dict[str, list[str]]:
        """Return the tags by area, for a sealed record, as they stand in clear."""
        found: dict[str, list[str]] = {}
        for tag, area in self._at.items():
            found.setdefault(area, []).append(tag.value)
        return found

    @classmethod
    def from_json(cls, data: dict[str, list[str]]) -> Whereabouts:
        """Return what `to_json` saved."""
        return cls({TagId(tag): area for area, tags in data.items() for tag in tags})
