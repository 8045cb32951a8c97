"""Coverage and mutation: what they count, and that a gap or a survivor is told."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from controller.rulebooks import available, load
from controller.rulebooks.articles import articles
from hardware_sim.scenario.catalogue.alike import ALIKE, Alike, alike
from hardware_sim.scenario.catalogue.changing import allowed, changes, mutated
from hardware_sim.scenario.catalogue.coverage import numbers, rows, totals
from hardware_sim.scenario.catalogue.mutation import Candidate, Fate, fates, trials_of, waiting
from hardware_sim.scenario.depths.core import run_at_core
from hardware_sim.scenario.language.parser import parse
from hardware_sim.scenario.play.result import Failure, Result
from hardware_sim.scenario.rules_command import coverage, mutate
from tests.scenario.plays import PATHS, plays
from tests.scenario.running import TABLE

pytestmark = pytest.mark.search

LFP = load("lfp")
app = typer.Typer()
app.command("coverage")(coverage)
app.command("mutate")(mutate)

TWO_CHIPS = """
goto preflop
4 raises to 1200
5 pushes 2x1000
expect ruling lfp-7.27 seat 5 call 1200
"""


PROVEN = TWO_CHIPS.replace("call 1200\n", "call 1200 shows lfp-7.27#1\n")


def result(*cases: str, failed: bool = False) -> Result:
    failures = [Failure(1, "expected otherwise")] if failed else []
    return Result("hands.scn", "one", "lfp", 3, cases, failures=failures, proofs=[(case, 7) for case in cases])


def test_the_numbers_of_cases_are_those_of_the_catalogue(shared: Path) -> None:
    yaml = pytest.importorskip("yaml")
    read = [yaml.safe_load(path.read_text("utf-8"))["rules"] for path in (shared / "rules").glob("*.yaml")]
    assert numbers() == {rule["id"]: len(rule.get("scenarios") or ()) for rules in read for rule in rules}


def test_every_rule_has_its_number() -> None:
    assert numbers().keys() == articles().keys()


def test_a_case_is_shown_by_a_scenario_that_passes() -> None:
    found = {row.article.id: row for row in rows([result("lfp-7.27#1")])}
    assert [case.shown_by for case in found["lfp-7.27"].cases] == [("hands.scn:7 (lfp)",), (), ()]


def test_a_scenario_that_fails_shows_nothing() -> None:
    assert totals(rows([result("lfp-7.27#1", failed=True)])).cases[0] == 0


def test_a_rule_is_whole_when_all_its_cases_are_shown() -> None:
    found = {row.article.id: row for row in rows([result("roberts-3.5.15#1", "lfp-7.27#1")])}
    assert found["roberts-3.5.15"].whole
    assert not found["lfp-7.27"].whole


def test_a_rule_outside_the_table_needs_no_case() -> None:
    found = {row.article.id: row for row in rows([])}
    outside = [row for row in found.values() if row.article.automation == "outside"]
    assert outside
    assert all(row.whole for row in outside if not row.cases)


def test_one_part_alone_is_counted() -> None:
    assert totals(rows([], "betting")).rules == (0, 174)
    assert totals(rows([], "betting")).cases == (0, 333)


def test_coverage_fails_while_a_case_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware_sim.scenario.rules_command.files_of", lambda _: [])
    done = CliRunner().invoke(app, ["coverage", "--part", "betting", "--json"])
    said = json.loads(done.output)
    assert all(not shown for rule in said["rules"] for shown in rule["cases"].values())
    assert done.exit_code == 1


@pytest.fixture(scope="module")
def played() -> list[Candidate]:
    """Every scenario of the book under every rulebook that it names."""
    return [play.candidate for path in PATHS for play in plays(path)]


@pytest.mark.together("book")
@pytest.mark.timeout(240)
def test_no_case_of_one_table_is_missing(played: list[Candidate]) -> None:
    results = [one.result for one in played]
    assert [part for part in ("betting", "deal", "table") if totals(rows(results, part)).gap] == []


def test_a_case_of_which_no_line_is_the_proof_does_not_count() -> None:
    claimed = parse(TABLE + "scenario one\nshows lfp-7.27#1\n" + TWO_CHIPS).scenarios[0]
    assert run_at_core(claimed, LFP).covered == ()
    assert run_at_core(parse(TABLE + PROVEN).scenarios[0], LFP).covered == ("lfp-7.27#1",)


def test_coverage_says_which_line_proves_a_case(monkeypatch: pytest.MonkeyPatch) -> None:
    file = parse(TABLE + "scenario one\nshows lfp-7.27#1\n" + PROVEN, "hands.scn")
    monkeypatch.setattr("hardware_sim.scenario.rules_command.files_of", lambda _: [file])
    done = CliRunner().invoke(app, ["coverage", "--part", "betting"])
    (row,) = (line for line in done.output.splitlines() if line.startswith("lfp-7.27 "))
    assert "#1 hands.scn:" in row


def test_a_part_that_is_none_is_refused() -> None:
    done = CliRunner().invoke(app, ["coverage", "--part", "bidding"])
    assert done.exit_code == 2
    assert "no part is called 'bidding'. Allowed: betting, deal, floor, outside, table" in done.output


def test_every_change_of_a_figure_is_one_that_the_model_allows() -> None:
    cap = load("roberts", "limit").rule("raise.cap")
    told = {str(change) for change in changes(load("roberts", "limit"), cap)}
    assert {"raise.cap: raises 3 -> 2", "raise.cap: raises 3 -> 4"} <= told
    assert "raise.cap: policy bet_and_raises -> none" in told  # the cap's figures are taken away with it


def test_a_matter_without_a_choice_is_left_out_of_the_book() -> None:
    (change,) = changes(LFP, LFP.rule("chips.call"))
    assert str(change) == "chips.call: rule there -> left out"
    assert not mutated(LFP, change).rule("chips.call").cites


def test_each_test_of_silent_chips_is_left_out_in_turn() -> None:
    now = {change.now for change in changes(LFP, LFP.rule("silent_chips"))}
    assert now == {
        ("string.first_motion", "chip.multiple", "raise.short"),
        ("string.first_motion", "chip.single", "raise.short"),
    }


def test_what_is_idle_beside_another_figure_is_not_changed() -> None:
    leaflet, cash = load("leaflet"), load("casino_cash")
    assert {change.what for change in changes(leaflet, leaflet.rule("option"))} == {"allowed"}
    assert {"times_big_blind", "seat"} <= {change.what for change in changes(cash, cash.rule("option"))}


def test_another_name_of_the_same_policy_is_no_change() -> None:
    limit = load("limit", "limit")
    assert "any_higher" not in {change.now for change in changes(limit, limit.rule("raise.reopen"))}


def test_a_change_that_a_scenario_notices_breaks_it() -> None:
    assert not fate_of("chip.multiple", TWO_CHIPS, "minus_one", "one_and_half").survives


def test_a_change_that_no_scenario_notices_survives() -> None:
    unheeding = TWO_CHIPS.replace("expect ruling lfp-7.27 seat 5 call 1200", "expect ruling lfp-7.27")
    assert fate_of("raise.short", unheeding, "half_of_raise_part", "complete").survives


def fate_of(matter: str, script: str, was: str, now: str) -> Fate:
    scenario = parse(TABLE + script).scenarios[0]
    assert run_at_core(scenario, LFP).failures == []
    found = fates([Candidate(scenario, LFP)], [LFP], lambda rule: rule.matter == matter)
    (fate,) = [fate for fate in found if (fate.change.was, fate.change.now) == (was, now)]
    return fate


BOOKS = [load(key, structure) for key, structure in available()]


@pytest.mark.together("book")
@pytest.mark.timeout(240)
def test_every_change_of_a_rulebook_breaks_a_scenario_that_cites_its_place(played: list[Candidate]) -> None:
    """What waits by name breaks none: a change that does has to leave the list."""
    found = fates(played, BOOKS, lambda _: True)
    assert [(fate.books[0], fate.name) for fate in found if fate.survives] == []
    assert {fate.name for fate in found if fate.broke_nothing} == waiting().keys()
    assert len(found) > 750


@pytest.mark.together("book")
@pytest.mark.timeout(240)
def test_what_is_said_not_to_differ_is_refuted_by_no_scenario_of_its_article(played: list[Candidate]) -> None:
    found: dict[tuple[object, ...], Fate] = {}
    for book in BOOKS:
        own = [c for c in played if (c.rulebook.key, c.rulebook.structure) == (book.key, book.structure)]
        for rule in book.rules.values():
            for trial in trials_of(allowed(book, rule), rule, book, own, found):
                if alike(rule, trial.change.what, trial.change.was, trial.change.now) is not None:
                    trial.play(trial.naming)
    assert [(fate.books[0], str(fate.change), fate.broken) for fate in found.values() if fate.broken] == []


@pytest.mark.parametrize("one", ALIKE)
def test_what_cannot_differ_has_its_place_in_a_book(one: Alike) -> None:
    rules = (rule for book in BOOKS for rule in book.rules.values())
    assert any(alike(rule, one.what, was, now) for rule in rules for was, now in pairwise(one.same or ("there", "")))


def test_a_figure_is_tried_at_its_bounds_and_where_it_is_absent() -> None:
    told = {str(change) for change in changes(LFP, LFP.rule("time"))}
    assert {"time: seconds 70 -> 69", "time: seconds 70 -> 71", "time: seconds 70 -> 3600"} <= told
    blinds = {str(change) for change in changes(LFP, LFP.rule("blinds"))}
    assert blinds == {"blinds: at_most absent -> 1", "blinds: at_most absent -> 10"}


def test_a_figure_that_goes_with_a_new_value_is_set_too() -> None:
    (cap,) = (change for change in changes(LFP, LFP.rule("raise.cap")) if change.what == "policy")
    assert (cap.now, cap.mutant.figures["raises"]) == ("bet_and_raises", 1)


def test_a_survivor_is_named_and_fails_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware_sim.scenario.rules_command.files_of", lambda _: [])
    done = CliRunner().invoke(app, ["mutate", "--book", "lfp", "--part", "betting"])
    *survivors, last = done.output.splitlines()
    assert last.endswith(f"0 break a scenario, 0 wait, {len(survivors)} survive")
    assert "lfp: chip.multiple: policy minus_one -> raise [lfp-7.27]: no scenario cites it" in survivors
    assert done.exit_code == 1


def test_a_change_that_waits_is_named_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware_sim.scenario.rules_command.files_of", lambda _: [])
    done = CliRunner().invoke(app, ["mutate", "--book", "lfp"])
    (line,) = (line for line in done.output.splitlines() if "by draw -> list" in line)
    assert line.startswith("lfp: seating: by draw -> list [lfp-1.5]: waits, it decides between tables")


def test_a_rule_is_of_the_part_of_its_first_article(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware_sim.scenario.rules_command.files_of", lambda _: [])
    done = CliRunner().invoke(app, ["mutate", "--book", "lfp", "--part", "betting", "--json"])
    matters = {fate["matter"] for fate in json.loads(done.output)}
    assert "raise.min" in matters
    assert not matters & {"blinds", "level", "deal.stands_after", "race"}
