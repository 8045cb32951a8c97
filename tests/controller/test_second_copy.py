"""The second copy of the journal: the same after each commit, brought up to date at a start, a fault if it stops."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.journal import Journal
from controller.journal.batch import write
from controller.journal.errors import JournalFault
from controller.journal.second_copy import SecondCopy
from controller.journal.snapshot import opened, restore
from controller.registers import FileDeviceKey
from firmware_bridge.messages.tablefile import parse_table_file
from firmware_bridge.messages.told import DealerCommand

from .service_rig import Rig
from .service_steps import CLEAR, SHUFFLE
from .things import table_text

TABLES = ("record", "hand", "refused", "within")
STACK = DealerCommand(word="stack", seat=2, value="7500")


@pytest.fixture
def medium(tmp_path: Path) -> Path:
    (tmp_path / "medium").mkdir(mode=0o700)
    return tmp_path / "medium"


@pytest.fixture
def rig(tmp_path: Path, medium: Path) -> Iterator[Rig]:
    text = table_text(tmp_path).replace("[paths]\n", f'[paths]\ncopy_to = "{medium}"\n')
    rig = Rig(parse_table_file(text))
    yield rig
    rig.close()


def rows(directory: Path) -> list[Any]:
    with sqlite3.connect(directory / "journal.sqlite") as connection:
        found = [connection.execute(f"SELECT * FROM {t}").fetchall() for t in TABLES]  # noqa: S608 - constants
    connection.close()
    return found


def keys(rig: Rig) -> list[str]:
    return [fault.key for fault in rig.of.latch.faults]


def test_the_copy_has_every_row_of_the_journal(rig: Rig, medium: Path) -> None:
    console = rig.peer("console")
    console.tell(STACK)
    rig.service._records.close_hand(rig.service._desk)
    console.tell(SHUFFLE)
    rig.kill()
    assert rows(medium) == rows(rig.config.paths.state)
    rig.start()


def test_a_copy_is_verified_as_the_journal_is(rig: Rig, medium: Path, tmp_path: Path) -> None:
    rig.peer("console").tell(STACK)
    rig.kill()
    state = rig.config.paths.state
    device = FileDeviceKey.at(state / "device.key")
    for path in state.glob("handkey.*"):
        shutil.copy(path, medium)
    with opened(medium, device, tmp_path) as journal:
        assert journal.verify() == journal.last > 3
    rig.start()


def test_a_lost_journal_is_restored_from_the_copy(rig: Rig, medium: Path, tmp_path: Path) -> None:
    console = rig.peer("console")
    console.tell(STACK)
    console.tell(SHUFFLE)
    rig.kill()
    state = rig.config.paths.state
    for path in state.glob("journal.*"):
        path.unlink()
    restore(medium, state, FileDeviceKey.at(state / "device.key"), tmp_path)
    rig.start()
    console.greet()
    assert keys(rig) == []
    assert (rig.state(console).hand, [seat.stack for seat in rig.state(console).seats]) == (1, [10_000, 7_450, 9_900])


def test_what_a_copy_lacks_is_added_at_the_next_start(rig: Rig, medium: Path) -> None:
    console = rig.peer("console")
    rig.service._records.end_copy()
    console.tell(STACK)
    rig.service._records.close_hand(rig.service._desk)
    console.tell(SHUFFLE)
    rig.kill()
    assert rows(medium) != rows(rig.config.paths.state)
    rig.start()
    rig.kill()
    assert rows(medium) == rows(rig.config.paths.state)
    assert not list(medium.glob("damaged.*"))
    rig.start()


@pytest.mark.parametrize("foreign", ["of another table", "no database", "none"])
def test_a_copy_of_something_else_is_put_aside_and_all_is_copied(rig: Rig, medium: Path, foreign: str) -> None:
    rig.peer("console").tell(STACK)
    rig.kill()
    for path in medium.iterdir():
        path.unlink()
    if foreign == "of another table":
        other = Journal(medium, FileDeviceKey.at(medium / "device.key"))
        other.close()
    elif foreign == "no database":
        (medium / "journal.sqlite").write_bytes(b"no database" * 999)
    rig.start()
    rig.kill()
    assert rows(medium) == rows(rig.config.paths.state)
    assert len(list(medium.glob("damaged.*"))) == (foreign != "none")
    rig.start()


def test_a_medium_that_is_not_there_locks_the_table(rig: Rig, medium: Path) -> None:
    rig.kill()
    away = medium.rename(medium.with_name("away"))
    rig.start()
    assert keys(rig) == ["copy_stopped"]
    assert "is the medium there?" in rig.of.latch.faults[0].detail
    assert not medium.exists()
    away.rename(medium)
    console = rig.peer("console")
    console.tell(CLEAR, role="floor")
    assert keys(rig) == []
    rig.kill()
    assert rows(medium) == rows(rig.config.paths.state)
    rig.start()


def test_a_write_that_fails_on_the_other_medium_locks_the_table(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    done = threading.Event()

    def fail(*_: object) -> None:
        done.set()
        raise sqlite3.OperationalError("disk I/O error")

    console = rig.peer("console")
    monkeypatch.setattr("controller.journal.second_copy.write", fail)
    console.tell(STACK)
    assert done.wait(2)
    copy = rig.service._records.copy
    assert copy is not None
    copy._thread.join(2)
    rig.turn()
    assert keys(rig) == ["copy_stopped"]
    assert "disk I/O error" in rig.of.latch.faults[0].detail


def test_a_slow_medium_is_shown_and_then_a_fault(rig: Rig, medium: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    console, may = rig.peer("console"), threading.Event()
    copy = rig.service._records.copy
    assert copy is not None
    now = [copy._now()]  # commits of the start may still be on their way
    copy._now = lambda: now[0]

    def wait(connection: sqlite3.Connection, batch: Any) -> None:
        assert may.wait(60)
        write(connection, batch)

    monkeypatch.setattr("controller.journal.second_copy.write", wait)
    console.tell(STACK)
    assert [notice.key for notice in rig.state(console).notices if "copy" in notice.key] == []
    now[0] += 6_000_000_000
    rig.turn()
    shown = {notice.key: notice.params for notice in rig.state(console).notices}
    assert shown["notice.copy_behind"] == {"commits": copy.behind}
    now[0] += 55_000_000_000
    rig.turn()
    assert keys(rig) == ["copy_stopped"]
    may.set()


def test_a_copy_that_cannot_be_begun_names_its_directory(plain: Rig, tmp_path: Path) -> None:
    with pytest.raises(JournalFault, match="elsewhere: there is no such directory"):
        SecondCopy(plain.service._journal, tmp_path / "elsewhere", plain.of.device)
