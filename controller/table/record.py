"""Events and tables as plain data for a journal, with the faces of cards apart so that they can be sealed.

`from_record(to_record(e)) == e`, and the same of `restore(checkpoint(t))`; both are deterministic.
"""

from dataclasses import dataclass, field
from typing import Any

from controller.poker.cards import Card
from controller.poker.events import Event
from controller.table.state import Table

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Record:
    """An event without its faces (JSON types only), and the faces in the order the body refers to them."""

    kind: str
    body: Body
    faces: tuple[Card, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A table without faces (JSON types only), and the faces by exit number."""

    body: Body
    faces: tuple[tuple[int, Card], ...] = field(repr=False)


def to_record(event: Event) -> Record:
    """The record of an event. A `DealerCommand` that names cards keeps them in `faces` too."""
    raise NotImplementedError


def from_record(record: Record) -> Event:
    """The event of a record; ValueError for a kind or body that no event has."""
    raise NotImplementedError


def checkpoint(table: Table) -> Checkpoint:
    """The whole table. Cheapest, and meant, when no hand is open; complete at any time."""
    raise NotImplementedError


def restore(saved: Checkpoint) -> Table:
    """The table of a checkpoint; ValueError if it is of another version."""
    raise NotImplementedError
