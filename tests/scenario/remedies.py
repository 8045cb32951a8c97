"""The scenarios of the deal as a source of remedies: each is played at depth core and looked at after every event."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache

from controller.poker.events import Event
from controller.poker.outcomes import Ruling, id_text
from controller.rulebooks import Rulebook
from controller.service.publication.public_state import public_ruling
from controller.table import RemedyView, Setup, Table
from firmware_bridge.messages.public import Text
from hardware_sim.scenario.collection import BOOK, plays_of, rulebook_of
from hardware_sim.scenario.depths.core import CoreDepth
from hardware_sim.scenario.language.parser import parse
from hardware_sim.scenario.language.tree import File
from hardware_sim.scenario.play.result import Result
from hardware_sim.scenario.play.runner import run

FILES = sorted(path.relative_to(BOOK).as_posix() for path in (BOOK / "deal").glob("*.scn"))

WITHOUT = {
    "deal/casino-deck.scn",
    "deal/lfp-absent-neighbours.scn",
    "deal/lfp-before-the-shuffle.scn",
    "deal/lfp-rabbit.scn",
}
"""Files of the deal in which nothing is put right by movements."""


@dataclass
class Heard:
    """What the table said while a file's scenarios were played: each remedy as it stood, and each ruling, once."""

    failures: list[str] = field(default_factory=list)
    remedies: set[RemedyView] = field(default_factory=set)
    rulings: dict[Ruling, Text] = field(default_factory=dict)


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
        return self._table.hand is not None and bool(self._table.hand.remedies.open)


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


@cache
def heard(name: str) -> Heard:
    """A file played once: several tests look at the same."""
    found = Heard()

    def listen(depth: Watched) -> None:
        if depth.in_remedy:
            found.remedies.update(depth.view.remedies)
        new = [ruling for ruling in depth.table.rulings if ruling not in found.rulings]
        if new:
            said = {ruling.id: public_ruling(ruling).text for ruling in depth.view.rulings}
            found.rulings.update((ruling, said[id_text(ruling.id)]) for ruling in new)

    found.failures = failures(play_file(name, listen))
    return found
