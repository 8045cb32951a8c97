"""The pass sheet of a guided test, and what the command says where no test can be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pydantic import ValidationError
from typer.testing import CliRunner

from firmware_bridge.diag_command import app
from firmware_bridge.guided import sheet as sheets
from firmware_bridge.guided.checks import Found
from firmware_bridge.guided.kept import KeptError
from firmware_bridge.guided.sheet import Sheet
from firmware_bridge.guided.steps import Step, steps_of
from firmware_bridge.messages.guided import Result, Signer
from firmware_bridge.messages.guided_facts import AllPassed, Awaited, Heard, NotComplete, Noticed, OneTag, SomeFailed
from hardware_sim import tables

from .rig import table_file

WHO = Signer(technician="R. Roe", licence="T-114", reason="antenna replaced", asset="7001")


@pytest.fixture
def steps(tmp_path: Path) -> tuple[Step, ...]:
    return steps_of(table_file(tmp_path, keep=lambda part: part["name"] == "shoe"))


@pytest.fixture
def blank(tmp_path: Path, steps: tuple[Step, ...]) -> Sheet:
    return sheets.begun(table_file(tmp_path, keep=lambda part: part["name"] == "shoe"), steps, WHO)


def with_all(sheet: Sheet, steps: tuple[Step, ...], result: Result = "pass") -> Sheet:
    for step in steps:
        heard = Found(result, Heard(kind="heard_then_gone", hits=20, looks=20))
        sheet = sheet.with_result(step, OneTag(hits=17, looks=20), heard)
    return sheet


def test_a_sheet_says_passed_only_if_each_step_passed(blank: Sheet, steps: tuple[Step, ...]) -> None:
    assert blank.result == NotComplete(left=26)
    assert with_all(blank, steps).result == AllPassed(steps=26)
    assert with_all(blank, steps[:-1]).result == NotComplete(left=1)
    skipped = Found("skip", Noticed(kind="skipped"))
    one_skipped = with_all(blank, steps).with_result(steps[3], Awaited(kind="one_touch"), skipped)
    assert one_skipped.result == NotComplete(left=1)


def test_one_part_has_a_result_of_its_own(blank: Sheet, steps: tuple[Step, ...]) -> None:
    sheet = with_all(blank, steps[:1])
    assert (sheet.result_of("shoe"), sheet.result_of("gpio")) == (AllPassed(steps=1), NotComplete(left=25))


def test_a_sheet_names_what_failed(blank: Sheet, steps: tuple[Step, ...]) -> None:
    untouched = Found("fail", Noticed(kind="no_touch"))
    failed = with_all(blank, steps).with_result(steps[1], Awaited(kind="one_touch"), untouched)
    assert failed.result == SomeFailed(things=f"gpio {steps[1].thing}")


def test_the_text_has_who_when_why_and_what_was_not_tested(blank: Sheet, steps: tuple[Step, ...]) -> None:
    text = sheets.text_of(with_all(blank, steps[:3]), "en")
    for said in ("R. Roe", "T-114", "antenna replaced", "7001", f"{blank.began:%Y-%m-%d %H:%M:%S} UTC", "sabot "):
        assert said in text
    assert "pass  shoe" in text
    assert "not tested: shoe:back" in text


def test_a_french_sheet_says_what_was_seen_in_french(blank: Sheet, steps: tuple[Step, ...]) -> None:
    text = sheets.text_of(with_all(blank, steps[:1]), "fr")
    assert "Résultat          INCOMPLET : reste 25" in text
    assert "vu : lue dans 20 lectures sur 20, puis partie. Attendu : une étiquette, lue dans 17" in text


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\x1b[2J", "x" * 101])
def test_a_name_that_cannot_stand_on_a_sheet_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        Signer(technician=name, licence="1", reason="1", asset="1")


def test_a_kept_test_is_read_again(blank: Sheet, steps: tuple[Step, ...], tmp_path: Path) -> None:
    assert sheets.kept(tmp_path) is None
    sheet = with_all(blank, steps[:2])
    sheets.keep(sheet, tmp_path)
    assert sheets.kept(tmp_path) == sheet
    assert sheet.left(steps) == list(steps[2:])


def test_a_kept_test_that_is_damaged_is_named_with_the_cure(tmp_path: Path) -> None:
    (tmp_path / "table.test.json").write_text("{}")
    with pytest.raises(KeptError, match="Begin anew"):
        sheets.kept(tmp_path)


ANSWERS = ["--technician", "R", "--licence", "1", "--reason", "r", "--asset", "7"]


def said(config: Path, *words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["test", "--config", str(config), *words])
    return result.exit_code, result.output


@pytest.fixture
def config(tmp_path: Path) -> Path:
    text = (Path(tables.__file__).parent / "reference.toml").read_text(encoding="utf-8")
    config = tmp_path / "table.toml"
    config.write_text(text.replace("/run/sabot", str(tmp_path / "run")))
    return config


def test_a_part_that_is_none_is_named_with_those_there_are(config: Path) -> None:
    code, text = said(config, *ANSWERS, "--part", "cards-9")
    assert code == 2
    assert "part cards-9: allowed are shoe, cards-1, cards-2, bets," in text


def test_an_answer_that_is_none_is_named(config: Path) -> None:
    code, text = said(config, *ANSWERS[:-1], "7" * 101)
    assert code == 2
    assert "asset: allowed are 1 to 100 characters on one line." in text


def test_a_kept_result_is_on_the_medium_before_its_name_is(
    blank: Sheet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = list[str]()
    sync, replace = os.fsync, Path.replace

    def synced(descriptor: int) -> None:
        sync(descriptor)
        done.append(f"sync {Path(f'/proc/self/fd/{descriptor}').readlink().name}")

    def replaced(self: Path, target: Path) -> Path:
        done.append(f"name {target.name}")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    sheets.keep(blank, tmp_path)
    assert done == ["sync table.test.json.new", "name table.test.json", f"sync {tmp_path.name}"]
    assert sheets.kept(tmp_path) == blank
