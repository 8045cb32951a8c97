"""`python -m tests.modules_page`: a page of every module, made of its own first sentence and its public names.

Its output is `docs/reference/modules.md`, for a reader who looks for a place by a word.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from tests.syntax import nodes

ROOT: Final = Path(__file__).parents[1]
TOPS: Final = ("controller", "drivers", "firmware_bridge", "hardware_sim")

HEAD: Final = """# Modules

Every module with its subject in its own words, and the names that it offers. `python -m tests.modules_page` makes
this page, and a test holds that it is current. [architecture.md](../architecture.md) has the map of the folders.
"""

_COMMENT: Final = re.compile(r"\A(?:/\*(?P<block>.*?)\*/|(?P<lines>(?://[^\n]*\n)+))", re.DOTALL)
_OFFERED: Final = re.compile(r"^export (?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)


def page() -> str:
    """Return the whole page as Markdown."""
    folders = groupby(sorted(modules(), key=lambda path: path.parent), key=lambda path: path.parent)
    tables = ("\n".join(_folder(folder, list(paths))) for folder, paths in folders)
    return "\n\n".join([HEAD.rstrip(), *tables]) + "\n"


def modules() -> list[Path]:
    """Every module of the product, below the root."""
    kinds = {".py", ".js", ".css"}
    found = (path.relative_to(ROOT) for top in TOPS for path in (ROOT / top).rglob("*") if path.suffix in kinds)
    return sorted(path for path in found if "__pycache__" not in path.parts)


def _folder(folder: Path, paths: Sequence[Path]) -> Iterator[str]:
    yield f"## {folder.as_posix()}\n"
    yield "| module | subject | names |"
    yield "|---|---|---|"
    for path in paths:
        subject, names = told(path)
        if subject or names:
            offered = ", ".join(f"`{name}`" for name in names)
            yield f"| `{path.name}` | {subject.replace('|', chr(92) + '|')} | {offered} |"


def told(path: Path) -> tuple[str, list[str]]:
    """The first paragraph of a module's docstring or first comment, and its public names in order."""
    if path.suffix == ".py":
        tree = nodes(ROOT / path)[0]
        assert isinstance(tree, ast.Module)
        return _first(ast.get_docstring(tree) or ""), list(_public(tree))
    text = (ROOT / path).read_text("utf-8")
    match = _COMMENT.match(text)
    said = (match["block"] or match["lines"].replace("//", " ")) if match else ""
    return _first(said.strip()), _OFFERED.findall(text) if path.suffix == ".js" else []


def _first(text: str) -> str:
    return " ".join(text.split("\n\n")[0].split())


def _public(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                pass
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)) if len(name) > 1:
                pass
            case _:
                continue
        if not name.startswith("_"):
            yield name


if __name__ == "__main__":
    sys.stdout.write(page())
