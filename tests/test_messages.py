"""What the product says to people is in sentences: no message joins two of them with a semicolon."""

import ast
import re
from collections.abc import Iterable, Iterator

import pytest

from .conftest import ROOT
from .syntax import nodes

JOINED = re.compile(r";\s+[\w`'\"]|^;\s+$")
NO_SENTENCES = frozenset(
    {
        "controller/console/pages.py",  # the header of the content security policy
        "controller/journal/schema.py",  # SQL
        "firmware_bridge/parts/connection.py",  # the readers of a line, each with its firmware
        "hardware_sim/scenario/catalogue/article_index.py",  # a line of the scenario language
        "hardware_sim/scenario/language/expectation_nodes.py",  # the same
        "hardware_sim/scenario/language/expectation_lines.py",  # the semicolon is a word of the scenario language
        "hardware_sim/scenario/pages/answers.py",  # answers of the table, which have commas in them
        "hardware_sim/scenario/pages/articles.py",  # shows a line of the scenario language
        "hardware_sim/selftest/injection.py",  # orders to a simulated part, which have commas in them
    }
)
SOURCES = sorted(
    str(path.relative_to(ROOT))
    for room in ("controller", "drivers", "firmware_bridge", "hardware_sim")
    for path in (ROOT / room).rglob("*.py")
)


def in_source(source: str) -> list[str]:
    return list(joined_sentences(list(ast.walk(ast.parse(source)))))


def joined_sentences(module: Iterable[ast.AST]) -> Iterator[str]:
    """Each text of a module that has a semicolon before a word, or joins others by one. Docstrings do not count."""
    docstrings = {id(node.value) for node in module if isinstance(node, ast.Expr)}
    texts = (node for node in module if isinstance(node, ast.Constant) and id(node) not in docstrings)
    for text in texts:
        if isinstance(text.value, str) and JOINED.search(text.value):
            yield f"{text.lineno}: {text.value}"


@pytest.mark.together("syntax")
def test_no_message_joins_sentences_with_a_semicolon() -> None:
    read = (name for name in SOURCES if name not in NO_SENTENCES)
    assert [f"{name}:{found}" for name in read for found in joined_sentences(nodes(ROOT / name))] == []


@pytest.mark.parametrize("name", sorted(NO_SENTENCES))
def test_every_module_excepted_still_holds_a_semicolon(name: str) -> None:
    assert list(joined_sentences(nodes(ROOT / name)))


def test_a_docstring_may_join_sentences_and_a_piece_of_a_message_may_not() -> None:
    source = 'def f(a):\n    """One; two."""\n    raise ValueError(f"{a} is none; allowed: b")\n'
    assert in_source(source) == ["3:  is none; allowed: b"]


def test_several_errors_are_not_joined_by_a_semicolon() -> None:
    assert in_source('raise ValueError("; ".join(errors))') == ["1: ; "]
