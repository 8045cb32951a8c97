"""A bridge that a command starts to lead a technician at a table that does not run, and its socket."""

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.process.own_bridge import end_bridge, start_bridge
from firmware_bridge.process.users import own_directory, prepare

from .socket import reach

STARTS_WITHIN_S: Final = 30.0
"""As the installed units allow it. It takes a second on a PC."""

LOOK_EVERY_S: Final = 0.05


class NoTest(Exception):
    """There is no test mode. The text says what to do."""


@contextmanager
def started(config: Path, table: TableFile) -> Iterator[socket.socket]:
    """Start a bridge, give its socket, and end the bridge afterwards. Raises NoTest."""
    bridge = start_bridge(config, prepare(table))
    try:
        yield _awaited(config, table, bridge)
    finally:
        end_bridge(bridge)


def _awaited(config: Path, table: TableFile, bridge: subprocess.Popen[bytes]) -> socket.socket:
    deadline = time.monotonic() + STARTS_WITHIN_S
    while bridge.poll() is None and time.monotonic() < deadline:
        try:
            return reach(own_directory(table, "bridge"))
        except OSError:
            time.sleep(LOOK_EVERY_S)
    raise NoTest(f"no bridge can be started. Look why: sabot bridge --config {config}")
