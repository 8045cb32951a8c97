"""What a table always has is never asked for, and what may be absent is asked for no more often than before."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from .conftest import ROOT
from .syntax import nodes

pytestmark = pytest.mark.together("syntax")

ROOMS = ("controller/table", "controller/poker")

MOST_OF_THE_HAND = 94
"""Between hands there is none: sensors, timers, entries and the view have to ask."""


def _compared_with_none() -> Iterator[str]:
    """The last name of every path that the core compares with None."""
    paths = (path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))
    for node in (node for path in paths for node in nodes(path)):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Is | ast.IsNot):
            other = node.comparators[0]
            if isinstance(other, ast.Constant) and other.value is None:
                left = node.left
                yield left.id if isinstance(left, ast.Name) else left.attr if isinstance(left, ast.Attribute) else ""


def test_a_table_is_never_asked_whether_it_has_a_rulebook() -> None:
    assert list(_compared_with_none()).count("book") == 0


def test_a_table_is_asked_no_more_often_whether_a_hand_is_open_than_before() -> None:
    assert list(_compared_with_none()).count("hand") <= MOST_OF_THE_HAND


def test_nothing_is_made_a_number_by_way_of_a_text() -> None:
    paths = (path for room in ("controller", "hardware_sim") for path in (ROOT / room).rglob("*.py"))
    assert [str(path) for path in paths if "int(str(" in path.read_text("utf-8")] == []
