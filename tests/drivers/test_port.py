"""The serial port, on real pseudo-terminals."""

from __future__ import annotations

import errno
import os
import re
import select
import tty
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from drivers.port import (
    MAX_PENDING,
    Port,
    PortAbsent,
    PortBusy,
    PortError,
    PortForbidden,
    PortLost,
    PortSettings,
    error_for,
    holder,
)


class Pty:
    """A pseudo-terminal: `master` is the part's end, `path` the port's."""

    def __init__(self) -> None:
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)
        self.path = os.ttyname(self.slave)
        self.settings = PortSettings(self.path, 115200, part="shoe")
        self._open = {self.master, self.slave}

    def unplug(self) -> None:
        while self._open:
            os.close(self._open.pop())


@pytest.fixture
def pty() -> Iterator[Pty]:
    pair = Pty()
    yield pair
    pair.unplug()


@pytest.fixture
def port(pty: Pty) -> Iterator[Port]:
    opened = Port.open(pty.settings)
    yield opened
    opened.close()


def wait_readable(fd: int) -> None:
    """The tty layer hands bytes on through a kernel worker."""
    assert select.select([fd], [], [], 2)[0]


def test_bytes_go_both_ways_and_are_counted(pty: Pty, port: Port) -> None:
    os.write(pty.master, b"\x00\xff\x11\x13\r\n")
    wait_readable(port.fileno())
    assert port.receive() == b"\x00\xff\x11\x13\r\n"
    port.send(b"\x55\x55\x00")
    wait_readable(pty.master)
    assert os.read(pty.master, 100) == b"\x55\x55\x00"
    assert (port.received, port.sent, port.pending) == (6, 3, 0)


def test_nothing_arrived_is_no_bytes(port: Port) -> None:
    assert port.receive() == b""


def test_even_parity_opens_on_a_pty(pty: Pty) -> None:
    port = Port.open(replace(pty.settings, baud=38400, parity="E", stop_bits=2))
    os.write(pty.master, b"\x02\x00\x07")
    wait_readable(port.fileno())
    assert port.receive() == b"\x02\x00\x07"
    port.close()


def test_an_unplugged_port_is_lost(pty: Pty, port: Port) -> None:
    pty.unplug()
    with pytest.raises(PortLost, match=re.escape(f"shoe at {pty.path}: lost")):
        port.receive()
    with pytest.raises(PortLost):
        port.send(b"\x00")


def test_readiness_without_data_is_a_lost_port(port: Port, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Port, "_ready", lambda _: True)
    with pytest.raises(PortLost, match="reports data and has none"):
        port.receive()


def test_what_the_kernel_does_not_take_is_kept_and_flushed(pty: Pty, port: Port) -> None:
    message = bytes(range(256)) * 200
    port.send(message)
    assert port.pending > 0
    assert port.sent + port.pending == len(message)
    taken = bytearray()
    while len(taken) < len(message):
        wait_readable(pty.master)
        taken += os.read(pty.master, 65536)
        port.flush_pending()
    assert taken == message
    assert (port.sent, port.pending) == (len(message), 0)


def test_a_port_that_takes_nothing_is_lost(port: Port) -> None:
    port.send(bytes(MAX_PENDING - 1))
    with pytest.raises(PortLost, match="has not taken"):
        port.send(bytes(MAX_PENDING))


def test_a_second_open_is_refused_and_names_the_holder(pty: Pty, port: Port) -> None:
    with pytest.raises(PortBusy, match=rf"shoe at {pty.path}: held by .+\. Stop it"):
        Port.open(pty.settings)
    port.send(b"still mine")


def test_a_closed_port_can_be_opened_again(pty: Pty, port: Port) -> None:
    port.close()
    port.close()
    Port.open(pty.settings).close()


def test_a_pty_has_no_low_latency_flag(port: Port) -> None:
    assert port.low_latency is False


def test_a_path_that_is_not_there_is_absent() -> None:
    with pytest.raises(PortAbsent, match="Plug it in, or correct its path"):
        Port.open(PortSettings("/dev/serial/by-id/usb-none", 9600))


def test_a_path_that_is_no_serial_port_is_named_as_such(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(PortError, match="not a serial port"):
        Port.open(PortSettings(str(file), 9600))


def test_a_refused_open_leaves_nothing_open(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208  # counting, as the kernel lists them
    with pytest.raises(PortError):
        Port.open(PortSettings(str(file), 9600))
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208 - names of descriptors, no files


def test_a_baud_rate_that_cannot_be_is_refused_with_the_settings(pty: Pty) -> None:
    with pytest.raises(PortError, match="refuses -1 baud, parity N"):
        Port.open(replace(pty.settings, baud=-1))


@pytest.mark.parametrize(
    ("number", "kind", "cure"),
    [
        (errno.ENOENT, PortAbsent, "Plug it in"),
        (errno.ENXIO, PortAbsent, "Plug it in"),
        (errno.EACCES, PortForbidden, "group dialout"),
        (errno.EPERM, PortForbidden, "group dialout"),
        (errno.EBUSY, PortBusy, "Stop it"),
        (errno.EAGAIN, PortBusy, "Stop it"),
        (errno.EINVAL, PortError, "parity N only"),
        (errno.EIO, PortError, "dmesg"),
        (None, PortError, "dmesg"),
    ],
)
def test_each_errno_has_its_cause_and_cure(number: int | None, kind: type[PortError], cure: str) -> None:
    error = error_for(PortSettings("/dev/none", 9600, part="seat 4 display"), number, "text")
    assert type(error) is kind
    assert str(error).startswith("seat 4 display at /dev/none: ")
    assert cure in str(error)


def test_the_holder_of_a_lock_is_found_by_inode(tmp_path: Path) -> None:
    locked = tmp_path / "port"
    locked.touch()
    status = locked.stat()
    where = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
    locks = tmp_path / "locks"
    locks.write_text(
        f"1: POSIX  ADVISORY  READ 1 00:01:2 0 EOF\n2: FLOCK  ADVISORY  WRITE {os.getpid()} {where} 0 EOF\n"
    )
    name = holder(str(locked), locks)
    assert name is not None
    assert name.endswith(f"(process {os.getpid()})")


def test_an_unknown_holder_is_none(tmp_path: Path) -> None:
    assert holder(str(tmp_path / "gone")) is None


def failing(number: int) -> Callable[..., bytes]:
    def read(*_: object) -> bytes:
        raise OSError(number, os.strerror(number))

    return read


def test_an_io_error_on_reading_is_a_lost_port(port: Port, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivers.port.os.read", failing(errno.EIO))
    with pytest.raises(PortLost, match="Input/output error"):
        port.receive()


def test_a_driver_that_says_try_again_has_no_bytes(port: Port, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivers.port.os.read", failing(errno.EAGAIN))
    assert port.receive() == b""


def test_the_low_latency_flag_is_set_where_there_is_one(pty: Pty, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    monkeypatch.setattr("serial.Serial.set_low_latency_mode", lambda _, on: asked.append(on))
    port = Port.open(pty.settings)
    assert port.low_latency
    assert asked == [True]
    port.close()
