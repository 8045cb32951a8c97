"""A console that sends what cannot be is cut off alone: play goes on, its sessions end, another one is asked for."""

from __future__ import annotations

import resource
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import zmq

from controller.service.transport.console_guard import LIVES, MESSAGES, MOST_REFUSED
from controller.service.transport.links import MOST_NONSENSE
from firmware_bridge.messages import sensed
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.told import DealerCommand, Declared, Entered
from firmware_bridge.messages.wire import Ack, Hello, SnapshotRequest, Verdict, encode
from firmware_bridge.process.replacement import is_asked_for
from tests.system.watched import await_file

from .service_rig import PATIENCE_MS, Rig
from .service_steps import SHUFFLE, again, dealt
from .things import at, chip_tag, table_text

OCCUPIED = sensed.SeatOccupied(seat=1, present=True, at=at(9))
ASK = SnapshotRequest(source="console")
MUCH = MESSAGES + MOST_REFUSED


@pytest.fixture
def raw(sensing: Rig) -> Iterator[zmq.Socket[bytes]]:
    """A connection of the same console process that keeps no rule."""
    socket: zmq.Socket[bytes] = sensing.context.socket(zmq.DEALER)
    socket.setsockopt(zmq.LINGER, 0)
    socket.setsockopt(zmq.SNDHWM, 0)
    socket.connect(f"ipc://{sensing.config.paths.run}/events.ipc")
    yield socket
    socket.close()


def faults(rig: Rig) -> list[str]:
    return [fault.key for fault in rig.of.latch.faults]


def taken_in(rig: Rig) -> None:
    """Turns until nothing more has come."""
    patience = 1000  # ms for the first one
    while rig.links.events.poll(patience):
        rig.turn()
        patience = 10


def flood(rig: Rig, socket: zmq.Socket[bytes], message: Message | bytes, count: int) -> None:
    data = message if isinstance(message, bytes) else encode(message)
    for _ in range(count):
        socket.send(data)
    taken_in(rig)


def plays_on(rig: Rig, bridge: Any) -> bool:
    """Whether what the bridge senses is taken in and acknowledged. Others may have sent more than a turn takes."""
    bridge.say(OCCUPIED)
    bridge.listen()
    while bridge.outbox.unacknowledged and rig.links.events.poll(PATIENCE_MS):
        rig.turn()
        bridge.listen()
    return not rig.of.latch.locked and bridge.outbox.unacknowledged == 0


def cut(rig: Rig, bridge: Any) -> bool:
    """Whether the console was cut off, every page says so, and another one is asked for."""
    said = "notice.console_cut" in [notice.key for notice in rig.state(bridge).notices]
    return said and is_asked_for("console", rig.config.paths.run)


