"""A serial port that one selector thread can serve: opened once, never waits, never changes a setting afterwards.

    PortError          anything else the kernel says
     ├─ PortAbsent     no such path: unplugged, or the wrong name in table.toml
     ├─ PortBusy       another process holds it
     ├─ PortForbidden  no permission
     └─ PortLost       it was open and is gone: unplugged, or the adapter failed

Each message names the part and path, the cause and the cure.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import termios
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import serial

_CHUNK = 4096
"""One read of the tty layer, whose own buffer is 4,096 bytes (Linux n_tty)."""

MAX_PENDING = 65_536
"""Bytes kept for a port that takes none. At 9600 baud that is over a minute: it will not take them any more."""


class PortError(Exception):
    """A serial port cannot be used."""


class PortAbsent(PortError):
    """There is no such port."""


class PortBusy(PortError):
    """Another process holds the port."""


class PortForbidden(PortError):
    """The user may not open the port."""


class PortLost(PortError):
    """The port was open and is gone."""


@dataclass(frozen=True, slots=True)
class PortSettings:
    """Where a part is connected and how it talks.

    `path` should be under /dev/serial/by-id, which survives replugging. `part` is its name in messages.
    """

    path: str
    baud: int
    parity: Literal["N", "E", "O"] = "N"
    stop_bits: Literal[1, 2] = 1
    part: str = "serial port"


def error_for(settings: PortSettings, number: int | None, text: str) -> PortError:
    """The exception for an open that failed with errno `number` (None if it has none) and the kernel's `text`."""
    if number in {errno.ENOENT, errno.ENODEV, errno.ENXIO}:
        return PortAbsent(f"{_place(settings)}: no such port. Plug it in, or correct its path in table.toml")
    if number in {errno.EACCES, errno.EPERM}:
        return PortForbidden(
            f"{_place(settings)}: permission denied. Add the user to the group dialout and log in again"
        )
    if number in {errno.EBUSY, errno.EAGAIN}:
        held = holder(settings.path)
        who = f"held by {held}" if held else "held by another process (exclusive lock)"
        return PortBusy(f"{_place(settings)}: {who}. Stop it, or give this part another port")
    if number == errno.ENOTTY:
        return PortError(f"{_place(settings)}: not a serial port. Correct its path in table.toml")
    if number == errno.EINVAL:
        asked = f"{settings.baud} baud, parity {settings.parity}, {settings.stop_bits} stop bits"
        return PortError(f"{_place(settings)}: refuses {asked}. Choose others (a simulated port takes parity N only)")
    return PortError(f"{_place(settings)}: {text}. Look at the cable, the adapter and `dmesg`")


def _place(settings: PortSettings) -> str:
    return f"{settings.part} at {settings.path}"


def holder(path: str, locks: Path = Path("/proc/locks")) -> str | None:
    """Return who holds the exclusive lock on `path`, as `name (process 123)`. None if it is not known."""
    with contextlib.suppress(OSError):
        status = Path(path).stat()
        where = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
        for line in locks.read_text().splitlines():
            fields = line.split()
            if "FLOCK" in fields and where in fields:
                pid = fields[fields.index(where) - 1]
                return f"{Path('/proc', pid, 'comm').read_text().strip()} (process {pid})"
    return None


class Port:
    """An open serial port.

    `received` and `sent` count the bytes that the kernel gave and took since it was opened. What had arrived and was
    not read when the cable is pulled is gone: Linux empties the buffer at a hang-up.
    """

    def __init__(self, settings: PortSettings, device: serial.Serial, low_latency: bool) -> None:
        self.settings = settings
        self.low_latency = low_latency
        """Whether the adapter hands on each byte at once. If not, it may hold them for 16 ms (FTDI AN232B-04)."""
        self.received = 0
        self.sent = 0
        self._device = device
        self._fd = device.fileno()
        self._unsent = bytearray()

    @classmethod
    def open(cls, settings: PortSettings) -> Port:
        """Open exclusively, with all settings at once. Raises a PortError. Then nothing is left open."""
        try:
            device = serial.Serial(
                port=settings.path,
                baudrate=settings.baud,
                parity=settings.parity,
                stopbits=settings.stop_bits,
                timeout=0,
                write_timeout=0,
                exclusive=True,
            )
        except (OSError, termios.error, ValueError) as error:
            raise error_for(settings, _errno_of(error), str(error)) from error
        return cls(settings, device, _lower_latency(device))

    def fileno(self) -> int:
        """The descriptor, for a selector."""
        return self._fd

    @property
    def pending(self) -> int:
        """Bytes given to `send` that the kernel has not taken. While there are any, watch for writing."""
        return len(self._unsent)

    def receive(self) -> bytes:
        """What has arrived, empty if nothing has. A selector tells of what one read leaves. Raises PortLost."""
        data = self._read()
        if not data and self._ready():
            data = self._read()  # it may have come in between
            if not data:
                raise self._lost("it reports data and has none, as an unplugged adapter does")
        self.received += len(data)
        return data

    def send(self, data: bytes) -> None:
        """Send what the kernel takes at once and keep the rest for `flush_pending`. Raises PortLost."""
        if len(self._unsent) + len(data) > MAX_PENDING:
            raise self._lost(f"it has not taken {len(self._unsent)} bytes")
        self._unsent += data
        self.flush_pending()

    def flush_pending(self) -> None:
        """Send more of what is kept. Raises PortLost."""
        while self._unsent:
            try:
                taken = os.write(self._fd, self._unsent)
            except BlockingIOError:
                return
            except OSError as error:
                raise self._lost(error.strerror or "write failed") from error
            self.sent += taken
            del self._unsent[:taken]

    def close(self) -> None:
        """Close the port. Harmless if it is closed or lost."""
        self._unsent.clear()
        with contextlib.suppress(OSError):
            self._device.close()

    def _read(self) -> bytes:
        try:
            return os.read(self._fd, _CHUNK)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise self._lost(error.strerror or "read failed") from error

    def _ready(self) -> bool:
        """Whether the kernel reports something to read, or a hang-up."""
        poll = select.poll()
        poll.register(self._fd, select.POLLIN)
        return bool(poll.poll(0))

    def _lost(self, cause: str) -> PortLost:
        return PortLost(f"{_place(self.settings)}: lost ({cause}). Plug it in again, it will be taken up by itself")


def _errno_of(error: Exception) -> int | None:
    """The errno behind an open's failure. Pyserial wraps some of the kernel's errors without keeping it."""
    cause: BaseException | None = error
    while cause is not None:
        number = cause.args[0] if cause.args else None
        if isinstance(cause, (OSError, termios.error)) and isinstance(number, int):
            return number
        cause = cause.__cause__ or cause.__context__
    return errno.EINVAL if isinstance(error, ValueError) else None


def _lower_latency(device: serial.Serial) -> bool:
    """Set the adapter's low-latency flag if it has one."""
    try:
        device.set_low_latency_mode(True)
    except (OSError, ValueError):
        return False
    return True
