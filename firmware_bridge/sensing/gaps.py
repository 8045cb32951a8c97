"""Places that are not known, since when, and when they are known again. Pure."""

from collections.abc import Iterable

from firmware_bridge.messages.sensed import SensingGap


class Gaps:
    """All open gaps. A place is in one at most. Gaps that opened together close together.

    A place whose own reader does not answer is *stuck*, and the others do not wait for it.
    """

    def __init__(self) -> None:
        self._open: dict[str, tuple[str, int]] = {}  # place → part, since
        self._found: set[str] = set()
        self._stuck: set[str] = set()

    @property
    def places(self) -> frozenset[str]:
        """The places that are not known."""
        return frozenset(self._open) - self._found

    @property
    def stuck(self) -> frozenset[str]:
        """The unknown places whose own reader does not answer."""
        return frozenset(self._stuck)

    def lost(self, part: str, places: Iterable[str], since: int) -> list[SensingGap]:
        """Note that these places are not known since `since` (ns). Return the gap, if any of them was known until
        then."""
        told = [place for place in places if self._lose(place, (part, since))]
        return [SensingGap(part=part, places=tuple(sorted(told)), since=since, until=None)] if told else []

    def _lose(self, place: str, group: tuple[str, int]) -> bool:
        """Mark a place as lost, and return whether this is news. It is none for a place that was found while its
        group waited."""
        self._stuck.discard(place)
        self._found.discard(place)
        if place in self._open:
            return False
        self._open[place] = group
        return True

    def stick(self, places: Iterable[str], now: int) -> list[SensingGap]:
        """Mark (lost) places that cannot be read until their own reader answers. Return the gaps that close without
        them."""
        groups = {self._open[place] for place in places if place in self._open}
        self._stuck.update(place for place in places if place in self._open)
        return [gap for group in sorted(groups) for gap in self._close(group, now)]

    def found(self, place: str, now: int) -> list[SensingGap]:
        """Note that the place is known again. Return the gap if it was the last place of it."""
        if place not in self._open:
            return []
        self._stuck.discard(place)
        self._found.add(place)
        return self._close(self._open[place], now)

    def _close(self, group: tuple[str, int], now: int) -> list[SensingGap]:
        waiting = sorted(place for place, key in self._open.items() if key == group and place not in self._stuck)
        if not waiting or not self._found.issuperset(waiting):
            return []
        for place in waiting:
            del self._open[place]
            self._found.discard(place)
        part, since = group
        return [SensingGap(part=part, places=tuple(waiting), since=since, until=now)]
