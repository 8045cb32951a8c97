"""GPIO back ends against a stand-in of the RPi.GPIO module, of gpiod's request, and of the simulator's socket."""

from __future__ import annotations

import contextlib
import errno
import select
import socket
import struct
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gpiod
import pytest

from drivers.gpio import (
    BackEndMissing,
    ChipAbsent,
    Edge,
    GpioChip,
    GpioError,
    GpioForbidden,
    GpioLost,
    LineInUse,
    LineUnknown,
    Pull,
    VersionRefused,
    open_chip,
)
from drivers.gpio.gpiod_lines import ChipSeen, GpiodLines, _chips, choose_chip
from drivers.gpio.rpi_gpio import _QUEUE, RpiGpioLines
from drivers.gpio.socket_lines import Message, SocketLines

NOW = 10**12
VECTORS = tomllib.loads((Path(__file__).parents[1] / "data" / "gpio_socket.toml").read_text())["vector"]


def _readable(chip: GpioChip, seconds: float = 0.0) -> bool:
    return bool(select.select([chip.fileno()], [], [], seconds)[0])


# --- RPi.GPIO


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


@pytest.fixture
def rpi() -> FakeRpi:
    return FakeRpi()


@pytest.fixture
def rpi_lines(rpi: FakeRpi) -> Iterator[RpiGpioLines]:
    clock = iter(range(1000, 10**9, 1000))
    lines = RpiGpioLines(lambda: next(clock), module=rpi)
    yield lines
    lines.close()


def test_rpi_lines_are_numbered_as_on_the_chip(rpi: FakeRpi, rpi_lines: RpiGpioLines) -> None:
    assert rpi.mode == rpi.BCM
    assert rpi_lines.read(4) is False


@pytest.mark.parametrize(("pull", "bias"), [(Pull.NONE, 20), (Pull.DOWN, 21), (Pull.UP, 22)])
def test_rpi_watch_sets_the_bias_and_gives_the_present_level(
    rpi: FakeRpi, rpi_lines: RpiGpioLines, pull: Pull, bias: int
) -> None:
    rpi.levels[17] = True
    assert rpi_lines.watch(17, pull, lambda _: None) is True
    assert rpi.set_up[17] == (rpi.IN, bias)


def test_rpi_edges_reach_the_sink_only_in_pump_with_the_stamp_of_the_callback(
    rpi: FakeRpi, rpi_lines: RpiGpioLines
) -> None:
    edges: list[Edge] = []
    rpi_lines.watch(17, Pull.UP, edges.append)
    thread = threading.Thread(target=rpi.drive, args=(17, True))
    thread.start()
    thread.join()
    assert edges == []
    assert _readable(rpi_lines)
    rpi_lines.pump(NOW)
    assert edges == [Edge(17, True, 1000)]
    assert not _readable(rpi_lines)


def test_rpi_the_same_level_twice_is_an_edge_lost(rpi: FakeRpi, rpi_lines: RpiGpioLines) -> None:
    edges: list[Edge] = []
    rpi_lines.watch(17, Pull.UP, edges.append)
    rpi.drive(17, True)
    rpi.drive(17, True)
    rpi_lines.pump(NOW)
    assert [(edge.level, edge.lost) for edge in edges] == [(True, 0), (True, 1)]


def test_rpi_edges_that_find_the_queue_full_are_counted(rpi: FakeRpi, rpi_lines: RpiGpioLines) -> None:
    edges: list[Edge] = []
    rpi_lines.watch(17, Pull.UP, edges.append)
    for index in range(_QUEUE + 4):
        rpi.drive(17, index % 2 == 0)
    rpi_lines.pump(NOW)
    rpi.drive(17, True)
    rpi_lines.pump(NOW)
    assert len(edges) == _QUEUE + 1
    assert edges[-1].lost == 4


