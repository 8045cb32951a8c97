"""One line of the journal, and the keyed chain that ties it to all before it.

    hash(n) = HMAC-SHA256(chain key, hash(n-1) | length of head, u32 big-endian | head | sealed)
    head    = JSON array of the clear columns

The chain key is derived from the key of the record's period. Without that key no record of the open hand can be
altered, dropped or added. At the close of a hand its chain key is published beside the signed head, so that anyone
can check the closed hands.
"""

import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.registers.device_key import derive

GENESIS = bytes(32)  # the hash before the first record


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry to be journalled. `body` is clear and holds no secret. `secret` is sealed before it is written.

    (source, epoch, sequence) is its identity. Sequence 0 marks the beginning of an epoch and counts as no event.
    """

    source: str
    epoch: int
    sequence: int
    stamp: int
    kind: str
    body: Mapping[str, Any]
    secret: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A journalled entry as it lies in the database."""

    seq: int
    source: str
    epoch: int
    sequence: int
    stamp: int
    kind: str
    period: int
    body: str
    sealed: bytes
    hash: bytes

    @property
    def purpose(self) -> bytes:
        """The purpose that binds the sealed part to this record. Under another record it does not open."""
        return purpose_of(self.source, self.epoch, self.sequence)

    @property
    def refused(self) -> dict[str, Any] | None:
        """Why the command was refused. None if it was accepted, or is no command."""
        refused: dict[str, Any] | None = json.loads(self.body).get("refused")
        return refused

    @property
    def article(self) -> str | None:
        """The article under which a command was ruled on. None if there was none, or it is no command."""
        article: str | None = json.loads(self.body).get("article")
        return article

    def follows(self, key: bytes, previous: bytes) -> bool:
        """Whether this record's hash is the one that it must have after `previous` under that chain key."""
        return hmac.compare_digest(self.hash, link(key, previous, self))


def purpose_of(source: str, epoch: int, sequence: int) -> bytes:
    """The associated data of a record's sealed part."""
    return f"record {source} {epoch} {sequence}".encode()


def chain_key(period_key: bytes) -> bytes:
    """The key of the chain within a period. It tells nothing of the period's key, and opens nothing."""
    return derive(period_key, b"chain")


def link(key: bytes, previous: bytes, record: Record) -> bytes:
    """Return the hash of a record that follows `previous`. The record's own `hash` does not count."""
    columns = (record.seq, record.source, record.epoch, record.sequence, record.stamp, record.kind, record.period)
    head = json.dumps([*columns, record.body], separators=(",", ":")).encode()
    return hmac.digest(key, previous + len(head).to_bytes(4) + head + record.sealed, "sha256")
