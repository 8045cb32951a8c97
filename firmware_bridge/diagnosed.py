"""The diagnosis in the running bridge: fed once a second, its verdicts sent as the health of parts, and in a file.

The file `diagnosis.json` in the bridge's run directory is what `sabot diag show` prints. It has no tag and no card.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import structlog
from pydantic import ValidationError

from firmware_bridge.diagnosis.engine import Diagnosis
from firmware_bridge.diagnosis.sampling import Counts, counted
from firmware_bridge.diagnosis.verdict import Verdict
from firmware_bridge.machine import look_at
from firmware_bridge.messages.base import LONGEST_CAUSE
from firmware_bridge.messages.complaints import ONE_LINE
from firmware_bridge.messages.places import spoken
from firmware_bridge.messages.sensed import PartHealth
from firmware_bridge.messages.status import (
    LONGEST_SENTENCE,
    MOST_PARTS,
    MOST_VERDICTS,
    Counted,
    PartNow,
    SeenNow,
    Status,
    VerdictNow,
)
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.messages.verdict_texts import Seen
from firmware_bridge.parts.connection import Connection
from firmware_bridge.parts.lifecycle import WORKING, Lifecycle, State
from firmware_bridge.parts.pins import NAME as PINS
from firmware_bridge.parts.pins import Pins
from firmware_bridge.tablemap import spots

log = structlog.get_logger("bridge")

NAME: Final = "diagnosis.json"
LARGEST: Final = 1_000_000
"""Bytes of a file that `read` takes: twenty times what a full table has."""

VERSION: Final = version("sabot")


class StatusError(Exception):
    """There is no status to be read. The message says why."""


class Diagnosed:
    """Feeds the diagnosis and publishes what it finds."""

    def __init__(self, table: TableFile, diagnosis: Diagnosis, folder: Path) -> None:
        self.diagnosis = diagnosis
        self._table = table
        self._medium = table.paths.state
        self._file = folder / NAME
        self._kinds = {part.name: part.kind for part in table.part}
        self._seats = {part.name: part.seat for part in table.part}
        self._told: dict[str, str] = {}
        self._stood: set[tuple[str, str, str]] = set()
        self.fresh: tuple[Verdict, ...] = ()  # those of the last look that did not stand before
        self.changes: list[PartHealth] = []  # the health of parts whose verdict has changed with it

    def forget(self, part: str) -> None:
        """Another health of the part was sent: a verdict that stands is sent again behind it."""
        self._told.pop(part, None)

    def looking(
        self, connections: Iterable[Connection[Any]], lives: Mapping[str, Lifecycle], now: int
    ) -> Iterator[None]:
        """Feed counters and machine, and look, in steps. After the last one `fresh` and `changes` are known."""
        known = list(connections)
        for connection in known:
            self.diagnosis.counted(connection.part.name, counted(connection), now)
        self.diagnosis.sampled(look_at(self._medium), now)
        yield
        yield from self.diagnosis.looking(now)
        self._log(self.diagnosis.verdicts)
        self.changes = self._changes(self.diagnosis.verdicts, lives)

    def status(
        self, connections: Iterable[Connection[Any]], lives: Mapping[str, Lifecycle], pins: Pins | None, now: int
    ) -> Status:
        """Return the table as the last look found it. `lives`: of every part, the GPIO lines included."""
        found = self.diagnosis.verdicts
        parts = [_part(one, self.diagnosis, now) for one in connections]
        parts += [] if pins is None else [_pins(pins, self._table)]
        watched = pins is not None and pins.life.state in WORKING
        return Status(
            release=VERSION, verdicts=tuple(_now(one, now) for one in found[:MOST_VERDICTS]),
            parts=tuple(parts[:MOST_PARTS]),
            spots=spots(self._table, self.diagnosis, found, lives, pins.acting if pins and watched else None, now),
        )  # fmt: skip

    def _changes(self, found: tuple[Verdict, ...], lives: Mapping[str, Lifecycle]) -> list[PartHealth]:
        surest: dict[str, Verdict] = {}
        for one in found:
            surest.setdefault(one.part, one)
        changed = []
        for part in sorted(surest.keys() | self._told.keys()):
            text = _sentence(surest[part]) if part in surest else ""
            if text != self._told.get(part, ""):
                changed.append(self._health(part, text, lives.get(part)))
        self._told = {part: _sentence(one) for part, one in surest.items()}
        return changed

    def _health(self, part: str, text: str, life: Lifecycle | None) -> PartHealth:
        """The health of a part with its verdict. What the bridge says of its state comes first."""
        state, cause = (State.READY, "") if life is None else (life.state, life.cause)
        shown = State.DEGRADED if text and state is State.READY else state
        said = ONE_LINE.join(filter(None, ("" if state in WORKING and text else cause, text)))
        return PartHealth(
            part=part, what=self._kinds.get(part, part), state=shown.name_on_the_wire, cause=said[:LONGEST_CAUSE],
            seat=self._seats.get(part),
        )  # fmt: skip

    def _log(self, found: tuple[Verdict, ...]) -> None:
        self.fresh = tuple(one for one in found if (one.part, one.place, one.fault.value) not in self._stood)
        for one in self.fresh:
            seen = ONE_LINE.join(one.seen)
            log.warning("verdict", part=one.part, place=one.place, cause=one.cause, sure=one.sure, seen=seen)
        self._stood = {(one.part, one.place, one.fault.value) for one in found}

    def write(self, status: Status) -> None:
        """Keep the status as a file. A medium that takes none is no reason to stop sensing."""
        fresh = self._file.with_suffix(".new")
        try:
            fresh.write_text(status.model_dump_json(), encoding="utf-8")
            fresh.replace(self._file)
        except OSError as error:
            log.debug("the diagnosis could not be written", why=os.strerror(error.errno or 0))


def _sentence(verdict: Verdict) -> str:
    place = spoken(verdict.place)
    where = f"{place}: " if place and place not in verdict.cause else ""
    return f"{where}{verdict.cause} ({verdict.sure} % sure). {verdict.cures[0]}"


def _now(verdict: Verdict, now: int) -> VerdictNow:
    evidence, cures = map(_seen, verdict.evidence[:3]), map(_cut, verdict.cures[:4])
    return VerdictNow(
        part=verdict.part, place=_cut(verdict.place), fault=verdict.fault.value, cause=_cut(verdict.cause),
        evidence=tuple(evidence), cures=tuple(cures), sure=verdict.sure, since=max(0, now - verdict.since) / 1e9,
        other=_cut(verdict.other), port=_cut(verdict.port), value=_cut(verdict.value), cured=verdict.cured,
    )  # fmt: skip


def _seen(one: Seen) -> SeenNow:
    return SeenNow(
        key=one.key, facts={n: _cut(fact) if isinstance(fact, str) else fact for n, fact in one.facts.items()}
    )


def _part(connection: Connection[Any], diagnosis: Diagnosis, now: int) -> PartNow:
    part, line = connection.part, diagnosis.line(connection.part.name)
    trip = counted(connection).trip
    return PartNow(
        part=part.name, kind=part.kind, state=connection.life.state.name_on_the_wire,
        identity=_cut(connection.identity), port=_cut(part.port), lately=_counted(line.summed(now)),
        total=_counted(line.total), round_trip_ms=None if trip is None else round(trip / 1e6, 2),
        failed=line.course.rates(now),
    )  # fmt: skip


def _pins(pins: Pins, table: TableFile) -> PartNow:
    backend = "" if table.gpio is None else table.gpio.backend
    return PartNow(part=PINS, kind=PINS, state=pins.life.state.name_on_the_wire, identity="", port=backend)


def _counted(counts: Counts) -> Counted:
    return Counted(
        requests=counts.frames_out, answers=counts.frames_in, damaged=counts.bad, unanswered=counts.timeouts,
        stray_bytes=counts.junk,
    )  # fmt: skip


def _cut(text: str) -> str:
    """The text within the bounds of a status. A part that says a long identity is no reason to stop sensing."""
    return text[:LONGEST_SENTENCE]


def read(folder: Path) -> tuple[Status, float]:
    """Read the status from the bridge's run directory. Return it with the time of its writing (s since 1970).

    Raises StatusError.
    """
    file = folder / NAME
    try:
        with file.open("rb") as opened:
            raw = opened.read(LARGEST)
        return Status.model_validate(json.loads(raw)), file.stat().st_mtime
    except OSError as error:
        raise StatusError(f"{file}: {os.strerror(error.errno or 0)}. Does the bridge run?") from None
    except (ValueError, ValidationError):
        raise StatusError(f"{file}: not a status of this version of Sabot") from None
