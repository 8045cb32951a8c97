"""Dumps of the black box, as files: what passed between the bridge and a part before a fault of it was told.

A dump holds no tag and no card. The lines have aliases with a key that is renewed each hand. The bytes come from
`raw/masking.py`, with aliases of their own.
"""

import json
import os
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

import structlog
from pydantic import Field, ValidationError

from drivers.gpio import Edge
from drivers.reader import Cause, Counters
from firmware_bridge.blackbox import KEPT, Line, Said
from firmware_bridge.diagnosis.verdict import Fault, Verdict
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.complaints import complaints
from firmware_bridge.messages.tablefile import KindName
from firmware_bridge.parts import tape
from firmware_bridge.parts.lifecycle import Signal, State

log = structlog.get_logger("bridge")

FORMAT: Final = 1
VERSION = version("sabot")

# A part that fails again and again gives the same dump each time. Once a minute keeps the medium from being filled.
AGAIN_AFTER = 60_000_000_000
# Of 200 lines and 400 bursts each a dump has some 60 kB, all together 3 MB. A full tray's has 1.3 MB at most.
MOST = 50
MOST_COMPLAINTS = 5  # of a file that is no dump: the first ones tell what it is instead
LARGEST = 1_500_000  # bytes of a file that `read` takes: twenty times what one has
LONGEST_LINE: Final = 4000  # an antenna with 300 chips. Of 200 lines such as this a file is still below `LARGEST`
LONGEST_HEX: Final = 2 * tape.LONGEST
US = 1_000
MS = 1_000_000

MOST_LINES: Final = 64  # of GPIO: a Raspberry Pi has 28

LONGEST_NAME: Final = 200
LONGEST_SENTENCE: Final = 500

Parity = Literal["N", "E", "O"]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]
Sentence = Annotated[str, Field(max_length=LONGEST_SENTENCE)]


class DumpError(ValueError):
    """A file is no dump that can be read. The message names the file and what is wrong with it."""


class DumpLine(Message):
    """One request or answer, `ago` ms before the failure."""

    ago: Annotated[int, Field(ge=0)]
    said: Said
    antenna: int | None = None
    cause: Cause | None = None
    text: Annotated[str, Field(max_length=LONGEST_LINE)]


class DumpBurst(NamedTuple):
    """Bytes that passed at once, `ago` µs before the dump, with tags masked, in hexadecimal."""

    ago: Annotated[int, Field(ge=0)]
    data: Annotated[str, Field(max_length=LONGEST_HEX, pattern=r"^([0-9A-F]{2})+$")]

    @property
    def raw(self) -> bytes:
        return bytes.fromhex(self.data)


class DumpHappened(NamedTuple):
    """What happened to the part, `ago` µs before the dump, and for what kind and rate the port was opened last."""

    ago: Annotated[int, Field(ge=0)]
    signal: Signal
    kind: KindName
    baud: Annotated[int, Field(ge=1, le=10_000_000)]
    parity: Parity


class DumpCounters(Message):
    """What the driver counted since the port was opened, and the bytes since the cable was plugged in."""

    frames_in: int = 0
    frames_out: int = 0
    bad_checksums: int = 0
    junk_bytes: int = 0
    timeouts: int = 0
    bytes_sent: int = 0
    bytes_received: int = 0


class DumpVerdict(Message):
    """What the diagnosis told, if that is why the dump was written."""

    place: Name
    fault: Name
    cause: Sentence
    evidence: Annotated[tuple[Sentence, ...], Field(max_length=3)]
    cures: Annotated[tuple[Sentence, ...], Field(max_length=10)]
    sure: Annotated[int, Field(ge=0, le=100)]


class DumpEdge(NamedTuple):
    """A change of a line, `ago` µs before the dump: the level after it, and how many were lost before it."""

    ago: Annotated[int, Field(ge=0)]
    level: Annotated[int, Field(ge=0, le=1)]
    lost: Annotated[int, Field(ge=0)] = 0


class LinesDump(Message):
    """The last edges of the GPIO lines, oldest first. `numbers`: the line's number by its name. `acting`: now."""

    format: Literal[1] = 1
    version: Name
    written: Name
    part: Literal["gpio"] = "gpio"
    backend: Name
    numbers: Annotated[dict[Name, int], Field(max_length=MOST_LINES)]
    acting: Annotated[tuple[Name, ...], Field(max_length=MOST_LINES)]
    told: DumpVerdict
    edges: Annotated[
        dict[Name, Annotated[tuple[DumpEdge, ...], Field(max_length=KEPT)]], Field(max_length=MOST_LINES)
    ]


class Dump(Message):
    """A part's last minutes. `places` by the number of the antenna, all that has times oldest first.

    `signal`: what happened to the part. None if only the diagnosis has told a fault, `told`. Dumps of older versions
    have no `sent`, `received` and `happened`. `at`: the time of the dump on the machine's monotonic clock, µs.
    """

    format: Literal[1] = 1
    version: Name
    written: Name
    part: Name
    part_kind: Name
    port: Name
    baud: Annotated[int, Field(ge=1, le=10_000_000)]
    parity: Parity = "N"
    serial: Name | None = None
    seat: int | None = None
    places: Annotated[dict[str, Name], Field(max_length=100)]
    before: State
    after: State
    signal: Signal | None
    told: DumpVerdict | None = None
    cause: Annotated[str, Field(max_length=2000)]
    counters: DumpCounters
    lines: Annotated[tuple[DumpLine, ...], Field(max_length=KEPT)]
    at: Annotated[int, Field(ge=0)] = 0
    sent: Annotated[tuple[DumpBurst, ...], Field(max_length=KEPT)] = ()
    received: Annotated[tuple[DumpBurst, ...], Field(max_length=KEPT)] = ()
    happened: Annotated[tuple[DumpHappened, ...], Field(max_length=KEPT)] = ()


