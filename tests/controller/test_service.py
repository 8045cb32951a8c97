"""The controller over its real sockets: greeting, exactly once, verdicts and orders."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.pages import catalogue
from firmware_bridge.messages import sensed
from firmware_bridge.messages.clock import Channel
from firmware_bridge.messages.public import Text
from firmware_bridge.messages.told import Command, DealerCommand, Declared, Entered
from firmware_bridge.messages.wire import Ack, Event, Hello, Verdict, Welcome

from .service_rig import Rig
from .service_steps import SHUFFLE, stacks
from .things import at, table_file, tag_of

# --- greeting -------------------------------------------------------------------------------------------------------


def test_a_new_process_gets_the_next_epoch_and_one_that_lives_on_keeps_its_own(plain: Rig) -> None:
    console = plain.peer("console")
    assert console.outbox.epoch == 1
    assert plain.peer("console").outbox.epoch == 2
    assert plain.peer("bridge").outbox.epoch == 1


def test_a_source_that_outlives_the_controller_goes_on_where_it_was(plain: Rig) -> None:
    console = plain.peer("console")
    console.tell(SHUFFLE)
    plain.restart()
    assert console.greet() == Welcome(epoch=1, acked=1)
    assert console.tell(Declared(seat=9, word="fold")).sequence == 2


def test_both_ends_count_from_a_repeated_greeting_on(plain: Rig) -> None:
    console = plain.peer("console")
    console.tell(SHUFFLE)
    assert plain.links.channels[Channel("bus", "console")] != (1, 1)
    console.greet()
    assert plain.links.channels[Channel("bus", "console")] == (1, 1)


def test_who_has_not_said_hello_in_this_life_is_not_answered(plain: Rig) -> None:
    console = plain.peer("console")
    console.session("dealer")
    plain.restart()
    console.heard.clear()
    console.say(Command(role="dealer", author="Ann", told=SHUFFLE))
    assert console.heard == []


def test_a_peer_of_another_version_is_not_answered(plain: Rig) -> None:
    console = plain.peer("console")
    console.heard.clear()
    console.send(Hello(source="console", version=99))
    assert console.heard == []


def test_a_bridge_is_told_everything_after_its_welcome(sensing: Rig) -> None:
    bridge = sensing.peer("bridge")
    assert sorted(bridge.pages) == [1, 2, 3]
    assert not bridge.latch
    assert bridge.pages[2].values["turn"] == "En attente de la prochaine main"


# --- exactly once ---------------------------------------------------------------------------------------------------


def test_an_event_is_acknowledged_when_it_is_durable(plain: Rig) -> None:
    console = plain.peer("console")
    console.tell(SHUFFLE)
    assert console.last(Ack) == Ack(epoch=1, sequence=1)
    assert console.outbox.unacknowledged == 0


def test_a_repeated_command_counts_once_and_gets_its_verdict_again(plain: Rig) -> None:
    console = plain.peer("console")
    first = console.tell(SHUFFLE)
    told = Entered(session=console.session("dealer"), told=SHUFFLE)
    console.send(Event(source="console", epoch=1, sequence=1, stamp=5, body=told))
    assert console.last(Verdict) == first
    assert first.accepted
    assert plain.state(console).hand == 1


def test_a_refusal_is_repeated_too(plain: Rig) -> None:
    console = plain.peer("console")
    first = console.tell(Declared(seat=9, word="fold"))
    told = Entered(session=console.session("dealer"), told=Declared(seat=9, word="fold"))
    console.send(Event(source="console", epoch=1, sequence=1, stamp=5, body=told))
    assert list(console.all(Verdict)) == [first, first]
    assert not first.accepted


def test_a_jump_is_answered_by_nothing(plain: Rig) -> None:
    console = plain.peer("console")
    told = Entered(session=console.session("dealer"), told=SHUFFLE)
    console.heard.clear()
    console.send(Event(source="console", epoch=1, sequence=2, stamp=5, body=told))
    assert console.heard == []


def test_an_event_of_an_older_epoch_is_answered_by_nothing(plain: Rig) -> None:
    plain.peer("console")
    console = plain.peer("console")
    told = Entered(session=console.session("dealer"), told=SHUFFLE)
    console.heard.clear()
    console.send(Event(source="console", epoch=1, sequence=1, stamp=5, body=told))
    assert console.heard == []


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(("new", "again", "restart", "greet")), max_size=10))
def test_whatever_is_repeated_and_restarted_each_event_is_journalled_once(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str]
) -> None:
    rig = Rig(table_file(tmp_path_factory.mktemp("t")))
    try:
        bridge, said = rig.peer("bridge"), 0
        for step in steps:
            if step == "new":
                said += 1
                bridge.say(sensed.SeatOccupied(seat=1, present=bool(said % 2), at=at(said)))
            elif step == "again":
                rig.clock.time += 600_000_000
                for message in [*bridge.outbox.wake(rig.clock.time), *list(bridge.outbox._held)]:
                    bridge.send(message)
            elif step == "restart":
                rig.restart()
            else:
                bridge.greet()
        bridge.greet()
        assert bridge.outbox.unacknowledged == 0
        records = [r.sequence for _, r in rig.service._journal.reading.recall() if r.kind == "seat_occupied"]
        assert records == list(range(1, said + 1))
    finally:
        rig.close()


# --- verdicts and orders --------------------------------------------------------------------------------------------


def test_a_refused_command_says_why_by_key_and_figures(plain: Rig) -> None:
    console = plain.peer("console")
    refused = console.tell(Declared(seat=9, word="fold")).refused
    assert refused == Text(key="refused.seat", params={"seat": 9, "allowed": "1, 2, 3"})
    assert console.tell(DealerCommand(word="gathered")).key == "alarm.command.no_hand"


def test_a_role_that_may_not_is_refused_and_nothing_changes(plain: Rig) -> None:
    console = plain.peer("console")
    before = plain.state(console).hand
    assert not console.tell(SHUFFLE, role="technician").accepted
    assert plain.state(console).hand == before


def test_a_hand_in_progress_is_latched_at_the_bridge(sensing: Rig) -> None:
    bridge, console = sensing.peer("bridge"), sensing.peer("console")
    bridge.say(stacks())
    console.tell(SHUFFLE)
    bridge.listen()
    assert bridge.latch


def test_the_bridge_looks_first_where_the_next_thing_is_due(sensing: Rig) -> None:
    bridge, console = sensing.peer("bridge"), sensing.peer("console")
    bridge.say(stacks())
    console.tell(SHUFFLE)
    bridge.listen()
    assert bridge.looks_at[:2] == ("bet:2", "stack:2")


def test_drawn_card_is_looked_for_at_its_goal_until_proven_there(sensing: Rig) -> None:
    bridge, console = sensing.peer("bridge"), sensing.peer("console")
    bridge.say(stacks())
    console.tell(SHUFFLE)
    looks = []
    for name in ("As", "Kd"):  # two are on their way at once
        bridge.say(sensed.CardDrawn(tags=(tag_of(name),), orientation="down", at=at(3)))
        looks.append([place for place in bridge.looks_at if place.startswith(("shoe", "seat"))])
    bridge.say(sensed.CardPlaced(tag=tag_of("As"), spot="seat:2", at=at(3)))
    looks.append([place for place in bridge.looks_at if place.startswith(("shoe", "seat"))])
    assert looks == [["shoe", "seat:2"], ["shoe", "seat:2", "seat:3"], ["shoe", "seat:3"]]


def test_only_pages_that_changed_are_sent(sensing: Rig) -> None:
    bridge = sensing.peer("bridge")
    bridge.say(stacks())
    bridge.heard.clear()
    bridge.say(sensed.PartHealth(part="shoe", what="pn532", state="ready"))
    assert bridge.pages == {}


def test_the_public_state_names_parts_and_gaps(sensing: Rig) -> None:
    bridge = sensing.peer("bridge")
    bridge.say(sensed.PartHealth(part="shoe", what="pn532", state="lost", cause="no answer"))
    bridge.say(sensed.SensingGap(part="shoe", places=("shoe",), since=1, until=None))
    state = sensing.state(bridge)
    assert [(p.part, p.state, p.cause) for p in state.parts] == [("shoe", "lost", "no answer")]
    assert "part_lost" in [alarm.key for alarm in state.alarms]


def test_a_lost_part_names_the_seats_that_are_entered_by_hand(sensing: Rig) -> None:
    bridge = sensing.peer("bridge")
    bridge.say(sensed.SensingGap(part="chips", places=("bet:1", "stack:1", "pot", "stack:2"), since=1, until=None))
    (lost,) = sensing.state(bridge).alarms
    assert catalogue("en").text(lost.text) == "Enter by hand: seat 1, the pot, seat 2. chips is not read"
    assert catalogue("fr").text(lost.text) == "Saisissez à la main : siège 1, le pot, siège 2. chips n'est pas lu"
