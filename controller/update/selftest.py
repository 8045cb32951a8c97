"""Let a version of the program examine a table before it may run it: configuration, rulebooks, journal, a hand.

The journal and all beside it are read from a copy in memory. What this version makes of them is thrown away with it.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final

from controller.check_config import run_checks
from controller.journal import JournalError
from controller.journal.files import NAME as JOURNAL
from controller.journal.kept import KEPT, NEVER_COPIED
from controller.journal.kept import KEYS as HAND_KEYS
from controller.journal.snapshot import FILES, take
from controller.rulebooks import RulebookError, available, load
from controller.service.session.startup import open_table, premises
from controller.service.session.table_session import BETWEEN_HANDS
from firmware_bridge.messages.tablefile import TableFile

GROUP: Final = "sabot.selftest"
"""Entry points of more tests: () -> a line for the report. Raises ValueError."""

IN_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - a private folder is made in it. shm_open(3) wants it on every Linux

COPIED: Final = "selftest-"


@dataclass(frozen=True, slots=True)
class Examined:
    """The result. `in_hand`: whether the journal has an open hand, `hand` its number. `lines`: what is well."""

    lines: tuple[str, ...]
    errors: tuple[str, ...]
    hand: int = 0
    in_hand: bool = False

    @property
    def passed(self) -> bool:
        """Whether this version may run the table."""
        return not self.errors

    def to_json(self) -> str:
        """Return it for another version to read."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Examined:
        """Return what `to_json` of any version said. Fields that this one does not know are left out."""
        told = json.loads(text)
        return cls(tuple(told["lines"]), tuple(told["errors"]), int(told["hand"]), bool(told["in_hand"]))


def examine(config: TableFile, kept: str = "", *, journal_alone: bool = False) -> Examined:
    """Run every test. `kept`: the version whose kept state is opened instead of the present one."""
    lines: list[str] = []
    errors: list[str] = []
    for test in () if journal_alone else (_configuration, _rulebooks, _more):
        said, wrong = test(config)
        lines += said
        errors += wrong
    said, wrong, hand, in_hand = _journal(config, kept)
    return Examined((*lines, *said), (*errors, *wrong), hand, in_hand)


def _configuration(config: TableFile) -> tuple[list[str], list[str]]:
    _, errors = run_checks(config)
    return (["the table file is accepted"] if not errors else []), errors


def _rulebooks(config: TableFile) -> tuple[list[str], list[str]]:
    game = config.game
    try:
        read = [key for key, _ in available()]
    except RulebookError as error:
        return [], [f"rulebooks: {error}"]
    errors = [error for key in read for error in _failing(partial(load, key), f"rulebook {key}")]
    errors += _failing(lambda: load(game.rulebook, game.structure, variant=game.variant), "the table's rulebook")
    return ([f"{len(read)} rulebooks are read"] if not errors else []), errors


def _failing(what: Callable[[], object], name: str) -> list[str]:
    try:
        what()
    except RulebookError as error:
        return [f"{name}: {error}"]
    return []


def _more(_config: TableFile) -> tuple[list[str], list[str]]:
    lines, errors = [], []
    found = list(entry_points(group=GROUP))
    for entry in found:
        try:
            lines.append(entry.load()())
        except ImportError:
            lines.append(f"{entry.name}: not tried, as the simulator is not installed")
        except ValueError as error:
            errors.append(f"{entry.name}: {error}")
    return lines, errors


def _journal(config: TableFile, kept: str) -> tuple[list[str], list[str], int, bool]:
    """Open a copy of the journal as a start of the controller does, and bring its checkpoint to this version."""
    if not (config.paths.state / JOURNAL).exists():
        return ["there is no journal yet"], [], 0, False
    try:
        with copied(config, kept) as copy:
            of = premises(copy)
            before = {fault.key for fault in of.latch.faults}
            journal, desk = open_table(of)
            journal.close()
            errors = [f"{f.key}: {f.detail}" for f in of.latch.faults if f.key not in before]
            hand, in_hand = desk.table.hand_number, desk.view.phase not in BETWEEN_HANDS
    except (JournalError, RulebookError, OSError, ValueError) as error:
        return [], [f"the journal cannot be opened: {error}"], 0, False
    if errors:
        return [], errors, hand, in_hand
    now = "being played" if in_hand else "over"
    return [f"the journal is opened, hand {hand} is {now}" if hand else "the journal is opened"], [], hand, in_hand


@contextmanager
def copied(config: TableFile, kept: str = "") -> Iterator[TableFile]:
    """The same table on a copy of its state, also while it is played on. Raises JournalError, OSError."""
    state = config.paths.state
    source = state / KEPT / kept if kept else state
    room = config.paths.run if config.paths.run.is_dir() else IN_MEMORY
    _remove_left(room)
    with tempfile.TemporaryDirectory(dir=room, prefix=COPIED) as folder, held(Path(folder)):
        copy, run = Path(folder) / "state", Path(folder) / "run"
        for made in (copy, run):
            made.mkdir(mode=0o700)
        take(source, copy)
        beside = [path for path in source.iterdir() if path.name not in (*FILES, *NEVER_COPIED) and path.is_file()]
        for path in (*beside, *(state.glob(f"{HAND_KEYS}*") if kept else ())):
            shutil.copy2(path, copy / path.name)
        paths = config.paths.model_copy(update={"state": copy, "run": run, "copy_to": None})
        yield config.model_copy(update={"paths": paths})


def _remove_left(room: Path) -> None:
    """Remove the copies of self-tests that were killed: each has the key of the hand that was open then."""
    for left in room.glob(f"{COPIED}*"):
        with suppress(OSError), held(left):  # one that is in use is held
            shutil.rmtree(left)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a copy, so that no other self-test takes it for a left one. Raises OSError if another holds it."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)
