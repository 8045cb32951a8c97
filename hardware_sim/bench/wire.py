"""A complete simulated table in real time: from a touch or a card to a display, and what the processes cost.

*Touch*: `plus` or `minus` on the display of the seat to act changes the label of its raise key.

- The time begins when the touch's bytes are handed to the host. It ends when the last byte of the instruction with
  the new label has arrived at the display.
- The time that the touch itself takes on its wire is added.
- The commit of the event, which the controller logs, is subtracted.
- The simulator's own timers (a millisecond each) are not in it.

*Card*: the time begins when the bridge is certain of a card and reports it. It ends at two moments. One is the last
byte of the first instruction on a display that the card changes. The other is the public state at the dealer's
console.

- The commit is subtracted as well.
- The time that sensors need before a card is certain (debounce, sweeps) is not in it.
"""

import os
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from hardware_sim.endless import OpenTable, Wanted
from hardware_sim.robot.players import Script
from hardware_sim.robot.says import Pause
from hardware_sim.scenario.watched.shelf import ProductList, Shelf

from .figures import Figure, distribution

TOUCHES = 200
BETWEEN = 150_000_000
"""Time between two touches, in ns. It is more than a finger needs, so that each is answered before the next."""

SAMPLED = 15
"""Seconds of play over which processor time is taken."""

LABEL = b"raise_to.txt="
HEARTBEAT = b"alive.val="
PRESSED = re.compile(rb"\x65..\x01\xff\xff\xff", re.DOTALL)
TOUCH_BYTES = 7
QUIET = 20_000_000
"""A quiet time in ns, after which a display has no instruction left to come. The next one is new."""
AFTER = 50_000_000
"""Time in ns after a commit. Instructions after it do not follow from the commit."""
CARDS = ("card_drawn", "card_placed", "card_gone")
COMMANDS = ("bridge", "controller", "console")
PLAYING = ("bridge", "controller")
LATENCY_BAR = 5.0  # ms at p99, less the event's own commit
MEMORY_BAR = 120.0  # MB, bridge and controller together
CPU_BAR = 15.0  # per cent of one core, bridge and controller together


@dataclass(frozen=True, slots=True)
class Commit:
    """The commit of one event: its kind, when its source sent it, when its commit began and ended. Times in ns."""

    kind: str
    stamp: int
    began: int
    ended: int

    @property
    def took(self) -> int:
        return self.ended - self.began


COMMITTED = re.compile(r"event=committed kind=(\w+) stamp=(\d+) began=(\d+) ended=(\d+)")


def commits_of(log: str) -> list[Commit]:
    """Return the commits in the controller's log, oldest first."""
    found = (Commit(m[1], int(m[2]), int(m[3]), int(m[4])) for m in COMMITTED.finditer(log))
    return sorted(found, key=lambda commit: commit.ended)


@dataclass(frozen=True, slots=True)
class Answer:
    """A touch that changed the label, with four times in ns.

    They are the host's receipt of the touch's bytes, the event's commit, the start of the instruction and the arrival
    of its last byte.
    """

    touched: int
    commit: Commit
    set_out: int
    arrived: int

    def took(self, touch: int) -> int:
        """Return the time from finger to changed label without the commit. The touch takes `touch` ns on its wire."""
        return touch + self.arrived - self.touched - self.commit.took

    def legs(self, touch: int) -> dict[str, int]:
        """Return the parts of the whole time, in order."""
        return {
            "touch on its wire": touch,
            "bridge: bytes to event": self.commit.stamp - self.touched,
            "controller: event to commit": self.commit.began - self.commit.stamp,
            "commit to instruction, by controller and bridge": self.set_out - self.commit.ended,
            "instruction on its wire": self.arrived - self.set_out,
        }


class Watch:
    """A filter on a cable that notes what passes and when, and changes nothing."""

    def __init__(self, seen: Callable[[bytes, int], None]) -> None:
        self._seen = seen

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:
        self._seen(data, now)
        return [(now, data)]


def bench_wire(touches: int = TOUCHES) -> list[Figure]:
    """Measure latency, memory and processor time."""
    wanted = Wanted("lfp", "reference", 1.0, 1, 18_180, 18_181, noise="real", in_step=False)
    os.environ["SABOT_LOG"] = "debug"
    try:
        with ExitStack() as stack:
            shelf = Shelf(stack.enter_context(closing(ProductList())).found)
            run = WireRun(OpenTable(wanted, stack, shelf), touches)
            run.table.run(run.script())
            return run.figures()
    finally:
        del os.environ["SABOT_LOG"]


