"""How long reading takes on air. Calculated from the standards' bit rates, not measured on a reader."""

import random
from bisect import bisect_left

MS = 1_000_000

MEAN_MS = (
    (0, 10.0),
    (1, 14.0),
    (2, 19.0),
    (5, 39.0),
    (10, 82.0),
    (20, 181.0),
    (40, 375.0),
    (60, 548.0),
    (100, 868.0),
)
"""ISO15693, 16 slots, 26.48 kbit/s both ways, random UIDs: tags to mean milliseconds of a complete inventory.
No tag: the request and sixteen empty slots."""

P95_MS = (
    (0, 10.0),
    (1, 14.0),
    (2, 32.0),
    (5, 58.0),
    (10, 107.0),
    (20, 218.0),
    (40, 413.0),
    (60, 607.0),
    (100, 941.0),
)
"""The same, 95th percentile."""

SIGMAS_AT_P95 = 1.645

CARD_AIR = 6 * MS
"""ISO14443A: REQA and two cascade levels take 4.8 ms for a seven-byte UID. And some guard time."""


def interpolate(table: tuple[tuple[int, float], ...], tags: int) -> float:
    """Milliseconds for ``tags``, linear between the table's points and beyond its last two."""
    at = min(max(bisect_left(table, (tags, -1.0)), 1), len(table) - 1)
    (x0, y0), (x1, y1) = table[at - 1], table[at]
    return y0 + (y1 - y0) * (tags - x0) / (x1 - x0)


def inventory_air(tags: int, luck: random.Random | None = None) -> int:
    """Nanoseconds on air of an ISO15693 inventory of ``tags`` tags: the mean, or a draw about it with ``luck``."""
    if tags < 0:
        raise ValueError(f"number of tags is {tags}. It must be 0 or more")
    mean = interpolate(MEAN_MS, tags)
    if luck is None:
        return round(mean * MS)
    sigma = (interpolate(P95_MS, tags) - mean) / SIGMAS_AT_P95
    return round(max(mean * 0.7, luck.gauss(mean, sigma)) * MS)
