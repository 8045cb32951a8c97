"""The socket back end and the simulated board, made apart from one another, over a real Unix socket."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.gpio import Debounce, Edge, LineInUse, LineUnknown, Pull
from drivers.gpio.debounce import Change
from drivers.gpio.socket_lines import SocketLines
from hardware_sim.parts.gpio import GpioBoard
from hardware_sim.physics.world import World

MS = 1_000_000


class Served:
    """The board behind a listening socket, in a thread. `drive` moves a sensor as the world does."""

    def __init__(self, path: Path) -> None:
        self.world = World(1)
        self.board = GpioBoard("gpio", self.world.lines)
        self._lock = threading.Lock()
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(path))
        self._listener.listen(1)
        self._peer: socket.socket | None = None
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        self._peer, _ = self._listener.accept()
        with contextlib.suppress(OSError):
            while data := self._peer.recv(5):
                with self._lock:
                    self.board.receive(data, 1_000 * MS)
                    self._peer.sendall(self.board.take_output())

    def drive(self, name: str, level: bool, at: int) -> None:
        assert self._peer is not None
        with self._lock:
            self.world.lines.drive(name, level, at)
            self._peer.sendall(self.board.take_output())

    def close(self) -> None:
        self._listener.close()
        if self._peer is not None:
            self._peer.close()
        self._thread.join(5)


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path / "gpio")
    yield served
    served.close()


@pytest.fixture
def lines(board: Served, tmp_path: Path) -> Iterator[SocketLines]:
    lines = SocketLines(str(tmp_path / "gpio"))
    yield lines
    lines.close()


def _pumped(lines: SocketLines, edges: list[Edge], count: int) -> list[Edge]:
    while len(edges) < count and select.select([lines.fileno()], [], [], 5)[0]:
        lines.pump(10**12)
    return edges


def test_a_button_laid_down_is_placed_after_its_dwell(board: Served, lines: SocketLines) -> None:
    edges: list[Edge] = []
    number = board.world.lines.number("button:4")
    present = lines.watch(number, Pull.UP, edges.append, "button:4")
    debounce = Debounce(present, 1_000 * MS, 10 * MS, 300 * MS, placed=False)
    board.drive("button:4", False, 2_000 * MS)
    (edge,) = _pumped(lines, edges, 1)
    assert debounce.edge(edge.stamp, edge.level, edge.lost) == []
    assert debounce.wake(2_300 * MS) == [Change(False, 2_000 * MS, 2_000 * MS)]


def test_edges_that_the_board_swallows_are_counted_as_lost(board: Served, lines: SocketLines) -> None:
    edges: list[Edge] = []
    lines.watch(board.world.lines.number("door"), Pull.UP, edges.append)
    board.board.lose_edges(2)
    for index in range(3):
        board.drive("door", index % 2 == 0, (2_000 + index) * MS)
    assert _pumped(lines, edges, 1)[0].lost == 2


def test_a_line_that_the_table_has_not_is_named(lines: SocketLines) -> None:
    with pytest.raises(LineUnknown, match="line 40"):
        lines.watch(40, Pull.UP, lambda _: None)


def test_a_watched_line_is_refused_a_second_time(lines: SocketLines) -> None:
    lines.watch(17, Pull.UP, lambda _: None)
    with pytest.raises(LineInUse, match="line 17"):
        lines.watch(17, Pull.UP, lambda _: None)