def dump_line(line: Line, now: int) -> DumpLine:
    """A line of the black box, its time counted back from the failure. A reading of a full tray is cut."""
    text = line.text if len(line.text) <= LONGEST_LINE else f"{line.text[: LONGEST_LINE - 1]}…"
    return DumpLine(
        ago=max(0, now - line.stamp) // MS, said=line.said, antenna=line.antenna, cause=line.cause, text=text
    )


def dump_bursts(bursts: Iterable[tape.Burst], now: int) -> tuple[DumpBurst, ...]:
    """Masked bytes, their time counted back from now."""
    return tuple(DumpBurst(max(0, now - one.stamp) // US, one.data.hex().upper()) for one in bursts)


def dump_happened(happened: Iterable[tape.Happened], now: int) -> tuple[DumpHappened, ...]:
    """What happened to a part, its time counted back from now."""
    return tuple(DumpHappened(max(0, now - one.stamp) // US, one.signal, *one.asked) for one in happened)


def dump_counters(counters: Counters, sent: int, received: int) -> DumpCounters:
    """What the driver counted, and the bytes sent and received."""
    return DumpCounters(
        frames_in=counters.frames_in, frames_out=counters.frames_out, bad_checksums=counters.bad_checksums,
        junk_bytes=counters.junk_bytes, timeouts=counters.timeouts, bytes_sent=sent, bytes_received=received,
    )  # fmt: skip


def dump_verdict(verdict: Verdict) -> DumpVerdict:
    """What the diagnosis told, within the bounds of a dump."""

    def cut(text: str) -> str:
        return text[:LONGEST_SENTENCE]

    return DumpVerdict(
        place=verdict.place[:LONGEST_NAME], fault=verdict.fault.value, cause=cut(verdict.cause), sure=verdict.sure,
        evidence=tuple(map(cut, verdict.seen)), cures=tuple(map(cut, verdict.cures)),
    )  # fmt: skip


def dump_edges(edges: Iterable[Edge], now: int) -> tuple[DumpEdge, ...]:
    """The edges of a line, their time counted back from now."""
    return tuple(DumpEdge(max(0, now - edge.stamp) // US, int(edge.level), edge.lost) for edge in edges)


class Dumps:
    """Writes dumps into a folder, and keeps the newest `MOST`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._written: dict[tuple[str, Signal | Fault], int] = {}

    def wanted(self, part: str, why: Signal | Fault, now: int) -> bool:
        """Whether this failure or fault is news. Then it counts as written."""
        last = self._written.get((part, why))
        if last is not None and now - last < AGAIN_AFTER:
            return False
        self._written[part, why] = now
        return True

    def write(self, dump: Dump | LinesDump) -> Path | None:
        """Write a dump. A medium that takes none is no reason to stop sensing: it is logged."""
        try:
            self._folder.mkdir(mode=0o750, exist_ok=True)
            path = self._free_name(dump)
            path.write_text(dump.model_dump_json(), encoding="utf-8")
            for old in sorted(self._folder.glob("*.json"), key=lambda file: file.stat().st_mtime_ns)[:-MOST]:
                old.unlink(missing_ok=True)
        except OSError as error:
            log.warning("the black box could not be written", part=dump.part, why=os.strerror(error.errno or 0))
            return None
        log.info("the black box was written", part=dump.part, file=str(path))
        return path

    def _free_name(self, dump: Dump | LinesDump) -> Path:
        stem = f"{dump.part}-{dump.written.replace(':', '').replace('-', '')}"
        names = (self._folder / f"{stem}{again}.json" for again in ("", *(f"-{n}" for n in range(2, MOST + 2))))
        return next(path for path in names if not path.exists())


def read(path: Path) -> Dump | LinesDump:
    """Read a dump of a serial part, or of the GPIO lines. Raises DumpError."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise DumpError(f"{path}: {os.strerror(error.errno or 0)}") from None
    if len(raw) > LARGEST:
        raise DumpError(f"{path}: more than {LARGEST:,} bytes, a dump of the black box has fewer")
    try:
        return (LinesDump if _has_edges(raw) else Dump).model_validate_json(raw)
    except ValidationError as error:
        lines = [
            f"not a dump of the black box of format {FORMAT}",
            *islice(complaints(error, "file"), MOST_COMPLAINTS),
        ]
        raise DumpError("\n".join(f"{path}: {line}" for line in lines)) from None


def _has_edges(raw: bytes) -> bool:
    """Whether it is a dump of the GPIO lines, if it is a dump at all."""
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):  # what is wrong with it, the model says
        return False
    return isinstance(data, dict) and "edges" in data


def utc_now() -> str:
    """The time of day for people, to the second, UTC."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
