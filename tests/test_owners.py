"""State has owners: how often one module writes into the state of another. The counts may only fall.

A foreign write is an assignment to an attribute, or a change of a list, dict or set in one, of an object that is not
`self`: `hand.stage = …`, `table.seating.debt[seat] += …`, `plan.loose.append(…)`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .conftest import ROOT

ROOMS = ("controller/table", "controller/poker")
CHANGES = frozenset(
    {"add", "append", "clear", "discard", "extend", "insert", "pop", "remove", "setdefault", "update"}
)

MOST_INTO_HAND = 0
MOST = 10


def _targets(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions that a statement or a call writes to."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        yield node.target
    elif isinstance(node, ast.Delete):
        yield from node.targets
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
        yield node.func.value


def _root(target: ast.expr) -> str:
    """The name at the beginning of a path that goes through an attribute, "" if there is none."""
    while isinstance(target, ast.Subscript):
        target = target.value
    if not isinstance(target, ast.Attribute):
        return ""
    inner: ast.expr = target
    while isinstance(inner, ast.Attribute | ast.Subscript):
        inner = inner.value
    return inner.id if isinstance(inner, ast.Name) else ""


def foreign_writes() -> list[str]:
    """The names of the objects that are written to from outside, one for each write."""
    paths = (path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))
    nodes = (node for path in paths for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    roots = (_root(target) for node in nodes for target in _targets(node))
    return [root for root in roots if root and root not in ("self", "cls")]


def test_no_more_is_written_into_a_hand_from_outside_than_before() -> None:
    assert foreign_writes().count("hand") <= MOST_INTO_HAND


def test_no_more_is_written_into_the_state_of_others_than_before() -> None:
    assert len(foreign_writes()) <= MOST


def test_a_write_through_a_path_counts_for_the_object_at_its_beginning() -> None:
    tree = ast.parse("hand.plan.loose.append(1)\ntable.stack[3] += 2\nself.x = 1\nstage = 2\ndel hand.faces[1]\n")
    roots = [_root(target) for node in ast.walk(tree) for target in _targets(node)]
    assert sorted(filter(None, roots)) == ["hand", "hand", "self", "table"]
