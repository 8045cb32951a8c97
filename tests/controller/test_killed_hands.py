"""Hands at a controller that is killed at random moments: no hand is lost, and the table is that of a twin."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import zmq

from controller.service.session.startup import open_table, premises
from firmware_bridge.messages.outbox import Outbox
from firmware_bridge.messages.people import LogIn, PersonAnswer, PersonRequest
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.messages.told import DealerCommand, Declared, Entered, Told
from firmware_bridge.messages.wire import Ack, Verdict, Welcome, decode_from_controller, encode

from .service_rig import NAMES, SECRET, Rig, enrol
from .things import table_file, table_text

pytestmark = pytest.mark.process

PATIENCE = 60.0  # seconds for one answer, on a machine with other things to do
AGAIN_MS = 100  # until a silent controller is greeted once more: it starts within as much
KILL_WITHIN = 0.02  # seconds after an entry: two commits, and what follows them

# Interpreters start slowly. One has everything loaded, and each controller is a child of it.
NURSERY = """
import os, signal, sys
from pathlib import Path
from controller.service.command import serve
from firmware_bridge.messages.tablefile import load_table_file
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in sys.stdin:
    pid = os.fork()
    if not pid:
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        serve(load_table_file(Path(sys.argv[1])))
        os._exit(0)
    print(pid, flush=True)
"""


class Controllers:
    """One controller after the other, each a process of its own."""

    def __init__(self, root: Path) -> None:
        config = root / "table.toml"
        config.write_text(table_text(root))
        command = [sys.executable, "-c", NURSERY, str(config)]
        home, silent, pipe = Path(__file__).parents[2], subprocess.DEVNULL, subprocess.PIPE
        self.nursery = subprocess.Popen(command, cwd=home, text=True, stdin=pipe, stdout=pipe, stderr=silent)
        self.start()

    def start(self) -> None:
        assert self.nursery.stdin is not None
        assert self.nursery.stdout is not None
        self.nursery.stdin.write("start\n")
        self.nursery.stdin.flush()
        self.pid = int(self.nursery.stdout.readline())

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        while Path(f"/proc/{self.pid}").exists():
            time.sleep(0.001)

    def stop(self) -> None:
        os.kill(self.pid, signal.SIGSTOP)
        while Path(f"/proc/{self.pid}/stat").read_text().rpartition(") ")[2][0] != "T":
            time.sleep(0.001)

    def go_on(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def close(self) -> None:
        self.kill()
        assert self.nursery.stdin is not None
        assert self.nursery.stdout is not None
        self.nursery.stdin.close()
        self.nursery.stdout.close()
        self.nursery.wait(PATIENCE)


class Console:
    """A dealer's console that keeps what is not acknowledged."""

    def __init__(self, run: Path) -> None:
        self.context = zmq.Context()
        self.socket: zmq.Socket[bytes] = self.context.socket(zmq.DEALER)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.connect(f"ipc://{run}/events.ipc")
        self.outbox, self.session = Outbox("console"), ""
        self.refused: list[str] = []

    def log_in(self) -> None:
        self.socket.send(encode(self.outbox.hello()))
        ask = PersonRequest(source="console", number=1, ask=LogIn(name=NAMES["dealer"], secret=SECRET))
        self.socket.send(encode(ask))
        self._hear(lambda: bool(self.session))

    def tell(self, told: Told) -> None:
        for message in self.outbox.put(Entered(session=self.session, told=told), time.monotonic_ns()):
            self.socket.send(encode(message))

    def hello(self) -> None:
        self.socket.send(encode(self.outbox.hello()))

    def wait(self) -> None:
        """Until everything is acknowledged."""
        self._hear(lambda: not self.outbox.unacknowledged)

    def _hear(self, done: Any) -> None:
        deadline = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < deadline, f"{self.outbox.unacknowledged} entries are not acknowledged"
            if self.socket.poll(AGAIN_MS):
                self._take(decode_from_controller(self.socket.recv()))
            else:
                self.socket.send(encode(self.outbox.hello()))

    def _take(self, message: object) -> None:
        now = time.monotonic_ns()
        if isinstance(message, Welcome):
            for event in self.outbox.welcomed(message, now):
                self.socket.send(encode(event))
        elif isinstance(message, Ack):
            self.outbox.acknowledged(message, now)
        elif isinstance(message, PersonAnswer):
            self.session = message.token
        elif isinstance(message, Verdict) and not message.accepted:
            self.refused.append(message.key)

    def close(self) -> None:
        self.socket.close()
        self.context.term()


