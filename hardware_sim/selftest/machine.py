"""The machine that the bench pretends to run on: supply, medium, clock, heat."""

import random
from dataclasses import dataclass

from firmware_bridge.diagnosis.machine import Machine

VOLTS = 5.1
ALARM = 4.63
"""Volts below which the machine's own alarm is on. The machine tells no voltage."""

FREE = 8_000_000_000
CELSIUS = (45.0, 62.0)
WRITE = 12.0
"""Milliseconds that a good medium takes for a write. The journal makes one or two a second."""

CRYSTAL = 20.0
"""Millionths by which a good crystal is wrong."""


@dataclass(slots=True)
class SimulatedMachine:
    """A sound machine, until a fault sets one of its figures."""

    luck: random.Random
    volts: float = VOLTS
    free: int = FREE
    celsius: float | None = None
    drift: float = CRYSTAL
    read_only: bool = False
    write_ms: float = WRITE
    jump: float = 0.0  # seconds by which the time of day is set at the next look
    _writes: int = 0
    _writing: float = 0.0
    _raw: int = 0
    _wall: int = 0
    _now: int = 0

    def look(self, now: int) -> Machine:
        """One look at it, with the noise that a look has."""
        step, self._now = now - self._now, now
        self._raw += step
        self._wall += round(step * (1 + self.drift / 1e6) + self.jump * 1e9)
        self.jump = 0.0
        self._writes += 1
        self._writing += self.write_ms * 1e6
        return Machine(
            undervoltage=self.volts + self.luck.uniform(-0.02, 0.02) < ALARM,
            free=self.free,
            celsius=self.luck.uniform(*CELSIUS) if self.celsius is None else self.celsius,
            wall=self._wall + self.luck.randint(0, 50_000),
            raw=self._raw,
            read_only=self.read_only,
            writes=self._writes,
            writing=round(self._writing),
        )
