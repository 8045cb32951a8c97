"""What the diagnosis has seen, in words: each key that it gives has a sentence with its facts, in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import firmware_bridge.diagnosis
from firmware_bridge.messages.verdict_texts import Seen, seen_texts

MODULES: Final = sorted(Path(firmware_bridge.diagnosis.__file__).parent.glob("*.py"))
TREES: Final = {module.stem: ast.parse(module.read_text("utf-8")) for module in MODULES}
SENTENCE: Final = re.compile(r"[A-Za-z]{2,}[,.:]? +[A-Za-z]{2,}")
PLACES: Final = {"the machine", "the USB hub", "the GPIO lines", "its port"}
"""Names of places, which are no sentences."""


def named(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def given(tree: ast.Module) -> Iterator[tuple[str, set[str]]]:
    """Yield the key and the names of the facts of all that a module has seen, where the key stands there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Seen":
            keys = [one.value for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant)]
            names = {str(fact.arg) for fact in node.keywords}
            yield from ((key, names) for key in keys if isinstance(key, str))


def strings(tree: ast.Module) -> Iterator[str]:
    """Yield each string of a module beside its docstrings, also the parts of those that are put together."""
    nodes = list(ast.walk(tree))
    docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


@pytest.mark.parametrize("module", TREES)
def test_each_thing_that_was_seen_has_a_sentence_with_its_facts(module: str) -> None:
    texts = seen_texts("en")
    assert [key for key, names in given(TREES[module]) if key not in texts or named(texts[key]) != names] == []


def test_both_languages_have_the_same_keys_and_facts() -> None:
    english, french = seen_texts("en"), seen_texts("fr")
    assert english.keys() == french.keys()
    assert [key for key in english if named(english[key]) != named(french[key])] == []


def test_no_sentence_is_left_that_the_diagnosis_says_no_more() -> None:
    said = {text for tree in TREES.values() for text in strings(tree)}
    assert seen_texts("en").keys() - said == set()


@pytest.mark.parametrize("module", TREES)
def test_no_sentence_stands_in_the_diagnosis_itself(module: str) -> None:
    assert [text for text in strings(TREES[module]) if SENTENCE.search(text) and text not in PLACES] == []


def test_a_sentence_names_places_as_people_say_them() -> None:
    assert Seen("one_beam", times=4, where="shoe:beam1", other="shoe:beam2").said() == (
        "4 times shoe beam 1 was interrupted and shoe beam 2 was not"
    )
    assert Seen("quickest_answer", ms=16.0, usual=2.5).said("fr") == (
        "la réponse la plus rapide prend 16.0 ms au lieu de 2.5 ms"
    )
