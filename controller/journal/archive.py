"""The contents of a journal's database: read, and checked against its chain and its signatures. It writes nothing."""

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from typing import Any

from controller.journal.checkpoints import Marks, Saved, unpacked
from controller.journal.errors import JournalFault
from controller.journal.records import GENESIS, Record
from controller.registers.device_key import DeviceKey

RECORD = "seq, source, epoch, sequence, stamp, kind, period, body, sealed, hash"
HAND = "period, seq, head, state, sealed, rulebook, program, sources, utc, ended, surveillance, signature"


@dataclass(frozen=True, slots=True)
class Hand:
    """A row of `hand`: the table as a period begins. `ended`: the chain key of the period before."""

    period: int
    seq: int
    head: bytes
    state: bytes
    sealed: bytes
    rulebook: str
    program: str
    sources: str
    utc: int
    ended: bytes
    surveillance: bytes
    signature: bytes

    @property
    def signed(self) -> bytes:
        """The bytes that the signature covers: every column before it."""
        digest = hashlib.sha256()
        for value in astuple(self)[:-1]:
            data = value if isinstance(value, bytes) else str(value).encode()
            digest.update(len(data).to_bytes(8) + data)
        return digest.digest()

    @property
    def marks(self) -> Marks:
        """The high-water mark of each source as the period begins."""
        return {source: (epoch, sequence) for source, (epoch, sequence) in json.loads(self.sources).items()}

    @property
    def saved(self) -> Saved:
        """The checkpoint without its secret."""
        return Saved(self.period, self.seq, self.marks, self.utc, unpacked(self.state))


class Archive:
    """Reads one database. A call that finds something SQLite cannot read raises JournalFault."""

    def __init__(self, connection: sqlite3.Connection, device: DeviceKey) -> None:
        self._connection, self._device = connection, device

    # --- hands ------------------------------------------------------------------------------------------------------

    @property
    def period(self) -> int:
        """The number of the open period, 0 in a new journal. Raises JournalFault."""
        row = self.one("SELECT max(period) FROM hand")
        return row[0] or 0

    def hand(self, period: int) -> Hand | None:
        """Return the beginning of a period, its signature unchecked. Raises JournalFault."""
        row = self.one(f"SELECT {HAND} FROM hand WHERE period = ?", period)  # noqa: S608 - a constant
        return None if row is None else Hand(*row)

    def signed_hand(self, period: int) -> Hand | None:
        """Return the beginning of a period. Raises JournalFault if its signature is wrong."""
        hand = self.hand(period)
        if hand is not None and not self._device.verify(hand.signed, hand.signature):
            raise JournalFault("journal_signature", f"the checkpoint of period {period} was altered")
        return hand

    def last_good(self, before: int) -> Saved | None:
        """Return the newest checkpoint up to `before` that is whole, None if there is none."""
        for period in range(before, 0, -1):
            try:
                hand = self.signed_hand(period)
                if hand is not None:
                    return hand.saved
            except (JournalFault, ValueError):
                continue
        return None

    # --- records ----------------------------------------------------------------------------------------------------

    def last(self) -> tuple[int, bytes]:
        """Return number and hash of the last record, (0, GENESIS) if there is none. Raises JournalFault."""
        seq, last = self.one("SELECT seq, hash FROM record ORDER BY seq DESC LIMIT 1") or (0, GENESIS)
        return seq, bytes(last)

    def records(self, after: int) -> Iterator[Record]:
        """Yield the records after that number, in order. Raises JournalFault."""
        yield from self._select("seq > ? ORDER BY seq", after)

    def record(self, seq: int) -> Record | None:
        """Return the record with that number. Raises JournalFault."""
        return next(self._select("seq = ?", seq), None)

    def find(self, source: str, epoch: int, sequence: int, after: int = 0) -> Record | None:
        """Return the record with that identity after that number. Raises JournalFault."""
        where = "seq > ? AND source = ? AND epoch = ? AND sequence = ? ORDER BY seq DESC LIMIT 1"
        return next(self._select(where, after, source, epoch, sequence), None)

    def last_of(self, source: str, *kinds: str) -> Record | None:
        """Return the last record of a source that is of one of these kinds. Raises JournalFault."""
        marks = ", ".join("?" * len(kinds))
        return next(self._select(f"source = ? AND kind IN ({marks}) ORDER BY seq DESC LIMIT 1", source, *kinds), None)

    def starts(self, after: int) -> list[Record]:
        """Return the records of kind `started` after that number, and the last one before. Raises JournalFault."""
        before = list(self._select("kind = 'started' AND seq <= ? ORDER BY seq DESC LIMIT 1", after))
        return [*before, *self._select("kind = 'started' AND seq > ? ORDER BY seq", after)]

    def before(self, period: int) -> int:
        """The number of the last record before a period."""
        row = self.one("SELECT seq FROM hand WHERE period = ?", period)
        return 0 if row is None else int(row[0])

    # --- checking ---------------------------------------------------------------------------------------------------

    def verify(self, first: int, period: int, chain: bytes) -> tuple[int, bytes]:
        """Check chain and signatures from period `first` on. `chain` is the key of the open period, which has the
        number `period`.

        Return the number of records, and the hash of the last one. Raises JournalFault naming what is wrong.
        """
        hands = [self._known(number) for number in range(first, period + 1)]
        keys = {hand.period - 1: hand.ended for hand in hands} | {period: chain}
        anchors = {hand.seq: hand.head for hand in hands}
        start = min(anchors, default=0)
        head, count, seq = anchors.get(start, GENESIS), 0, start
        for record in self.records(start):
            if record.seq != seq + 1:
                raise JournalFault("journal_chain", f"{_numbers(seq + 1, record.seq - 1)} missing")
            if not record.follows(keys.get(record.period, b""), head):
                raise JournalFault("journal_chain", f"record {record.seq} was altered")
            count, head, seq = count + 1, record.hash, record.seq
            if anchors.get(seq, head) != head:
                raise JournalFault("journal_chain", f"record {seq} is not the one that was signed")
        if hands and seq < hands[-1].seq:
            raise JournalFault("journal_chain", f"{_numbers(seq + 1, hands[-1].seq)} missing")
        return count, head

    def _known(self, period: int) -> Hand:
        hand = self.signed_hand(period)
        if hand is None:
            raise JournalFault("journal_chain", f"the checkpoint of period {period} is missing")
        return hand

    # --- SQLite -----------------------------------------------------------------------------------------------------

    def one(self, sql: str, *values: Any) -> Any:
        """The first row of a query. Raises JournalFault."""
        with damaged():
            return self._connection.execute(sql, values).fetchone()

    def all(self, sql: str, *values: Any) -> list[Any]:
        """All rows of a query. Raises JournalFault."""
        with damaged():
            return self._connection.execute(sql, values).fetchall()

    def _select(self, where: str, *values: Any) -> Iterator[Record]:
        sql = f"SELECT {RECORD} FROM record WHERE {where}"  # noqa: S608 - constants of this module
        with damaged():
            for row in self._connection.execute(sql, values):
                yield Record(*row)


@contextmanager
def damaged() -> Iterator[None]:
    """Turn an error of SQLite about its file into a fault of the journal."""
    try:
        yield
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise JournalFault("journal_damaged", f"journal.sqlite cannot be read: {error}") from None


def _numbers(first: int, last: int) -> str:
    return f"record {first} is" if first == last else f"records {first} to {last} are"
