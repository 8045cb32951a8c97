"""A journal that has lost something: the table is locked, says what is missing, and keeps what can be believed."""

from __future__ import annotations

import shutil
import sqlite3
import time
from pathlib import Path

import pytest

from controller.registers import Chip, ChipRegister, FileDeviceKey, Registers, save_chips
from controller.service.senses.sensing import Sensing
from firmware_bridge.messages import sensed
from firmware_bridge.messages.base import TagId
from firmware_bridge.messages.told import Command, DealerCommand
from firmware_bridge.messages.wire import Event, Welcome

from .service_rig import Peer, Rig
from .service_steps import CLEAR, SHUFFLE, again, dealt, push, stacks, take
from .things import at, chip_tag, registers

FILES = ("journal.sqlite", "journal.sqlite-wal", "journal.head")


def power_cut(rig: Rig, *lost: str) -> None:
    """The process dies, its files stay as they are but for those that are `lost`."""
    state = rig.config.paths.state
    kept = {path.name: path.read_bytes() for path in state.iterdir() if path.is_file()}
    rig.kill()
    for name in FILES:
        (state / name).unlink(missing_ok=True)
    for name, data in kept.items():
        if name not in lost:
            (state / name).write_bytes(data)
    for name in lost:
        (state / name).unlink(missing_ok=True)


def faults(rig: Rig) -> list[str]:
    return [fault.key for fault in rig.of.latch.faults]


def cleared(rig: Rig, console: Peer, *peers: Peer) -> None:
    """The floor clears the fault, and each source sends again what it holds."""
    for peer in peers:
        peer.listen()
    console.tell(CLEAR, role="floor")
    for peer in (console, *peers):
        peer.listen()
        for message in peer.outbox.welcomed(peer.last(Welcome), rig.clock.time):
            peer.send(message)


def test_a_lost_write_ahead_log_locks_and_keeps_the_stacks(sensing: Rig) -> None:
    _, console = dealt(sensing)
    power_cut(sensing, "journal.sqlite-wal")
    sensing.start()
    assert faults(sensing) == ["journal_behind"]
    assert "are missing" in sensing.of.latch.faults[0].detail
    console.greet()
    assert [seat.stack for seat in sensing.state(console).seats] == [10_000] * 3


