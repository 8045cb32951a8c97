"""Cases that no ruling shows: whether the line that proves them would fail if the article said something else.

An expectation of a field proves little if nothing of the case's article could change it. This concerns cases in which
no line names the article as that of a ruling. One of their lines must fail under one of two changes:

- One parameter of a rule that rests on the article is changed.
- The rulebook has no such rule at all.

Cases without such a line are listed in `unbroken.toml`, with the reason.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from controller.rulebooks import Rulebook
from controller.rulebooks.articles import article_of
from controller.rulebooks.figures import Rule
from hardware_sim.scenario.catalogue.changing import changes, mutated, without
from hardware_sim.scenario.depths.core import run_at_core
from hardware_sim.scenario.language.tree import Scenario

UNBROKEN: Final = Path(__file__).with_name("unbroken.toml")


class Vouched(NamedTuple):
    """A line that is to prove a case, with its scenario and the rulebook under which the scenario passes."""

    scenario: Scenario
    rulebook: Rulebook
    line: int


@cache
def unbroken() -> Mapping[str, str]:
    """Return {case: why no change of its article breaks a line of it}."""
    data: dict[str, Any] = tomllib.loads(UNBROKEN.read_text("utf-8"))
    return {case: one["reason"] for one in data["unbroken"] for case in one["cases"]}


def by_fields_alone(plays: Iterable[tuple[Scenario, Rulebook]]) -> dict[str, list[Vouched]]:
    """Return {case: its lines} for cases without a line that names the article as that of a ruling."""
    named: set[str] = set()
    found: dict[str, list[Vouched]] = {}
    for scenario, rulebook in plays:
        for proof in scenario.proofs(rulebook.key):
            for case in proof.statement.shows:
                if article_of(case) in proof.statement.cited:
                    named.add(case)
                else:
                    found.setdefault(case, []).append(Vouched(scenario, rulebook, proof.at.line))
    return {case: lines for case, lines in found.items() if case not in named}


def breaks(case: str, one: Vouched) -> str:
    """Return the first change of the case's article under which its line no longer holds, or ""."""
    return next((name for name, book in _otherwise(article_of(case), one.rulebook) if _fails(one, book)), "")


def _otherwise(article: str, book: Rulebook) -> Iterator[tuple[str, Rulebook]]:
    """The rulebook with each rule that rests on the article changed, then left out."""
    rules = [rule for rule in book.rules.values() if _rests_on(rule, article)]
    for rule in rules:
        yield from ((str(change), mutated(book, change)) for change in changes(book, rule))
    for rule in rules:
        yield f"without {rule.matter}", without(book, rule)


def _rests_on(rule: Rule, article: str) -> bool:
    return any(cite.article == article for cite in rule.cites)


def _fails(one: Vouched, book: Rulebook) -> bool:
    """Whether a line fails under a rulebook. A rulebook that cannot be played at all shows nothing."""
    try:
        return any(failure.line == one.line for failure in run_at_core(one.scenario, book).failures)
    except (LookupError, ValueError):
        return False