class WireRun:
    """One table in real time, and what passes on its cables."""

    def __init__(self, table: OpenTable, touches: int) -> None:
        self.table, self.touches = table, touches
        self.answered: list[tuple[int, int, int]] = []  # touched, set out, arrived, as in an Answer
        self.told: dict[int, list[int]] = defaultdict(list)  # seat → when instructions had arrived
        self.published: list[int] = []
        self.cost: dict[str, tuple[float, float]] = {}
        self.together = 0.0  # MB of bridge, controller and its reserve, what they share counted once. 0: not known
        self._seat, self._pressing = 0, False
        self._touched: int | None = None
        self._revision = 0
        for seat, display in table.rig.displays.items():
            cable = table.rig.cables[display.name]
            cable.to_host.append(Watch(partial(self._said, seat)))
            cable.to_part.append(Watch(partial(self._instructed, seat)))
        table.loop.after_each(self.look)

    def script(self) -> Script:
        """Deal until a player may raise, touch their keys, then play on while the cost is measured."""
        table = self.table
        yield from table.open()
        hand = table.dealer.hand(table.shuffled(1))
        for wait in hand:
            yield wait
            if "raise" in table.link.says.options:
                break
        yield from self.touch()
        began = self.used()
        start = time.monotonic()
        for wait in hand:
            yield wait
            if time.monotonic() - start > SAMPLED:
                break
        self.take_cost(began, time.monotonic() - start)

    def touch(self) -> Script:
        """Press keys of the seat to act, one after the other."""
        self._seat, self._pressing = self.table.link.says.turn or 0, True
        yield Pause(2_000_000_000)
        for number in range(self.touches):
            self.table.top.press(self._seat, "minus" if number % 2 else "plus")
            yield Pause(BETWEEN)
        self._touched, self._pressing = None, False

    # --- what passes ----------------------------------------------------------------------------------------------

    def _said(self, seat: int, data: bytes, now: int) -> None:
        """Note bytes of a display that are handed to the host."""
        if self._pressing and seat == self._seat and PRESSED.match(data):
            self._touched = now

    def _instructed(self, seat: int, data: bytes, now: int) -> None:
        """Note an instruction of the host that sets out. There is one at a time, so the wire is free."""
        if HEARTBEAT in data:
            return
        arrived = now + self.table.rig.displays[seat].uart.wire_time(len(data))
        self.told[seat].append(arrived)
        if seat == self._seat and LABEL in data and self._touched is not None:
            self.answered.append((self._touched, now, arrived))
            self._touched = None

    def look(self, now: int) -> None:
        """Look after each turn of the loop whether the dealer's console has something new."""
        if self.table.link.revision != self._revision:
            self._revision = self.table.link.revision
            self.published.append(now)

    # --- what the processes cost ----------------------------------------------------------------------------------

    def used(self) -> dict[str, tuple[int, float]]:
        """Command → (process id, processor seconds so far)."""
        return {command: (pid, _processor_seconds(pid)) for command, pid in self.processes().items()}

    def processes(self) -> dict[str, int]:
        """Command → process id of those that work."""
        found: dict[str, int] = {}
        for pid, words in _below(self.table.stage.processes["run"].pid):
            command = words[words.index("--config") - 1] if "--config" in words else ""
            working = _below(pid) if "--reserve" in words else [(pid, words)]
            if command in COMMANDS and working:
                found[command] = working[0][0]
        return found

    def reserve(self) -> int | None:
        """The process id of the controller's reserve, None if there is none."""
        below = _below(self.table.stage.processes["run"].pid)
        return next((pid for pid, words in below if "--reserve" in words), None)

    def take_cost(self, began: dict[str, tuple[int, float]], seconds: float) -> None:
        """Note what each process took of one core (%) since `began`, and its memory (MB)."""
        for command, (pid, before) in began.items():
            share = (_processor_seconds(pid) - before) / seconds * 100
            self.cost[command] = (share, _resident_megabytes(pid))
        family = [self.reserve(), *(pid for command, (pid, _) in began.items() if command in PLAYING)]
        with suppress(PermissionError):
            self.together = sum(_proportional_megabytes(pid) for pid in family if pid is not None)

    # --- what was found -------------------------------------------------------------------------------------------

    def figures(self) -> list[Figure]:
        """Return every figure with its bar."""
        commits = self.commits()
        answers, wire = self.answers(commits), self.touch_time
        cards = [commit for commit in commits if commit.kind in CARDS]
        return [
            Figure("touches answered", len(answers) / self.touches * 100, "%"),
            *latency("touch to changed label", [answer.took(wire) / 1e6 for answer in answers]),
            *_legs([answer.legs(wire) for answer in answers]),
            *latency("card to changed display", list(self._card_to_display(cards))),
            *latency("card drawn to the dealer's console", list(self._card_to_console(cards))),
            *distribution("commit of any event", [c.took / 1e6 for c in commits], "ms"),
            *self._costs(),
        ]

    def commits(self) -> list[Commit]:
        """All commits so far."""
        return commits_of((self.table.stage.directory / "log").read_text(encoding="utf-8"))

    @property
    def touch_time(self) -> int:
        """How long a touch takes on its wire, ns."""
        return self.table.rig.displays[self._seat].uart.wire_time(TOUCH_BYTES)

    def answers(self, commits: list[Commit]) -> list[Answer]:
        """The touches that changed the label, each with its own commit."""
        found = []
        for touched, set_out, arrived in self.answered:
            own = [c for c in commits if c.kind == "seat_key" and touched < c.stamp <= c.ended < set_out]
            if own:
                found.append(Answer(touched, own[-1], set_out, arrived))
        return found

    def _card_to_display(self, cards: list[Commit]) -> Iterator[float]:
        """Times from a card to the first instruction after a quiet time, for every display that a card changes."""
        for commit in cards:
            for told in self.told.values():
                first = next((at for at in told if at > commit.ended), None)
                before = max((at for at in told if at <= commit.ended), default=0)
                if first is not None and commit.ended - before > QUIET and first - commit.ended < AFTER:
                    yield (first - commit.stamp - commit.took) / 1e6

    def _card_to_console(self, cards: list[Commit]) -> Iterator[float]:
        for commit in cards:
            seen = next((at for at in self.published if at > commit.ended), None)
            if commit.kind == "card_drawn" and seen is not None:
                yield (seen - commit.stamp - commit.took) / 1e6

    def _costs(self) -> list[Figure]:
        figures = []
        for command, (share, memory) in self.cost.items():
            figures += [Figure(f"{command}: processor", share, "%"), Figure(f"{command}: memory", memory, "MB")]
        both = [self.cost[command] for command in PLAYING]
        share = sum(s for s, _ in both)
        return [
            *figures,
            Figure("bridge and controller: processor", share, "%", "less than 15 % of one core", share < CPU_BAR),
            *self.memory_together(),
        ]

    def memory_together(self) -> Iterator[Figure]:
        """Memory of bridge and controller: as if they shared nothing, and with the reserve as it really is."""
        memory = sum(self.cost[command][1] for command in PLAYING)
        yield Figure("bridge and controller: memory", memory, "MB", "less than 120 MB", memory < MEMORY_BAR)
        if self.together:
            name = "bridge, controller and reserve: memory, shared pages once"
            yield Figure(name, self.together, "MB", "less than 120 MB", self.together < MEMORY_BAR)


