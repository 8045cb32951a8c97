"""Whom the controller hears: its known sources, each in what it may send, and nothing beyond a size."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.allowance import SECOND as S
from controller.service.transport.console_guard import LATE
from controller.service.transport.links import LONGEST_MESSAGE
from controller.service.transport.sources import is_known, may_send
from firmware_bridge.messages.base import LONGEST, Message
from firmware_bridge.messages.sensed import PartHealth, SeatOccupied
from firmware_bridge.messages.tablefile import parse_table_file
from firmware_bridge.messages.tablefile_complaints import TableFileError
from firmware_bridge.messages.told import Command, Entered
from firmware_bridge.messages.wire import Event, Hello, Verdict, Welcome
from firmware_bridge.process.sparing import EVERY, Sparing

from .service_rig import Peer, Rig
from .service_steps import SHUFFLE
from .things import at, table_text

OCCUPIED = SeatOccupied(seat=1, present=True, at=at(5))
SHUFFLED = Entered(session="", told=SHUFFLE)
COMMAND = Command(role="dealer", author="Ann", told=SHUFFLE)


def stranger(rig: Rig, source: str) -> Peer:
    peer = Peer(rig, source)
    rig.peers.append(peer)
    peer.send(Hello(source=source))
    return peer


@pytest.mark.parametrize("source", ["stranger", "controller", "Bridge", "robot", ""])
def test_an_unknown_source_is_not_greeted(plain: Rig, source: str) -> None:
    assert not stranger(plain, source).socket.poll(0)
    assert plain.links.of(source) is None


def test_a_robot_belongs_to_a_simulated_table_alone() -> None:
    assert is_known("robot", simulated=True)
    assert not is_known("robot", simulated=False)


@pytest.mark.parametrize(
    ("source", "body", "allowed"),
    [
        ("bridge", OCCUPIED, True),
        ("bridge", SHUFFLED, False),
        ("console", SHUFFLED, True),
        ("console", OCCUPIED, False),
        ("robot", SHUFFLED, True),
        ("robot", OCCUPIED, False),
        ("console", COMMAND, False),
        ("bridge", COMMAND, False),
    ],
)
def test_a_source_may_send_its_own_kind_alone(source: str, body: Message, allowed: bool) -> None:
    assert may_send(source, body) == allowed


def test_what_a_source_may_not_send_counts_for_nothing(plain: Rig) -> None:
    console = plain.peer("console")
    before = plain.state(console)
    console.say(PartHealth(part="shoe", what="pn532", state="lost", identity="9.9"))
    record = plain.service._journal.reading.find("console", 1, 1)
    assert record is not None
    assert record.refused == {"key": "refused.kind", "params": {"source": "console"}}
    assert not record.sealed
    after = plain.state(console)
    assert after.model_copy(update={"revision": 0, "stamp": 0}) == before.model_copy(
        update={"revision": 0, "stamp": 0}
    )
    assert console.tell(SHUFFLE).accepted


@pytest.mark.parametrize("acked", [0, 5])
def test_a_life_that_no_source_can_have_had_is_not_believed(plain: Rig, acked: int) -> None:
    hostile = Peer(plain, "console")
    plain.peers.append(hostile)
    for _ in range(2):
        hostile.send(Hello(source="console", epoch=LONGEST, last=acked, acked=acked))
    assert [welcome.epoch for welcome in hostile.all(Welcome)] == [1, 1]
    assert not plain.of.latch.locked
    assert plain.peer("console").tell(SHUFFLE).accepted


def test_an_entry_from_the_future_counts_from_now(plain: Rig) -> None:
    console = plain.peer("console")
    body = Entered(session=console.session("dealer"), told=SHUFFLE)
    console.send(Event(source="console", epoch=1, sequence=1, stamp=LONGEST, body=body))
    record = plain.service._journal.reading.find("console", 1, 1)
    assert record is not None
    assert record.stamp == plain.clock.time


def entered_at(rig: Rig, console: Peer, stamp: int) -> tuple[str, int]:
    """What becomes of an entry with that stamp, and the stamp in the journal."""
    epoch, sequence = rig.service._journal.reading.high_water("console")
    body = Entered(session=console.session("dealer"), told=SHUFFLE)
    console.send(Event(source="console", epoch=epoch, sequence=sequence + 1, stamp=stamp, body=body))
    record = rig.service._journal.reading.find("console", epoch, sequence + 1)
    return console.last(Verdict).key, record.stamp if record else 0


def test_an_entry_older_than_any_can_be_is_refused_and_does_not_turn_the_time_back(plain: Rig) -> None:
    console = plain.peer("console")
    console.session("dealer")
    plain.clock.time += 60 * S
    plain.turn()
    plain.turn()
    now = plain.clock.time
    assert entered_at(plain, console, now - LATE - 1) == ("refused.late", now)
    assert plain.service._desk.stamp == now
    assert entered_at(plain, console, now - LATE) == ("", now - LATE)


def test_an_entry_that_waited_for_a_controller_that_stood_still_counts(plain: Rig) -> None:
    console = plain.peer("console")
    console.session("dealer")
    plain.turn()
    entered = plain.clock.time
    plain.clock.time += 60 * S
    assert entered_at(plain, console, entered) == ("", entered)


def test_an_entry_that_waited_for_a_controller_that_was_away_counts(plain: Rig) -> None:
    console = plain.peer("console")
    session = console.session("dealer")
    plain.kill()
    made = plain.clock.time
    console.outbox.put(Entered(session=session, told=SHUFFLE), made)
    plain.clock.time += 60 * S
    plain.start()
    for _ in range(3):
        plain.turn()
    console.greet()
    assert console.last(Verdict).accepted
    assert plain.service._desk.stamp == made


def test_a_message_beyond_the_limit_ends_its_sender_s_connection_and_nothing_else(plain: Rig) -> None:
    console, hostile = plain.peer("console"), Peer(plain, "console")
    plain.peers.append(hostile)
    hostile.socket.send(b" " * (LONGEST_MESSAGE + 1))
    assert not plain.links.events.poll(50)
    assert console.tell(SHUFFLE).accepted


@pytest.mark.parametrize(
    ("parts", "named"),
    [
        ('[gpio]\nbackend = "gpiod"\nlines = { "door" = 3 }\n', "gpio backend 'gpiod'"),
        (
            '[[part]]\nname = "shoe"\nkind = "pn532"\nport = "/dev/ttyUSB0"\nantennas = { 0 = "shoe" }\n',
            "part 'shoe' at /dev/ttyUSB0",
        ),
    ],
)
def test_a_simulated_table_has_nothing_real(tmp_path: Path, parts: str, named: str) -> None:
    text = table_text(tmp_path, parts=parts).replace('name = "Test"', 'name = "Test"\nsimulated = true')
    with pytest.raises(TableFileError, match=named):
        parse_table_file(text)


def test_a_repeated_cause_is_logged_once_a_minute_with_its_count() -> None:
    sparing = Sparing()
    assert [sparing.due("malformed", now) for now in (0, 1, 2)] == [1, None, None]
    assert sparing.due("another", 3) == 1
    assert sparing.due("malformed", EVERY) == 3
    assert sparing.due("malformed", EVERY + 1) is None


def test_a_welcome_comes_to_known_sources_only(plain: Rig) -> None:
    assert plain.peer("bridge").last(Welcome).epoch == 1
