"""Events and tables as records: back to the same, JSON all through, no face in a body."""

import json

import pytest

from controller.poker.cards import card, cards
from controller.poker.decision_clock import DECISION
from controller.poker.events import (
    ButtonPlaced,
    CardDrawn,
    CardGone,
    CardPlaced,
    CardReturned,
    ChipsMoved,
    Correction,
    Declared,
    Event,
    FloorDecision,
    PostPlaced,
    SeatKey,
    SeatOccupied,
    SensingGap,
    Snapshot,
    TimerFired,
)
from controller.poker.timers import Timed, Timer
from controller.table import (
    AnotherVersion,
    Checkpoint,
    Record,
    Table,
    checkpoint,
    from_record,
    restore,
    to_record,
    view,
)
from controller.table.state.checkpoint_codec import shape
from tests.core.tables import to_flop, to_showdown
from tests.entries import entered

AT = (1_000, 2_000)
EVENTS: list[Event] = [
    CardDrawn(1, card("As"), "down", AT),
    CardDrawn(2, None, "unknown", AT),
    CardPlaced(1, 3, card("As"), AT),
    CardGone(1, 3, AT),
    CardReturned(1, AT),
    ChipsMoved(33, (100, 100), (500,), AT),
    ButtonPlaced(None, AT),
    PostPlaced(3, True, AT),
    SeatKey(3, "raise", 600, AT),
    SeatOccupied(3, False, AT),
    SensingGap("feig", 5, 9),
    Snapshot(((3, ((1, card("As")), (2, None))), (16, ())), ((33, (100,)),), 4, (1, 2), AT),
    Snapshot(None, None, None, None, AT),
    Declared(3, "raise", None, "anna", "dealer", "before", AT),
    entered("shuffle", None, "anna", "dealer", AT),
    entered("folded", 3, "anna", "dealer", AT),
    entered("shows", "3:AsKd", "anna", "dealer", AT),
    entered("board", "Jh5d8c", "anna", "dealer", AT),
    FloorDecision("fold-3", "no", "he said four hundred", "bo", "floor", AT),
    Correction("issue", 3, 500, "rebuy", "bo", "floor", AT),
    TimerFired(DECISION, 7),
    TimerFired(Timer(Timed.ABSENCE, 10), 7),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda e: type(e).__name__)
def test_an_event_comes_back(event: Event) -> None:
    record = to_record(event)
    body = json.loads(json.dumps(record.body))
    assert from_record(Record(record.kind, body, record.faces)) == event


@pytest.mark.parametrize("event", EVENTS, ids=lambda e: type(e).__name__)
def test_no_face_is_in_a_body_or_a_repr(event: Event) -> None:
    record = to_record(event)
    text = json.dumps(record.body) + repr(record) + repr(event)
    for name in ("As", "Kd", "Jh", "5d", "8c"):
        assert f"{name}" not in text.replace("CardPlaced", "").replace("CardDrawn", "")
    assert str(card("As")) not in json.dumps(record.body)


@pytest.mark.parametrize(
    ("record", "says"),
    [
        (Record("Weather", {}, ()), "no event is of kind 'Weather'"),
        (Record("TimerFired", {"timer": "x"}, ()), "TimerFired: fields"),
        (Record("TimerFired", {"timer": "absence:11", "at": 1}, ()), "no timer is called 'absence:11'"),
        (Record("CardDrawn", {"exit": 1, "face": 0, "orientation": "down", "at": [0, 1]}, ()), "faces do not fit"),
    ],
)
def test_a_record_that_is_no_event_is_refused_by_name(record: Record, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        from_record(record)


def test_a_checkpoint_is_json_and_comes_back() -> None:
    d = to_showdown()
    saved = checkpoint(d.table)
    again = restore(Checkpoint(json.loads(json.dumps(saved.body)), saved.faces))
    assert view(again) == d.view
    assert checkpoint(again) == saved


def test_the_same_table_gives_the_same_checkpoint() -> None:
    assert json.dumps(checkpoint(to_flop().table).body) == json.dumps(checkpoint(to_flop().table).body)


def test_faces_are_apart_from_the_checkpoint() -> None:
    saved = checkpoint(to_flop().table)
    assert len(saved.faces) == 11  # the burn lies where nothing reads it
    assert "faces=" not in repr(saved)
    held = saved.body["table"]["fields"]["hand"]["fields"]["faces"]
    assert held == {"faces": 11}


def test_a_checkpoint_of_another_version_is_refused_with_both_versions() -> None:
    body = checkpoint(to_flop().table).body
    with pytest.raises(AnotherVersion, match=r"the checkpoint is of version 99, this program reads up to \d+"):
        restore(Checkpoint(body | {"version": 99}, ()))


def test_a_checkpoint_from_before_shapes_were_kept_is_refused() -> None:
    with pytest.raises(AnotherVersion, match=r"the checkpoint is of version 1, nothing leads from 1 to 2"):
        restore(Checkpoint({"version": 1, "table": None}, ()))


def test_a_checkpoint_of_tables_that_lack_a_part_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    saved = checkpoint(to_flop().table)
    shape.cache_clear()
    monkeypatch.setattr(Table, "__slots__", (*Table.__slots__, "weather"))
    try:
        with pytest.raises(AnotherVersion):
            restore(saved)
    finally:
        shape.cache_clear()


def test_cards_are_never_in_the_view_before_they_are_public() -> None:
    d = to_flop()
    hidden = {"As", "Kd", "7c", "9h", "2d", "Qs", "7d", "Tc", "4s"}
    shown = repr(d.view)
    assert not [name for name in hidden if f"'{name}'" in shown]
    assert "'Jh'" in shown
    assert cards("As") == (card("As"),)
