"""A real controller, killed at every step of a remedy: the next one shows the same remedy, and goes on with it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import zmq

from controller.registers.device_key import FileDeviceKey
from controller.registers.store import save_chips, save_decks
from firmware_bridge.messages import sensed
from firmware_bridge.messages.base import Message, TagId
from firmware_bridge.messages.outbox import Outbox
from firmware_bridge.messages.people import LogIn, PersonAnswer, PersonRequest
from firmware_bridge.messages.public import PublicState
from firmware_bridge.messages.told import DealerCommand, Entered, Told
from firmware_bridge.messages.wire import Ack, SnapshotRequest, Welcome, decode_from_controller, encode
from tests.controller.service_rig import NAMES, SECRET, enrol
from tests.controller.service_steps import stacks
from tests.controller.things import at, chip_tag, registers, sensing_parts, table_file, table_text, tag_of

pytestmark = pytest.mark.process

PATIENCE = 30.0  # seconds; interpreters start slowly on a loaded machine
ROOT = Path(__file__).parents[2]


class Peer:
    """A source on a real socket, which says again what was not acknowledged."""

    def __init__(self, socket: zmq.Socket[bytes], source: str) -> None:
        self.socket, self.outbox = socket, Outbox(source)
        self.said = self.acked = 0
        self.session = ""
        self.states: list[PublicState] = []
        self.socket.send(encode(self.outbox.hello()))

    def say(self, body: sensed.Sensed | Entered) -> None:
        """Something sensed or told; returns once it is journalled."""
        for message in self.outbox.put(body, time.monotonic_ns()):
            self.socket.send(encode(message))
        self.said += 1
        self._listen(lambda: self.acked >= self.said)

    def tell(self, told: Told) -> None:
        if not self.session:
            ask = LogIn(name=NAMES["dealer"], secret=SECRET)
            self._listen(lambda: bool(self.session), PersonRequest(source=self.outbox.source, number=1, ask=ask))
        self.say(Entered(session=self.session, told=told))

    def seen(self) -> PublicState:
        """What is public now."""
        while self.socket.poll(50):  # answers to requests that were sent twice
            self._take(decode_from_controller(self.socket.recv()))
        self.states.clear()
        self._listen(lambda: bool(self.states), SnapshotRequest(source=self.outbox.source))
        return self.states[-1]

    def _listen(self, enough: Callable[[], bool], ask: Message | None = None) -> None:
        deadline = time.monotonic() + PATIENCE
        again = [] if ask is None else [ask]
        for message in again:
            self.socket.send(encode(message))
        while not enough():
            assert time.monotonic() < deadline, f"{self.outbox.source}: no answer"
            if self.socket.poll(1000):
                self._take(decode_from_controller(self.socket.recv()))
                continue
            for message in (self.outbox.hello(), *again):
                self.socket.send(encode(message))

    def _take(self, message: object) -> None:
        now = time.monotonic_ns()
        if isinstance(message, Welcome):
            for event in self.outbox.welcomed(message, now):
                self.socket.send(encode(event))
            self.acked = max(self.acked, message.acked)
        elif isinstance(message, Ack):
            self.outbox.acknowledged(message, now)
            self.acked = max(self.acked, message.sequence)
        elif isinstance(message, PersonAnswer):
            self.session = message.token
        elif isinstance(message, PublicState):
            self.states.append(message)


class Table:
    """A real controller process with a bridge and a console that are the test's own."""

    def __init__(self, root: Path, context: zmq.Context[zmq.Socket[bytes]]) -> None:
        self.root, self.lives = root, 0
        (root / "table.toml").write_text(table_text(root, parts=sensing_parts()))
        config = table_file(root, parts=sensing_parts())
        key = FileDeviceKey.at(config.paths.state / "device.key")
        save_decks(config.paths.state, key, registers().decks)
        save_chips(config.paths.state, key, registers().chips)
        enrol(config)
        self.start()
        self.bridge, self.console = (Peer(self._socket(context), source) for source in ("bridge", "console"))

    def _socket(self, context: zmq.Context[zmq.Socket[bytes]]) -> zmq.Socket[bytes]:
        socket: zmq.Socket[bytes] = context.socket(zmq.DEALER)
        socket.setsockopt(zmq.LINGER, 0)
        socket.connect(f"ipc://{self.root}/run/events.ipc")
        return socket

    def start(self) -> None:
        command = [sys.executable, "-m", "controller", "controller", "--config", str(self.root / "table.toml")]
        self.process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
        self.lives += 1

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def killed_and_back(self) -> None:
        """Killed without a warning; the next one shows what the last one did."""
        before = shown(self.console.seen())
        self.kill()
        self.start()
        assert shown(self.console.seen()) == before

    def deal(self, name: str, seat: int) -> None:
        self.bridge.say(sensed.CardDrawn(tags=(tag_of(name),), orientation="down", at=at(3)))
        self.bridge.say(sensed.CardPlaced(tag=tag_of(name), spot=f"seat:{seat}", at=at(3)))


def shown(state: PublicState) -> dict[str, object]:
    """What stands on the pages of the hand; not which life of which process says so."""
    return state.model_dump(include={"hand", "phase", "turn", "seats", "asks", "remedies", "next_step", "rulings"})


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    table = Table(tmp_path, context)
    yield table
    table.kill()
    context.destroy(linger=0)


def post(table: Table, seat: int, *tags: TagId) -> None:
    table.bridge.say(sensed.ChipsMoved(area=f"stack:{seat}", added=(), removed=tags, lies=(), at=at(2)))
    table.bridge.say(sensed.ChipsMoved(area=f"bet:{seat}", added=tags, removed=(), lies=tags, at=at(2)))


def moves(table: Table) -> list[tuple[str, str]]:
    (remedy,) = table.console.seen().remedies
    return [(move.verb, move.state) for move in remedy.moves]


def test_killed_at_every_step_of_a_remedy_it_goes_on_where_it_was(table: Table) -> None:
    table.bridge.say(stacks())
    table.console.tell(DealerCommand(word="shuffle"))
    post(table, 2, chip_tag(25, 20), chip_tag(25, 21))
    post(table, 3, chip_tag(100, 40))
    for name, seat in zip(("As", "Kd", "7c", "9h", "2d", "Qs"), (2, 3, 1, 2, 3, 1), strict=True):
        table.deal(name, seat)
    table.console.tell(DealerCommand(word="exposed", seat=3, choice="dealer"))
    assert moves(table) == [("deal", "next"), ("stub", "waiting"), ("burn", "waiting")]
    table.killed_and_back()
    table.bridge.say(sensed.CardDrawn(tags=(tag_of("Jh"),), orientation="down", at=at(4)))
    table.killed_and_back()
    table.bridge.say(sensed.CardPlaced(tag=tag_of("Jh"), spot="seat:3", at=at(4)))
    assert moves(table) == [("deal", "done"), ("stub", "next"), ("burn", "waiting")]
    table.killed_and_back()
    table.bridge.say(sensed.CardGone(tag=tag_of("2d"), spot="seat:3", at=at(5)))
    assert moves(table) == [("deal", "done"), ("stub", "done"), ("burn", "waiting")]
    table.killed_and_back()
    state = table.console.seen()
    assert (state.phase, state.turn, table.lives) == ("preflop", 1, 5)
    assert state.remedies[0].moves[1].cards == ("2d",)
