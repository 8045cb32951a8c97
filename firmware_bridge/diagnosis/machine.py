"""What goes wrong with the machine itself: supply, medium, clock, heat. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from .verdict import Fault, Verdict, verdict

MS: Final = 1_000_000
S: Final = 1_000 * MS
PART: Final = "machine"

LEAST_VOLTS: Final = 4.63
"""Below this a Raspberry Pi reports under-voltage (Raspberry Pi documentation, power supply warnings)."""

LOOKS: Final = 3
"""The alarm may be gone at the next look. It counts for as many looks."""

LEAST_FREE: Final = 256 << 20
"""Bytes. From here on the controller shows the notice `space` (docs/faults.md)."""

DRIFT: Final = 550
"""Parts in a million. A sound clock may go so wrong for a while: a time server slews it by 500 at most (adjtimex(2)),
and a crystal is good to 50."""

WATCHED: Final = 20 * S
"""Over how long drift is measured: at `DRIFT` that is 11 ms, and a sample is good to 0.1 ms."""

HOT: Final = 82.0
"""Degrees Celsius. A Raspberry Pi slows itself down from 80 to 85 on."""


@dataclass(frozen=True, slots=True)
class Machine:
    """One look at the machine. None for what it does not tell. `free` in bytes, `wall` and `raw` in ns."""

    undervoltage: bool | None = None
    free: int | None = None
    celsius: float | None = None
    wall: int | None = None
    raw: int | None = None


class MachineWatch:
    """The machine over time."""

    def __init__(self) -> None:
        self._samples: deque[tuple[int, Machine]] = deque(maxlen=60)

    def sampled(self, machine: Machine, now: int) -> None:
        """Take one look."""
        self._samples.append((now, machine))

    def verdicts(self, now: int) -> Iterator[Verdict]:
        """What is wrong with it."""
        if not self._samples:
            return
        _, last = self._samples[-1]
        if any(one.undervoltage for _, one in list(self._samples)[-LOOKS:]):
            seen = (f"the machine's alarm says that the supply is below {LEAST_VOLTS} V",)
            yield verdict(Fault.LOW_VOLTAGE, PART, "the machine", seen, 90, now)
        if last.free is not None and last.free < LEAST_FREE:
            seen = (f"{last.free >> 20} MB are free, least is {LEAST_FREE >> 20} MB",)
            yield verdict(Fault.DISK_FULL, PART, "the machine", seen, 95, now)
        if last.celsius is not None and last.celsius > HOT:
            hot = (f"the processor has {last.celsius:.0f} °C", "a Raspberry Pi slows itself down from 80 °C on")
            yield verdict(Fault.TOO_HOT, PART, "the machine", hot, 90, now)
        drift = self._drift()
        if drift is not None and abs(drift) > DRIFT:
            seen = (f"the time of day gains {drift:.0f} millionths over the machine's crystal",)
            yield verdict(Fault.CLOCK_DRIFTS, PART, "the machine", seen, 80, now)

    def _drift(self) -> float | None:
        """How much faster the wall clock goes than the crystal, in millionths."""
        first, last = self._samples[0][1], self._samples[-1][1]
        if first.wall is None or first.raw is None or last.wall is None or last.raw is None:
            return None
        took = last.raw - first.raw
        return (last.wall - first.wall - took) / took * 1e6 if took >= WATCHED else None
