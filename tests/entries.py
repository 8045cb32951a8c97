"""Entries for tests, written as in a scenario, the words joined by colons: "3:call"."""

from __future__ import annotations

from collections.abc import Collection

from controller.poker.entries import ENTRIES, Moment, SeatKind
from controller.poker.events import DealerCommand, Interval
from hardware_sim.scenario.play.core_commands import said_of
from hardware_sim.scenario.play.level import Impossible


def entered(word: str, value: int | str | None, by: str, role: str, at: Interval) -> DealerCommand:
    """The command; one that says nothing where the words fit no form."""
    words = [] if value is None else str(value).split(":")
    try:
        said = said_of(word, words) if word in ENTRIES else None
    except Impossible:
        said = None
    return DealerCommand(word, said, by, role, at)  # type: ignore[arg-type]  # a test may give any word


def is_possible(word: str, moments: Collection[Moment], kinds: Collection[SeatKind] | None = None) -> bool:
    """Whether an entry can be true at these moments. `kinds`: those of the seat that it is about, if one is named.

    It says what `isPossible` of the dealer's page says.
    """
    form = ENTRIES[word]
    now = not form.when or not set(form.when).isdisjoint(moments)
    return now and (kinds is None or not form.of or not set(form.of).isdisjoint(kinds))
