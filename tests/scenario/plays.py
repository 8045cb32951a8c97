"""The plays of the book at core. Each is played once for a process: several files of tests look at them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from controller.poker.entries import ENTRIES, SeatKind, kinds_of
from controller.poker.events import DealerCommand
from controller.rulebooks import Rulebook
from controller.table import Table
from controller.table.events import dealer_commands
from controller.table.view.sayable import moments
from hardware_sim.scenario.catalogue.mutation import Candidate
from hardware_sim.scenario.collection import BOOK, file_of, plays_of, rulebook_of
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


@cache
def plays(path: Path) -> tuple[Play, ...]:
    """Every scenario of a file of the book under every rulebook that it names."""
    file = file_of(path, BOOK)
    return tuple(_play(Candidate(scenario, rulebook_of(book), file.source)) for scenario, book in plays_of(file))


def _play(candidate: Candidate) -> Play:
    with _hidden_entries() as hidden:
        return Play(candidate, candidate.result, tuple(hidden))


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
