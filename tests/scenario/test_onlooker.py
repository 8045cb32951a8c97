"""Those who look on are told of each act and of each expectation, in the order of the file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from hardware_sim.scenario.collection import BOOK, file_of, plays_of, rulebook_of
from hardware_sim.scenario.depths.core import CoreDepth
from hardware_sim.scenario.language.expectation_nodes import Expect
from hardware_sim.scenario.language.parser import parse
from hardware_sim.scenario.language.tree import Book, Line, Scenario
from hardware_sim.scenario.play.onlooker import Checked, Onlooker
from hardware_sim.scenario.play.result import Passage, Result
from hardware_sim.scenario.play.runner import run

from .running import TABLE

FOLDERS = {"betting": 5, "chips": 2, "conduct": 2, "deal": 3, "race": 2, "seating": 2, "showdown": 2, "tournament": 2}
"""How many files of each folder are played: twenty."""
FILES = [path for folder, n in FOLDERS.items() for path in sorted((BOOK / folder).glob("*.scn"))[:n]]


class Notes(Onlooker):
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.lines: list[int] = []
        self.stops: list[int] = []
        self.answered: list[int] = []
        self.misses: list[str] = []
        self.results: list[Result] = []

    def begins(self, line: Line) -> None:
        self.lines.append(line.at.line)

    def acted(self, passage: Passage) -> None:
        self.answered.append(passage.line)

    def expected(self, line: Line, checked: Sequence[Checked]) -> None:
        self.lines.append(line.at.line)
        self.stops.append(line.at.line)
        self.misses += [one.miss for one in checked if one.miss]

    def ended(self, result: Result) -> None:
        self.results.append(result)


def looked_on(scenario: Scenario, book: Book) -> Notes:
    notes = Notes()
    run(scenario, rulebook_of(book), "a.scn", CoreDepth, notes)
    return notes


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_run_stops_at_each_expectation_on_its_line(path: Path) -> None:
    scenario, book = next(plays_of(file_of(path, BOOK)))
    script = [line for line in scenario.script if not line.under or book.key in line.under]
    notes = looked_on(scenario, book)
    assert notes.lines == [line.at.line for line in script]
    assert notes.stops == [line.at.line for line in script if isinstance(line.statement, Expect)]
    assert notes.answered == [line for line in notes.lines if line not in notes.stops]
    assert notes.misses == []
    assert [result.failures for result in notes.results] == [[]]


def test_onlooker_sees_what_the_table_said_instead() -> None:
    scenario = parse(TABLE + "goto preflop\n4 folds\nexpect turn 4; stack 4 = 10000\n").scenarios[0]
    assert looked_on(scenario, scenario.header.books[0]).misses == ["expected turn = 4. It is turn = 5"]
