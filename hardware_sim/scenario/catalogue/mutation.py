"""Each change of a rulebook tried: a scenario that cites the place must break, or nothing shows what it decides.

Loans are changed in the book that lends them. A rule that several books or structures share is one place, and breaks
if it breaks in one of them. Scenarios that name an article of the rule, and short ones, are played first, and the
others only if none of those has broken.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from controller.rulebooks import Rulebook
from controller.rulebooks.figures import Rule
from hardware_sim.scenario.depths.core import run_at_core
from hardware_sim.scenario.language.expectation_nodes import Expect
from hardware_sim.scenario.language.tree import Scenario
from hardware_sim.scenario.play.result import Result, Verdict

from .alike import alike
from .changing import Change, allowed, changes, mutated

WAITING: Final = Path(__file__).with_name("waiting.toml")
HOUSE: Final = "house default"
"""In place of an article, where a rule has none."""


@cache
def waiting() -> Mapping[str, str]:
    """{change by its name: why no scenario can notice it yet}."""
    data: dict[str, Any] = tomllib.loads(WAITING.read_text("utf-8"))
    return {change: one["reason"] for one in data["waiting"] for change in one["changes"]}


@dataclass(slots=True)
class Fate:
    """What became of a change: in which books it was tried, how many scenarios that cite its place did not break,
    and which one did."""

    change: Change
    books: list[str] = field(default_factory=list)
    citing: int = 0
    broken: str = ""

    @property
    def broke_nothing(self) -> bool:
        return not self.broken

    @property
    def name(self) -> str:
        """The first article of the rule, and the change: `lfp-1.5 seating: by draw -> list`."""
        cites = self.change.rule.cites
        return f"{cites[0].article if cites else HOUSE} {self.change}"

    @property
    def waits(self) -> str:
        """What it waits for before a scenario can notice it; "" if for nothing."""
        return waiting().get(self.name, "")

    @property
    def survives(self) -> bool:
        """Whether a scenario is missing that notices it."""
        return self.broke_nothing and not self.waits


@dataclass(frozen=True)
class Candidate:
    """A scenario under a book. It is played under that book when it is first wanted."""

    scenario: Scenario
    rulebook: Rulebook
    source: str = ""

    @cached_property
    def named(self) -> frozenset[str]:
        """The articles that its text names."""
        header = self.scenario.header
        cases = {case.partition("#")[0] for case in self.scenario.shown_by(self.rulebook.key)}
        wants = [line.statement for line in self.scenario.script if isinstance(line.statement, Expect)]
        return frozenset().union(header.rules, cases, *(want.cited for want in wants), *(want.by for want in wants))

    @cached_property
    def result(self) -> Result:
        """What it comes to under its own book."""
        return run_at_core(self.scenario, self.rulebook, self.source)

    def cites(self, articles: frozenset[str]) -> bool:
        """Whether it passes under its own book, naming or resting on one of some articles, whatever if there is none.

        An article that does not apply is named and not cited.
        """
        if self.result.verdict is not Verdict.PASSED:
            return False
        return not articles or not articles.isdisjoint(self.named | self.result.articles)

    def breaks_under(self, rulebook: Rulebook) -> bool:
        """Whether it no longer passes under another book in place of its own."""
        try:
            return run_at_core(self.scenario, rulebook, self.source).verdict is not Verdict.PASSED
        except (LookupError, ValueError):  # a policy that cannot be bound decides nothing any more
            return True


@dataclass(frozen=True, slots=True)
class Trial:
    """A change in one of the books that have the rule. The lists are shared by all changes of the rule: those that
    name an article of it, and the others, short scenarios first."""

    fate: Fate
    book: Rulebook
    change: Change
    naming: list[Candidate]
    others: list[Candidate]


def fates(
    candidates: Iterable[Candidate],
    books: list[Rulebook],
    wanted: Callable[[Rule], bool],
) -> list[Fate]:
    """Every change to the own rules of some books that are wanted, and whether a scenario that cites it breaks. In
    all books those are played first that name the article."""
    found: dict[tuple[object, ...], Fate] = {}
    scenarios = list(candidates)
    trials: list[Trial] = []
    for book in books:
        own = [c for c in scenarios if (c.rulebook.key, c.rulebook.structure) == (book.key, book.structure)]
        for rule in book.rules.values():
            if wanted(rule) and not any(cite.lent_by for cite in rule.cites):
                trials += _trials(changes(book, rule), rule, book, own, found)
    for trial in trials:
        _try(trial, trial.naming)
    for trial in trials:
        _try(trial, trial.others)
    return list(found.values())


def refuted(candidates: Iterable[Candidate], books: list[Rulebook]) -> list[Fate]:
    """Changes of which `ALIKE` says that they cannot differ, and a scenario that names the article breaks."""
    found: dict[tuple[object, ...], Fate] = {}
    scenarios = list(candidates)
    for book in books:
        own = [c for c in scenarios if (c.rulebook.key, c.rulebook.structure) == (book.key, book.structure)]
        for rule in book.rules.values():
            for trial in _trials(allowed(book, rule), rule, book, own, found):
                change = trial.change
                if alike(rule, change.what, change.was, change.now) is not None:
                    _try(trial, trial.naming)
    return [fate for fate in found.values() if fate.broken]


def _trials(
    made: Iterable[Change],
    rule: Rule,
    book: Rulebook,
    scenarios: list[Candidate],
    found: dict[tuple[object, ...], Fate],
) -> Iterator[Trial]:
    articles = _articles(rule)
    house = () if articles else (book.key,)
    order = sorted(scenarios, key=lambda c: len(c.scenario.script))
    naming = [one for one in order if not one.named.isdisjoint(articles)]
    others = [one for one in order if one.named.isdisjoint(articles)]
    for change in made:
        fate = found.setdefault((*change.place, *house), Fate(change))
        yield Trial(fate, book, change, naming, others)


def _articles(rule: Rule) -> frozenset[str]:
    return frozenset(cite.article for cite in rule.cites)


def _try(trial: Trial, order: list[Candidate]) -> None:
    """The scenario that breaks is the first that is tried with the next change of the rule."""
    fate, articles = trial.fate, _articles(trial.change.rule)
    name = f"{trial.book.key}/{trial.book.structure}"
    if name not in fate.books:
        fate.books.append(name)
    if fate.broken:
        return
    mutant = mutated(trial.book, trial.change)
    for number, one in enumerate(order):
        if not one.cites(articles):
            continue
        if one.breaks_under(mutant):
            fate.broken = f"{one.source}:{one.scenario.at.line}"
            order.insert(0, order.pop(number))
            return
        fate.citing += 1
