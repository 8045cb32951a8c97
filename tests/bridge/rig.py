"""The real bridge against the simulated parts over ptys, in one process and in virtual time; a controller that
journals nothing listens at the socket."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import zmq

from drivers.gpio import Edge, Heard, Pull, Sink
from firmware_bridge.bridge import Bridge
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.clock import Channel, Channels
from firmware_bridge.messages.guided import GuidedNow, GuidedSheet, NamingNow
from firmware_bridge.messages.sensed import Sensed
from firmware_bridge.messages.status import Status
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.messages.wire import Ack, Event, Hello, Welcome, decode_to_controller, encode
from hardware_sim.depths.rig import Rig
from hardware_sim.physics.lines import Lines
from hardware_sim.physics.noise import QUIET, Noise
from hardware_sim.physics.world import World
from hardware_sim.tables import describe
from hardware_sim.wires import Cable
from tests.clock import StillClock

S = 1_000_000_000
MS = 1_000_000

# Turns of the loop, of a millisecond each, in which nothing has moved.
GIVEN_UP_AFTER = 500
LINK = Channel("bus", "bridge")
GIVEN_UP_ON_THE_LINK_AFTER = 20_000  # a socket loses nothing, so this is for a machine that stands still


class VirtualClock(StillClock):
    """Moves to the next deadline as soon as nothing is under way on any wire."""

    def __init__(self) -> None:
        super().__init__()
        self.under_way: Callable[[], bool] = lambda: False
        self.held = False
        self.on_idle: Callable[[], None] = lambda: None

    def idle(self, deadline: int | None, _channels: Callable[[], Channels]) -> float | None:
        self.on_idle()
        if self.held or self.under_way():
            return 0.001
        self.time = max(self.time, deadline if deadline is not None else self.time + 10 * MS)
        return 0.0


class SimulatedPins:
    """The world's lines without the socket, which would have to be served from another thread."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._bell = os.eventfd(0, os.EFD_NONBLOCK)
        self._edges: list[Edge] = []
        self._sinks: dict[int, Sink] = {}
        self.tells_edges = True
        self.answers = True
        lines.listen(self._edge)

    def _edge(self, line: int, level: bool, at: int) -> None:
        if not self.tells_edges:
            return
        self._edges.append(Edge(line, level, at))
        os.eventfd_write(self._bell, 1)

    def watch(self, line: int, pull: Pull, sink: Sink, holder: str = "") -> bool:  # noqa: ARG002 - GpioChip
        self._sinks[line] = sink
        return self._lines.level(line)

    def look(self, line: int, heard: Heard) -> None:
        if self.answers:
            heard(self._lines.level(line))

    def pump(self, now: int) -> None:  # noqa: ARG002 - GpioChip
        os.eventfd_read(self._bell)
        edges, self._edges = self._edges, []
        for edge in edges:
            if edge.line in self._sinks:
                self._sinks[edge.line](edge)

    def fileno(self) -> int:
        return self._bell

    def close(self) -> None:
        os.close(self._bell)
        self._bell = os.eventfd(0, os.EFD_NONBLOCK)


class Controller:
    """Greets, acknowledges, and keeps what was said."""

    def __init__(self, run: Path) -> None:
        self.run = run
        self.events: list[Event] = []
        self.statuses: list[Status] = []
        self.tests: list[GuidedNow] = []
        self.namings: list[NamingNow] = []
        self.sheets: list[GuidedSheet] = []
        self.epoch = 0
        self.deaf = False
        self.counts = (0, 0)
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self.socket = self._context.socket(zmq.ROUTER)
        self.socket.bind(f"ipc://{run}/events.ipc")
        self._peer = b""

    @property
    def bodies(self) -> list[Sensed]:
        return [event.body for event in self.events]  # type: ignore[misc]  # the bridge sends no commands

    def take(self, _: int = 0) -> None:
        while self.socket.poll(0):
            self._peer, data = self.socket.recv_multipart()
            message = decode_to_controller(data)
            if isinstance(message, Hello):
                self.counts = (0, 1)
                self.epoch = message.epoch or self.epoch + 1
                last = max((e.sequence for e in self.events if e.epoch == self.epoch), default=0)
                self.say(Welcome(epoch=self.epoch, acked=last))
                continue
            self.counts = (self.counts[0], self.counts[1] + 1)
            if isinstance(message, Status):
                self.statuses.append(message)
            if isinstance(message, GuidedNow):
                self.tests.append(message)
            if isinstance(message, NamingNow):
                self.namings.append(message)
            if isinstance(message, GuidedSheet):
                self.sheets.append(message)
            if isinstance(message, Event) and not self.deaf:
                self.events += [message] if message.sequence == self.last + 1 else []
                self.say(Ack(epoch=message.epoch, sequence=self.last))

    @property
    def last(self) -> int:
        return max((event.sequence for event in self.events if event.epoch == self.epoch), default=0)

    def say(self, message: Message) -> None:
        self.counts = (self.counts[0] + 1, self.counts[1])
        self.socket.send_multipart([self._peer, encode(message)])

    def close(self) -> None:
        self._context.destroy(linger=0)


