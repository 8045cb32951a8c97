"""GPIO lines by the kernel's character device and libgpiod 2: kernel stamps, and lost edges counted by the kernel.

The chip is chosen by its label and lines by their names (GPIO17). The number of the chip with the Pi's header has
changed from kernel to kernel (gpiochip0, 4, 0, 11-15). Each watched line is a request of its own, so that lines come
and go singly. One epoll descriptor stands for all of them.

Sources:

- libgpiod 2 Python bindings, libgpiod.readthedocs.io
- linux/gpio.h, struct gpio_v2_line_event
"""

import errno
import importlib
import select
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from drivers.gpio.chip import (
    BackEndMissing,
    ChipAbsent,
    Claim,
    Claims,
    Edge,
    GpioError,
    GpioForbidden,
    GpioLost,
    Heard,
    LineInUse,
    LineUnknown,
    Pull,
    Sink,
    Use,
)

HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the chip behind the header: Pi 5, Pi 4, and those before. A Pi has one of them."""

_CONSUMER = "sabot"
_EVENT_BUFFER = 256  # edges a line may gather in the kernel while the bridge is busy. The default is 16


@dataclass(frozen=True, slots=True)
class ChipSeen:
    """One GPIO chip of the machine: its device and its label."""

    path: str
    label: str


def choose_chip(chips: Iterable[ChipSeen]) -> str:
    """The device of the chip behind the header. Raises ChipAbsent naming the labels that were found."""
    seen = sorted(chips, key=lambda chip: chip.path)
    for label in HEADER_LABELS:
        for chip in seen:
            if chip.label == label:
                return chip.path
    found = ", ".join(f"{chip.path} ({chip.label})" for chip in seen) or "none at all"
    raise ChipAbsent(f"no GPIO chip labelled {' or '.join(HEADER_LABELS)}. Found: {found}")


@dataclass(slots=True)
class _Line:
    """A requested line, and the kernel's number of its last edge."""

    request: Any
    edges: int = 0


