"""A process that knows cards leaves no core file and lets nobody of the same user read its memory (root still can).

Measured: without this an aborted Python process writes a core that contains them, and /proc/PID/mem shows them.
"""

from __future__ import annotations

import ctypes
import resource
import sys

PR_SET_DUMPABLE = 4  # prctl(2)


def keep_memory_private() -> None:
    """No core dumps, not dumpable; on other systems than Linux only the former."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
