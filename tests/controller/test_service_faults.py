"""Faults of the controller over its real sockets: a journal that fails or was altered, timers, another table file."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

import pytest

from controller.journal import Journal
from controller.pages import catalogue
from controller.poker import events as core
from controller.poker.events import TimerFired
from controller.poker.outcomes import Alarm, Arm, Outcome
from controller.poker.timers import Timed, Timer
from controller.registers import FileDeviceKey
from controller.release.installed import Verified
from controller.table import step
from firmware_bridge.messages import sensed
from firmware_bridge.messages.tablefile import parse_table_file
from firmware_bridge.messages.told import Command, DealerCommand, Declared
from firmware_bridge.messages.wire import Verdict, Welcome, encode

from .service_rig import RELEASED, Rig
from .service_steps import CLEAR, SHUFFLE, again, dealt, stacks, without_life
from .things import at, table_text


def break_journal(rig: Rig) -> None:
    """The next commit fails, as with a worn-out card."""

    class Broken:
        def __init__(self, connection: Any) -> None:
            self._connection = connection

        def execute(self, statement: str, *values: Any) -> Any:
            if statement == "COMMIT":
                self._connection.execute("ROLLBACK")
                raise sqlite3.OperationalError("disk I/O error")
            return self._connection.execute(statement, *values)

        def __getattr__(self, name: str) -> Any:
            return getattr(self._connection, name)

    journal: Any = rig.service._journal
    journal.reading.connection = Broken(journal.reading.connection)


def test_nobody_is_answered_before_the_self_tests_are_over(plain: Rig) -> None:
    bridge = plain.peer("bridge")
    plain.kill()
    answers_by_then: list[int] = []

    def verify(_: bytes | None) -> Verified:
        answers_by_then.append(bridge.socket.poll(20))
        return RELEASED

    bridge.socket.send(encode(bridge.outbox.hello()))
    plain.start(verify=verify)
    assert answers_by_then == [0]
    assert not bridge.socket.poll(20)
    assert plain.links.events.poll(1000)
    plain.turn()
    assert bridge.socket.poll(1000)


def test_a_failed_commit_locks_the_table_and_nothing_is_answered(sensing: Rig) -> None:
    bridge, console = sensing.peer("bridge"), sensing.peer("console")
    console.session("dealer")
    console.heard.clear()
    break_journal(sensing)
    console.say(Command(role="dealer", author="Ann", told=SHUFFLE))
    assert console.heard == []
    bridge.listen()
    assert {page.page for page in bridge.pages.values()} == {"paused"}
    state = sensing.state(console)
    assert [fault.key for fault in state.faults] == ["fault.journal_commit"]


def test_a_greeting_right_behind_an_event_acknowledges_nothing_before_the_commit(plain: Rig) -> None:
    bridge = plain.peer("bridge")
    event = bridge.outbox.put(sensed.SeatOccupied(seat=1, present=True, at=at(1)), plain.clock.time)
    for message in (*event, bridge.outbox.hello()):
        bridge.socket.send(encode(message))
    while (
        not plain.service._journal.reading.high_water("bridge")[1] or bridge.last(Welcome) is bridge.all(Welcome)[0]
    ):
        assert plain.links.events.poll(2000)
        plain.service.take_messages(plain.clock.time)
        bridge.listen()
    assert [welcome.acked for welcome in bridge.all(Welcome)] == [0, 0]
    plain.service.flush(plain.clock.time)
    bridge.listen()
    assert bridge.outbox.unacknowledged == 0


def test_a_source_that_greets_after_a_failed_commit_keeps_what_it_holds(sensing: Rig) -> None:
    bridge = sensing.peer("bridge")
    break_journal(sensing)
    bridge.say(stacks())
    bridge.greet()
    assert bridge.outbox.unacknowledged == 1


def test_a_locked_table_refuses_commands_and_acknowledges_no_event(sensing: Rig) -> None:
    bridge, console = sensing.peer("bridge"), sensing.peer("console")
    break_journal(sensing)
    bridge.say(stacks())
    refused = console.tell(SHUFFLE).refused
    assert refused is not None
    assert catalogue("fr").text(refused) == "La table est bloquée. Le journal ne peut être écrit. Le jeu est arrêté"
    assert (bridge.outbox.unacknowledged, console.outbox.unacknowledged) == (1, 1)


def test_a_latched_fault_outlives_a_restart(plain: Rig) -> None:
    console = plain.peer("console")
    break_journal(plain)
    console.say(Command(role="dealer", author="Ann", told=SHUFFLE))
    plain.restart()
    console.greet()
    assert [fault.key for fault in plain.state(console).faults] == ["fault.journal_commit"]


@pytest.mark.parametrize("damage", ["faults.json", "faults.copy"])
def test_a_latched_fault_outlives_one_of_its_files(plain: Rig, damage: str) -> None:
    plain.of.latch.latch("journal_commit", "a test")
    plain.kill()
    (plain.config.paths.state / damage).unlink()
    (plain.config.paths.run / "faults.json").unlink()
    plain.start()
    assert [fault.key for fault in plain.of.latch.faults] == ["journal_commit"]


def test_the_floor_unlocks_and_what_was_sensed_meanwhile_counts_once(sensing: Rig) -> None:
    bridge, console = sensing.peer("bridge"), sensing.peer("console")
    break_journal(sensing)
    bridge.say(stacks())
    assert not console.tell(CLEAR, role="dealer").accepted
    console.tell(CLEAR, role="floor")
    again(sensing, bridge)
    again(sensing, console)
    assert not sensing.of.latch.locked
    assert (bridge.outbox.unacknowledged, console.outbox.unacknowledged) == (0, 0)
    assert console.last(Verdict).accepted
    sensing.restart()
    assert not sensing.of.latch.locked
    assert [r.kind for _, r in sensing.service._journal.reading.recall()].count("snapshot") == 1


def test_a_cleared_fault_is_journalled_with_its_time_code_and_people(plain: Rig) -> None:
    console = plain.peer("console")
    plain.of.latch.latch("journal_commit", "a test")
    console.tell(CLEAR, role="floor")
    again(plain, console)
    record = plain.service._journal.reading.last_of("controller", "fault_cleared")
    assert record is not None
    body = json.loads(record.body)
    assert (body["fault"], body["author"], body["second"]) == ("journal_commit", "Ann floor", "Ann surveillance")
    assert body["since"].endswith("+00:00")
    plain.restart()
    assert not plain.of.latch.locked


def test_what_was_commanded_while_locked_does_not_take_effect_later(plain: Rig) -> None:
    console = plain.peer("console")
    break_journal(plain)
    console.say(Command(role="dealer", author="Ann", told=SHUFFLE))
    again(plain, console)
    assert console.last(Verdict).key == "refused.locked"
    console.tell(CLEAR, role="floor")
    again(plain, console)
    assert [v.accepted for v in console.all(Verdict)][-2:] == [False, True]
    assert plain.state(console).hand == 0


def test_an_altered_journal_comes_up_locked_and_the_floor_can_accept_it(sensing: Rig) -> None:
    _, console = dealt(sensing)
    sensing.kill()
    with sqlite3.connect(sensing.config.paths.state / "journal.sqlite") as connection:
        connection.execute("UPDATE record SET stamp = stamp + 1 WHERE seq = 5")
    connection.close()
    sensing.start()
    console.greet()
    assert [fault.key for fault in sensing.state(console).faults] == ["fault.journal_chain"]
    console.tell(CLEAR, role="floor")
    sensing.restart()
    assert not sensing.of.latch.locked


def test_table_of_another_version_is_locked_until_the_floor_clears_it(
    sensing: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("controller.table.state.serialization.VERSION", 1)
        sensing.restart()
        sensing.service._journal.close_hand(sensing.service._desk.checkpoint())
        sensing.service._journal.commit()
        sensing.kill()
    sensing.start()
    bridge, console = sensing.peer("bridge"), sensing.peer("console")
    assert [fault.key for fault in sensing.state(console).faults] == ["fault.checkpoint_version"]
    bridge.say(stacks())
    console.tell(CLEAR, role="floor")
    again(sensing, bridge)
    again(sensing, console)
    assert not sensing.of.latch.locked
    assert [seat.stack for seat in sensing.state(console).seats] == [10_000] * 3
    sensing.restart()
    assert not sensing.of.latch.locked


def test_message_that_fails_the_program_locks_and_is_skipped_when_cleared(
    plain: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    console, bridge = plain.peer("console"), plain.peer("bridge")

    def fail(*_: object) -> None:
        raise RuntimeError("As")

    with monkeypatch.context() as patch:
        patch.setattr("controller.service.session.table_session.step", fail)
        bridge.say(sensed.SeatOccupied(seat=1, present=True, at=at(1)))
    assert [(f.key, "As" in f.detail) for f in plain.of.latch.faults] == [("program_error", False)]
    console.tell(CLEAR, role="floor")
    again(plain, bridge)
    assert bridge.outbox.unacknowledged == 0
    assert not plain.of.latch.locked


def test_a_command_at_which_the_program_fails_is_quarantined_alone(
    plain: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = plain.peer("console")
    console.tell(SHUFFLE)
    before = without_life(plain.state(console))

    def fail(table: Any, event: Any, rulebook: Any) -> list[Outcome]:
        if not isinstance(event, core.Declared):
            return step(table, event, rulebook)
        table.hand_number = 77
        raise RuntimeError("As")

    with monkeypatch.context() as patch:
        patch.setattr("controller.service.session.table_session.step", fail)
        verdict = console.tell(Declared(seat=1, word="fold"))
    assert (verdict.accepted, verdict.key, plain.of.latch.locked) == (False, "refused.passed_over", False)
    assert without_life(plain.state(console)) == before
    assert console.tell(Declared(seat=1, word="fold")).key == "alarm.out_of_turn"  # the core answers as ever
    plain.restart()
    assert not plain.of.latch.locked


def test_pages_that_are_expected_and_silent_are_an_alarm_until_they_answer(plain: Rig) -> None:
    plain.kill()
    plain.start(pages=True)
    other = plain.peer("bridge")
    plain.wait(21_000_000_000)
    assert [alarm.key for alarm in plain.state(other).alarms] == ["no_pages"]
    plain.peer("console")
    plain.wait(6_000_000_000)
    assert plain.state(other).alarms == ()


def arming(due: int | None) -> Any:
    """A core that arms a timer at every command, and says so when one fires."""

    def step(_table: object, event: object, _rulebook: object) -> list[Outcome]:
        return [Alarm("timer.fired")] if isinstance(event, TimerFired) else [Arm(Timer(Timed.LEVEL), due)]

    return step


def test_a_timer_of_the_core_fires_once_at_its_time_and_is_journalled(
    plain: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = plain.peer("console")
    monkeypatch.setattr("controller.service.session.table_session.step", arming(plain.clock.time + 5_000_000_000))
    console.tell(SHUFFLE)
    for _ in range(7):
        plain.clock.time += 1_000_000_000
        plain.loop._fire(plain.clock.time)
        plain.turn()
    timers = [(r.source, r.stamp) for _, r in plain.service._journal.reading.recall() if r.kind == "timer"]
    assert timers == [("controller", 6_000_000_000)]


def test_an_armed_timer_outlives_a_restart(plain: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    console = plain.peer("console")
    monkeypatch.setattr("controller.service.session.table_session.step", arming(plain.clock.time + 5_000_000_000))
    console.tell(SHUFFLE)
    plain.restart()
    plain.clock.time += 5_000_000_000
    plain.loop._fire(plain.clock.time)
    plain.turn()
    assert [r.kind for _, r in plain.service._journal.reading.recall()].count("timer") == 1


def test_what_was_to_last_lasts_as_long_after_the_machine_was_off(plain: Rig) -> None:
    console = plain.peer("console")
    for word in ("shuffle", "deal_done"):
        assert console.tell(DealerCommand(word=word)).accepted
    plain.wait(5_000_000_000_000)
    assert console.tell(DealerCommand(word="clock"), "floor").accepted
    plain.wait(20_000_000_000)
    plain.kill()
    plain.clock.time = 3_000_000_000  # the machine has just come up
    plain.start(boot="another")
    console.greet()
    clock = plain.state(console).clock
    assert clock is not None
    assert clock.due - plain.clock.time == 70_000_000_000  # none of it had passed at the last entry
    plain.restart(boot="another")
    console.greet()
    assert plain.state(console).clock == clock
    plain.wait(75_000_000_000)
    assert "timer" in [r.kind for _, r in plain.service._journal.reading.recall()]


def test_another_table_file_counts_between_hands_and_stacks_stay(plain: Rig) -> None:
    console = plain.peer("console")
    console.tell(DealerCommand(word="stack", seat=2, value="7500"))
    plain.config = parse_table_file(table_text(plain.config.paths.run.parent).replace("blind = 50", "blind = 75"))
    plain.restart()
    console.greet()
    state = plain.state(console)
    assert (state.small_blind, [seat.stack for seat in state.seats]) == (75, [10_000, 7_500, 10_000])


def test_another_table_file_does_not_count_in_mid_hand(plain: Rig) -> None:
    console = plain.peer("console")
    console.tell(SHUFFLE)
    plain.config = parse_table_file(table_text(plain.config.paths.run.parent).replace("blind = 50", "blind = 75"))
    plain.restart()
    console.greet()
    assert plain.state(console).small_blind == 50


def test_a_second_controller_of_the_same_table_is_refused(plain: Rig) -> None:
    state = plain.config.paths.state
    with pytest.raises(Exception, match="another controller of this table is running"):
        Journal(state, FileDeviceKey.at(state / "device.key"))
