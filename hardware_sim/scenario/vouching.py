"""Cases that no ruling shows, only fields: whether the fields would differ if the article said something else.

An expectation `by` an article proves little where nothing of that article could change it. So for each case that is
shown by fields alone, its scenario must break when one parameter of a rule that rests on the article is changed, or
when the book has no such rule at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple

from controller.poker.outcomes import Ruling
from controller.rulebooks import Rulebook
from controller.rulebooks.figures import Rule

from .mutation import changes, mutated
from .result import Result, Verdict
from .runner import run
from .tree import Scenario

LEFT_OUT: Final = "left out"
"""A matter on which nobody asks a book."""


class Vouched(NamedTuple):
    """A scenario that passed under a book, and its result."""

    scenario: Scenario
    rulebook: Rulebook
    result: Result


def emitted(result: Result) -> frozenset[str]:
    """The articles that a ruling of the run cited."""
    answers = (answer for passage in result.course for answer in passage.answers)
    return frozenset(cite.article for a in answers if isinstance(a, Ruling) for cite in a.cites)


def by_fields_alone(runs: Iterable[Vouched]) -> dict[str, list[Vouched]]:
    """{case: the runs that show it}, of cases that no run shows by a ruling on the article."""
    shown: set[str] = set()
    fields: dict[str, list[Vouched]] = {}
    for one in runs:
        cited = emitted(one.result)
        for case in one.result.covered:
            if article_of(case) in cited:
                shown.add(case)
            else:
                fields.setdefault(case, []).append(one)
    return {case: found for case, found in fields.items() if case not in shown}


def article_of(case: str) -> str:
    """`lfp-7.27` of `lfp-7.27#1`."""
    return case.partition("#")[0]


def breaks(case: str, one: Vouched) -> str:
    """The first change to what the case's article says under which the scenario no longer passes; "" if none is."""
    return next((name for name, book in _otherwise(article_of(case), one.rulebook) if _fails(one.scenario, book)), "")


def _otherwise(article: str, book: Rulebook) -> Iterator[tuple[str, Rulebook]]:
    """The book with each rule that rests on the article changed, then left out."""
    rules = [rule for rule in book.rules.values() if _rests_on(rule, article)]
    for rule in rules:
        yield from ((str(change), mutated(book, change)) for change in changes(book, rule))
    for rule in rules:
        kept = {matter: other for matter, other in book.rules.items() if matter != rule.matter}
        kept[LEFT_OUT] = rule  # the book still has the article, so that nothing else than its effect is missing
        yield f"without {rule.matter}", replace(book, rules=MappingProxyType(kept))


def _rests_on(rule: Rule, article: str) -> bool:
    return any(cite.article == article for cite in rule.cites)


def _fails(scenario: Scenario, book: Rulebook) -> bool:
    """A book that cannot be played at all shows nothing."""
    try:
        return run(scenario, book).verdict is not Verdict.PASSED
    except (LookupError, ValueError):
        return False
