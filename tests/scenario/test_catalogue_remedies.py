"""Every remedy that the catalogue lists is a plan of movements that a scenario expects: what, from, to and when."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware_sim.scenario.collection import BOOK, file_of
from hardware_sim.scenario.language.expectation_nodes import Expect, WantField
from hardware_sim.scenario.language.tree import Scenario

from .remedies import FILES


def expects_movements(scenario: Scenario) -> bool:
    said = [line.statement for line in scenario.script]
    wants = [want for one in said if isinstance(one, Expect) for want in one.wants]
    return any(isinstance(want, WantField) and want.name == "movements" for want in wants)


def cases_with_movements() -> set[str]:
    """The cases of scenarios that say what is to be moved, be it nothing."""
    scenarios = [s for name in FILES for s in file_of(BOOK / name, BOOK).scenarios]
    found = [s for s in scenarios if expects_movements(s)]
    return {case for s in found for case in (*s.header.shows, *(case for _, case in s.shows_under))}


@pytest.mark.together("book")
def test_every_case_with_a_remedy_expects_its_movements(shared: Path) -> None:
    yaml = pytest.importorskip("yaml")
    read = [yaml.safe_load(path.read_text("utf-8"))["rules"] for path in (shared / "rules").glob("*.yaml")]
    remedied = [rule for rules in read for rule in rules if rule.get("remedy") and rule.get("part") == "deal"]
    cases = {f"{rule['id']}#{n}" for rule in remedied for n in range(1, len(rule["scenarios"]) + 1)}
    assert len(cases) > 40
    assert sorted(cases - cases_with_movements()) == []