class GpiodLines:
    """The lines of one chip. `path`: its device, found by label if not given. `module`: gpiod, else imported."""

    def __init__(self, path: str | None = None, module: Any = None) -> None:
        self._gpiod = _imported() if module is None else module
        self._path = choose_chip(_chips(self._gpiod)) if path is None else path
        self._claims = Claims()
        self._lines: dict[int, _Line] = {}
        self._by_fd: dict[int, int] = {}
        self._epoll = select.epoll()

    def fileno(self) -> int:
        return self._epoll.fileno()

    def read(self, line: int) -> bool:
        held = self._lines.get(line)
        if held is not None:
            return self._level(held.request, line)
        request = self._request(line, direction=self._gpiod.line.Direction.INPUT)
        try:
            return self._level(request, line)
        finally:
            request.release()

    def look(self, line: int, heard: Heard) -> None:
        heard(self.read(line))

    def write(self, line: int, level: bool) -> None:
        values = self._gpiod.line.Value
        value = values.ACTIVE if level else values.INACTIVE
        if self._claims.use(line) is Use.WRITTEN:
            self._lines[line].request.set_value(_name(line), value)
            return
        self._hold(line, Claim("", Use.WRITTEN), direction=self._gpiod.line.Direction.OUTPUT, output_value=value)

    def watch(self, line: int, pull: Pull, sink: Sink, holder: str = "") -> bool:
        kinds = self._gpiod.line
        biases = {Pull.NONE: kinds.Bias.DISABLED, Pull.UP: kinds.Bias.PULL_UP, Pull.DOWN: kinds.Bias.PULL_DOWN}
        request = self._hold(
            line,
            Claim(holder, Use.WATCHED, sink),
            direction=kinds.Direction.INPUT,
            edge_detection=kinds.Edge.BOTH,
            bias=biases[pull],
            event_clock=kinds.Clock.MONOTONIC,
        )
        self._by_fd[request.fd] = line
        self._epoll.register(request.fd, select.EPOLLIN)
        return self._level(request, line)

    def unwatch(self, line: int) -> None:
        held = self._lines.pop(line, None)
        if held is not None:
            if self._by_fd.pop(held.request.fd, None) is not None:
                self._epoll.unregister(held.request.fd)
            held.request.release()
        self._claims.drop(line)

    def close(self) -> None:
        for line in self._claims.lines:
            self.unwatch(line)
        self._epoll.close()

    def pump(self, now: int) -> None:
        for fd, _ in self._epoll.poll(0):
            line = self._by_fd.get(fd)
            if line is not None:
                self._read_edges(line, self._lines[line], now)

    def _read_edges(self, line: int, held: _Line, now: int) -> None:
        try:
            events = held.request.read_edge_events()
        except OSError as error:
            raise GpioLost(f"{self._path} has gone: {error}") from error
        rising = self._gpiod.EdgeEvent.Type.RISING_EDGE
        for event in events:
            lost = event.line_seqno - held.edges - 1
            held.edges = event.line_seqno
            self._claims.give(Edge(line, event.event_type is rising, event.timestamp_ns, lost), now)

    def _level(self, request: Any, line: int) -> bool:
        try:
            value = request.get_value(_name(line))
        except OSError as error:
            raise GpioLost(f"{self._path} has gone: {error}") from error
        return bool(value is self._gpiod.line.Value.ACTIVE)

    def _hold(self, line: int, claim: Claim, **settings: Any) -> Any:
        """Request a line for good. If that fails it is not held."""
        self._claims.take(line, claim)
        try:
            request = self._request(line, **settings)
        except GpioError:
            self._claims.drop(line)
            raise
        self._lines[line] = _Line(request)
        return request

    def _request(self, line: int, **settings: Any) -> Any:
        config = {_name(line): self._gpiod.LineSettings(**settings)}
        try:
            return self._gpiod.request_lines(
                self._path, config=config, consumer=_CONSUMER, event_buffer_size=_EVENT_BUFFER
            )
        except ValueError as error:
            raise LineUnknown(f"{self._path} has no line named {_name(line)}: {error}") from error
        except OSError as error:
            raise _explained(error, self._path, line) from error


def _explained(error: OSError, path: str, line: int) -> GpioError:
    """The kernel's refusal in the words of a cure."""
    if error.errno in (errno.EACCES, errno.EPERM):
        return GpioForbidden(f"{path}: permission denied. Add the user to group gpio")
    if error.errno == errno.EBUSY:
        return LineInUse(f"{path}: line {_name(line)} is held by another program (see gpioinfo)")
    if error.errno in (errno.ENOENT, errno.ENODEV):
        return ChipAbsent(f"{path}: there is no such GPIO chip")
    return GpioError(f"{path}: line {_name(line)}: {error}")


def _name(line: int) -> str:
    return f"GPIO{line}"


def _imported() -> Any:
    try:
        return importlib.import_module("gpiod")
    except ImportError as error:
        raise BackEndMissing(f"GPIO back end 'gpiod': {error}. Install gpiod 2 (pip: sabot[gpiod])") from error


def _chips(gpiod: Any, devices: Path = Path("/dev")) -> list[ChipSeen]:
    """The machine's GPIO chips. Links to a chip (gpiochip4 on a Pi 5) are left out."""
    paths = [str(path) for path in sorted(devices.glob("gpiochip*")) if not path.is_symlink()]
    return [_seen(gpiod, path) for path in paths if gpiod.is_gpiochip_device(path)]


def _seen(gpiod: Any, path: str) -> ChipSeen:
    try:
        with gpiod.Chip(path) as chip:
            return ChipSeen(path, chip.get_info().label)
    except PermissionError as error:
        raise GpioForbidden(f"{path}: permission denied. Add the user to group gpio") from error
