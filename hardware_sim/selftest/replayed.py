"""Dumps of the black box played again: simulated parts do what the dumps have, and the diagnosis looks at them.

So a fault from the floor becomes a test. The table has the parts of the dumps and no others. Of a dump of the GPIO
lines it has those of the reference table, which rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from drivers.port import PortBusy, PortError, PortForbidden
from firmware_bridge.diagnosis.verdict import Verdict
from firmware_bridge.dumped import Dumped
from firmware_bridge.dumps import Dump, Dumps, LinesDump
from firmware_bridge.messages.places import line_called, spot_called
from firmware_bridge.parts.lifecycle import Signal
from firmware_bridge.postmortem import verdicts as causes
from hardware_sim import tables
from hardware_sim.parts.part import SECOND
from hardware_sim.physics.noise import QUIET

from .bench import Bench
from .recorded import RecordedLines, RecordedPart
from .story import Story

WORKING: Final = 4 * SECOND
"""A simulated part is ready by then, so that a story can begin in which it was."""

SHOE: Final = "shoe"
"""It is read without pause while cards leave it. Other places are read in turn, in play as here."""

TOGETHER: Final = 120 * SECOND
"""Dumps within this time have one story. A verdict is told within 60 seconds of a fault."""

AFTER: Final = 75
"""Seconds that are looked on behind the end of a story: a verdict is told within 60 of a fault."""

LOOKED_ON: Final = 5
"""Seconds in any case. A verdict stands from the second look."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What the dump says: a verdict of the diagnosis at a place, or the cause of a failure of the part."""

    part: str
    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.place or self.part}: {self.what}"


class Replayed:
    """A table whose parts do what dumps have. The first dump is the one whose verdict is sought."""

    def __init__(self, *dumps: Dump | LinesDump) -> None:
        first = dumps[0]
        self.sought = _sought(first)
        self.verdicts: dict[tuple[str, str], Verdict] = {}
        self._own = {dump.part for dump in dumps}
        self._signal = first.signal if isinstance(first, Dump) else None
        self._kept = _Kept()
        serial = [dump for dump in dumps if isinstance(dump, Dump)]
        self.bench = Bench(1, _seats(dumps), QUIET, [_described(dump) for dump in serial])
        self.bench.dumped = Dumped(self.bench.box, self._kept, self.bench.file.gpio)
        self._end = self.bench.now + LOOKED_ON * SECOND
        self.bench.hurry([SHOE] if any(SHOE in dump.places.values() for dump in serial) else [])
        self._play(serial, [dump for dump in dumps if isinstance(dump, LinesDump)])

    def _play(self, serial: Sequence[Dump], lines: Sequence[LinesDump]) -> None:
        bench = self.bench
        for one in lines:
            played = RecordedLines(one, bench.world.lines, bench.world.agenda, bench.pins_chip.miss, bench.now)
            self._end = max(self._end, played.end)
        stories = [(dump, Story(dump)) for dump in serial]
        latest = max((dump.at for dump in serial), default=0)
        spans = [story.end + _before(latest, dump.at) for dump, story in stories]
        settled = bench.now + (0 if all(story.from_start for _, story in stories) else WORKING)
        for span, (dump, story) in zip(spans, stories, strict=True):
            begin = settled + max(spans) - span
            self._end = max(self._end, begin + story.end)
            if story.from_start:
                bench.wire(dump.part).unplug()
            bench.at(begin, lambda now, dump=dump, story=story: self._begin(dump.part, story, now))  # type: ignore[misc]  # bound now

    def _begin(self, part: str, story: Story, now: int) -> None:
        bench = self.bench
        RecordedPart(story, bench.cables[part], bench.world.agenda, now)
        for at, signal in story.refused:
            bench.at(now + at - 1, lambda _, signal=signal: self._refuse(part, signal))  # type: ignore[misc]  # bound now

    def _refuse(self, part: str, signal: Signal) -> None:
        self.bench.wire(part).refuses = _REFUSED[signal]

    def run(self) -> list[Verdict]:
        """Let it happen again, until the verdict has come. Return what the diagnosis told of these parts."""
        end = self._end + AFTER * SECOND
        while self.bench.now < self._end or (self.bench.now < end and not self.again):
            self._second()
        for _ in range(LOOKED_ON):
            self._second()
        return list(self.verdicts.values())

    def _second(self) -> None:
        self.bench.run(1)
        for one in self.bench.diagnosis.verdicts:
            if one.part in self._own:
                self.verdicts.setdefault((one.place, one.fault.value), one)

    @property
    def again(self) -> bool:
        """Whether the verdict of the dump has come again."""
        if self._signal is None:
            return (self.sought.place, self.sought.what) in self.verdicts
        return any(one.signal is self._signal and _sought(one) == self.sought for one in self._kept.dumps)


def _before(latest: int, at: int) -> int:
    """How long before the last dump another one was written (ns). 0 if they have nothing to do with each other."""
    before = (latest - at) * 1_000
    return before if at and before < TOGETHER else 0


class _Kept(Dumps):
    """Keeps in memory what fails at the table, and writes nothing."""

    def __init__(self) -> None:
        super().__init__(Path("nowhere"))
        self.dumps: list[Dump] = []

    def write(self, dump: Dump | LinesDump) -> None:
        if isinstance(dump, Dump):
            self.dumps.append(dump)


def _sought(dump: Dump | LinesDump) -> Sought:
    if dump.told is not None:
        return Sought(dump.part, dump.told.place, dump.told.fault)
    surest = causes(dump)[0]
    return Sought(dump.part, surest.place, surest.cause)


def _described(dump: Dump) -> tables.Description:
    """The part of a dump as a table file has it."""
    part: dict[str, Any] = {
        "name": dump.part, "kind": dump.part_kind, "port": dump.port, "baud": dump.baud, "parity": dump.parity,
    }  # fmt: skip
    part |= {"antennas": dump.places} if dump.places else {"seat": dump.seat}
    return part if dump.serial is None else {**part, "serial": dump.serial}


def _seats(dumps: Sequence[Dump | LinesDump]) -> tuple[int, ...]:
    """The seats of a table with all places and lines of the dumps."""
    seats: set[int | None] = set()
    for dump in dumps:
        if isinstance(dump, LinesDump):
            called = [line_called(name) for name in dump.numbers]
            seats |= {line.number for line in called if line.kind in ("button", "post")}
        else:
            seats |= {dump.seat, *(spot_called(place).seat for place in dump.places.values())}
    return tuple(sorted(seat for seat in seats if seat is not None)) or (1,)


_REFUSED: Final[dict[Signal, type[PortError]]] = {
    Signal.PORT_BUSY: PortBusy, Signal.PORT_FORBIDDEN: PortForbidden, Signal.OPEN_FAILED: PortError
}  # fmt: skip
