"""The journal itself: entries go in, one commit makes them durable, and a restart finds the open hand again.

There is no thread in it. The caller adds what one turn of its loop has taken in, calls `commit`, and lets nothing of
it out before that returns. Then it calls `note_head`, so that the end is known outside the database too. No message
waits for that second sync. After a failed commit SQLite would go on with the next one. This journal does not.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any

from controller.journal.archive import Archive, Hand
from controller.journal.batch import Batch, Tally, Within, write
from controller.journal.checkpoints import Checkpoint, Marks, Saved, packed, read_aside, unpacked, write_aside
from controller.journal.errors import JournalError, JournalFault
from controller.journal.head import Head, HeadFile
from controller.journal.records import GENESIS, Entry, Record, chain_key, link, purpose_of
from controller.journal.schema import TABLES, VERSION, Connect, connect, version_of
from controller.journal.sealing import HandKeys, SealingError, Surveillance, padded, without_padding
from controller.registers.device_key import DeviceKey, DeviceKeyError, seal, unseal
from controller.registers.files import sync_directory
from firmware_bridge.process.directories import private_directory

NAME = "journal.sqlite"
SIGNS = ("checkpoint.0", "checkpoint.1", "readings.reg")
"""Files that no table has before its first hand was begun."""

# How many hands start-up verifies beside the open one, the number that regulators want recalled (AGCO 13.1.1). The
# signed heads of these hands anchor the chain of all earlier ones.
VERIFIED_HANDS = 10

REFUSED_KEPT = 100
"""Refused entries of one hand that have a record each. A dealer's worst hand has a dozen. Others are counted."""

WITHIN_AFTER = 1000
"""Records after which the table is saved within a hand: ten hands' worth. Playing them again takes half a second."""

FOLD_AFTER = 4 << 20
"""Bytes of the write-ahead log after which it is folded into the database: SQLite's own figure, 1,000 pages."""

REMEMBERED = 5000
"""How many records back a repeated command is looked for: five times what an outbox holds."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A record of the open hand, with its secret."""

    record: Record
    body: dict[str, Any]
    secret: bytes = field(repr=False)


