"""Room on the medium. Without room SQLite stops in the middle of something. The table stops before.

A hand takes some 200 kB. The write-ahead log stays below 8 MiB.
"""

import os
from pathlib import Path

WARN_BELOW = 256 << 20
"""Bytes: three days of play at 300 hands a day."""

LOCK_BELOW = 32 << 20
"""Bytes: the write-ahead log four times. So work under way can still be ended, and the fault be kept."""


def free(state: Path) -> int:
    """Return the bytes that this user may still write there. Raises OSError."""
    room = os.statvfs(state)
    return room.f_bavail * room.f_frsize
