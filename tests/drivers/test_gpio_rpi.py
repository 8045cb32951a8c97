"""The RPi.GPIO back end against a stand-in of that module."""

from __future__ import annotations

import threading

import pytest

from drivers.gpio import (
    BackEndMissing,
    Edge,
    GpioError,
    LineUnknown,
    Pull,
    open_chip,
)
from drivers.gpio.rpi_gpio import _QUEUE, RpiGpioLines

from .gpio_fakes import FakeRpi, readable

NOW = 10**12


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
    assert readable(rpi_lines)
    rpi_lines.pump(NOW)
    assert edges == [Edge(17, True, 1000)]
    assert not readable(rpi_lines)


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
    with pytest.raises(GpioError, match=r"line 17: Failed to add edge detection\. .* rpi-lgpio"):
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
    [(ImportError("No module named 'RPi'"), "Install rpi-lgpio"), (RuntimeError("no Pi"), "on a Raspberry Pi only")],
)
def test_rpi_back_end_that_cannot_be_imported_names_the_cure(
    monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    def fail(name: str) -> None:
        raise error

    monkeypatch.setattr("drivers.gpio.rpi_gpio.importlib.import_module", fail)
    with pytest.raises(BackEndMissing, match=words):
        open_chip("rpi_gpio")
