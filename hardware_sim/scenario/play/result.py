"""The result of running a scenario."""

from dataclasses import dataclass, field
from enum import Enum

from .expectation_checker import Answer


class Verdict(Enum):
    """How a scenario went under a rulebook."""

    PASSED = "passed"
    FAILED = "failed"
    UNSUPPORTED = "unsupported"  # a failure too: the table has no way yet to do what the language says


@dataclass(frozen=True, slots=True)
class Failure:
    """What was not as expected, and the line of the file. The column is given if the line itself is at fault."""

    line: int
    text: str
    column: int = 0

    @property
    def where(self) -> str:
        """The line, and the column if there is one."""
        return f"{self.line}:{self.column}" if self.column else str(self.line)


@dataclass(frozen=True, slots=True)
class Passage:
    """One statement of the script, what the table answered to it, and how it stands then."""

    line: int
    text: str
    answers: tuple[Answer, ...]
    phase: str
    stands: str

    @property
    def now(self) -> str:
        """The table's state in one line."""
        return f"{self.phase}, {self.stands}"


@dataclass(slots=True)
class Result:
    """A scenario under one rulebook.

    - `cases`: the cases it is to show.
    - `articles`: the articles that rulings cited or fields rest on.
    - `proofs`: (case, line) of each expectation that is marked as a case's and held.
    """

    source: str
    name: str
    book: str
    line: int
    cases: tuple[str, ...] = ()
    articles: frozenset[str] = frozenset()
    failures: list[Failure] = field(default_factory=list)
    unsupported: bool = False
    proofs: list[tuple[str, int]] = field(default_factory=list)
    course: list[Passage] = field(default_factory=list)
    stacks: tuple[tuple[int, int], ...] = ()  # (seat, amount) as they stand at the end
    awards: tuple[tuple[int, int], ...] = ()  # (seat, amount) won in the last hand

    @property
    def verdict(self) -> Verdict:
        if self.unsupported:
            return Verdict.UNSUPPORTED
        return Verdict.FAILED if self.failures else Verdict.PASSED

    @property
    def covered(self) -> tuple[str, ...]:
        """The cases that a line of this run proves. None if the run failed."""
        return tuple(dict.fromkeys(case for case, _ in self.proofs)) if self.verdict is Verdict.PASSED else ()

    @property
    def as_json(self) -> dict[str, object]:
        """The result for programs."""
        return {
            "file": self.source,
            "line": self.line,
            "scenario": self.name,
            "book": self.book,
            "verdict": self.verdict.value,
            "cases": list(self.cases),
            "covered": list(self.covered),
            "articles": sorted(self.articles),
            "failures": [{"line": f.line, "column": f.column, "text": f.text} for f in self.failures],
        }
