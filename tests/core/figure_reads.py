"""Which figures of which matters the code reads, by its syntax: attributes of entries, never words that look alike.

An entry is `….entries.MATTER`, a name bound to one, a parameter annotated with an entry's class, or what a function
returns that is annotated so.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from controller.rulebooks.entry import NOT_FIGURES, Punishable
from controller.rulebooks.model import entry_kinds, matter_names
from tests.conftest import ROOT
from tests.syntax import nodes, walked

ROOMS = ("controller", "hardware_sim")
FIELDS = {field: matter for matter, field in matter_names().items()}
ENTRIES = "entries"
OTHER_NAMES = {"RakeEntry": "Rake", "RaceEntry": "Race"}
"""Classes that are imported under another name, since an outcome or a part of the state has theirs."""


def matters_of(name: str) -> frozenset[str]:
    """The matters whose entries are of a class of that name."""
    wanted = OTHER_NAMES.get(name, name)
    kinds = {matter for matter, kind in entry_kinds().items() if kind.__name__ == wanted}
    if wanted == Punishable.__name__:
        kinds = {matter for matter, kind in entry_kinds().items() if issubclass(kind, Punishable)}
    return frozenset(kinds)


def _annotated(node: ast.expr | None) -> frozenset[str]:
    return matters_of(node.id) if isinstance(node, ast.Name) else frozenset()


def _matters(node: ast.expr, names: dict[str, frozenset[str]], books: set[str]) -> frozenset[str]:
    """The matters of which an expression may be the entry."""
    if isinstance(node, ast.Name):
        return names.get(node.id, frozenset())
    if isinstance(node, ast.IfExp):
        return _matters(node.body, names, books) | _matters(node.orelse, names, books)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return names.get(f"{node.func.id}()", frozenset())
    if isinstance(node, ast.Attribute) and node.attr in FIELDS and _is_entries(node.value, books):
        return frozenset({FIELDS[node.attr]})
    return frozenset()


def _is_entries(node: ast.expr, books: set[str]) -> bool:
    named = isinstance(node, ast.Name) and node.id in books
    return named or (isinstance(node, ast.Attribute) and node.attr == ENTRIES)


def _bound(inside: Sequence[ast.AST], names: dict[str, frozenset[str]]) -> set[str]:
    """Add the names that a function binds to entries; the names that it binds to all entries of a book."""
    books: set[str] = set()
    for node in inside:
        if isinstance(node, ast.arg):
            names[node.arg] = _annotated(node.annotation)
            if isinstance(node.annotation, ast.Name) and node.annotation.id == "Matters":
                books.add(node.arg)
    for node in inside:
        if isinstance(node, ast.Assign):
            pairs = [(target, node.value) for target in node.targets]
            for target, value in pairs:
                if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                    pairs += zip(target.elts, value.elts, strict=True)
                elif isinstance(target, ast.Name):
                    names[target.id] = _matters(value, names, books)
                    books |= {target.id} if _is_entries(value, books) else set()
    return books


def _reads(module: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """(matter, attribute) of every read in a module, of which all nodes are given."""
    functions = [node for node in module if isinstance(node, ast.FunctionDef)]
    given = {f"{function.name}()": _annotated(function.returns) for function in functions}
    for function in functions:
        names, inside = dict(given), walked(function)
        books = _bound(inside, names)
        for node in inside:
            if isinstance(node, ast.Attribute):
                yield from ((matter, node.attr) for matter in _matters(node.value, names, books))


def _answered(matter: str, name: str) -> set[str]:
    """The figures behind an attribute: itself, or what a method of the entry reads."""
    kind = entry_kinds()[matter]
    if name in kind.model_fields:
        return {name} - set(NOT_FIGURES)
    method = getattr(kind, name, None)
    return set(getattr(method, "__code__", method_of_nothing.__code__).co_names) & set(kind.model_fields)


def method_of_nothing() -> None:
    """Reads no figure."""


@cache
def reads(source: str = "") -> frozenset[tuple[str, str]]:
    """(matter, figure) of every figure that a source reads, by default all of the code's but the rulebooks' own."""
    modules = [walked(ast.parse(source))] if source else [nodes(path) for path in _code()]
    found = {read for module in modules for read in _reads(module)}
    return frozenset((matter, figure) for matter, name in found for figure in _answered(matter, name))


@cache
def matters_read() -> frozenset[str]:
    """The fields of the model that are read as `….entries.FIELD`."""
    every = (node for path in _code() for node in nodes(path))
    return frozenset(n.attr for n in every if isinstance(n, ast.Attribute) and _is_entries(n.value, set()))


def _code() -> Iterator[Path]:
    return (path for room in ROOMS for path in (ROOT / room).rglob("*.py") if "rulebooks" not in path.parts)
