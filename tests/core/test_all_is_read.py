"""Nothing stands in rulebooks or pages that no code reads: matters, figures, policies, texts."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from controller.pages.catalogue import sentences
from controller.poker import events, outcomes
from controller.poker.policy import POLICIES
from controller.rulebooks import available, load
from controller.rulebooks.articles import articles
from controller.rulebooks.entry import NOT_FIGURES, Entry
from controller.rulebooks.model import entry_kinds, matter_names
from controller.rulebooks.variants import VARIANTS
from firmware_bridge.messages import sensed, told
from firmware_bridge.messages.languages import LANGUAGES, Language
from hardware_sim.scenario.catalogue.changing import words_of
from tests.conftest import ROOT
from tests.core.figure_reads import matters_read, reads
from tests.syntax import nodes

pytestmark = pytest.mark.together("syntax")

ROOMS = ("controller", "firmware_bridge", "hardware_sim")
HOW_IT_IS = ("deal.absent", "street.flop", "street.turn", "street.river", "announce.above_chips")
"""Matters without a choice or a figure: what the articles say is how every hand is dealt and played. A book names
them so that the articles stand somewhere."""

CARRIED_OUT_BY_PEOPLE = {("seating", "by")}
"""Figures that only lists of the book show: seats are given out before anybody enters them at a table."""

READ_BY_A_FIGURE = {"raise.cap": {"none", "bet_and_raises"}}
"""Policies without a function: the cap's is the number of raises, which only one of them has."""

HOLE = r"[\w.]+"
"""What a brace of a text that code puts together may stand for."""


def is_of_the_code(path: Path) -> bool:
    """Not the rulebooks' own, nor the list of what cannot differ in them."""
    return "rulebooks" not in path.parts and path.name != "alike.py"


