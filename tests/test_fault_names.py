"""One registry of faults: no code beside it decides by the name of a rule key of the deal."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from controller.table.deal.faults import FAULTS

from .conftest import ROOT
from .syntax import nodes, walked

REGISTRY = "controller/table/deal/faults"
BOOKS = "controller/rulebooks"
"""The rulebooks define the rule keys."""
MATTERS = frozenset(matter for fault in FAULTS for matter in fault.matters if "." in matter)
COLLECTIONS = ("frozenset", "set", "tuple")

Names = dict[str, frozenset[str]]


def matters_in(node: ast.AST | None, names: Names) -> frozenset[str]:
    """The rule keys that an expression is, holds or maps from. `names`: those of the module's constants."""
    if isinstance(node, ast.Constant):
        return frozenset({str(node.value)}) & MATTERS
    if isinstance(node, ast.Name):
        return names.get(node.id, frozenset())
    if isinstance(node, ast.Dict):
        return frozenset().union(*(matters_in(key, names) for key in node.keys))
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return frozenset().union(*(matters_in(inner, names) for inner in node.elts))
    if isinstance(node, ast.Starred):
        return matters_in(node.value, names)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in COLLECTIONS:
        return frozenset().union(*(matters_in(inner, names) for inner in node.args))
    return frozenset()


def constants(tree: ast.Module, others: Names) -> Names:
    """The rule keys behind the names of a module, its own and those that it imports."""
    names: Names = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            names |= {a.asname or a.name: others[a.name] for a in node.names if a.name in others}
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if isinstance(target, ast.Name):
                names[target.id] = matters_in(node.value, names)
    return names


def decisions(tree: ast.Module, others: Names) -> Iterator[int]:
    """The lines at which something depends on the name of a rule key."""
    names = constants(tree, others)
    for node in walked(tree):
        if isinstance(node, ast.Compare):
            named = any(matters_in(side, names) for side in (node.left, *node.comparators))
        elif isinstance(node, ast.MatchValue):
            named = bool(matters_in(node.value, names))
        else:
            named = isinstance(node, ast.Dict) and bool(matters_in(node, names))
        if named and isinstance(node, ast.expr | ast.pattern):
            yield node.lineno


def texts() -> dict[str, str]:
    paths = (path for room in ("controller", "hardware_sim") for path in (ROOT / room).rglob("*.py"))
    named = ((path.relative_to(ROOT).as_posix(), path) for path in sorted(paths))
    return {name: path.read_text("utf-8") for name, path in named if not name.startswith((REGISTRY, BOOKS))}


def module(where: str) -> ast.Module:
    (tree, *_) = nodes(ROOT / where)
    assert isinstance(tree, ast.Module)
    return tree


@pytest.mark.together("syntax")
def test_no_code_beside_the_registry_decides_by_the_name_of_a_fault() -> None:
    read = texts()
    naming = {where: module(where) for where, text in read.items() if any(matter in text for matter in MATTERS)}
    known = {name: keys for tree in naming.values() for name, keys in constants(tree, {}).items() if keys}
    importing = (where for where, text in read.items() if where not in naming and any(n in text for n in known))
    trees = naming | {where: module(where) for where in importing}
    assert [f"{where}:{line}" for where, tree in trees.items() for line in decisions(tree, known)] == []


def test_a_comparison_with_a_name_of_a_fault_is_found() -> None:
    source = (
        "HERE = 'deal.order'\nif matter == HERE or matter in ('deck.foul', x):\n    y = {'burn.double': 1}[matter]\n"
    )
    assert list(decisions(ast.parse(source), {})) == [2, 2, 3]
