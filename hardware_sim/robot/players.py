"""What a player at the table does: one protocol for players who follow a file, simple players and people."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Protocol

from hardware_sim.shown import ShownSituation

from .says import Wait

MS = 1_000_000

Script = Generator[Wait, None, None]


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take, in ns of the table's time. `motion` stays above the table's motion resolution."""

    act: int
    motion: int

    @classmethod
    def seconds_per_act(cls, seconds: float) -> Pace:
        """The pace with so many seconds for an act. Motions take less, but not so little that two become one."""
        act = round(seconds * 1e9)
        return cls(act, max(MOTION, min(act // 4, LEISURELY)))


MOTION = 400 * MS
"""Time of a motion, in ns. It is a third above the rulebooks' motion resolution of 300 ms, for late reads."""
LEISURELY = 800 * MS
"""Time of a hand from the stack to the line, in ns."""

FAST = Pace(MOTION, MOTION)
"""As fast as sensors can tell one act from the next."""


class Players(Protocol):
    """All who sit at the table."""

    def act(self, seat: int, says: ShownSituation) -> Script:
        """Act for the seat on turn, with key, word and chips."""

    def pay(self, seat: int, amount: int) -> Script:
        """Push the chips that a seat owes to the line: a blind, an ante, the rest of a call."""

    def shows(self, seat: int) -> bool:
        """Whether the seat tables its hand if it may also give it up."""