@cache
def words_of_the_code() -> tuple[frozenset[str], re.Pattern[str]]:
    """Every string of the code that is not the rulebooks' own, and a pattern of all that are put together."""
    strings: set[str] = set()
    patterns: set[str] = set()
    paths = (path for room in ROOMS for path in (ROOT / room).rglob("*.py") if is_of_the_code(path))
    for node in (node for path in paths for node in nodes(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            if any(isinstance(part, str) and len(part.strip("._ ")) > 1 for part in parts):  # not "12s"
                patterns.add("".join(HOLE if part is None else re.escape(str(part)) for part in parts))
    return frozenset(strings), re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


def is_read(*names: str) -> bool:
    strings, put_together = words_of_the_code()
    return any(name in strings or put_together.fullmatch(name) for name in names)


def test_every_matter_is_read() -> None:
    fields = matters_read()
    unread = [m for m, field in matter_names().items() if field not in fields and not is_read(m)]
    assert unread == list(HOW_IT_IS)


def test_every_figure_that_leaves_a_choice_is_read() -> None:
    figures = {
        (matter, name)
        for matter, entry in entry_kinds().items()
        for name in entry.model_fields
        if name not in NOT_FIGURES and len(words_of(entry, name)) != 1
    }
    assert figures - reads() == CARRIED_OUT_BY_PEOPLE


def test_a_figure_is_read_only_as_an_attribute_of_its_entry() -> None:
    source = "def due(table, skipped: Skipped):\n    return table.book.entries.time.aloud + skipped.acted_behind"
    assert reads(source) == {("time", "aloud"), ("skipped", "acted_behind")}
    assert reads("x = 'aloud'; seconds = clock.seconds; y = table.time.seconds") == set()


@pytest.mark.parametrize("entry", sorted(set(entry_kinds().values()), key=str))
def test_what_holds_in_a_books_silence_is_of_the_figures_kind(entry: type[Entry]) -> None:
    silent = entry.silent()
    empty = [
        n for n, f in entry.model_fields.items() if getattr(silent, n) is None and not _may_be_none(f.annotation)
    ]
    assert empty == []


def _may_be_none(kind: Any) -> bool:
    return type(None) in getattr(kind, "__args__", ())


def test_every_policy_of_a_book_is_built_where_any_of_its_matter_is() -> None:
    built = {matter for matter, _ in POLICIES}
    rules = {(r.matter, r.policy) for key, structure in available() for r in load(key, structure).rules.values()}
    wanted = {(matter, policy) for matter, policy in rules if matter in built and policy != "ask"}
    assert wanted - POLICIES.keys() == set()


def test_every_policy_that_the_model_allows_is_built_and_every_built_one_allowed() -> None:
    """One policy alone in its matter, or read where the figures of its matter are, needs no function."""
    kinds = entry_kinds()
    built = {matter for matter, _ in POLICIES}
    allowed = {(matter, policy) for matter in built for policy in words_of(kinds[matter], "policy")}
    assert {(matter, policy) for matter, policy in allowed if policy != "ask"} == POLICIES.keys()
    others = {matter: set(words_of(kind, "policy")) - {"bound", "ask"} for matter, kind in kinds.items()}
    assert {m: p for m, p in others.items() if m not in built and len(p) > 1} == READ_BY_A_FIGURE


def keys(section: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for name, value in section.items():
        yield from keys(value, f"{prefix}{name}.") if isinstance(value, dict) else (f"{prefix}{name}",)


def keys_of(room: str, language: str) -> list[str]:
    return list(keys(tomllib.loads((ROOT / "controller" / room / f"{language}.toml").read_text("utf-8"))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_read(language: str) -> None:
    texts = set(keys_of("pages", language)) - {f"field.{name}" for name in told.Declared.model_fields}
    assert [k for k in texts if not is_read(k, k.partition(".")[2], k.rpartition(".")[2])] == []


@cache
def words_of_the_browser() -> tuple[frozenset[str], tuple[tuple[re.Pattern[str], bool], ...]]:
    """Every word of the consoles' scripts and frames, and of each key that they put together a pattern, and whether
    it says more than the section."""
    paths = [path for path in (ROOT / "controller" / "console").rglob("*") if path.suffix in (".js", ".html")]
    text = "\n".join(path.read_text("utf-8") for path in paths)
    made = {key for key in re.findall(r"`((?:[\w.]|\$\{[^}]*\})+)`", text) if "${" in key}
    patterns = [(re.split(r"\$\{[^}]*\}", key), key.partition(".")[2] or key) for key in made]
    read = [(HOLE.join(map(re.escape, parts)), re.sub(r"\$\{[^}]*\}", "", own) != "") for parts, own in patterns]
    return frozenset(re.findall(r"[\w.]+", text)), tuple((re.compile(key), more) for key, more in read)


@cache
def names_of_records() -> frozenset[str]:
    """The records of the journal are called by the classes of what came, and of what followed."""
    classes = {name for module in (events, outcomes, sensed, told) for name in vars(module)}
    return frozenset(re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower() for name in classes)


def is_shown(key: str) -> bool:
    """Whether a label of the consoles is read: by its whole key, or by one that is put together. Where only the
    section of that is written out, the name has to be a word of the code."""
    words, patterns = words_of_the_browser()
    name = key.partition(".")[2]
    known = name in words or is_read(name) or name in VARIANTS
    made = (more or known for pattern, more in patterns if pattern.fullmatch(key) or pattern.fullmatch(name))
    recorded = key.startswith("record.") and name in names_of_records()
    return key in words or is_read(key) or any(made) or recorded


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_of_the_consoles_is_read(language: str) -> None:
    assert [key for key in keys_of("console", language) if not is_shown(key)] == []


def test_a_label_that_nothing_reads_is_found_out() -> None:
    assert is_shown("variant.omaha")
    assert not is_shown("label.largest")
    assert not is_shown("variant.stud")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_translated_article_is_one(language: Language) -> None:
    assert set(sentences(language)) - articles().keys() == set()
