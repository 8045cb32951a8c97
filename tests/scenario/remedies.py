"""The scenarios of the deal as a source of remedies: each is played at depth core and looked at after every event."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from controller.poker.events import Event
from controller.rulebooks import Rulebook
from controller.table import Setup, Table
from hardware_sim.scenario.collection import BOOK, plays_of, rulebook_of
from hardware_sim.scenario.depths.core import CoreDepth
from hardware_sim.scenario.language.parser import parse
from hardware_sim.scenario.language.tree import File
from hardware_sim.scenario.play.result import Result
from hardware_sim.scenario.play.runner import run

FILES = sorted(
    f"deal/{name}.scn"
    for name in (
        *("casino", "leaflet", "limit", "two-books", "undone"),
        *("lfp-board", "lfp-dealers", "lfp-deck", "lfp-figures", "lfp-hole"),
    )
)


class Watched(CoreDepth):
    """The core, with every event that it took; `after` is called behind each, and may exchange the table."""

    def __init__(self, setup: Setup, rulebook: Rulebook, after: Callable[[Watched], None]) -> None:
        super().__init__(setup, rulebook)
        self.taken: list[Event] = []
        self._after = after

    def _take(self, event: Event) -> None:
        self.taken.append(event)
        super()._take(event)
        self._after(self)

    @property
    def table(self) -> Table:
        return self._table

    @table.setter
    def table(self, table: Table) -> None:
        self._table, self._view = table, None

    @property
    def in_remedy(self) -> bool:
        """Whether a remedy is open."""
        return self._table.hand is not None and bool(self._table.hand.remedies)


@cache
def _file(name: str) -> File:
    return parse((BOOK / name).read_text("utf-8"), name)


def play_file(name: str, after: Callable[[Watched], None]) -> Iterator[tuple[Result, Watched]]:
    """Every scenario of a file under every book that it names."""
    for scenario, book in plays_of(_file(name)):
        opened: list[Watched] = []

        def open_watched(setup: Setup, rulebook: Rulebook, into: list[Watched] = opened) -> Watched:
            into.append(Watched(setup, rulebook, after))
            return into[-1]

        result = run(scenario, rulebook_of(book), name, open_watched)
        yield result, opened[0]


def failures(results: Iterator[tuple[Result, Watched]]) -> list[str]:
    """What went otherwise than a scenario says."""
    return [f"{r.name}: {failure.line}: {failure.text}" for r, _ in results for failure in r.failures]
