"""Chip motions: an area's set of tags that differs from the last one reported, once it lies still. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from .presence import Move, Presence

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Motion(Generic[T]):
    """What came to an area and what left it since the last report, what lies there now, and when it happened."""

    area: str
    added: frozenset[T]
    removed: frozenset[T]
    lies: frozenset[T]
    absent: int
    present: int


class ChipAreas(Generic[T]):
    """All chip areas of a table. A tag counts once, and what came and left again between two reports is no motion."""

    def __init__(self, areas: Iterable[str], placed_after: int, gone_after: int) -> None:
        self.presence: Presence[T] = Presence(areas, placed_after, gone_after)
        self._reported: dict[str, frozenset[T]] = {area: frozenset() for area in areas}
        self._when: dict[str, tuple[int, int]] = {}

    def read(
        self, area: str, tags: Collection[T], began: int, ended: int, expected: Sequence[str] = ()
    ) -> list[Motion[T]]:
        """Take a complete reading; returns the areas that lie still again, with what changed there."""
        learning = self.presence.learning(area)
        moves = self.presence.read(area, tags, began, ended, expected)
        for move in moves:
            self._widen(move)
        if learning:
            self._reported[area] = self.presence.lies(area)
        touched = dict.fromkeys([*(move.place for move in moves), *self._when])
        return [motion for place in touched for motion in self._settled(place)]

    def reported(self, area: str) -> frozenset[T]:
        """What lay there by the last report; what is moving since will be reported from there."""
        return self._reported[area]

    def forget(self, area: str) -> None:
        """Its reader is gone."""
        self.presence.forget(area)
        self._reported[area] = frozenset()
        self._when.pop(area, None)

    def _widen(self, move: Move[T]) -> None:
        absent, present = self._when.get(move.place, (move.absent, move.present))
        self._when[move.place] = (min(absent, move.absent), max(present, move.present))

    def _settled(self, area: str) -> list[Motion[T]]:
        if self.presence.pending(area) or area not in self._when:
            return []
        lies, was = self.presence.lies(area), self._reported[area]
        absent, present = self._when.pop(area)
        left = [
            motion
            for other in self._reported
            if other != area
            for motion in self._left(other, lies - was, (absent, present))
        ]
        self._reported[area] = lies
        return [*left, Motion(area, lies - was, was - lies, lies, absent, present)] if lies != was else []

    def _left(self, other: str, arrived: frozenset[T], when: tuple[int, int]) -> list[Motion[T]]:
        """What arrived has left where it was last reported, even if that area does not lie still yet: a chip counts
        once."""
        was = self._reported[other]
        gone = was & arrived
        if not gone:
            return []
        absent, present = self._when.get(other, when)
        self._reported[other] = was - gone
        return [Motion(other, frozenset(), gone, was - gone, absent, present)]
