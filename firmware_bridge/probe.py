"""Finds out which part is at which serial port. Each kind is asked in turn to identify itself, at the rates of parts.

Nothing is read and no field is on for longer than identification takes. Ports are probed at the same time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from drivers.reader import Identified, Identity
from firmware_bridge.messages.loop import Loop, Timer
from firmware_bridge.messages.part_kinds import PART_KINDS
from firmware_bridge.parts.candidates import Candidate, Device, driver_of
from firmware_bridge.parts.connection import Connection
from firmware_bridge.parts.lifecycle import Change, State

ADDRESSES: Final = range(1, 17)
"""The bus addresses that are asked. Sixteen mute ones take as long as a technician waits at a port."""

WITHIN: Final = 8_000_000_000
"""For one kind at one rate, ns: sixteen mute addresses at the slowest rate take six seconds."""


_KINDS = sorted(PART_KINDS.values(), key=lambda kind: kind.addressed)
CANDIDATES: Final = tuple(Candidate(kind, rate) for kind in _KINDS for rate in kind.rates)
"""Lines with addresses last, since each mute address takes its time."""


@dataclass(frozen=True, slots=True)
class Found:
    """The part that answered at a port. `numbers` are its antennas or bus addresses, none for a display."""

    port: str
    candidate: Candidate
    numbers: tuple[int, ...]
    identity: str


class PortProbe:
    """Tries one candidate after the other at one port, until a part identifies itself or none is left."""

    def __init__(
        self, port: str, loop: Loop, done: Callable[[PortProbe], None], candidates: Sequence[Candidate] = CANDIDATES
    ) -> None:
        self.port = port
        self.found: Found | None = None
        self.cause = "nothing answers as a part that Sabot knows"
        self._loop, self._done = loop, done
        self._left = list(candidates)
        self._candidate = self._left[0]
        self._identified: dict[int | None, Identity] = {}
        self._connection: Connection[Device[object]] | None = None
        self._patience: Timer | None = None
        loop.call_at(loop.now(), self._next)

    @property
    def channel(self) -> tuple[int, int]:
        """Bytes sent and received at the port while it is open."""
        return (0, 0) if self._connection is None else self._connection.channel

    def _next(self, now: int) -> None:
        self._close()
        if not self._left:
            self._done(self)
            return
        self._candidate = self._left.pop(0)
        self._identified.clear()
        part = self._candidate.part(self.port, ADDRESSES)
        self._connection = Connection(part, self._loop, driver_of(part), self)
        self._patience = self._loop.call_at(now + WITHIN, self._next)

    def _close(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
        if self._connection is not None:
            self._connection.close()
        self._connection = self._patience = None

    # called by the connection

    def changed(self, change: Change, now: int) -> None:
        """It works, or it is not this one. The port is dealt with after the connection's turn."""
        if change.after is State.READY:
            self._left.clear()
            self._loop.call_at(now, self._take)
            return
        if change.after in (State.ABSENT, State.BACK_OFF):
            self._left.clear()
            self.cause = change.cause
        elif change.after not in (State.LOST, State.QUARANTINED, State.DEGRADED):
            return
        self._loop.call_at(now, self._next)

    def _take(self, now: int) -> None:
        """Take the port, as every reader on it has identified itself."""
        self.found = Found(self.port, self._candidate, self._numbers(), self._who())
        self._next(now)

    def reported(self, report: object, now: int) -> None:
        """Note a reader that answers. For one that does not, the line goes on with the next address."""
        if isinstance(report, Identified):
            self._identified[report.antenna] = report.identity
        device = self._connection.device if self._connection is not None else None
        if device is not None and not device.busy and not self._identified:
            self._loop.call_at(now, self._next)

    def _numbers(self) -> tuple[int, ...]:
        kind = self._candidate.kind
        if kind.addressed:
            return tuple(sorted(number for number in self._identified if number is not None))
        return tuple(kind.numbers)

    def _who(self) -> str:
        one = next(iter(self._identified.values()), None)
        return "" if one is None else " ".join(filter(None, (one.kind, one.firmware, one.serial)))
