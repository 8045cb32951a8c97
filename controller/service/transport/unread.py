"""What the peers of a process may make it keep before it has read it.

ZeroMQ takes in what comes before this process asks for it: 1,000 messages of each connection, a message of ever more
parts that never ends, every topic that anybody subscribes to. Measured: one connection fills 1.2 GB a second with
parts of a message that this process never sees. No option bounds all of these, so what is bounded is the memory.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.service.transport.links import Links
from firmware_bridge.messages.loop import Loop

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
    """Compares the memory of this process with what it had when it last kept nothing for its peers.

    `measure`: its bytes. `take`: called when messages have come. `cut`: cuts off the console, and says why.
    """

    def __init__(
        self,
        measure: Callable[[], int],
        links: Links,
        loop: Loop,
        take: Callable[[int], None],
        cut: Callable[[str], None],
    ) -> None:
        self._measure, self._links, self._loop, self._take, self._cut = measure, links, loop, take, cut
        self._own = measure()

    def begin(self) -> None:
        """Look again and again. In lock step with the simulator there is no other peer, so it does not."""
        if self._loop.clock.fileno() is None:
            self._look(self._loop.now())

    def _look(self, now: int) -> None:
        """Drop what was sent and not read if it is more than honest sources send.

        Only the console can be taken over, so it is started again. The bridge connects again by itself. It sends what
        was not acknowledged.
        """
        if (grown := self._measure() - self._own) > MOST_UNREAD:
            self._loop.unwatch(self._links.events)
            self._links.open_again()
            self._loop.watch(self._links.events, self._take)
            self._own = self._measure()  # what it has now is its own
            self._cut(f"{grown // 1_000_000} MB of what was sent here were never read")
        self._loop.call_at(now + LOOK_EVERY, self._look)
