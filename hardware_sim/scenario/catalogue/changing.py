"""Rulebooks changed in one place each: every other value that the rulebook's model allows there.

- Policies and figures that are words: every other word.
- Numbers: one less, one more, the least and the most.
- Yes or no: the other one.
- Lists: each entry left out, exchanged with the next one, each other word added.
- Figures that are not set: set. Figures that may be absent: taken away.
- Rules without a choice: left out of the rulebook as a whole.

If the model requires a second figure beside the new value, that one is set too.

No change is made that the model or the mixes refuse, nor one that cannot make a difference:

- another name of the same policy
- a figure that is idle beside the others of its rule
- what `ALIKE` names
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from types import MappingProxyType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

from pydantic import ValidationError

from controller.poker.policy import POLICIES
from controller.rulebooks import Rulebook
from controller.rulebooks.entry import ASK, NOT_FIGURES
from controller.rulebooks.figures import Figure, Rule
from controller.rulebooks.mixes import mixes
from controller.rulebooks.model import Entry, entry_kinds

from .alike import ABSENT, POLICY, RULE, alike

NOTHING_TO_CHOOSE: Final = {"bound", "ask"}  # the policies of a rule key without a choice
LEFT_OUT: Final = "left out"
"""The value of a change that leaves a rule out. The rule is kept under this rule key, which is never looked up."""

Figures = Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class Change:
    """One place of a rulebook, changed. `what` is "policy", the name of a figure, or "rule" for a rule left out."""

    rule: Rule
    what: str
    was: Figure
    now: Figure
    mutant: Rule

    def __str__(self) -> str:
        return f"{self.rule.matter}: {self.what} {_text(self.was)} -> {_text(self.now)}"

    @property
    def place(self) -> tuple[object, ...]:
        """A key that is equal for the same change to a rule that rulebooks or structures share."""
        rule = self.rule
        return (rule.matter, rule.policy, rule.cites, tuple(rule.figures.items()), self.what, self.now)


def mutated(book: Rulebook, change: Change) -> Rulebook:
    """Return the rulebook with the change made."""
    if change.what == RULE:
        return without(book, change.rule)
    return replace(book, rules=MappingProxyType({**book.rules, change.rule.matter: change.mutant}))


def without(book: Rulebook, rule: Rule) -> Rulebook:
    """Return the rulebook without a rule. It still has the article, so only the effect of the rule is missing."""
    kept = {matter: other for matter, other in book.rules.items() if matter != rule.matter}
    return replace(book, rules=MappingProxyType({**kept, LEFT_OUT: rule}))


def changes(book: Rulebook, rule: Rule) -> Iterator[Change]:
    """Yield every change that can be made and may make a difference."""
    yield from (change for change in allowed(book, rule) if alike(rule, change.what, change.was, change.now) is None)


def allowed(book: Rulebook, rule: Rule) -> Iterator[Change]:
    """Yield every other value of every parameter of a rule that model, mixes and policies allow, or its absence."""
    found = [change for change in _choices(rule) if _can_be(book, change)]
    if not found:
        found = [change for change in (Change(rule, RULE, "there", LEFT_OUT, rule),) if _can_be(book, change)]
    yield from found


def _choices(rule: Rule) -> Iterator[Change]:
    entry = entry_kinds()[rule.matter]
    for policy in words_of(entry, POLICY):
        mutant = _completed(rule, policy, rule.figures, POLICY)
        if mutant and _may_be(entry, rule.matter, policy) and not _same(rule.matter, policy, rule.policy):
            yield Change(rule, POLICY, rule.policy, policy, mutant)
    idle = rule.entry.idle()
    for name in entry.model_fields:
        if name not in NOT_FIGURES and name not in idle:
            yield from _of_a_figure(entry, rule, name)


def _of_a_figure(entry: type[Entry], rule: Rule, name: str) -> Iterator[Change]:
    was = rule.figures.get(name)
    for other in _others(entry, name, was):
        if mutant := _completed(rule, rule.policy, _with(rule.figures, {name: other}), name):
            yield Change(rule, name, ABSENT if was is None else was, ABSENT if other is None else other, mutant)


def _with(figures: Figures, new: Mapping[str, Figure | None]) -> Figures:
    """The figures with some set or taken away."""
    return {name: value for name, value in {**figures, **new}.items() if value is not None}


def _can_be(book: Rulebook, change: Change) -> bool:
    return not list(mixes(book.key, mutated(book, change).rules, book.structure, book.mode))


# --- what the model allows ------------------------------------------------------------------------------------------


def _completed(rule: Rule, policy: str, figures: Figures, name: str) -> Rule | None:
    """The rule with that policy and these figures, if the model accepts it.

    Otherwise the fewest other figures that may be absent are set or taken away as well.
    """
    entry = entry_kinds()[rule.matter]
    others = [
        field for field in entry.model_fields if field not in (*NOT_FIGURES, name) and _may_be_absent(entry, field)
    ]
    for number in range(len(others) + 1):
        for names in combinations(others, number):
            values = [list(_others(entry, field, figures.get(field))) for field in names]
            for chosen in product(*values):
                filled = _filled(entry, rule, policy, _with(figures, dict(zip(names, chosen, strict=True))))
                if filled is not None:
                    return replace(rule, entry=filled)
    return None


def _may_be(entry: type[Entry], matter: str, policy: str) -> bool:
    """Whether a choice decides something and its policy is built."""
    if set(words_of(entry, POLICY)) <= NOTHING_TO_CHOOSE:
        return False
    built = {name for of, name in POLICIES if of == matter}
    return policy == ASK or not built or policy in built


def _same(matter: str, one: str, other: str) -> bool:
    """Whether two names stand for one policy."""
    function = POLICIES.get((matter, one))
    return one == other or (function is not None and function is POLICIES.get((matter, other)))


def _others(entry: type[Entry], name: str, value: Figure | None) -> Iterator[Figure | None]:
    """Every other value of a figure. None: it is absent."""
    if _may_be_absent(entry, name) and value is not None:
        yield None
    if isinstance(value, tuple):
        yield from _lists(value, words_of(entry, name))
    elif words := words_of(entry, name):
        yield from (word for word in words if word != value)
    elif bool in _kinds(entry, name):
        yield from (yes for yes in (True, False) if yes is not value)
    else:
        yield from _numbers(entry, name, value)


def _lists(value: tuple[str, ...], words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield from (value[:n] + value[n + 1 :] for n in range(len(value)))
    yield from ((*value[:n], value[n + 1], value[n], *value[n + 2 :]) for n in range(len(value) - 1))
    yield from ((*value, word) for word in words if word not in value)


def _numbers(entry: type[Entry], name: str, value: Figure | None) -> Iterator[int]:
    """One less, one more, the least and the most."""
    least, most = _bounds(entry, name)
    near = [value - 1, value + 1] if isinstance(value, int) else []
    yield from dict.fromkeys(n for n in (*near, least, most) if n is not None and n != value and least <= n <= most)


def _bounds(entry: type[Entry], name: str) -> tuple[int, int]:
    """The least and the most of a number."""
    limits = _metadata(entry, name)
    least = next(limit.ge for limit in limits if getattr(limit, "ge", None) is not None)
    most = next(limit.le for limit in limits if getattr(limit, "le", None) is not None)
    return int(least), int(most)


def _filled(entry: type[Entry], rule: Rule, policy: str, figures: Figures) -> Entry | None:
    """The model filled with a policy and figures, under the rule's articles, or None if it refuses them."""
    try:
        return entry.model_validate({"policy": policy, "article": rule.entry.article, **figures})
    except ValidationError:
        return None


