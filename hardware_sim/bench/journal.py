"""Durable events a second: a controller process over ZeroMQ, compared with bare SQLite with the same group commit.

The simulator stands in for the bridge and sends events as fast as they are acknowledged. An event counts once its
acknowledgement has come, which means that it is on disk.

Bare SQLite inserts as many rows of the same size into a file on the same disk, with WAL and synchronous=FULL. Its
groups are as large as the controller's commits were.
"""

import sqlite3
import time
from pathlib import Path

import zmq

from controller.poker.cards import DECK_SIZE, name
from firmware_bridge.messages.base import Interval
from firmware_bridge.messages.clock import RealClock
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.sensed import PostPlaced
from hardware_sim import tables
from hardware_sim.depths.links import SourceLink
from hardware_sim.depths.stage import Stage
from hardware_sim.physics.world import World

from .figures import Figure

EVENTS = 20_000
IN_FLIGHT = 400
"""Fewer than the outbox holds (1,000), and many more than one commit takes in."""

ROW = 300
"""Bytes of a journalled event: its body as JSON and its hash."""

GAME = {"rulebook": "lfp", "structure": "no_limit", "small_blind": 50, "big_blind": 100}
OPENING = 30.0  # seconds for the controller to open its sockets


def bench_journal(events: int = EVENTS) -> list[Figure]:
    """Return events a second of both, and the controller's share of the disk's pace."""
    with Stage() as stage:
        stage.set_up(tables.describe("reference", 10, stage.wires), range(1, 11), GAME, 8080)
        stage.enrol(_small_world())
        stage.start("controller", lockstep=False)
        run = _Run(stage, events)
        seconds, groups = run.measure()
        group = max(1, events // groups)
        bare = _bare_sqlite(stage.directory / "bare.sqlite", events, group)
    ours, theirs = events / seconds, events / bare
    return [
        Figure("controller: durable events", ours, "events/s"),
        Figure("events in one commit", group, "events"),
        Figure("bare SQLite, the same groups", theirs, "rows/s"),
        Figure("controller : bare SQLite", ours / theirs, "×"),
        Figure("a commit of the controller, its events included", seconds / groups * 1000, "ms"),
        Figure("a commit of bare SQLite", bare / groups * 1000, "ms"),
    ]


def _small_world() -> World:
    world = World(1)
    world.add_deck(name(c) for c in range(DECK_SIZE))
    world.add_chips(100, 10)
    return world


class _Run:
    """Feeds one controller until all events are acknowledged."""

    def __init__(self, stage: Stage, events: int) -> None:
        self.stage, self.events = stage, events
        self.context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self.loop = Loop(RealClock())
        self.link = SourceLink(self.context, self.loop, stage.run, "bridge")
        self.put = self.groups = 0
        self.began: float | None = None
        self.waiting = 0
        self.deadline = time.monotonic() + OPENING

    def measure(self) -> tuple[float, int]:
        """Return (seconds, number of commits)."""
        self.loop.after_each(self._feed)
        self.loop.call_at(self.loop.now(), self._tick)
        try:
            self.loop.run()
        finally:
            self.link.close()
            self.context.destroy(linger=0)
        assert self.began is not None  # noqa: S101 - the loop ends only after the last acknowledgement
        return time.monotonic() - self.began, max(1, self.groups)

    def _tick(self, now: int) -> None:
        self.stage.check()
        if self.began is None and time.monotonic() > self.deadline:
            raise TimeoutError(f"the controller has not greeted the bench in {OPENING:.0f} s")
        self.loop.call_at(now + 100_000_000, self._tick)

    def _feed(self, now: int) -> None:
        if not self.link.welcome:
            return
        self.began = self.began or time.monotonic()
        unacknowledged = self.link.outbox.unacknowledged
        if self.put and unacknowledged < self.waiting:
            self.groups += 1
        if self.put == self.events and not unacknowledged:
            self.loop.stop()
        while self.put < self.events and self.link.outbox.unacknowledged < IN_FLIGHT:
            self.put += 1
            at = Interval(absent=now - 1, present=now)
            self.link.put(PostPlaced(seat=1 + self.put % 10, present=self.put % 20 < 10, at=at))
        self.waiting = self.link.outbox.unacknowledged


def _bare_sqlite(path: Path, rows: int, group: int) -> float:
    """The seconds for so many rows in groups of that size."""
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE record (seq INTEGER PRIMARY KEY AUTOINCREMENT, body BLOB)")
    body = b"x" * ROW
    began = time.monotonic()
    for first in range(0, rows, group):
        database.execute("BEGIN IMMEDIATE")
        database.executemany("INSERT INTO record (body) VALUES (?)", [(body,)] * min(group, rows - first))
        database.execute("COMMIT")
    took = time.monotonic() - began
    database.close()
    return took
