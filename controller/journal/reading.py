"""Read a journal, and check whether it is as it was written."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any

from controller.journal.archive import Archive
from controller.journal.batch import Tally, Within
from controller.journal.checkpoints import Checkpoint, Saved, read_aside, unpacked
from controller.journal.errors import JournalFault
from controller.journal.files import NAME, connected
from controller.journal.head import HeadFile
from controller.journal.known_end import KnownEnd
from controller.journal.records import Record
from controller.journal.schema import TABLES, VERSION, Connect, connect, version_of
from controller.journal.sealing import HandKeys, SealingError, without_padding
from controller.journal.standing import Standing
from controller.registers.device_key import DeviceKey, DeviceKeyError, unseal

# How many hands start-up verifies beside the open one, the number that regulators want recalled (AGCO 13.1.1). The
# signed heads of these hands anchor the chain of all earlier ones.
VERIFIED_HANDS = 10

REMEMBERED = 5000
"""How many records back a repeated command is looked for: five times what an outbox holds."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A record of the open hand, with its secret."""

    record: Record
    body: dict[str, Any]
    secret: bytes = field(repr=False)


class JournalReading:
    """A journal as far as it is read and verified. `Journal` (`store.py`) has one, and writes after it."""

    def __init__(self, state: Path, device: DeviceKey) -> None:
        """Nothing is opened yet."""
        self._state, self._device = state, device
        self.keys, self.head_file, self.at = HandKeys(state, device), HeadFile(state), Standing()

    # --- opening -------------------------------------------------------------------------------------------------

    def open(self, connect: Connect = connect) -> None:
        """Open the database. Raises JournalError if another process holds it, and JournalFault."""
        path = self._state / NAME
        self._read_from(connected(path, connect))
        path.chmod(0o600)
        try:
            self._load()
        except JournalFault:
            self.connection.close()
            raise

    def stand_in(self, fault: JournalFault) -> None:
        """Stand in for a journal that cannot be opened: it is empty and takes nothing."""
        self._read_from(sqlite3.connect(":memory:", isolation_level=None))
        self.connection.executescript(TABLES)
        self.at.failed = fault

    def _read_from(self, connection: sqlite3.Connection) -> None:
        self.connection, self.archive = connection, Archive(connection, self._device)

    def _load(self) -> None:
        version = version_of(self.connection)
        if version != VERSION:
            detail = f"{self._state / NAME} has schema {version}, this program reads {VERSION}"
            raise JournalFault("journal_version", detail)
        self.at.period = self.archive.period
        if not self.period and any(head.count for head in self.head_file.unverified()):
            raise JournalFault("journal_missing", f"{self._state / NAME} is empty beside {self.head_file.path.name}")
        if self.period:
            with suppress(SealingError):  # a missing key becomes a fault when it is first needed
                self.at.use(self.keys.load(self.period))
        self._load_ends()

    def _load_ends(self) -> None:
        start = self.archive.before(self.period)
        seq, last = self.archive.last()
        hand = self.archive.hand(self.period)
        heads = [head for head in self.head_file.unverified() if self._end.believes(head)]
        signed = hand is not None and self._device.verify(hand.signed, hand.signature)
        marks = hand.marks if hand is not None and signed else {}  # `verify` names what is wrong
        rows = self.archive.all("SELECT source, epoch, sequence FROM record WHERE seq > ? ORDER BY seq", start)
        sources = marks | {source: (epoch, sequence) for source, epoch, sequence in rows}
        refused = self.archive.all("SELECT source, epoch, sequence, count, reason, mac FROM refused")
        self.at.ends(
            max(start, seq, *(head.seq for head in heads)),
            last if seq > start or hand is None else hand.head,
            max((head.count for head in heads), default=0),
        )
        self.at.has(sources, [self._tally(*row) for row in refused])

    def _tally(self, *row: Any) -> Tally:
        tally = Tally(*row[:-1])
        if self.at.chain and tally.mac(self.at.chain) != row[-1]:
            raise JournalFault("journal_chain", f"the count of refused entries of {tally.source} was altered")
        return tally

    def close(self) -> None:
        """Close the database."""
        self.connection.close()
        self.head_file.close()

    # --- what is known -------------------------------------------------------------------------------------------

    @property
    def period(self) -> int:
        """The number of the open period, 0 before the first checkpoint."""
        return self.at.period

    @property
    def last(self) -> int:
        """The number of the last record."""
        return self.archive.last()[0]

    @property
    def head(self) -> bytes:
        """The hash of the last record added."""
        return self.at.head

    def high_water(self, source: str) -> tuple[int, int]:
        """Return (epoch, sequence) of the last entry of a source, committed or not. (0, 0) for an unknown source."""
        return self.at.sources.get(source, (0, 0))

    def durable(self, source: str) -> tuple[int, int]:
        """Return the same of the last commit. Entries up to it may be acknowledged."""
        return self.at.durable.get(source, (0, 0))

    @property
    def sources(self) -> list[str]:
        """The names of all sources in the journal."""
        return sorted(self.at.sources)

    # --- reading -------------------------------------------------------------------------------------------------

    def last_checkpoint(self) -> Checkpoint | None:
        """Return the table as the open period began, None in a new journal. Raises JournalFault."""
        hand = self.archive.signed_hand(self.period)
        if hand is None:
            return None
        secret = self._unseal(checkpoint_purpose(self.period), hand.sealed)
        return Checkpoint(unpacked(hand.state), secret, rulebook=hand.rulebook, program=hand.program)

    def resume(self) -> tuple[Checkpoint, int] | None:
        """Return the table as it was saved within the open hand, and the number of the record before. None if it was
        not saved.

        Raises JournalFault.
        """
        row = self.archive.one("SELECT period, seq, head, state, sealed, rulebook, program, mac FROM within")
        if row is None:
            return None
        within = Within(*row[:-1])
        record = self.archive.record(within.seq)
        if within.mac(self.at.chain) != row[-1] or record is None or record.hash != within.head:
            raise JournalFault("journal_chain", "the checkpoint within the open hand was altered")
        secret = self._unseal(within_purpose(self.period), within.sealed)
        return Checkpoint(unpacked(within.state), secret, within.rulebook, within.program), within.seq

    def open_hand(self, after: int = 0) -> Iterator[Opened]:
        """Yield the records of the open period after that number, in order, unsealed. Raises JournalFault."""
        for record in self.archive.records(max(after, self.archive.before(self.period))):
            secret = self._unseal(record.purpose, record.sealed) if record.sealed else b""
            yield Opened(record, json.loads(record.body), secret)

    def recall(self, hands: int = VERIFIED_HANDS) -> Iterator[tuple[int, Record]]:
        """Return (period, record) of the last closed hands and the open one, oldest first, as they were
        journalled."""
        for record in self.archive.records(self.archive.before(max(1, self.period - hands))):
            yield record.period, record

    def recall_hand(self, back: int) -> tuple[list[Record], int | None]:
        """Return the records of the open period (0) or of one before it, and the offset of their stamps to the time
        of day.

        Raises JournalFault.
        """
        period = self.period - back
        hand = self.archive.hand(period)
        if hand is None:
            return [], None
        found = takewhile(lambda record: record.period == period, self.archive.records(hand.seq))
        before = self.archive.record(hand.seq)
        return list(found), None if before is None else hand.utc - before.stamp

    def find(self, source: str, epoch: int, sequence: int) -> Record | None:
        """Return the record of that identity."""
        return self.archive.find(source, epoch, sequence)

    def refusal_of(self, source: str, epoch: int, sequence: int) -> tuple[bool, dict[str, Any] | None, str | None]:
        """Return the verdict on a command that comes again: whether it was accepted, why not, and the article."""
        record = self.archive.find(source, epoch, sequence, self.at.seq - REMEMBERED)
        if record is not None:
            return record.refused is None, record.refused, record.article
        tally = self.at.tallies.get(source)
        if tally is None:
            return True, None, None
        return False, json.loads(tally.reason), None

    def last_good(self) -> Saved | None:
        """Return the newest checkpoint that is whole, in the database or beside it. None if there is none."""
        aside = read_aside(self._state, self._device)
        within = self.archive.last_good(self.period)
        return max((saved for saved in (aside, within) if saved), key=lambda saved: saved.period, default=None)

    # --- checking ------------------------------------------------------------------------------------------------

    def last_of(self, source: str, *kinds: str) -> Record | None:
        """Return the last record of a source that is of one of these kinds."""
        return self.archive.last_of(source, *kinds)

    def starts(self) -> list[Record]:
        """Return the starts of the controller within the open hand, and the last one before it."""
        return self.archive.starts(self.archive.before(self.period))

    def verify(self, hands: int | None = None) -> int:
        """Check chain, signatures and end of the last `hands` (None for all). Return the number of records.

        Raises JournalFault naming the first record or hand that is wrong.
        """
        first = max(self._accepted_from(), 1 if hands is None else self.period - hands)
        return self._verify(first)

    def verify_open_hand(self) -> None:
        """Check only what is there of the open hand, and its checkpoint. Raises JournalFault."""
        if not self.at.chain:
            raise JournalFault("hand_key", self._no_key())
        self.archive.verify(self.period, self.period, self.at.chain)

    def _verify(self, first: int) -> int:
        if not self.period:
            return 0
        if not self.at.chain:
            raise self.at.fail("hand_key", self._no_key())
        try:
            count, last = self.archive.verify(first, self.period, self.at.chain)
            self._check_end(last)
        except JournalFault as fault:
            raise self.at.fail(fault.key, fault.detail) from None
        return count

    def _check_end(self, last: bytes) -> None:
        self._end.check(self.at.refused)
        if last != self.at.head:
            raise JournalFault("journal_chain", "the last records are not those of the chain")

    @property
    def _end(self) -> KnownEnd:
        return KnownEnd(self.archive, self.head_file, self.keys, self.period, self.at.chain)

    def _accepted_from(self) -> int:
        row = self.archive.one("SELECT value FROM meta WHERE key = 'accepted'")
        if row is None:
            return 1
        try:
            period, signature = int(row[0].split()[0]), bytes.fromhex(row[0].split()[1])
        except (ValueError, IndexError):
            period, signature = 1, b""
        if not self._device.verify(accepted(period), signature):
            raise self.at.fail("journal_signature", "the mark of an accepted fault was altered")
        return period

    def _unseal(self, purpose: bytes, sealed: bytes) -> bytes:
        if not self.at.key:
            raise self.at.fail("hand_key", self._no_key())
        try:
            return without_padding(unseal(self.at.key, purpose, sealed))
        except DeviceKeyError as error:
            raise self.at.fail("hand_key", str(error)) from None

    def _no_key(self) -> str:
        try:
            self.keys.load(self.period)
        except SealingError as error:
            return str(error)
        return f"the key of period {self.period} was not loaded"


def checkpoint_purpose(period: int) -> bytes:
    return f"checkpoint {period}".encode()


def within_purpose(period: int) -> bytes:
    return f"checkpoint within {period}".encode()


def accepted(period: int) -> bytes:
    return f"accepted from period {period}".encode()
