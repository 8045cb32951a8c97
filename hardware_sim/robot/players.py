"""What a player at the table does: one protocol for those who follow a file, who play freely, and for people."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Protocol

from .says import Says, Wait

MS = 1_000_000

Script = Generator[Wait, None, None]


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take, in ns of the table's time. `motion` stays above the table's motion resolution."""

    act: int
    motion: int

    @classmethod
    def seconds_per_act(cls, seconds: float) -> Pace:
        """An act takes so long. The motions within it less, but never so little that two of them become one."""
        act = round(seconds * 1e9)
        return cls(act, max(MOTION, min(act // 4, LEISURELY)))


MOTION = 400 * MS
"""The rulebooks' motion resolution is 300 ms. A third more keeps two motions apart when a read comes late."""
LEISURELY = 800 * MS
"""How long a hand takes from the stack to the line."""

FAST = Pace(MOTION, MOTION)
"""As fast as sensors can tell one act from the next."""


class Players(Protocol):
    """All who sit at the table."""

    def act(self, seat: int, says: Says) -> Script:
        """Seat is on turn: key, word and chips."""
        ...

    def pay(self, seat: int, amount: int) -> Script:
        """Seat owes chips to the line: a blind, an ante, the rest of a call."""
        ...

    def shows(self, seat: int) -> bool:
        """Whether the seat tables its hand where it may also give it up."""
        ...
