"""`sabot journal`: a journal verified, recalled, copied and restored beside the controller that writes it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from controller.journal.command import app
from firmware_bridge.messages.told import DealerCommand

from .service_rig import Rig
from .service_steps import dealt
from .test_service_losses import altered, power_cut
from .things import table_text


def journal(rig: Rig, command: str, *arguments: str) -> Result:
    config = rig.config.paths.state.parent / "table.toml"
    config.write_text(table_text(config.parent))
    return CliRunner().invoke(app, [command, "--config", str(config), *arguments])


def test_a_journal_verifies_while_the_controller_writes_it(sensing: Rig) -> None:
    dealt(sensing)
    done = journal(sensing, "verify", "--json")
    assert (done.exit_code, json.loads(done.stdout)["period"]) == (0, 1)
    assert sensing.of.latch.faults == ()


def test_an_altered_record_is_named_with_status_1(sensing: Rig) -> None:
    dealt(sensing)
    sensing.kill()
    altered(sensing.config.paths.state, "UPDATE record SET stamp = stamp + 1 WHERE seq = 5")
    done = journal(sensing, "verify")
    assert (done.exit_code, done.stderr) == (1, "journal_chain: record 5 was altered\n")
    sensing.start()


def test_recall_shows_each_step_in_order_and_no_face(sensing: Rig) -> None:
    dealt(sensing)
    done = journal(sensing, "recall", "--json")
    told = json.loads(done.stdout)
    assert [step["record"] for step in told] == list(range(1, len(told) + 1))
    drawn = [step for step in told if step["kind"] == "card_drawn"]
    assert [step["events"][0][1]["exit"] for step in drawn] == [1, 2, 3, 4, 5, 6]
    assert {step["events"][0][1]["face"] for step in drawn} == {0}  # which of the sealed faces, not which card


def test_recall_in_words_marks_the_current_hand(sensing: Rig) -> None:
    dealt(sensing)
    done = journal(sensing, "recall")
    assert "RECALL of period 1 (the current one)" in done.stdout
    assert "> HandBegan 1" in done.stdout


def test_recall_works_while_a_fault_is_latched(sensing: Rig) -> None:
    dealt(sensing)
    sensing.of.latch.latch("journal_commit", "disk I/O error")
    assert journal(sensing, "recall").exit_code == 0


def test_a_copy_puts_back_what_was_lost(plain: Rig, tmp_path: Path) -> None:
    console = plain.peer("console")
    console.tell(DealerCommand(word="stack", seat=2, value="7500"))
    assert journal(plain, "copy", str(tmp_path / "copy")).exit_code == 0
    power_cut(plain, "journal.sqlite", "journal.sqlite-wal")
    done = journal(plain, "restore", str(tmp_path / "copy"))
    assert (done.exit_code, done.stderr) == (0, "")
    plain.start()
    assert [fault.key for fault in plain.of.latch.faults] == ["journal_restored"]
    assert plain.service._desk.view.seats[1].stack == 7_500


def test_keys_are_not_copied(plain: Rig, tmp_path: Path) -> None:
    plain.peer("console")
    journal(plain, "copy", str(tmp_path / "copy"))
    names = {path.name for path in (tmp_path / "copy").iterdir()}
    assert {"journal.sqlite", "journal.head"} <= names <= {
        "journal.sqlite", "journal.sqlite-wal", "journal.head", "checkpoint.0", "checkpoint.1",
    }  # fmt: skip


def test_nothing_is_restored_under_a_running_controller(plain: Rig, tmp_path: Path) -> None:
    plain.peer("console")
    journal(plain, "copy", str(tmp_path / "copy"))
    done = journal(plain, "restore", str(tmp_path / "copy"))
    assert (done.exit_code, "another controller of this table is running" in done.stderr) == (1, True)


@pytest.mark.parametrize("command", ["verify", "recall"])
def test_a_table_without_a_journal_is_told_what_is_missing(tmp_path: Path, command: str) -> None:
    config = tmp_path / "table.toml"
    config.write_text(table_text(tmp_path))
    done = CliRunner().invoke(app, [command, "--config", str(config)])
    assert (done.exit_code, "device.key is missing" in done.stderr) == (1, True)
