"""Events and tables as plain data for a journal, with the faces of cards apart so that they can be sealed.

`from_record(to_record(e)) == e`, and the same holds for `restore(checkpoint(t))`. Both are deterministic.
"""

from dataclasses import MISSING, dataclass, field, fields
from types import SimpleNamespace
from typing import Any, Final, get_args

from controller.poker import events
from controller.poker.cards import Card, cards, name
from controller.poker.entries import said_in
from controller.poker.entry_fields import fields_of
from controller.poker.events import CardDrawn, CardPlaced, DealerCommand, Event, Snapshot, TimerFired
from controller.poker.said import Field
from controller.poker.timers import named
from controller.table.state.checkpoint_codec import Body, freeze, shape, thaw
from controller.table.state.migrations import VERSION, AnotherVersion, migrated
from controller.table.state.table import Table

NOTHING_SAID: Final[Body] = dict.fromkeys(get_args(Field))
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
        events.Unlocked,
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
    """A table without faces (JSON types only), and the faces by draw number."""

    body: Body
    faces: tuple[tuple[int, Card], ...] = field(repr=False)


# --- events ---------------------------------------------------------------------------------------------------------


def to_record(event: Event) -> Record:
    """Return the record of an event. In the body, a face is its index in `faces`.

    The body has the content of a `DealerCommand` by the fields of its message. Cards named in it are in `faces` too.
    """
    body: Body = {f.name: _lists(getattr(event, f.name)) for f in fields(event)}
    faces: list[Card] = []
    if isinstance(event, CardDrawn | CardPlaced):
        body["face"] = _apart(event.face, faces)
    elif isinstance(event, Snapshot) and event.cards is not None:
        body["cards"] = [[spot, [[e, _apart(f, faces)] for e, f in there]] for spot, there in event.cards]
    elif isinstance(event, DealerCommand):
        said = dict(fields_of(event.said))
        faces += [face for need, text in said.items() if need.kind == "cards" for face in cards(text)]
        open_ = {need.field: value for need, value in said.items() if need.kind != "cards"}
        body["said"] = None if event.said is None else open_
    elif isinstance(event, TimerFired):
        body["timer"] = event.timer.name
    return Record(type(event).__name__, body, tuple(faces))


def _apart(face: Card | None, faces: list[Card]) -> int | None:
    if face is None:
        return None
    faces.append(face)
    return len(faces) - 1


def _lists(value: object) -> object:
    return [_lists(v) for v in value] if isinstance(value, tuple) else value


def _tuples(value: object) -> object:
    return tuple(_tuples(v) for v in value) if isinstance(value, list) else value


def from_record(record: Record) -> Event:
    """Return the event of a record. Raises ValueError: a kind or body that no event has."""
    cls = _KINDS.get(record.kind)
    if cls is None:
        raise ValueError(f"no event is of kind {record.kind!r}. Allowed: {', '.join(_KINDS)}")
    expected = {f.name for f in fields(cls)}
    needed = {f.name for f in fields(cls) if f.default is MISSING}
    if not needed <= set(record.body) <= expected:
        raise ValueError(f"{record.kind}: fields {sorted(record.body)}. It has {sorted(expected)}")
    values = {key: _tuples(value) for key, value in record.body.items()}
    try:
        _put_back(cls, record, values)
    except (IndexError, KeyError, TypeError):
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
    elif cls is DealerCommand and values["said"] is not None:
        cards_said = {"value": "".join(map(name, faces))} if faces else {}
        values["said"] = said_in(values["word"], SimpleNamespace(**NOTHING_SAID | values["said"] | cards_said))
    elif cls is TimerFired:
        values["timer"] = named(values["timer"])


# --- tables ---------------------------------------------------------------------------------------------------------


def checkpoint(table: Table) -> Checkpoint:
    """Return the whole table. It is complete at any time, but meant for, and smallest at, a time without a hand."""
    faces = tuple(sorted(table.hand.faces)) if table.hand is not None else ()
    return Checkpoint({"version": VERSION, "shape": shape(), "table": freeze(table)}, faces)


def restore(saved: Checkpoint) -> Table:
    """Return the table of a checkpoint. Raises AnotherVersion: this program cannot read it."""
    body = migrated(saved.body)
    if body is saved.body and body.get("shape") != shape():
        theirs = f"{VERSION}.{body.get('shape')}"
        raise AnotherVersion(f"the checkpoint is {theirs}, this program reads {VERSION}.{shape()}")
    table = thaw(body["table"])
    if not isinstance(table, Table):
        raise TypeError("the checkpoint is not of a table")
    if table.hand is not None:
        for card, face in saved.faces:
            table.hand.faces.learn(card, face)
    return table
