"""A machine with versions and a table, in a temporary folder and without processes. It can be killed at any call.

The table is a journal with real files. Each version of the program is simulated: it opens a journal of its own form
or an earlier one, and brings that to its own. The service manager is simulated too: it starts what the link names.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from controller.journal import FaultLatch
from controller.journal.files import NAME as JOURNAL
from controller.journal.head import Head, HeadFile
from controller.journal.kept import KEPT, put_back_if_marked
from controller.journal.records import GENESIS
from controller.journal.schema import make_tables
from controller.update.carry_out import Machine, carry_out
from controller.update.folder import Folder, UpdateError
from controller.update.selftest import Examined
from controller.update.steps import Update

CALLS: Final = ("replace", "rename", "unlink", "mkdir", "rmdir", "symlink", "chown")
KEY: Final = bytes(32)


class Killed(BaseException):
    """The updater is dead. Whatever it still tries to do fails in the same way."""


@dataclass(frozen=True, slots=True)
class Version:
    """A version of the program. `form`: of the table that it writes. Later forms it cannot open."""

    name: str
    form: int = 1
    installs: bool = True
    comes_up: bool = True


VERSIONS: Final = {
    version.name: version
    for version in (
        Version("1.0"),
        Version("1.1"),
        Version("2.0", form=2),
        Version("2.1", form=2, comes_up=False),
        Version("2.2", installs=False),
    )
}


@dataclass(slots=True)
class Killer:
    """Counts calls that change something, and kills at one of them."""

    at: int | None = None
    count: int = 0
    dead: bool = False

    def call(self) -> None:
        self.count += 1
        if self.dead or (self.at is not None and self.count >= self.at):
            self.dead = True
            raise Killed

    @contextmanager
    def watching(self, at: int | None) -> Iterator[None]:
        """Kill whatever happens within at its `at`-th call, None for never."""
        self.at, self.count, self.dead = at, 0, False
        with pytest.MonkeyPatch.context() as patched:
            for name in CALLS:
                patched.setattr(os, name, self._watched(getattr(os, name)))
            for name in ("fsync", "sync"):  # nothing here loses what was written, so no test waits for the medium
                patched.setattr(os, name, lambda *_: self.call())
            try:
                yield
            finally:
                self.at, self.dead = None, False

    def _watched(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*given: Any, **options: Any) -> Any:
            self.call()
            return real(*given, **options)

        return watched


class Ledger:
    """The journal of the simulated table: its form, and what was recorded in it."""

    def __init__(self, state: Path) -> None:
        self.path, self._head = state / JOURNAL, HeadFile(state)

    def make(self, form: int) -> None:
        with self._open() as database:
            make_tables(database)
            database.execute("INSERT INTO meta VALUES ('form', ?)", [str(form)])
        self._head.create(Head(1, 1, 0, 0, GENESIS), KEY)

    def add(self, kind: str) -> None:
        with self._open() as database:
            row = ("console", 1, 1, 1, kind, 1, "{}", b"", b"")
            columns = "source, epoch, sequence, stamp, kind, period, body, sealed, hash"
            database.execute(f"INSERT INTO record ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)  # noqa: S608
            seq = database.execute("SELECT max(seq) FROM record").fetchone()[0]
        self._head.write(Head(seq + 1, 1, seq, 0, GENESIS), KEY)
        self._head.close()

    @property
    def form(self) -> int:
        with self._open() as database:
            return int(database.execute("SELECT value FROM meta WHERE key = 'form'").fetchone()[0])

    def bring_to(self, form: int) -> None:
        with self._open() as database:
            database.execute("UPDATE meta SET value = ? WHERE key = 'form'", [str(form)])

    @property
    def kinds(self) -> list[str]:
        with self._open() as database:
            return [kind for (kind,) in database.execute("SELECT kind FROM record ORDER BY seq")]

    @property
    def played(self) -> list[str]:
        """What people would miss."""
        return [kind for kind in self.kinds if kind != "started"]

    @property
    def in_hand(self) -> bool:
        return self.kinds.count("shuffle") > self.kinds.count("award")

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self.path)) as database:
            database.execute("PRAGMA synchronous=OFF")
            yield database
            database.commit()


@dataclass(slots=True)
class SimulatedServices:
    """Starts what the link names, as a service manager does. It lives on when the updater is killed."""

    rig: UpdateRig
    runs: Version | None = None
    at_stop: Callable[[], None] = lambda: None  # what happens at the table as the order comes

    def running(self) -> bool:
        return self.runs is not None

    def stop(self) -> None:
        self.rig.killer.call()
        self.at_stop()
        self.runs = None

    def start(self) -> str:
        self.rig.killer.call()
        if self.runs is None:
            self.boot()
        self.rig.killer.call()
        return "" if self.runs is not None and self.runs.comes_up else "the controller ended with status 1"

    def boot(self) -> None:
        """Start the table, as a start of the machine does. No updater is needed for it."""
        rig = self.rig
        name = rig.folder.current()
        assert name in rig.folder.whole(), f"the link names {name!r}, which is not whole"
        assert (rig.folder.versions / name / "program").read_text() == name
        self.runs = rig.versions[name]
        put_back_if_marked(rig.state, rig.run)
        if rig.ledger.form > self.runs.form:
            FaultLatch(rig.state, rig.run).latch("checkpoint_version", "a later version saved it")
            return
        rig.ledger.bring_to(self.runs.form)
        rig.ledger.add("started")


class UpdateRig:
    """The machine, and what a person does at it."""

    def __init__(self, root: Path) -> None:
        self.versions: Mapping[str, Version] = VERSIONS
        self.killer, self.said = Killer(), list[str]()
        self.state, self.run = root / "state", root / "run"
        for folder in (self.state, self.run):
            folder.mkdir(mode=0o700)
        self.folder, self.ledger = Folder(root), Ledger(self.state)
        self.services = SimulatedServices(self)
        self.hand_ends_after: int | None = None  # questions to the table until the open hand ends
        self.hears = True  # its controller answers

    def install_first(self, name: str) -> None:
        """A table that has been played on with its first version."""
        with self.folder.held():
            self._put(name)
            self.folder.switch(name)
        self.ledger.make(self.versions[name].form)
        self.services.boot()
        self.play_hand()

    def play_hand(self) -> None:
        for kind in ("shuffle", "award"):
            self.ledger.add(kind)

    # --- what an update has to do with ---

    @property
    def machine(self) -> Machine:
        return Machine(
            self.folder, self.state, self.run, self.services, self, self.phase, lambda: self.ledger.in_hand,
            lambda _s: None, self.said.append,
        )  # fmt: skip

    def phase(self) -> str | None:
        if self.services.runs is None or not self.services.runs.comes_up or not self.hears:
            return None
        if self.hand_ends_after is not None:
            self.hand_ends_after -= 1
            if self.hand_ends_after <= 0:
                self.ledger.add("award")
                self.hand_ends_after = None
        return "preflop" if self.ledger.in_hand else "waiting"

    def place(self, update: Update) -> None:
        if not self.versions[update.goal].installs:
            self.folder.fresh(update.goal)
            raise UpdateError("pip failed: no wheel for this machine")
        self._put(update.goal)

    def _put(self, name: str) -> None:
        (self.folder.fresh(name) / "program").write_text(name)
        self.folder.make_whole(name, "digest")

    def examine(self, version: str, *, kept: str = "", journal_alone: bool = False) -> Examined:  # noqa: ARG002 - a look at the journal is all that there is
        ledger = Ledger(self.state / KEPT / kept) if kept else self.ledger
        form, mine = ledger.form, self.versions[version].form
        hand = ledger.kinds.count("shuffle")
        if form > mine:
            return Examined((), (f"the checkpoint is {form}, this program reads {mine}",), hand, ledger.in_hand)
        return Examined(("the journal is opened",), (), hand, ledger.in_hand)

    # --- what a person does ---

    def begin(self, goal: str, *, back: bool = False) -> Update:
        update = Update(goal, self.folder.current(), "" if back else "release.zip", "digest", "Ann", "Bob", "now")
        with self.folder.held():
            self.folder.note(update)
        return update

    def go_on(self, kill_at: int | None = None) -> Update | None:
        """Take the update up, if one is under way. None if it is killed before its end, or none is."""
        under_way = self.folder.record()
        if under_way is None:
            self.folder.prune()
            return None
        with suppress(Killed), self.killer.watching(kill_at), self.folder.held():
            return carry_out(self.machine, under_way)
        return None

    def power_cut(self) -> None:
        self.services.runs = None
        self.services.boot()

    def faults(self) -> list[str]:
        return [fault.key for fault in FaultLatch(self.state, self.run).faults]
