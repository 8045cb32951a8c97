"""A journal read from outside the controller: a copy of its files, made while play may go on."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.journal.checkpoints import NAMES
from controller.journal.errors import JournalError, JournalFault
from controller.journal.files import NAME, set_aside
from controller.journal.reading import JournalReading
from controller.journal.store import Journal
from controller.registers.device_key import DeviceKey
from controller.registers.files import write_private
from firmware_bridge.process.durable import sync_directory

FILES = (NAME, f"{NAME}-wal", "journal.head", *NAMES)
"""The files of a copy. Keys are never copied to another medium."""

TRIES = 5
"""The log is folded at most once in a hand, so a second look is enough. Five are enough for a dealer who cancels
hands."""


@contextmanager
def opened(state: Path, device: DeviceKey, room: Path) -> Iterator[JournalReading]:
    """Open the journal of a state directory, or of a copy, on files of its own in a private directory in `room`.

    Raises JournalError, JournalFault, OSError.
    """
    with tempfile.TemporaryDirectory(dir=room, prefix="journal-") as directory:
        aside = Path(directory)
        take(state, aside)
        for path in (*state.glob("handkey.*"), state / "surveillance.pub"):
            if path.exists():
                shutil.copyfile(path, aside / path.name)
        journal = JournalReading(aside, device)
        journal.open()
        try:
            yield journal
        finally:
            journal.close()


def take(state: Path, to: Path) -> None:
    """Copy the files of a journal, all as of one moment. Raises JournalError, OSError."""
    if not (state / NAME).exists():
        raise JournalError(f"{state / NAME} is missing. Name the state directory of a table, or a copy of it.")
    for _ in range(TRIES):
        before = (state / NAME).stat()
        for name in FILES:
            _copy(state / name, to / name)
        after = (state / NAME).stat()
        if (before.st_mtime_ns, before.st_size) == (after.st_mtime_ns, after.st_size):
            return
    raise JournalError(f"{state / NAME} changed {TRIES} times while it was copied. Try again between two hands.")


def _copy(source: Path, to: Path) -> None:
    try:
        write_private(to, source.read_bytes())
    except FileNotFoundError:
        to.unlink(missing_ok=True)


def restore(source: Path, state: Path, device: DeviceKey, room: Path) -> tuple[int, Path | None]:
    """Put a copy in the place of a table's journal. The files there are put aside.

    Return the period that the copy is in, and where the others are now. Raises OSError, and JournalError if a
    controller runs or the copy is of another table.
    """
    with opened(source, device, room) as journal:
        if journal.last_good() is None:
            raise JournalError(
                f"{source} has no checkpoint that this table signed. Restore from a copy of its own journal."
            )
        period = journal.period
    _refuse_while_running(state, device)
    aside = set_aside(state)
    take(source, state)
    sync_directory(state)
    return period, aside


def _refuse_while_running(state: Path, device: DeviceKey) -> None:
    """Raises JournalError where a controller holds the journal."""
    try:
        Journal(state, device).close()
    except JournalFault:
        return
