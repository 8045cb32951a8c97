"""Places of which nothing is known, since when, and when they are known again. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from firmware_bridge.messages.sensed import SensingGap


class Gaps:
    """All open gaps. A place is in one at most; those that opened together close together."""

    def __init__(self) -> None:
        self._open: dict[str, tuple[str, int]] = {}  # place → part, since
        self._found: set[str] = set()

    @property
    def places(self) -> frozenset[str]:
        """The places of which nothing is known."""
        return frozenset(self._open) - self._found

    def lost(self, part: str, places: Iterable[str], since: int) -> list[SensingGap]:
        """Nothing is known of these places since then; returns the gap, if any of them was known until then."""
        new = sorted(place for place in places if place not in self._open or place in self._found)
        for place in new:
            self._found.discard(place)
            self._open.setdefault(place, (part, since))
        fresh = tuple(place for place in new if self._open[place] == (part, since))
        return [SensingGap(part=part, places=fresh, since=since, until=None)] if fresh else []

    def found(self, place: str, now: int) -> list[SensingGap]:
        """The place is known again; returns the gap if it was the last one of those that were lost together."""
        if place not in self._open:
            return []
        self._found.add(place)
        part, since = self._open[place]
        group = sorted(other for other, key in self._open.items() if key == (part, since))
        if not self._found.issuperset(group):
            return []
        for other in group:
            del self._open[other]
            self._found.discard(other)
        return [SensingGap(part=part, places=tuple(group), since=since, until=now)]
