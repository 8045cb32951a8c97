"""GPIO lines from a dump of the black box: what a table's lines did is done again, and the diagnosis looks at it.

So a fault from the floor becomes a test. The time goes as it went, to the microsecond.
"""

from __future__ import annotations

from functools import partial

from firmware_bridge.diagnosis.verdict import Verdict
from firmware_bridge.dumps import DumpEdge, LinesDump
from firmware_bridge.messages.places import line_called
from hardware_sim.parts.part import SECOND
from hardware_sim.physics.noise import QUIET

from .bench import Bench

US = 1_000

LONGEST = 120 * SECOND
"""Edges that are older than this before the dump only say at which level a line was. No verdict looks back so far."""

SETTLING = 2 * SECOND
"""The lines are watched and known by then."""

AFTER = 5 * SECOND
"""How long it is looked on. A verdict stands from the second look."""


class Replayed:
    """A table whose lines do what a dump has. `verdicts` after `run` are all that stood at some time."""

    def __init__(self, dump: LinesDump) -> None:
        self.verdicts: dict[tuple[str, str], Verdict] = {}
        seats = {number for number in map(_seat, dump.numbers) if number is not None}
        self.bench = Bench(1, tuple(sorted(seats)) or (1,), QUIET)
        late = {name: [edge for edge in edges if edge.ago * US <= LONGEST] for name, edges in dump.edges.items()}
        span = max((edge.ago for edges in late.values() for edge in edges), default=0) * US
        self._end = self.bench.now + SETTLING + span
        for name in self.bench.world.lines.names:
            if name in dump.numbers:
                self._play(name, late.get(name, []), name in dump.acting)

    def _play(self, name: str, edges: list[DumpEdge], acting: bool) -> None:
        """Put a line to the level it had, and let its edges come at their times."""
        lines, bench = self.bench.world.lines, self.bench
        first = (not edges[0].level) ^ bool(edges[0].lost % 2) if edges else not acting
        lines.stick(name, first, bench.now)
        for edge in edges:
            bench.at(self._end - edge.ago * US, partial(self._change, name, edge))

    def _change(self, name: str, edge: DumpEdge, now: int) -> None:
        lines = self.bench.world.lines
        if edge.lost:
            self.bench.pins_chip.miss(lines.number(name), edge.lost)
        lines.stick(name, bool(edge.level), now)

    def run(self) -> list[Verdict]:
        """Let it happen again, and return what the diagnosis told of the lines, in order."""
        while self.bench.now < self._end + AFTER:
            self.bench.run(1)
            for one in self.bench.diagnosis.verdicts:
                if one.part == "gpio":
                    self.verdicts.setdefault((one.place, one.fault.value), one)
        return list(self.verdicts.values())


def _seat(line: str) -> int | None:
    """The seat of a line of the button or of a post spot."""
    called = line_called(line)
    return called.number if called.kind in ("button", "post") else None
