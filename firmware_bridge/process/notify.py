"""What a process tells systemd: that it is ready, how it fares, that it is alive (sd_notify(3)).

One datagram of `NAME=value` lines to the socket that NOTIFY_SOCKET names. Without that variable nothing is sent, so
a process runs the same in a terminal.
"""

import os
import socket
from collections.abc import Callable, Mapping
from typing import Final

from firmware_bridge.messages.loop import Loop

SOCKET: Final = "NOTIFY_SOCKET"
WATCHDOG: Final = "WATCHDOG_USEC"

# systemd asks for a sign of life in less than half of its limit (sd_watchdog_enabled(3)).
SHARE: Final = 3

Check = Callable[[int], bool]
"""Whether one thing that the process looks after has moved lately, at a time (ns)."""


class Notifier:
    """The datagram socket to systemd, or nothing."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        path = environment.get(SOCKET, "")
        self._address = "\0" + path[1:] if path.startswith("@") else path  # an abstract name begins with a zero byte
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) if path else None
        self.limit = int(environment.get(WATCHDOG, "0")) * 1000
        """Nanoseconds after which systemd kills a process without a sign of life. 0: never."""

    def tell(self, **values: str) -> None:
        """Send `READY=1` and the like. A service manager that is gone is no reason to stop a hand."""
        if self._socket is None:
            return
        text = "\n".join(f"{name}={value}" for name, value in values.items())
        try:
            self._socket.sendto(text.encode(), self._address)
        except OSError:
            return

    def close(self) -> None:
        """Close the socket."""
        if self._socket is not None:
            self._socket.close()


def keep_alive(loop: Loop, notifier: Notifier, checks: Mapping[str, Check]) -> None:
    """Say that the process is ready, and from now on that it lives, as often as systemd wants to hear it.

    The sign of life is left out while one of the `checks` fails, so that systemd starts the process again. The status
    names the failing ones.
    """
    notifier.tell(READY="1", STATUS="running")
    if not notifier.limit:
        return

    def beat(now: int) -> None:
        stuck = [name for name, moves in checks.items() if not moves(now)]
        if stuck:
            notifier.tell(STATUS=f"no sign of life from {', '.join(stuck)}")
        else:
            notifier.tell(WATCHDOG="1", STATUS="running")
        loop.call_at(now + notifier.limit // SHARE, beat)

    beat(loop.now())
