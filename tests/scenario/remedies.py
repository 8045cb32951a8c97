"""The scenarios of the deal as a source of remedies: each is played once at level core. Tests look at its events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from controller.poker.events import Event
from controller.poker.outcomes import Outcome, Ruling
from controller.rulebooks import Rulebook
from controller.service.publication.public_state import public_ruling
from controller.table import RemedyView, Setup, Table, new_table, ruling_view, step
from controller.table.view.remedies import remedy_views
from firmware_bridge.messages.public import Text
from hardware_sim.scenario.collection import BOOK, file_of, plays_of, rulebook_of
from hardware_sim.scenario.depths.core import CoreDepth
from hardware_sim.scenario.language.tree import Scenario
from hardware_sim.scenario.play.runner import run

FILES = sorted(path.relative_to(BOOK).as_posix() for path in (BOOK / "deal").glob("*.scn"))

WITHOUT = {
    "deal/burned-before-the-last-call.scn",
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


class Recording(CoreDepth):
    """The core, with every event that it took."""

    def __init__(self, setup: Setup, rulebook: Rulebook) -> None:
        super().__init__(setup, rulebook)
        self.taken: list[Event] = []

    def _take(self, event: Event) -> None:
        self.taken.append(event)
        super()._take(event)


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario that was played under a book: what went otherwise than it says, and every event of its table."""

    name: str
    book: str
    failures: tuple[str, ...]
    setup: Setup
    rulebook: Rulebook
    events: tuple[Event, ...]

    def table_after_each(self) -> Iterator[tuple[Event, list[Outcome], Table]]:
        """The same table again: after each event, the event, what followed, and the table as it is then."""
        table = new_table(self.setup)
        for event in self.events:
            yield event, step(table, event, self.rulebook), table


@cache
def played(name: str) -> tuple[Played, ...]:
    """Every scenario of a file under every book that it names, played once: many tests look at the same."""
    plays = plays_of(file_of(BOOK / name, BOOK))
    return tuple(_play(scenario, rulebook_of(book), name) for scenario, book in plays)


def _play(scenario: Scenario, rulebook: Rulebook, name: str) -> Played:
    opened: list[Recording] = []

    def open_recording(setup: Setup, rulebook: Rulebook) -> Recording:
        opened.append(Recording(setup, rulebook))
        return opened[-1]

    result = run(scenario, rulebook, name, open_recording)
    failures = tuple(f"{result.name}: {failure.line}: {failure.text}" for failure in result.failures)
    (depth,) = opened
    return Played(result.name, result.book, failures, depth.setup, rulebook, tuple(depth.taken))


def failures(name: str) -> list[str]:
    """What went otherwise than a file's scenarios say."""
    return [failure for play in played(name) for failure in play.failures]


def in_remedy(table: Table) -> bool:
    """Whether a remedy is open."""
    return table.hand is not None and bool(table.hand.remedies.open)


def remedies_of(table: Table) -> tuple[RemedyView, ...]:
    """The remedies of a table's view. The rest of it is not built: that takes many times as long."""
    return remedy_views(table, table.hand) if table.hand is not None and in_remedy(table) else ()


@cache
def heard(name: str) -> Heard:
    """What was said in a file."""
    found = Heard(failures(name))
    for play in played(name):
        for _, outcomes, table in play.table_after_each():
            found.remedies.update(remedies_of(table))
            new = [each for each in outcomes if isinstance(each, Ruling) and each not in found.rulings]
            found.rulings.update((each, public_ruling(ruling_view(each, table.book)).text) for each in new)
    return found
