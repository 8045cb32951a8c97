"""A process that holds raw tags leaves no core file, and lets no other process of its user read its memory.

Root still can; that is the limit of it.
"""

from __future__ import annotations

import ctypes
import resource
import sys

PR_SET_DUMPABLE = 4  # linux/prctl.h


def keep_memory_private() -> None:
    """No core dumps anywhere; on Linux not dumpable and not traceable either."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
