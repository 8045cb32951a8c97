"""Rulebooks changed in one place each: a scenario that cites the place must break, or nothing shows what it decides.

A rulebook is data, so a mutant is one: another policy of the matter, a figure one more or less, a yes for a no,
another word, a test left out. What the model or the mixes refuse is no mutant, nor what cannot differ: another name
of the same policy, and a figure that is idle beside the others of its rule. Loans are mutated in the book that lends
them; a rule that several books or structures share is one place, and breaks if it breaks in one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, Literal, get_args, get_origin

from pydantic import ValidationError

from controller.poker.policy import POLICIES
from controller.rulebooks import Rulebook
from controller.rulebooks.figures import Figure, Rule
from controller.rulebooks.mixes import mixes
from controller.rulebooks.model import Entry, Matters, matter_names
from hardware_sim.scenario.depths.core import run_at_core
from hardware_sim.scenario.language.tree import Scenario
from hardware_sim.scenario.play.result import Result, Verdict

NOTHING_TO_CHOOSE: Final = {"bound", "ask"}  # a matter with these policies alone
ASK: Final = "ask"


@dataclass(frozen=True, slots=True)
class Change:
    """One place of a rulebook, changed. `what` is "policy" or the name of a figure."""

    rule: Rule
    what: str
    was: Figure
    now: Figure
    mutant: Rule

    def __str__(self) -> str:
        return f"{self.rule.matter}: {self.what} {_text(self.was)} -> {_text(self.now)}"

    @property
    def place(self) -> tuple[object, ...]:
        """Equal for the same change to a rule that books or structures share."""
        rule = self.rule
        return (rule.matter, rule.policy, rule.cites, tuple(rule.figures.items()), self.what, self.now)


@dataclass(slots=True)
class Fate:
    """What became of a change: in which books it was tried, how many scenarios cite its place, which one broke."""

    change: Change
    books: list[str] = field(default_factory=list)
    citing: int = 0
    broken: str = ""

    @property
    def survives(self) -> bool:
        return not self.broken


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario that passed under a book, and the articles its run rests on."""

    scenario: Scenario
    rulebook: Rulebook
    source: str
    articles: frozenset[str]

    def breaks_under(self, rulebook: Rulebook) -> bool:
        """Whether it no longer passes under another book in place of its own."""
        try:
            return run_at_core(self.scenario, rulebook, self.source).verdict is not Verdict.PASSED
        except (LookupError, ValueError):  # a policy that cannot be bound decides nothing any more
            return True


def played(scenario: Scenario, rulebook: Rulebook, result: Result) -> Played:
    """From a run that passed."""
    return Played(scenario, rulebook, result.source, result.articles)


def fates(passed: list[Played], books: list[Rulebook], wanted: Callable[[Rule], bool]) -> list[Fate]:
    """Every change to the own rules of some books that are wanted, and whether a scenario that cites it breaks."""
    found: dict[tuple[object, ...], Fate] = {}
    for book in books:
        scenarios = [p for p in passed if (p.rulebook.key, p.rulebook.structure) == (book.key, book.structure)]
        for rule in book.rules.values():
            if wanted(rule) and not any(cite.lent_by for cite in rule.cites):
                for change in changes(book, rule):
                    _try(change, book, scenarios, found)
    return list(found.values())


def _try(change: Change, book: Rulebook, scenarios: list[Played], found: dict[tuple[object, ...], Fate]) -> None:
    house = () if change.rule.cites else (book.key,)
    fate = found.setdefault((*change.place, *house), Fate(change))
    fate.books.append(f"{book.key}/{book.structure}")
    if fate.broken:
        return
    articles = {cite.article for cite in change.rule.cites}
    citing = [s for s in scenarios if not articles or s.articles & articles]
    fate.citing += len(citing)
    mutant = mutated(book, change)
    broken = next((s for s in citing if s.breaks_under(mutant)), None)
    fate.broken = f"{broken.source}:{broken.scenario.at.line}" if broken else ""


def mutated(book: Rulebook, change: Change) -> Rulebook:
    """The book with the change made."""
    return replace(book, rules=MappingProxyType({**book.rules, change.rule.matter: change.mutant}))


# --- what can be changed --------------------------------------------------------------------------------------------


def changes(book: Rulebook, rule: Rule) -> Iterator[Change]:
    """Every other value of every parameter of a rule that model, mixes and policies allow."""
    entry = entry_of(rule.matter)
    for policy in words_of(entry, "policy"):
        if _may_be(entry, rule.matter, policy) and not _same(rule.matter, policy, rule.policy):
            yield from _legal(book, Change(rule, "policy", rule.policy, policy, replace(rule, policy=policy)))
    idle = _filled(entry, rule).idle()
    for name, value in rule.figures.items():
        for other in _others(entry, name, value) if name not in idle else ():
            figures = MappingProxyType({**rule.figures, name: other})
            yield from _legal(book, Change(rule, name, value, other, replace(rule, figures=figures)))


def _may_be(entry: type[Entry], matter: str, policy: str) -> bool:
    """Not a choice that decides nothing, nor a policy that nobody has built."""
    if set(words_of(entry, "policy")) <= NOTHING_TO_CHOOSE:
        return False
    built = {name for of, name in POLICIES if of == matter}
    return policy == ASK or not built or policy in built


def _same(matter: str, one: str, other: str) -> bool:
    """Two names of one policy: what is written for either is decided alike."""
    function = POLICIES.get((matter, one))
    return one == other or (function is not None and function is POLICIES.get((matter, other)))


def _others(entry: type[Entry], name: str, value: Figure) -> Iterator[Figure]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1)
    elif isinstance(value, tuple):
        yield from (value[:n] + value[n + 1 :] for n in range(len(value)))
        yield from (_swapped(value, n) for n in range(len(value) - 1))
    else:
        yield from (word for word in words_of(entry, name) if word != value)


def _swapped(value: tuple[str, ...], n: int) -> tuple[str, ...]:
    return (*value[:n], value[n + 1], value[n], *value[n + 2 :])


def _legal(book: Rulebook, change: Change) -> Iterator[Change]:
    rule = change.mutant
    try:
        _filled(entry_of(rule.matter), rule)
    except ValidationError:
        return
    if not list(mixes(book.key, mutated(book, change).rules, book.structure, book.mode)):
        yield change


def _filled(entry: type[Entry], rule: Rule) -> Entry:
    """The model filled with a rule. Raises ValidationError."""
    return entry.model_validate({"policy": rule.policy, "article": (), **rule.figures})


def entry_of(matter: str) -> type[Entry]:
    """The model of a matter."""
    kinds = get_args(Matters.model_fields[matter_names()[matter]].annotation)
    found: type[Entry] = next(kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Entry))
    return found


def words_of(entry: type[Entry], name: str) -> tuple[str, ...]:
    """The words that a field of the model allows; none where it is no choice of words."""
    kind = entry.model_fields[name].annotation
    options = (kind, *get_args(kind)) if get_origin(kind) is not Literal else (kind,)
    return next((get_args(option) for option in options if get_origin(option) is Literal), ())


def _text(value: Figure) -> str:
    return ",".join(value) if isinstance(value, tuple) else str(value)
