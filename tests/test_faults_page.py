"""docs/faults.md and docs/standards.md say what the code has: every fault, every notice, tests that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from controller.pages import catalogue
from firmware_bridge.parts.lifecycle import CONNECTED, State

from .conftest import ROOT
from .syntax import nodes

DOCS = ROOT / "docs"
LATCHES = {"JournalFault", "_fail", "latch"}


def rows(section: str) -> set[str]:
    """The first cells of the table in a section of the page on faults."""
    text = (DOCS / "faults.md").read_text("utf-8").partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `(\w+)` \|", text, flags=re.MULTILINE))


def words(prefix: str) -> set[str]:
    """The keys below a prefix that have words for people."""
    return {key.removeprefix(prefix) for key in catalogue("en").keys if key.startswith(prefix)}


def latched_in_code() -> set[str]:
    """Every key with which some line of the controller latches a fault."""
    found: set[str] = set()
    for path in (ROOT / "controller").rglob("*.py"):
        for node in nodes(path):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in LATCHES:
                key = node.args[0] if node.args else None
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    found.add(key.value)
    return found


@pytest.mark.together("syntax")
def test_the_page_lists_the_faults_of_the_code() -> None:
    listed = rows("Faults that lock the table")
    assert listed == words("fault.")
    assert latched_in_code() <= listed
    assert len(latched_in_code()) > 10


def test_the_page_lists_the_notices_of_the_code() -> None:
    assert rows("Notices") == words("notice.")


def test_the_page_lists_each_state_of_a_part_in_trouble() -> None:
    on_the_way = {State.OPENING, State.READY, *CONNECTED} - {State.DEGRADED, State.QUARANTINED}
    assert rows("Parts") == {state.value for state in set(State) - on_the_way}


def named_tests() -> list[str]:
    """Every test, or file of tests, that the pages on standards and threats name."""
    pages = [(DOCS / name).read_text("utf-8") for name in ("standards.md", "threat-model.md")]
    return sorted({name for page in pages for name in re.findall(r"`(tests/[\w/]+\.py(?:::\w+)?)`", page)})


@pytest.mark.parametrize("name", named_tests())
def test_a_test_that_a_page_names_exists(name: str) -> None:
    path, _, function = name.partition("::")
    assert (ROOT / path).is_file()
    assert not function or re.search(rf"^def {function}\(", (ROOT / path).read_text("utf-8"), flags=re.MULTILINE)


def test_every_row_on_standards_has_an_answer() -> None:
    text = (DOCS / "standards.md").read_text("utf-8")
    found = re.findall(r"^\| ([GPEC]\d+) \|[^|]+\|[^|]+\| (.+) \|$", text, flags=re.MULTILINE)
    assert [row for row, _ in found] == [
        *(f"G{n}" for n in range(1, 10)),
        *(f"P{n}" for n in range(1, 9)),
        *(f"E{n}" for n in range(1, 11)),
        *(f"C{n}" for n in range(1, 6)),
    ]
    answers = ("`tests/", "see it", "does not apply", "not yet")
    assert not [row for row, answer in found if not any(word in answer for word in answers)]


def test_pages_stand_on_their_own() -> None:
    assert not [path.name for path in DOCS.glob("*.md") if "shared/" in Path(path).read_text("utf-8")]