@pytest.fixture
def twin(tmp_path: Path) -> Iterator[Rig]:
    """The same table in this process. No one kills it."""
    root = tmp_path / "twin"
    root.mkdir()
    rig = Rig(table_file(root))
    yield rig
    rig.close()


def hand(twin: Rig) -> Iterator[Told]:
    """A hand in which two of three fold, as the twin has it."""
    yield DealerCommand(word="shuffle")
    yield DealerCommand(word="deal_done")
    for _ in range(2):
        turn = twin.service._desk.view.turn
        assert turn is not None
        yield Declared(seat=turn, word="fold")
    yield DealerCommand(word="awarded")


def found(config: TableFile) -> tuple[list[str], tuple[Any, ...], list[str]]:
    """(faults, the table, kinds of the console's entries in their order) as the next start has them."""
    of = premises(config)
    journal, desk = open_table(of)
    entries = [
        record.kind for _, record in journal.reading.recall(10_000) if record.source == "console" and record.sequence
    ]
    journal.close()
    view = desk.view
    stacks = [(seat.seat, seat.stack, seat.bet) for seat in view.seats]
    return [fault.key for fault in of.latch.faults], (view.hand, view.phase, stacks), entries


LONG = (pytest.mark.soak, pytest.mark.timeout(0))


@pytest.mark.parametrize("kills", [pytest.param(5, marks=pytest.mark.timeout(120)), pytest.param(1000, marks=LONG)])
def test_no_hand_is_lost_whenever_the_controller_is_killed(tmp_path: Path, twin: Rig, kills: int) -> None:
    config = table_file(tmp_path)
    config.paths.run.mkdir(mode=0o700)
    enrol(config)
    luck, killed, entered = random.Random(kills), 0, 0  # noqa: S311 - a plan that can be repeated
    dealer = twin.peer("console")
    controllers, console = Controllers(tmp_path), Console(config.paths.run)
    try:
        console.log_in()
        while killed < kills:
            for told in hand(twin):
                console.tell(told)
                time.sleep(luck.random() * KILL_WITHIN)
                controllers.kill()
                controllers.start()
                console.wait()
                assert dealer.tell(told).accepted
                killed, entered = killed + 1, entered + 1
    finally:
        controllers.close()
        console.close()
    view = twin.service._desk.view
    stacks = [(seat.seat, seat.stack, seat.bet) for seat in view.seats]
    faults, table, entries = found(config)
    assert (faults, console.refused) == ([], [])
    assert table == (view.hand, view.phase, stacks)
    assert len(entries) == entered


@pytest.mark.timeout(120)
def test_a_controller_that_was_stopped_takes_in_once_what_came_meanwhile(tmp_path: Path, twin: Rig) -> None:
    config = table_file(tmp_path)
    config.paths.run.mkdir(mode=0o700)
    enrol(config)
    dealer, entered = twin.peer("console"), 0
    controllers, console = Controllers(tmp_path), Console(config.paths.run)
    try:
        console.log_in()
        controllers.stop()
        for told in hand(twin):
            console.tell(told)
            console.hello()
            assert dealer.tell(told).accepted
            entered += 1
        controllers.go_on()
        console.wait()
    finally:
        controllers.close()
        console.close()
    faults, (number, _, stacks), entries = found(config)
    assert (faults, console.refused, len(entries)) == ([], [], entered)
    assert (number, stacks) == (1, [(seat.seat, seat.stack, seat.bet) for seat in twin.service._desk.view.seats])