def latency(name: str, taken: list[float]) -> list[Figure]:
    """The number, p50, p99 with its bar, and p99.9. A bar without a measurement is missed."""
    count = Figure(f"{name}, measured", len(taken), "times")
    if not taken:
        return [Figure(count.name, 0, count.unit, "at least one", met=False)]
    p50, p99, last = distribution(f"{name}, commit taken off", taken, "ms")
    return [count, p50, Figure(p99.name, p99.value, p99.unit, "at most 5 ms", p99.value <= LATENCY_BAR), last]


def _legs(answers: Sequence[Mapping[str, int]]) -> Iterator[Figure]:
    """The time of a touch leg by leg: its median and its 99th percentile."""
    for leg in answers[0] if answers else ():
        p50, p99, _ = distribution(f"  {leg}", [answer[leg] / 1e6 for answer in answers], "ms")
        yield from (p50, p99)


def _below(parent: int) -> list[tuple[int, list[str]]]:
    """The children of a process, each with the words of its command line."""
    found = []
    for child in Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split():
        with suppress(FileNotFoundError):  # it has just ended
            found.append((int(child), Path(f"/proc/{child}/cmdline").read_bytes().decode().split("\0")))
    return found


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident_megabytes(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _proportional_megabytes(pid: int) -> float:
    """The memory of a process, shared pages divided among those who share them. Raises PermissionError: root reads it
    of a process that keeps its memory private."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024 / 1e6
