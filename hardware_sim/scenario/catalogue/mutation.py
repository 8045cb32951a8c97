"""Each change of a rulebook tried: a scenario that cites the place must break, or nothing shows what it decides.

Loans are changed in the book that lends them. A rule that several books or structures share is one place, and breaks
if it breaks in one of them. Scenarios that name an article of the rule, and short ones, are played first, and the
others only while none has broken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from controller.rulebooks import Rulebook
from controller.rulebooks.figures import Rule
from hardware_sim.scenario.depths.core import run_at_core
from hardware_sim.scenario.language.expectation_nodes import Expect
from hardware_sim.scenario.language.tree import Scenario
from hardware_sim.scenario.play.result import Result, Verdict

from .changing import Change, changes, mutated


@dataclass(slots=True)
class Fate:
    """What became of a change: in which books it was tried, how many scenarios that cite its place did not break,
    and which one did."""

    change: Change
    books: list[str] = field(default_factory=list)
    citing: int = 0
    broken: str = ""

    @property
    def survives(self) -> bool:
        return not self.broken


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
    def _result(self) -> Result:
        return run_at_core(self.scenario, self.rulebook, self.source)

    def cites(self, articles: frozenset[str]) -> bool:
        """Whether it passes under its own book, naming or resting on one of some articles, whatever if there is none.

        An article that does not apply is named and not cited.
        """
        if self._result.verdict is not Verdict.PASSED:
            return False
        return not articles or not articles.isdisjoint(self.named | self._result.articles)

    def breaks_under(self, rulebook: Rulebook) -> bool:
        """Whether it no longer passes under another book in place of its own."""
        try:
            return run_at_core(self.scenario, rulebook, self.source).verdict is not Verdict.PASSED
        except (LookupError, ValueError):  # a policy that cannot be bound decides nothing any more
            return True


def fates(candidates: Iterable[Candidate], books: list[Rulebook], wanted: Callable[[Rule], bool]) -> list[Fate]:
    """Every change to the own rules of some books that are wanted, and whether a scenario that cites it breaks."""
    found: dict[tuple[object, ...], Fate] = {}
    scenarios = list(candidates)
    for book in books:
        own = [c for c in scenarios if (c.rulebook.key, c.rulebook.structure) == (book.key, book.structure)]
        for rule in book.rules.values():
            if wanted(rule) and not any(cite.lent_by for cite in rule.cites):
                _try_all(rule, book, own, found)
    return list(found.values())


def _try_all(rule: Rule, book: Rulebook, scenarios: list[Candidate], found: dict[tuple[object, ...], Fate]) -> None:
    articles = frozenset(cite.article for cite in rule.cites)
    house = () if articles else (book.key,)
    order = sorted(scenarios, key=lambda c: (c.named.isdisjoint(articles), len(c.scenario.script)))
    for change in changes(book, rule):
        fate = found.setdefault((*change.place, *house), Fate(change))
        fate.books.append(f"{book.key}/{book.structure}")
        if fate.survives:
            _try(fate, mutated(book, change), articles, order)


def _try(fate: Fate, mutant: Rulebook, articles: frozenset[str], order: list[Candidate]) -> None:
    """The scenario that breaks is the first that is tried with the next change of the rule."""
    for number, one in enumerate(order):
        if not one.cites(articles):
            continue
        if one.breaks_under(mutant):
            fate.broken = f"{one.source}:{one.scenario.at.line}"
            order.insert(0, order.pop(number))
            return
        fate.citing += 1