@cache
def words_of(entry: type[Entry], name: str) -> tuple[str, ...]:
    """Return the words that a field of the model allows, alone or in a list. None if it is no choice of words."""
    return next((get_args(kind) for kind in _kinds(entry, name) if get_origin(kind) is Literal), ())


@cache
def _may_be_absent(entry: type[Entry], name: str) -> bool:
    """Whether a figure may be absent. If it has no default, None is only for rulebooks that say nothing of it."""
    return type(None) in _kinds(entry, name) and entry.model_fields[name].default is None


@cache
def _kinds(entry: type[Entry], name: str) -> tuple[Any, ...]:
    """The types of a field: the parts of its annotation, and for a list those of its entries."""
    return tuple(_parts(entry.model_fields[name].annotation))


def _parts(kind: Any) -> Iterator[Any]:
    yield kind
    if get_origin(kind) in (Union, UnionType, tuple) or hasattr(kind, "__metadata__"):
        for part in get_args(kind):
            yield from _parts(part)


def _metadata(entry: type[Entry], name: str) -> list[Any]:
    """The constraints of a field, from anywhere in its annotation."""
    found = list(entry.model_fields[name].metadata)
    for kind in _kinds(entry, name):
        for note in getattr(kind, "__metadata__", ()):
            found += [note, *getattr(note, "metadata", ())]
    return found


def _text(value: Figure) -> str:
    return ",".join(value) if isinstance(value, tuple) else str(value)
