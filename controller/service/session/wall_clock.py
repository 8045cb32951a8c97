"""Whether the machine's time of day is right, by its monotonic clock and by the journal. Pure.

The stamps of the journal count from the machine's start. Records of the controller tie them to the time of day. So a
clock that was set is noticed: while the machine runs by the elapsed time, after a restart by the last record.
"""

from dataclasses import dataclass
from typing import Final

SECOND: Final = 1_000_000_000

TOLERANCE: Final = 2 * SECOND
"""NTP slews both clocks of Linux alike, so they differ only if one is set. Reading both takes milliseconds."""

EVERY: Final = 3600 * SECOND
"""Nanoseconds between two comparisons. 9 NYCRR and Miss. 13-8-4.5 ask for one a day."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Both clocks at one moment: `utc` ns since 1970, `stamp` ns of the monotonic clock, `boot` the machine's run."""

    utc: int
    stamp: int
    boot: str


def set_by(before: Reading, now: Reading, last_stamp: int | None = None) -> int:
    """Return by how much the time of day was set between two readings, in ns. Negative: set back. 0: not set.

    `last_stamp`: the stamp of the last known event before `now`, of the earlier run of the machine. No clock runs
    while the machine is off. So after a start only a step back behind that stamp can be noticed.
    """
    if before.boot == now.boot:
        off = (now.utc - before.utc) - (now.stamp - before.stamp)
    else:
        known = before.utc + max(0, (last_stamp or before.stamp) - before.stamp)
        off = min(0, now.utc - known)
    return off if abs(off) > TOLERANCE else 0
