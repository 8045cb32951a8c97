"""A bridge that a command starts for itself, at a table that does not run."""

import ctypes
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Final, Protocol

from firmware_bridge.process.users import Users, groups_of

ENDS_WITHIN_S: Final = 5.0  # as under `sabot run`

PR_SET_PDEATHSIG: Final = 1  # prctl(2): the kernel tells the child when its parent has died, however it died


class Child(Protocol):
    """A process of ours, as `subprocess.Popen`."""

    def terminate(self) -> None: ...
    def kill(self) -> None: ...
    def wait(self, timeout: float | None = None) -> object: ...


def start_bridge(config: Path, users: Users | None) -> subprocess.Popen[bytes]:
    """Start `sabot bridge` as its own user. Its logs are not shown, as troubles of its parts come as messages.

    It ends with this process, also if that is killed: else it would hold the ports against the next command.
    """
    whose: dict[str, Any] = {}
    if users is not None:
        whose = {"user": users.ids["bridge"], "group": users.group, "extra_groups": groups_of(users, "bridge")}
    words = [sys.executable, "-m", "controller", "bridge", "--config", str(config)]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(  # noqa: S603 - ours
        words,
        stdin=quiet,
        stdout=quiet,
        stderr=quiet,
        process_group=0,
        preexec_fn=_end_with_parent,
        **whose,
    )


def _end_with_parent() -> None:
    """In the child, once it has its user: another user takes the signal away."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def end_bridge(bridge: Child) -> None:
    """End it: displays show that they are paused, fields go off. Kill it if that takes too long."""
    bridge.terminate()
    try:
        bridge.wait(ENDS_WITHIN_S)
    except subprocess.TimeoutExpired:
        bridge.kill()
        bridge.wait()