def table_file(
    directory: Path, keep: Callable[[dict[str, Any]], bool] = lambda _: True,
    change: Callable[[dict[str, Any]], dict[str, Any]] = lambda part: part,
) -> TableFile:  # fmt: skip
    """The reference table with the parts that `keep` says, each as `change` makes it."""
    data = describe("reference", wires=directory / "wires")
    data["part"] = [change(part) for part in data["part"] if keep(part)]
    data["table"] = {"name": "test"}
    data["game"] = {"rulebook": "lfp", "small_blind": 50, "big_blind": 100}
    data["paths"] = {"state": str(directory / "state"), "run": str(directory / "run")}
    return TableFile.model_validate(data)


def _as_it_is(file: TableFile) -> TableFile:
    return file


def _counts(cable: Cable) -> tuple[int, int]:
    return cable.channel


class Table:
    """Bridge, parts, world and controller on one loop. `run(seconds)` lets virtual time pass.

    `known`: makes the bridge's table file of the one that describes the parts.
    """

    def __init__(
        self, directory: Path, monkeypatch: Any, noise: Noise = QUIET,
        known: Callable[[TableFile], TableFile] = _as_it_is, **options: Any,
    ) -> None:  # fmt: skip
        (directory / "run").mkdir(exist_ok=True)
        truth = table_file(directory, **options)
        self.file = known(truth)
        self.clock = VirtualClock()
        self.world = World(7, noise=noise)
        self.controller = Controller(self.file.paths.run)
        self.pins = SimulatedPins(self.world.lines)
        monkeypatch.setattr("firmware_bridge.parts.pins.open_chip", lambda *_: self.pins)
        self.bridge = Bridge(self.file, self.clock, directory / "table.toml")
        self.loop = self.bridge.loop
        description = truth.model_dump(mode="json")
        self.rig = Rig(self.world, {**description, "gpio": None}, directory / "wires", self.loop)
        self._ends = self._other_ends()
        self.loop.watch(self.controller.socket, self.controller.take)
        self.loop.after_each(self.world.wake)
        self._open: dict[Channel, tuple[int, int]] = {}
        self._lost: dict[Channel, tuple[int, int]] = {}
        self._turns = 0
        self.clock.under_way = self._under_way

    def _other_ends(self) -> dict[Channel, Callable[[], tuple[int, int]]]:
        """What the other end of each channel has counted. The bridge may have other names for the parts."""
        at_port = {str(cable.wire.path): cable for cable in self.rig.cables.values()}
        wires = {Channel("wire", part.name): partial(_counts, at_port[part.port]) for part in self.file.part}
        return {**wires, LINK: lambda: self.controller.counts}

    def _under_way(self) -> bool:
        """Whether bytes or messages have left one end and not reached the other. A port that is closed throws away
        what it has not read: what does not arrive for a while is given up."""
        open_: dict[Channel, tuple[int, int]] = {}
        ours = self.bridge.channels()
        for name in self._ends.keys() & ours.keys():
            (sent, received), (their_sent, their_received) = ours[name], self._ends[name]()
            between = (their_sent - received, sent - their_received)
            if between != self._lost.get(name, (0, 0)):
                open_[name] = between
        if not open_:
            self._turns = 0
            return False
        self._turns = self._turns + 1 if open_ == self._open else 0
        self._open = open_
        if self._turns < (GIVEN_UP_ON_THE_LINK_AFTER if LINK in open_ else GIVEN_UP_AFTER):
            return True
        self._lost |= open_
        return False

    def run(self, seconds: float) -> list[Sensed]:
        """Returns what the controller was told meanwhile."""
        before = len(self.controller.events)
        due = self.clock.now() + round(seconds * S)
        self.loop.call_at(due, lambda _: self.loop.stop())
        self.loop.run()
        return self.controller.bodies[before:]

    def run_until(self, done: Callable[[list[Sensed]], bool], seconds: int) -> list[Sensed]:
        """Returns what the controller was told until `done` held of it, after so many seconds at most."""
        told: list[Sensed] = []
        for _ in range(seconds):
            told += self.run(1)
            if done(told):
                break
        return told

    def turn(self) -> None:
        """One turn of the loop, in which no time passes."""
        self.clock.on_idle = self.loop.stop
        self.loop.run()
        self.clock.on_idle = lambda: None

    @property
    def now(self) -> int:
        return self.clock.now()

    def close(self) -> None:
        self.bridge.close()
        self.rig.close()
        self.controller.close()
