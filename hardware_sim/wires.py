"""The wires: a pty for each serial part, a Unix socket for the GPIO board, and the cable that joins part and wire.

    Wire(name, directory)        pty. ``directory/by-name/name`` points at the host's end, as /dev/serial/by-id would
    SocketWire(name, directory)  listens at ``directory/name.sock``, one host at a time
    Cable(part, wire)            carries the bytes: ``pump(now)`` when ``fileno()`` is readable and at ``deadline``

``fileno()`` of either wire stays the same while cables are pulled and put back or hosts come and go. ``sent`` and
``received`` count bytes since the plugging in (or the host's connecting), for a clock in lock step. Linux only.
"""

import os
import select
import socket
import termios
import tty
from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Protocol, Self

from .parts.part import MS, Agenda, Part

READ_AT_ONCE = 65536
KEPT = 65536
"""Bytes kept for a host that does not read. Older ones are dropped. A UART would have lost them long before."""


RATES = {getattr(termios, f"B{rate}"): rate for rate in (9600, 19200, 38400, 57600, 115200, 230400)}
"""The kernel's codes of baud rates."""

RETRY = 1 * MS
"""When to offer a host again what it did not take."""


class _HostEnd(ABC):
    """What both wires have: counts since the host came, bytes it has not taken yet, one descriptor to wait for."""

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        self.path = path
        self.sent = 0
        self.received = 0
        self.epoch = 0
        """How often the wire was plugged in, or a host has come."""
        self._gate = select.epoll()
        self._pending = bytearray()

    @abstractmethod
    def unplug(self) -> None:
        """Hang up."""

    def _met(self) -> None:
        """Begin with a new host."""
        self._pending.clear()
        self.sent = self.received = 0
        self.epoch += 1

    def fileno(self) -> int:
        """A descriptor that is readable when a host has come or has written. The same until ``close``."""
        return self._gate.fileno()

    @property
    def pending(self) -> int:
        """Return the bytes that the host has not taken yet."""
        return len(self._pending)

    def close(self) -> None:
        """Leave neither descriptor nor name behind. May be called again."""
        self.unplug()
        self._gate.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Wire(_HostEnd):
    """A serial cable to the host, made of a pty. Both ends are raw: nothing is echoed or translated.

    Raises OSError if the machine has no pty left or the directory cannot be written.
    """

    def __init__(self, name: str, directory: Path) -> None:
        if not name or "/" in name:
            raise ValueError(f"wire name {name!r}: allowed is a file name")
        super().__init__(name, directory / "by-name" / name)
        self.lost = 0
        """Bytes that the host did not read in time."""
        self._master: int | None = None
        self._slave: int | None = None
        self.plug()

    @property
    def host_baud(self) -> int:
        """The rate at which the host has opened its end. 0 while unplugged."""
        return 0 if self._slave is None else RATES.get(termios.tcgetattr(self._slave)[5], 0)

    @property
    def plugged(self) -> bool:
        """Whether the cable is in."""
        return self._master is not None

    def plug(self) -> None:
        """Put the cable in: a new pty under the same name. Without effect when it is in."""
        if self._master is not None:
            return
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._gate.register(self._master, select.EPOLLIN)
        self._met()
        self._link(os.ttyname(self._slave))

    def _link(self, target: str) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_name(f".{self.path.name}.new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(target)
        fresh.replace(self.path)

    def unplug(self) -> None:
        """Pull the cable: the name disappears and the host's end hangs up. Without effect when it is out."""
        if self._master is None or self._slave is None:
            return
        self.path.unlink(missing_ok=True)
        self._gate.unregister(self._master)
        os.close(self._slave)
        os.close(self._master)
        self._master = self._slave = None
        self._pending.clear()

    def receive(self) -> bytes:
        """Return all that the host has written since. Nothing while unplugged."""
        if self._master is None:
            return b""
        try:
            data = os.read(self._master, READ_AT_ONCE)
        except BlockingIOError:
            return b""
        self.received += len(data)
        return data

    def send(self, data: bytes) -> None:
        """Write to the host. What its end does not take is kept for ``flush``. Lost while unplugged."""
        if self._master is None:
            return
        self._pending += data
        excess = len(self._pending) - KEPT
        if excess > 0:
            del self._pending[:excess]
            self.lost += excess
        self.flush()

    def flush(self) -> None:
        """Try again to write what is pending."""
        if self._master is None or not self._pending:
            return
        try:
            taken = os.write(self._master, self._pending)
        except BlockingIOError:
            return
        self.sent += taken
        del self._pending[:taken]


class SocketWire(_HostEnd):
    """A listening Unix stream socket that serves one host at a time. A second one waits until the first has gone."""

    def __init__(self, name: str, directory: Path) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        super().__init__(name, directory / f"{name}.sock")
        self._listener: socket.socket | None = None
        self._host: socket.socket | None = None
        self.plug()

    host_baud = 0
    """A socket has no rate."""

    @property
    def plugged(self) -> bool:
        """Whether it listens."""
        return self._listener is not None

    def plug(self) -> None:
        """Listen. Without effect if it does."""
        if self._listener is not None:
            return
        self.path.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.setblocking(False)
        self._listener.bind(str(self.path))
        self._listener.listen()
        self._gate.register(self._listener.fileno(), select.EPOLLIN)

    def unplug(self) -> None:
        """Hang up and stop listening."""
        self._hang_up()
        if self._listener is not None:
            self._gate.unregister(self._listener.fileno())
            self._listener.close()
            self._listener = None
            self.path.unlink(missing_ok=True)

    def _accept(self) -> None:
        if self._host is not None or self._listener is None:
            return
        try:
            self._host, _ = self._listener.accept()
        except BlockingIOError:
            return
        self._host.setblocking(False)
        self._gate.modify(self._listener.fileno(), 0)
        self._gate.register(self._host.fileno(), select.EPOLLIN)
        self._met()

    def _hang_up(self) -> None:
        if self._host is None:
            return
        self._gate.unregister(self._host.fileno())
        self._host.close()
        self._host = None
        if self._listener is not None:
            self._gate.modify(self._listener.fileno(), select.EPOLLIN)

    def receive(self) -> bytes:
        """Return all that the host has written since. Notices a host that comes (``epoch`` counts) or goes."""
        self._accept()
        if self._host is None:
            return b""
        try:
            data = self._host.recv(READ_AT_ONCE)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._hang_up()
        self.received += len(data)
        return data

    def send(self, data: bytes) -> None:
        """Write to the host. Lost if there is none."""
        if self._host is not None:
            self._pending += data
            self.flush()

    def flush(self) -> None:
        """Try again to write what is pending."""
        if self._host is None or not self._pending:
            return
        try:
            taken = self._host.send(self._pending)
        except BlockingIOError:
            return
        except OSError:
            self._hang_up()
            return
        self.sent += taken
        del self._pending[:taken]


class Filter(Protocol):
    """A fault's effect on bytes on their way."""

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:
        """Return the bytes that arrive instead, each with the time (ns) of its arrival, not before ``now``."""


class Restartable(Part, Protocol):
    """A part that can lose its power."""

    def reboot(self, now: int) -> None:
        """Lose power and come back."""


class AnyWire(Protocol):
    """What a cable needs of a wire."""

    name: str
    path: Path
    sent: int
    received: int
    epoch: int

    @property
    def host_baud(self) -> int: ...
    @property
    def pending(self) -> int: ...
    @property
    def plugged(self) -> bool: ...
    def fileno(self) -> int: ...
    def plug(self) -> None: ...
    def unplug(self) -> None: ...
    def receive(self) -> bytes: ...
    def send(self, data: bytes) -> None: ...
    def flush(self) -> None: ...
    def close(self) -> None: ...


class Cable:
    """A part and its wire, and the faults between them. A part starts afresh when it is plugged in again."""

    def __init__(self, part: Restartable, wire: AnyWire) -> None:
        self.part = part
        self.wire = wire
        self.to_host: list[Filter] = []
        self.to_part: list[Filter] = []
        self._epoch = wire.epoch
        self._agenda = Agenda()
        self._retry: int | None = None
        self._last = {True: 0, False: 0}

    def fileno(self) -> int:
        """See the wire's."""
        return self.wire.fileno()

    @property
    def deadline(self) -> int | None:
        """When to pump next though the host says nothing."""
        due, carried, retry = self.part.deadline, self._agenda.deadline, self._retry
        if carried is None and retry is None:  # the usual case, at every turn of the simulator's loop
            return due
        return min((one for one in (due, carried, retry) if one is not None), default=None)

    @property
    def channel(self) -> tuple[int, int]:
        """Return the bytes sent to and received from the host, for a clock in lock step."""
        return self.wire.sent, self.wire.received

    def pump(self, now: int) -> None:
        """Take what the host has written, and carry everything that is due by ``now``, both ways."""
        self.carry(now, self.wire.receive())

    def carry(self, now: int, data: bytes = b"") -> None:
        """Carry everything that is due by ``now``, both ways. ``data`` has just come from the host."""
        if self.wire.epoch != self._epoch:
            self._epoch = self.wire.epoch
            self._agenda.clear()
            self.part.reboot(now)
        if data:
            self._through(self.to_part, data, now, to_host=False)
        self._agenda.run(now)
        self.part.wake(now)
        if output := self.part.take_output():
            self._through(self.to_host, output, now, to_host=True)
            self._agenda.run(now)
        self.wire.flush()
        self._retry = now + RETRY if self.wire.pending else None

    def say(self, data: bytes, when: int) -> None:
        """Send bytes to the host at a time (ns), past the faults. Not if the cable is pulled before."""
        self._agenda.at(when, lambda _: self.wire.send(data))

    def _through(self, filters: list[Filter], data: bytes, now: int, *, to_host: bool) -> None:
        """Pass bytes through all filters. A byte never overtakes another."""
        pieces: list[tuple[int, bytes]] = [(now, data)]
        for faulty in filters:
            pieces = [changed for due, piece in pieces for changed in faulty.carry(piece, due)]
        for due, piece in pieces:
            self._last[to_host] = max(self._last[to_host], due, now)
            self._agenda.at(self._last[to_host], partial(self._arrive, piece, to_host))

    def _arrive(self, piece: bytes, to_host: bool, at: int) -> None:
        if to_host:
            self.wire.send(piece)
        else:
            self.part.receive(piece, at)
