"""The scenarios that come with the product, and how to run one under the rulebooks that it names."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from controller.rulebooks import Rulebook, RulebookError, available, load
from controller.rulebooks.variants import HOLDEM, VARIANTS
from hardware_sim.scenario.depths.core import run_at_core
from hardware_sim.scenario.language.parser import parse
from hardware_sim.scenario.language.tree import Book, File, Scenario
from hardware_sim.scenario.play.result import Failure, Result

BOOK: Final = Path(__file__).with_name("book")
"""Scenarios that pass."""

OPEN: Final = Path(__file__).with_name("open")
"""Scenarios that the table does not decide as written yet."""


def files_of(folder: Path) -> list[File]:
    """Return every scenario file of a folder and the folders below it, by path. Raises ScenarioError."""
    return [file_of(path, folder) for path in sorted(folder.rglob("*.scn"))]


def file_of(path: Path, folder: Path) -> File:
    """Return one scenario file of a folder. Its source is the path from there. Raises ScenarioError."""
    return _parsed(path.read_text("utf-8"), path.relative_to(folder).as_posix())


@cache
def _parsed(text: str, source: str) -> File:
    """Parse a text once. The book is some 230 files, and a dozen tests of one process read it."""
    return parse(text, source)


def plays_of(file: File, only: str = "") -> Iterator[tuple[Scenario, Book]]:
    """Yield every scenario whose name contains a text, with every rulebook it is to be run under."""
    for scenario in file.scenarios:
        if only.lower() in scenario.name.lower():
            for book in scenario.header.books:
                yield scenario, book


def run_file(file: File, only: str = "") -> Iterator[Result]:
    """Run every scenario of a file under every rulebook it names."""
    for scenario, book in plays_of(file, only):
        yield run_under(scenario, book, file.source)


def run_under(scenario: Scenario, book: Book, source: str = "") -> Result:
    """Run one scenario under one rulebook. A rulebook that cannot be loaded fails it."""
    try:
        rulebook = rulebook_of(book)
    except RulebookError as error:
        line, cases = scenario.at.line, scenario.shown_by(book.key)
        return Result(source, scenario.name, str(book), line, cases, failures=[Failure(line, str(error))])
    return run_at_core(scenario, rulebook, source)


@cache
def rulebook_of(book: Book) -> Rulebook:
    """Return a rulebook. Without a structure it is the no-limit one, or else the first with which the game is played.

    Raises RulebookError.
    """
    variant = VARIANTS.get(book.variant, HOLDEM)
    structures = [s for key, s in available() if key == book.key and s in variant.structures]
    first = "no_limit" if "no_limit" in structures or not structures else structures[0]
    return load(book.key, book.structure or first, variant=variant.key)
