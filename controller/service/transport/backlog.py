"""Messages sensed and entered while no controller listened, put back into the order in which it happened. Pure.

Each source keeps what was not acknowledged and sends it again, but sources reconnect in random order. A player's
cards that were thrown away may come before or after the dealer's entry about them. So a controller that starts waits
until all known sources are back and have sent all that they kept. It then takes it in by stamp.
"""

import heapq
from collections.abc import Iterable, Iterator

from firmware_bridge.messages.wire import Event

# A source that runs is back within this time. The bridge's socket tries ten times a second. The console asks twice a
# second for the state and greets a controller that it does not know. The table does not wait for a source that does
# not run.
BACK_WITHIN = 1_000_000_000


class Backlog:
    """Events that wait until all `sources` have sent what they kept."""

    def __init__(self, sources: Iterable[str]) -> None:
        self._until: dict[str, int | None] = dict.fromkeys(sources)
        """The last number that a source has still to send, None if it is not back yet."""
        self._held: dict[str, list[Event]] = {}

    @property
    def complete(self) -> bool:
        """Whether every source is back and has sent what it kept."""
        return all(until is not None and self._said(source) >= until for source, until in self._until.items())

    def back(self, source: str, last: int) -> None:
        """Note that a source is back. `last`: the number of the last event that it holds, 0 for none."""
        self._until[source] = last

    def holds(self, source: str) -> bool:
        """Whether anything of it is kept."""
        return source in self._held

    def hold(self, event: Event) -> None:
        """Keep an event until its turn comes. An event that is kept already is not kept twice."""
        if event.sequence > self._said(event.source):
            self._held.setdefault(event.source, []).append(event)

    def in_order(self) -> Iterator[Event]:
        """Return all that was kept by stamp, and for each source in the order of its numbers."""
        return heapq.merge(*(self._held[source] for source in sorted(self._held)), key=lambda event: event.stamp)

    def _said(self, source: str) -> int:
        held = self._held.get(source)
        return held[-1].sequence if held else 0
