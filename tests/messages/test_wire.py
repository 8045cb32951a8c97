"""Messages between the rooms: strict, versioned, and silent about what they carry."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.messages.base import Interval, TagId
from firmware_bridge.messages.places import spot_called
from firmware_bridge.messages.sensed import CardPlaced
from firmware_bridge.messages.told import Command, DealerCommand, Declared
from firmware_bridge.messages.wire import (
    Event,
    Malformed,
    Welcome,
    WrongVersion,
    decode_from_controller,
    decode_to_controller,
    encode,
)

UID = "040E3BD2286B85"
PLACED = Event(
    source="bridge",
    epoch=3,
    sequence=7,
    stamp=1_000,
    body=CardPlaced(tag=TagId(f"iso14443a:{UID}"), spot="seat:3", at=Interval(absent=900, present=950)),
)


def test_an_event_survives_the_wire() -> None:
    assert decode_to_controller(encode(PLACED)) == PLACED


def test_a_command_survives_the_wire() -> None:
    command = Command(role="dealer", author="Ann", told=Declared(seat=4, word="raise", amount=1200, when="before"))
    event = Event(source="console", epoch=1, sequence=1, stamp=5, body=command)
    assert decode_to_controller(encode(event)) == event


def test_a_tag_does_not_show_itself() -> None:
    assert UID not in repr(PLACED)
    assert UID not in str(PLACED)
    assert UID not in f"{PLACED.body}"


def test_cards_that_the_dealer_names_do_not_show_themselves() -> None:
    command = Command(role="dealer", author="Ann", told=DealerCommand(word="shows", seat=3, value="AsKd"))
    assert "AsKd" not in repr(command)
    assert "AsKd" not in str(command)


def test_an_unknown_field_is_refused() -> None:
    data = json.loads(encode(PLACED))
    data["colour"] = "red"
    with pytest.raises(Malformed, match="colour: extra_forbidden"):
        decode_to_controller(json.dumps(data).encode())


def test_a_refusal_does_not_quote_the_message() -> None:
    data = json.loads(encode(PLACED))
    data["body"]["tag"] = f"iso99:{UID}"
    with pytest.raises(Malformed) as refused:
        decode_to_controller(json.dumps(data).encode())
    assert UID not in str(refused.value)
    assert refused.value.__cause__ is None


def test_another_protocol_version_is_refused_by_name() -> None:
    with pytest.raises(WrongVersion, match="bridge speaks protocol version 9"):
        decode_to_controller(encode(PLACED.model_copy(update={"version": 9})))
    with pytest.raises(WrongVersion, match="the controller speaks protocol version 9"):
        decode_from_controller(encode(Welcome(epoch=1, acked=0, version=9)))


@given(st.binary(max_size=200))
def test_junk_is_malformed_and_nothing_else(junk: bytes) -> None:
    for decode in (decode_to_controller, decode_from_controller):
        with pytest.raises(Malformed):
            decode(junk)


@pytest.mark.parametrize(
    ("text", "place"),
    [("seat:1", ("seat", 1)), ("bet:10", ("bet", 10)), ("board:5", ("board", 5)), ("pot", ("pot", 0))],
)
def test_a_place_is_read(text: str, place: tuple[str, int]) -> None:
    assert spot_called(text) == place


@pytest.mark.parametrize("text", ["seat:0", "seat:11", "seat:01", "board:6", "seat", "pot:1", "sofa:1", "bet:x", ""])
def test_a_place_that_no_table_has_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match=r"Allowed: shoe, seat:1-10") as refused:
        spot_called(text)
    assert repr(text) in str(refused.value)
