"""A hand on a medium that fails: what the controller says, and what the next start finds."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator
from dataclasses import dataclass

from controller.journal import FaultLatch

from .crash_matrix import Evening, Outcome
from .service_rig import Rig
from .service_steps import whole_hand
from .watched_disk import Disk, Watch, watched


class LockedError(Exception):
    """The table is locked: the evening is over."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Which error, and whether every later call fails as well."""

    name: str
    number: int
    lasts: bool


FAILURES = (
    Failure("EIO, once", errno.EIO, lasts=False),
    Failure("EIO, from then on", errno.EIO, lasts=True),
    Failure("ENOSPC, from then on", errno.ENOSPC, lasts=True),
)
FAILING = {"write": "write", "truncate": "write", "create": "write", "sync": "sync", "syncdir": "sync"}


class FailingEvening:
    """The evening of the matrix again and again, each time with a call that fails."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening

    def outcomes(self, share: int = 1) -> Iterator[Outcome]:
        """One in so many of the calls fails, in each way."""
        for number, op in enumerate(self.evening.ops):
            if number < self.evening.moments[0].ops or number % share or op.kind not in FAILING:
                continue
            for failure in FAILURES:
                yield self.outcome(number, failure)

    def outcome(self, number: int, failure: Failure) -> Outcome:
        """That call of the evening fails."""
        op = self.evening.ops[number]
        self.evening.lay(self.evening.first)
        acknowledged, said = self._play(number, failure)
        group = f"{failure.name.split(',')[0]} at a {FAILING[op.kind]}, {failure.name.split(', ')[1]}"
        return Outcome(group, f"call {number}, {op.kind} {op.name}".rstrip(), self._judged(acknowledged, said))

    def _judged(self, acknowledged: int, said: str) -> str:
        """The fault must still be latched at the next start. Once it is cleared, the table is that of the others."""
        latch = FaultLatch(self.evening.state, self.evening.of.config.paths.run)
        if said != next((fault.key for fault in latch.faults), ""):
            return "SILENTLY WRONG"
        latch.clear()
        found, table = self.evening.next_start()
        tables = {moment.table for moment in self.evening.moments[acknowledged : acknowledged + 2]}
        if found or table not in tables:
            return f"{said}, then {found}" if found else "SILENTLY WRONG"
        return f"{said}, then the same table" if said else "the same table"

    def _play(self, number: int, failure: Failure) -> tuple[int, str]:
        """(how many moments were acknowledged, the fault)."""
        moments = 0
        with watched(self.evening.state) as disk:
            rig = Rig(self.evening.of.config)
            flush = rig.service.flush

            def counted(now: int) -> None:
                nonlocal moments
                flush(now)
                if rig.of.latch.locked:
                    raise LockedError
                moments += 1

            rig.service.flush = counted  # type: ignore[method-assign]  # the test counts
            disk.before = failing(disk, number, failure)
            with contextlib.suppress(LockedError):
                whole_hand(rig)
            said = next((fault.key for fault in rig.of.latch.faults), "")
            with contextlib.suppress(OSError):
                rig.close()
        return moments, said


def failing(disk: Disk, number: int, failure: Failure) -> Watch:
    """What makes the call of that number fail, counted from the start of the evening."""
    calls = len(disk.ops)

    def before(_kind: str, _name: str) -> None:
        nonlocal calls
        calls += 1
        if calls == number + 1 or (failure.lasts and calls > number):
            raise OSError(failure.number, "the medium fails")

    return before
