"""The end of the journal, kept outside the database: how far it goes, and the hash of its last record.

SQLite cuts a damaged write-ahead log without an error. This file is written and synced after each commit and before
anything is acknowledged. So records that were acknowledged and are no longer there show at the next start.

journal.head: two slots of 4096 bytes, written in turn, so that a torn write leaves the other one.
slot:         8 magic | u64 count | u64 period | u64 seq | u64 refused | 32 hash | 32 HMAC-SHA256 over all before
"""

import hmac
import os
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from controller.registers.files import read_whole, write_private

NAME = "journal.head"
MAGIC = b"SABOTHD1"
SLOT = 4096  # bytes: a page of flash and of most file systems, so that the slots share none
LAYOUT = struct.Struct(">8sQQQQ32s")
MAC_SIZE = 32  # bytes, SHA-256


@dataclass(frozen=True, slots=True)
class Head:
    """How far the journal went at its last commit. `count`: commits so far, 0 before the first is done."""

    count: int
    period: int
    seq: int
    refused: int  # entries of this period that were only counted
    hash: bytes


class HeadFile:
    """The file, kept open. One writer."""

    def __init__(self, state: Path) -> None:
        self.path = state / NAME
        self._descriptor: int | None = None

    @property
    def exists(self) -> bool:
        """Whether there is such a file."""
        return self.path.exists()

    def create(self, head: Head, key: bytes) -> None:
        """Make the file, durable when this returns. Raises OSError."""
        self.close()
        write_private(self.path, _packed(head, key).ljust(SLOT, b"\0") + bytes(SLOT))

    def write(self, head: Head, key: bytes) -> None:
        """Replace the older slot, durable when this returns. Raises OSError."""
        if self._descriptor is None:
            self._descriptor = os.open(self.path, os.O_WRONLY)
        os.pwrite(self._descriptor, _packed(head, key), SLOT * (head.count % 2))
        os.fdatasync(self._descriptor)

    def newest(self, key_of: Callable[[int], bytes | None]) -> Head | None:
        """Return the newest slot whose MAC is right, None if there is none. `key_of`: the chain key of a period."""
        whole = read_whole(self.path)
        found = [_unpacked(whole[at : at + SLOT], key_of) for at in (0, SLOT)]
        return max((head for head in found if head is not None), key=lambda head: head.count, default=None)

    def unverified(self) -> list[Head]:
        """Return what the slots contain, without a check of their MAC."""
        try:
            whole = read_whole(self.path)
        except OSError:
            return []
        slots = [whole[at : at + LAYOUT.size] for at in (0, SLOT)]
        parts = [LAYOUT.unpack(slot) for slot in slots if len(slot) == LAYOUT.size and slot.startswith(MAGIC)]
        return [Head(*rest) for _, *rest in parts]

    def close(self) -> None:
        """Close the file."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _packed(head: Head, key: bytes) -> bytes:
    data = LAYOUT.pack(MAGIC, head.count, head.period, head.seq, head.refused, head.hash)
    return data + hmac.digest(key, data, "sha256")


def _unpacked(slot: bytes, key_of: Callable[[int], bytes | None]) -> Head | None:
    data, mac = slot[: LAYOUT.size], slot[LAYOUT.size : LAYOUT.size + MAC_SIZE]
    if len(data) < LAYOUT.size:
        return None
    magic, count, period, seq, refused, last = LAYOUT.unpack(data)
    key = key_of(period) if magic == MAGIC else None
    if key is None or not hmac.compare_digest(mac, hmac.digest(key, data, "sha256")):
        return None
    return Head(count, period, seq, refused, last)
