"""The journal a second time, on another medium, while play goes on.

A thread writes each commit there once more, so that a slow medium delays no one. It is known at any time what the
copy lacks. It has no keys. `sabot journal restore` puts it in the place of a journal that is lost.
"""

import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.journal.archive import Archive
from controller.journal.batch import Batch, write
from controller.journal.checkpoints import write_aside
from controller.journal.errors import JournalFault
from controller.journal.files import NAME, set_aside
from controller.journal.head import Head, HeadFile
from controller.journal.records import GENESIS
from controller.journal.schema import connect
from controller.journal.store import FOLD_AFTER, Journal
from controller.registers.device_key import DeviceKey

STOPPED: Final = "copy_stopped"  # the fault

MOST_WAITING: Final = 10_000
"""Commits that wait for the other medium, some 20 MB of memory: half an hour of play."""

SHOWN_AFTER: Final = 5_000_000_000  # ns. A commit on a slow stick takes a second at most
STOPPED_AFTER: Final = 60_000_000_000  # ns: a stick that moves its cells about is back after some ten seconds

_Waiting = tuple[Batch, bytes]


class SecondCopy:
    """The copy in one directory of the other medium. Raises JournalFault if it cannot be brought up to date."""

    def __init__(
        self, journal: Journal, to: Path, device: DeviceKey, now: Callable[[], int] = time.monotonic_ns
    ) -> None:
        self._to, self._device, self._now = to, device, now
        self._queue: queue.Queue[_Waiting | None] = queue.Queue(MOST_WAITING)
        self._since: int | None = None  # when the oldest missing commit was given
        self._given = self._kept = 0
        self._failed = ""
        try:
            self._bring_up_to_date(journal)
        except (sqlite3.Error, OSError, ValueError) as error:
            raise JournalFault(STOPPED, f"{to}: {error}") from None
        journal.copied_by(self._give)
        self._thread = threading.Thread(target=self._run, name="second copy", daemon=True)
        self._thread.start()

    @property
    def behind(self) -> int:
        """Commits that are not on the other medium yet."""
        return self._given - self._kept

    def late(self) -> bool:
        """Whether it has been behind long enough that people should know."""
        return self._age() > SHOWN_AFTER

    def check(self) -> None:
        """Raises JournalFault if the copy has stopped."""
        if self._failed:
            raise JournalFault(STOPPED, f"{self._to}: {self._failed}")
        if self._age() > STOPPED_AFTER:
            raise JournalFault(STOPPED, f"{self._to}: {self.behind} commits wait for {self._age() // 10**9} s")

    def close(self) -> None:
        """Write what waits, for a second at most, and let go of the files."""
        with contextlib.suppress(queue.Full):
            self._queue.put_nowait(None)
        self._thread.join(timeout=1)

    def _age(self) -> int:
        since = self._since
        return self._now() - since if since is not None and self.behind else 0

    def _give(self, batch: Batch, chain: bytes) -> None:
        """Take over a commit. It is done on the first medium."""
        if self._failed:
            return
        if not self.behind:
            self._since = self._now()
        self._given += 1
        try:
            self._queue.put_nowait((batch, chain))
        except queue.Full:
            self._failed = f"{MOST_WAITING} commits wait"

    # --- the beginning ----------------------------------------------------------------------------------------------

    def _bring_up_to_date(self, journal: Journal) -> None:
        """Run in the caller's thread. A copy on the medium is continued if it is the beginning of this journal."""
        if not self._to.is_dir():
            raise OSError("there is no such directory: is the medium there?")
        there = (self._to / NAME).exists()
        if not there or not self._is_beginning_of(journal):
            if there:
                set_aside(self._to)
            journal.backup(self._to / NAME)
        lacks = journal.behind(*self._ends())
        with contextlib.closing(connect(self._to / NAME)) as connection:
            write(connection, lacks)
        (self._to / NAME).chmod(0o600)
        self._note(lacks, journal.chain)
        for hand in journal.last_hands():
            write_aside(self._to, self._device, hand.saved)

    def _ends(self) -> tuple[int, int]:
        """(last period, last record) of the copy."""
        with contextlib.closing(connect(self._to / NAME)) as connection:
            archive = Archive(connection, self._device)
            return archive.period, archive.last()[0]

    def _is_beginning_of(self, journal: Journal) -> bool:
        try:
            with contextlib.closing(connect(self._to / NAME)) as connection:
                archive = Archive(connection, self._device)
                seq, last = archive.last()
                return journal.has(seq, last, archive.period)
        except (sqlite3.Error, JournalFault, TypeError, ValueError):
            return False

    def _note(self, batch: Batch, chain: bytes) -> None:
        file, head = HeadFile(self._to), batch.head
        if head is not None:
            file.create(Head(0, head.period, 0, 0, GENESIS), chain)
            file.write(head, chain)
        file.close()

    # --- the thread -------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._keep()
        except (sqlite3.Error, OSError) as error:
            self._failed = f"{type(error).__name__}: {error}"

    def _keep(self) -> None:
        head, unfolded = HeadFile(self._to), 0
        with contextlib.closing(connect(self._to / NAME)) as connection:
            while (waiting := self._queue.get()) is not None:
                batch, chain = waiting
                write(connection, batch)
                if batch.head is not None:
                    head.write(batch.head, chain)
                unfolded += batch.size
                for hand in batch.hands:
                    write_aside(self._to, self._device, hand.saved)
                if batch.hands or unfolded > FOLD_AFTER:
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                    unfolded = 0
                self._kept += 1
                self._since = self._now()
        head.close()
