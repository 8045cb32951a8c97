"""A table's processes, clock, links and parts, and the time that passes at them, driven from outside.

- At bus the simulator stands in for the bridge: ideal senses, over ZeroMQ, to a real controller.
- At wire the parts are simulated on their wires, and bridge and controller are the real ones.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, Literal

import zmq

from firmware_bridge.messages.clock import Channel, Channels
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.places import line_called
from firmware_bridge.messages.public import PublicState
from firmware_bridge.messages.sensed import Sensed
from hardware_sim import tables
from hardware_sim.lockstep import MasterClock, Rate
from hardware_sim.physics.world import World
from hardware_sim.robot.players import Script
from hardware_sim.robot.says import Stuck, summary
from hardware_sim.robot.senses import IdealSenses, Sight
from hardware_sim.robot.tabletop import TableTop

from .links import PublicLink, SourceLink
from .playing import LoopPlay, WorldClockwork
from .rig import Rig
from .stage import ProcessDied, Stage

DepthName = Literal["bus", "wire"]

GRAIN: dict[DepthName, int] = {"bus": 0, "wire": 2_000_000}
"""The grain of time, in ns. At wire it is 2 ms, a sixth of the time of a short answer on the wire."""

REAL_TIME_LIMIT = 300.0
"""Seconds of real time after which a table is given up: a hundred times as long as a hand takes."""

LONG_STALEMATE = 3.0
"""Seconds until the clock is forced. It may be long if no process is killed, for the messages of a busy machine."""

LOOK_ROUND = 0.5
"""Seconds between two checks whether all processes live."""

INSTANT = 1
"""How far the time moves, in ns, so that everything that was under way before has arrived and been answered."""

Senses = Callable[[World, Sight, Callable[[Sensed], None]], IdealSenses]
"""Makes the senses of a world, given the places to look at and the target of reports."""


class Room:
    """Opened by the constructor. Close it, or processes and ptys stay."""

    def __init__(
        self,
        depth: DepthName,
        stage: Stage,
        world: World,
        description: dict[str, Any],
        grain: int | None = None,
        *,
        senses: Senses = IdealSenses,
        limit: float = REAL_TIME_LIMIT,
        stalemate: float = LONG_STALEMATE,
        rate: Rate | None = None,
    ) -> None:
        """`grain`: how far the time moves at least (ns) if anything is due. None: as in `GRAIN`.

        `senses` stand in for the bridge at level bus. `limit`: seconds of real time until the table is given up.
        `stalemate` (s) and `rate`: as in `MasterClock`.
        """
        self.depth, self.stage, self.world, self.description = depth, stage, world, description
        self.master = MasterClock(stage.clock, GRAIN[depth] if grain is None else grain, stalemate, rate)
        self.loop = Loop(self.master, self._channels)
        self.master.attach(self.loop)
        self.context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self.sight = Sight(frozenset({*tables.places(description), *_lines(description)}))
        self.rig = Rig(world, description, stage.wires, self.loop) if depth == "wire" else None
        self.bridge: SourceLink | None = None
        """Stands in for the bridge, at level bus."""
        self.robot: PublicLink | None = None
        """The link to the controller, once its process runs."""
        self._make_senses, self._limit = senses, limit
        self.top = TableTop(world, self.loop.now)
        self.on_news: Callable[[], None] = lambda: None
        self._awaited: Callable[[], bool] | None = None
        self._there: Callable[[], bool] = lambda: True
        """Why the time is held."""
        self._error: BaseException | None = None
        self._began = self._looked = time.monotonic()
        self.loop.after_each(lambda _now: self._look_round())

    @property
    def link(self) -> PublicLink:
        """The link to the controller. It exists once the room is open."""
        assert self.robot is not None  # noqa: S101 - `open` sets it
        return self.robot

    def open(self) -> None:
        """Start the processes, and wait until they are in step and every part has been read. Raises ProcessDied."""
        self.start_processes()
        self.robot = PublicLink(self.context, self.loop, self.stage.run)
        self.robot.on_change = self._look
        if self.rig is not None:
            self.top.touch = self.rig.touch
        else:
            self.bridge = SourceLink(self.context, self.loop, self.stage.run, "bridge")
            senses = self._make_senses(self.world, self.sight, self.bridge.put)
            self.top.witness = senses
            self.bridge.put(senses.snapshot(self.loop.now()))
        WorldClockwork(self.loop, self.world)
        self._hear()

    def start_processes(self) -> None:
        """Start the controller, and at wire the bridge, and wait until they are in step. Raises ProcessDied."""
        commands = ["controller", *(["bridge"] if self.rig is not None else [])]
        for command in commands:
            self.stage.start(command, lockstep=True)
        self.master.expected = set(commands)
        self.hold_until(lambda: self.master.expected <= self.master.names)

    def restart(self, command: str) -> None:
        """Kill -9 a process and start it again. The time stands still until it is in step."""
        process = self.stage.processes.pop(command)
        self.master.expected.discard(command)
        process.kill()
        process.wait()
        self.stage.start(command, lockstep=True)
        self.master.expected.add(command)

    def hold_until(self, there: Callable[[], bool]) -> None:
        """Hold the time until something is true, so that it does not matter how long machine or people take."""
        self._there, self.master.held = there, True
        self.run()

    def _hear(self) -> None:
        self.hold_until(lambda: self.link.ready and (self.bridge is None or self.bridge.welcome))
        if self.rig is not None:
            names = [part["name"] for part in self.description["part"]]
            if not self.run_until(lambda: self.link.sees(names), 60 * 10**9):
                raise Stuck("not all parts are ready a minute after the table was opened")

    @property
    def state(self) -> PublicState:
        """What the controller published last."""
        state = self.link.state
        assert state is not None  # noqa: S101 - a room is open once it has spoken
        return state

    def perform(self, script: Script, patience: int, news: Callable[[], None] = lambda: None) -> None:
        """Play a script to its end. `news` is called for all that is published meanwhile, after `on_news`.

        Raises its errors, ProcessDied, and Stuck if it does not end within `patience` (ns).
        """
        play, ended = LoopPlay(self.loop, self.link), list[Exception | None]()

        watching = self.on_news

        def heard() -> None:
            watching()
            news()
            play.look()

        def end(error: Exception | None) -> None:
            ended.append(error)
            self.loop.stop()

        self.on_news = heard
        try:
            play.start(script, end)
            self.run_until(lambda: bool(ended), patience)
        finally:
            self.on_news = watching
        if not ended:
            raise Stuck(f"the script does not end. The table says: {summary(self.link.says)}")
        if ended[0] is not None:
            raise ended[0]

    # --- time -----------------------------------------------------------------------------------------------------

    def run_for(self, duration: int) -> None:
        """Let time pass (ns). Raises the error with which the table's processes ended."""
        self.run_until(lambda: False, duration)

    def settle(self) -> None:
        """Let everything that is under way arrive and be answered."""
        self.run_for(INSTANT)

    def run_until(self, holds: Callable[[], bool], patience: int) -> bool:
        """Let time pass until something holds, checked whenever the table speaks. Return whether it did within
        `patience`."""
        if holds():
            return True
        self._awaited = holds
        timer = self.loop.call_at(self.loop.now() + patience, lambda _now: self.loop.stop())
        self.run()
        timer.cancel()
        self._awaited = None
        return holds()

    def _look(self) -> None:
        self.on_news()
        if self._awaited is not None and self._awaited():
            self.loop.stop()

    def run(self) -> None:
        """Let time pass until the loop is stopped. Raises the error with which the room has failed."""
        if self._error is None:
            self.loop.run()
        if self._error is not None:
            raise self._error

    def fail(self, error: BaseException) -> None:
        """Stop here, with this error."""
        self._error = error
        self.loop.stop()

    def _look_round(self) -> None:
        """Check whether all have joined the clock, a process has died, or nothing moves any more."""
        now = time.monotonic()
        if self.master.held and self._there():
            self.master.held = False
            self.loop.stop()
        if now - self._looked < LOOK_ROUND:
            return
        self._looked = now
        try:
            self.stage.check()
        except ProcessDied as error:
            self.fail(error)
        if now - self._began > self._limit:
            self.fail(Stuck(f"given up after {self._limit:.0f} s. In step were {sorted(self.master.names)}"))

    def _channels(self) -> Channels:
        found: dict[Channel, tuple[int, int]] = {}
        if self.robot is not None:
            found |= {Channel("bus", "robot"): self.robot.source.channel, Channel("public"): self.robot.channel}
        if self.bridge is not None:
            found[Channel("bus", "bridge")] = self.bridge.channel
        if self.rig is not None:
            found |= self.rig.channels
        return found

    def close(self) -> None:
        """End the processes and give everything back."""
        self.stage.stop()
        for link in (self.robot, self.bridge):
            if link is not None:
                link.close()
        if self.rig is not None:
            self.rig.close()
        self.master.close()
        self.context.destroy(linger=0)


def _lines(description: Mapping[str, Any]) -> set[str]:
    """The kinds of spots that are lines at this table."""
    kinds = {line_called(name).kind for name in (description.get("gpio") or {}).get("lines", {})}
    return {name for kind, name in (("button", "button"), ("post", "posts")) if kind in kinds}
