"""The journal itself: entries go in, one commit makes them durable, and a restart finds the open hand again.

    JournalError
     ├─ JournalFault   a write failed, or what lies there is not what was written: the table must be locked
     └─ (JournalError) it cannot be used at all: opened elsewhere, another version, no permission

There is no thread in it. The caller adds what one turn of its loop has taken in, calls `commit`, and lets nothing of
it out before that returns. After a failed commit SQLite would go on with the next one; this journal does not.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from controller.journal.records import GENESIS, Entry, Record, link, purpose_of
from controller.journal.schema import VERSION, Connect, connect, version_of
from controller.journal.sealing import HandKeys, SealingError, Surveillance
from controller.registers.device_key import DeviceKey, DeviceKeyError, seal, unseal
from firmware_bridge.process.directories import private_directory

NAME = "journal.sqlite"

# What start-up verifies: the open hand and this many before it, the number that regulators want recalled
# (AGCO 13.1.1). The chain of all that lies before is anchored in their signed heads.
VERIFIED_HANDS = 10

_RECORD = "seq, source, epoch, sequence, stamp, kind, period, body, sealed, hash"
_HAND = "period, seq, head, state, sealed, rulebook, program, surveillance, signature"


class JournalError(Exception):
    """The journal cannot be used."""


class JournalFault(JournalError):
    """A write failed, or the journal was altered: the table must be locked."""

    def __init__(self, key: str, detail: str) -> None:
        self.key, self.detail = key, detail
        super().__init__(detail)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The table at the close of a hand. `body` is clear, `secret` is sealed; the digests say what ruled it."""

    body: Mapping[str, Any]
    secret: bytes = field(repr=False)
    rulebook: str = ""
    program: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """A record of the open hand, with its secret."""

    record: Record
    body: dict[str, Any]
    secret: bytes = field(repr=False)


