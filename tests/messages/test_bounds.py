"""Numbers and texts from outside are bounded where they are typed, so that none is a program error further in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from controller.console.entries import BadEntry, parse_entry
from firmware_bridge.messages.wire import Malformed, decode_to_controller

DIGITS = "9" * 4301  # one more than Python turns into a number


def entry(**told: Any) -> str:
    return json.dumps({"id": 1, "told": {"kind": "dealer_command", **told}})


@pytest.mark.parametrize("word", ["stack", "wins", "race_chips"])
def test_a_text_of_thousands_of_digits_is_refused_by_the_console(word: str) -> None:
    with pytest.raises(BadEntry) as refused:
        parse_entry(entry(word=word, seat=1, value=DIGITS))
    assert str(refused.value) == (
        "told.dealer_command.value: a text of 4301 characters found. String should have at most 200 characters"
    )


def test_a_number_beyond_its_bounds_is_named_with_place_value_and_what_is_allowed() -> None:
    with pytest.raises(BadEntry) as refused:
        parse_entry(entry(word="folded", seat=99))
    assert str(refused.value) == "told.dealer_command.seat: 99 found. Input should be less than or equal to 10"


@pytest.mark.parametrize("figure", [10**13, 10**30, -(10**13)])
def test_a_sum_that_no_table_has_is_refused_by_the_console(figure: int) -> None:
    with pytest.raises(BadEntry, match="amount"):
        parse_entry(entry(word="buyin", seat=1, amount=figure))


def test_a_number_of_thousands_of_digits_is_refused_without_being_said_again() -> None:
    text = entry(word="buyin", seat=1, amount=7).replace("7", DIGITS)
    with pytest.raises(BadEntry) as refused:
        parse_entry(text)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "hello", "source": "console", "epoch": 2**63},
        {"kind": "hello", "source": "console", "last": 2**63},
        {"kind": "hello", "source": "x" * 65},
        {"kind": "hello", "source": "console", "epoch": -1},
        {"kind": "snapshot_request", "source": "x" * 65},
    ],
)
def test_a_greeting_beyond_63_bits_is_no_message(message: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        decode_to_controller(json.dumps(message).encode())


@pytest.mark.parametrize("field", ["epoch", "sequence", "stamp"])
def test_an_event_beyond_63_bits_is_no_message(field: str) -> None:
    body = {"kind": "seat_occupied", "seat": 1, "present": True, "at": {"absent": 0, "present": 1}}
    event = {"kind": "event", "source": "bridge", "epoch": 1, "sequence": 1, "stamp": 1, "body": body}
    decode_to_controller(json.dumps(event).encode())
    with pytest.raises(Malformed, match=field):
        decode_to_controller(json.dumps({**event, field: 2**63}).encode())
