"""After any crash or damage the table is the uninterrupted one, or it is locked with a named fault."""

from __future__ import annotations

import json
import os
from errno import ENOSPC
from itertools import islice
from pathlib import Path

import pytest

from controller.pages import catalogue
from tests.conftest import ROOT

from .clock_steps import outcomes_of_steps
from .crash_matrix import Case, Evening, as_json, as_page, outcomes
from .failing_disk import FAILURES, FailingEvening, Failure
from .service_rig import Rig
from .service_steps import whole_hand
from .watched_disk import watched

WORDS = {"the same table", *(key.removeprefix("fault.") for key in catalogue("en").keys if key.startswith("fault."))}
KEYS = ("device.key", "surveillance.pub")
SHARE = 6
"""One case in so many is tried each time: the short form is to take some seconds."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return Evening(tmp_path_factory.mktemp("evening"))


def results(evening: Evening, cases: list[Case]) -> dict[str, str]:
    return {outcome.place: outcome.result for outcome in outcomes(evening, cases)}


def not_the_same(evening: Evening, cases: list[Case]) -> dict[str, str]:
    return {place: result for place, result in results(evening, cases).items() if result != "the same table"}


def test_a_kill_or_a_power_failure_between_two_calls_leaves_the_same_table(evening: Evening) -> None:
    cases = list(islice(evening.killed(), 0, None, 97))
    assert len({case.group for case in cases}) == 6
    assert not_the_same(evening, cases) == {}


def test_a_kill_in_the_start_after_a_crash_leaves_the_same_table(evening: Evening) -> None:
    assert not_the_same(evening, list(islice(evening.restarted(500), 0, None, 67))) == {}


def test_a_first_start_that_is_killed_twice_is_no_fault(evening: Evening) -> None:
    noted = next(number for number, op in enumerate(evening.ops) if op.to == "journal.head")
    case = next(islice(evening.killed(), 6 * (noted + 2), None))
    assert case.place == f"call {noted + 2}, write journal.sqlite-wal"
    again = [case for case in evening.starts_after(case) if case.group.startswith("killed")]
    assert not_the_same(evening, again) == {}


def test_ten_starts_that_are_killed_on_end_leave_the_same_table(evening: Evening) -> None:
    assert not_the_same(evening, list(evening.storms(2))) == {}


def test_a_step_of_the_time_of_day_in_mid_hand_changes_nothing_at_the_table(tmp_path: Path) -> None:
    tried = list(outcomes_of_steps(tmp_path, ("10 years back",)))
    assert [outcome.result for outcome in tried] == ["the same table"] * 2


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: failure.name)
def test_a_medium_that_fails_locks_and_loses_nothing(evening: Evening, failure: Failure) -> None:
    kind = "write" if failure.number == ENOSPC else "sync"
    number = max(number for number, op in enumerate(evening.ops) if op.kind == kind)
    assert FailingEvening(evening).outcome(number, failure).result == "journal_commit, then the same table"


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


def test_a_flipped_bit_in_the_database_is_a_fault_with_words_or_changes_nothing(evening: Evening) -> None:
    found = results(evening, [case for case in evening.flipped() if case.place.startswith("journal.sqlite,")])
    assert set(found.values()) <= WORDS
    assert "journal_damaged" in found.values()


def test_a_flipped_bit_in_a_key_is_named(evening: Evening) -> None:
    found = results(evening, [case for case in evening.flipped() if case.place.startswith(KEYS)])
    keys = {name: {result for place, result in found.items() if place.startswith(name)} for name in KEYS}
    assert keys == {"device.key": {"device_key"}, "surveillance.pub": {"surveillance_changed"}}


BESIDE = {"device.key": "device_key", "surveillance.pub": "surveillance_changed", "people": "people_lost",
          "decks.reg": "register_damaged", "chips.reg": "register_damaged", "journal.head": "journal_head",
          "handkey.2": "hand_key", "faults.json": "latch_unreadable", "faults.copy": "latch_unreadable"}  # fmt: skip


@pytest.mark.parametrize("name", BESIDE)
def test_a_pipe_or_a_device_without_end_for_a_file_is_a_named_fault_at_once(evening: Evening, name: str) -> None:
    for put in (os.mkfifo, Path.mkdir, lambda path: path.symlink_to("/dev/zero")):
        evening.lay(evening.moments[-1].files)
        (evening.state / name).unlink(missing_ok=True)
        put(evening.state / name)
        assert evening.next_start()[0] == BESIDE[name]


def test_each_fault_of_the_matrix_has_words() -> None:
    printed = json.loads((ROOT / "docs" / "crash-matrix.json").read_text("utf-8"))
    assert {part for _, result, _ in printed for part in result.split(", then ")} <= WORDS


def test_a_slow_medium_changes_nothing_at_the_table(sensing: Rig) -> None:
    began = sensing.clock.time

    def slow(kind: str, _name: str) -> None:
        sensing.clock.time += 3_000_000_000 * (kind == "sync")

    with watched(sensing.config.paths.state) as disk:
        disk.before = slow
        _, console = whole_hand(sensing)
        sensing.wait(0)
    assert sensing.clock.time - began > 60_000_000_000
    state = sensing.state(console)
    assert (state.hand, [seat.stack for seat in state.seats]) == (2, [9_900, 9_950, 10_000])
    assert not sensing.of.latch.locked


@pytest.mark.soak
def test_the_whole_matrix_is_printed(evening: Evening, tmp_path: Path) -> None:
    found = [*outcomes(evening, evening.cases()), *FailingEvening(evening).outcomes(), *outcomes_of_steps(tmp_path)]
    page = ROOT / "docs" / "crash-matrix.md"
    page.write_text(as_page(found), encoding="utf-8")
    page.with_suffix(".json").write_text(as_json(found), encoding="utf-8")
    assert [outcome for outcome in found if outcome.result == "SILENTLY WRONG"] == []


def test_a_wrong_table_would_be_found(evening: Evening) -> None:
    wrong = Case("", "as it was before", evening.moments[0].files, frozenset({evening.moments[-1].table}))
    assert results(evening, [wrong]) == {"as it was before": "SILENTLY WRONG"}
