"""The journal: durable, chained, sealed, and locked by the first write that fails."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.journal import (
    Checkpoint,
    Entry,
    FaultLatch,
    Journal,
    JournalError,
    JournalFault,
    open_surveillance_copy,
)
from controller.journal.records import Record, chain_key, link
from controller.journal.schema import connect
from controller.journal.sealing import without_padding
from controller.registers import FileDeviceKey
from controller.registers.device_key import unseal

SECRET = b'{"tag":"iso14443a:04A1B2C3D4E5F6","face":"As"}'


class Table:
    """A state directory and its journal, which can be closed and opened again."""

    def __init__(self, state: Path) -> None:
        self.state = state
        self.device = FileDeviceKey.at(state / "device.key")
        self.journal = Journal(state, self.device)
        self.journal.close_hand(Checkpoint({"hand": 0}, b"start"))
        self.journal.commit()

    def restart(self) -> Journal:
        self.journal.close()
        return self.open()

    def open(self) -> Journal:
        self.journal = Journal(self.state, self.device)
        return self.journal

    def sql(self, statement: str, *values: Any) -> None:
        """What somebody with the medium in his hand could do."""
        self.journal.close()
        with sqlite3.connect(self.state / "journal.sqlite") as connection:
            connection.execute(statement, values)
        connection.close()

    @property
    def on_disk(self) -> bytes:
        return b"".join(path.read_bytes() for path in self.state.iterdir())


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "state")
    yield table
    table.journal.close()


def entry(sequence: int, secret: bytes = SECRET, source: str = "bridge", epoch: int = 1) -> Entry:
    return Entry(source, epoch, sequence, 1000 + sequence, "card_drawn", {"n": sequence}, secret)


def add(journal: Journal, *sequences: int) -> None:
    for sequence in sequences:
        journal.add(entry(sequence))
    journal.commit()


def test_every_file_of_the_journal_is_private_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        table = Table(tmp_path / "state")
        table.journal.add(Entry("bridge", 1, 1, 5, "seat_key", {}, SECRET))
        table.journal.commit()
    finally:
        os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "state").iterdir()}
    assert set(modes.values()) == {0o600}, modes
    assert [name for name in modes if name.endswith("-wal")]
    table.journal.close()


def test_what_was_committed_is_there_after_a_restart_and_opens(table: Table) -> None:
    add(table.journal, 1, 2)
    opened = list(table.restart().reading.open_hand())
    assert [(o.body["n"], o.secret) for o in opened] == [(1, SECRET), (2, SECRET)]


def test_what_was_not_committed_is_not(table: Table) -> None:
    add(table.journal, 1)
    table.journal.add(entry(2))
    assert table.restart().reading.high_water("bridge") == (1, 1)


def test_the_high_water_mark_is_that_of_the_last_entry_of_each_source(table: Table) -> None:
    add(table.journal, 1, 2)
    table.journal.add(entry(7, source="console", epoch=3))
    table.journal.commit()
    journal = table.restart()
    assert (journal.reading.high_water("bridge"), journal.reading.high_water("console")) == ((1, 2), (3, 7))
    assert journal.reading.high_water("robot") == (0, 0)


def test_no_secret_lies_in_clear_anywhere(table: Table) -> None:
    add(table.journal, *range(1, 30))
    table.journal.close_hand(Checkpoint({"hand": 1}, SECRET))
    table.journal.commit()
    add(table.journal, 30)
    assert b"04A1B2C3" not in table.on_disk
    assert b'"As"' not in table.on_disk  # quoted, as it is written: two letters alone stand in many a ciphertext


def test_a_closed_hand_opens_with_the_surveillance_key_alone(table: Table) -> None:
    add(table.journal, 1)
    sealed = next(record for _, record in table.journal.reading.recall())
    private = bytes.fromhex((table.state / "surveillance.key").read_text())
    table.journal.close_hand(Checkpoint({"hand": 1}, b""))
    table.journal.commit()
    assert [path.name for path in table.state.glob("handkey.*")] == ["handkey.2"]
    begun = table.journal.reading.archive.hand(1)
    assert begun is not None
    opened = unseal(open_surveillance_copy(private, 1, begun.surveillance), sealed.purpose, sealed.sealed)
    assert without_padding(opened) == SECRET


def test_the_state_at_the_close_comes_back_and_the_closed_hand_is_not_played_again(table: Table) -> None:
    add(table.journal, 1)
    table.journal.close_hand(Checkpoint({"hand": 1}, b"cards", rulebook="r", program="p"))
    table.journal.add(entry(2))
    table.journal.commit()
    journal = table.restart()
    assert journal.reading.last_checkpoint() == Checkpoint({"hand": 1}, b"cards", rulebook="r", program="p")
    assert [o.body["n"] for o in journal.reading.open_hand()] == [2]


def test_recall_gives_the_last_ten_hands_and_the_open_one_in_order(table: Table) -> None:
    for hand in range(1, 15):
        table.journal.add(entry(hand))
        table.journal.close_hand(Checkpoint({"hand": hand}, b""))
        table.journal.commit()
    add(table.journal, 15)
    assert [record.sequence for _, record in table.journal.reading.recall()] == list(range(5, 16))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE record SET body = '{\"n\":9}' WHERE seq = 2",
        "UPDATE record SET sealed = zeroblob(length(sealed)) WHERE seq = 2",
        "UPDATE record SET stamp = stamp + 1 WHERE seq = 3",
        "DELETE FROM record WHERE seq = 2",
        "DELETE FROM record WHERE seq = 3",
        "UPDATE hand SET sources = '{\"bridge\":[1,9]}' WHERE period = 1",
        "UPDATE hand SET state = x'00' WHERE period = 1",
        "UPDATE hand SET seq = 2 WHERE period = 1",
    ],
)
def test_whatever_was_altered_is_found(table: Table, damage: str) -> None:
    add(table.journal, 1, 2, 3)
    table.sql(damage)
    with pytest.raises(JournalFault) as caught:
        table.open().reading.verify()
    assert caught.value.key in ("journal_chain", "journal_signature", "journal_behind")


def test_a_journal_as_it_was_written_verifies(table: Table) -> None:
    for hand in range(3):
        add(table.journal, 2 * hand + 1, 2 * hand + 2)
        table.journal.close_hand(Checkpoint({"hand": hand}, b""))
        table.journal.commit()
    assert table.restart().reading.verify() == 6
    assert table.journal.reading.verify(hands=1) == 2


def test_a_person_can_accept_what_is_wrong_and_the_rest_is_verified(table: Table) -> None:
    add(table.journal, 1, 2)
    table.sql("UPDATE record SET body = '{}' WHERE seq = 1")
    journal = table.open()
    journal.close_hand(Checkpoint({"hand": 1}, b""))
    journal.accept()
    journal.commit()
    add(journal, 3)
    assert table.restart().reading.verify() == 1


def test_a_record_number_is_never_given_twice(table: Table) -> None:
    add(table.journal, 1, 2)
    table.sql("DELETE FROM record")
    assert table.open().add(entry(3)) == 3


class Failing:
    """A connection whose next commit fails once `broken` is set, and whose later ones work again, as SQLite's do."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.broken = False

    def execute(self, statement: str, *values: Any) -> Any:
        if self.broken and statement == "COMMIT":
            self.broken = False
            self._connection.execute("ROLLBACK")
            raise sqlite3.OperationalError("disk I/O error")
        return self._connection.execute(statement, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


def test_a_failed_commit_is_a_fault_and_the_journal_takes_nothing_more(tmp_path: Path) -> None:
    made: list[Failing] = []

    def failing(path: Path) -> Any:
        made.append(Failing(connect(path)))
        return made[-1]

    state = tmp_path / "state"
    journal = Journal(state, FileDeviceKey.at(state / "device.key"), failing)
    journal.close_hand(Checkpoint({}, b""))
    journal.commit()
    made[0].broken = True
    journal.add(entry(1))
    with pytest.raises(JournalFault, match="disk I/O error"):
        journal.commit()
    with pytest.raises(JournalFault, match="disk I/O error"):
        journal.add(entry(2))
    with pytest.raises(JournalFault):
        journal.commit()
    journal.close()


def test_a_second_controller_is_told_that_one_is_running(table: Table) -> None:
    add(table.journal, 1)
    with pytest.raises(JournalError, match="another controller of this table is running"):
        Journal(table.state, table.device)


def test_another_schema_is_refused_by_its_number(table: Table) -> None:
    table.sql("UPDATE meta SET value = '99' WHERE key = 'schema'")
    with pytest.raises(JournalFault, match="schema 99, this program reads 2"):
        Journal(table.state, table.device)


def test_a_file_that_is_no_database_is_a_fault(table: Table) -> None:
    table.journal.close()
    for name in ("journal.sqlite", "journal.sqlite-wal"):
        (table.state / name).write_bytes(b"no database " * 100)
    with pytest.raises(JournalFault, match="file is not a database"):
        Journal(table.state, table.device)


def test_without_the_key_of_the_open_hand_its_cards_cannot_be_read(table: Table) -> None:
    add(table.journal, 1)
    (table.state / "handkey.1").unlink()
    with pytest.raises(JournalFault, match="cards of the open hand cannot be read"):
        list(table.restart().reading.open_hand())


def test_a_key_that_was_made_for_a_close_that_never_was_committed_is_removed(table: Table) -> None:
    add(table.journal, 1)
    table.journal.close_hand(Checkpoint({}, b""))
    assert len(list(table.state.glob("handkey.*"))) == 2
    assert [o.secret for o in table.restart().reading.open_hand()] == [SECRET]
    assert [path.name for path in table.state.glob("handkey.*")] == ["handkey.1"]


def test_a_latched_fault_is_still_latched_after_a_restart(tmp_path: Path) -> None:
    FaultLatch(tmp_path).latch("journal_commit", "disk I/O error")
    assert [(f.key, f.detail) for f in FaultLatch(tmp_path).faults] == [("journal_commit", "disk I/O error")]


def test_a_fault_is_latched_beside_a_medium_that_takes_nothing_more(tmp_path: Path) -> None:
    gone = tmp_path / "state"  # as a directory that cannot be written
    FaultLatch(gone, tmp_path).latch("journal_commit", "disk I/O error")
    assert [fault.key for fault in FaultLatch(gone, tmp_path).faults] == ["journal_commit"]


def test_a_cleared_fault_stays_cleared(tmp_path: Path) -> None:
    latch = FaultLatch(tmp_path)
    latch.latch("journal_commit", "disk I/O error")
    latch.clear()
    assert not latch.locked
    assert not FaultLatch(tmp_path).locked


def test_a_latch_that_cannot_be_read_locks(tmp_path: Path) -> None:
    (tmp_path / "faults.json").write_text("{")
    assert [fault.key for fault in FaultLatch(tmp_path).faults] == ["latch_unreadable"]


# --- what lies outside the database --------------------------------------------------------------------------------


def flip(path: Path, at: int) -> None:
    """One bit, as a worn-out cell loses it."""
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


def killed(table: Table) -> None:
    """The process is gone, its files are as they are: closing would fold the write-ahead log in."""
    for name in ("journal.sqlite", "journal.sqlite-wal", "journal.head"):
        (table.state / f"{name}.kept").write_bytes((table.state / name).read_bytes())
    table.journal.close()
    for name in ("journal.sqlite", "journal.sqlite-wal", "journal.head"):
        (table.state / f"{name}.kept").replace(table.state / name)


def acknowledged(journal: Journal, *sequences: int) -> None:
    """Each entry in a commit of its own, its end noted."""
    for sequence in sequences:
        add(journal, sequence)
        journal.note_head()


def fault_of(journal: Journal) -> JournalFault:
    with pytest.raises(JournalFault) as caught:
        journal.reading.verify()
    return caught.value


def test_a_bit_flipped_in_the_write_ahead_log_names_the_missing_records(table: Table) -> None:
    acknowledged(table.journal, *range(1, 9))
    killed(table)
    flip(table.state / "journal.sqlite-wal", 1000)
    fault = fault_of(table.open())
    assert (fault.key, "records 1 to 8 are missing" in fault.detail) == ("journal_behind", True)


def test_a_removed_write_ahead_log_names_the_missing_records(table: Table) -> None:
    acknowledged(table.journal, 1, 2, 3)
    killed(table)
    (table.state / "journal.sqlite-wal").unlink()
    fault = fault_of(table.open())
    assert (fault.key, "records 1 to 3 are missing" in fault.detail) == ("journal_behind", True)


def test_a_commit_whose_end_was_not_noted_any_more_is_kept(table: Table) -> None:
    acknowledged(table.journal, 1, 2)
    head = (table.state / "journal.head").read_bytes()
    acknowledged(table.journal, 3)
    killed(table)
    (table.state / "journal.head").write_bytes(head)
    assert table.open().reading.verify() == 3


@pytest.mark.parametrize("slot", [0, 4096])
def test_a_torn_write_of_the_end_leaves_the_one_before(table: Table, slot: int) -> None:
    acknowledged(table.journal, 1, 2)
    killed(table)
    flip(table.state / "journal.head", slot + 40)
    assert table.open().reading.verify() == 2


def test_an_end_that_cannot_be_read_is_a_fault(table: Table) -> None:
    acknowledged(table.journal, 1)
    killed(table)
    for slot in (0, 4096):
        flip(table.state / "journal.head", slot + 40)
    assert fault_of(table.open()).key == "journal_head"


def test_a_missing_end_is_a_fault(table: Table) -> None:
    acknowledged(table.journal, 1)
    table.journal.close()
    (table.state / "journal.head").unlink()
    assert fault_of(table.open()).key == "journal_head"


def test_a_journal_gone_beside_its_keys_is_a_fault(table: Table) -> None:
    add(table.journal, 1)
    table.journal.close()
    (table.state / "journal.sqlite").unlink()
    with pytest.raises(JournalFault, match=r"missing beside checkpoint.1, journal.head"):
        table.open()


def test_the_open_hand_cannot_be_rewritten_without_its_key(table: Table) -> None:
    acknowledged(table.journal, 1, 2)
    table.journal.close()
    with sqlite3.connect(table.state / "journal.sqlite") as connection:
        previous = connection.execute("SELECT head FROM hand WHERE period = 1").fetchone()[0]
        for row in connection.execute("SELECT * FROM record ORDER BY seq").fetchall():
            forged = replace(Record(*row), body='{"n":9}')
            previous = link(chain_key(bytes(32)), previous, forged)
            connection.execute("UPDATE record SET body = ?, hash = ? WHERE seq = ?", (forged.body, previous, row[0]))
    connection.close()
    assert fault_of(table.open()).key == "journal_chain"


def test_the_chain_of_closed_hands_verifies_after_their_keys_are_gone(table: Table) -> None:
    acknowledged(table.journal, 1, 2)
    table.journal.close_hand(Checkpoint({"hand": 1}, b""))
    table.journal.commit()
    table.sql("UPDATE record SET stamp = stamp + 1 WHERE seq = 2")
    assert fault_of(table.open()).detail == "record 2 was altered"


@pytest.mark.parametrize("faces", [["7"], ["12"], ["5", "41"]])
def test_the_length_of_a_sealed_part_tells_no_rank(table: Table, faces: list[str]) -> None:
    secret = b'{"tag":"iso14443a:04A1B2C3D4E5F6","faces":[[' + ",".join(faces).encode() + b"]]}"
    table.journal.add(entry(1, secret=secret))
    table.journal.commit()
    (record,) = [record for _, record in table.journal.reading.recall()]
    assert len(record.sealed) == 256 + 28  # nonce and tag of AES-GCM
    assert [opened.secret for opened in table.journal.reading.open_hand()] == [secret]


def test_refused_entries_beyond_a_hundred_are_counted(table: Table) -> None:
    for sequence in range(1, 151):
        table.journal.add_refused(Entry("console", 1, sequence, 0, "answer", {"refused": {"key": f"r{sequence}"}}))
        table.journal.commit()
    table.journal.note_head()
    journal = table.restart()
    assert (journal.reading.verify(), journal.reading.high_water("console")) == (100, (1, 150))
    assert journal.reading.refusal_of("console", 1, 150) == (False, {"key": "r150"}, None)


def test_a_count_of_refused_entries_that_was_altered_is_found(table: Table) -> None:
    for sequence in range(1, 103):
        table.journal.add_refused(Entry("console", 1, sequence, 0, "answer", {"refused": {"key": "r"}}))
    table.journal.commit()
    table.sql("DELETE FROM refused")
    assert fault_of(table.open()).detail == "2 refused entries are missing"


def test_the_write_ahead_log_stays_bounded_within_a_hand(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.journal.store.FOLD_AFTER", 100_000)
    add(table.journal, *range(1, 1000))
    for sequence in range(1000, 1200):
        add(table.journal, sequence)
    assert (table.state / "journal.sqlite-wal").stat().st_size < 1_200_000
    assert table.restart().reading.verify() == 1199


def test_a_long_hand_resumes_from_where_it_was_saved_within(table: Table) -> None:
    add(table.journal, 1, 2)
    table.journal.save_within(Checkpoint({"hand": 1}, b"middle"))
    add(table.journal, 3)
    journal = table.restart()
    journal.reading.verify()
    resumed = journal.reading.resume()
    assert resumed == (Checkpoint({"hand": 1}, b"middle"), 2)
    assert [opened.body["n"] for opened in journal.reading.open_hand(2)] == [3]


def test_a_checkpoint_within_a_hand_that_was_altered_is_found(table: Table) -> None:
    add(table.journal, 1)
    table.journal.save_within(Checkpoint({"hand": 1}, b"middle"))
    table.journal.commit()
    table.sql("UPDATE within SET state = x'00'")
    with pytest.raises(JournalFault, match="checkpoint within the open hand was altered"):
        table.open().reading.resume()


def test_a_new_journal_goes_on_with_the_numbers_of_the_lost_one(table: Table) -> None:
    acknowledged(table.journal, 1, 2)
    table.journal.close_hand(Checkpoint({"hand": 1}, b""))
    table.journal.commit()
    table.journal.close()
    (table.state / "journal.sqlite").write_bytes(b"no database" * 999)
    table.journal = Journal.begin_again(table.state, table.device)
    table.journal.close_hand(Checkpoint({"hand": 1}, b""))
    table.journal.accept()
    add(table.journal, 3)
    assert (table.journal.reading.period, table.journal.reading.last, table.journal.reading.high_water("bridge")) == (
        3,
        3,
        (1, 3),
    )
    assert table.restart().reading.verify() == 1
    assert (table.state / "damaged.1" / "journal.sqlite").exists()


def test_the_checkpoint_beside_the_database_outlives_it(table: Table) -> None:
    acknowledged(table.journal, 1)
    table.journal.close_hand(Checkpoint({"stacks": [100, 200]}, b""))
    table.journal.commit()
    table.sql("UPDATE hand SET state = x'00'")
    saved = table.open().reading.last_good()
    assert saved is not None
    assert (saved.period, saved.body) == (2, {"stacks": [100, 200]})


def test_an_entry_of_its_own_costs_two_pages_of_the_log(table: Table) -> None:
    log = table.state / "journal.sqlite-wal"
    add(table.journal, *range(1, 200))  # beyond what the log held before it was folded
    before = log.stat().st_size
    for sequence in range(200, 240):
        add(table.journal, sequence)
    assert (log.stat().st_size - before) / 40 < 2 * 4096
