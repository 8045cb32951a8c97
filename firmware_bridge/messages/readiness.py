"""Which descriptors and ZeroMQ sockets can be read. The kernel keeps the list (epoll(7)).

`zmq.Poller` hands the kernel all of it twice for each sleep. That was a sixth of the bridge's work at 17 wires.
"""

import contextlib
import math
import select
import time

import zmq

Readable = int | zmq.Socket[bytes]

POLLIN = int(zmq.POLLIN)  # as an enum, each comparison would make new members


class Readiness:
    """Waits until something can be read, or has hung up.

    A ZeroMQ socket has a descriptor that tells only that there is news (ZMQ_FD in zmq_getsockopt(3)). After any use
    of the socket it may have told that already. So the socket itself is asked before each sleep. After a sleep it is
    asked if there was news.
    """

    def __init__(self) -> None:
        self._epoll = select.epoll()
        self._by_number: dict[int, Readable] = {}  # in the order in which they were registered
        self._sockets: dict[zmq.Socket[bytes], int] = {}
        self._files: set[int] = set()  # the kernel keeps no files on its list, as they can always be read

    def register(self, readable: Readable, *, hang_up_only: bool = False) -> None:
        """Wait for this one, too. `hang_up_only`: that it can be read does not count."""
        number = readable if isinstance(readable, int) else int(readable.getsockopt(zmq.FD))
        try:
            self._epoll.register(number, 0 if hang_up_only else select.EPOLLIN)
        except PermissionError:
            self._files.add(number)
        self._by_number[number] = readable
        if not isinstance(readable, int):
            self._sockets[readable] = number

    def unregister(self, readable: Readable) -> None:
        """Wait for it no more. It may be closed already, and then the kernel has forgotten it."""
        number = readable if isinstance(readable, int) else self._sockets.pop(readable)
        del self._by_number[number]
        self._files.discard(number)
        with contextlib.suppress(OSError):
            self._epoll.unregister(number)

    def wait(self, milliseconds: int | None) -> list[Readable]:
        """Return what can be read or has hung up, in the order of registration. None: wait as long as it takes.

        News of a socket that brings no message, such as a peer that comes, ends no wait.
        """
        until = None if milliseconds is None else time.monotonic() + milliseconds / 1000
        ready = self._look(milliseconds)
        while not ready and (until is None or (left := until - time.monotonic()) > 0):
            ready = self._look(None if until is None else math.ceil(left * 1000))
        return ready

    def _look(self, milliseconds: int | None) -> list[Readable]:
        """Wait until the kernel tells of something, or the time is over. Return what can be read or has hung up."""
        waiting = self._files.union(number for socket, number in self._sockets.items() if _has_come(socket))
        found = {number for number, _ in self._epoll.poll(0 if waiting else _timeout(milliseconds))} | waiting
        if not found:
            return []
        ready = (readable for number, readable in self._by_number.items() if number in found)
        return [one for one in ready if isinstance(one, int) or _has_come(one)]


def _has_come(socket: zmq.Socket[bytes]) -> bool:
    return bool(int(socket.getsockopt(zmq.EVENTS)) & POLLIN)


def _timeout(milliseconds: int | None) -> float | None:
    """The seconds that `poll` rounds up to these milliseconds. With half a one more it may round up to the next."""
    return None if milliseconds is None else max(0.0, milliseconds - 0.5) / 1000
