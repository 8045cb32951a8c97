"""Where an article can be seen: the rulings that cite it, the fields that it fixes, the questions that rest on it."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from controller.rulebooks import Rulebook, available, load
from controller.table.view.question_citations import MATTERS
from hardware_sim.scenario.language.fixed_fields import fixed
from hardware_sim.scenario.language.table_fields import NUMBERED, SEAT_FIELDS
from hardware_sim.scenario.play.expectation_checker import ordinary

from .question_index import questions

FILE: Final = Path(__file__).with_name("ruled.toml")


@dataclass(frozen=True, slots=True)
class Ruled:
    """What rulings are made on which rule keys.

    - `silent`: rule keys on which no ruling is made.
    - `beside`: {rule key: those whose rulings cite its articles}.
    - `acts`: {rule key: acts of its rulings}.
    """

    silent: frozenset[str]
    beside: Mapping[str, tuple[str, ...]]
    acts: Mapping[str, frozenset[str]]

    def on(self, matter: str) -> tuple[str, ...]:
        """Return the rule keys of the rulings that cite the articles of a rule key. None if only fields show it."""
        if matter in self.beside:
            return self.beside[matter]
        return () if matter in self.silent else (matter,)


@dataclass(frozen=True, slots=True)
class Seen:
    """How a scenario can see an article under one rulebook. `lent`: the rulebook has it from another one."""

    book: str
    structures: tuple[str, ...]
    rulings: tuple[str, ...]
    figures: tuple[str, ...]
    asks: tuple[str, ...]
    lent: bool


@cache
def ruled() -> Ruled:
    """Return what the file beside this module says."""
    data: dict[str, Any] = tomllib.loads(FILE.read_text("utf-8"))
    beside = {matter: tuple(on) for matter, on in data["beside"].items()}
    return Ruled(
        frozenset(data["silent"]), beside, {matter: frozenset(acts) for matter, acts in data["acts"].items()}
    )


@cache
def books() -> tuple[Rulebook, ...]:
    """Return every rulebook in every structure."""
    return tuple(load(key, structure) for key, structure in available())


@cache
def _resting() -> Mapping[str, Mapping[Rulebook, tuple[tuple[str, bool], ...]]]:
    """{article: {rulebook: (rule key that rests on it, whether it is lent)}}."""
    found: dict[str, dict[Rulebook, tuple[tuple[str, bool], ...]]] = {}
    for book in books():
        for rule in book.rules.values():
            for cite in rule.cites:
                under = found.setdefault(cite.article, {})
                under[book] = (*under.get(book, ()), (rule.matter, cite.lent_by is not None))
    return found


def seen(article: str) -> list[Seen]:
    """Return how an article is seen under each rulebook that decides by it. Equal structures are one entry."""
    found: dict[tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...], bool], list[str]] = {}
    for book, own in _resting().get(article, {}).items():
        matters = [matter for matter, _ in own]
        rulings = tuple(sorted({on for matter in matters for on in ruled().on(matter)}))
        figures = tuple(sorted(matter for matter in matters if not ruled().on(matter)))
        asks = tuple(sorted(key for key, matter in MATTERS.items() if matter in matters))
        lent = all(lent for _, lent in own)
        found.setdefault((book.key, rulings, figures, asks, lent), []).append(book.structure)
    return [Seen(key, tuple(structures), r, f, a, lent) for (key, r, f, a, lent), structures in found.items()]


def fields_of(article: str) -> list[str]:
    """Return the fields that an article fixes, as an expectation names them, with N for the seat."""
    own = sorted(fixed().get(article, ()))
    return [name + (" N" if name in NUMBERED or name in SEAT_FIELDS else "") for name in own]


def marked(matter: str) -> str:
    """Return a rule key in code. A degree sign marks ordinary rulings, in brackets if only some are ordinary."""
    return f"`{matter}`" + ("°" if matter in ordinary().matters else "(°)" if matter in ordinary().only else "")


def to_expect(article: str) -> Iterator[str]:
    """Yield lines that a scenario of an article can use, and under which rulebooks."""
    lines: dict[str, list[str]] = {}
    for one in seen(article):
        for line in _lines(article, one):
            lines.setdefault(line, []).append(book_text(one.book, one.structures))
    yield from (f"{line}   # {', '.join(under)}" for line, under in lines.items())
    fields = fields_of(article)
    if fields:
        yield f"expect {'; '.join(f'{name} …' for name in fields)} by {article}   # any of them"


def _lines(article: str, one: Seen) -> Iterator[str]:
    for matter in one.rulings:
        need = " (ordinary)" if matter in ordinary().matters else ""
        yield f"expect ruling {article} on {matter} seat N …{need}"
    for key in one.asks:
        yield f"expect ask {questions()[key].roles[0]} {key} seat N, where a person decides"
    if one.figures:
        yield f"no ruling on {', '.join(one.figures)}: seen in fields"


def book_text(key: str, structures: tuple[str, ...]) -> str:
    """Return a rulebook's key, with its structures if it is not all of them."""
    return key if len(structures) == sum(book.key == key for book in books()) else f"{key} {'/'.join(structures)}"