def test_rpi_without_edge_detection_says_what_to_install(rpi: FakeRpi, rpi_lines: RpiGpioLines) -> None:
    rpi.detects = False
    with pytest.raises(GpioError, match=r"line 17: Failed to add edge detection; .* rpi-lgpio"):
        rpi_lines.watch(17, Pull.UP, lambda _: None)
    rpi.detects = True
    rpi_lines.watch(17, Pull.UP, lambda _: None)


def test_rpi_unknown_line_is_named(rpi_lines: RpiGpioLines) -> None:
    with pytest.raises(LineUnknown, match=r"line 99: .*lines 0-27"):
        rpi_lines.read(99)


def test_rpi_a_lamp_is_set_up_once_then_driven(rpi: FakeRpi, rpi_lines: RpiGpioLines) -> None:
    rpi_lines.write(5, True)
    assert rpi.levels[5] is True
    rpi_lines.write(5, False)
    assert rpi.levels[5] is False


def test_rpi_close_leaves_nothing_set_up(rpi: FakeRpi) -> None:
    lines = RpiGpioLines(module=rpi)
    lines.watch(17, Pull.UP, lambda _: None)
    lines.write(5, True)
    lines.close()
    assert (rpi.set_up, rpi.callbacks) == ({}, {})


def test_rpi_a_callback_after_close_is_survived(rpi: FakeRpi) -> None:
    lines = RpiGpioLines(module=rpi)
    lines.watch(17, Pull.UP, lambda _: None)
    late = rpi.callbacks[17]
    lines.close()
    late(17)


