"""A process that knows tags or cards leaves no core file, and no other process of its user reads its memory.

Root still can. Measured: without this an aborted Python process writes a core that contains them, and /proc/PID/mem
shows them.
"""

from __future__ import annotations

import ctypes
import os
import resource
import sys

PR_SET_DUMPABLE = 4  # prctl(2)

PRIVATE = 0o077
"""Files of this process are for its user alone, even if it was started with another umask."""


def keep_memory_private() -> None:
    """No core dumps anywhere, and on Linux neither dumpable nor traceable. Files are made for the user alone."""
    os.umask(PRIVATE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
