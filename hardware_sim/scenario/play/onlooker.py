"""Those who look on while a scenario is played."""

from collections.abc import Sequence
from dataclasses import dataclass

from hardware_sim.scenario.language.tree import Line

from .result import Passage, Result


@dataclass(frozen=True, slots=True)
class Checked:
    """One thing that is expected, and what was found instead. `miss` is "" if it holds."""

    text: str
    miss: str


class Onlooker:
    """Is told each step of a run as it is made. The run goes on when the call returns.

    This one does not look. Others override what they want to see.
    """

    def begins(self, line: Line) -> None:
        """An act is about to be done."""

    def acted(self, passage: Passage) -> None:
        """An act is done, and this is what the table answered."""

    def expected(self, line: Line, checked: Sequence[Checked]) -> None:
        """An expectation was checked."""

    def ended(self, result: Result) -> None:
        """The script is over. The table still stands as it was left."""
