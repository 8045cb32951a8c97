"""The time at which the last bridge was alive. It leaves a mark in the run directory for the bridge that follows
it."""

import contextlib
import os
import struct
from pathlib import Path

S = 1_000_000_000

# A gap is reported at most this much too long. The cost is one pwrite of eight bytes, in a directory in memory.
EVERY = 1 * S
NAME = "bridge.alive"
MARK = struct.Struct("<Q")


class LastBeat:
    """The time (ns of the table's clock) at which the bridge was last known to be alive."""

    def __init__(self, run: Path) -> None:
        self._file = os.open(run / NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def before(self, now: int) -> int:
        """Return when the bridge before this one was last alive. `now` if there was none, or if its clock was
        another."""
        data = os.pread(self._file, MARK.size, 0)
        last = MARK.unpack(data)[0] if len(data) == MARK.size else now
        return min(int(last), now)

    def beat(self, now: int) -> None:
        """Mark that it is alive. A full disk is no reason to stop."""
        with contextlib.suppress(OSError):
            os.pwrite(self._file, MARK.pack(now), 0)

    def close(self) -> None:
        os.close(self._file)
