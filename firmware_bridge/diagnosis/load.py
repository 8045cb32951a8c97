"""Whether the machine keeps up, told by the age of its own ticks, and what a machine that does not explains. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final

from firmware_bridge.messages.verdict_texts import Seen

from .lines import OUTAGE, WINDOW
from .machine import MS, PART
from .verdict import Fault, Verdict, verdict

TICK_EVERY: Final = 50 * MS
"""So a standstill of `LATE` and one tick more is always noticed."""

LATE: Final = OUTAGE
"""A machine that is late by less loses no two answers in a row."""

DOUBTED: Final = 3
"""Late ticks within `WINDOW`. So many outages make a bad contact, and as many standstills explain it."""

TOLD: Final = 8
"""Late ticks within `WINDOW`, one in five seconds, that are a fault of their own. A display then answers a touch so
late that players notice [estimate]."""

EXPLAINED: Final = frozenset(
    {
        Fault.BAD_CONTACT, Fault.INTERFERENCE, Fault.ADAPTER_LATENCY,  # answers that were read too late
        Fault.READER_UNPOWERED, Fault.BUS_OPEN,
        Fault.ANTENNA_DEAD, Fault.SHOE_BLIND, Fault.SWAPPED_POSTS,  # readings that came too late for a motion
        Fault.KEY_BOUNCES,  # two touches that were read at once
        Fault.CLOCK_DRIFTS, Fault.CLOCK_JUMPS,  # two clocks that were not read at once
    }
)  # fmt: skip
"""Faults whose evidence a slow machine makes as well."""


class LoadWatch:
    """The ticks of the last while that came late."""

    def __init__(self) -> None:
        self._late: deque[tuple[int, int]] = deque(maxlen=1_000)

    def ticked(self, late: int, now: int) -> None:
        """Take a tick that was due so long ago (ns)."""
        if late >= LATE:
            self._late.append((now, late))

    def doubts(self, now: int) -> bool:
        """Whether what was counted of late may be the machine's own fault."""
        return len(self._lately(now)) >= DOUBTED

    def verdicts(self, now: int) -> Iterator[Verdict]:
        """The machine's own fault."""
        lately = self._lately(now)
        if len(lately) >= TOLD:
            seen = (
                Seen("late_ticks", times=len(lately), seconds=WINDOW // 1_000 // MS, ms=LATE // MS),
                Seen("longest", ms=max(lately) // MS),
                Seen("not_told_meanwhile"),
            )
            yield verdict(Fault.OVERLOADED, PART, "the machine", seen, 90, now)

    def _lately(self, now: int) -> list[int]:
        return [late for stamp, late in self._late if stamp > now - WINDOW]