class Journal:
    """The journal of one table, held by this process alone.

    Raises JournalError where it is held by another process or has another version, JournalFault where its chain,
    signatures or keys are not what they must be (`accept_loss` then starts a fresh period from the last checkpoint).
    """

    def __init__(self, state: Path, device: DeviceKey, connect: Connect = connect) -> None:
        private_directory(state)
        self._state, self._device, self._connect = state, device, connect
        self._keys = HandKeys(state, device)
        self._surveillance = Surveillance.at(state)
        self._records: list[Record] = []
        self._closing: list[tuple[Any, ...]] = []
        self._sources: dict[str, tuple[int, int]] = {}
        self._touched: set[str] = set()
        self._failed: JournalFault | None = None
        self._key = b""
        self._period = self._seq = 0
        self._head = GENESIS
        self._open()

    # --- what is known -------------------------------------------------------------------------------------------

    @property
    def period(self) -> int:
        """The number of the open period; 0 before the first checkpoint."""
        return self._period

    @property
    def head(self) -> bytes:
        """The hash of the last record added."""
        return self._head

    def high_water(self, source: str) -> tuple[int, int]:
        """(epoch, sequence) of the last entry of a source; (0, 0) where it never spoke."""
        return self._sources.get(source, (0, 0))

    @property
    def sources(self) -> list[str]:
        """Who has ever spoken, by name."""
        return sorted(self._sources)

    # --- writing -------------------------------------------------------------------------------------------------

    def add(self, entry: Entry) -> int:
        """Take an entry into the next commit; return its number. It is sealed here: nothing clear is kept."""
        self._refuse_if_failed()
        sealed = seal(self._key, _purpose(entry), entry.secret) if entry.secret else b""
        body = json.dumps(entry.body, separators=(",", ":"), ensure_ascii=False)
        self._seq += 1
        identity = (entry.source, entry.epoch, entry.sequence)
        unchained = Record(self._seq, *identity, entry.stamp, entry.kind, self._period, body, sealed, b"")
        self._head = link(self._head, unchained)
        columns = (self._seq, *identity, entry.stamp, entry.kind, self._period, body, sealed, self._head)
        self._records.append(Record(*columns))
        self._sources[entry.source] = (entry.epoch, entry.sequence)
        self._touched.add(entry.source)
        return self._seq

    def close_hand(self, checkpoint: Checkpoint) -> None:
        """Everything added so far belongs to the hand that closes; what follows belongs to the next period.

        The next period's key is durable before this returns, the old one is destroyed by the commit that closes it.
        Raises JournalFault.
        """
        self._refuse_if_failed()
        self._period += 1
        try:
            self._key = self._keys.make(self._period)
        except OSError as error:
            raise self._fail("hand_key_write", str(error)) from None
        state = json.dumps(checkpoint.body, separators=(",", ":"), ensure_ascii=False)
        sealed = seal(self._key, _checkpoint_purpose(self._period), checkpoint.secret)
        copy = self._surveillance.copy(self._period, self._key)
        row = (self._period, self._seq, self._head, state, sealed, checkpoint.rulebook, checkpoint.program, copy)
        self._closing.append((*row, self._device.sign(_signed(row))))

    def commit(self) -> None:
        """Make all that was added durable. Raises JournalFault; after that nothing can be added any more."""
        self._refuse_if_failed()
        if not self._records and not self._closing:
            return
        try:
            self._write()
        except (sqlite3.Error, OSError) as error:
            raise self._fail("journal_commit", f"{type(error).__name__}: {error}") from None
        if self._closing:
            self._after_close()
        self._records.clear()
        self._closing.clear()
        self._touched.clear()

    def close(self) -> None:
        """Let go of the database; what was not committed is lost."""
        self._connection.close()

    def _write(self) -> None:
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        self._connection.executemany(
            f"INSERT INTO record ({_RECORD}) VALUES (?,?,?,?,?,?,?,?,?,?)",  # noqa: S608 - a constant
            [_columns(record) for record in self._records],
        )
        self._connection.executemany(
            "INSERT INTO source VALUES (?,?,?) ON CONFLICT (name) DO UPDATE SET epoch=excluded.epoch, "
            "sequence=excluded.sequence",
            [(name, *self._sources[name]) for name in sorted(self._touched)],
        )
        self._connection.executemany(
            f"INSERT INTO hand ({_HAND}) VALUES (?,?,?,?,?,?,?,?,?)",  # noqa: S608 - a constant
            self._closing,
        )
        execute("COMMIT")

    def _after_close(self) -> None:
        """Between hands: the closed hand's key goes, and the write-ahead log is folded in."""
        try:
            self._keys.keep_only(self._period)
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except (sqlite3.Error, OSError) as error:
            raise self._fail("journal_checkpoint", f"{type(error).__name__}: {error}") from None

    def _fail(self, key: str, detail: str) -> JournalFault:
        self._failed = JournalFault(key, detail)
        return self._failed

    def _refuse_if_failed(self) -> None:
        if self._failed is not None:
            raise JournalFault(self._failed.key, self._failed.detail)

    # --- reading -------------------------------------------------------------------------------------------------

    def last_checkpoint(self) -> Checkpoint | None:
        """The table as the open period began; None in a new journal. Raises JournalFault."""
        row = self._one(f"SELECT {_HAND} FROM hand WHERE period = ?", self._period)  # noqa: S608 - a constant
        if row is None:
            return None
        secret = self._unseal(_checkpoint_purpose(self._period), row[4])
        return Checkpoint(json.loads(row[3]), secret, rulebook=row[5], program=row[6])

    def open_hand(self) -> Iterator[Opened]:
        """The records of the open period in order, unsealed. Raises JournalFault."""
        for record in self._select("period = ?", self._period):
            secret = self._unseal(record.purpose, record.sealed) if record.sealed else b""
            yield Opened(record, json.loads(record.body), secret)

    def recall(self, hands: int = VERIFIED_HANDS) -> Iterator[tuple[int, Record]]:
        """(period, record) of the last closed hands and the open one, oldest first, as they were journalled."""
        for record in self._select("period >= ?", self._period - hands):
            yield record.period, record

    def surveillance_copy(self, period: int) -> bytes | None:
        """The period's key as only the surveillance private key opens it."""
        row = self._one("SELECT surveillance FROM hand WHERE period = ?", period)
        return None if row is None else bytes(row[0])

    def find(self, source: str, epoch: int, sequence: int) -> Record | None:
        """The record of that identity."""
        return next(self._select("source = ? AND epoch = ? AND sequence = ?", source, epoch, sequence), None)

    def accept(self) -> None:
        """A person has accepted what was found wrong: from the open period on the journal is verified anew.

        Raises JournalFault. What lies before is kept as it is, wrong, for whoever looks into it.
        """
        self._refuse_if_failed()
        value = f"{self._period} {self._device.sign(_accepted(self._period)).hex()}"
        try:
            self._connection.execute("INSERT OR REPLACE INTO meta VALUES ('accepted', ?)", (value,))
        except sqlite3.Error as error:
            raise self._fail("journal_commit", str(error)) from None

    def _accepted_from(self) -> int:
        row = self._one("SELECT value FROM meta WHERE key = 'accepted'")
        period, _, signature = (row[0] if row else "1 ").partition(" ")
        if row and not self._device.verify(_accepted(int(period)), bytes.fromhex(signature)):
            raise self._fail("journal_signature", "the mark of an accepted fault was altered")
        return int(period)

    def last_of(self, source: str, *kinds: str) -> Record | None:
        """The last record of that source that is of one of these kinds."""
        marks = ", ".join("?" * len(kinds))
        found = self._select(f"source = ? AND kind IN ({marks})", source, *kinds, order="seq DESC LIMIT 1")
        return next(found, None)

    def verify(self, hands: int | None = None) -> int:
        """Check chain, signatures and high-water marks of the last `hands` (None: all); return how many records.

        Raises JournalFault naming the first record or hand that is wrong.
        """
        first = max(self._accepted_from(), 1 if hands is None else self._period - hands)
        anchors = self._anchors(first)
        head = anchors.get(self._seq_before(first), GENESIS)
        count = 0
        for record in self._select("period >= ?", 0 if first == 1 else first):
            count += 1
            if not record.follows(head):
                raise self._fail("journal_chain", f"record {record.seq} was altered, or one before it is missing")
            head = record.hash
            if anchors.get(record.seq, head) != head:
                raise self._fail("journal_chain", f"record {record.seq} is not the one that was signed")
        self._verify_end(head)
        return count

    def _anchors(self, first: int) -> dict[int, bytes]:
        """Signed heads by record number, from the checkpoint with which period `first` began."""
        anchors: dict[int, bytes] = {}
        rows = self._connection.execute(
            f"SELECT {_HAND} FROM hand WHERE period >= ? ORDER BY period",  # noqa: S608 - a constant
            (first,),
        )
        for row in rows:
            if not self._device.verify(_signed(row[:-1]), row[-1]):
                raise self._fail("journal_signature", f"the checkpoint of period {row[0]} was altered")
            anchors[row[1]] = bytes(row[2])
        return anchors

    def _seq_before(self, period: int) -> int:
        row = self._one("SELECT seq FROM hand WHERE period = ?", period)
        return 0 if row is None or period == 1 else int(row[0])

    def _verify_end(self, head: bytes) -> None:
        last = self._one("SELECT seq, hash FROM record ORDER BY seq DESC LIMIT 1")
        if last is not None and (bytes(last[1]) != head or last[0] != self._seq):
            raise self._fail("journal_chain", f"the last records were cut off after number {last[0]}")
        for name, epoch, sequence in self._connection.execute("SELECT name, epoch, sequence FROM source"):
            highest = self._one(
                "SELECT epoch, max(sequence) FROM record WHERE source = ? AND epoch = "
                "(SELECT max(epoch) FROM record WHERE source = ?)",
                name,
                name,
            )
            if highest != (epoch, sequence):
                raise self._fail("journal_high_water", f"the high-water mark of {name} is not that of its records")

    def _unseal(self, purpose: bytes, sealed: bytes) -> bytes:
        try:
            self._key = self._key or self._keys.load(self._period)
            return unseal(self._key, purpose, sealed)
        except (SealingError, DeviceKeyError) as error:
            raise self._fail("hand_key", str(error)) from None

    def _select(self, where: str, *values: Any, order: str = "seq") -> Iterator[Record]:
        sql = f"SELECT {_RECORD} FROM record WHERE {where} ORDER BY {order}"  # noqa: S608 - constants of this module
        for row in self._connection.execute(sql, values):
            yield Record(*row)

    def _one(self, sql: str, *values: Any) -> Any:
        return self._connection.execute(sql, values).fetchone()

    # --- opening -------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        path = self._state / NAME
        try:
            self._connection = self._connect(path)
            version = version_of(self._connection)
        except sqlite3.OperationalError as error:
            held = "another controller of this table is running" if "locked" in str(error) else str(error)
            raise JournalError(f"{path}: {held}") from None
        except sqlite3.DatabaseError as error:
            raise JournalError(f"{path}: {error}; restore the state directory from its copy") from None
        path.chmod(0o600)
        if version != VERSION:
            self._connection.close()
            raise JournalError(f"{path} has schema {version}, this program reads {VERSION}")
        self._load_ends()

    def _load_ends(self) -> None:
        last = self._one("SELECT seq, hash FROM record ORDER BY seq DESC LIMIT 1") or (0, GENESIS)
        counted = self._one("SELECT seq FROM sqlite_sequence WHERE name = 'record'") or (0,)
        self._seq, self._head = max(last[0], counted[0]), bytes(last[1])
        self._period = self._one("SELECT max(period) FROM hand")[0] or 0
        rows = self._connection.execute("SELECT name, epoch, sequence FROM source")
        self._sources = {name: (epoch, sequence) for name, epoch, sequence in rows}
        if self._period:
            self._load_key()

    def _load_key(self) -> None:
        """The open period's key. One that is missing is found out by who first needs it."""
        try:
            self._key = self._keys.load(self._period)
            self._keys.keep_only(self._period)
        except SealingError:
            self._key = b""


def _columns(record: Record) -> tuple[Any, ...]:
    identity = (record.seq, record.source, record.epoch, record.sequence)
    return (*identity, record.stamp, record.kind, record.period, record.body, record.sealed, record.hash)


def _purpose(entry: Entry) -> bytes:
    return purpose_of(entry.source, entry.epoch, entry.sequence)


def _checkpoint_purpose(period: int) -> bytes:
    return f"checkpoint {period}".encode()


def _accepted(period: int) -> bytes:
    return f"accepted from period {period}".encode()


def _signed(row: tuple[Any, ...]) -> bytes:
    """What the signature of a hand's checkpoint covers: every column before it."""
    digest = hashlib.sha256()
    for value in row:
        data = value if isinstance(value, bytes) else str(value).encode()
        digest.update(len(data).to_bytes(8) + data)
    return digest.digest()
