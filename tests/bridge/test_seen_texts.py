"""What the diagnosis has seen, in French: each of its sentences has one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import firmware_bridge.diagnosis
from firmware_bridge.diagnosis.verdict import Fault
from firmware_bridge.messages.verdict_texts import seen_texts

MODULES: Final = sorted(Path(firmware_bridge.diagnosis.__file__).parent.glob("*.py"))
PLACES: Final = {"the machine", "the USB hub", "the GPIO lines", "its port"}
"""Names of places, which are no sentences."""

SENTENCE: Final = re.compile(r"[A-Za-z]{2,}[,.:]? +[A-Za-z]{2,}")
NAMED: Final = re.compile(r"\\{\d\\}")


def sentences(module: Path) -> Iterator[str]:
    """Yield each sentence of a module beside its docstrings, with a figure for what it names."""
    tree = ast.parse(module.read_text("utf-8"))
    nodes = list(ast.walk(tree))
    inner = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    inner |= {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in nodes:
        text = _text(node)
        if id(node) not in inner and SENTENCE.search(text) and text not in PLACES:
            yield text


def _text(node: ast.AST) -> str:
    match node:
        case ast.JoinedStr():
            return "".join(_text(part) or "7" for part in node.values)
        case ast.Constant(value=str(text)):
            return text
    return ""


def patterns() -> list[re.Pattern[str]]:
    return [re.compile(NAMED.sub("(.*?)", re.escape(text))) for text in seen_texts("fr")]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_every_sentence_of_the_diagnosis_has_one_in_french(module: Path) -> None:
    known = patterns()
    assert [text for text in sentences(module) if not any(one.fullmatch(text) for one in known)] == []


def test_each_sentence_names_the_same_in_both_languages() -> None:
    named = re.compile(r"\{\d\}")
    texts = seen_texts("fr").items()
    assert [english for english, text in texts if sorted(named.findall(english)) != sorted(named.findall(text))] == []


def test_no_sentence_is_left_that_the_diagnosis_says_no_more() -> None:
    said = [text for module in MODULES for text in sentences(module)]
    parts = {"{0} and {1} are on together", "forward", "back"}  # of a sentence
    assert [
        text
        for text, one in zip(seen_texts("fr"), patterns(), strict=True)
        if text not in parts and not any(one.fullmatch(line) for line in said)
    ] == []
    assert len(said) > len(Fault)
