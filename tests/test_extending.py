"""What an extension touches: the files that name one that is there already are those of docs/extending.md."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from .conftest import ROOT

READ: Final = (".py", ".toml", ".scn")
ROOMS: Final = ("controller", "drivers", "firmware_bridge", "hardware_sim", "docs/parts")
PAGE: Final = ROOT / "docs" / "extending.md"
EXAMPLES: Final = {
    "A new reader part": "pepper_c1",
    "A new rulebook": "leaflet",
    "A new game variant": "omaha",
    "A new fault of the deal": "flop.four",
}
"""By the section of the page: one of its kind that is there."""
CHOICES: Final = ("hardware_sim/tables/", "hardware_sim/hands.toml")
"""Files that use what there is, as a house does: a table of these parts, a rulebook on top of another one."""


def words_of_python(text: str) -> Iterator[str]:
    """Names, imported modules and strings. Comments are none, and no docstring is one word."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name):
            yield node.id.lower()
        elif isinstance(node, ast.ImportFrom):
            yield from (node.module or "").split(".")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def words_of_toml(value: Any) -> Iterator[str]:
    """Keys, alone and with the one that they stand in, and texts. Of the id of an article its document."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield re.sub(r"-[A-Z]?\d.*$", "", key)
            yield from (f"{key}.{name}" for name in inner) if isinstance(inner, dict) else ()
            yield from words_of_toml(inner)
    elif isinstance(value, list):
        yield from (word for inner in value for word in words_of_toml(inner))
    else:
        yield str(value)


def names(path: Path, example: str) -> bool:
    """Whether a file names it, or is named for it."""
    if example in re.split(r"[-.]", path.name):
        return True
    last = example.rpartition(".")[2]
    if path.suffix not in READ or last not in (text := path.read_text(encoding="utf-8")).lower():
        return False
    if path.suffix == ".scn":
        return "book" in path.parts and example in text.split()
    return example in (words_of_python(text) if path.suffix == ".py" else words_of_toml(tomllib.loads(text)))


def touched(example: str) -> list[str]:
    """The files of the rooms, and the pages on parts, that name it."""
    paths = (path for room in ROOMS for path in (ROOT / room).rglob("*.*") if path.suffix != ".pyc")
    found = (path.relative_to(ROOT).as_posix() for path in paths if path.is_file() and names(path, example))
    return sorted(path for path in found if not path.startswith(CHOICES))


def named(section: str, example: str) -> dict[str, re.Pattern[str]]:
    """The files in the table of a section, by pattern: NAME is the example, BOOK any rulebook."""
    table = PAGE.read_text(encoding="utf-8").partition(f"## {section}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.+?`) \| ", table, re.MULTILINE)
    files = [file.replace("NAME", example) for row in rows for file in re.findall(r"`([^`]+)`", row)]
    return {
        file: re.compile(re.escape(file).replace("BOOK", "[a-z_]+") + (".*" if file.endswith("/") else ""))
        for file in files
    }


@pytest.mark.parametrize(("section", "example"), EXAMPLES.items())
def test_an_extension_touches_the_files_that_the_page_names(section: str, example: str) -> None:
    patterns, there = named(section, example), touched(example)
    unnamed = [path for path in there if not any(pattern.fullmatch(path) for pattern in patterns.values())]
    tests = [file for file in patterns if file.startswith("tests/")]
    untouched = [f for f, p in patterns.items() if f not in tests and not any(map(p.fullmatch, there))]
    assert (unnamed, untouched) == ([], [])
    assert all((ROOT / file).exists() for file in tests)
