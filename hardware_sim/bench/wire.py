"""A complete simulated table in real time: from a touch to the display's changed value, and what the processes cost.

The touch is `plus` or `minus` on the display of the seat to act; what changes is the label of its raise key. Taken
are the time of the touch and the time at which the last byte of the instruction with the new label has arrived: both
wires, bridge, controller, the event's commit and the sending of the page are in it, and up to a millisecond of the
simulator's own timer at each end.
"""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from pathlib import Path

from hardware_sim.endless import OpenTable, Wanted
from hardware_sim.robot.players import Script
from hardware_sim.robot.says import Pause

from .figures import Figure, distribution, percentile

TOUCHES = 200
BETWEEN = 150_000_000
"""Between two touches, ns: more than a finger needs, so that each is answered before the next."""

SAMPLED = 15
"""Seconds of play over which processor time is taken."""

LABEL = "raise_text"
COMMANDS = ("bridge", "controller", "console")
LATENCY_BAR = 5.0  # ms at p99, less the event's own commit
MEMORY_BAR = 120.0  # MB, bridge and controller together
CPU_BAR = 15.0  # per cent of one core, bridge and controller together


def bench_wire(touches: int = TOUCHES) -> list[Figure]:
    """Latency, memory and processor time."""
    wanted = Wanted("lfp", "reference", 1.0, 1, 18_180, 18_181, noise="real")
    with ExitStack() as stack:
        run = _Run(OpenTable(wanted, stack), touches)
        run.table.run(run.script())
        return run.figures()


class _Run:
    def __init__(self, table: OpenTable, touches: int) -> None:
        self.table, self.touches = table, touches
        self.taken: list[float] = []
        self.cost: dict[str, tuple[float, float]] = {}
        self._seat = 0
        self._label = ""
        self._touched: int | None = None
        table.loop.after_each(self._look)

    def script(self) -> Script:
        """Deal until somebody may raise, touch his keys, then play on while the cost is taken."""
        table = self.table
        yield from table.open()
        hand = table.dealer.hand(table.shuffled(1))
        for wait in hand:
            yield wait
            if "raise" in table.link.says.options:
                break
        yield from self._touch()
        began = self._used()
        start = time.monotonic()
        for wait in hand:
            yield wait
            if time.monotonic() - start > SAMPLED:
                break
        self._take_cost(began, time.monotonic() - start)

    def _touch(self) -> Script:
        self._seat = self.table.link.says.turn or 0
        yield Pause(2_000_000_000)
        self._label = self.table.rig.displays[self._seat].text(LABEL)
        for number in range(self.touches):
            self._touched = self.table.loop.now()
            self.table.top.press(self._seat, "minus" if number % 2 else "plus")
            yield Pause(BETWEEN)
        self._touched = None

    def _look(self, now: int) -> None:
        """After each turn of the loop: has the label changed since the touch?"""
        if self._touched is None:
            return
        label = self.table.rig.displays[self._seat].text(LABEL)
        if label != self._label:
            self._label = label
            self.taken.append((now - self._touched) / 1e6)
            self._touched = None

    # --- what the processes cost ----------------------------------------------------------------------------------

    def _used(self) -> dict[str, tuple[int, float]]:
        """Command → (process id, processor seconds so far)."""
        return {command: (pid, _processor_seconds(pid)) for command, pid in self._processes().items()}

    def _processes(self) -> dict[str, int]:
        parent = self.table.stage.processes["run"].pid
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split()
        found: dict[str, int] = {}
        for child in map(int, children):
            words = Path(f"/proc/{child}/cmdline").read_bytes().decode().split("\0")
            command = words[words.index("--config") - 1] if "--config" in words else ""
            if command in COMMANDS:
                found[command] = child
        return found

    def _take_cost(self, began: dict[str, tuple[int, float]], seconds: float) -> None:
        for command, (pid, before) in began.items():
            share = (_processor_seconds(pid) - before) / seconds * 100
            self.cost[command] = (share, _resident_megabytes(pid))

    def figures(self) -> list[Figure]:
        """What was found."""
        latency = distribution("touch to changed label, commit included", self.taken, "ms")
        p99 = percentile(sorted(self.taken), 0.99)
        latency[1] = Figure(latency[1].name, p99, "ms", "at most 5 ms", p99 <= LATENCY_BAR)
        figures = [Figure("touches answered", len(self.taken) / self.touches * 100, "%"), *latency]
        for command, (share, memory) in self.cost.items():
            figures += [Figure(f"{command}: processor", share, "%"), Figure(f"{command}: memory", memory, "MB")]
        both = [self.cost[command] for command in ("bridge", "controller")]
        share, memory = sum(s for s, _ in both), sum(m for _, m in both)
        return [
            *figures,
            Figure("bridge and controller: processor", share, "%", "less than 15 % of one core", share < CPU_BAR),
            Figure("bridge and controller: memory", memory, "MB", "less than 120 MB", memory < MEMORY_BAR),
        ]


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident_megabytes(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
