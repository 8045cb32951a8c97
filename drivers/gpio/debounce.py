"""From bouncing edges to levels that hold: one pure function of stamps for every line and back end.

A level counts once it has been held for `period` without an edge. The level that means *placed* counts only after
`dwell`, in which shorter drop-outs than `period` do not matter: a button sliding over a sensor is not placed there.

    edges of the line   ___|‾|_|‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾
                           a   b   b+period      b+dwell      ->  Change(True, last_absent=a, first_present=b)

The change lies between the first edge that left the old level and the last one that reached the new one. Both times
come from the configuration, since they depend on the sensor:

- a reed or hall switch bounces for some ms
- a chip falling through a beam is an edge of 5-10 ms that must not be lost
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """A level that held: seen otherwise until `last_absent`, seen so since `first_present` (monotonic ns)."""

    level: bool
    last_absent: int
    first_present: int


class Debounce:
    """One line. Give it edges in order of their stamps, each before any later time.

    `level` and `since`: the level at the beginning, taken as settled. `period` and `dwell` in ns. `placed` is the
    level to which `dwell` applies. How often `wake` is called only affects when a change is learnt.
    """

    def __init__(self, level: bool, since: int, period: int, dwell: int | None = None, placed: bool = True) -> None:
        self._period = period
        self._dwell = dwell or 0
        self._placed = placed
        self._raw = level  # after the last edge
        self._edge_at = since  # when it became so
        self._seen = since  # the latest stamp given
        self._steady = level  # held for a period
        self._left_at: int | None = None  # when the steady level was first left. None while nothing is under way
        self._reported = level
        self._held: Change | None = None  # steady, not yet for the dwell

    @property
    def level(self) -> bool:
        """The level last reported."""
        return self._reported

    @property
    def raw(self) -> bool:
        """The level after the last edge."""
        return self._raw

    @property
    def deadline(self) -> int | None:
        """When `wake` could next bring a change, if no edge comes. None if never."""
        if self._raw != self._steady:
            return self._edge_at + self._period
        if self._held is not None:
            return self._held.first_present + self._dwell
        return None

    def edge(self, stamp: int, level: bool, lost: int = 0) -> list[Change]:
        """Take an edge to `level` at `stamp`, with `lost` unseen edges before it. Return what had settled by then."""
        stamp = max(stamp, self._seen)
        before = self._seen
        changes = self.wake(stamp)
        if self._left_at is not None and self._raw == self._steady and stamp - self._edge_at >= self._period:
            self._left_at = None  # that was a bounce, and it is over
        if self._left_at is None:
            # With edges lost, the level may have been left at any moment since the line was last heard of.
            self._left_at = before if lost else stamp
        self._raw, self._edge_at = level, stamp
        return changes + self._settle(stamp)

    def wake(self, now: int) -> list[Change]:
        """Take the time. Return the changes that have settled by then, oldest first."""
        self._seen = max(self._seen, now)
        return self._settle(self._seen)

    def _settle(self, now: int) -> list[Change]:
        changes: list[Change] = []
        if self._raw != self._steady and now - self._edge_at >= self._period:
            changes += self._steadied()
        if self._held is not None and self._raw == self._steady and self._dwelt(self._held, now):
            changes.append(self._report(self._held))
        return changes

    def _dwelt(self, change: Change, now: int) -> bool:
        return now - change.first_present >= self._dwell

    def _steadied(self) -> list[Change]:
        """The raw level has held for a period."""
        left_at = self._edge_at if self._left_at is None else self._left_at
        change = Change(self._raw, left_at, self._edge_at)
        self._steady, self._left_at = self._raw, None
        if change.level == self._reported:
            self._held = None  # placed for less than the dwell: never reported, so neither is its end
            return []
        if change.level == self._placed and self._dwell > self._period:
            self._held = change
            return []
        return [self._report(change)]

    def _report(self, change: Change) -> Change:
        self._reported, self._held = change.level, None
        return change
