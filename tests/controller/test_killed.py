"""The controller killed in the middle of things: nothing acknowledged is lost, nothing counts twice."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import zmq

from firmware_bridge.messages import sensed
from firmware_bridge.messages.outbox import Outbox
from firmware_bridge.messages.wire import Ack, Welcome, decode_from_controller, encode

from .things import at, table_text

pytestmark = pytest.mark.process

# Seconds without anything new from the controller. It starts in one. What it waits for a processor is not counted, so
# a loaded machine may take as long as it likes.
PATIENCE = 30.0


class Controller:
    """The real process, which can be killed and started again."""

    options: tuple[str, ...] = ()

    def __init__(self, root: Path) -> None:
        self.config = root / "table.toml"
        self.config.write_text(table_text(root))
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "controller", "controller", "--config", str(self.config), *self.options]
        self.process = subprocess.Popen(command, cwd=Path(__file__).parents[2], stderr=subprocess.DEVNULL)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def had_processor_or_slept(self) -> float:
        """The time now, in seconds, less what the process has waited for a processor."""
        _, waited, _ = Path(f"/proc/{self.process.pid}/schedstat").read_text().split()
        return time.monotonic() - int(waited) / 1e9


@pytest.fixture
def controller(tmp_path: Path) -> Iterator[Controller]:
    controller = Controller(tmp_path)
    yield controller
    controller.kill()


@pytest.fixture
def socket(tmp_path: Path) -> Iterator[zmq.Socket[bytes]]:
    context = zmq.Context()
    dealer = context.socket(zmq.DEALER)
    dealer.setsockopt(zmq.LINGER, 0)
    dealer.connect(f"ipc://{tmp_path}/run/events.ipc")
    yield dealer
    dealer.close()
    context.term()


class Source:
    """A bridge that says hello again whenever nothing is acknowledged for a while."""

    def __init__(self, socket: zmq.Socket[bytes]) -> None:
        self.socket, self.outbox, self.acked = socket, Outbox("bridge"), 0

    def say(self, number: int) -> None:
        body = sensed.SeatOccupied(seat=1, present=bool(number % 2), at=at(number))
        for message in self.outbox.put(body, time.monotonic_ns()):
            self.socket.send(encode(message))

    def listen(self, controller: Controller, until: int) -> None:
        """Until so many events are acknowledged in all. Each one that is renews the patience."""
        news, since = self.acked, controller.had_processor_or_slept()
        while self.acked < until:
            if self.socket.poll(200):
                self._take(decode_from_controller(self.socket.recv()))
                continue
            now = controller.had_processor_or_slept()
            if self.acked > news:
                news, since = self.acked, now
            assert controller.process.poll() is None, f"the controller has ended: {controller.process.returncode}"
            assert now - since < PATIENCE, f"{self.acked} of {until} acknowledged"
            self.socket.send(encode(self.outbox.hello()))

    def _take(self, message: object) -> None:
        now = time.monotonic_ns()
        if isinstance(message, Welcome):
            for event in self.outbox.welcomed(message, now):
                self.socket.send(encode(event))
            self.acked = max(self.acked, message.acked)
        elif isinstance(message, Ack):
            self.outbox.acknowledged(message, now)
            self.acked = max(self.acked, message.sequence)


def journalled(root: Path) -> list[int]:
    with sqlite3.connect(root / "state" / "journal.sqlite") as connection:
        rows = connection.execute("SELECT sequence FROM record WHERE kind = 'seat_occupied' ORDER BY seq").fetchall()
    connection.close()
    return [sequence for (sequence,) in rows]


@pytest.mark.parametrize(("kills", "events"), [(4, 100), pytest.param(1000, 10, marks=pytest.mark.soak)])
def test_killed_again_and_again_every_event_is_journalled_once_and_in_order(
    controller: Controller, socket: zmq.Socket[bytes], tmp_path: Path, kills: int, events: int
) -> None:
    source, said = Source(socket), 0
    socket.send(encode(source.outbox.hello()))
    for _ in range(kills):
        for number in range(said + 1, said + 1 + events):
            source.say(number)
        said += events
        source.listen(controller, said - events // 2)
        controller.kill()
        controller.start()
    source.listen(controller, said)
    controller.kill()
    assert source.outbox.epoch == 1
    assert journalled(tmp_path) == list(range(1, said + 1))
    assert not (tmp_path / "state" / "faults.json").exists()


def test_it_ends_on_sigterm_with_status_0(controller: Controller, socket: zmq.Socket[bytes]) -> None:
    source = Source(socket)
    socket.send(encode(source.outbox.hello()))
    source.say(1)
    source.listen(controller, 1)
    controller.process.send_signal(signal.SIGTERM)
    assert controller.process.wait(PATIENCE) == 0
