"""How each place has heard each tag in a walk, so that a tag that flickers is not taken for a new one. Pure."""

import math
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

SURE: Final = 0.001
"""How often a tag that lies there may be missed as many times in a row as it takes to count as lifted."""

KNOWN: Final = 4
"""Readings from which the share counts in which a place hears a tag."""

LIES: Final = 1 / 4
"""A tag lies at the place that hears it in the greatest share of readings, if that is so much at least. A neighbour
hears one in thirty."""

LEAST, MOST = 2, 10
"""Readings without a tag before it counts as lifted: where it is always heard, and where it is heard now and then.
The shoe hears its next card in every second reading."""


@dataclass(slots=True)
class _Course:
    """Of one tag at one place, since it was first heard there."""

    hits: int = 0
    looks: int = 0
    misses: int = 0  # since the last hit

    @property
    def share(self) -> float:
        return self.hits / max(self.looks, KNOWN)

    @property
    def lifted(self) -> bool:
        return self.misses >= self._needed

    @property
    def _needed(self) -> int:
        looks = self.looks - self.misses
        if looks < KNOWN:
            return MOST
        if self.hits >= looks:
            return LEAST
        return min(max(math.ceil(math.log(SURE) / math.log(1 - self.hits / looks)), LEAST), MOST)


@dataclass(slots=True)
class TagsHeard:
    """What was heard so far, by place and tag."""

    _courses: dict[str, dict[str, _Course]] = field(default_factory=dict)

    def read(self, place: str, tags: Collection[str]) -> None:
        """Take a reading."""
        courses = self._courses.setdefault(place, {})
        for tag in tags:
            courses.setdefault(tag, _Course())
        for tag, course in courses.items():
            course.looks += 1
            course.hits += tag in tags
            course.misses = 0 if tag in tags else course.misses + 1

    def lying(self) -> dict[str, str]:
        """Where each tag lies, as far as that can be known: at the place that hears it best, if it was not lifted."""
        best: dict[str, tuple[float, str]] = {}
        for place, courses in self._courses.items():
            for tag, course in courses.items():
                if not course.lifted and course.share >= LIES:
                    best[tag] = max(best.get(tag, (0.0, "")), (course.share, place))
        return {tag: place for tag, (_, place) in best.items()}

    def lifted(self, tag: str, place: str) -> bool:
        """Whether a tag that lay at a place has been lifted there."""
        return self._courses[place][tag].lifted