def test_what_was_sensed_after_a_loss_is_taken_in_and_acknowledged(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    power_cut(sensing, "journal.sqlite-wal")
    sensing.start()
    bridge.greet()
    console.greet()
    cleared(sensing, console, bridge)
    bridge.say(stacks())
    assert faults(sensing) == []
    assert (bridge.outbox.unacknowledged, console.outbox.unacknowledged) == (0, 0)
    sensing.restart()
    assert faults(sensing) == []


def test_a_source_that_knows_of_more_than_the_journal_locks(sensing: Rig) -> None:
    bridge, _ = dealt(sensing)
    state = sensing.config.paths.state
    sensing.kill()
    older = state.with_name("older")
    shutil.copytree(state, older)
    sensing.start()
    bridge.greet()
    bridge.say(sensed.SeatOccupied(seat=1, present=True, at=at(9)))
    sensing.wait(1_100_000_000)
    bridge.listen()
    assert bridge.outbox.unacknowledged == 0
    sensing.kill()
    shutil.rmtree(state)
    older.rename(state)
    sensing.start()
    assert faults(sensing) == []
    bridge.greet()
    assert faults(sensing) == ["source_ahead"]
    assert "bridge: event 18 of its life 1 was acknowledged" in sensing.of.latch.faults[0].detail


def test_a_gap_in_the_numbers_that_is_not_filled_locks(plain: Rig) -> None:
    bridge = plain.peer("bridge")
    bridge.outbox._sequence = 5  # it believes that five are in the journal
    bridge.say(sensed.SeatOccupied(seat=1, present=True, at=at(1)))
    assert faults(plain) == []
    again(plain, bridge)
    again(plain, bridge)
    assert faults(plain) == ["source_ahead"]
    assert "event 1 is missing" in plain.of.latch.faults[0].detail


def test_a_gap_that_the_next_repetition_fills_is_none(plain: Rig) -> None:
    bridge = plain.peer("bridge")
    bridge.outbox.put(sensed.SeatOccupied(seat=1, present=True, at=at(1)), plain.clock.time)  # lost on its way
    bridge.say(sensed.SeatOccupied(seat=1, present=False, at=at(2)))
    again(plain, bridge)
    assert (faults(plain), bridge.outbox.unacknowledged) == ([], 0)


def test_a_journal_that_is_gone_is_no_new_table(sensing: Rig) -> None:
    _, console = dealt(sensing)
    console.tell(DealerCommand(word="stack", seat=2, value="7500"))
    power_cut(sensing, *FILES)
    sensing.start()
    assert faults(sensing) == ["journal_missing"]
    assert "the stacks after hand 0" in sensing.of.latch.faults[0].detail


@pytest.mark.parametrize("damage", ["gone", "no database", "cut short"])
def test_stacks_outlive_the_database(plain: Rig, damage: str) -> None:
    console = plain.peer("console")
    console.tell(DealerCommand(word="stack", seat=2, value="7500"))
    plain.service._records.close_hand(plain.service._desk)
    plain.service.flush(plain.clock.time)
    power_cut(plain, *(FILES if damage == "gone" else ()))
    database = plain.config.paths.state / "journal.sqlite"
    if damage != "gone":
        database.write_bytes(b"no database" * 999 if damage == "no database" else database.read_bytes()[:5000])
        (plain.config.paths.state / "journal.sqlite-wal").unlink()
    plain.start()
    console.greet()
    assert faults(plain)
    cleared(plain, console)
    assert faults(plain) == []
    assert [seat.stack for seat in plain.state(console).seats] == [10_000, 7_500, 10_000]
    plain.restart()
    assert faults(plain) == []


def test_a_damaged_closed_hand_costs_nothing_of_the_open_one(plain: Rig) -> None:
    console = plain.peer("console")
    console.tell(DealerCommand(word="stack", seat=2, value="7500"))
    plain.service._records.close_hand(plain.service._desk)
    console.tell(SHUFFLE)
    plain.kill()
    altered(plain.config.paths.state, "UPDATE record SET stamp = stamp + 1 WHERE seq = 2")
    plain.start()
    console.greet()
    assert "goes on with hand 1 as it was at record" in plain.of.latch.faults[0].detail
    cleared(plain, console)
    state = plain.state(console)
    assert (state.hand, [seat.stack for seat in state.seats]) == (1, [10_000, 7_450, 9_900])


def test_a_damaged_open_hand_keeps_the_stacks_of_its_beginning(plain: Rig) -> None:
    console = plain.peer("console")
    console.tell(DealerCommand(word="stack", seat=2, value="7500"))
    plain.service._records.close_hand(plain.service._desk)
    console.tell(SHUFFLE)
    plain.kill()
    altered(plain.config.paths.state, "UPDATE record SET body = '{}' WHERE kind = 'dealer_command' AND period = 2")
    plain.start()
    console.greet()
    cleared(plain, console)
    state = plain.state(console)
    assert (state.hand, [seat.stack for seat in state.seats]) == (0, [10_000, 7_500, 10_000])


def test_a_command_given_while_locked_does_not_count_after_a_loss(plain: Rig) -> None:
    console = plain.peer("console")
    console.tell(DealerCommand(word="stack", seat=2, value="7500"))
    power_cut(plain, "journal.sqlite-wal")
    plain.start()
    console.greet()
    console.say(Command(role="dealer", author="Ann", told=SHUFFLE))
    cleared(plain, console)
    assert plain.state(console).hand == 0


def altered(state: Path, statement: str) -> None:
    with sqlite3.connect(state / "journal.sqlite") as connection:
        connection.execute(statement)
    connection.close()


def test_sealed_messages_that_come_to_other_events_lock(sensing: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    dealt(sensing)
    sensing.kill()
    monkeypatch.setattr(Sensing, "_believed", lambda *_: 0)  # each card would be the two of clubs
    sensing.start()
    assert faults(sensing) == ["replay_differs"]


@pytest.mark.parametrize(("name", "said"), [("decks.reg", "0 decks"), ("chips.reg", "0 chips")])
def test_a_register_removed_in_mid_hand_is_a_fault(sensing: Rig, name: str, said: str) -> None:
    dealt(sensing)
    sensing.kill()
    (sensing.config.paths.state / name).unlink()
    sensing.start()
    assert faults(sensing) == ["register_missing"]
    assert said in sensing.of.latch.faults[0].detail


def test_a_table_without_its_key_comes_up_locked_and_writes_nothing(sensing: Rig) -> None:
    _, console = dealt(sensing)
    sensing.kill()
    state = sensing.config.paths.state
    key = (state / "device.key").rename(state.parent / "elsewhere")
    before = {path.name: path.read_bytes() for path in state.iterdir()}
    sensing.start()
    console.greet()
    assert [fault.key for fault in sensing.state(console).faults] == ["fault.device_key"]
    assert "device.key is missing beside journal.sqlite" in sensing.of.latch.faults[0].detail
    sensing.kill()
    (state / "faults.json").unlink()
    (state / "faults.copy").unlink()
    assert {path.name: path.read_bytes() for path in state.iterdir()} == before
    key.rename(state / "device.key")
    (sensing.config.paths.run / "faults.json").unlink()
    sensing.start()
    assert faults(sensing) == []


def test_a_fault_of_the_key_is_cleared_once_the_key_is_back(sensing: Rig) -> None:
    _, console = dealt(sensing)
    hand = sensing.state(console).hand
    sensing.kill()
    state = sensing.config.paths.state
    key = (state / "device.key").rename(state.parent / "elsewhere")
    sensing.start()
    sensing.kill()
    key.rename(state / "device.key")
    sensing.start()
    console.greet()
    assert faults(sensing) == ["device_key"]
    cleared(sensing, console)
    assert (faults(sensing), sensing.state(console).hand) == ([], hand)


def test_a_damaged_register_is_put_aside_when_the_floor_goes_on_without_it(sensing: Rig) -> None:
    _, console = dealt(sensing)
    path = sensing.config.paths.state / "chips.reg"
    sensing.kill()
    path.write_bytes(path.read_bytes()[:-1])
    sensing.start()
    console.greet()
    assert faults(sensing) == ["register_damaged", "register_missing"]
    assert "put a copy of it back" in sensing.of.latch.faults[0].detail
    cleared(sensing, console)
    assert (faults(sensing), path.exists()) == ([], False)
    sensing.restart()
    assert faults(sensing) == []


def test_a_damaged_register_that_is_put_back_costs_nothing(sensing: Rig) -> None:
    _, console = dealt(sensing)
    path = sensing.config.paths.state / "chips.reg"
    whole = path.read_bytes()
    sensing.kill()
    path.write_bytes(whole[:-1])
    sensing.start()
    console.greet()
    path.write_bytes(whole)
    cleared(sensing, console)
    assert (faults(sensing), len(sensing.of.registers.chips)) == ([], len(registers().chips))
    sensing.restart()
    assert faults(sensing) == []


def test_another_key_of_surveillance_locks_and_names_the_one_before(plain: Rig) -> None:
    path = plain.config.paths.state / "surveillance.pub"
    before = path.read_text().strip()
    plain.kill()
    path.write_text("ab" * 32)
    plain.start()
    assert faults(plain) == ["surveillance_changed"]
    assert before in plain.of.latch.faults[0].detail


def test_accounts_that_are_gone_lock_the_table(plain: Rig) -> None:
    plain.kill()
    (plain.config.paths.state / "people").unlink()
    plain.start()
    assert faults(plain) == ["people_lost"]


def test_a_register_with_more_chips_does_not_change_the_past(sensing: Rig) -> None:
    dealt(sensing)
    state = sensing.config.paths.state
    chips = ChipRegister({**dict(chips_of(registers())), chip_tag(1000, 200): Chip(1000)})
    sensing.kill()
    save_chips(state, FileDeviceKey.at(state / "device.key"), chips)
    sensing.start()
    assert faults(sensing) == []


def chips_of(registers: Registers) -> list[tuple[TagId, Chip]]:
    return list(registers.chips._chips.items())


def test_a_long_hand_is_resumed_from_the_middle_to_the_same_table(
    sensing: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.journal.store.WITHIN_AFTER", 7)
    dealt(sensing)
    before = sensing.service._desk.checkpoint()
    sensing.restart()
    assert faults(sensing) == []
    assert sensing.service._journal.reading.resume() is not None
    sensing.turn()  # the pages are drawn: the dial follows the turn
    after = sensing.service._desk.checkpoint()
    assert after.secret == before.secret
    for key in before.body:
        assert after.body[key] == before.body[key], key


def test_a_medium_that_fills_up_is_shown_before_it_locks(plain: Rig) -> None:
    console = plain.peer("console")
    plain.of.room = lambda _: 100 << 20
    console.tell(DealerCommand(word="stack", seat=2, value="7500"))
    plain.turn()
    notices = {notice.key: notice.params for notice in plain.state(console).notices}
    assert notices["notice.space"] == {"megabytes": 100}
    assert faults(plain) == []


def test_a_medium_almost_full_locks_before_a_write_fails(plain: Rig) -> None:
    console = plain.peer("console")
    plain.of.room = lambda _: 31 << 20
    console.say(Command(role="dealer", author="Ann", told=SHUFFLE))
    assert faults(plain) == ["medium_full"]
    plain.of.room = lambda _: 1 << 30
    console.tell(CLEAR, role="floor")
    assert faults(plain) == []


@pytest.mark.soak
def test_a_restart_after_20_000_entries_in_one_hand_takes_less_than_5_s(sensing: Rig) -> None:
    dealt(sensing)
    link = sensing.links.of("bridge")
    assert link is not None
    first = sensing.service._journal.reading.high_water("bridge")[1] + 1
    chip = chip_tag(100, 1)
    for sequence in range(first, first + 20_000):
        body = push(sensing, "bet:1", chip) if sequence % 2 else take("bet:1", chip)
        event = Event(source="bridge", epoch=1, sequence=sequence, stamp=sensing.clock.time, body=body)
        sensing.service._event(link.identity, event, sensing.clock.time)
        if sequence % 50 == 0:
            sensing.service.flush(sensing.clock.time)
    sensing.turn()
    power_cut(sensing)
    began = time.monotonic()
    sensing.start()
    assert time.monotonic() - began < 5
    assert (faults(sensing), sensing.service._journal.reading.high_water("bridge")) == ([], (1, first + 19_999))
