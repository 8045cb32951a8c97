"""What a crash or a worn-out medium may leave behind, and what a controller makes of it at its next start.

A short evening is played once. After each commit the files and the table are kept. Each case alters the files, starts
a controller on them, and compares its table with the uninterrupted one.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from controller.journal import FaultLatch, JournalError
from controller.registers import FileDeviceKey, save_chips, save_decks
from controller.service.session.belongings import device_key_at, registers_at
from controller.service.session.startup import Premises, open_table, premises
from firmware_bridge.messages.told import DealerCommand

from .service_rig import Rig
from .service_steps import SHUFFLE, posted, push, take
from .things import chip_tag, registers, sensing_parts, table_file

Files = dict[str, bytes]
WAL, DATABASE, HEAD = "journal.sqlite-wal", "journal.sqlite", "journal.head"
PAGE = 4096  # bytes of a page of the database: SQLite's default
FRAME = 24 + PAGE  # a frame of the write-ahead log, its header before it (sqlite.org/fileformat2.html)
WAL_HEADER = 32


def again(of: Premises) -> Premises:
    """The premises as a start finds them now. The rulebook and the program are those of before."""
    state = of.config.paths.state
    key, keyless = device_key_at(state)
    found, damaged = registers_at(state, key)
    return replace(of, latch=FaultLatch(state), device=key, registers=found, keyless=keyless, damaged=damaged)


@dataclass(frozen=True, slots=True)
class Moment:
    """The files after a commit, and the table that they must give."""

    files: Files
    table: str


@dataclass(frozen=True, slots=True)
class Case:
    """One damage, and the tables that may come of it without a fault."""

    group: str
    place: str
    files: Files
    allowed: frozenset[str]


class Evening:
    """The moments of one table, and a controller for whatever is left of it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        config = table_file(root, parts=sensing_parts())
        key = FileDeviceKey.at(Path(config.paths.state) / "device.key")
        save_decks(Path(config.paths.state), key, registers().decks)
        save_chips(Path(config.paths.state), key, registers().chips)
        self.state = Path(config.paths.state)
        self.moments: list[Moment] = []
        rig = Rig(config)
        self._play(rig)
        rig.close()
        self.of: Premises = premises(config)

    def _play(self, rig: Rig) -> None:
        flush = rig.service.flush

        def kept(now: int) -> None:
            flush(now)
            files = {path.name: path.read_bytes() for path in self.state.iterdir() if path.is_file()}
            self.moments.append(Moment(files, self._table(rig.service._desk)))

        rig.service.flush = kept  # type: ignore[method-assign]
        bridge, console = posted(rig)
        rig.service._close_hand()  # as if a hand ended here: what was is folded, its key goes
        console.tell(DealerCommand(word="clock"), "floor")
        console.tell(SHUFFLE)
        for number in range(3):
            bridge.say(push(rig, "bet:1", chip_tag(100, number)))
            bridge.say(take("bet:1", chip_tag(100, number)))

    @staticmethod
    def _table(desk: Any) -> str:
        return json.dumps(desk.checkpoint().body["table"], sort_keys=True)

    def start(self, files: Files) -> tuple[str, str]:
        """(what the controller says, its table): "" or the fault's key, or the name of the error it ends with."""
        shutil.rmtree(self.state)
        self.state.mkdir(mode=0o700)
        for name, data in files.items():
            (self.state / name).write_bytes(data)
            (self.state / name).chmod(0o600)
        try:
            of = again(self.of)
            journal, desk = open_table(of)
        except (JournalError, OSError) as error:
            return type(error).__name__, ""
        journal.close()
        return next((fault.key for fault in of.latch.faults), ""), self._table(desk)

    # --- cases ------------------------------------------------------------------------------------------------------

    def cases(self) -> Iterator[Case]:
        """All of them."""
        yield from self.killed()
        yield from self.flipped()
        yield from self.removed()
        yield from self.cut()

    def killed(self) -> Iterator[Case]:
        """Killed, or without power, at each write of each commit: whole frames, and torn ones."""
        for number, (before, after) in enumerate(zip(self.moments, self.moments[1:], strict=False)):
            allowed = frozenset({before.table, after.table})
            old, new = before.files.get(WAL, b""), after.files[WAL]
            ends = [at for at in range(WAL_HEADER, len(new) + 1, FRAME // 2) if new[:at] != old[:at]]
            for at in ends:
                yield Case("killed at a write", f"commit {number}, byte {at}", _mixed(before, after, at), allowed)
            keys = {name: data for name, data in before.files.items() if name.startswith("handkey.")}
            ended = {**after.files, **keys, HEAD: before.files[HEAD]}
            yield Case("killed before the end was noted", f"commit {number}", ended, allowed)
            if before.files[DATABASE] != after.files[DATABASE]:
                for page in range(len(after.files[DATABASE]) // PAGE):
                    files = _folding(before, after, page)
                    yield Case("killed while the log was folded", f"commit {number}, page {page}", files, allowed)

    def flipped(self) -> Iterator[Case]:
        """A bit of each page of database and log, and of each small file."""
        last = self.moments[-1]
        for name, data in sorted(last.files.items()):
            step = PAGE if name == DATABASE else FRAME // 2 if name == WAL else max(40, len(data) // 4)
            for at in range(min(20, len(data) // 2), len(data), step):
                damaged = bytearray(data)
                damaged[at] ^= 4
                files = {**last.files, name: bytes(damaged)}
                yield Case(f"bit flipped in {_kind(name)}", f"{name}, byte {at}", files, frozenset({last.table}))

    def removed(self) -> Iterator[Case]:
        """Each file gone."""
        last = self.moments[-1]
        for name in sorted(last.files):
            files = {other: data for other, data in last.files.items() if other != name}
            yield Case("file removed", name, files, frozenset({last.table}))

    def cut(self) -> Iterator[Case]:
        """Each file cut short, or empty."""
        last = self.moments[-1]
        for name, data in sorted(last.files.items()):
            for length in (0, len(data) // 2):
                files = {**last.files, name: data[:length]}
                yield Case("file cut short", f"{name}, {length} bytes", files, frozenset({last.table}))


def _kind(name: str) -> str:
    return {DATABASE: "the database", WAL: "the write-ahead log", HEAD: "the head"}.get(name, "a small file")


def _mixed(before: Moment, after: Moment, at: int) -> Files:
    """The write-ahead log written up to that byte, all else as it was before, but for the next hand's key."""
    old, new = before.files.get(WAL, b""), after.files[WAL]
    keys = {name: data for name, data in after.files.items() if name.startswith("handkey.")}
    return {**before.files, **keys, WAL: new[:at] + old[at:]}


def _folding(before: Moment, after: Moment, page: int) -> Files:
    """The log is complete, and folded into the database up to that page."""
    at, old = page * PAGE, before.files[DATABASE]
    return {**before.files, **after.files, DATABASE: after.files[DATABASE][:at] + old[at:]}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a case: "the same table", a fault or an error by its name, or "SILENTLY WRONG"."""

    group: str
    place: str
    result: str


def outcomes(evening: Evening, cases: Iterable[Case]) -> Iterator[Outcome]:
    """Start a controller on each."""
    for case in cases:
        said, table = evening.start(case.files)
        wrong = not said and table not in case.allowed
        yield Outcome(case.group, case.place, "SILENTLY WRONG" if wrong else said or "the same table")


def as_page(found: list[Outcome]) -> str:
    """The matrix as a page of the documentation."""
    counted = Counter((outcome.group, outcome.result) for outcome in found)
    rows = [f"| {group} | {result} | {count} |" for (group, result), count in sorted(counted.items())]
    silent = sum(outcome.result == "SILENTLY WRONG" for outcome in found)
    return "\n".join((
        "# Crash matrix", "",
        "`make soak` writes this page and `crash-matrix.json`. A short evening is played once. Each case damages its",
        "files, starts a controller on them and compares the table with the uninterrupted one. A short form is in",
        "`tests/controller/test_crash_matrix.py`.", "",
        f"{len(found)} cases, {silent} of them silently wrong.", "",
        "| what happened | what the next start makes of it | cases |", "|---|---|---|", *rows, "",
        "*The same table* is the table as if nothing had happened, up to the last acknowledged entry or one commit",
        "later. A fault is named by its key in [journal.md](journal.md), and the table is locked.", "",
    ))  # fmt: skip
