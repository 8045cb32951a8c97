"""Which cases of the catalogue the scenarios show, rule by rule.

A case counts if an expectation marked as its proof held in a scenario that passed. Such a line names the article as
that of a ruling. Or it names a field that differs once the article is taken away, which a test of its
own finds out (`tests/scenario/field_evidence.py`).
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from controller.rulebooks.articles import Article, articles
from hardware_sim.scenario.play.result import Result

CASES: Final = Path(__file__).with_name("cases.toml")
OUTSIDE: Final = "outside"  # rules that no table can act on, so they need no scenario


@dataclass(frozen=True, slots=True)
class Case:
    """One given/when/then of the catalogue, and the lines that show it, as "file:line (book)"."""

    key: str
    shown_by: tuple[str, ...]

    @property
    def shown(self) -> bool:
        return bool(self.shown_by)


@dataclass(frozen=True, slots=True)
class Row:
    """One rule with its cases."""

    article: Article
    cases: tuple[Case, ...]

    @property
    def whole(self) -> bool:
        """Whether nothing is left to show. A rule without a case in the catalogue must be one that no table can act
        on."""
        return all(case.shown for case in self.cases) if self.cases else self.article.automation == OUTSIDE


@dataclass(frozen=True, slots=True)
class Totals:
    """Rules that are shown whole, and cases that are shown, each with the total."""

    rules: tuple[int, int]
    cases: tuple[int, int]

    @property
    def gap(self) -> bool:
        return self.rules[0] < self.rules[1] or self.cases[0] < self.cases[1]

    def __str__(self) -> str:
        return f"{self.rules[0]} of {self.rules[1]} rules, {self.cases[0]} of {self.cases[1]} cases"


@cache
def numbers() -> Mapping[str, int]:
    """Return how many cases the catalogue has for each rule."""
    found: dict[str, int] = tomllib.loads(CASES.read_text("utf-8"))
    return found


def rows(results: Iterable[Result], part: str | None = None) -> list[Row]:
    """Return the rules of one part, or all, with what the results show of them."""
    shown = _shown(results)
    return [
        Row(article, tuple(_case(f"{article.id}#{n}", shown) for n in range(1, numbers().get(article.id, 0) + 1)))
        for article in articles().values()
        if part in (None, article.part)
    ]


def totals(found: Iterable[Row]) -> Totals:
    """Return the sums over some rules."""
    kept = list(found)
    cases = [case for row in kept for case in row.cases]
    return Totals((sum(row.whole for row in kept), len(kept)), (sum(case.shown for case in cases), len(cases)))


def _case(key: str, shown: Mapping[str, list[str]]) -> Case:
    return Case(key, tuple(shown.get(key, ())))


def _shown(results: Iterable[Result]) -> dict[str, list[str]]:
    shown: dict[str, list[str]] = {}
    for result in results:
        for case, line in result.proofs if result.covered else ():
            shown.setdefault(case, []).append(f"{result.source}:{line} ({result.book})")
    return shown
