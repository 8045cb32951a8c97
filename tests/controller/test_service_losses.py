"""A journal that has lost something: the table is locked, says what is missing, and keeps what can be believed."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from firmware_bridge.messages import sensed
from firmware_bridge.messages.told import Command, DealerCommand
from firmware_bridge.messages.wire import Welcome

from .service_rig import Peer, Rig
from .service_steps import CLEAR, SHUFFLE, again, dealt, stacks
from .things import at

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
    plain.service._close_hand()
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
    plain.service._close_hand()
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
    plain.service._close_hand()
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
