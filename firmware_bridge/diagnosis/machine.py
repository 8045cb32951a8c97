"""What goes wrong with the machine itself: supply, medium, clock, heat. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from firmware_bridge.messages.verdict_texts import Seen

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

JUMP: Final = 1 * S
"""The time of day does not go so far from the crystal in a second, unless it is set."""

STEP: Final = 50 * MS
"""From here on it was set, too, and does not drift. A time server steps a clock that is 128 ms wrong (ntpd(8))."""

JUMPED: Final = 600 * S
"""How long a jump is told. A technician looks for it in the times of the journal by then."""

SLOW: Final = 300 * MS
"""How long a write takes in the mean before the medium is slow. Players notice an answer that waits for it. A good SD
card takes some 10 ms [estimate]."""

WRITES: Final = 8
"""Writes before their mean time means something."""

HOT: Final = 82.0
"""Degrees Celsius. A Raspberry Pi slows itself down from 80 to 85 on."""


@dataclass(frozen=True, slots=True)
class Machine:
    """One look at the machine. None for what it does not tell. `free` in bytes, `wall` and `raw` in ns.

    `writes`, `writing`: how many writes the medium has done since the start, and how long they took (ns).
    """

    undervoltage: bool | None = None
    free: int | None = None
    celsius: float | None = None
    wall: int | None = None
    raw: int | None = None
    read_only: bool | None = None
    writes: int | None = None
    writing: int | None = None


class MachineWatch:
    """The machine over time."""

    def __init__(self) -> None:
        self._samples: deque[tuple[int, Machine]] = deque(maxlen=60)
        self._clock: deque[Machine] = deque(maxlen=60)  # since the clock was set last
        self._jump: tuple[int, int] | None = None  # when the time of day was set, and by how much

    def sampled(self, machine: Machine, now: int) -> None:
        """Take one look."""
        before = self._clock[-1] if self._clock else machine
        by = (_gained(before, machine) or (0, 0))[0]
        if abs(by) >= JUMP:
            self._jump = now, by
        if abs(by) >= STEP:
            self._clock.clear()
        self._clock.append(machine)
        self._samples.append((now, machine))

    def verdicts(self, now: int) -> Iterator[Verdict]:
        """What is wrong with it."""
        if not self._samples:
            return
        _, last = self._samples[-1]
        if any(one.undervoltage for _, one in list(self._samples)[-LOOKS:]):
            seen = (Seen("below_volts", volts=LEAST_VOLTS),)
            yield verdict(Fault.LOW_VOLTAGE, PART, "the machine", seen, 90, now)
        if last.free is not None and last.free < LEAST_FREE:
            seen = (Seen("free", free=last.free >> 20, least=LEAST_FREE >> 20),)
            yield verdict(Fault.DISK_FULL, PART, "the machine", seen, 95, now)
        if last.celsius is not None and last.celsius > HOT:
            hot = (Seen("celsius", celsius=round(last.celsius)), Seen("slows_down"))
            yield verdict(Fault.TOO_HOT, PART, "the machine", hot, 90, now)
        yield from self._medium(last, now)
        yield from self._time(now)

    def _medium(self, last: Machine, now: int) -> Iterator[Verdict]:
        if last.read_only:
            refuses = Seen("takes_no_writes")
            yield verdict(Fault.DISK_READ_ONLY, PART, "the machine", (refuses,), 90, now)
        first = self._samples[0][1]
        if None in (first.writes, first.writing, last.writes, last.writing):
            return
        writes, writing = (last.writes or 0) - (first.writes or 0), (last.writing or 0) - (first.writing or 0)
        if writes >= WRITES and writing > SLOW * writes:
            each = (Seen("write_times", writes=writes, ms=round(writing / writes / MS)), Seen("good_medium"))
            yield verdict(Fault.DISK_SLOW, PART, "the machine", each, 75, now)

    def _time(self, now: int) -> Iterator[Verdict]:
        if self._jump is not None and now - self._jump[0] < JUMPED:
            at, by = self._jump
            ahead = Seen("went_forward" if by > 0 else "went_back", seconds=round(abs(by) / S))
            alone = Seen("crystal_went_on")
            yield verdict(Fault.CLOCK_JUMPS, PART, "the machine", (ahead, alone), 85, at)
        drift = self._drift()
        if drift is not None and abs(drift) > DRIFT:
            seen = (Seen("drift", millionths=round(drift)),)
            yield verdict(Fault.CLOCK_DRIFTS, PART, "the machine", seen, 80, now)

    def _drift(self) -> float | None:
        """How much faster the wall clock goes than the crystal, in millionths."""
        found = _gained(self._clock[0], self._clock[-1])
        return None if found is None or found[1] < WATCHED else found[0] / found[1] * 1e6


def _gained(first: Machine, last: Machine) -> tuple[int, int] | None:
    """Return what the wall clock gained over the crystal from one look to another, and how long that was (ns)."""
    if first.wall is None or first.raw is None or last.wall is None or last.raw is None:
        return None
    took = last.raw - first.raw
    return last.wall - first.wall - took, took
