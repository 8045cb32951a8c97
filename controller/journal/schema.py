"""The tables of the journal, and how the database is opened.

- The journal numbers the records, not SQLite, and no number is given twice. The head file and the signed checkpoints
  have it too.
- There is no index. Each index would be one more page to write for every commit.
- synchronous=FULL: in WAL mode NORMAL loses committed transactions with the power (sqlite.org/wal.html).
- locking_mode=EXCLUSIVE: one writer, held by the kernel until the process ends. A second controller gets an error.
"""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

VERSION = 2

TABLES = """
CREATE TABLE IF NOT EXISTS record (
    seq INTEGER PRIMARY KEY, source TEXT NOT NULL, epoch INTEGER NOT NULL, sequence INTEGER NOT NULL,
    stamp INTEGER NOT NULL, kind TEXT NOT NULL, period INTEGER NOT NULL, body TEXT NOT NULL, sealed BLOB NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS refused (
    source TEXT PRIMARY KEY, epoch INTEGER NOT NULL, sequence INTEGER NOT NULL, count INTEGER NOT NULL,
    reason TEXT NOT NULL, mac BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS hand (
    period INTEGER PRIMARY KEY, seq INTEGER NOT NULL, head BLOB NOT NULL, state BLOB NOT NULL, sealed BLOB NOT NULL,
    rulebook TEXT NOT NULL, program TEXT NOT NULL, sources TEXT NOT NULL, utc INTEGER NOT NULL, ended BLOB NOT NULL,
    surveillance BLOB NOT NULL, signature BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS within (
    id INTEGER PRIMARY KEY CHECK (id = 1), period INTEGER NOT NULL, seq INTEGER NOT NULL, head BLOB NOT NULL,
    state BLOB NOT NULL, sealed BLOB NOT NULL, rulebook TEXT NOT NULL, program TEXT NOT NULL, mac BLOB NOT NULL
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
    """Open the database for this process alone, with its tables. Raises sqlite3.Error, and nothing then stays
    open."""
    os.close(
        os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    )  # SQLite gives its log the mode of this file
    connection = sqlite3.connect(path, isolation_level=None, timeout=1.0)
    try:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}").fetchall()
        if not version_of(connection):
            make_tables(connection)
    except (sqlite3.Error, TypeError, ValueError):
        connection.close()
        raise
    return connection


def make_tables(connection: sqlite3.Connection) -> None:
    """Make all tables or none. Raises sqlite3.Error."""
    statements = f"BEGIN; {TABLES} INSERT INTO meta VALUES ('schema', '{VERSION}'); COMMIT;"  # noqa: S608 - constants
    connection.executescript(statements)


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of the schema, 0 in a database without tables. Raises sqlite3.Error."""
    if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        return 0
    return int(connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()[0])
