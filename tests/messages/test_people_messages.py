"""Secrets and tokens in messages about people: bounded, and hidden from every repr and error."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from firmware_bridge.messages.people import AddPerson, Confirm, LogIn, PersonAnswer, PersonRequest, SetUp
from firmware_bridge.messages.told import DealerCommand, Entered
from firmware_bridge.messages.wire import Malformed, decode_to_controller, encode

HUSH = "hush-hush"
TOLD = DealerCommand(word="shuffle")
MESSAGES = (
    LogIn(name="Ann", secret=HUSH),
    Confirm(session=HUSH, name="Ann", secret=HUSH, told=TOLD),
    SetUp(code=HUSH, name="Ann", secret=HUSH),
    AddPerson(session=HUSH, name="Ann", role="dealer", secret=HUSH),
    Entered(session=HUSH, second=HUSH, told=TOLD),
    PersonAnswer(number=1, token=HUSH),
)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_secret_hides_itself(message: object) -> None:
    assert HUSH not in repr(message)
    assert HUSH not in str(message)


def test_a_request_comes_through_the_wire_as_it_was() -> None:
    request = PersonRequest(source="console", number=1, address="10.0.0.7", ask=MESSAGES[0])
    assert decode_to_controller(encode(request)) == request


@pytest.mark.parametrize("secret", ["", "x" * 201])
def test_a_secret_beyond_its_bounds_is_none_and_is_not_quoted(secret: str) -> None:
    with pytest.raises(ValidationError) as refused:
        LogIn(name="Ann", secret=secret)
    assert "xxx" not in str(refused.value)


@pytest.mark.parametrize("token", ["x" * 65, "a b", "../x", "é"])
def test_a_token_is_short_and_plain(token: str) -> None:
    with pytest.raises(ValidationError):
        Entered(session=token, told=TOLD)


def test_a_message_with_a_wrong_secret_is_malformed_without_quoting_it() -> None:
    data = encode(PersonRequest(source="console", number=1, ask=MESSAGES[0])).replace(HUSH.encode(), b"y" * 300)
    with pytest.raises(Malformed) as refused:
        decode_to_controller(data)
    assert "yyy" not in str(refused.value)
