"""The tables of the journal, and how the database is opened.

AUTOINCREMENT: without it SQLite gives the number of a trimmed last row again (sqlite.org/autoinc.html).
synchronous=FULL: in WAL mode NORMAL loses committed transactions with the power (sqlite.org/wal.html).
locking_mode=EXCLUSIVE: one writer, held by the kernel until the process ends; a second controller is told so.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

VERSION = 1

TABLES = """
CREATE TABLE IF NOT EXISTS record (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, source TEXT NOT NULL, epoch INTEGER NOT NULL, sequence INTEGER NOT NULL,
    stamp INTEGER NOT NULL, kind TEXT NOT NULL, period INTEGER NOT NULL, body TEXT NOT NULL, sealed BLOB NOT NULL,
    hash BLOB NOT NULL, UNIQUE (source, epoch, sequence)
) STRICT;
CREATE INDEX IF NOT EXISTS record_period ON record (period);
CREATE TABLE IF NOT EXISTS source (
    name TEXT PRIMARY KEY, epoch INTEGER NOT NULL, sequence INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS hand (
    period INTEGER PRIMARY KEY, seq INTEGER NOT NULL, head BLOB NOT NULL, state TEXT NOT NULL, sealed BLOB NOT NULL,
    rulebook TEXT NOT NULL, program TEXT NOT NULL, surveillance BLOB NOT NULL, signature BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
"""

Connect = Callable[[Path], sqlite3.Connection]


PRAGMAS = (
    "locking_mode=EXCLUSIVE",
    "journal_mode=WAL",
    "synchronous=FULL",
    "wal_autocheckpoint=0",
    "trusted_schema=OFF",
    "cell_size_check=ON",
)


def connect(path: Path) -> sqlite3.Connection:
    """Open the database for this process alone, with its tables. Raises sqlite3.Error; nothing then stays open."""
    os.close(
        os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    )  # SQLite gives its log the mode of this file
    connection = sqlite3.connect(path, isolation_level=None, timeout=1.0)
    try:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}").fetchall()
        connection.executescript(TABLES)
        connection.execute("INSERT OR IGNORE INTO meta VALUES ('schema', ?)", (str(VERSION),))
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def version_of(connection: sqlite3.Connection) -> int:
    """The version of the schema."""
    return int(connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()[0])
