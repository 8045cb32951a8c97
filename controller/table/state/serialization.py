"""Events and tables as plain data for a journal, with the faces of cards apart so that they can be sealed.

`from_record(to_record(e)) == e`, and the same of `restore(checkpoint(t))`; both are deterministic.
"""

from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Final

from controller.poker import events
from controller.poker.cards import Card, cards, name
from controller.poker.events import CardDrawn, CardPlaced, DealerCommand, Event, Snapshot
from controller.table.state.checkpoint_codec import Body, freeze, shape, thaw
from controller.table.state.migrations import VERSION, AnotherVersion, migrated
from controller.table.state.table import Table

NAMES_CARDS: Final = ("board", "cards")  # commands whose value is cards
_KINDS: Final[dict[str, type[Any]]] = {
    cls.__name__: cls
    for cls in (
        events.CardDrawn,
        events.CardPlaced,
        events.CardGone,
        events.CardReturned,
        events.ChipsMoved,
        events.ButtonPlaced,
        events.PostPlaced,
        events.SeatKey,
        events.SeatOccupied,
        events.SensingGap,
        events.Snapshot,
        events.Declared,
        events.DealerCommand,
        events.FloorDecision,
        events.Correction,
        events.TimerFired,
        events.ClockSet,
    )
}


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


# --- events ---------------------------------------------------------------------------------------------------------


def to_record(event: Event) -> Record:
    """The record of an event; in the body a face is its index in `faces`.

    A `DealerCommand` that names cards keeps them in `faces` too, written afresh ("As Kd" comes back as "AsKd"); a
    text that is no cards is not kept, and comes back empty, which the table refuses likewise.
    """
    body: Body = {f.name: _lists(getattr(event, f.name)) for f in fields(event)}
    faces: list[Card] = []
    if isinstance(event, CardDrawn | CardPlaced):
        body["face"] = _apart(event.face, faces)
    elif isinstance(event, Snapshot) and event.cards is not None:
        body["cards"] = [[spot, [[e, _apart(f, faces)] for e, f in there]] for spot, there in event.cards]
    elif isinstance(event, DealerCommand) and event.word in NAMES_CARDS:
        body["value"] = _named_apart(event.value, faces)
    return Record(type(event).__name__, body, tuple(faces))


def _apart(face: Card | None, faces: list[Card]) -> int | None:
    if face is None:
        return None
    faces.append(face)
    return len(faces) - 1


def _named_apart(value: int | str | None, faces: list[Card]) -> int | str | None:
    """ "3:" of "3:AsKd", "" of "AsKd"; the cards go to `faces`. What is no text names no card, and stays."""
    if not isinstance(value, str):
        return value
    seat, colon, text = value.rpartition(":")
    try:
        faces += cards(text)
    except ValueError:
        return ""
    return seat + colon


def _lists(value: object) -> object:
    return [_lists(v) for v in value] if isinstance(value, tuple) else value


def _tuples(value: object) -> object:
    return tuple(_tuples(v) for v in value) if isinstance(value, list) else value


def from_record(record: Record) -> Event:
    """The event of a record; ValueError for a kind or body that no event has."""
    cls = _KINDS.get(record.kind)
    if cls is None:
        raise ValueError(f"no event is of kind {record.kind!r}; allowed: {', '.join(_KINDS)}")
    expected = {f.name for f in fields(cls)}
    needed = {f.name for f in fields(cls) if f.default is MISSING}
    if not needed <= set(record.body) <= expected:
        raise ValueError(f"{record.kind}: fields {sorted(record.body)}; it has {sorted(expected)}")
    values = {key: _tuples(value) for key, value in record.body.items()}
    try:
        _put_back(cls, record, values)
    except (IndexError, TypeError):
        raise ValueError(f"{record.kind}: its faces do not fit its body") from None
    event: Event = cls(**values)
    return event


def _put_back(cls: type[Any], record: Record, values: dict[str, Any]) -> None:
    faces = record.faces
    if cls in (CardDrawn, CardPlaced):
        values["face"] = None if values["face"] is None else faces[values["face"]]
    elif cls is Snapshot and values["cards"] is not None:
        values["cards"] = tuple(
            (spot, tuple((e, None if f is None else faces[f]) for e, f in there)) for spot, there in values["cards"]
        )
    elif cls is DealerCommand and values["word"] in NAMES_CARDS and faces:
        values["value"] += "".join(name(face) for face in faces)


# --- tables ---------------------------------------------------------------------------------------------------------


def checkpoint(table: Table) -> Checkpoint:
    """The whole table. Cheapest, and meant, when no hand is open; complete at any time."""
    faces = tuple(sorted(table.hand.faces)) if table.hand is not None else ()
    return Checkpoint({"version": VERSION, "shape": shape(), "table": freeze(table)}, faces)


def restore(saved: Checkpoint) -> Table:
    """The table of a checkpoint. Raises AnotherVersion."""
    body = migrated(saved.body)
    if body is saved.body and body.get("shape") != shape():
        theirs = f"{VERSION}.{body.get('shape')}"
        raise AnotherVersion(f"the checkpoint is {theirs}, this program reads {VERSION}.{shape()}")
    table = thaw(body["table"])
    if not isinstance(table, Table):
        raise TypeError("the checkpoint is not of a table")
    if table.hand is not None:
        for exit_, face in saved.faces:
            table.hand.faces.learn(exit_, face)
    return table
