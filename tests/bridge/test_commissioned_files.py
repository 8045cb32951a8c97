"""What commissioning has found, as a file, and the table file that is written from it, with the one before."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from firmware_bridge.commissioning import files
from firmware_bridge.commissioning.found import End, as_named
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
state = "state"
run = "run"

[[part]]
name = "bets"
kind = "feig_obid"
port = "/dev/bets"
antennas = { 1 = "bet:1", 2 = "bet:2" }
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text(TEXT)
    file.chmod(0o640)
    return file


def test_what_was_found_is_kept_and_read_again(file: Path) -> None:
    assert files.kept(file.parent) is None
    so_far = files.Progress(found=as_named(load_table_file(file)))
    files.keep(so_far, file.parent)
    assert files.kept(file.parent) == so_far


def test_the_names_are_written_and_the_file_before_is_kept_with_its_date(file: Path) -> None:
    table = load_table_file(file)
    swapped = {"bet:1": End(part="bets", number=2), "bet:2": End(part="bets", number=1)}
    backup = files.write_table(file, table, as_named(table).with_names(swapped), AT)
    assert (backup.name, backup.read_text()) == ("table-20260102T030405Z.toml", TEXT)
    assert load_table_file(file).part[0].antennas == {"1": "bet:2", "2": "bet:1"}
    assert 'name = "test"  # of the hall' in file.read_text()
    assert [path.stat().st_mode & 0o777 for path in (file, backup)] == [0o640, 0o640]


def test_a_file_that_cannot_take_the_names_stays_as_it_was(file: Path) -> None:
    table = load_table_file(file)
    file.write_text(broken := TEXT.replace("[game]", "[gme]"))
    with pytest.raises(KeptError, match="cannot take what was found"):
        files.write_table(file, table, as_named(table), AT)
    assert [(path.name, path.read_text()) for path in file.parent.glob("*.toml")] == [("table.toml", broken)]
