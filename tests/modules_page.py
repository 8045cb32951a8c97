"""`python -m tests.modules_page`: a page of every module, made of its own first sentence and its public names.

Its output is `docs/reference/modules.md`, for a reader who looks for a place by a word.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

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
    folders = sorted({path.parent for path in modules()})
    return "\n\n".join([HEAD.rstrip(), *("\n".join(_folder(folder)) for folder in folders)]) + "\n"


def modules() -> list[Path]:
    """Every module of the product, below the root."""
    kinds = {".py", ".js", ".css"}
    found = (path.relative_to(ROOT) for top in TOPS for path in (ROOT / top).rglob("*") if path.suffix in kinds)
    return sorted(path for path in found if "__pycache__" not in path.parts)


def _folder(folder: Path) -> Iterator[str]:
    yield f"## {folder.as_posix()}\n"
    yield "| module | subject | names |"
    yield "|---|---|---|"
    for path in modules():
        if path.parent == folder:
            subject, names = told(path.suffix, (ROOT / path).read_text("utf-8"))
            if subject or names:
                offered = ", ".join(f"`{name}`" for name in names)
                yield f"| `{path.name}` | {subject.replace('|', chr(92) + '|')} | {offered} |"


def told(suffix: str, text: str) -> tuple[str, list[str]]:
    """The first paragraph of a module's docstring or first comment, and its public names in order."""
    if suffix == ".py":
        tree = ast.parse(text)
        return _first(ast.get_docstring(tree) or ""), list(_public(tree))
    match = _COMMENT.match(text)
    said = (match["block"] or match["lines"].replace("//", " ")) if match else ""
    return _first(said.strip()), _OFFERED.findall(text) if suffix == ".js" else []


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
