"""What a crash or a worn-out medium may leave behind, and what a controller makes of it at its next start.

A table is set up and a hand is played to its end, once. Every call on its files is noted, and the table after each
commit is kept. Each case makes the files that a crash or a damage would leave, starts a controller on them, and
compares its table with the uninterrupted one.
"""

from __future__ import annotations

import json
import re
import shutil
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random

from controller.journal import Entry, FaultLatch, Journal, JournalError
from controller.registers import FileDeviceKey, save_chips, save_decks
from controller.service.session.belongings import device_key_at, found, registers_at
from controller.service.session.startup import Premises, open_table, premises
from controller.service.session.table_session import OWN, Desk

from .crash_states import Files, states
from .service_rig import Rig
from .service_steps import whole_hand
from .things import registers, sensing_parts, table_file
from .watched_disk import Disk, Op, watched

WAL, DATABASE, HEAD = "journal.sqlite-wal", "journal.sqlite", "journal.head"
PAGE = 4096  # bytes of a page of the database: SQLite's default
FRAME = 24 + PAGE  # a frame of the write-ahead log, its header before it (sqlite.org/fileformat2.html)
WAL_HEADER = 32
STARTS = 10  # of a storm: the supervisor gives up after three that fail at once


def again(of: Premises) -> Premises:
    """The premises as a start finds them now. The rulebook and the program are those of before."""
    state = of.config.paths.state
    key, keyless = device_key_at(state)
    known, damaged = registers_at(state, key)
    latch = FaultLatch(state, of.config.paths.run)
    return replace(of, latch=latch, device=key, registers=known, keyless=keyless, damaged=damaged)


@dataclass(frozen=True, slots=True)
class Moment:
    """The files after a commit, and the table that they must give."""

    files: Files
    table: str
    ops: int = 0  # calls so far


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
        self.state = Path(config.paths.state)
        self.moments: list[Moment] = []
        key = FileDeviceKey.at(self.state / "device.key")
        save_decks(self.state, key, registers().decks)
        save_chips(self.state, key, registers().chips)
        self.first = self.files()
        with watched(self.state) as disk:
            rig = Rig(config)
            self.keep(rig, disk)
            whole_hand(rig)
            self.ops = list(disk.ops)
            rig.close()
        self.of: Premises = premises(config)

    def keep(self, rig: Rig, disk: Disk) -> None:
        """From now on keep files and table after each commit."""
        flush = rig.service.flush

        def kept(now: int) -> None:
            flush(now)
            self.moments.append(self._moment(rig, disk))

        self.moments.append(self._moment(rig, disk))
        rig.service.flush = kept  # type: ignore[method-assign]  # the matrix counts

    def _moment(self, rig: Rig, disk: Disk) -> Moment:
        return Moment(self.files(), self._table(rig.service._journal, rig.service._desk), len(disk.ops))

    def files(self) -> Files:
        """What lies in the state directory now."""
        return {path.name: path.read_bytes() for path in self.state.iterdir() if path.is_file()}

    @staticmethod
    def _table(journal: Journal, desk: Desk) -> str:
        """The whole table, and which events of each source are in the journal."""
        marks = {source: journal.reading.high_water(source) for source in journal.reading.sources if source != OWN}
        return json.dumps([marks, desk.checkpoint().body["table"]], sort_keys=True)

    def lay(self, files: Files) -> None:
        """Put these files into the state directory, and nothing else."""
        shutil.rmtree(self.state)
        self.state.mkdir(mode=0o700)
        (self.of.config.paths.run / "faults.json").unlink(missing_ok=True)
        for name, data in files.items():
            (self.state / name).write_bytes(data)
            (self.state / name).chmod(0o600)

    def start(self, files: Files) -> tuple[str, str]:
        """(what the controller says, its table): "" or the fault's key, or the name of the error it ends with."""
        self.lay(files)
        return self.next_start()

    def next_start(self, begins: bool = False) -> tuple[str, str]:
        """The same with what lies there. `begins`: with the first record of a start."""
        try:
            of = again(self.of)
            journal, desk = open_table(of)
            table = self._table(journal, desk)
            if begins and not of.latch.locked:
                facts = {**found(self.state, of.device, of.registers), "registers": of.registers.digest()}
                journal.add(Entry(OWN, journal.reading.high_water(OWN)[0] + 1, 0, 0, "started", facts))
                journal.commit()
                journal.note_head()
        except (JournalError, OSError) as error:
            return type(error).__name__, ""
        journal.close()
        return next((fault.key for fault in of.latch.faults), ""), table

    # --- cases ------------------------------------------------------------------------------------------------------

    def cases(self) -> Iterator[Case]:
        """All of them."""
        yield from self.killed()
        yield from self.restarted(97)
        yield from self.storms(100)
        yield from self.flipped()
        yield from self.removed()
        yield from self.cut()

    def killed(self) -> Iterator[Case]:
        """Killed, or without power, after each write, sync, rename and removal since the table was set up."""
        yield from self.crashes(self.first, self.ops, "")

    def crashes(self, files: Files, ops: list[Op], when: str) -> Iterator[Case]:
        """The same for any calls on any files. No table is acknowledged before the first moment."""
        ends = [moment.ops for moment in self.moments]
        for number, what, left in states(files, ops):
            at = bisect_right(ends, number + 1)
            allowed = frozenset(moment.table for moment in self.moments[max(at - 1, 0) : at + 1])
            yield Case(f"{what}{when}", f"call {number}, {_call(ops[number])}", left, allowed)

    def restarted(self, share: int) -> Iterator[Case]:
        """Killed, or without power, and then again at each call of the start that follows."""
        for case in islice(self.killed(), 0, None, share):
            yield from self.starts_after(case)

    def starts_after(self, case: Case) -> Iterator[Case]:
        """Killed, or without power, at each call of the start that follows this case."""
        self.lay(case.files)
        with watched(self.state) as disk:
            self.next_start(begins=True)
        for number, what, left in states(case.files, disk.ops):
            place = f"{case.place}, then call {number} of the start, {_call(disk.ops[number])}"
            yield Case(f"{what}, in the start after a crash", place, left, case.allowed)

    def storms(self, count: int) -> Iterator[Case]:
        """Ten starts on end, each killed or without power at some call of it."""
        luck = Random(count)  # noqa: S311 - a plan that can be repeated
        crashed = list(self.killed())
        for _ in range(count):
            case = luck.choice(crashed)
            files, stopped = case.files, []
            for _ in range(STARTS):
                self.lay(files)
                with watched(self.state) as disk:
                    self.next_start(begins=True)
                number, _what, files = luck.choice(list(states(files, disk.ops)) or [(0, "", files)])
                stopped.append(str(number))
            place = f"{case.place}, then calls {' '.join(stopped)} of the starts"
            yield Case("killed or without power in ten starts on end", place, files, case.allowed)

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


