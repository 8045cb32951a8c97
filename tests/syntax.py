"""The syntax of the product's modules. A dozen tests read it, so each process parses and walks a module once."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a module's syntax tree. The module itself is the first."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
