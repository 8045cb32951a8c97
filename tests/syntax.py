"""The syntax of the product's modules. A dozen tests read it, so each process parses and walks a module once."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a module's syntax tree. The module itself is the first."""
    return tuple(walked(ast.parse(path.read_text(encoding="utf-8"))))


def walked(node: ast.AST) -> list[ast.AST]:
    """Every node below a node, and the node itself, as `ast.walk` gives them, but for the contexts of names.

    There are a million in the product's modules. Every second one is such a context, and generators cost as much
    again.
    """
    found = [node]
    for each in found:
        for name in each._fields:
            value = getattr(each, name, None)
            if isinstance(value, list):
                found += [one for one in value if isinstance(one, ast.AST)]
            elif isinstance(value, ast.AST) and name != "ctx":
                found.append(value)
    return found
