"""The count of a table at the end of a day: what is counted, what is refused, and a sheet that nobody can alter."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from controller.poker.events import ChipsMoved, DealerCommand
from controller.poker.outcomes import Alarm, Outcome
from controller.poker.places import STACK
from controller.registers.device_key import FileDeviceKey
from controller.rulebooks import load
from controller.service.session.count_command import count as show
from controller.service.session.count_sheet import NANOSECONDS, CountSheetError, read_sheet, write_sheet
from controller.table import SeatSetup, Setup, Stakes, Table, new_table, step
from controller.table.chips.stack_count import StackCount, count
from controller.table.state.seating import Kept
from firmware_bridge.messages.tablefile import load_table_file

from .things import table_text

LFP = load("lfp")
EVENING = 1_790_000_000 * NANOSECONDS  # of a day in September 2026


def table() -> Table:
    seats = tuple(SeatSetup(n, 2000, (1000, 500, 500)) for n in (1, 2))
    return new_table(Setup(seats, 2, Stakes(50, 100), smallest_chip=25))


def said(at: Table, word: str, role: str = "floor") -> list[Outcome]:
    return step(at, DealerCommand(word, None, "Ann", role, (1, 1)), LFP)  # type: ignore[arg-type]  # a role of the test


def test_every_seat_is_counted_chip_by_chip() -> None:
    at = table()
    assert said(at, "count_stacks") == []
    counted = count(at)
    assert counted.stacks[0] == StackCount(1, 2000, 2000, ((1000, 1), (500, 2)))
    assert (counted.total, counted.hand, counted.players_left) == (4000, 0, 2)


def test_a_stack_that_is_not_what_it_counts_as_is_named() -> None:
    at = table()
    at.felt.replace(STACK + 2, (1000, 500), 0)
    at.felt.total[40 + 2] = 0  # and nobody holds the other chip
    assert [(a.key, a.seat, a.amount) for a in said(at, "count_stacks") if isinstance(a, Alarm)] == [
        ("stack.differs", 2, -500)
    ]


def test_only_the_floor_counts_and_only_between_hands() -> None:
    at = table()
    assert [a.key for a in said(at, "count_stacks", "dealer") if isinstance(a, Alarm)] == ["command.role"]
    said(at, "shuffle", "dealer")
    assert [a.key for a in said(at, "count_stacks") if isinstance(a, Alarm)] == ["command.not_now"]


def test_chips_in_a_players_hand_are_still_his_and_named_as_missing_from_the_stack() -> None:
    at = table()
    step(at, ChipsMoved(STACK + 1, (), (500,), (1, 2)), LFP)
    (counted, _) = count(at).stacks
    assert (counted.counts, counted.lies, count(at).total) == (2000, 1500, 4000)
    assert said(at, "count_stacks") == [Alarm("stack.differs", 1, -500, "stack:1")]
    step(at, ChipsMoved(STACK + 1, (500,), (), (3, 4)), LFP)
    assert said(at, "count_stacks") == []


def test_a_sheet_is_read_back_as_it_was_signed(tmp_path: Path) -> None:
    key = FileDeviceKey(bytes(32))
    path = write_sheet(tmp_path / "state", key, "table 7", 5, "Ann", count(table()))
    sheet = read_sheet(path, key)
    assert (sheet["table"], sheet["by"], sheet["total"]) == ("table 7", "Ann", 4000)
    assert path.stat().st_mode & 0o777 == 0o600


def test_an_altered_sheet_is_refused(tmp_path: Path) -> None:
    key = FileDeviceKey(bytes(32))
    path = write_sheet(tmp_path / "state", key, "table 7", 5, "Ann", count(table()))
    whole = json.loads(path.read_text())
    whole["sheet"]["stacks"][0]["counts"] += 500
    path.write_text(json.dumps(whole))
    with pytest.raises(CountSheetError, match="not signed by this table's device key"):
        read_sheet(path, key)


def test_the_sheet_of_another_table_is_refused(tmp_path: Path) -> None:
    path = write_sheet(tmp_path / "state", FileDeviceKey(bytes(32)), "table 7", 5, "Ann", count(table()))
    with pytest.raises(CountSheetError):
        read_sheet(path, FileDeviceKey(bytes([1]) * 32))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"sheet": {}, "signature": "x"}'])
def test_what_is_no_sheet_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(CountSheetError, match="is no count sheet"):
        read_sheet(path, FileDeviceKey(bytes(32)))


# --- `sabot count` --------------------------------------------------------------------------------------------------

app = typer.Typer()
app.command()(show)


def shown(folder: Path, *arguments: str) -> tuple[int, str]:
    config = folder / "table.toml"
    config.write_text(table_text(folder))
    done = CliRunner().invoke(app, ["--config", str(config), *arguments])
    return done.exit_code, done.output


def laid_down(folder: Path, stamp: int) -> Path:
    config = folder / "table.toml"
    config.write_text(table_text(folder))
    state = load_table_file(config).paths.state
    return write_sheet(state, FileDeviceKey.at(state / "device.key"), "table 7", stamp, "Ann", count(table()))


def test_the_last_sheet_is_shown(tmp_path: Path) -> None:
    laid_down(tmp_path, EVENING)
    path = laid_down(tmp_path, EVENING + 60 * NANOSECONDS)
    code, said = shown(tmp_path)
    assert code == 0
    assert f"{path}: signed by this table, and unaltered" in said
    words = [line.split() for line in said.splitlines()]
    assert ["1", "2", "000", "1x1000", "+", "2x500", "." * 24] in words
    assert ["total", "4", "000"] in words


def test_a_sheet_says_the_time_that_people_go_by(tmp_path: Path) -> None:
    laid_down(tmp_path, EVENING)
    _, said = shown(tmp_path)
    assert datetime.fromtimestamp(EVENING / NANOSECONDS, UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S %z") in said


def test_chips_that_the_house_keeps_stand_on_the_sheet(tmp_path: Path) -> None:
    at = table()
    at.seating.kept.append(Kept(6, 320))
    config = tmp_path / "table.toml"
    config.write_text(table_text(tmp_path))
    state = load_table_file(config).paths.state
    write_sheet(state, FileDeviceKey.at(state / "device.key"), "table 7", EVENING, "Ann", count(at))
    assert "kept for the player who had seat 6: 320" in shown(tmp_path)[1]


def test_an_altered_sheet_is_not_shown(tmp_path: Path) -> None:
    path = laid_down(tmp_path, 9)
    path.write_text(path.read_text().replace("2000", "9000", 1))
    code, said = shown(tmp_path, str(path))
    assert (code, "9000" in said) == (1, False)


def test_without_a_sheet_it_says_how_to_make_one(tmp_path: Path) -> None:
    code, said = shown(tmp_path)
    assert code == 1
    assert "holds no count sheet" in said
