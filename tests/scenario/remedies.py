"""The scenarios of the deal as a source of remedies. Tests look at the events of their plays at level core."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from controller.poker.outcomes import Ruling
from controller.service.publication.public_state import public_ruling
from controller.table import RemedyView, Table, ruling_view
from controller.table.view.remedies import remedy_views
from firmware_bridge.messages.public import Text
from hardware_sim.scenario.collection import BOOK

from .plays import Play, plays

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


def played(name: str) -> tuple[Play, ...]:
    """Every scenario of a file under every book that it names."""
    return plays(BOOK / name)


def failures(name: str) -> list[str]:
    """What went otherwise than a file's scenarios say."""
    results = [play.result for play in played(name)]
    return [f"{result.name}: {failure.line}: {failure.text}" for result in results for failure in result.failures]


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
