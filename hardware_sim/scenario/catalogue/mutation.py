"""Try each change of a rulebook. If no scenario that cites the place breaks, nothing shows what the place decides.

- Loans are changed in the rulebook that lends them.
- A rule that several rulebooks or structures share is one place, and breaks if it breaks in one of them.
- Scenarios that name an article of the rule are played first: those in which a ruling was made on it before others,
  and then short ones before long ones.
- The other scenarios are only played if none of those broke.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from controller.rulebooks import Rulebook
from controller.rulebooks.articles import article_of
from controller.rulebooks.figures import Rule
from hardware_sim.scenario.depths.core import run_at_core
from hardware_sim.scenario.language.expectation_nodes import Expect
from hardware_sim.scenario.language.tree import Scenario
from hardware_sim.scenario.play.result import Result, Verdict
from hardware_sim.shown import ShownRuling

from .changing import Change, changes, mutated

WAITING: Final = Path(__file__).with_name("waiting.toml")
HOUSE: Final = "house default"
"""Stands for an article if a rule has none."""


@cache
def waiting() -> Mapping[str, str]:
    """Return {name of a change: why no scenario can notice it yet}."""
    data: dict[str, Any] = tomllib.loads(WAITING.read_text("utf-8"))
    return {change: one["reason"] for one in data["waiting"] for change in one["changes"]}


@dataclass(slots=True)
class Fate:
    """The result of a change: where it was tried, how many scenarios that cite it held, and which one broke."""

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
        """What must be built before a scenario can notice the change, or ""."""
        return waiting().get(self.name, "")

    @property
    def survives(self) -> bool:
        """Whether no scenario notices the change although one could."""
        return self.broke_nothing and not self.waits


@dataclass(frozen=True)
class Candidate:
    """A scenario under a rulebook. It is played under that rulebook when its result is first needed."""

    scenario: Scenario
    rulebook: Rulebook
    source: str = ""

    @cached_property
    def named(self) -> frozenset[str]:
        """The articles that its text names."""
        header = self.scenario.header
        cases = {article_of(case) for case in self.scenario.shown_by(self.rulebook.key)}
        wants = [line.statement for line in self.scenario.script if isinstance(line.statement, Expect)]
        return frozenset().union(header.rules, cases, *(want.cited for want in wants), *(want.by for want in wants))

    @cached_property
    def result(self) -> Result:
        """Its result under its own rulebook."""
        return run_at_core(self.scenario, self.rulebook, self.source)

    @cached_property
    def ruled_on(self) -> frozenset[str]:
        """The rule keys on which rulings were made in that result."""
        answers = (answer for passage in self.result.course for answer in passage.answers)
        return frozenset(answer.matter for answer in answers if isinstance(answer, ShownRuling))

    def cites(self, articles: frozenset[str]) -> bool:
        """Whether it passes under its own rulebook and names or rests on one of some articles. Without articles, any
        will do.

        An article that does not apply is named and not cited.
        """
        if self.result.verdict is not Verdict.PASSED:
            return False
        return not articles or not articles.isdisjoint(self.named | self.result.articles)

    def breaks_under(self, rulebook: Rulebook) -> bool:
        """Whether it no longer passes under another rulebook in place of its own."""
        try:
            return run_at_core(self.scenario, rulebook, self.source).verdict is not Verdict.PASSED
        except (LookupError, ValueError):  # a policy that cannot be bound decides nothing any more
            return True


@dataclass(frozen=True, slots=True)
class Trial:
    """A change in one of the rulebooks that have the rule.

    All changes of the rule share two lists: scenarios that name an article of it, the likeliest first, and others.
    """

    fate: Fate
    book: Rulebook
    change: Change
    naming: list[Candidate]
    others: list[Candidate]

    def play(self, order: list[Candidate]) -> None:
        """Play scenarios until one breaks. That one is tried first with the next change of the rule."""
        fate, articles = self.fate, _articles(self.change.rule)
        name = f"{self.book.key}/{self.book.structure}"
        if name not in fate.books:
            fate.books.append(name)
        if fate.broken:
            return
        mutant = mutated(self.book, self.change)
        for number, one in enumerate(order):
            if not one.cites(articles):
                continue
            if one.breaks_under(mutant):
                fate.broken = f"{one.source}:{one.scenario.at.line}"
                order.insert(0, order.pop(number))
                return
            fate.citing += 1


def fates(
    candidates: Iterable[Candidate],
    books: list[Rulebook],
    wanted: Callable[[Rule], bool],
) -> list[Fate]:
    """Return every wanted change to the own rules of some rulebooks, and whether a scenario that cites it breaks.

    Scenarios that name the article are played first, in all rulebooks.
    """
    found: dict[tuple[object, ...], Fate] = {}
    scenarios = list(candidates)
    trials: list[Trial] = []
    for book in books:
        own = [c for c in scenarios if (c.rulebook.key, c.rulebook.structure) == (book.key, book.structure)]
        for rule in book.rules.values():
            if wanted(rule) and not any(cite.lent_by for cite in rule.cites):
                trials += trials_of(changes(book, rule), rule, book, own, found)
    for trial in trials:
        trial.play(trial.naming)
    for trial in trials:
        trial.play(trial.others)
    return list(found.values())


def trials_of(
    made: Iterable[Change],
    rule: Rule,
    book: Rulebook,
    scenarios: list[Candidate],
    found: dict[tuple[object, ...], Fate],
) -> Iterator[Trial]:
    """Yield changes of a rule as trials. `found`: the fates so far, by place. The same place has one."""
    articles = _articles(rule)
    house = () if articles else (book.key,)
    order = sorted(scenarios, key=lambda c: len(c.scenario.script))
    naming = [one for one in order if not one.named.isdisjoint(articles)]
    naming.sort(key=lambda c: rule.matter not in c.ruled_on)
    others = [one for one in order if one.named.isdisjoint(articles)]
    for change in made:
        fate = found.setdefault((*change.place, *house), Fate(change))
        yield Trial(fate, book, change, naming, others)


def _articles(rule: Rule) -> frozenset[str]:
    return frozenset(cite.article for cite in rule.cites)
