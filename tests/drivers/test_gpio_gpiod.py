"""The gpiod back end against a stand-in of its requests."""

from __future__ import annotations

import errno
import sys
from pathlib import Path

import gpiod
import pytest

from drivers.gpio import (
    BackEndMissing,
    ChipAbsent,
    Edge,
    GpioError,
    GpioForbidden,
    GpioLost,
    LineInUse,
    LineUnknown,
    Pull,
    open_chip,
)
from drivers.gpio.gpiod_lines import ChipSeen, GpiodLines, _chips, choose_chip

from .gpio_fakes import FakeGpiod, readable

NOW = 10**12


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
    with pytest.raises(ChipAbsent, match=r"pinctrl-rp1 or .*. Found: /dev/gpiochip0 \(INT34C5:00\)"):
        choose_chip([ChipSeen("/dev/gpiochip0", "INT34C5:00")])


def test_a_machine_without_any_chip_is_told_so() -> None:
    with pytest.raises(ChipAbsent, match="Found: none at all"):
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
    assert readable(gpiod_lines)
    gpiod_lines.pump(NOW)
    assert edges == [Edge(17, True, 500), Edge(17, False, 900, lost=2)]
    assert not readable(gpiod_lines)


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
        (errno.EACCES, GpioForbidden, "Add the user to group gpio"),
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
    with pytest.raises(BackEndMissing, match="Install gpiod 2"):
        open_chip("gpiod")


def test_gpiod_itself_refuses_a_chip_that_is_not_there(tmp_path: Path) -> None:
    chip = open_chip("gpiod", str(tmp_path / "gpiochip0"))
    with pytest.raises(ChipAbsent, match="there is no such GPIO chip"):
        chip.watch(17, Pull.UP, lambda _: None)
    chip.close()
