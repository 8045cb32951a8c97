"""A reader line on the bench: what it sends is compared with hex, what it hears and the time are the test's."""

from __future__ import annotations

from drivers.reader import Failed, ReaderLine, Reading, Report

MS = 1_000_000


def raw(text: str) -> bytes:
    return bytes.fromhex(text)


class Bench:
    """`now` starts well after zero, as a monotonic clock does."""

    def __init__(self, line: ReaderLine) -> None:
        self.line = line
        self.now = 1_000 * MS

    def sends(self, *frames: str) -> None:
        """The line sends exactly these bytes next, after the pause it may keep before them."""
        output = self.line.take_output()
        while not output and self.line.deadline is not None:
            self.pass_to(self.line.deadline)
            output = self.line.take_output()
        assert output.hex(" ").upper() == "".join(frames and [raw(" ".join(frames)).hex(" ").upper()])

    def sends_nothing(self) -> None:
        assert self.line.take_output() == b""

    def hears(self, *frames: str, after: int = 1) -> None:
        """These bytes arrive in one piece, `after` ms later."""
        self.now += after * MS
        self.line.receive(raw(" ".join(frames)), self.now)

    def pass_to(self, moment: int) -> None:
        self.now = max(self.now, moment)
        self.line.wake(self.now)

    def waits(self, ms: int) -> None:
        """Time passes in silence. The line is woken at each of its deadlines on the way."""
        end = self.now + ms * MS
        while self.line.deadline is not None and self.line.deadline <= end:
            before = self.line.deadline
            self.pass_to(before)
            if self.line.deadline == before:
                break
        self.now = end

    def reports(self) -> list[Report]:
        return self.line.take_reports()

    def report(self) -> Report:
        (only,) = self.reports()
        return only

    def failure(self) -> Failed:
        report = self.report()
        assert isinstance(report, Failed)
        return report

    def reading(self) -> Reading:
        report = self.report()
        assert isinstance(report, Reading)
        return report
