"""Chip motions: an area's set of tags that differs from the last one reported, once it lies still. Pure.

On a bet line chips are read one after the other. Chips that came while the area was not yet still are separated as
far as the readings allow. If a whole reading saw one chip and not the other, they are two motions with an interval
each.

A single chip that first showed in the very next reading has probably been missed once. With 2 % of misses a read, one
bet of five chips in ten has such a miss. Two chips are missed at once in one bet of 250.

A tag that two chips have counts in the area where it lay first. In the other area it is listed in `lies`, and moves
nothing.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from .presence import Move, Presence

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Motion(Generic[T]):
    """What came to an area and what left it since the last report, what lies there now, and when it happened.

    A tag that lies there but counts elsewhere is only in `lies`.
    """

    area: str
    added: frozenset[T]
    removed: frozenset[T]
    lies: frozenset[T]
    absent: int
    present: int


class ChipAreas(Generic[T]):
    """All chip areas of a table. A tag counts once, and what came and left again between two reports is no motion.

    `apart` are the areas where the order in which chips came says something. `near` as `Presence` has it.
    """

    def __init__(
        self, areas: Iterable[str], placed_after: int, gone_after: int, apart: Collection[str] = (),
        near: Mapping[str, Collection[str]] | None = None,
    ) -> None:  # fmt: skip
        self.presence: Presence[T] = Presence(areas, placed_after, gone_after, near=near)
        self._reported: dict[str, frozenset[T]] = {area: frozenset() for area in areas}
        self._when: dict[str, tuple[int, int]] = {}
        self._came: dict[str, list[Move[T]]] = {area: [] for area in apart}  # since the last report
        self._twice: frozenset[tuple[str, T]] = frozenset()  # where a tag lies that counts elsewhere

    def read(
        self, area: str, tags: Collection[T], began: int, ended: int, expected: Sequence[str] = ()
    ) -> list[Motion[T]]:
        """Take a complete reading. Return the areas that lie still again, with their changes.

        It also returns the areas with a tag that counts elsewhere, or no longer does.
        """
        learning = self.presence.learning(area)
        moves = self.presence.read(area, tags, began, ended, expected)
        for move in moves:
            self._widen(move)
        if learning:
            self._reported[area] = self.presence.lies(area)
        touched = dict.fromkeys([*(move.place for move in moves), *self._when])
        motions = [motion for place in touched for motion in self._settled(place)]
        was, self._twice = self._twice, self.presence.twice()
        changed = sorted({place for place, _ in was ^ self._twice})
        return [*map(self._whole, motions), *(self._as_it_lies(place, began, ended) for place in changed)]

    def doubled(self, now: int) -> list[Motion[T]]:
        """The areas where a tag lies that counts elsewhere, as they lie now."""
        return [self._as_it_lies(area, now, now) for area in sorted({area for area, _ in self._twice})]

    def reported(self, area: str) -> frozenset[T]:
        """What lay there by the last report. Later motions are reported from there."""
        return self._reported[area]

    def forget(self, area: str) -> None:
        """Forget an area, as its reader is gone."""
        self.presence.forget(area)
        self._reported[area] = frozenset()
        self._when.pop(area, None)
        if area in self._came:
            self._came[area].clear()

    def _as_it_lies(self, area: str, absent: int, present: int) -> Motion[T]:
        return self._whole(Motion(area, frozenset(), frozenset(), self._reported[area], absent, present))

    def _whole(self, motion: Motion[T]) -> Motion[T]:
        """Add the tags that lie there and count elsewhere."""
        if not self._twice:
            return motion
        return replace(motion, lies=motion.lies | {tag for area, tag in self._twice if area == motion.area})

    def _widen(self, move: Move[T]) -> None:
        absent, present = self._when.get(move.place, (move.absent, move.present))
        self._when[move.place] = (min(absent, move.absent), max(present, move.present))
        if move.here and move.place in self._came:
            self._came[move.place].append(move)

    def _settled(self, area: str) -> list[Motion[T]]:
        if self.presence.pending(area) or area not in self._when:
            return []
        lies, was = self.presence.lies(area), self._reported[area]
        absent, present = self._when.pop(area)
        whole = Motion(area, lies - was, was - lies, lies, absent, present)
        left = [
            motion
            for other in self._reported
            if other != area
            for motion in self._left(other, lies - was, (absent, present))
        ]
        self._reported[area] = lies
        parts = self._parts(whole, was)
        return [*left, *parts] if lies != was else []

    def _parts(self, whole: Motion[T], was: frozenset[T]) -> list[Motion[T]]:
        """Return the motions that one report contains, in order. An area that also lost chips has one."""
        moves = self._came.get(whole.area)
        if moves is None:
            return [whole]
        last = {move.tag: move for move in moves if move.tag in whole.added}
        moves.clear()
        groups = _one_after_the_other(last.values())
        if whole.removed or len(groups) < 2 or len(last) < len(whole.added):
            return [whole]
        found, lies = [], was
        for group in groups:
            came = frozenset(move.tag for move in group)
            lies |= came
            when = min(move.absent for move in group), max(move.present for move in group)
            found.append(Motion(whole.area, came, frozenset(), lies, *when))
        return found

    def _left(self, other: str, arrived: frozenset[T], when: tuple[int, int]) -> list[Motion[T]]:
        """Remove what arrived from where it was last reported, even if that area does not lie still yet. A chip
        counts once."""
        was = self._reported[other]
        gone = was & arrived
        if not gone:
            return []
        absent, present = self._when.get(other, when)
        self._reported[other] = was - gone
        return [Motion(other, frozenset(), gone, was - gone, absent, present)]


def _one_after_the_other(moves: Iterable[Move[T]]) -> list[list[Move[T]]]:
    """Group the arrivals. A whole reading saw each group, but not the next one."""
    shown: dict[int, list[Move[T]]] = {}
    for move in moves:
        shown.setdefault(move.present, []).append(move)
    groups: list[list[Move[T]]] = []
    for _, came in sorted(shown.items()):
        since = groups[-1][0].present if groups else 0
        if groups and len(came) == 1 and came[0].absent < since:
            groups[-1].extend(came)
        else:
            groups.append(came)
    return groups
