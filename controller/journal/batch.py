"""The content of one commit, and how it is written: by the journal itself, and by its copy."""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import astuple, dataclass, field
from operator import attrgetter
from typing import Any, Final

from controller.journal.archive import HAND, RECORD, Hand
from controller.journal.head import Head
from controller.journal.records import Record
from controller.registers.device_key import hmac_of


@dataclass(frozen=True, slots=True)
class Tally:
    """Refused entries of a source that were only counted: the number of the last one, how many, why the last one."""

    source: str
    epoch: int
    sequence: int
    count: int
    reason: str  # JSON

    def mac(self, key: bytes) -> bytes:
        """Return the MAC under a period's chain key."""
        return hmac_of(key, json.dumps(astuple(self)).encode())


@dataclass(frozen=True, slots=True)
class Within:
    """The table in the middle of a long hand, so that a restart need not play all of it again."""

    period: int
    seq: int
    head: bytes
    state: bytes
    sealed: bytes
    rulebook: str
    program: str

    def mac(self, key: bytes) -> bytes:
        """Return the MAC under the period's chain key."""
        columns = [self.period, self.seq, self.head.hex(), self.rulebook, self.program, len(self.state)]
        return hmac_of(key, json.dumps(columns).encode() + self.state + self.sealed)


@dataclass(slots=True)
class Batch:
    """The records and changes that wait for the next commit."""

    records: list[Record] = field(default_factory=list)
    tallies: dict[str, tuple[Tally, bytes]] = field(default_factory=dict)  # with their MACs
    hands: list[Hand] = field(default_factory=list)
    within: tuple[Within, bytes] | None = None
    accepted: str | None = None  # the mark of a period from which a person has accepted what was wrong
    head: Head | None = None  # after the commit

    def __bool__(self) -> bool:
        return bool(self.records or self.tallies or self.hands or self.within or self.accepted)

    @property
    def size(self) -> int:
        """The bytes of the write-ahead log, estimated: the pages, and the tree above them."""
        large = sum(len(record.body) + len(record.sealed) for record in self.records)
        large += sum(len(hand.state) + len(hand.sealed) for hand in self.hands)
        return large + 8192


def write(connection: sqlite3.Connection, batch: Batch) -> None:
    """Write it in one transaction. Raises sqlite3.Error."""
    connection.execute("BEGIN IMMEDIATE")
    _insert(connection, "record", RECORD, [columns_of(record) for record in batch.records])
    if batch.hands:
        connection.execute("DELETE FROM refused")
        connection.execute("DELETE FROM within")
    _insert(connection, "hand", HAND, [astuple(hand) for hand in batch.hands])
    tallies = [(*astuple(tally), mac) for tally, mac in batch.tallies.values()]
    _insert(connection, "refused", "source, epoch, sequence, count, reason, mac", tallies)
    if batch.within is not None:
        within, mac = batch.within
        columns = "id, period, seq, head, state, sealed, rulebook, program, mac"
        _insert(connection, "within", columns, [(1, *astuple(within), mac)])
    if batch.accepted is not None:
        _insert(connection, "meta", "key, value", [("accepted", batch.accepted)])
    connection.execute("COMMIT")


columns_of: Final[Callable[[Record], tuple[Any, ...]]] = attrgetter(*RECORD.split(", "))
"""Returns a record as a row."""

_REPLACED = ("refused", "within", "meta")


def _insert(connection: sqlite3.Connection, table: str, columns: str, rows: list[tuple[Any, ...]]) -> None:
    if rows:
        verb = "INSERT OR REPLACE" if table in _REPLACED else "INSERT"
        marks = ",".join("?" * len(rows[0]))
        connection.executemany(f"{verb} INTO {table} ({columns}) VALUES ({marks})", rows)
