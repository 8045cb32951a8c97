"""The service door: while it stands open nothing is played, and no person can say otherwise."""

from __future__ import annotations

import json
from typing import Any

from controller.release.installed import State, Verified
from firmware_bridge.messages import sensed
from firmware_bridge.messages.wire import Verdict

from .service_rig import Rig
from .service_steps import CLEAR, again, dealt, push, take, whole_hand
from .things import chip_tag

OPEN = sensed.PartHealth(part="gpio", what="gpio", state="degraded", door_open=True)
CLOSED = sensed.PartHealth(part="gpio", what="gpio", state="ready")
AWAY = sensed.PartHealth(part="gpio", what="gpio", state="lost")


def faults(rig: Rig, peer: Any) -> list[str]:
    return [fault.key for fault in rig.state(peer).faults]


def notices(rig: Rig, peer: Any) -> list[str]:
    return [notice.key for notice in rig.state(peer).notices]


def call(rig: Rig, bridge: Any) -> None:
    """The button, who is to act, puts 100 in."""
    bridge.say(take("stack:1", chip_tag(100, 0)))
    bridge.say(push(rig, "bet:1", chip_tag(100, 0)))


def test_an_open_door_stops_play_until_it_is_closed(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    before = sensing.state(console)
    bridge.say(OPEN)
    assert faults(sensing, console) == ["fault.door_open"]
    assert {page.page for page in bridge.pages.values()} == {"paused"}
    call(sensing, bridge)
    assert sensing.state(console).seats == before.seats
    bridge.say(CLOSED)
    assert faults(sensing, console) == []
    again(sensing, bridge)
    after = sensing.state(console)
    assert (before.turn, after.turn) == (1, 2)
    assert bridge.outbox.unacknowledged == 0


def test_nobody_clears_the_fault_of_a_door_that_stands_open(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    bridge.say(OPEN)
    console.tell(CLEAR, role="floor")
    assert not console.last(Verdict).accepted
    assert faults(sensing, console) == ["fault.door_open"]


def test_lines_that_are_not_read_close_no_door(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    bridge.say(OPEN)
    bridge.say(AWAY)
    assert faults(sensing, console) == ["fault.door_open"]


def test_a_door_is_open_after_a_restart_until_it_is_closed(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    bridge.say(OPEN)
    sensing.restart()
    bridge.greet()
    console.greet()
    assert faults(sensing, console) == ["fault.door_open"]
    bridge.say(CLOSED)
    assert faults(sensing, console) == []
    again(sensing, bridge)
    assert faults(sensing, console) == []
    assert bridge.outbox.unacknowledged == 0


def test_closing_the_door_leaves_another_fault_to_a_person(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    sensing.of.latch.latch("journal_head", "a test")
    bridge.say(OPEN)
    assert faults(sensing, console) == ["fault.journal_head", "fault.door_open"]
    bridge.say(CLOSED)
    assert faults(sensing, console) == ["fault.journal_head", "fault.door_open"]
    console.tell(CLEAR, role="floor")
    again(sensing, bridge)
    assert faults(sensing, console) == []


def test_the_program_is_verified_again_when_the_door_is_closed(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    sensing.of.verify = lambda _: Verified(State.ALTERED, "altered: controller/x.py")
    bridge.say(OPEN)
    assert faults(sensing, console) == ["fault.door_open"]
    bridge.say(CLOSED)
    assert faults(sensing, console) == ["fault.door_open", "fault.program_altered"]


def test_that_the_door_was_open_is_shown_until_the_next_hand_ends(sensing: Rig) -> None:
    bridge = sensing.peer("bridge")
    bridge.say(OPEN)
    bridge.say(CLOSED)
    assert "notice.door_was_open" in notices(sensing, bridge)
    sensing.wait(1)  # a command of the same moment would have been said while the table was locked
    _, console = whole_hand(sensing)
    assert "notice.door_was_open" not in notices(sensing, console)


def test_an_open_door_is_journalled_with_its_time(sensing: Rig) -> None:
    bridge, _ = dealt(sensing)
    bridge.say(OPEN)
    bridge.say(CLOSED)
    record = sensing.service._journal.reading.last_of("controller", "fault_cleared")
    assert record is not None
    assert json.loads(record.body)["fault"] == "door_open"
