"""The bridge's own mark that a hand is in progress: on the medium, with the controller up and with it dead."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.messages.orders import HandLatch
from firmware_bridge.messages.sensed import CardDrawn
from firmware_bridge.process.latch import Latch

from .rig import Table


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A shoe with a card in it."""
    table = Table(tmp_path, monkeypatch, keep=lambda part: part["name"] == "shoe")
    deck = table.world.add_deck(["As", "Kd"])
    table.world.load_shoe([card.id for card in deck], table.now)
    table.run(2)
    yield table
    table.close()


def on_the_medium(table: Table) -> bool:
    """What a bridge that starts now would find."""
    return Latch(table.file.paths.bridge).is_set


def hand(table: Table, *, in_progress: bool) -> None:
    table.controller.say(HandLatch(epoch=1, revision=table.now, in_progress=in_progress))
    table.run(0.01)


def test_a_hand_is_marked_on_the_medium_before_a_card_is_drawn(table: Table) -> None:
    assert not on_the_medium(table)
    hand(table, in_progress=True)
    assert on_the_medium(table)


def test_the_mark_goes_when_the_hand_has_ended(table: Table) -> None:
    hand(table, in_progress=True)
    hand(table, in_progress=False)
    assert not on_the_medium(table)


def test_a_card_drawn_while_no_controller_answers_marks_a_hand(table: Table) -> None:
    table.controller.deaf = True
    table.world.draw(table.now)
    table.run(3)
    assert on_the_medium(table)


def test_a_card_that_the_controller_acknowledges_marks_no_hand(table: Table) -> None:
    table.world.draw(table.now)
    table.run(3)
    assert not on_the_medium(table)


def test_a_card_that_is_acknowledged_marks_no_hand_though_a_later_event_is_not(table: Table) -> None:
    table.world.draw(table.now)
    while not any(isinstance(body, CardDrawn) for body in table.controller.bodies):
        table.run(0.01)
    table.controller.deaf = True
    table.rig.cables["shoe"].wire.unplug()
    table.run(3)
    assert table.bridge.link.outbox.unacknowledged
    assert not on_the_medium(table)


def test_without_a_place_on_the_medium_the_mark_holds_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "state-bridge").write_text("in the way")
    latch = Latch(tmp_path / "state-bridge")
    latch.put(in_progress=True)
    assert latch.is_set
    assert "state-bridge" in latch.trouble