@pytest.mark.parametrize(
    ("error", "words"),
    [(ImportError("No module named 'RPi'"), "install rpi-lgpio"), (RuntimeError("no Pi"), "on a Raspberry Pi only")],
)
def test_rpi_back_end_that_cannot_be_imported_names_the_cure(
    monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    def fail(name: str) -> None:
        raise error

    monkeypatch.setattr("drivers.gpio.rpi_gpio.importlib.import_module", fail)
    with pytest.raises(BackEndMissing, match=words):
        open_chip("rpi_gpio")


# --- gpiod


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


@pytest.fixture
def kernel() -> FakeGpiod:
    return FakeGpiod()


@pytest.fixture
def gpiod_lines(kernel: FakeGpiod) -> Iterator[GpiodLines]:
    lines = GpiodLines("/dev/gpiochip11", module=kernel)
    yield lines
    lines.close()
    assert all(request.released for request in kernel.requests)


PI5 = [
    ChipSeen("/dev/gpiochip0", "gpio-brcmstb@107d508500"),
    ChipSeen("/dev/gpiochip11", "gpio-brcmstb@107d517c00"),
    ChipSeen("/dev/gpiochip13", "pinctrl-rp1"),
]
PI4 = [ChipSeen("/dev/gpiochip1", "raspberrypi-exp-gpio"), ChipSeen("/dev/gpiochip0", "pinctrl-bcm2711")]
PI3 = [ChipSeen("/dev/gpiochip0", "pinctrl-bcm2835"), ChipSeen("/dev/gpiochip1", "brcmvirt-gpio")]


@pytest.mark.parametrize(
    ("chips", "path"),
    [(PI5, "/dev/gpiochip13"), (PI4, "/dev/gpiochip0"), (PI3, "/dev/gpiochip0")],
    ids=["5", "4", "3"],
)
def test_the_header_is_found_by_label_whatever_its_number(chips: list[ChipSeen], path: str) -> None:
    assert choose_chip(chips) == path


def test_a_machine_without_a_header_is_told_what_was_found() -> None:
    with pytest.raises(ChipAbsent, match=r"pinctrl-rp1 or .*; found: /dev/gpiochip0 \(INT34C5:00\)"):
        choose_chip([ChipSeen("/dev/gpiochip0", "INT34C5:00")])


def test_a_machine_without_any_chip_is_told_so() -> None:
    with pytest.raises(ChipAbsent, match="found: none at all"):
        choose_chip([])


def test_links_to_a_chip_and_other_devices_are_left_out(kernel: FakeGpiod, tmp_path: Path) -> None:
    for name in ("gpiochip0", "gpiochip9"):
        (tmp_path / name).touch()
    (tmp_path / "gpiochip4").symlink_to("gpiochip0")
    kernel.labels = {"gpiochip0": "pinctrl-rp1", "gpiochip4": "pinctrl-rp1"}
    assert _chips(kernel, tmp_path) == [ChipSeen(str(tmp_path / "gpiochip0"), "pinctrl-rp1")]


def test_a_chip_that_may_not_be_opened_names_the_group(kernel: FakeGpiod, tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    kernel.labels = {"gpiochip0": "pinctrl-rp1"}
    kernel.error = PermissionError(errno.EACCES, "Permission denied")
    with pytest.raises(GpioForbidden, match="group gpio"):
        _chips(kernel, tmp_path)


def test_gpiod_watch_asks_for_both_edges_and_monotonic_stamps_by_line_name(
    kernel: FakeGpiod, gpiod_lines: GpiodLines
) -> None:
    kernel.levels["GPIO17"] = gpiod.line.Value.ACTIVE
    assert gpiod_lines.watch(17, Pull.UP, lambda _: None, "door") is True
    settings = kernel.requests[0].settings
    assert kernel.requests[0].name == "GPIO17"
    assert settings.edge_detection is gpiod.line.Edge.BOTH
    assert settings.bias is gpiod.line.Bias.PULL_UP
    assert settings.event_clock is gpiod.line.Clock.MONOTONIC


def test_gpiod_gives_the_kernels_stamp_and_counts_what_its_sequence_skips(
    kernel: FakeGpiod, gpiod_lines: GpiodLines
) -> None:
    edges: list[Edge] = []
    gpiod_lines.watch(17, Pull.UP, edges.append)
    kernel.requests[0].edge(True, 500, 1)
    kernel.requests[0].edge(False, 900, 4)
    assert _readable(gpiod_lines)
    gpiod_lines.pump(NOW)
    assert edges == [Edge(17, True, 500), Edge(17, False, 900, lost=2)]
    assert not _readable(gpiod_lines)


def test_no_edge_is_stamped_later_than_the_time_of_the_pump(kernel: FakeGpiod, gpiod_lines: GpiodLines) -> None:
    edges: list[Edge] = []
    gpiod_lines.watch(17, Pull.UP, edges.append)
    kernel.requests[0].edge(True, NOW + 5, 1)
    gpiod_lines.pump(NOW)
    assert edges == [Edge(17, True, NOW)]


def test_gpiod_one_descriptor_serves_every_line(kernel: FakeGpiod, gpiod_lines: GpiodLines) -> None:
    edges: list[Edge] = []
    for line in (4, 17, 22):
        gpiod_lines.watch(line, Pull.UP, edges.append)
    kernel.requests[2].edge(True, 1, 1)
    kernel.requests[0].edge(True, 2, 1)
    gpiod_lines.pump(NOW)
    assert {edge.line for edge in edges} == {4, 22}


def test_gpiod_after_unwatch_no_edge_comes_and_the_line_is_free(kernel: FakeGpiod, gpiod_lines: GpiodLines) -> None:
    edges: list[Edge] = []
    gpiod_lines.watch(17, Pull.UP, edges.append)
    gpiod_lines.unwatch(17)
    assert kernel.requests[0].released
    gpiod_lines.watch(17, Pull.UP, edges.append)


def test_gpiod_read_of_a_free_line_lets_it_go_again(kernel: FakeGpiod, gpiod_lines: GpiodLines) -> None:
    kernel.levels["GPIO4"] = gpiod.line.Value.ACTIVE
    assert gpiod_lines.read(4) is True
    assert kernel.requests[0].released


def test_gpiod_read_of_a_watched_line_uses_its_request(kernel: FakeGpiod, gpiod_lines: GpiodLines) -> None:
    gpiod_lines.watch(4, Pull.NONE, lambda _: None)
    assert gpiod_lines.read(4) is False
    assert len(kernel.requests) == 1


def test_gpiod_a_lamp_is_requested_once_then_driven(kernel: FakeGpiod, gpiod_lines: GpiodLines) -> None:
    seen = []
    for level in (True, False):
        gpiod_lines.write(5, level)
        seen.append(kernel.requests[0].value)
    assert seen == [gpiod.line.Value.ACTIVE, gpiod.line.Value.INACTIVE]
    assert len(kernel.requests) == 1


@pytest.mark.parametrize(
    ("number", "error", "words"),
    [
        (errno.EACCES, GpioForbidden, "add the user to group gpio"),
        (errno.EBUSY, LineInUse, "line GPIO17 is held by another program"),
        (errno.ENOENT, ChipAbsent, "there is no such GPIO chip"),
        (errno.EINVAL, GpioError, "line GPIO17: "),
    ],
)
def test_gpiod_refusals_of_the_kernel_name_the_cure(
    kernel: FakeGpiod, gpiod_lines: GpiodLines, number: int, error: type[GpioError], words: str
) -> None:
    kernel.error = OSError(number, "refused")
    with pytest.raises(error, match=words):
        gpiod_lines.watch(17, Pull.UP, lambda _: None)
    kernel.error = None
    gpiod_lines.watch(17, Pull.UP, lambda _: None)


def test_gpiod_unknown_line_is_named(gpiod_lines: GpiodLines) -> None:
    with pytest.raises(LineUnknown, match="/dev/gpiochip11 has no line named GPIO40"):
        gpiod_lines.read(40)


def test_gpiod_a_chip_that_goes_away_is_noticed(kernel: FakeGpiod, gpiod_lines: GpiodLines) -> None:
    gpiod_lines.watch(17, Pull.UP, lambda _: None)
    kernel.requests[0].edge(True, 1, 1)
    kernel.requests[0].gone = True
    with pytest.raises(GpioLost, match="/dev/gpiochip11 has gone"):
        gpiod_lines.pump(NOW)


def test_gpiod_missing_names_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiod", None)
    with pytest.raises(BackEndMissing, match="install gpiod 2"):
        open_chip("gpiod")


def test_gpiod_itself_refuses_a_chip_that_is_not_there(tmp_path: Path) -> None:
    chip = open_chip("gpiod", str(tmp_path / "gpiochip0"))
    with pytest.raises(ChipAbsent, match="there is no such GPIO chip"):
        chip.watch(17, Pull.UP, lambda _: None)
    chip.close()


# --- the simulator's socket


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


@pytest.fixture
def simulator(tmp_path: Path) -> Iterator[Simulator]:
    simulator = Simulator(tmp_path / "gpio")
    yield simulator
    simulator.close()


@pytest.fixture
def wire(simulator: Simulator, tmp_path: Path) -> Iterator[SocketLines]:
    lines = SocketLines(str(tmp_path / "gpio"))
    yield lines
    lines.close()


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
    while len(edges) < 2 and _readable(wire, 5):
        wire.pump(NOW)
    assert edges == [Edge(17, False, 500), Edge(17, True, 900, lost=2)]
    assert not _readable(wire)


def test_an_edge_that_comes_before_an_answer_is_kept_and_wakes_the_selector(
    simulator: Simulator, wire: SocketLines
) -> None:
    edges: list[Edge] = []
    wire.watch(17, Pull.UP, edges.append)
    simulator.before[0x02] = struct.pack("<BBBBIQ", 0x20, 17, 0, 0, 1, 500)
    assert wire.read(4) is False
    assert edges == []
    assert _readable(wire)
    wire.pump(NOW)
    assert edges == [Edge(17, False, 500)]


def test_a_lamp_is_written_without_waiting(simulator: Simulator, wire: SocketLines) -> None:
    wire.write(22, True)
    assert wire.read(22) is True


def test_a_refused_write_is_said_by_the_next_pump(simulator: Simulator, wire: SocketLines) -> None:
    wire.write(99, True)
    assert wire.read(4) is False
    assert _readable(wire)
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
    while not edges and _readable(wire, 5):
        wire.pump(NOW)
    assert edges == [Edge(17, True, 900)]


def test_edges_counted_before_a_line_was_let_go_are_not_missed_after(simulator: Simulator, wire: SocketLines) -> None:
    edges: list[Edge] = []
    wire.watch(17, Pull.UP, edges.append)
    simulator.edge(17, 0, 3, 500)
    while not edges and _readable(wire, 5):
        wire.pump(NOW)
    wire.unwatch(17)
    wire.watch(17, Pull.UP, edges.append)
    simulator.edge(17, 1, 1, 900)
    while len(edges) < 2 and _readable(wire, 5):
        wire.pump(NOW)
    assert edges[1] == Edge(17, True, 900)


def test_bytes_are_counted_both_ways(simulator: Simulator, wire: SocketLines) -> None:
    wire.read(4)
    wire.write(5, True)
    assert (wire.sent, wire.received) == (48, 32)


def test_a_simulator_that_closes_is_lost(simulator: Simulator, wire: SocketLines) -> None:
    assert simulator.peer is not None
    simulator.peer.shutdown(socket.SHUT_RDWR)
    assert _readable(wire, 5)
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
    with pytest.raises(ChipAbsent, match="start one with sabot sim"):
        open_chip("socket", str(tmp_path / "nothing"))


# --- what all have in common


@pytest.fixture(params=["rpi", "gpiod", "socket"])
def any_chip(request: pytest.FixtureRequest) -> GpioChip:
    chip: GpioChip = request.getfixturevalue(
        {"rpi": "rpi_lines", "gpiod": "gpiod_lines", "socket": "wire"}[request.param]
    )
    return chip


def test_a_line_watched_twice_is_refused_naming_who_holds_it(any_chip: GpioChip) -> None:
    any_chip.watch(17, Pull.UP, lambda _: None, "button:4")
    with pytest.raises(LineInUse, match="line 17 is already watched by 'button:4': it cannot be watched for 'door'"):
        any_chip.watch(17, Pull.UP, lambda _: None, "door")


def test_a_watched_line_is_not_written(any_chip: GpioChip) -> None:
    any_chip.watch(17, Pull.UP, lambda _: None, "button:4")
    with pytest.raises(LineInUse, match="line 17 is already watched by 'button:4': it cannot be written"):
        any_chip.write(17, True)


def test_a_written_line_is_not_watched(any_chip: GpioChip) -> None:
    any_chip.write(17, True)
    with pytest.raises(LineInUse, match="line 17 is already written: it cannot be watched"):
        any_chip.watch(17, Pull.UP, lambda _: None)


def test_a_line_let_go_may_be_used_otherwise(any_chip: GpioChip) -> None:
    any_chip.watch(17, Pull.UP, lambda _: None)
    any_chip.unwatch(17)
    any_chip.write(17, True)
    any_chip.unwatch(17)
    any_chip.unwatch(17)
    any_chip.watch(17, Pull.UP, lambda _: None)


@pytest.mark.parametrize(
    ("back_end", "words"),
    [("pigpio", "'pigpio' is unknown; allowed are gpiod, rpi_gpio, socket"), ("socket", "needs the path")],
)
def test_a_wrong_back_end_is_refused(back_end: str, words: str) -> None:
    with pytest.raises(GpioError, match=words):
        open_chip(back_end)


def test_every_driver_can_be_imported_without_a_pi() -> None:
    program = """
import importlib, pkgutil, sys
class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("RPi", "gpiod", "lgpio"):
            raise ImportError(f"{name} must not be imported")
sys.meta_path.insert(0, Nothing())
import drivers
names = [m.name for m in pkgutil.walk_packages(drivers.__path__, "drivers.")]
for name in names: importlib.import_module(name)
assert "drivers.gpio.gpiod_lines" in names and "drivers.gpio.rpi_gpio" in names
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
