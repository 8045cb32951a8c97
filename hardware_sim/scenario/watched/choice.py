"""Which scenario is played, and under which rulebook.

BadChoice(ValueError)   no such file, line or rulebook, or no scenario. Its text names place, value, what is allowed
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.rulebooks import RulebookError
from hardware_sim import bounded_text
from hardware_sim.scenario.collection import rulebook_of
from hardware_sim.scenario.language.errors import ScenarioError
from hardware_sim.scenario.language.parser import parse
from hardware_sim.scenario.language.tree import Book, File, Scenario

MOST_BYTES: Final = 1_000_000
"""Of a scenario file: thirty times the largest of the book."""


class BadChoice(ValueError):
    """There is no such scenario."""


@dataclass(frozen=True, slots=True)
class Script:
    """A file of scenarios as it is written, and as it is understood."""

    text: str
    file: File

    @property
    def source(self) -> str:
        """The file's name, as people know it."""
        return self.file.source

    def line(self, number: int) -> str:
        """Return a line of the text (from 1), without what stands before and behind it."""
        return self.text.splitlines()[number - 1].strip()


@dataclass(frozen=True, slots=True)
class Choice:
    """A scenario of a file, to be played under one of its rulebooks."""

    script: Script
    scenario: Scenario
    book: Book

    @property
    def line(self) -> int:
        """The line at which the scenario begins."""
        return self.scenario.at.line

    @property
    def next(self) -> Choice | None:
        """The scenario behind this one in the file, under the same rulebook if it names that. None at the end."""
        behind = next((one for one in self.script.file.scenarios if one.at.line > self.line), None)
        if behind is None:
            return None
        books = behind.header.books
        return Choice(self.script, behind, self.book if self.book in books else books[0])


def read_script(path: Path, source: str = "") -> Script:
    """Read a file of scenarios. `source`: its name, "" for its path.

    Raises ScenarioError, OSError, UnicodeDecodeError.
    """
    text = bounded_text.read(path, MOST_BYTES)
    return Script(text, parse(text, source or str(path)))


def choose(path: Path, line: int | None = None, rulebook: str = "", source: str = "") -> Choice:
    """Return the scenario of a file to which a line belongs (from 1). None: the first.

    - `rulebook`: one that the scenario names, such as "lfp" or "roberts limit". "": its first.
    - `source`: the file's name, "" for its path.

    Raises BadChoice.
    """
    try:
        script = read_script(path, source)
    except ScenarioError as error:
        raise BadChoice(str(error)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadChoice(f"{source or path}: {bounded_text.why(error)}") from None
    scenario = script.file.scenarios[0] if line is None else _at(script, line)
    return Choice(script, scenario, _book(script, scenario, rulebook))


def named(value: str, rulebook: str = "") -> Choice:
    """Return the scenario that FILE or FILE:LINE names. Raises BadChoice."""
    path, mark, line = value.rpartition(":")
    if mark and not Path(value).exists():
        if not line.isdecimal() or len(line) > len(str(MOST_BYTES)):
            raise BadChoice(f"{value}: found {line!r} behind the colon. Allowed: the number of a line")
        return choose(Path(path), int(line), rulebook)
    return choose(Path(value), None, rulebook)


def _at(script: Script, line: int) -> Scenario:
    scenarios, last = script.file.scenarios, len(script.text.splitlines())
    found = [one for one in scenarios if one.at.line <= line]
    if found and line <= last:
        return found[-1]
    first = scenarios[0].at.line
    raise BadChoice(f"{script.source}:{line}: no scenario has this line. Allowed: a line from {first} to {last}")


def _book(script: Script, scenario: Scenario, rulebook: str) -> Book:
    books = scenario.header.books
    found = [book for book in books if not rulebook or rulebook in (book.key, str(book))]
    place = f"{script.source}:{scenario.at.line}"
    if found:
        try:
            rulebook_of(found[0])
        except RulebookError as error:
            raise BadChoice(f"{place}: {error}") from None
        return found[0]
    allowed = ", ".join(map(str, books))
    raise BadChoice(f"{place}: found rulebook {rulebook!r}. Allowed are those that the scenario names: {allowed}")
