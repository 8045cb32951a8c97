"""Ptys and sockets of the simulated table: names, counters, pulling and plugging, nothing left behind."""

from __future__ import annotations

import os
import select
import socket
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware_sim.parts.gpio import GpioBoard
from hardware_sim.parts.nextion import Nextion
from hardware_sim.parts.part import MS
from hardware_sim.physics.world import World
from hardware_sim.wires import Cable, SocketWire, Wire


def descriptors() -> set[str]:
    return set(os.listdir("/proc/self/fd"))  # noqa: PTH208 - names of descriptors, no files


@pytest.fixture
def wire(tmp_path: Path) -> Iterator[Wire]:
    with Wire("shoe", tmp_path) as wire:
        yield wire


@pytest.fixture
def host(wire: Wire) -> Iterator[int]:
    fd = os.open(wire.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    yield fd
    os.close(fd)


def readable(wire: Wire | SocketWire, within: float = 1.0) -> bool:
    """Whether the host's words come within the time: the kernel carries them over in its own time."""
    return bool(select.select([wire.fileno()], [], [], within)[0])


def hear(wire: Wire, count: int) -> bytes:
    """The next bytes of the host."""
    data = b""
    while len(data) < count and readable(wire):
        data += wire.receive()
    return data


def read(host: int, count: int) -> bytes:
    """What the host hears next."""
    data = b""
    while len(data) < count and select.select([host], [], [], 1.0)[0]:
        data += os.read(host, count - len(data))
    return data


def test_the_host_finds_the_wire_by_its_name(wire: Wire, tmp_path: Path) -> None:
    assert wire.path == tmp_path / "by-name" / "shoe"
    assert wire.path.resolve().is_relative_to("/dev/pts")


def test_bytes_pass_unchanged_both_ways(wire: Wire, host: int) -> None:
    every = bytes(range(256))
    os.write(host, every)
    assert hear(wire, 256) == every
    wire.send(every)
    assert read(host, 256) == every


def test_both_ways_are_counted(wire: Wire, host: int) -> None:
    os.write(host, b"12345")
    hear(wire, 5)
    wire.send(b"123")
    assert (wire.received, wire.sent) == (5, 3)


def test_the_descriptor_is_readable_when_the_host_has_written(wire: Wire, host: int) -> None:
    assert not readable(wire, within=0)
    os.write(host, b"1")
    assert readable(wire)


def test_a_host_may_close_and_open_again(wire: Wire) -> None:
    for _ in range(3):
        fd = os.open(wire.path, os.O_RDWR | os.O_NOCTTY)
        os.write(fd, b"1")
        os.close(fd)
        assert hear(wire, 1) == b"1"


def test_nothing_to_read_is_no_error(wire: Wire) -> None:
    assert wire.receive() == b""


def test_pulling_the_cable_hangs_up_and_removes_the_name(wire: Wire, host: int) -> None:
    wire.unplug()
    assert not wire.path.is_symlink()
    with pytest.raises(OSError, match="Input/output error"):
        os.write(host, b"1")


def test_a_pulled_cable_loses_what_is_sent_and_says_nothing(wire: Wire) -> None:
    wire.unplug()
    wire.send(b"123")
    assert (wire.receive(), wire.pending) == (b"", 0)


def test_plugged_again_it_has_its_name_its_descriptor_and_new_counters(wire: Wire) -> None:
    before = wire.fileno()
    wire.send(b"123")
    wire.unplug()
    wire.plug()
    fd = os.open(wire.path, os.O_RDWR | os.O_NOCTTY)
    os.write(fd, b"1")
    assert (wire.fileno(), wire.sent, wire.epoch, readable(wire)) == (before, 0, 2, True)
    os.close(fd)


def test_what_the_host_does_not_take_waits(wire: Wire, host: int) -> None:
    wire.send(bytes(30_000))
    assert wire.sent < 30_000
    taken = 0
    while taken < 30_000 and select.select([host], [], [], 1.0)[0]:
        taken += len(os.read(host, 4096))
        wire.flush()
    assert wire.sent == taken == 30_000


def test_a_host_that_never_reads_costs_no_more_than_a_buffer(wire: Wire) -> None:
    for _ in range(20):
        wire.send(bytes(30_000))
    assert wire.pending <= 65536
    assert wire.lost > 0


@pytest.mark.parametrize("baud", [termios.B9600, termios.B115200, termios.B921600])
def test_a_host_may_set_any_speed(wire: Wire, host: int, baud: int) -> None:
    settings = termios.tcgetattr(host)
    settings[4] = settings[5] = baud
    termios.tcsetattr(host, termios.TCSANOW, settings)
    os.write(host, b"\x00\x03\x04\x11\x13\xff")
    assert hear(wire, 6) == b"\x00\x03\x04\x11\x13\xff"


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    before = descriptors()
    for kind in (Wire, SocketWire):
        wire = kind("part", tmp_path)
        wire.unplug()
        wire.plug()
        wire.close()
        wire.close()
    assert descriptors() == before
    assert [path for path in tmp_path.rglob("*") if not path.is_dir()] == []


def test_a_name_with_a_slash_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="file name"):
        Wire("a/b", tmp_path)


def test_a_cable_carries_a_conversation(wire: Wire, host: int) -> None:
    cable = Cable(Nextion("display-1"), wire)
    os.write(host, b"sendme\xff\xff\xff")
    assert readable(wire)
    cable.pump(MS)
    while (due := cable.deadline) is not None and due < 100 * MS:
        cable.pump(due)
    assert read(host, 5) == bytes.fromhex("66 00 FF FF FF")
    assert cable.channel == (5, 9)


def test_a_part_plugged_in_again_has_started_afresh(wire: Wire) -> None:
    panel = Nextion("display-1")
    cable = Cable(panel, wire)
    panel.receive(b"page 2\xff\xff\xff", 0)
    panel.wake(100 * MS)
    wire.unplug()
    wire.plug()
    cable.pump(200 * MS)
    assert panel.page == "seat"


def test_a_socket_serves_one_host_after_the_other(tmp_path: Path) -> None:
    board = GpioBoard("gpio", World(1).lines)
    with SocketWire("gpio", tmp_path) as wire:
        cable = Cable(board, wire)
        for _ in range(2):
            with socket.socket(socket.AF_UNIX) as client:
                client.connect(str(wire.path))
                client.send(bytes.fromhex("01 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00"))
                assert readable(wire)
                cable.pump(7)
                assert client.recv(100)[:1] == b"\x81"
                assert cable.channel == (16, 16)
            cable.pump(8)
        assert wire.epoch == 2


def test_edges_reach_the_host_at_the_next_pump(tmp_path: Path) -> None:
    world = World(1)
    board = GpioBoard("gpio", world.lines)
    with SocketWire("gpio", tmp_path) as wire, socket.socket(socket.AF_UNIX) as client:
        cable = Cable(board, wire)
        client.connect(str(wire.path))
        client.send(bytes.fromhex("01 00 01 00" + "00" * 12 + "04 06 00 01" + "00" * 12))
        cable.pump(7)
        client.recv(100)
        world.place_button(1, 9)
        cable.pump(9)
        assert client.recv(100)[:3] == bytes.fromhex("20 06 00")
