"""What was sensed and told while no controller listened, put back into the order in which it happened. Pure.

Each source keeps what nobody acknowledged and sends it again, but whose connection stands first is chance: of a
player's cards that were thrown away and the dealer's word about them, either may come first. So a controller that
starts waits until the sources it knows are back and have said all that they kept, and takes it in by its stamps.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator

from firmware_bridge.messages.wire import Event

# A source that runs is back within this: the bridge's socket tries ten times a second, the console asks twice a
# second for the state and greets whom it does not know. One that does not run holds the table up no longer.
BACK_WITHIN = 1_000_000_000


class Backlog:
    """Events that wait until all `sources` have said what they kept."""

    def __init__(self, sources: Iterable[str]) -> None:
        self._until: dict[str, int | None] = dict.fromkeys(sources)
        """The last number that a source has still to say; None: it is not back yet."""
        self._held: dict[str, list[Event]] = {}

    @property
    def complete(self) -> bool:
        """Whether every source is back and has said what it kept."""
        return all(until is not None and self._said(source) >= until for source, until in self._until.items())

    def back(self, source: str, last: int) -> None:
        """A source is back; the last event that it holds has the number `last`, 0 where it holds none."""
        self._until[source] = last

    def holds(self, source: str) -> bool:
        """Whether anything of it is kept."""
        return source in self._held

    def hold(self, event: Event) -> None:
        """Keep an event until its turn comes; one that is kept already is no other."""
        if event.sequence > self._said(event.source):
            self._held.setdefault(event.source, []).append(event)

    def in_order(self) -> Iterator[Event]:
        """All that was kept, by stamp; of each source in the order of its numbers."""
        return heapq.merge(*(self._held[source] for source in sorted(self._held)), key=lambda event: event.stamp)

    def _said(self, source: str) -> int:
        held = self._held.get(source)
        return held[-1].sequence if held else 0
