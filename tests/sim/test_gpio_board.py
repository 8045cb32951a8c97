"""The simulator's end of the GPIO socket, byte by byte."""

from __future__ import annotations

import struct
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware_sim.parts.gpio import Ask, GpioBoard
from hardware_sim.physics.world import Layout, World

from .bench import raw

HELLO = "01 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00"
NOW = 1_000_000_000
GOLDEN = Path(__file__).parent.parent / "data" / "gpio_socket.toml"


def message(kind: int, line: int = 0, level: int = 0, flags: int = 0, seq: int = 0, stamp: int = 0) -> bytes:
    return struct.pack("<BBBBIQ", kind, line, level, flags, seq, stamp)


class Socket:
    def __init__(self, *, greeted: bool = True) -> None:
        self.world = World(1)
        self.board = GpioBoard("gpio", self.world.lines)
        if greeted:
            self.ask(raw(HELLO))

    def ask(self, data: bytes, now: int = NOW) -> bytes:
        self.board.receive(data, now)
        return self.board.take_output()


def test_hello_is_answered_with_the_number_of_lines_and_the_time() -> None:
    assert Socket(greeted=False).ask(raw(HELLO)) == message(0x81, 0, 1, 0, 26, NOW)


def test_another_version_is_refused() -> None:
    assert Socket(greeted=False).ask(message(0x01, 0, 9)) == message(0x7F, 0, 4, 0, 0, NOW)


def test_nothing_goes_before_the_greeting() -> None:
    assert Socket(greeted=False).ask(message(0x02, 17)) == message(0x7F, 17, 4, 0, 0, NOW)


def test_a_line_at_rest_reads_one() -> None:
    assert Socket().ask(message(0x02, 6, seq=9)) == message(0x82, 6, 1, 0, 9, NOW)


def test_a_watch_is_answered_with_the_present_level() -> None:
    socket = Socket()
    socket.world.place_button(1, NOW)
    assert socket.ask(raw("04 06 00 01 05 00 00 00 00 00 00 00 00 00 00 00")) == message(0x84, 6, 0, 0, 5, NOW)


def test_an_edge_carries_the_level_its_number_and_its_time() -> None:
    socket = Socket()
    socket.ask(message(0x04, 17, flags=1))
    for at in (1, 2):
        socket.world.set_post(2, at == 1, at)
    socket.board.take_output()
    socket.world.set_post(2, True, NOW)
    assert socket.board.take_output() == raw("20 11 00 00 03 00 00 00 00 CA 9A 3B 00 00 00 00")


def test_a_line_that_is_not_watched_has_no_edges() -> None:
    socket = Socket()
    socket.world.set_post(2, True, NOW)
    assert socket.board.take_output() == b""


def test_after_unwatch_there_are_no_more_edges() -> None:
    socket = Socket()
    socket.ask(message(0x04, 17))
    assert socket.ask(message(0x05, 17, seq=3)) == message(0x85, 17, 0, 0, 3, NOW)
    socket.world.set_post(2, True, NOW)
    assert socket.board.take_output() == b""


def test_lost_edges_leave_a_jump_in_the_numbers() -> None:
    socket = Socket()
    socket.ask(message(0x04, 17))
    socket.board.lose_edges(2)
    for at in (1, 2, 3):
        socket.world.set_post(2, at % 2 == 1, at)
    assert struct.unpack("<BBBBIQ", socket.board.take_output())[4] == 3


def test_a_line_watched_twice_is_in_use() -> None:
    socket = Socket()
    socket.ask(message(0x04, 17))
    assert socket.ask(message(0x04, 17, seq=8)) == message(0x7F, 17, 3, 0, 8, NOW)


@pytest.mark.parametrize("line", [0, 1, 28, 255])
def test_a_line_that_is_not_there_is_refused(line: int) -> None:
    assert Socket().ask(message(0x02, line, seq=1)) == message(0x7F, line, 2, 0, 1, NOW)


def test_an_unknown_type_is_refused() -> None:
    assert Socket().ask(message(0x77, 5, seq=1)) == message(0x7F, 5, 1, 0, 1, NOW)


def test_a_lamp_is_written_without_an_answer_and_read_back() -> None:
    socket = Socket()
    assert socket.ask(message(0x03, 26, 0)) == b""
    assert socket.ask(message(0x02, 26)) == message(0x82, 26, 0, 0, 0, NOW)
    assert socket.board.lamps == {26: False}


def test_a_new_connection_finds_nothing_watched() -> None:
    socket = Socket()
    socket.ask(message(0x04, 17))
    socket.board.reboot(NOW)
    socket.world.set_post(2, True, NOW)
    assert socket.board.take_output() == b""


@given(st.lists(st.integers(0, 48), max_size=6))
def test_messages_are_found_in_any_chunks(cuts: list[int]) -> None:
    socket, out, at = Socket(greeted=False), b"", 0
    stream = raw(HELLO) + message(0x02, 6, seq=1) + message(0x02, 7, seq=2)
    for cut in [*sorted(cuts), len(stream)]:
        out += socket.ask(stream[at:cut])
        at = max(at, min(cut, len(stream)))
    assert [out[n] for n in (0, 16, 32)] == [0x81, 0x82, 0x82]


def golden(sender: str) -> list[Any]:
    vectors = tomllib.loads(GOLDEN.read_text())["vector"]
    return [pytest.param(one, id=one["name"]) for one in vectors if one["from"] == sender]


@pytest.mark.parametrize("vector", golden("host"))
def test_a_golden_message_of_the_host_is_understood(vector: dict[str, Any]) -> None:
    answered = Socket().ask(raw(vector["hex"]))
    expected = b"" if vector["kind"] == Ask.WRITE else bytes([vector["kind"] | 0x80, vector.get("line", 0)])
    assert answered[:2] == expected


@pytest.mark.parametrize("vector", golden("simulator"))
def test_a_golden_message_of_the_simulator_is_what_the_board_says(vector: dict[str, Any]) -> None:
    socket = Socket()
    socket.world = World(1, Layout(lines={f"line {number}": number for number in range(28)}))
    socket.board = GpioBoard("gpio", socket.world.lines)
    kind, line, seq = vector["kind"], vector.get("line", 0), vector["sequence"]
    if kind != 0x81:
        socket.ask(raw(HELLO))
    if kind == 0x20:
        socket.ask(message(Ask.WATCH, line))
        for edge in range(seq):
            socket.board.take_output()
            socket.world.lines.drive(f"line {line}", edge % 2 == 1, NOW)
        assert socket.board.take_output() == raw(vector["hex"])
    elif kind == 0x7F:
        assert socket.ask(message(Ask.READ, line, seq=seq)) == raw(vector["hex"])
    else:
        asked = message(kind & 0x7F, line, vector.get("level", 0), seq=0 if kind == 0x81 else seq)
        assert socket.ask(asked) == raw(vector["hex"])
