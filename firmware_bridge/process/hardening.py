"""A process that knows tags or cards leaves no core file, and no other process of its user reads its memory.

Root still can. Measured: without this an aborted Python process writes a core that contains them, and /proc/PID/mem
shows them.
"""

import ctypes
import os
import resource
import sys

PR_SET_DUMPABLE = 4  # prctl(2)

PRIVATE = 0o077
"""Files of this process are for its user alone, even if it was started with another umask."""

MOST_DESCRIPTORS = 65_536
"""Of the controller: 63 processes of a console with 1,024 each cannot use them up."""

FEW_DESCRIPTORS = 1024
"""Of a console: 800 connections of browsers, what waits to be accepted, and what it has open itself."""


def keep_memory_private() -> None:
    """No core dumps anywhere, and on Linux neither dumpable nor traceable. Files are made for the user alone."""
    os.umask(PRIVATE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def allow_many_connections() -> None:
    """Let this process have as many descriptors as it may. ZeroMQ ends a process that runs out of them.

    Every connection to its socket takes one, and a console that was taken over can open as many as it has itself.
    """
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if most == resource.RLIM_INFINITY else min(most, MOST_DESCRIPTORS)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def allow_few_connections() -> None:
    """Keep this process and its children to the descriptors that the pages need, for ever."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = FEW_DESCRIPTORS if most == resource.RLIM_INFINITY else min(most, FEW_DESCRIPTORS)
    resource.setrlimit(resource.RLIMIT_NOFILE, (few, few))
