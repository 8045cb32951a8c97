"""What commissioning has found, as a file, and the table file that is written from it, with the one before."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from firmware_bridge.commissioning import files
from firmware_bridge.commissioning.found import Commissioned, End, Named, as_named, ends_of
from firmware_bridge.guided.kept import KeptError
from firmware_bridge.messages.tablefile import load_table_file

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
TEXT = """[table]
name = "test"  # of the hall

[game]
rulebook = "lfp"
small_blind = 50
big_blind = 100

[paths]
state = "FOLDER/state"
run = "FOLDER/run"

[[part]]
name = "bets"
kind = "feig_obid"
port = "/dev/bets"
antennas = { 1 = "bet:1", 2 = "bet:2" }
"""


def text_in(folder: Path) -> str:
    return TEXT.replace("FOLDER", str(folder))


def opened_at(file: Path) -> files.Work:
    work = files.opened(file)
    assert work is not None
    return work


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text(text_in(tmp_path))
    file.chmod(0o640)
    return file


def test_what_was_found_is_kept_and_read_again(file: Path) -> None:
    work = opened_at(file)
    assert work.so_far is None
    work.keep(as_named(load_table_file(file)))
    assert opened_at(file).so_far == work.so_far


def test_what_was_found_at_other_parts_does_not_count(file: Path) -> None:
    opened_at(file).keep(as_named(load_table_file(file)))
    file.write_text(file.read_text().replace('name = "bets"', 'name = "others"'))
    assert opened_at(file).so_far is None


def test_an_end_that_was_left_out_can_get_its_name_later(file: Path) -> None:
    work = opened_at(file)
    work.keep(Commissioned(named=(Named(name="bet:1", end=End(part="bets", number=2)),)))
    work.write(AT)
    assert load_table_file(file).part[0].antennas == {"2": "bet:1"}
    assert set(ends_of(opened_at(file).box).values()) == {End(part="bets", number=1), End(part="bets", number=2)}


def test_a_box_whose_parts_a_person_has_replaced_counts_no_more(file: Path) -> None:
    files.box_file(file).write_text(file.read_text())
    assert opened_at(file).source == files.box_file(file)
    file.write_text(file.read_text().replace("/dev/bets", "/dev/spare"))
    assert opened_at(file).source == file


def test_from_a_box_alone_the_table_file_is_written(file: Path) -> None:
    box = file.rename(files.box_file(file))
    work = opened_at(box)
    work.keep(as_named(work.box))
    assert (work.file, work.differs, work.write(AT)) == (file, True, None)
    assert load_table_file(file).part[0].antennas == {"1": "bet:1", "2": "bet:2"}
    assert not opened_at(file).differs


def test_the_names_are_written_and_the_file_before_is_kept_with_its_date(file: Path) -> None:
    table = load_table_file(file)
    swapped = {"bet:1": End(part="bets", number=2), "bet:2": End(part="bets", number=1)}
    work = opened_at(file)
    work.keep(as_named(table).with_names(swapped))
    backup = work.write(AT)
    assert backup is not None
    assert (backup.name, backup.read_text()) == ("table-20260102T030405Z.toml", text_in(file.parent))
    assert load_table_file(file).part[0].antennas == {"1": "bet:2", "2": "bet:1"}
    assert 'name = "test"  # of the hall' in file.read_text()
    assert [path.stat().st_mode & 0o777 for path in (file, backup)] == [0o640, 0o640]


def test_a_file_that_cannot_take_the_names_stays_as_it_was(file: Path) -> None:
    work = opened_at(file)
    work.keep(as_named(work.box))
    file.write_text(broken := text_in(file.parent).replace("[game]", "[gme]"))
    with pytest.raises(KeptError, match="cannot take what was found"):
        files.opened(file)
    work.text = broken
    with pytest.raises(KeptError, match="cannot take what was found"):
        work.write(AT)
    assert [(path.name, path.read_text()) for path in file.parent.glob("*.toml")] == [("table.toml", broken)]
