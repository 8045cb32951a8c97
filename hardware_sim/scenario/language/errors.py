"""What is wrong with a scenario's text, and where."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class At:
    """A place in the text. Lines and columns count from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One error: where, the word found ("" at the end of a line), and what was allowed there."""

    at: At
    found: str
    allowed: str

    @property
    def text(self) -> str:
        """The error in one line, without the file's name."""
        found = f"found {self.found!r}" if self.found else "the line ends"
        return f"{self.at.line}:{self.at.column}: {found}. Allowed: {self.allowed}"


class ScenarioError(ValueError):
    """A text that is no scenario. `problems` holds every error of the file, in order."""

    def __init__(self, source: str, problems: list[Problem]) -> None:
        self.source = source
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(f"{source}:{problem.text}" for problem in self.problems))


class Wrong(Exception):
    """Ends the reading of one line. The parser collects its problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem.text)