def test_a_console_that_invents_acknowledgements_is_cut_off_and_play_goes_on(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    console.socket.send(encode(console.outbox.hello().model_copy(update={"acked": 99})))
    taken_in(sensing)
    assert (faults(sensing), cut(sensing, bridge), plays_on(sensing, bridge)) == ([], True, True)


def test_a_console_that_leaves_a_gap_is_cut_off_and_play_goes_on(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    console.outbox._sequence += 5
    told = Entered(session=console.session("dealer"), told=SHUFFLE)
    for message in console.outbox.put(told, sensing.clock.time):
        console.socket.send(encode(message))
    taken_in(sensing)
    for _ in range(3):
        sensing.clock.time += 600_000_000
        for message in console.outbox.wake(sensing.clock.time):
            console.socket.send(encode(message))
        taken_in(sensing)
    assert (faults(sensing), cut(sensing, bridge), plays_on(sensing, bridge)) == ([], True, True)


def test_the_sessions_of_a_console_that_was_cut_off_are_over(sensing: Rig) -> None:
    _, console = dealt(sensing)
    stolen = console.session("dealer")
    console.socket.send(encode(console.outbox.hello().model_copy(update={"acked": 99})))
    taken_in(sensing)
    another = sensing.peer("console")
    another.say(Entered(session=stolen, told=SHUFFLE))
    assert another.last(Verdict).key == "refused.session"
    assert another.tell(DealerCommand(word="deal_done")).key != "refused.session"


def test_a_console_that_was_cut_off_is_not_heard_again(sensing: Rig) -> None:
    _, console = dealt(sensing)
    console.socket.send(encode(console.outbox.hello().model_copy(update={"acked": 99})))
    taken_in(sensing)
    before = sensing.service._journal.reading.high_water("console")
    console.socket.send(encode(Hello(source="console")))
    taken_in(sensing)
    assert sensing.service._journal.reading.high_water("console") == before


def test_entries_that_the_journal_really_lost_still_lock_the_table(sensing: Rig) -> None:
    _, console = dealt(sensing)
    state = sensing.config.paths.state
    sensing.kill()
    older = state.with_name("older")
    shutil.copytree(state, older)
    sensing.start()
    console.greet()
    console.tell(Declared(seat=1, word="fold"))
    sensing.wait(1_100_000_000)
    console.listen()
    assert console.outbox.unacknowledged == 0
    sensing.kill()
    shutil.rmtree(state)
    older.rename(state)
    sensing.start()
    console.greet()
    assert faults(sensing) == ["source_ahead"]


def test_what_a_console_claims_counts_if_nothing_is_known_of_what_was_acknowledged(sensing: Rig) -> None:
    _, console = dealt(sensing)
    sensing.kill()
    (sensing.config.paths.run / "acknowledged").unlink()
    sensing.start()
    console.send(console.outbox.hello().model_copy(update={"acked": 99}))
    assert faults(sensing) == ["source_ahead"]


def test_a_console_that_floods_is_cut_off_and_play_goes_on(sensing: Rig, raw: zmq.Socket[bytes]) -> None:
    bridge, _ = dealt(sensing)
    flood(sensing, raw, ASK, MUCH)
    assert (faults(sensing), cut(sensing, bridge), plays_on(sensing, bridge)) == ([], True, True)


def test_what_waited_while_the_controller_was_stopped_is_no_flood(sensing: Rig, raw: zmq.Socket[bytes]) -> None:
    bridge, _ = dealt(sensing)
    flood(sensing, raw, ASK, MESSAGES + 500)
    assert not cut(sensing, bridge)


def test_a_console_that_begins_again_and_again_fills_no_journal(sensing: Rig, raw: zmq.Socket[bytes]) -> None:
    bridge, _ = dealt(sensing)
    last = sensing.service._journal.reading.last
    flood(sensing, raw, Hello(source="console"), 10)
    for number in range(3 * LIVES):
        flood(sensing, raw, Hello(source="console", epoch=1000 + 3 * number), 1)
    assert sensing.service._journal.reading.last - last <= LIVES
    assert plays_on(sensing, bridge)


def test_nonsense_of_one_connection_is_soon_not_even_read(
    sensing: Rig, raw: zmq.Socket[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    bridge, _ = dealt(sensing)
    flood(sensing, raw, b"{", MOST_NONSENSE)
    monkeypatch.setattr("controller.service.transport.links.decode_to_controller", None)
    flood(sensing, raw, b"{", 10)
    monkeypatch.undo()
    assert plays_on(sensing, bridge)


def test_only_the_bridge_is_read_at_length(
    sensing: Rig, raw: zmq.Socket[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    bridge, _ = dealt(sensing)
    monkeypatch.setattr("controller.service.transport.links.decode_to_controller", None)
    flood(sensing, raw, b"[" * 900_000, 3)
    monkeypatch.undo()
    tags = tuple(chip_tag(25, number) for number in range(100)) * 8
    snapshot = sensed.Snapshot(cards={}, chips={"tray": tags}, button=None, posts=(), unread=(), at=at(9))
    assert len(encode(snapshot)) > 20_000
    bridge.say(snapshot)
    assert bridge.outbox.unacknowledged == 0


def test_entries_of_no_session_are_bounded_in_the_journal(sensing: Rig, raw: zmq.Socket[bytes]) -> None:
    bridge, console = dealt(sensing)
    before = sensing.service._journal.reading.last
    for message in [console.outbox.put(Entered(session="x", told=SHUFFLE), sensing.clock.time) for _ in range(400)]:
        for event in message:
            console.socket.send(encode(event))
    taken_in(sensing)
    assert sensing.service._journal.reading.last - before <= 101
    assert plays_on(sensing, bridge)


def test_a_state_that_many_connections_ask_for_is_sent_to_a_few_in_one_turn(
    sensing: Rig, raw: zmq.Socket[bytes]
) -> None:
    bridge, _ = dealt(sensing)
    for _ in range(500):
        raw.send(encode(ASK))
    assert sensing.links.events.poll(1000)
    sensing.turn()
    answers = 0
    while raw.poll(50):
        raw.recv()
        answers += 1
    assert answers < 20
    assert plays_on(sensing, bridge)


def test_an_honest_console_after_one_that_was_cut_off_works(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    console.socket.send(encode(console.outbox.hello().model_copy(update={"acked": 99})))
    taken_in(sensing)
    another = sensing.peer("console")
    assert another.tell(Declared(seat=1, word="fold")).accepted
    again(sensing, another)
    assert another.last(Ack).sequence == 1
    assert plays_on(sensing, bridge)


@pytest.mark.process
def test_a_controller_outlives_more_connections_than_it_began_with_descriptors(tmp_path: Path) -> None:
    """ZeroMQ ends a process without descriptors: "Too many open files", and SIGABRT."""
    (tmp_path / "run").mkdir(mode=0o700)
    config = tmp_path / "table.toml"
    config.write_text(table_text(tmp_path))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    command = [sys.executable, "-m", "controller", "controller", "--config", str(config)]
    few = f"ulimit -Sn 64 && exec {shlex.join(command)}"
    with subprocess.Popen(["/bin/sh", "-c", few], stderr=subprocess.DEVNULL) as controller:
        path = tmp_path / "run" / "events.ipc"
        await_file(path)
        with ExitStack() as open_ones:
            for _ in range(200):
                connection = open_ones.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
                while connection.connect_ex(str(path)):
                    assert controller.poll() is None
                    time.sleep(0.01)
                connection.recv(1)  # ZeroMQ greets: it has accepted
            assert controller.poll() is None
        controller.kill()
    assert most > 300
