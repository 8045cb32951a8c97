"""State has owners: no function writes into an object that is not its own.

A foreign write is an assignment to an attribute, or a change of a list, dict or set in one, of an object that is not
`self`: `hand.stage = …`, `table.seating.debt[seat] += …`, `plan.loose.append(…)`. So is one through a local name for
such a list: `loose = plan.loose` and `loose.append(…)`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from .conftest import ROOT
from .syntax import nodes, walked

pytestmark = pytest.mark.together("syntax")

ROOMS = ("controller/table", "controller/poker")
CHANGES = frozenset(
    {"add", "append", "clear", "discard", "extend", "insert", "pop", "remove", "setdefault", "update"}
)
OWN = ("self", "cls")


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
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "setattr":
        yield ast.Attribute(node.args[0], "?", ast.Store())


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


def _bound(function: ast.AST) -> dict[str, str]:
    """Local names for attributes of others, and the object at the beginning of each."""
    names: dict[str, str] = {}
    for node in walked(function):
        if not isinstance(node, ast.Assign) or len(node.targets) != 1:
            continue
        target, value = node.targets[0], node.value
        several = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
        pairs = zip(target.elts, value.elts, strict=True) if several else [(target, value)]  # type: ignore[attr-defined]  # both are tuples then
        names |= {name.id: _root(path) for name, path in pairs if isinstance(name, ast.Name) and _root(path)}
    return names


def _through_a_name(node: ast.AST, target: ast.expr, names: dict[str, str]) -> str:
    """The object whose list a local name stands for, if it is changed through that name."""
    changed = isinstance(node, ast.Call) or isinstance(target, ast.Subscript)
    while isinstance(target, ast.Subscript):
        target = target.value
    return names.get(target.id, "") if changed and isinstance(target, ast.Name) else ""


def written(tree: ast.AST) -> list[str]:
    """The objects that are written to from outside, one for each write."""
    found = []
    functions: list[ast.AST] = [node for node in walked(tree) if isinstance(node, ast.FunctionDef)]
    for function in functions or [tree]:
        names = _bound(function)
        for node in walked(function):
            found += [_root(target) or _through_a_name(node, target, names) for target in _targets(node)]
    return [root for root in found if root and root not in OWN]


def test_no_function_writes_into_the_state_of_others() -> None:
    paths = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    foreign = {path.name: roots for path in paths if (roots := written(nodes(path)[0]))}
    assert foreign == {}


def test_a_write_through_a_path_counts_for_the_object_at_its_beginning() -> None:
    tree = ast.parse("hand.plan.loose.append(1)\ntable.stack[3] += 2\nself.x = 1\nstage = 2\ndel hand.faces[1]\n")
    assert sorted(written(tree)) == ["hand", "hand", "table"]


def test_a_write_through_a_local_name_or_setattr_counts_too() -> None:
    tree = ast.parse(
        "def f(plan, seat):\n    a, n = plan.loose, 1\n    a.append(n)\n    a[0] = 2\n    setattr(seat, 'x', 1)"
    )
    assert sorted(written(tree)) == ["plan", "plan", "seat"]


def test_a_list_of_a_functions_own_is_no_state() -> None:
    assert written(ast.parse("def f(plan):\n    found = list(plan.loose)\n    found.append(1)")) == []
