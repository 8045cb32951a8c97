"""The socket back end against the vectors, and against the other end in a thread."""

from __future__ import annotations

import socket
import struct
import tomllib
from pathlib import Path
from typing import Any

import pytest

from drivers.gpio import (
    ChipAbsent,
    Edge,
    GpioLost,
    LineUnknown,
    Pull,
    VersionRefused,
    open_chip,
)
from drivers.gpio.socket_lines import Message, SocketLines

from .gpio_fakes import Simulator, readable

NOW = 10**12
VECTORS = tomllib.loads((Path(__file__).parents[1] / "data" / "gpio_socket.toml").read_text())["vector"]


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_each_vector_of_the_socket_both_ways(vector: dict[str, Any]) -> None:
    names = ("line", "level", "flags", "sequence", "stamp")
    message = Message(vector["kind"], **{name: vector.get(name, 0) for name in names})
    assert message.encode() == bytes.fromhex(vector["hex"])
    assert Message.decode(bytes.fromhex(vector["hex"])) == message


def test_the_socket_says_hello_first_and_learns_how_many_lines_there_are(
    simulator: Simulator, wire: SocketLines
) -> None:
    assert simulator.got == [bytes.fromhex("01 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00")]
    assert wire.lines == 28


def test_the_socket_watches_with_bias_and_gets_the_present_level(simulator: Simulator, wire: SocketLines) -> None:
    assert wire.watch(17, Pull.UP, lambda _: None) is True
    assert simulator.got[-1] == bytes.fromhex("04 11 00 01 01 00 00 00 00 00 00 00 00 00 00 00")


def test_socket_edges_carry_the_simulators_stamp_and_what_was_lost(simulator: Simulator, wire: SocketLines) -> None:
    edges: list[Edge] = []
    wire.watch(17, Pull.UP, edges.append)
    simulator.edge(17, 0, 1, 500)
    simulator.edge(17, 1, 4, 900)
    while len(edges) < 2 and readable(wire, 5):
        wire.pump(NOW)
    assert edges == [Edge(17, False, 500), Edge(17, True, 900, lost=2)]
    assert not readable(wire)


def test_an_edge_that_comes_before_an_answer_is_kept_and_wakes_the_selector(
    simulator: Simulator, wire: SocketLines
) -> None:
    edges: list[Edge] = []
    wire.watch(17, Pull.UP, edges.append)
    simulator.before[0x02] = struct.pack("<BBBBIQ", 0x20, 17, 0, 0, 1, 500)
    assert wire.read(4) is False
    assert edges == []
    assert readable(wire)
    wire.pump(NOW)
    assert edges == [Edge(17, False, 500)]


def test_a_look_does_not_wait_and_its_level_comes_after_the_edges_before_it(
    simulator: Simulator, wire: SocketLines
) -> None:
    heard: list[object] = []
    wire.watch(17, Pull.UP, heard.append)
    simulator.before[0x02] = struct.pack("<BBBBIQ", 0x20, 17, 0, 0, 1, 500)
    wire.look(17, heard.append)
    assert heard == []
    while len(heard) < 2 and readable(wire, 5):
        wire.pump(NOW)
    assert heard == [Edge(17, False, 500), True]


def test_a_look_that_is_not_answered_holds_nothing_up(simulator: Simulator, wire: SocketLines) -> None:
    simulator.answers = False
    heard: list[bool] = []
    wire.look(17, heard.append)
    wire.pump(NOW)
    assert heard == []


def test_a_lamp_is_written_without_waiting(simulator: Simulator, wire: SocketLines) -> None:
    wire.write(22, True)
    assert wire.read(22) is True


def test_a_refused_write_is_said_by_the_next_pump(simulator: Simulator, wire: SocketLines) -> None:
    wire.write(99, True)
    assert wire.read(4) is False
    assert readable(wire)
    with pytest.raises(LineUnknown, match="line 99: the simulated table has no such line"):
        wire.pump(NOW)


def test_a_line_that_the_table_lacks_is_named_and_not_held(simulator: Simulator, wire: SocketLines) -> None:
    for _ in range(2):
        with pytest.raises(LineUnknown, match="line 40: the simulated table has no such line"):
            wire.watch(40, Pull.UP, lambda _: None)


def test_after_unwatch_an_edge_under_way_reaches_nobody(simulator: Simulator, wire: SocketLines) -> None:
    edges: list[Edge] = []
    wire.watch(17, Pull.UP, edges.append)
    simulator.before[0x05] = struct.pack("<BBBBIQ", 0x20, 17, 0, 0, 1, 500)
    wire.unwatch(17)
    wire.pump(NOW)
    assert edges == []
    assert simulator.got[-1][:2] == bytes.fromhex("05 11")


def test_a_line_watched_anew_counts_anew_and_hears_nothing_of_before(simulator: Simulator, wire: SocketLines) -> None:
    edges: list[Edge] = []
    wire.watch(17, Pull.UP, edges.append)
    simulator.before[0x05] = struct.pack("<BBBBIQ", 0x20, 17, 0, 0, 3, 500)
    wire.unwatch(17)
    wire.watch(17, Pull.UP, edges.append)
    simulator.edge(17, 1, 1, 900)
    while not edges and readable(wire, 5):
        wire.pump(NOW)
    assert edges == [Edge(17, True, 900)]


def test_edges_counted_before_a_line_was_let_go_are_not_missed_after(simulator: Simulator, wire: SocketLines) -> None:
    edges: list[Edge] = []
    wire.watch(17, Pull.UP, edges.append)
    simulator.edge(17, 0, 3, 500)
    while not edges and readable(wire, 5):
        wire.pump(NOW)
    wire.unwatch(17)
    wire.watch(17, Pull.UP, edges.append)
    simulator.edge(17, 1, 1, 900)
    while len(edges) < 2 and readable(wire, 5):
        wire.pump(NOW)
    assert edges[1] == Edge(17, True, 900)


def test_bytes_are_counted_both_ways(simulator: Simulator, wire: SocketLines) -> None:
    wire.read(4)
    wire.write(5, True)
    assert (wire.sent, wire.received) == (48, 32)


def test_a_simulator_that_closes_is_lost(simulator: Simulator, wire: SocketLines) -> None:
    assert simulator.peer is not None
    simulator.peer.shutdown(socket.SHUT_RDWR)
    assert readable(wire, 5)
    with pytest.raises(GpioLost, match="has closed the connection"):
        wire.pump(NOW)


def test_a_simulator_that_does_not_answer_is_lost(
    simulator: Simulator, wire: SocketLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drivers.gpio.socket_lines._ANSWER_TIME", 0.05)
    simulator.answers = False
    with pytest.raises(GpioLost, match="did not answer"):
        wire.read(4)


def test_another_version_is_refused(tmp_path: Path) -> None:
    simulator = Simulator(tmp_path / "old", version=2)
    with pytest.raises(VersionRefused, match="does not speak version 1"):
        SocketLines(str(tmp_path / "old"))
    simulator.close()


def test_no_simulator_is_said_with_the_cure(tmp_path: Path) -> None:
    with pytest.raises(ChipAbsent, match="Start one with sabot sim"):
        open_chip("socket", str(tmp_path / "nothing"))
