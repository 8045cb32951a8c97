"""Stand-ins for what the GPIO back ends stand on: the RPi.GPIO module, gpiod's requests, the simulator's socket."""

from __future__ import annotations

import contextlib
import errno
import select
import socket
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gpiod

from drivers.gpio import (
    GpioChip,
)


def readable(chip: GpioChip, seconds: float = 0.0) -> bool:
    return bool(select.select([chip.fileno()], [], [], seconds)[0])


class FakeRpi:
    """The part of the RPi.GPIO interface that the back end uses. `drive` is the world, and calls back."""

    BCM, IN, OUT, BOTH = 11, 1, 0, 33
    PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22

    def __init__(self) -> None:
        self.levels: dict[int, bool] = {}
        self.set_up: dict[int, tuple[int, int]] = {}
        self.callbacks: dict[int, Callable[[int], None]] = {}
        self.mode: int | None = None
        self.detects = True

    def setwarnings(self, flag: bool) -> None:
        assert flag is False

    def setmode(self, mode: int) -> None:
        self.mode = mode

    def setup(self, line: int, direction: int, pull_up_down: int = 20, initial: int | None = None) -> None:
        if line > 27:
            raise ValueError("The channel sent is invalid on a Raspberry Pi")
        self.set_up[line] = (direction, pull_up_down)
        if initial is not None:
            self.levels[line] = bool(initial)

    def input(self, line: int) -> int:
        return int(self.levels.get(line, False))

    def output(self, line: int, level: int) -> None:
        assert self.set_up[line][0] == self.OUT
        self.levels[line] = bool(level)

    def add_event_detect(self, line: int, edge: int, callback: Callable[[int], None]) -> None:
        assert edge == self.BOTH
        if not self.detects:
            raise RuntimeError("Failed to add edge detection")
        self.callbacks[line] = callback

    def remove_event_detect(self, line: int) -> None:
        del self.callbacks[line]

    def cleanup(self, line: int) -> None:
        del self.set_up[line]

    def drive(self, line: int, level: bool) -> None:
        self.levels[line] = level
        self.callbacks[line](line)


@dataclass
class FakeRequest:
    """A line request whose descriptor is a real one, so that a selector sees it."""

    name: str
    settings: Any
    consumer: str
    value: Any = gpiod.line.Value.INACTIVE
    events: list[Any] = field(default_factory=list)
    ends: tuple[socket.socket, socket.socket] = field(default_factory=socket.socketpair)
    released: bool = False
    gone: bool = False

    @property
    def fd(self) -> int:
        return self.ends[0].fileno()

    def get_value(self, name: str) -> Any:
        assert name == self.name
        return self.value

    def set_value(self, name: str, value: Any) -> None:
        assert name == self.name
        self.value = value

    def edge(self, rising: bool, stamp: int, line_seqno: int) -> None:
        kinds = gpiod.EdgeEvent.Type
        kind = kinds.RISING_EDGE if rising else kinds.FALLING_EDGE
        self.events.append(SimpleNamespace(event_type=kind, timestamp_ns=stamp, line_seqno=line_seqno))
        self.ends[1].send(b"e")

    def read_edge_events(self) -> list[Any]:
        if self.gone:
            raise OSError(errno.ENODEV, "No such device")
        self.ends[0].recv(4096)
        events, self.events = self.events, []
        return events

    def release(self) -> None:
        assert not self.released
        self.released = True
        for end in self.ends:
            end.close()


class FakeGpiod:
    """gpiod with its real enumerations and settings, and a chip of 28 lines named GPIO0 to GPIO27."""

    line = gpiod.line
    LineSettings = gpiod.LineSettings
    EdgeEvent = gpiod.EdgeEvent

    def __init__(self) -> None:
        self.requests: list[FakeRequest] = []
        self.levels: dict[str, Any] = {}
        self.error: OSError | None = None
        self.labels: dict[str, str] = {}

    def request_lines(self, path: str, config: dict[str, Any], consumer: str, event_buffer_size: int) -> FakeRequest:
        assert path == "/dev/gpiochip11"
        assert event_buffer_size > 16
        ((name, settings),) = config.items()
        if self.error is not None:
            raise self.error
        if int(name.removeprefix("GPIO")) > 27:
            raise ValueError(f"unknown line name: {name}")
        output = settings.direction is gpiod.line.Direction.OUTPUT
        value = settings.output_value if output else self.levels.get(name, gpiod.line.Value.INACTIVE)
        self.requests.append(FakeRequest(name, settings, consumer, value))
        return self.requests[-1]

    def is_gpiochip_device(self, path: str) -> bool:
        return Path(path).name in self.labels

    def Chip(self, path: str) -> Any:  # noqa: N802 - gpiod's name
        if self.error is not None:
            raise self.error
        chip = SimpleNamespace(get_info=lambda: SimpleNamespace(label=self.labels[Path(path).name]))

        class Opened:
            def __enter__(self) -> Any:
                return chip

            def __exit__(self, *_: object) -> None:
                return

        return Opened()


class Simulator:
    """The other end in a thread: answers as the vectors say, line levels as told, edges on command."""

    def __init__(self, path: Path, version: int = 1) -> None:
        self.levels: dict[int, int] = {17: 1}
        self.got: list[bytes] = []
        self.before: dict[int, bytes] = {}  # type of a request -> bytes to send ahead of its answer
        self.version = version
        self.answers = True
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(path))
        self._listener.listen(1)
        self.peer: socket.socket | None = None
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):  # the host went away with something unread
            self._talk()

    def _talk(self) -> None:
        self.peer, _ = self._listener.accept()
        while data := self.peer.recv(16, socket.MSG_WAITALL):
            self.got.append(data)
            kind, line, level, _, sequence, _ = struct.unpack("<BBBBIQ", data)
            self.send(
                self.before.pop(kind, b"") + (self._answer(kind, line, level, sequence) if self.answers else b"")
            )

    def _answer(self, kind: int, line: int, level: int, sequence: int) -> bytes:
        if line > 27:
            return struct.pack("<BBBBIQ", 0x7F, line, 2, 0, sequence, 0)
        if kind == 0x01:
            code = struct.pack("<BBBBIQ", 0x7F, 0, 4, 0, 0, 0)
            return struct.pack("<BBBBIQ", 0x81, 0, 1, 0, 28, 7) if level == self.version else code
        if kind == 0x03:
            self.levels[line] = level
            return b""
        return struct.pack("<BBBBIQ", kind | 0x80, line, self.levels.get(line, 0), 0, sequence, 7)

    def send(self, data: bytes) -> None:
        assert self.peer is not None
        for begin in range(0, len(data), 7):  # in pieces that fit no message
            self.peer.send(data[begin : begin + 7])

    def edge(self, line: int, level: int, count: int, stamp: int) -> None:
        self.send(struct.pack("<BBBBIQ", 0x20, line, level, 0, count, stamp))

    def close(self) -> None:
        self._listener.close()
        if self.peer is not None:
            self.peer.close()
        self._thread.join(5)
