"""After any crash or damage the table is the uninterrupted one, or it is locked with a named fault."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import islice

import pytest

from controller.pages import catalogue
from tests.conftest import ROOT

from .crash_matrix import Case, Evening, as_page, outcomes

KEYS = ("device.key", "surveillance.pub")
SHARE = 6
"""One case in so many is tried each time: the short form is to take some seconds."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return Evening(tmp_path_factory.mktemp("evening"))


def results(evening: Evening, cases: list[Case]) -> dict[str, str]:
    return {outcome.place: outcome.result for outcome in outcomes(evening, cases)}


def test_a_kill_at_a_write_leaves_the_same_table(evening: Evening) -> None:
    found = results(evening, list(islice(evening.killed(), 0, None, 2 * SHARE)))
    assert {place: result for place, result in found.items() if result != "the same table"} == {}


def test_no_flipped_bit_is_silently_wrong(evening: Evening) -> None:
    found = results(evening, list(islice(evening.flipped(), 0, None, SHARE)))
    assert "SILENTLY WRONG" not in found.values()
    assert "journal_behind" in found.values() or "journal_damaged" in found.values()


def test_no_removed_file_is_silently_wrong(evening: Evening) -> None:
    found = results(evening, list(evening.removed()))
    assert "SILENTLY WRONG" not in found.values()
    assert found["journal.sqlite-wal"] == "journal_behind"
    assert found["journal.sqlite"] in ("journal_missing", "journal_damaged")
    assert found["journal.head"] == "journal_head"
    assert found["decks.reg"] == found["chips.reg"] == "register_missing"
    assert found["device.key"] == "device_key"
    assert found["people"] == "people_lost"
    assert found["surveillance.pub"] == "surveillance_changed"


def test_each_fault_of_a_damaged_file_has_words(evening: Evening) -> None:
    known = {"the same table", *(key.removeprefix("fault.") for key in catalogue("en").keys)}
    found = results(evening, [case for case in evening.flipped() if "a small file" in case.group])
    assert set(found.values()) <= known
    keys = {name: {result for place, result in found.items() if place.startswith(name)} for name in KEYS}
    assert keys == {"device.key": {"device_key"}, "surveillance.pub": {"surveillance_changed"}}


@pytest.mark.soak
def test_the_whole_matrix_is_printed(evening: Evening) -> None:
    found = list(outcomes(evening, evening.cases()))
    page = ROOT / "docs" / "crash-matrix.md"
    page.write_text(as_page(found), encoding="utf-8")
    page.with_suffix(".json").write_text(json.dumps([asdict(outcome) for outcome in found], indent=0) + "\n")
    assert [outcome for outcome in found if outcome.result == "SILENTLY WRONG"] == []


def test_a_wrong_table_would_be_found(evening: Evening) -> None:
    wrong = Case("", "as it was before", evening.moments[0].files, frozenset({evening.moments[-1].table}))
    assert results(evening, [wrong]) == {"as it was before": "SILENTLY WRONG"}
