"""Dumps of the black box, as files: the traffic between the bridge and a part before the part failed.

A dump holds no tag and no card. The black box has only aliases, with a key that is renewed each hand.
"""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Annotated, Final, Literal

import structlog
from pydantic import Field, ValidationError

from drivers.reader import Cause, Counters
from firmware_bridge.blackbox import KEPT, Line, Said
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.complaints import complaints
from firmware_bridge.parts.lifecycle import Signal, State

log = structlog.get_logger("bridge")

FORMAT: Final = 1
VERSION = version("sabot")

# A part that fails again and again gives the same dump each time. Once a minute keeps the medium from being filled.
AGAIN_AFTER = 60_000_000_000
# Of 200 lines each a dump has some 30 kB, all together less than 2 MB. A full tray's has 800 kB at most.
MOST = 50
MOST_COMPLAINTS = 5  # of a file that is no dump: the first ones tell what it is instead
LARGEST = 1_000_000  # bytes of a file that `read` takes: thirty times what one has
LONGEST_LINE: Final = 4000  # an antenna with 300 chips. Of 200 lines such as this a file is still below `LARGEST`
MS = 1_000_000

Name = Annotated[str, Field(max_length=200)]


class DumpError(Exception):
    """A file is no dump that can be read. The message names the file and what is wrong with it."""


class DumpLine(Message):
    """One request or answer, `ago` ms before the failure."""

    ago: Annotated[int, Field(ge=0)]
    said: Said
    antenna: int | None = None
    cause: Cause | None = None
    text: Annotated[str, Field(max_length=LONGEST_LINE)]


class DumpCounters(Message):
    """What the driver counted since the port was opened, and the bytes since the cable was plugged in."""

    frames_in: int = 0
    frames_out: int = 0
    bad_checksums: int = 0
    junk_bytes: int = 0
    timeouts: int = 0
    bytes_sent: int = 0
    bytes_received: int = 0


class Dump(Message):
    """A part's last minutes. `places` by the number of the antenna, `lines` oldest first."""

    format: Literal[1] = 1
    version: Name
    written: Name
    part: Name
    part_kind: Name
    port: Name
    baud: int
    seat: int | None = None
    places: Annotated[dict[str, Name], Field(max_length=100)]
    before: State
    after: State
    signal: Signal
    cause: Annotated[str, Field(max_length=2000)]
    counters: DumpCounters
    lines: Annotated[tuple[DumpLine, ...], Field(max_length=KEPT)]


def dump_line(line: Line, now: int) -> DumpLine:
    """A line of the black box, its time counted back from the failure. A reading of a full tray is cut."""
    text = line.text if len(line.text) <= LONGEST_LINE else f"{line.text[: LONGEST_LINE - 1]}…"
    return DumpLine(
        ago=max(0, now - line.stamp) // MS, said=line.said, antenna=line.antenna, cause=line.cause, text=text
    )


def dump_counters(counters: Counters, sent: int, received: int) -> DumpCounters:
    """What the driver counted, and the bytes sent and received."""
    return DumpCounters(
        frames_in=counters.frames_in, frames_out=counters.frames_out, bad_checksums=counters.bad_checksums,
        junk_bytes=counters.junk_bytes, timeouts=counters.timeouts, bytes_sent=sent, bytes_received=received,
    )  # fmt: skip


class Dumps:
    """Writes dumps into a folder, and keeps the newest `MOST`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._written: dict[str, tuple[int, Signal]] = {}

    def wanted(self, part: str, signal: Signal, now: int) -> bool:
        """Whether this failure is news. Then it counts as written."""
        last = self._written.get(part)
        if last is not None and now - last[0] < AGAIN_AFTER and last[1] is signal:
            return False
        self._written[part] = now, signal
        return True

    def write(self, dump: Dump) -> Path | None:
        """Write a dump. A medium that takes none is no reason to stop sensing: it is logged."""
        try:
            self._folder.mkdir(mode=0o750, exist_ok=True)
            path = self._free_name(dump)
            path.write_text(json.dumps(dump.model_dump(mode="json"), indent=1), encoding="utf-8")
            for old in sorted(self._folder.glob("*.json"), key=lambda file: file.stat().st_mtime_ns)[:-MOST]:
                old.unlink(missing_ok=True)
        except OSError as error:
            log.warning("the black box could not be written", part=dump.part, why=os.strerror(error.errno or 0))
            return None
        log.info("the black box was written", part=dump.part, file=str(path))
        return path

    def _free_name(self, dump: Dump) -> Path:
        stem = f"{dump.part}-{dump.written.replace(':', '').replace('-', '')}"
        names = (self._folder / f"{stem}{again}.json" for again in ("", *(f"-{n}" for n in range(2, MOST + 2))))
        return next(path for path in names if not path.exists())


def read(path: Path) -> Dump:
    """Read a dump. Raises DumpError."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise DumpError(f"{path}: {os.strerror(error.errno or 0)}") from None
    if len(raw) > LARGEST:
        raise DumpError(f"{path}: more than {LARGEST:,} bytes, a dump of the black box has fewer")
    try:
        return Dump.model_validate_json(raw)
    except ValidationError as error:
        lines = [
            f"not a dump of the black box of format {FORMAT}",
            *islice(complaints(error, "file"), MOST_COMPLAINTS),
        ]
        raise DumpError("\n".join(f"{path}: {line}" for line in lines)) from None


def utc_now() -> str:
    """The time of day for people, to the second, UTC."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
