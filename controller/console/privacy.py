"""No core file of this process, and no look into its memory by another process of the same user."""

from __future__ import annotations

import ctypes
import resource
import sys

PR_SET_DUMPABLE = 4  # linux/prctl.h


def keep_private() -> None:
    """Switch core files off; on Linux also make the process not dumpable. Root still reads everything."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
