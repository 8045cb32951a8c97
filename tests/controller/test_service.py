"""The controller over its real sockets: greeting, exactly once, verdicts, orders, restart, faults."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.bus.count_sheet import read_sheet
from controller.journal import Journal
from controller.poker.cards import name as name_of
from controller.poker.events import TimerFired
from controller.poker.outcomes import Alarm, Arm, Outcome
from controller.registers import FileDeviceKey, save_chips, save_decks
from firmware_bridge.messages import sensed
from firmware_bridge.messages.public import PublicState
from firmware_bridge.messages.tablefile import parse_table_file
from firmware_bridge.messages.told import Answer, Command, DealerCommand, Declared, FloorDecision
from firmware_bridge.messages.wire import Ack, Event, Hello, Verdict, Welcome

from .service_rig import Rig
from .things import at, chip_tag, registers, sensing_parts, table_file, table_text, tag_of

SHUFFLE = DealerCommand(word="shuffle")
CLEAR = FloorDecision(decision="clear_fault")


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Rig]:
    """A table on which nothing senses: the dealer enters everything."""
    rig = Rig(table_file(tmp_path))
    yield rig
    rig.close()


@pytest.fixture
def sensing(tmp_path: Path) -> Iterator[Rig]:
    """A table with a shoe, card spots, chips and displays, a deck and chips registered, chips on the stacks."""
    config = table_file(tmp_path, parts=sensing_parts())
    key = FileDeviceKey.at(config.paths.state / "device.key")
    save_decks(config.paths.state, key, registers().decks)
    save_chips(config.paths.state, key, registers().chips)
    rig = Rig(config)
    yield rig
    rig.close()


def stacks() -> sensed.Snapshot:
    """10,000 on each of three stacks, nothing else on the table."""
    chips: dict[str, tuple[Any, ...]] = {f"bet:{seat}": () for seat in (1, 2, 3)} | {"pot": ()}
    for seat in (1, 2, 3):
        first = 20 * (seat - 1)
        chips[f"stack:{seat}"] = (
            *(chip_tag(1000, first + n) for n in range(9)),
            *(chip_tag(100, first + n) for n in range(8)),
            *(chip_tag(25, first + n) for n in range(8)),
        )
    return sensed.Snapshot(cards={}, chips=chips, button=None, posts=(), unread=(), at=at(1))


# --- greeting ------------------------------------------------------------------------------------------------------


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
    assert plain.links.channels["bus:console"] != (1, 1)
    console.greet()
    assert plain.links.channels["bus:console"] == (1, 1)


def test_who_has_not_said_hello_in_this_life_is_not_answered(plain: Rig) -> None:
    console = plain.peer("console")
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


# --- exactly once --------------------------------------------------------------------------------------------------


def test_an_event_is_acknowledged_when_it_is_durable(plain: Rig) -> None:
    console = plain.peer("console")
    console.tell(SHUFFLE)
    assert console.last(Ack) == Ack(epoch=1, sequence=1)
    assert console.outbox.unacknowledged == 0


def test_a_repeated_command_counts_once_and_gets_its_verdict_again(plain: Rig) -> None:
    console = plain.peer("console")
    first = console.tell(SHUFFLE)
    told = Command(role="dealer", author="Ann", told=SHUFFLE)
    console.send(Event(source="console", epoch=1, sequence=1, stamp=5, body=told))
    assert console.last(Verdict) == first
    assert first.accepted
    assert plain.state(console).hand == 1


def test_a_refusal_is_repeated_too(plain: Rig) -> None:
    console = plain.peer("console")
    first = console.tell(Declared(seat=9, word="fold"))
    told = Command(role="dealer", author="Ann", told=Declared(seat=9, word="fold"))
    console.send(Event(source="console", epoch=1, sequence=1, stamp=5, body=told))
    assert list(console.all(Verdict)) == [first, first]
    assert not first.accepted


def test_a_jump_is_answered_by_nothing(plain: Rig) -> None:
    console = plain.peer("console")
    console.heard.clear()
    told = Command(role="dealer", author="Ann", told=SHUFFLE)
    console.send(Event(source="console", epoch=1, sequence=2, stamp=5, body=told))
    assert console.heard == []


def test_an_event_of_an_older_epoch_is_answered_by_nothing(plain: Rig) -> None:
    plain.peer("console")
    console = plain.peer("console")
    console.heard.clear()
    told = Command(role="dealer", author="Ann", told=SHUFFLE)
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
        records = [r.sequence for _, r in rig.service._journal.recall() if r.kind == "seat_occupied"]
        assert records == list(range(1, said + 1))
    finally:
        rig.close()


# --- verdicts and orders -------------------------------------------------------------------------------------------


def test_a_refused_command_says_why_in_the_tables_language(plain: Rig) -> None:
    console = plain.peer("console")
    assert console.tell(Declared(seat=9, word="fold")).reason == "Seat 9 is not of this table; seats: 1, 2, 3"
    assert console.tell(DealerCommand(word="gathered")).reason == "No hand has begun"


def test_a_role_that_may_not_is_refused_and_nothing_changes(plain: Rig) -> None:
    console, bridge = plain.peer("console"), plain.peer("bridge")
    before = plain.state(console).hand
    assert not bridge.tell(SHUFFLE).accepted
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


def test_a_card_on_its_way_is_looked_for_where_it_is_to_land_until_it_is_proven_there(sensing: Rig) -> None:
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
    assert "alarm.part_lost" in [alarm.key for alarm in state.alarms]


# --- a hand --------------------------------------------------------------------------------------------------------


def push(rig: Rig, area: str, *tags: Any, lies: tuple[Any, ...] | None = None) -> sensed.ChipsMoved:
    return sensed.ChipsMoved(area=area, added=tags, removed=(), lies=tags if lies is None else lies, at=at(2))


def take(area: str, *tags: Any) -> sensed.ChipsMoved:
    return sensed.ChipsMoved(area=area, added=(), removed=tags, lies=(), at=at(2))


def dealt(rig: Rig) -> tuple[Any, Any]:
    """A hand of three: blinds posted, cards dealt, the button to act."""
    bridge, console = rig.peer("bridge"), rig.peer("console")
    bridge.say(stacks())
    console.tell(SHUFFLE)
    for seat, chips in ((2, [chip_tag(25, 20), chip_tag(25, 21)]), (3, [chip_tag(100, 40)])):
        bridge.say(take(f"stack:{seat}", *chips))
        bridge.say(push(rig, f"bet:{seat}", *chips))
    for name, seat in zip(("As", "Kd", "7c", "9h", "2d", "Qs"), (2, 3, 1, 2, 3, 1), strict=True):
        bridge.say(sensed.CardDrawn(tags=(tag_of(name),), orientation="down", at=at(3)))
        bridge.say(sensed.CardPlaced(tag=tag_of(name), spot=f"seat:{seat}", at=at(3)))
    return bridge, console


def test_a_hand_reaches_the_first_act_and_the_display_offers_the_keys(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    state = sensing.state(console)
    assert (state.phase, state.turn, state.to_call, state.alarms) == ("preflop", 1, 100, ())
    assert bridge.pages[1].values["call_text"] == "Call\n100"
    assert bridge.pages[1].values["turn"] == "Your turn"


def test_a_raise_key_means_what_stands_on_it_and_plus_moves_it(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    assert bridge.pages[1].values["raise_to"] == "200"
    bridge.say(sensed.SeatKey(seat=1, key="plus", at=at(4)))
    assert bridge.pages[1].values["raise_to"] == "300"
    bridge.say(sensed.SeatKey(seat=1, key="raise", at=at(5)))
    state = sensing.state(console)
    assert (state.turn, state.call_total) == (2, 300)


def test_nothing_that_leaves_shows_a_card_or_a_tag(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    bridge.listen()
    console.listen()
    said = " ".join(m.model_dump_json() for m in (*bridge.heard, *console.heard, sensing.state(console)))
    assert "04A1B2" not in said
    assert "E004015" not in said
    assert not [name for name in ("As", "Kd", "7c", "9h", "2d", "Qs") if f'"{name}"' in said]


def test_nothing_on_disk_shows_a_card_or_a_tag(sensing: Rig) -> None:
    dealt(sensing)
    on_disk = b"".join(path.read_bytes() for path in sensing.config.paths.state.iterdir())
    assert b"04A1B2" not in on_disk
    assert b"E004015" not in on_disk
    assert not [name for name in ("As", "Kd", "7c", "9h", "2d", "Qs") if f'"{name}"'.encode() in on_disk]
    assert not re.findall(rb'"face":[1-9]', on_disk)  # a body refers to its sealed faces by number


def test_without_a_starting_stack_what_lies_there_first_is_what_the_players_have(tmp_path: Path) -> None:
    config = parse_table_file(table_text(tmp_path, parts=sensing_parts(), stack=0))
    key = FileDeviceKey.at(config.paths.state / "device.key")
    save_chips(config.paths.state, key, registers().chips)
    rig = Rig(config)
    bridge = rig.peer("bridge")
    bridge.say(stacks())
    rig.restart()
    bridge.greet()
    state = rig.state(bridge)
    rig.close()
    assert [(seat.seat, seat.stack) for seat in state.seats] == [(1, 10_000), (2, 10_000), (3, 10_000)]
    assert state.alarms == ()


def test_what_the_bank_has_before_the_first_hand_is_no_difference(sensing: Rig) -> None:
    bridge = sensing.peer("bridge")
    chips = {"tray": tuple(chip_tag(500, n) for n in range(40)), "drop": (chip_tag(25, 90),)}
    bridge.say(sensed.Snapshot(cards={}, chips=chips, button=None, posts=(), unread=(), at=at(1)))
    sensing.restart()
    bridge.greet()
    bridge.say(sensed.ChipsMoved(area="tray", added=(), removed=chips["tray"][:1], lies=chips["tray"][1:], at=at(2)))
    assert sensing.state(bridge).alarms == ()


def test_a_table_on_which_nothing_was_played_has_missed_nothing(sensing: Rig) -> None:
    bridge = sensing.peer("bridge")
    bridge.say(sensed.SensingGap(part="chips", places=("pot",), since=1, until=4_842_757_000_000))
    assert sensing.state(bridge).alarms == ()


def test_a_gap_in_a_hand_is_an_alarm(sensing: Rig) -> None:
    bridge, console = sensing.peer("bridge"), sensing.peer("console")
    console.tell(SHUFFLE)
    bridge.say(sensed.SensingGap(part="chips", places=("pot",), since=1, until=2_000_000))
    assert "alarm.sensing.gap" in [alarm.key for alarm in sensing.state(bridge).alarms]


@pytest.mark.parametrize("part", ["chips:2", "cards:2"])
def test_a_seat_that_is_told_instead_of_sensed_is_shown_as_manual(sensing: Rig, part: str) -> None:
    console = sensing.peer("console")
    console.tell(SHUFFLE)
    console.tell(DealerCommand(word="manual", value=part))
    assert [seat.seat for seat in sensing.state(console).seats if seat.manual] == [2]


def unread_flop(rig: Rig) -> tuple[Any, Any]:
    """The dealer burned and laid the flop's first card, and the shoe's reader read neither."""
    bridge, console = dealt(rig)
    for seat, key in ((1, "call"), (2, "call"), (3, "check")):
        bridge.say(sensed.SeatKey.model_validate({"seat": seat, "key": key, "at": at(5).model_dump()}))
    chips = {1: [chip_tag(100, 0)], 2: [chip_tag(25, n) for n in (22, 23)]}
    for seat, tags in chips.items():
        bridge.say(take(f"stack:{seat}", *tags))
        bridge.say(push(rig, f"bet:{seat}", *tags))
    everything = [chip_tag(100, 0), *(chip_tag(25, n) for n in (20, 21, 22, 23)), chip_tag(100, 40)]
    for seat, tags in ((1, everything[:1]), (2, everything[1:5]), (3, everything[5:])):
        bridge.say(take(f"bet:{seat}", *tags))
    bridge.say(push(rig, "pot", *everything))
    for _ in range(2):
        bridge.say(sensed.CardDrawn(tags=(), orientation="down", at=at(6)))
    return bridge, console


def test_an_unread_burn_and_an_unread_flop_card_are_told_apart_where_the_card_lands(sensing: Rig) -> None:
    bridge, console = unread_flop(sensing)
    bridge.say(sensed.CardPlaced(tag=tag_of("Jh"), spot="board:1", at=at(7)))
    state = sensing.state(console)
    assert (state.board, state.burns, state.alarms, state.asks) == (("Jh",), 1, (), ())


def test_which_card_lies_there_is_asked_once_it_has_lain_for_a_second(sensing: Rig) -> None:
    bridge, console = unread_flop(sensing)
    bridge.say(sensed.CardPlaced(tag=tag_of("Jh"), spot="board:2", at=at(1000)))
    sensing.wait(999_999_999)
    assert sensing.state(console).asks == ()
    sensing.wait(1)
    assert [ask.text.key for ask in sensing.state(console).asks] == ["ask.which_draw"]


def test_the_dealer_settles_which_of_two_unread_cards_lies_there(sensing: Rig) -> None:
    bridge, console = unread_flop(sensing)
    bridge.say(sensed.CardPlaced(tag=tag_of("Jh"), spot="board:2", at=at(7)))
    sensing.wait(1_000_000_000)
    (ask,) = sensing.state(console).asks
    assert (ask.text.key, ask.text.params, ask.options) == (
        "ask.which_draw",
        {"place": "board:2"},
        ("7", "8", "unseen"),
    )
    console.tell(Answer(ask=ask.id, option="8"))
    before = without_life(sensing.state(console))
    sensing.restart()
    console.greet()
    assert without_life(sensing.state(console)) == before
    assert sensing.state(console).asks == ()
    assert not sensing.of.latch.locked


def without_life(state: PublicState) -> dict[str, Any]:
    return state.model_dump(exclude={"epoch", "revision", "stamp"})


def test_after_a_restart_in_mid_hand_the_table_is_the_same(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    bridge.say(sensed.SeatKey(seat=1, key="call", at=at(5)))
    before = without_life(sensing.state(console))
    sensing.restart()
    console.greet()
    assert without_life(sensing.state(console)) == before
    assert not sensing.of.latch.locked


def test_play_goes_on_after_a_restart_with_the_cards_known(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    sensing.restart()
    for peer in (bridge, console):
        peer.greet()
    bridge.say(sensed.SeatKey(seat=1, key="fold", at=at(5)))
    bridge.say(sensed.CardPlaced(tag=tag_of("As"), spot="seat:2", at=at(6)))
    state = sensing.state(console)
    assert (state.turn, state.alarms) == (2, ())


# --- faults --------------------------------------------------------------------------------------------------------


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
    journal._connection = Broken(journal._connection)


def test_a_failed_commit_locks_the_table_and_nothing_is_answered(sensing: Rig) -> None:
    bridge, console = sensing.peer("bridge"), sensing.peer("console")
    console.heard.clear()
    break_journal(sensing)
    console.say(Command(role="dealer", author="Ann", told=SHUFFLE))
    assert console.heard == []
    bridge.listen()
    assert {page.page for page in bridge.pages.values()} == {"paused"}
    state = sensing.state(console)
    assert [fault.key for fault in state.faults] == ["fault.journal_commit"]


def test_a_locked_table_refuses_commands_and_acknowledges_no_event(sensing: Rig) -> None:
    bridge, console = sensing.peer("bridge"), sensing.peer("console")
    break_journal(sensing)
    bridge.say(stacks())
    assert "locked" in console.tell(SHUFFLE).reason
    assert (bridge.outbox.unacknowledged, console.outbox.unacknowledged) == (1, 1)


def test_a_latched_fault_outlives_a_restart(plain: Rig) -> None:
    console = plain.peer("console")
    break_journal(plain)
    console.say(Command(role="dealer", author="Ann", told=SHUFFLE))
    plain.restart()
    console.greet()
    assert [fault.key for fault in plain.state(console).faults] == ["fault.journal_commit"]


def again(rig: Rig, peer: Any) -> None:
    rig.clock.time += 600_000_000
    for message in peer.outbox.wake(rig.clock.time):
        peer.send(message)


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
    assert [r.kind for _, r in sensing.service._journal.recall()].count("snapshot") == 1


def test_what_was_commanded_while_locked_does_not_take_effect_later(plain: Rig) -> None:
    console = plain.peer("console")
    break_journal(plain)
    console.say(Command(role="dealer", author="Ann", told=SHUFFLE))
    again(plain, console)
    assert "locked" in console.last(Verdict).reason
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


def test_a_table_that_another_version_saved_comes_up_locked_and_begins_anew_once_the_floor_says_so(
    sensing: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("controller.table.record.VERSION", 1)
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


def test_a_message_at_which_the_program_fails_locks_and_is_passed_over_once_that_is_cleared(
    plain: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    console, bridge = plain.peer("console"), plain.peer("bridge")

    def fail(*_: object) -> None:
        raise RuntimeError("As")

    with monkeypatch.context() as patch:
        patch.setattr("controller.bus.desk.step", fail)
        bridge.say(sensed.SeatOccupied(seat=1, present=True, at=at(1)))
    assert [(f.key, "As" in f.detail) for f in plain.of.latch.faults] == [("program_error", False)]
    console.tell(CLEAR, role="floor")
    again(plain, bridge)
    assert bridge.outbox.unacknowledged == 0
    assert not plain.of.latch.locked


def arming(due: int | None) -> Any:
    """A core that arms a timer at every command, and says so when one fires."""

    def step(_table: object, event: object, _rulebook: object) -> list[Outcome]:
        return [Alarm("timer.fired")] if isinstance(event, TimerFired) else [Arm("clock-1", due)]

    return step


def test_a_timer_of_the_core_fires_once_at_its_time_and_is_journalled(
    plain: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = plain.peer("console")
    monkeypatch.setattr("controller.bus.desk.step", arming(plain.clock.time + 5_000_000_000))
    console.tell(SHUFFLE)
    for _ in range(7):
        plain.clock.time += 1_000_000_000
        plain.loop._fire(plain.clock.time)
        plain.turn()
    timers = [(r.source, r.stamp) for _, r in plain.service._journal.recall() if r.kind == "timer"]
    assert timers == [("controller", 6_000_000_000)]


def test_an_armed_timer_outlives_a_restart(plain: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    console = plain.peer("console")
    monkeypatch.setattr("controller.bus.desk.step", arming(plain.clock.time + 5_000_000_000))
    console.tell(SHUFFLE)
    plain.restart()
    plain.clock.time += 5_000_000_000
    plain.loop._fire(plain.clock.time)
    plain.turn()
    assert [r.kind for _, r in plain.service._journal.recall()].count("timer") == 1


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
    assert "timer" in [r.kind for _, r in plain.service._journal.recall()]


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


# --- time to decide ------------------------------------------------------------------------------------------------


def test_a_seat_s_time_counts_down_on_its_display_and_on_no_other(tmp_path: Path) -> None:
    screens = "".join(
        f'[[part]]\nname = "d{n}"\nkind = "nextion"\nport = "/dev/d{n}"\nseat = {n}\n' for n in (1, 2, 3)
    )
    rig = Rig(table_file(tmp_path, parts=screens))
    bridge, console = rig.peer("bridge"), rig.peer("console")
    for word in ("shuffle", "deal_done"):
        assert console.tell(DealerCommand(word=word)).accepted
    turn = rig.state(console).turn
    assert turn is not None
    assert console.tell(DealerCommand(word="clock"), "floor").accepted
    state = rig.state(console)
    assert state.clock is not None
    assert state.clock.due == rig.clock.time + 70_000_000_000  # the book's
    bridge.listen()
    before = bridge.pages
    assert before[turn].values["turn"] == "Your time: 70 s" if turn != 2 else "Votre temps : 70 s"
    rig.clock.time += 1_000_000_000
    rig.loop._fire(rig.clock.time)
    rig.turn()
    bridge.listen()
    after = bridge.pages
    changed = {seat for seat in after if after[seat] != before[seat]}
    assert changed == {turn}
    assert "69" in str(after[turn].values["turn"])
    rig.close()


# --- decisions through the wire ------------------------------------------------------------------------------------


def test_the_floor_overrules_a_ruling_that_it_names(plain: Rig) -> None:
    console = plain.peer("console")
    for word in ("shuffle", "deal_done"):
        console.tell(DealerCommand(word=word))
    seat = plain.state(console).turn
    assert seat is not None
    assert console.tell(Declared(seat=seat, word="call")).accepted
    ruling = plain.state(console).rulings[-1]
    told = FloorDecision(decision="raise", amount=300, replaces=ruling.id, reason="he had said three hundred")
    console.tell(told)
    state = plain.state(console)
    assert state.rulings[-1].articles == ("lfp-1.1",)  # not the dealer's to decide
    assert next(other.bet for other in state.seats if other.seat == seat) != 300
    assert console.tell(told, "floor").accepted
    assert next(other.bet for other in plain.state(console).seats if other.seat == seat) == 300


def test_a_bare_amount_is_a_word_that_counts(plain: Rig) -> None:
    console = plain.peer("console")
    for word in ("shuffle", "deal_done"):
        console.tell(DealerCommand(word=word))
    seat = plain.state(console).turn
    assert console.tell(Declared(seat=seat or 0, word="amount", amount=300)).accepted
    assert next(other.bet for other in plain.state(console).seats if other.seat == seat) == 300


def test_a_penalty_is_the_floor_s_and_stands_beside_the_seat(plain: Rig) -> None:
    console = plain.peer("console")
    console.tell(DealerCommand(word="shuffle"))
    told = DealerCommand(word="penalty", seat=2, choice="suspension", number=2)
    assert not console.tell(told).accepted
    assert console.tell(told, "director").accepted
    seat = next(other for other in plain.state(console).seats if other.seat == 2)
    assert seat.suspended is not None
    assert seat.suspended.params == {"count": 2}
    assert seat.counted["penalties"] == 1


def test_stakes_change_with_the_next_hand(plain: Rig) -> None:
    console = plain.peer("console")
    assert console.tell(DealerCommand(word="level", value="100/200/25"), "floor").accepted
    console.tell(DealerCommand(word="shuffle"))
    state = plain.state(console)
    assert (state.small_blind, state.big_blind, state.ante) == (100, 200, 25)


def test_an_entry_that_lacks_something_is_refused_by_its_name_and_what_is_allowed(plain: Rig) -> None:
    console = plain.peer("console")
    verdict = console.tell(DealerCommand(word="killed", seat=1, choice="eaten"))
    assert not verdict.accepted
    assert verdict.reason == "choice: eaten cannot be; allowed: accident, thrown"


def test_a_verdict_names_the_article_and_says_it_again_when_asked_again(plain: Rig) -> None:
    console = plain.peer("console")
    for word in ("shuffle", "deal_done"):
        console.tell(DealerCommand(word=word))
    told = DealerCommand(word="clock")
    verdict = console.tell(told)  # never the dealer's
    assert verdict.article is not None
    assert verdict.article.startswith("lfp-3")
    body = Command(role="dealer", author="Ann", told=told)
    console.send(Event(source="console", epoch=1, sequence=verdict.sequence, stamp=5, body=body))
    assert console.last(Verdict) == verdict


# --- decks ---------------------------------------------------------------------------------------------------------


def run_through(bridge: Any, cards: Iterable[int]) -> None:
    for card in cards:
        bridge.say(sensed.CardDrawn(tags=(tag_of(name_of(card)),), orientation="down", at=at(3)))


def test_a_deck_change_holds_the_shuffle_until_the_deck_has_passed_whole_through_the_shoe(sensing: Rig) -> None:
    bridge, console = sensing.peer("bridge"), sensing.peer("console")
    console.tell(DealerCommand(word="deck_change", choice="damage"))
    assert not console.tell(SHUFFLE).accepted
    console.tell(DealerCommand(word="deck_check"), "floor")
    bridge.listen()
    assert bridge.looks_at[0] == "shoe"
    run_through(bridge, range(51))
    console.tell(DealerCommand(word="deck_passed"))
    alarms = [alarm.key for alarm in sensing.state(console).alarms]
    assert {"alarm.deck_count", "alarm.deck_missing"} <= set(alarms)
    assert not console.tell(SHUFFLE).accepted
    run_through(bridge, range(20))
    sensing.restart()
    for peer in (bridge, console):
        peer.greet()
    run_through(bridge, range(20, 52))
    console.tell(DealerCommand(word="deck_passed"))
    assert console.tell(SHUFFLE).accepted


def test_a_deck_check_that_is_given_up_leaves_the_table_as_it_was(sensing: Rig) -> None:
    console = sensing.peer("console")
    before = sensing.state(console).alarms
    console.tell(DealerCommand(word="deck_check", value="main"), "floor")
    console.tell(DealerCommand(word="deck_passed", choice="stop"))
    assert sensing.state(console).alarms == before
    assert console.tell(SHUFFLE).accepted


@pytest.mark.parametrize(
    ("entry", "role"),
    [
        (DealerCommand(word="deck_check", value="blue"), "floor"),
        (DealerCommand(word="deck_check"), "dealer"),
        (DealerCommand(word="deck_passed"), "dealer"),
    ],
)
def test_a_deck_check_that_cannot_be_is_refused(sensing: Rig, entry: DealerCommand, role: str) -> None:
    assert not sensing.peer("console").tell(entry, role).accepted


def test_no_deck_is_checked_while_a_hand_is_played(sensing: Rig) -> None:
    console = sensing.peer("console")
    console.tell(SHUFFLE)
    assert not console.tell(DealerCommand(word="deck_check"), "floor").accepted


def test_a_count_is_laid_down_as_a_sheet_that_the_table_signed(plain: Rig) -> None:
    assert plain.peer("console").tell(DealerCommand(word="count_stacks"), role="floor").accepted
    (path,) = (plain.config.paths.state / "counts").iterdir()
    assert read_sheet(path, FileDeviceKey.at(plain.config.paths.state / "device.key"))["by"] == "Ann"


def test_a_count_whose_sheet_cannot_be_written_is_refused_with_the_cause(plain: Rig) -> None:
    (plain.config.paths.state / "counts").write_text("")  # a file is where the folder should be
    verdict = plain.peer("console").tell(DealerCommand(word="count_stacks"), role="floor")
    assert not verdict.accepted
    assert verdict.reason.startswith("The sheet of the count could not be written: ")
