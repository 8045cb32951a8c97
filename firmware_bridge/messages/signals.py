"""SIGTERM, SIGINT and SIGHUP as events of a process's loop."""

import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from firmware_bridge.messages.loop import Callback, Loop


@contextmanager
def end_signals(loop: Loop, asked: Callback) -> Iterator[None]:
    """Call back on the loop when SIGTERM or SIGINT comes, or SIGHUP as the terminal goes.

    A signal wakes the loop by a socket, so that a process ends between two turns and never within one. Signals that
    come after the block, while the process closes, are ignored.
    """
    ours, theirs = socket.socketpair()
    for end in (ours, theirs):
        end.setblocking(False)
    signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)

    def came(now: int) -> None:
        ours.recv(64)
        asked(now)

    loop.watch(ours.fileno(), came)
    try:
        yield
    finally:
        signal.set_wakeup_fd(-1)
        loop.unwatch(ours.fileno())
        for end in (ours, theirs):
            end.close()
