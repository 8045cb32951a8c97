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
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from controller.journal.archive import Hand
from controller.journal.batch import Batch, Within, write
from controller.journal.checkpoints import Checkpoint, packed, read_aside, write_aside
from controller.journal.errors import JournalFault
from controller.journal.files import refuse_if_gone, set_aside
from controller.journal.head import Head
from controller.journal.reading import JournalReading, accepted, checkpoint_purpose, within_purpose
from controller.journal.records import GENESIS, Entry, purpose_of
from controller.journal.schema import Connect, connect
from controller.journal.sealing import SealingError, Surveillance, padded
from controller.registers.device_key import DeviceKey, seal
from firmware_bridge.process.directories import private_directory

REFUSED_KEPT = 100
"""Refused entries of one hand that have a record each. A dealer's worst hand has a dozen. Others are counted."""

WITHIN_AFTER = 1000
"""Records after which the table is saved within a hand: ten hands' worth. Playing them again takes half a second."""

FOLD_AFTER = 4 << 20
"""Bytes of the write-ahead log after which it is folded into the database: SQLite's own figure, 1,000 pages."""


class Journal:
    """The journal of one table, held by this process alone.

    Raises JournalError if another process holds it, and JournalFault if its file, chain, signatures or keys are
    wrong. `begin_again` then goes on with a new file from the last good checkpoint.
    """

    def __init__(
        self, state: Path, device: DeviceKey, connect: Connect = connect, wall: Callable[[], int] = time.time_ns
    ) -> None:
        self._prepare(state, device, wall)
        refuse_if_gone(state, self.reading.keys, self.reading.head_file)
        self.reading.open(connect)
        if not self._at.period:
            self.reading.head_file.path.unlink(missing_ok=True)  # of a first start that ended before its first commit
        elif self._at.key and all(head.period <= self._at.period for head in self.reading.head_file.unverified()):
            self.reading.keys.keep_only(self._at.period)  # else the close of a hand is missing: its key is evidence

    def _prepare(self, state: Path, device: DeviceKey, wall: Callable[[], int]) -> None:
        private_directory(state)
        self.reading = JournalReading(state, device)
        self._at, self._state, self._device, self._wall = self.reading.at, state, device, wall
        self._surveillance: Surveillance | None = None
        self._batch = Batch()
        self._refused_records = self._unfolded = self._since = 0
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
        reading = journal.reading
        saved, unverified = read_aside(state, device), reading.head_file.unverified()
        set_aside(state)
        reading.open(connect)
        period = max(0, *reading.keys.periods, *([saved.period] if saved else []))
        seq = max(0, *(head.seq for head in unverified), *([saved.seq] if saved else []))
        reading.at.goes_on(period, seq, saved.sources if saved else {})
        return journal

    @classmethod
    def lost(cls, state: Path, device: DeviceKey, fault: JournalFault) -> Journal:
        """Return a stand-in for a journal that cannot be opened: it is empty and takes nothing."""
        journal = cls.__new__(cls)
        journal._prepare(state, device, time.time_ns)
        journal.reading.stand_in(fault)
        return journal

    # --- writing -------------------------------------------------------------------------------------------------

    def add(self, entry: Entry) -> int:
        """Take an entry into the next commit and return its number. It is sealed here, and nothing clear is kept."""
        self._refuse_if_failed()
        if not self._at.key:
            raise self._at.fail("hand_key", f"there is no key of period {self._at.period}")
        purpose = purpose_of(entry.source, entry.epoch, entry.sequence)
        sealed = seal(self._at.key, purpose, padded(entry.secret)) if entry.secret else b""
        self._batch.records.append(self._at.add(entry, sealed))
        self._since += 1
        return self._at.seq

    def add_refused(self, entry: Entry) -> None:
        """Take an entry that changed nothing. The first of a hand have a record each, the others are counted."""
        self._refuse_if_failed()
        if self._refused_records < REFUSED_KEPT:
            self._refused_records += 1
            self.add(entry)
            return
        tally = self._at.add_refused(entry)
        self._batch.tallies[entry.source] = (tally, tally.mac(self._at.chain))

    @property
    def wants_checkpoint(self) -> bool:
        """Whether the open hand is so long that the table should be saved within it."""
        return self._since >= WITHIN_AFTER

    def save_within(self, checkpoint: Checkpoint) -> None:
        """Save the table after all that was added. A restart plays the hand again from here."""
        self._refuse_if_failed()
        sealed = seal(self._at.key, within_purpose(self._at.period), padded(checkpoint.secret))
        digests = (checkpoint.rulebook, checkpoint.program)
        within = Within(self._at.period, self._at.seq, self._at.head, packed(checkpoint.body), sealed, *digests)
        self._batch.within = (within, within.mac(self._at.chain))
        self._since = 0

    def close_hand(self, checkpoint: Checkpoint) -> None:
        """Close the hand to which everything added so far belongs. Later entries belong to the next period.

        The next period's key is durable before this returns. The commit that closes the old period destroys its key.
        Raises JournalFault.
        """
        self._refuse_if_failed()
        at, ended = self._at, self._at.chain
        try:
            at.begin_period(self.reading.keys.make(at.period + 1))
        except OSError as error:
            raise at.fail("hand_key_write", str(error)) from None
        state = packed(checkpoint.body)
        sealed = seal(at.key, checkpoint_purpose(at.period), padded(checkpoint.secret))
        copy = self._copied_for_surveillance()
        sources = json.dumps({source: list(mark) for source, mark in sorted(at.sources.items())})
        about = (checkpoint.rulebook, checkpoint.program, sources, self._wall(), ended, copy)
        unsigned = Hand(at.period, at.seq, at.head, state, sealed, *about, b"")
        self._batch.hands.append(replace(unsigned, signature=self._device.sign(unsigned.signed)))
        self._batch.tallies.clear()
        self._batch.within = None
        self._refused_records = self._since = 0

    def _copied_for_surveillance(self) -> bytes:
        """Return the key of the open period, sealed. The public key is read once, so later changes of its file do not
        count."""
        try:
            self._surveillance = self._surveillance or Surveillance.at(self._state)
            return self._surveillance.copy(self._at.period, self._at.key)
        except (SealingError, ValueError) as error:
            raise self._at.fail("surveillance_changed", str(error)) from None
        except OSError as error:
            raise self._at.fail("hand_key_write", str(error)) from None

    def accept(self) -> None:
        """Accept what was found wrong, for a person. The journal is checked again from the open period on.

        It counts with the next commit. What lies before is kept as it is, for an inquiry.
        """
        self._refuse_if_failed()
        self._batch.accepted = f"{self._at.period} {self._device.sign(accepted(self._at.period)).hex()}"

    def commit(self) -> None:
        """Make all that was added durable. Raises JournalFault, and after that nothing can be added any more."""
        self._refuse_if_failed()
        if not self._batch:
            return
        batch, self._batch = self._batch, Batch()
        batch.head = self._at.next_head()
        try:
            if not self.reading.head_file.exists:
                self.reading.head_file.create(Head(0, self._at.period, 0, 0, GENESIS), self._at.chain)
            write(self.reading.connection, batch)
        except (sqlite3.Error, OSError) as error:
            raise self._at.fail("journal_commit", f"{type(error).__name__}: {error}") from None
        self._at.committed()
        self._unnoted = batch.head
        self._copied(batch, self._at.chain)
        self._after(batch)

    def note_head(self) -> None:
        """Record outside the database how far it goes. Call it after each commit. Raises JournalFault."""
        head, self._unnoted = self._unnoted, None
        if head is None or self._at.failed is not None:
            return
        try:
            self.reading.head_file.write(head, self._at.chain)
        except OSError as error:
            raise self._at.fail("journal_commit", f"{self.reading.head_file.path}: {error}") from None

    def close(self) -> None:
        """Close the database. What was not committed is lost."""
        with contextlib.suppress(JournalFault):
            self.note_head()
        self.reading.close()

    def _after(self, batch: Batch) -> None:
        """After a close, keep the checkpoint aside and destroy the closed hand's key. Fold a long log."""
        self._unfolded += batch.size
        try:
            if batch.hands:
                self.note_head()
                write_aside(self._state, self._device, batch.hands[-1].saved)
                self.reading.keys.keep_only(self._at.period)
            if batch.hands or self._unfolded > FOLD_AFTER:
                self._fold()
        except (sqlite3.Error, OSError) as error:
            raise self._at.fail("journal_checkpoint", f"{type(error).__name__}: {error}") from None

    def _fold(self) -> None:
        """Fold the write-ahead log into the database.

        Its file stays and is written again from its beginning, as a file that does not grow is synced faster. SQLite
        does not tell the caller when its own folding fails.
        """
        self._unfolded = 0
        busy, frames, folded = self.reading.connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if busy or frames != folded:
            raise OSError(f"{frames - folded} pages of the write-ahead log were not folded in")

    def _refuse_if_failed(self) -> None:
        if self._at.failed is not None:
            raise JournalFault(self._at.failed.key, self._at.failed.detail)

    # --- the second copy -----------------------------------------------------------------------------------------

    def copied_by(self, take: Callable[[Batch, bytes], None]) -> None:
        """Give `take` each commit from now on, once it is durable here, and the chain key under which it was made."""
        self._copied = take

    def has(self, seq: int, last: bytes, period: int) -> bool:
        """Whether a journal that ends like this is the beginning of this one. Raises JournalFault."""
        record = self.reading.archive.record(seq)
        return record is not None and record.hash == last and 0 < period <= self._at.period

    def behind(self, period: int, seq: int) -> Batch:
        """Return what a copy lacks that ends with that period and record. Raises JournalFault."""
        batch = Batch(records=list(self.reading.archive.records(seq)), head=self._at.last_head())
        hands = (self.reading.archive.hand(number) for number in range(period + 1, self._at.period + 1))
        batch.hands = [hand for hand in hands if hand is not None]
        batch.tallies = {source: (tally, tally.mac(self._at.chain)) for source, tally in self._at.tallies.items()}
        return batch

    def last_hands(self) -> list[Hand]:
        """Return the last two checkpoints, as they also lie beside the database. Raises JournalFault."""
        hands = (self.reading.archive.hand(number) for number in (self._at.period - 1, self._at.period))
        return [hand for hand in hands if hand is not None]

    def backup(self, to: Path) -> None:
        """Copy the whole database. Raises sqlite3.Error."""
        with contextlib.closing(connect(to)) as connection:
            self.reading.connection.backup(connection)

    @property
    def chain(self) -> bytes:
        """The chain key of the open period."""
        return self._at.chain
