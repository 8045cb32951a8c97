"""What the peers of a process may make it keep before it has read it.

ZeroMQ takes in what comes before this process asks for it: 1,000 messages of each connection, a message of ever more
parts that never ends, every topic that anybody subscribes to. Measured: one connection fills 1.2 GB a second with
parts of a message that this process never sees. No option bounds all of these, so what is bounded is the memory.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

MILLISECOND: Final = 1_000_000

# All that honest sources can have under way is 1,000 messages of the bridge and 2,000 of the console, some 3 MB. A
# log-in takes 64 MB while it is hashed (`COST` of people's secrets). This is three times both. A Pi with 1 GB has it.
MOST_UNREAD: Final = 200_000_000

# What comes between two looks is beyond the bound: 120 MB at the speed that was measured.
LOOK_EVERY: Final = 100 * MILLISECOND


def resident() -> int:
    """Return the bytes of memory that this process has at the moment, 0 where the kernel does not say (proc(5))."""
    if sys.platform != "linux":
        return 0
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Unread:
    """Compares the memory of this process with what it had when it last was known to keep nothing for its peers."""

    def __init__(self, measure: Callable[[], int]) -> None:
        self._measure = measure
        self._own = measure()

    @property
    def grown(self) -> int:
        """By how many bytes the process has grown."""
        return self._measure() - self._own

    def dropped(self) -> None:
        """Note that nothing is kept for a peer any more. What the process has now is its own."""
        self._own = self._measure()
