"""The files of a journal in the state directory: found, opened, or put aside."""

import sqlite3
from pathlib import Path

from controller.journal.errors import JournalError, JournalFault
from controller.journal.head import HeadFile
from controller.journal.schema import Connect
from controller.journal.sealing import HandKeys
from firmware_bridge.process.durable import sync_directory

NAME = "journal.sqlite"
SIGNS = ("checkpoint.0", "checkpoint.1", "readings.reg")
"""Files that no table has before its first hand was begun."""


def refuse_if_gone(state: Path, keys: HandKeys, head_file: HeadFile) -> None:
    """Refuse to begin if the table has been played on and has no journal. Raises JournalFault."""
    path = state / NAME
    signs = [name for name in SIGNS if (state / name).exists()]
    signs += [f"handkey.{period}" for period in keys.periods if period > 1]
    signs += [head_file.path.name] if any(head.count for head in head_file.unverified()) else []
    if signs and (not path.exists() or not path.stat().st_size):
        raise JournalFault("journal_missing", f"{path} is missing beside {', '.join(signs)}")


def connected(path: Path, connect: Connect) -> sqlite3.Connection:
    """Open the database. Raises JournalError: another process holds it. Raises JournalFault: it is damaged."""
    try:
        return connect(path)
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise JournalError(f"{path}: another controller of this table is running") from None
        if "unable to open" in str(error):
            raise JournalError(f"{path}: {error}") from None
        raise JournalFault("journal_damaged", f"{path}: {error}") from None
    except (sqlite3.DatabaseError, TypeError, ValueError) as error:
        raise JournalFault("journal_damaged", f"{path}: {error}") from None


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
