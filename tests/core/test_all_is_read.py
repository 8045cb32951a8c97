"""Nothing stands in rulebooks or pages that no code reads: matters, figures, policies, texts."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from controller.poker.policy import POLICIES
from controller.rulebooks import available, load
from controller.rulebooks.model import matter_names
from hardware_sim.scenario.catalogue.changing import entry_of, words_of
from tests.conftest import ROOT

ROOMS = ("controller", "firmware_bridge", "hardware_sim")
NOT_FIGURES = ("policy", "article")
HOW_IT_IS = ("deal.absent", "street.flop", "street.turn", "street.river")
"""Matters without a choice or a figure: what the articles say is how every hand is dealt. A book names them so that
the articles stand somewhere."""

HOLE = r"[\w.]+"
"""What a brace of a text that code puts together may stand for."""


def is_of_the_code(path: Path) -> bool:
    """Not the rulebooks' own, nor the list of what cannot differ in them."""
    return "rulebooks" not in path.parts and path.name != "alike.py"


@cache
def words_of_the_code() -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """Every string of the code that is not the rulebooks' own, and a pattern of each that is put together."""
    strings: set[str] = set()
    patterns: set[str] = set()
    paths = (path for room in ROOMS for path in (ROOT / room).rglob("*.py") if is_of_the_code(path))
    for node in (node for path in paths for node in ast.walk(ast.parse(path.read_text("utf-8")))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            if any(isinstance(part, str) and part.strip("._ ") for part in parts):
                patterns.add("".join(HOLE if part is None else re.escape(str(part)) for part in parts))
    return frozenset(strings), tuple(map(re.compile, patterns))


def is_read(*names: str) -> bool:
    strings, patterns = words_of_the_code()
    return any(name in strings or any(pattern.fullmatch(name) for pattern in patterns) for name in names)


def test_every_matter_is_read() -> None:
    assert [matter for matter in matter_names() if not is_read(matter)] == list(HOW_IT_IS)


def test_every_figure_that_leaves_a_choice_is_read() -> None:
    names = {
        (matter, name)
        for matter in matter_names()
        for name in entry_of(matter).model_fields
        if name not in NOT_FIGURES and len(words_of(entry_of(matter), name)) != 1
    }
    assert sorted((matter, name) for matter, name in names if not is_read(name)) == []


def test_every_policy_of_a_book_is_built_where_any_of_its_matter_is() -> None:
    built = {matter for matter, _ in POLICIES}
    rules = {(r.matter, r.policy) for key, structure in available() for r in load(key, structure).rules.values()}
    wanted = {(matter, policy) for matter, policy in rules if matter in built and policy != "ask"}
    assert wanted - POLICIES.keys() == set()


def keys(section: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for name, value in section.items():
        yield from keys(value, f"{prefix}{name}.") if isinstance(value, dict) else (f"{prefix}{name}",)


def test_every_text_is_read() -> None:
    pages = tomllib.loads((ROOT / "controller" / "pages" / "en.toml").read_text("utf-8"))
    assert [k for k in keys(pages) if not is_read(k, k.partition(".")[2], k.rpartition(".")[2])] == []
