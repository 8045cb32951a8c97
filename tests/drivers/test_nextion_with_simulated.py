"""The driver and the simulated panel, made apart from one another, in virtual time on a line of 115200 baud."""

from __future__ import annotations

from drivers.nextion import NextionDisplay, Rebooted, Shown, Touched
from drivers.reader import Identified
from firmware_bridge.messages.display import CONTRACT
from hardware_sim.parts.nextion import Nextion
from tests.sim.overflow import overflowing
from tests.sim.test_screen import ENGLISH, FRENCH

MS = 1_000_000


class Line:
    """Driver and panel, and the time between them."""

    def __init__(self) -> None:
        self.now = 1_000 * MS
        self.panel = Nextion("display-4", now=self.now)
        self.device = NextionDisplay(CONTRACT)
        self.device.start(self.now)
        self.run(100)

    def run(self, milliseconds: int, *, stalled: bool = False) -> list[tuple[int, object]]:
        """Let time pass. Returns the driver's reports with their times. `stalled`: the host does nothing."""
        until = self.now + milliseconds * MS
        reports: list[tuple[int, object]] = []
        while True:
            if not stalled:
                self._host(reports)
            deadlines = [self.panel.deadline, None if stalled else self.device.deadline]
            due = min((d for d in deadlines if d is not None), default=until + 1)
            if due > until:
                self.now = until
                return reports
            self.now = max(self.now, due)
            self.panel.wake(self.now)

    def _host(self, reports: list[tuple[int, object]]) -> None:
        data = self.panel.take_output()
        if data:
            self.device.receive(data, self.now)
        self.device.wake(self.now)
        reports += [(self.now, report) for report in self.device.take_reports()]
        instruction = self.device.take_output()
        if instruction:
            self.panel.receive(instruction, self.now)


def test_a_whole_page_is_shown_in_either_language_within_150_ms() -> None:
    line = Line()
    for revision, values in enumerate((ENGLISH, FRENCH)):
        began = line.now
        line.device.show("seat", values, revision, line.now)
        shown = [when for when, report in line.run(400) if isinstance(report, Shown)]
        assert shown[0] - began <= 150 * MS
        assert line.panel.text("turn") == values["turn"]
        assert line.panel.text("call_text").splitlines() == str(values["call_text"]).split("\n")
        assert overflowing("seat", line.panel.values()) == []


def test_a_changed_value_is_acknowledged_within_five_milliseconds() -> None:
    line = Line()
    line.device.show("seat", ENGLISH, 1, line.now)
    line.run(400)
    began = line.now
    line.device.show("seat", ENGLISH | {"to_call": "77"}, 2, line.now)
    assert next(when for when, report in line.run(100) if isinstance(report, Shown)) - began <= 5 * MS


def test_a_display_whose_host_stands_still_pauses_and_is_brought_back() -> None:
    line = Line()
    line.device.show("seat", ENGLISH, 1, line.now)
    line.run(400)
    line.run(5_100, stalled=True)
    assert line.panel.page == "paused"
    line.run(400)
    assert line.panel.page == "seat"
    assert line.panel.text("pot") == ENGLISH["pot"]


def test_a_display_that_is_served_never_pauses() -> None:
    line = Line()
    line.device.show("seat", ENGLISH, 1, line.now)
    line.run(30_000)
    assert line.panel.page == "seat"


def test_a_display_that_lost_power_is_filled_again() -> None:
    line = Line()
    line.device.show("seat", ENGLISH, 1, line.now)
    line.run(400)
    line.panel.reboot(line.now)
    kinds = [type(report) for _, report in line.run(1_500)]
    assert kinds == [Rebooted, Identified]
    assert line.panel.text("pot") == ENGLISH["pot"]


def test_a_key_that_is_pressed_is_named() -> None:
    line = Line()
    line.device.show("seat", ENGLISH, 1, line.now)
    line.run(400)
    line.panel.touch("raise", True, line.now)
    line.panel.touch("raise", False, line.now)
    touches = [report for _, report in line.run(50) if isinstance(report, Touched)]
    assert [(touch.component, touch.pressed) for touch in touches] == [("raise", True), ("raise", False)]
