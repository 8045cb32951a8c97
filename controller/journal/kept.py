"""The state of a table as one version of the program left it, kept until the next version has proven itself.

    state/kept/<version>/     every file of the state as it was, without the keys of hands
    state/kept/<version>/kept.json   written last: {"records": n, "period": n, "head": digest of journal.head}
    state/kept/put-back       names the version whose state is to be put back

The key of the open hand is never copied: it goes with the close of the hand. So a kept state can be put back as long
as no hand was closed since, and then its key still lies there. To put it back takes many steps. Its mark is written
first, and a controller that finds the mark does the rest before it opens anything.
"""

import hashlib
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from controller.journal.faults import NAME as FAULTS
from controller.journal.files import NAME as JOURNAL
from controller.journal.head import HeadFile
from controller.journal.snapshot import take
from controller.registers.files import copy_private, read_whole, write_private
from firmware_bridge.process.durable import own_as_folder, sync_directory

KEPT: Final = "kept"
MARK: Final = "put-back"
ABOUT: Final = "kept.json"
KEYS: Final = "handkey."
READING: Final = ".reading-"

NEVER_COPIED: Final = ("surveillance.key",)
"""It opens every hand, and is to be taken away. A copy of it would stay."""

HARMLESS: Final = frozenset({
    "started", "installation", "hello", "clock", "clock_set", "part_health", "sensing_gap", "snapshot",
})  # fmt: skip
"""Kinds of records that every start writes. The next start writes them again, so they may be given up."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Where the journal of a kept state ends. `head`: the digest of its journal.head, "" without one."""

    records: int
    period: int
    head: str


def keep(state: Path, version: str) -> Kept:
    """Copy the state of a table that does not run, in place of an earlier copy of that version.

    The copy has its name once it is whole. Raises OSError, JournalError.
    """
    kept = Kept(*_end_of(state), _head(state))
    folder = state / KEPT
    _make(folder)
    for left in (*folder.glob(".*"), *state.glob(f"{READING}*")):  # of an update that was killed
        shutil.rmtree(left)
    aside = folder / f".{version}"
    _make(aside)
    for path in _files(state):
        copy_private(path, aside / path.name)
    write_private(aside / ABOUT, json.dumps(asdict(kept)).encode())
    own_as_folder(aside / ABOUT)
    sync_directory(aside)
    if (folder / version).exists():
        shutil.rmtree(folder / version)
    aside.rename(folder / version)
    sync_directory(folder)
    return kept


def kept_of(state: Path, version: str) -> Kept | None:
    """Return what is kept of that version's state, None if there is no whole copy."""
    try:
        return Kept(**json.loads(read_whole(state / KEPT / version / ABOUT)))
    except (OSError, ValueError, TypeError):
        return None


def is_of_now(state: Path, version: str) -> bool:
    """Whether the copy of that version has the state as it is, so that nothing was journalled since."""
    kept = kept_of(state, version)
    return kept is not None and kept.head == _head(state)


def touched_since(state: Path, version: str) -> str:
    """Return what was journalled since that copy and would be lost with it, "" if nothing was.

    The table must not run. Raises OSError, JournalError, sqlite3.Error.
    """
    kept = kept_of(state, version)
    if kept is None:
        return f"no state of version {version} is kept"
    with _journal(state) as database:
        periods = database.execute("SELECT coalesce(max(period), 0) FROM hand").fetchone()[0]
        since = database.execute("SELECT kind, count(*) FROM record WHERE seq > ? GROUP BY kind", [kept.records])
        kinds = dict(since.fetchall())
    if periods > kept.period:
        return f"{periods - kept.period} hands were closed"
    lost = {kind: count for kind, count in kinds.items() if kind not in HARMLESS}
    return ", ".join(f"{count} of {kind}" for kind, count in sorted(lost.items()))


def mark_put_back(state: Path, version: str) -> None:
    """Have the kept state of that version put back before the next start. Raises OSError."""
    write_private(state / KEPT / MARK, version.encode())
    own_as_folder(state / KEPT / MARK)


def put_back_if_marked(state: Path, run: Path) -> str:
    """Put the marked state back, or go on with it. Return its version, "" if none is marked. Raises OSError.

    The table must not run. Files that came since are removed, except the keys of hands.
    """
    mark = state / KEPT / MARK
    if not mark.exists():
        return ""
    version = read_whole(mark).decode()
    folder = state / KEPT / version
    if kept_of(state, version) is None:
        raise OSError(f"{mark} names {version}, and {folder} is not whole. Remove {mark} to go on as things are")
    wanted = {path.name: path for path in _files(folder) if path.name != ABOUT}
    for path in _files(state):
        if path.name not in wanted:
            path.unlink()
    for name, path in wanted.items():
        copy_private(path, state / name)
    (run / FAULTS).unlink(missing_ok=True)  # a fault that was latched before lies in the state as well
    mark.unlink()
    sync_directory(state / KEPT)
    return version


def forget(state: Path, but: str = "") -> None:
    """Remove what is kept, except of one version. Raises OSError."""
    folder = state / KEPT
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name != but and path.is_dir():
            shutil.rmtree(path)


def size_of(state: Path) -> int:
    """Return how many bytes a copy would take."""
    return sum(path.stat().st_size for path in _files(state))


def _files(folder: Path) -> list[Path]:
    """The files of a state. What was being written as the power failed is none of it, and no key of a hand is."""
    found = sorted(path for path in folder.iterdir() if path.is_file() and not path.is_symlink())
    kept = [path for path in found if not path.name.startswith(KEYS) and path.suffix != ".new"]
    return [path for path in kept if path.name not in NEVER_COPIED]


def _make(folder: Path) -> None:
    folder.mkdir(mode=0o700, exist_ok=True)
    own_as_folder(folder)


def _head(state: Path) -> str:
    try:
        return hashlib.sha256(read_whole(state / "journal.head")).hexdigest()
    except FileNotFoundError:
        return ""


@contextmanager
def _journal(state: Path) -> Iterator[sqlite3.Connection]:
    """The database, as a copy: to read one with a log means to write to it."""
    with tempfile.TemporaryDirectory(dir=state, prefix=READING) as folder:
        take(state, Path(folder))
        with closing(sqlite3.connect(Path(folder) / JOURNAL)) as database:
            yield database


def _end_of(state: Path) -> tuple[int, int]:
    """Return the last record and the last period that the head file knows, zeros without one."""
    newest = max(HeadFile(state).unverified(), key=lambda head: head.count, default=None)
    return (newest.seq, newest.period) if newest is not None else (0, 0)
