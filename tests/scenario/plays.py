"""The plays of the book at core. Each is played once for a process: several files of tests look at them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from controller.poker.entries import ENTRIES, SeatKind, kinds_of
from controller.poker.events import DealerCommand, Event
from controller.poker.outcomes import Outcome
from controller.rulebooks import Rulebook
from controller.table import Setup, Table, new_table, step
from controller.table.events import dealer_commands
from controller.table.view.sayable import moments
from hardware_sim.scenario.catalogue.mutation import Candidate
from hardware_sim.scenario.collection import BOOK, file_of, plays_of, rulebook_of
from hardware_sim.scenario.depths import core
from hardware_sim.scenario.play.expectation_checker import ordinary
from hardware_sim.scenario.play.result import Result
from tests.entries import is_possible

PATHS = sorted(BOOK.rglob("*.scn"))


class Play(NamedTuple):
    """A scenario that was played under a rulebook. `hidden`: the entries that the core accepted while pages offered
    them as impossible."""

    candidate: Candidate
    result: Result
    hidden: tuple[str, ...]
    setup: Setup
    events: tuple[Event, ...]

    @property
    def name(self) -> str:
        return self.result.name

    @property
    def rulebook(self) -> Rulebook:
        return self.candidate.rulebook

    def table_after_each(self) -> Iterator[tuple[Event, list[Outcome], Table]]:
        """The same table again: after each event, the event, what followed, and the table as it is then."""
        table = new_table(self.setup)
        for event in self.events:
            yield event, step(table, event, self.rulebook), table


class Recording(core.CoreDepth):
    """The core, with every event that it took."""

    def __init__(self, setup: Setup, rulebook: Rulebook) -> None:
        super().__init__(setup, rulebook)
        self.taken: list[Event] = []

    def _take(self, event: Event) -> None:
        self.taken.append(event)
        super()._take(event)


@cache
def plays(path: Path) -> tuple[Play, ...]:
    """Every scenario of a file of the book under every rulebook that it names."""
    file = file_of(path, BOOK)
    return tuple(_play(Candidate(scenario, rulebook_of(book), file.source)) for scenario, book in plays_of(file))


def _play(candidate: Candidate) -> Play:
    with _hidden_entries() as hidden, _recorded() as opened:
        result = candidate.result
    (depth,) = opened
    return Play(candidate, result, tuple(hidden), depth.setup, tuple(depth.taken))


@contextmanager
def _recorded() -> Iterator[list[Recording]]:
    """Collect the tables that are opened at the core."""
    opened: list[Recording] = []

    def open_recording(setup: Setup, rulebook: Rulebook) -> Recording:
        opened.append(Recording(setup, rulebook))
        return opened[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core, "CoreDepth", open_recording)
        yield opened


@contextmanager
def _hidden_entries() -> Iterator[list[str]]:
    """Collect the entries that are accepted though no page offers them as possible."""
    found: list[str] = []
    carry_out = dealer_commands.dealer_command

    def watched(table: Table, e: DealerCommand, rulebook: Rulebook) -> None:
        offered = e.word not in ENTRIES or is_possible(e.word, moments(table), _kinds(table, e))
        carry_out(table, e, rulebook)
        if not offered and not any(ordinary().refuses(alarm.key) for alarm in table.alarms):
            found.append(e.word)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dealer_commands, "dealer_command", watched)
        yield found


def _kinds(table: Table, e: DealerCommand) -> tuple[SeatKind, ...] | None:
    seat, hand = getattr(e.said, "seat", None), table.hand
    if seat is None:
        return None
    dealt_in = hand is not None and seat in hand.seats
    live = hand is not None and hand.betting.is_live(seat)
    return kinds_of(
        held=table.seating.is_held(seat), reserved=table.seating.is_reserved(seat), dealt_in=dealt_in, live=live
    )
