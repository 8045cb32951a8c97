"""Messages of the right form and any content: the controller takes or refuses each, and its program never fails."""

from __future__ import annotations

import json
import os
import time
from random import Random
from typing import Any, get_args

import pytest

from controller.poker.cards import _NAMES
from controller.poker.entries import ENTRIES
from firmware_bridge.messages import sensed
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.public import PublicAsk
from firmware_bridge.messages.told import Decision, Word
from firmware_bridge.messages.wire import Event, Malformed, decode_to_controller, encode

from .service_rig import Peer, Rig
from .service_steps import dealt
from .things import FOREIGN_CARD, FOREIGN_CHIP, chip_tag, tag_of

SPOTS = [
    "shoe", "muck", "pot", "tray", "drop", *(f"seat:{n}" for n in (1, 2, 3, 10)),
    *(f"board:{n}" for n in range(1, 6)), *(f"{kind}:{n}" for kind in ("stack", "bet") for n in (1, 2, 3, 9)),
]  # fmt: skip
WORDS = [
    "",
    "1",
    "-1",
    "0",
    "100",
    "99999999999",
    "AsKd",
    "As",
    "1:2",
    "player",
    "3:1:player",
    "x",
    "é",
    "\u0000",
    "9" * 60,
]
KINDS = ["card_drawn", "card_returned", "card_placed", "card_gone", "chips_moved", "button_placed", "post_placed",
         "seat_key", "seat_occupied", "sensing_gap", "snapshot", "part_health"]  # fmt: skip


class Dice:
    """Contents of messages, drawn from what a table knows and from what it does not."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)  # noqa: S311 - a test's dice
        chips = [chip_tag(value, number).value for value in (25, 100, 1000) for number in range(30)]
        cards = [tag_of(name).value for name in _NAMES]
        self.tags = [*cards, *chips, FOREIGN_CARD.value, FOREIGN_CHIP.value]

    def one(self, values: list[Any]) -> Any:
        return self.random.choice(values)

    def many(self, values: list[Any], most: int = 4) -> list[Any]:
        return [self.one(values) for _ in range(self.random.randrange(most + 1))]

    def number(self) -> int:
        return int(self.one([0, 1, -1, 7, 10**9, 10**12, 2**62, -(2**62)]))

    def span(self) -> dict[str, int]:
        return {"absent": self.number(), "present": self.number()}

    def sensed(self) -> dict[str, Any]:
        """The body of something that the bridge says, of any kind."""
        lying = {self.one(SPOTS): self.many(self.tags) for _ in range(3)}
        fields = {
            "kind": self.one(KINDS), "at": self.span(), "tag": self.one(self.tags), "tags": self.many(self.tags),
            "spot": self.one(SPOTS), "area": self.one(SPOTS), "orientation": self.one(["down", "up", "unknown"]),
            "added": self.many(self.tags), "removed": self.many(self.tags), "lies": self.many(self.tags),
            "seat": self.one([1, 2, 3, 10, None]), "present": self.one([True, False]), "pressed": True,
            "key": self.one(["fold", "call", "raise", "all_in", "plus", "minus", "allin"]),
            "part": self.one(["shoe", "chips", "gpio", "x"]), "what": "pn532", "state": self.one(["lost", "ready"]),
            "places": self.many(SPOTS), "since": self.number(), "until": self.one([None, self.number()]),
            "cards": lying, "chips": lying, "button": self.one([1, 2, 3, 9, None]), "posts": self.many([1, 2, 3, 9]),
            "unread": self.many(SPOTS),
        }  # fmt: skip
        model = next(m for m in vars(sensed).values() if getattr(m, "model_fields", {}).get("kind") is not None
                     and m.model_fields["kind"].default == fields["kind"])  # fmt: skip
        return {name: value for name, value in fields.items() if name in model.model_fields}

    def told(self, asks: tuple[PublicAsk, ...]) -> dict[str, Any]:
        """The body of a command, of any kind."""
        seat, amount, text = self.one([None, 1, 2, 3, 9]), self.one([None, 0, 1, 100, 250, 10**12]), self.one(WORDS)
        more = {"other": seat, "choice": text, "amount": amount, "number": amount, "value": text}
        some = {name: value for name, value in more.items() if self.random.random() < 0.4}
        ask = self.one([*asks, None])
        told = self.one([
            {"kind": "dealer_command", "word": self.one([*ENTRIES]), "seat": seat, **some},
            {"kind": "declared", "seat": seat or 1, "word": self.one([*get_args(Word)]), "amount": amount},
            {"kind": "answer", "ask": ask.id if ask else "x", "option": self.one([*ask.options]) if ask else text},
            {"kind": "floor_decision", "decision": self.one([*get_args(Decision)][1:]), "seat": seat, "reason": "r",
             "amount": amount, "replaces": self.one([None, "1:0", "x"])},
        ])  # fmt: skip
        return {"kind": "command", "role": self.one(["dealer", "floor", "director"]), "author": "Ann", "told": told}


def decoded(source: str, body: dict[str, Any]) -> Message | None:
    """The body as it comes over the socket; None where its types refuse it."""
    text = json.dumps({"kind": "event", "source": source, "epoch": 1, "sequence": 1, "stamp": 1, "body": body})
    try:
        event = decode_to_controller(text.encode())
    except Malformed:
        return None
    assert isinstance(event, Event)
    assert encode(event)
    return event.body


def pester(rig: Rig, bridge: Peer, console: Peer, dice: Dice, messages: int) -> int:
    """Send so many messages; returns how many were of a form that is taken in."""
    taken = 0
    for _ in range(messages):
        source = dice.one([bridge, console])
        state = rig.service._publisher.state
        asks = state.asks if state is not None else ()
        body = decoded(source.outbox.source, dice.sensed() if source is bridge else dice.told(asks))
        if body is None:
            continue
        taken += 1
        source.say(body)
        faults = rig.of.latch.faults
        assert not faults, (faults[0].key, faults[0].detail, body.model_dump())
        rig.wait(dice.one([0, 0, 10**6, 10**9, 40 * 10**9]))
    return taken


@pytest.mark.parametrize("seed", range(2))
def test_messages_of_any_content_fail_no_program(sensing: Rig, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    bridge, console = dealt(sensing)
    assert pester(sensing, bridge, console, Dice(seed), 100) > 60
    assert "quarantined" not in capsys.readouterr().out


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_ten_minutes_of_messages_of_any_content(sensing: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    bridge, console = dealt(sensing)
    ends, seed = time.monotonic() + float(os.environ.get("SABOT_HOSTILE_SECONDS", "600")), 1_000
    while time.monotonic() < ends:
        pester(sensing, bridge, console, Dice(seed), 100)
        assert "quarantined" not in capsys.readouterr().out, seed
        seed += 1