class Journal:
    """The journal of one table, held by this process alone.

    Raises JournalError if another process holds it, and JournalFault if its file, chain, signatures or keys are
    wrong. `begin_again` then goes on with a new file from the last good checkpoint.
    """

    def __init__(
        self, state: Path, device: DeviceKey, connect: Connect = connect, wall: Callable[[], int] = time.time_ns
    ) -> None:
        self._prepare(state, device, wall)
        self._refuse_if_gone()
        self._open(connect)

    def _prepare(self, state: Path, device: DeviceKey, wall: Callable[[], int]) -> None:
        private_directory(state)
        self._state, self._device, self._wall = state, device, wall
        self._keys, self._head_file = HandKeys(state, device), HeadFile(state)
        self._surveillance: Surveillance | None = None
        self._batch = Batch()
        self._sources: Marks = {}
        self._durable: Marks = {}
        self._tallies: dict[str, Tally] = {}
        self._failed: JournalFault | None = None
        self._key = self._chain = b""
        self._period = self._seq = self._commits = self._refused_records = self._unfolded = self._since = 0
        self._head = GENESIS
        self._copied: Callable[[Batch, bytes], None] = lambda _batch, _chain: None
        self._unnoted: Head | None = None  # of the last commit, not yet in the head file

    @classmethod
    def begin_again(
        cls, state: Path, device: DeviceKey, connect: Connect = connect, wall: Callable[[], int] = time.time_ns
    ) -> Journal:
        """Put the files of a journal aside that cannot be used, and begin a new one. Its numbers go on.

        Raises JournalError, OSError.
        """
        journal = cls.__new__(cls)
        journal._prepare(state, device, wall)
        saved, unverified = read_aside(state, device), journal._head_file.unverified()
        set_aside(state)
        journal._open(connect)
        journal._period = max(0, *journal._keys.periods, *([saved.period] if saved else []))
        journal._seq = max(0, *(head.seq for head in unverified), *([saved.seq] if saved else []))
        journal._sources = dict(saved.sources) if saved else {}
        journal._durable = dict(journal._sources)
        return journal

    @classmethod
    def lost(cls, state: Path, device: DeviceKey, fault: JournalFault) -> Journal:
        """Return a stand-in for a journal that cannot be opened: it is empty and takes nothing."""
        journal = cls.__new__(cls)
        journal._prepare(state, device, time.time_ns)
        journal._connection = sqlite3.connect(":memory:", isolation_level=None)
        journal._connection.executescript(TABLES)
        journal._archive = Archive(journal._connection, device)
        journal._failed = fault
        return journal

    # --- what is known -------------------------------------------------------------------------------------------

    @property
    def period(self) -> int:
        """The number of the open period, 0 before the first checkpoint."""
        return self._period

    @property
    def last(self) -> int:
        """The number of the last record."""
        return self._archive.last()[0]

    @property
    def head(self) -> bytes:
        """The hash of the last record added."""
        return self._head

    def high_water(self, source: str) -> tuple[int, int]:
        """Return (epoch, sequence) of the last entry of a source, committed or not. (0, 0) for an unknown source."""
        return self._sources.get(source, (0, 0))

    def durable(self, source: str) -> tuple[int, int]:
        """Return the same of the last commit. Entries up to it may be acknowledged."""
        return self._durable.get(source, (0, 0))

    @property
    def sources(self) -> list[str]:
        """The names of all sources in the journal."""
        return sorted(self._sources)

    # --- writing -------------------------------------------------------------------------------------------------

    def add(self, entry: Entry) -> int:
        """Take an entry into the next commit and return its number. It is sealed here, and nothing clear is kept."""
        self._refuse_if_failed()
        if not self._key:
            raise self._fail("hand_key", f"there is no key of period {self._period}")
        sealed = seal(self._key, _purpose(entry), padded(entry.secret)) if entry.secret else b""
        body = json.dumps(entry.body, separators=(",", ":"), ensure_ascii=False)
        self._seq += 1
        identity = (entry.source, entry.epoch, entry.sequence)
        unchained = Record(self._seq, *identity, entry.stamp, entry.kind, self._period, body, sealed, b"")
        self._head = link(self._chain, self._head, unchained)
        columns = (self._seq, *identity, entry.stamp, entry.kind, self._period, body, sealed, self._head)
        self._batch.records.append(Record(*columns))
        self._sources[entry.source] = (entry.epoch, entry.sequence)
        self._since += 1
        return self._seq

    def add_refused(self, entry: Entry) -> None:
        """Take an entry that changed nothing. The first of a hand have a record each, the others are counted."""
        self._refuse_if_failed()
        if self._refused_records < REFUSED_KEPT:
            self._refused_records += 1
            self.add(entry)
            return
        before = self._tallies.get(entry.source)
        reason = json.dumps(entry.body.get("refused"), ensure_ascii=False)
        count = 1 + (before.count if before else 0)
        tally = Tally(entry.source, entry.epoch, entry.sequence, count, reason)
        self._tallies[entry.source] = tally
        self._batch.tallies[entry.source] = (tally, tally.mac(self._chain))
        self._sources[entry.source] = (entry.epoch, entry.sequence)

    @property
    def wants_checkpoint(self) -> bool:
        """Whether the open hand is so long that the table should be saved within it."""
        return self._since >= WITHIN_AFTER

    def save_within(self, checkpoint: Checkpoint) -> None:
        """Save the table after all that was added. A restart plays the hand again from here."""
        self._refuse_if_failed()
        sealed = seal(self._key, _within_purpose(self._period), padded(checkpoint.secret))
        digests = (checkpoint.rulebook, checkpoint.program)
        within = Within(self._period, self._seq, self._head, packed(checkpoint.body), sealed, *digests)
        self._batch.within = (within, within.mac(self._chain))
        self._since = 0

    def close_hand(self, checkpoint: Checkpoint) -> None:
        """Close the hand to which everything added so far belongs. Later entries belong to the next period.

        The next period's key is durable before this returns. The commit that closes the old period destroys its key.
        Raises JournalFault.
        """
        self._refuse_if_failed()
        self._period += 1
        ended = self._chain
        try:
            self._use(self._keys.make(self._period))
        except OSError as error:
            raise self._fail("hand_key_write", str(error)) from None
        state = packed(checkpoint.body)
        sealed = seal(self._key, _checkpoint_purpose(self._period), padded(checkpoint.secret))
        copy = self._copied_for_surveillance()
        sources = json.dumps({source: list(mark) for source, mark in sorted(self._sources.items())})
        about = (checkpoint.rulebook, checkpoint.program, sources, self._wall(), ended, copy)
        unsigned = Hand(self._period, self._seq, self._head, state, sealed, *about, b"")
        hand = Hand(self._period, self._seq, self._head, state, sealed, *about, self._device.sign(unsigned.signed))
        self._batch.hands.append(hand)
        self._batch.tallies.clear()
        self._batch.within = None
        self._tallies.clear()
        self._refused_records = self._since = 0

    def _copied_for_surveillance(self) -> bytes:
        """Return the key of the open period, sealed. The public key is read once, so later changes of its file do not
        count."""
        try:
            self._surveillance = self._surveillance or Surveillance.at(self._state)
            return self._surveillance.copy(self._period, self._key)
        except (SealingError, ValueError) as error:
            raise self._fail("surveillance_changed", str(error)) from None
        except OSError as error:
            raise self._fail("hand_key_write", str(error)) from None

    def accept(self) -> None:
        """Accept what was found wrong, for a person. The journal is checked again from the open period on.

        It counts with the next commit. What lies before is kept as it is, for an inquiry.
        """
        self._refuse_if_failed()
        self._batch.accepted = f"{self._period} {self._device.sign(_accepted(self._period)).hex()}"

    def commit(self) -> None:
        """Make all that was added durable. Raises JournalFault, and after that nothing can be added any more."""
        self._refuse_if_failed()
        if not self._batch:
            return
        batch, self._batch = self._batch, Batch()
        batch.head = self._next_head()
        try:
            if not self._head_file.exists:
                self._head_file.create(Head(0, self._period, 0, 0, GENESIS), self._chain)
            write(self._connection, batch)
        except (sqlite3.Error, OSError) as error:
            raise self._fail("journal_commit", f"{type(error).__name__}: {error}") from None
        self._durable = dict(self._sources)
        self._unnoted = batch.head
        self._copied(batch, self._chain)
        self._after(batch)

    def note_head(self) -> None:
        """Record outside the database how far it goes. Call it after each commit. Raises JournalFault."""
        head, self._unnoted = self._unnoted, None
        if head is None or self._failed is not None:
            return
        try:
            self._head_file.write(head, self._chain)
        except OSError as error:
            raise self._fail("journal_commit", f"{self._head_file.path}: {error}") from None

    def close(self) -> None:
        """Close the database. What was not committed is lost."""
        with contextlib.suppress(JournalFault):
            self.note_head()
        self._connection.close()
        self._head_file.close()

    def _next_head(self) -> Head:
        self._commits += 1
        return self._last_head()

    def _last_head(self) -> Head:
        refused = sum(tally.count for tally in self._tallies.values())
        return Head(self._commits, self._period, self._seq, refused, self._head)

    def _after(self, batch: Batch) -> None:
        """After a close, keep the checkpoint aside and destroy the closed hand's key. Fold a long log."""
        self._unfolded += batch.size
        try:
            if batch.hands:
                self.note_head()
                write_aside(self._state, self._device, batch.hands[-1].saved)
                self._keys.keep_only(self._period)
            if batch.hands or self._unfolded > FOLD_AFTER:
                self._fold()
        except (sqlite3.Error, OSError) as error:
            raise self._fail("journal_checkpoint", f"{type(error).__name__}: {error}") from None

    def _fold(self) -> None:
        """Fold the write-ahead log into the database.

        Its file stays and is written again from its beginning, as a file that does not grow is synced faster. SQLite
        does not tell the caller when its own folding fails.
        """
        self._unfolded = 0
        busy, frames, folded = self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if busy or frames != folded:
            raise OSError(f"{frames - folded} pages of the write-ahead log were not folded in")

    def _use(self, key: bytes) -> None:
        self._key, self._chain = key, chain_key(key)

    def _fail(self, key: str, detail: str) -> JournalFault:
        self._failed = JournalFault(key, detail)
        return self._failed

    def _refuse_if_failed(self) -> None:
        if self._failed is not None:
            raise JournalFault(self._failed.key, self._failed.detail)

    # --- the second copy -----------------------------------------------------------------------------------------

    def copied_by(self, take: Callable[[Batch, bytes], None]) -> None:
        """Give `take` each commit from now on, once it is durable here, and the chain key under which it was made."""
        self._copied = take

    def has(self, seq: int, last: bytes, period: int) -> bool:
        """Whether a journal that ends like this is the beginning of this one. Raises JournalFault."""
        record = self._archive.record(seq)
        return record is not None and record.hash == last and 0 < period <= self._period

    def behind(self, period: int, seq: int) -> Batch:
        """Return what a copy lacks that ends with that period and record. Raises JournalFault."""
        batch = Batch(records=list(self._archive.records(seq)), head=self._last_head())
        hands = (self._archive.hand(number) for number in range(period + 1, self._period + 1))
        batch.hands = [hand for hand in hands if hand is not None]
        batch.tallies = {source: (tally, tally.mac(self._chain)) for source, tally in self._tallies.items()}
        return batch

    def last_hands(self) -> list[Hand]:
        """Return the last two checkpoints, as they also lie beside the database. Raises JournalFault."""
        hands = (self._archive.hand(number) for number in (self._period - 1, self._period))
        return [hand for hand in hands if hand is not None]

    def backup(self, to: Path) -> None:
        """Copy the whole database. Raises sqlite3.Error."""
        with contextlib.closing(connect(to)) as connection:
            self._connection.backup(connection)

    @property
    def chain(self) -> bytes:
        """The chain key of the open period."""
        return self._chain

    # --- reading -------------------------------------------------------------------------------------------------

    def last_checkpoint(self) -> Checkpoint | None:
        """Return the table as the open period began, None in a new journal. Raises JournalFault."""
        hand = self._archive.signed_hand(self._period)
        if hand is None:
            return None
        secret = self._unseal(_checkpoint_purpose(self._period), hand.sealed)
        return Checkpoint(unpacked(hand.state), secret, rulebook=hand.rulebook, program=hand.program)

    def resume(self) -> tuple[Checkpoint, int] | None:
        """Return the table as it was saved within the open hand, and the number of the record before. None if it was
        not saved.

        Raises JournalFault.
        """
        row = self._archive.one("SELECT period, seq, head, state, sealed, rulebook, program, mac FROM within")
        if row is None:
            return None
        within = Within(*row[:-1])
        record = self._archive.record(within.seq)
        if within.mac(self._chain) != row[-1] or record is None or record.hash != within.head:
            raise JournalFault("journal_chain", "the checkpoint within the open hand was altered")
        secret = self._unseal(_within_purpose(self._period), within.sealed)
        return Checkpoint(unpacked(within.state), secret, within.rulebook, within.program), within.seq

    def open_hand(self, after: int = 0) -> Iterator[Opened]:
        """Yield the records of the open period after that number, in order, unsealed. Raises JournalFault."""
        for record in self._archive.records(max(after, self._archive.before(self._period))):
            secret = self._unseal(record.purpose, record.sealed) if record.sealed else b""
            yield Opened(record, json.loads(record.body), secret)

    def recall(self, hands: int = VERIFIED_HANDS) -> Iterator[tuple[int, Record]]:
        """Return (period, record) of the last closed hands and the open one, oldest first, as they were
        journalled."""
        for record in self._archive.records(self._archive.before(max(1, self._period - hands))):
            yield record.period, record

    def recall_hand(self, back: int) -> tuple[list[Record], int | None]:
        """Return the records of the open period (0) or of one before it, and the offset of their stamps to the time
        of day.

        Raises JournalFault.
        """
        period = self._period - back
        hand = self._archive.hand(period)
        if hand is None:
            return [], None
        found = takewhile(lambda record: record.period == period, self._archive.records(hand.seq))
        before = self._archive.record(hand.seq)
        return list(found), None if before is None else hand.utc - before.stamp

    def surveillance_copy(self, period: int) -> bytes | None:
        """Return the period's key as only the surveillance private key opens it."""
        hand = self._archive.hand(period)
        return None if hand is None else hand.surveillance

    def find(self, source: str, epoch: int, sequence: int) -> Record | None:
        """Return the record of that identity."""
        return self._archive.find(source, epoch, sequence)

    def refusal_of(self, source: str, epoch: int, sequence: int) -> tuple[bool, dict[str, Any] | None, str | None]:
        """Return the verdict on a command that comes again: whether it was accepted, why not, and the article."""
        record = self._archive.find(source, epoch, sequence, self._seq - REMEMBERED)
        if record is not None:
            return record.refused is None, record.refused, record.article
        tally = self._tallies.get(source)
        if tally is None:
            return True, None, None
        return False, json.loads(tally.reason), None

    def last_good(self) -> Saved | None:
        """Return the newest checkpoint that is whole, in the database or beside it. None if there is none."""
        aside = read_aside(self._state, self._device)
        within = self._archive.last_good(self._period)
        return max((saved for saved in (aside, within) if saved), key=lambda saved: saved.period, default=None)

    def last_utc(self) -> int:
        """Return the time of day (ns since 1970) of the last checkpoint or start, 0 in a new journal."""
        hand = self._archive.hand(self._period)
        started = self._archive.one("SELECT body FROM record WHERE kind = 'started' ORDER BY seq DESC LIMIT 1")
        return max(hand.utc if hand else 0, json.loads(started[0]).get("utc", 0) if started else 0)

    # --- checking ------------------------------------------------------------------------------------------------

    def last_of(self, source: str, *kinds: str) -> Record | None:
        """Return the last record of a source that is of one of these kinds."""
        return self._archive.last_of(source, *kinds)

    def starts(self) -> list[Record]:
        """Return the starts of the controller within the open hand, and the last one before it."""
        return self._archive.starts(self._archive.before(self._period))

    def verify(self, hands: int | None = None) -> int:
        """Check chain, signatures and end of the last `hands` (None for all). Return the number of records.

        Raises JournalFault naming the first record or hand that is wrong.
        """
        first = max(self._accepted_from(), 1 if hands is None else self._period - hands)
        return self._verify(first)

    def verify_open_hand(self) -> None:
        """Check only what is there of the open hand, and its checkpoint. Raises JournalFault."""
        if not self._chain:
            raise JournalFault("hand_key", self._no_key())
        self._archive.verify(self._period, self._period, self._chain)

    def _verify(self, first: int) -> int:
        if not self._period:
            return 0
        if not self._chain:
            raise self._fail("hand_key", self._no_key())
        try:
            count, head = self._archive.verify(first, self._period, self._chain)
            self._verify_end(head)
        except JournalFault as fault:
            raise self._fail(fault.key, fault.detail) from None
        return count

    def _verify_end(self, last: bytes) -> None:
        """Check the end against the file outside the database: how far the journal went, and how much was only
        counted."""
        head = self._known_head()
        seq, _ = self._archive.last()
        if head.period > self._period:
            raise JournalFault("journal_behind", f"the close of period {head.period - 1} is missing")
        if head.seq > max(seq, self._archive.before(self._period)):
            missing = f"record {head.seq} is" if head.seq == seq + 1 else f"records {seq + 1} to {head.seq} are"
            raise JournalFault("journal_behind", f"{missing} missing: the write-ahead log was damaged or removed")
        record = self._archive.record(head.seq)
        if record is not None and record.hash != head.hash:
            raise JournalFault("journal_chain", f"record {head.seq} is not the one that was written")
        counted = sum(tally.count for tally in self._tallies.values())
        if head.period == self._period and counted < head.refused:
            raise JournalFault("journal_behind", f"{head.refused - counted} refused entries are missing")
        if last != self._head:
            raise JournalFault("journal_chain", "the last records are not those of the chain")

    def _known_head(self) -> Head:
        try:
            head = self._head_file.newest(self._chain_of)
        except FileNotFoundError:
            raise JournalFault("journal_head", f"{self._head_file.path} is missing") from None
        except OSError as error:
            raise JournalFault("journal_head", str(error)) from None
        if head is None:
            raise JournalFault("journal_head", f"{self._head_file.path} is damaged")
        return head

    def _chain_of(self, period: int) -> bytes | None:
        if period == self._period:
            return self._chain
        hand = self._archive.hand(period + 1)
        if hand is not None:
            return hand.ended
        try:
            return chain_key(self._keys.load(period))
        except SealingError:
            return None

    def _accepted_from(self) -> int:
        row = self._archive.one("SELECT value FROM meta WHERE key = 'accepted'")
        if row is None:
            return 1
        try:
            period, signature = int(row[0].split()[0]), bytes.fromhex(row[0].split()[1])
        except (ValueError, IndexError):
            period, signature = 1, b""
        if not self._device.verify(_accepted(period), signature):
            raise self._fail("journal_signature", "the mark of an accepted fault was altered")
        return period

    def _unseal(self, purpose: bytes, sealed: bytes) -> bytes:
        if not self._key:
            raise self._fail("hand_key", self._no_key())
        try:
            return without_padding(unseal(self._key, purpose, sealed))
        except DeviceKeyError as error:
            raise self._fail("hand_key", str(error)) from None

    def _no_key(self) -> str:
        try:
            self._keys.load(self._period)
        except SealingError as error:
            return str(error)
        return f"the key of period {self._period} was not loaded"

    # --- opening -------------------------------------------------------------------------------------------------

    def _refuse_if_gone(self) -> None:
        """Refuse to begin if the table has been played on and has no journal. Raises JournalFault."""
        path = self._state / NAME
        signs = [name for name in SIGNS if (self._state / name).exists()]
        signs += [f"handkey.{period}" for period in self._keys.periods if period > 1]
        signs += [self._head_file.path.name] if any(head.count for head in self._head_file.unverified()) else []
        if signs and (not path.exists() or not path.stat().st_size):
            raise JournalFault("journal_missing", f"{path} is missing beside {', '.join(signs)}")

    def _open(self, connect: Connect) -> None:
        path = self._state / NAME
        try:
            self._connection = connect(path)
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise JournalError(f"{path}: another controller of this table is running") from None
            if "unable to open" in str(error):
                raise JournalError(f"{path}: {error}") from None
            raise JournalFault("journal_damaged", f"{path}: {error}") from None
        except (sqlite3.DatabaseError, TypeError, ValueError) as error:
            raise JournalFault("journal_damaged", f"{path}: {error}") from None
        self._archive = Archive(self._connection, self._device)
        path.chmod(0o600)
        try:
            self._load()
        except JournalFault:
            self._connection.close()
            raise

    def _load(self) -> None:
        version = version_of(self._connection)
        if version != VERSION:
            detail = f"{self._state / NAME} has schema {version}, this program reads {VERSION}"
            raise JournalFault("journal_version", detail)
        self._period = self._archive.period
        if not self._period and any(head.count for head in self._head_file.unverified()):
            raise JournalFault("journal_missing", f"{self._state / NAME} is empty beside {self._head_file.path.name}")
        if self._period:
            self._load_key()
        else:
            self._head_file.path.unlink(missing_ok=True)  # of a first start that ended before its first commit
        self._load_ends()

    def _load_ends(self) -> None:
        start = self._archive.before(self._period)
        seq, last = self._archive.last()
        hand = self._archive.hand(self._period)
        self._head = last if seq > start or hand is None else hand.head
        heads = [head for head in self._head_file.unverified() if self._believed(head)]
        self._seq = max(start, seq, *(head.seq for head in heads))
        self._commits = max((head.count for head in heads), default=0)
        signed = hand is not None and self._device.verify(hand.signed, hand.signature)
        self._load_sources(hand.marks if hand is not None and signed else {}, start)  # `verify` names what is wrong

    def _believed(self, head: Head) -> bool:
        newest = self._head_file.newest(self._chain_of)
        return newest is not None and head.count <= newest.count

    def _load_sources(self, marks: Marks, start: int) -> None:
        self._sources = dict(marks)
        rows = self._archive.all("SELECT source, epoch, sequence FROM record WHERE seq > ? ORDER BY seq", start)
        self._sources |= {source: (epoch, sequence) for source, epoch, sequence in rows}
        for *columns, mac in self._archive.all("SELECT source, epoch, sequence, count, reason, mac FROM refused"):
            tally = Tally(*columns)
            if self._chain and tally.mac(self._chain) != mac:
                raise JournalFault("journal_chain", f"the count of refused entries of {tally.source} was altered")
            self._tallies[tally.source] = tally
            mark = (tally.epoch, tally.sequence)
            self._sources[tally.source] = max(self._sources.get(tally.source, (0, 0)), mark)
        self._durable = dict(self._sources)

    def _load_key(self) -> None:
        """Load the open period's key. A missing key becomes a fault when it is first needed."""
        try:
            self._use(self._keys.load(self._period))
            if all(head.period <= self._period for head in self._head_file.unverified()):
                self._keys.keep_only(self._period)  # else the close of a hand is missing: its key is evidence
        except SealingError:
            self._key = self._chain = b""


def set_aside(state: Path) -> Path | None:
    """Move the files of a journal that cannot be used into a directory beside it. Return None if there are none."""
    names = (NAME, f"{NAME}-wal", f"{NAME}-shm", "journal.head")
    there = [state / name for name in names if (state / name).exists()]
    if not there:
        return None
    number = 1 + max((int(path.suffix[1:]) for path in state.glob("damaged.*")), default=0)
    aside = state / f"damaged.{number}"
    aside.mkdir(mode=0o700)
    for path in there:
        path.rename(aside / path.name)
    sync_directory(state)
    return aside


def _purpose(entry: Entry) -> bytes:
    return purpose_of(entry.source, entry.epoch, entry.sequence)


def _checkpoint_purpose(period: int) -> bytes:
    return f"checkpoint {period}".encode()


def _within_purpose(period: int) -> bytes:
    return f"checkpoint within {period}".encode()


def _accepted(period: int) -> bytes:
    return f"accepted from period {period}".encode()
