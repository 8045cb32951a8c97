"""The table as it is saved: at the close of each hand, and within a long one.

The last two checkpoints also lie outside the database, without their secret part. If the database is lost, the stacks
are not.

checkpoint.0, checkpoint.1: 8 magic | u32 length of head | head as JSON | state (zlib) | 64 signature over all before
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from controller.registers.device_key import SIGNATURE_SIZE, DeviceKey
from controller.registers.files import read_whole, write_private

MAGIC = b"SABOTCP1"
NAMES = ("checkpoint.0", "checkpoint.1")

Marks = dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The table at the close of a hand. `body` is clear, `secret` is sealed. The digests name rulebook and
    program."""

    body: Mapping[str, Any]
    secret: bytes = field(repr=False)
    rulebook: str = ""
    program: str = ""


@dataclass(frozen=True, slots=True)
class Saved:
    """A checkpoint without its secret: where the journal stood, the high-water mark of each source, the table."""

    period: int
    seq: int
    sources: Marks
    utc: int  # ns since 1970
    body: Mapping[str, Any]


def packed(body: Mapping[str, Any]) -> bytes:
    """Return a state as it is kept: JSON, deflated. Nothing secret is in it, so its length may reveal anything."""
    return zlib.compress(json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode())


def unpacked(state: bytes) -> dict[str, Any]:
    """Return what was given to `packed`. Raises ValueError."""
    try:
        body: dict[str, Any] = json.loads(zlib.decompress(state))
    except zlib.error as error:
        raise ValueError(f"not deflated JSON: {error}") from None
    return body


def write_aside(state: Path, device: DeviceKey, saved: Saved) -> None:
    """Keep a checkpoint outside the database, in place of the last but one. Raises OSError."""
    marks = {source: list(mark) for source, mark in saved.sources.items()}
    head = json.dumps([saved.period, saved.seq, marks, saved.utc]).encode()
    content = MAGIC + len(head).to_bytes(4) + head + packed(saved.body)
    write_private(state / NAMES[saved.period % 2], content + device.sign(content))


def read_aside(state: Path, device: DeviceKey) -> Saved | None:
    """Return the newest checkpoint of this table that is whole, None if there is none."""
    found = [_read(state / name, device) for name in NAMES]
    return max((saved for saved in found if saved is not None), key=lambda saved: saved.period, default=None)


def _read(path: Path, device: DeviceKey) -> Saved | None:
    try:
        whole = read_whole(path)
    except OSError:
        return None
    content, signature = whole[:-SIGNATURE_SIZE], whole[-SIGNATURE_SIZE:]
    if not content.startswith(MAGIC) or not device.verify(content, signature):
        return None
    at = len(MAGIC) + 4
    end = at + int.from_bytes(content[len(MAGIC) : at])
    period, seq, marks, utc = json.loads(content[at:end])
    sources = {source: (epoch, sequence) for source, (epoch, sequence) in marks.items()}
    return Saved(period, seq, sources, utc, unpacked(content[end:]))