def _call(op: Op) -> str:
    """A call by its kind and file, without the random part of a file that is written aside."""
    return f"{op.kind} {re.sub(r'[.][0-9a-f]{8}[.]new$', '.new', op.name)}".rstrip()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a case: "the same table", a fault or an error by its name, or "SILENTLY WRONG"."""

    group: str
    place: str
    result: str


def outcomes(evening: Evening, cases: Iterable[Case]) -> Iterator[Outcome]:
    """Start a controller on each. The same files are tried once."""
    tried: dict[frozenset[tuple[str, bytes]], tuple[str, str]] = {}
    for case in cases:
        files = frozenset(case.files.items())
        if files not in tried:
            tried[files] = evening.start(case.files)
        said, table = tried[files]
        wrong = not said and table not in case.allowed
        yield Outcome(case.group, case.place, "SILENTLY WRONG" if wrong else said or "the same table")


def as_page(found: list[Outcome]) -> str:
    """The matrix as a page of the documentation."""
    counted = Counter((outcome.group, outcome.result) for outcome in found)
    rows = [f"| {group} | {result} | {count} |" for (group, result), count in sorted(counted.items())]
    silent = sum(outcome.result == "SILENTLY WRONG" for outcome in found)
    return "\n".join((
        "# Crash matrix", "",
        "`make soak` writes this page and `crash-matrix.json`. A table is set up and a hand is played to its end.",
        "Each case makes the files that a crash or a damage leaves. It starts a controller on them and compares the",
        "table with the uninterrupted one. A short form is in `tests/controller/test_crash_matrix.py`.", "",
        f"{len(found)} cases, {silent} of them silently wrong.", "",
        "A power failure keeps what was synced. Of the rest, each case keeps another part. A name counts as synced",
        "once its directory is.", "",
        "| what happened | what the next start makes of it | cases |", "|---|---|---|", *rows, "",
        "*The same table*: each acknowledged event is there, once, and the table is as if nothing had happened. It",
        "ends with the last acknowledged entry or one commit later. *Then* stands before what was found after the",
        "fault was cleared. A fault is named by its key in [journal.md](journal.md), and the table is locked.", "",
        "Tried elsewhere:", "",
        "| what happened | what came of it | test |", "|---|---|---|",
        "| killed 1,000 times in 200 hands | the table of a twin | `controller/test_killed_hands.py` |",
        "| the controller stopped and continued | the table of a twin | `controller/test_killed_hands.py` |",
        "| a pipe, a folder or a device for a file | a named fault at once | `controller/test_crash_matrix.py` |",
        "| the console stopped and continued | its pages answer again | `pages/test_console.py` |",
        "| a process dies at each start | an end with the reason, or no pages | `controller/test_supervisor.py` |",
        "| the bridge stopped and continued | a gap over all places, and a snapshot | `bridge/test_bridge.py` |",
        "| bridge, controller and console killed in a hand | the hand as in its file | `system/test_crash.py` |",
        "| each sync takes three seconds | the same table | `controller/test_crash_matrix.py` |",
        "| the time of day set between two starts of the machine | a notice | `controller/test_notices.py` |",
        "| the monotonic clock begins anew | clocks have what was left | `controller/test_service_faults.py` |",
        "| the medium of the second copy pulled or slow | `copy_stopped` | `controller/test_second_copy.py` |", "",
    ))  # fmt: skip


def as_json(found: list[Outcome]) -> str:
    """The same with every case: what happened, what came of it, and where it was so."""
    places: dict[tuple[str, str], list[str]] = {}
    for outcome in found:
        places.setdefault((outcome.group, outcome.result), []).append(outcome.place)
    rows = (json.dumps([group, result, where]) for (group, result), where in sorted(places.items()))
    return "[\n" + ",\n".join(rows) + "\n]\n"
