"""Depths bus and wire: the hands of files played at real processes, on a clock that all of them share.

At bus the simulator stands in for the bridge: ideal senses, over ZeroMQ, to a real controller. At wire the parts are
simulated on their wires, and bridge and controller are the real ones. Each hand has processes, a journal and a
world of its own, so that one that goes wrong spoils no other.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import zmq

from controller.poker.cards import DECK_SIZE, name
from firmware_bridge.messages.clock import Channels
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.told import DealerCommand
from hardware_sim import tables
from hardware_sim.lockstep import START, MasterClock
from hardware_sim.phh import Hand
from hardware_sim.physics.noise import PROFILES
from hardware_sim.physics.world import World
from hardware_sim.robot.chips import Rack
from hardware_sim.robot.dealer import Dealer
from hardware_sim.robot.plan import ChipPlan, rack_for
from hardware_sim.robot.players import FAST, Script
from hardware_sim.robot.says import Pause, Refused, Says, Stuck, Until
from hardware_sim.robot.scripted import ScriptedPlayers
from hardware_sim.robot.senses import IdealSenses, Sight
from hardware_sim.robot.tabletop import TableTop

from .core import lay_out, no_structure, shoe_order
from .links import PublicLink, SourceLink
from .playing import LoopPlay, WorldClockwork
from .result import Minutes, Played, judge
from .rig import Rig
from .stage import ProcessDied, Stage

GRAIN = {"bus": 0, "wire": 2_000_000}
"""At wire depth the time moves by at least 2 ms: a sixth of what a short answer takes on the wire."""

REAL_TIME_LIMIT = 300.0
"""Seconds of real time after which a hand is given up: a hundred times what one takes."""

LOOK_ROUND = 0.5
"""How often to see whether all processes live, in seconds."""

SETTLE = 1_000_000_000
"""A moment of rest before the first card, ns."""

WEB_PORT = 8080  # written into the table file; no console runs here


class ProcessDepth:
    """Hands at depth `bus` or `wire`."""

    def __init__(self, depth: str, hands: Sequence[Hand], rulebook: str, seed: int = 1, noise: str = "quiet") -> None:
        self.depth, self.rulebook, self.seed = depth, rulebook, seed
        self.noise = PROFILES[noise]
        self.needed = rack_for(list(hands))
        self.forced = 0
        self.disputed: dict[str, int] = {}
        self.virtual = 0
        self.stage = Stage()
        try:
            self._enrol(hands[0])
        except BaseException:
            self.stage.close()
            raise

    def new_world(self) -> tuple[World, Rack]:
        """Deck and chips as they were enrolled: the same seed makes the same tags."""
        world = World(self.seed, noise=self.noise)
        world.add_deck(name(c) for c in range(DECK_SIZE))
        rack = Rack(world, closed=True)
        rack.fill(self.needed)
        return world, rack

    def _enrol(self, hand: Hand) -> None:
        self._set_up(hand)
        self.stage.enrol(self.new_world()[0])
        self.stage.keep_state()

    def _set_up(self, hand: Hand) -> dict[str, Any]:
        description = tables.describe("reference", hand.players, self.stage.wires)
        self.stage.set_up(description, range(1, hand.players + 1), game_of(hand, self.rulebook), WEB_PORT)
        return description

    def play(self, hand: Hand) -> Played:
        """One hand, with processes of its own. Never raises for what the table does: that is the verdict."""
        played = Played(hand.name)
        if why := no_structure(self.rulebook, hand.structure):
            played.refuse(why)
            return played
        self.stage.fresh_state()
        description = self._set_up(hand)
        try:
            with Evening(self, hand, description) as evening:
                evening.play(played)
        except Refused as error:
            played.refuse(str(error))
        except (Stuck, ProcessDied, LookupError) as error:
            played.fail(str(error))
        finally:
            self.stage.stop()
        return played

    def remarks(self) -> list[str]:
        """How long it was at the table, and how often the clock had to be forced."""
        disputed = "".join(f", {name} {count}" for name, count in sorted(self.disputed.items()))
        return [f"{self.virtual / 1e9:,.0f} s at the table; clock forced {self.forced} times{disputed}"]

    def close(self) -> None:
        self.stage.close()


class Evening:
    """One hand's loop, clock, links and parts, from opening the table to closing it."""

    def __init__(self, depth: ProcessDepth, hand: Hand, description: dict[str, Any]) -> None:
        self.depth, self.hand, self.description = depth, hand, description
        stage = depth.stage
        self.master = MasterClock(stage.clock, GRAIN[depth.depth])
        self.loop = Loop(self.master, self._channels)
        self.master.attach(self.loop)
        self.context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self.world, rack = depth.new_world()
        self.plan: ChipPlan = lay_out(self.world, rack, hand)
        self.sight = Sight(frozenset({*tables.places(description), "button", "posts"}))
        self.rig = Rig(self.world, description, stage.wires, self.loop) if depth.depth == "wire" else None
        self.bridge: SourceLink | None = None
        self.robot: PublicLink | None = None
        self.minutes = Minutes()
        self._began = self._looked = time.monotonic()
        self._error: Exception | None = None
        self.loop.after_each(lambda _now: self._look_round())

    def __enter__(self) -> Evening:
        return self

    def _channels(self) -> Channels:
        found: dict[str, tuple[int, int]] = {}
        if self.robot is not None:
            found |= {"bus:robot": self.robot.source.channel, "public": self.robot.channel}
        if self.bridge is not None:
            found["bus:bridge"] = self.bridge.channel
        if self.rig is not None:
            found |= self.rig.channels
        return found

    # --- opening --------------------------------------------------------------------------------------------------

    def play(self, played: Played) -> None:
        """Start the processes, play the hand, hold it against the file."""
        self._start_processes()
        link = self.robot = PublicLink(self.context, self.loop, self.depth.stage.run)
        top = TableTop(self.world, self.loop.now)
        if self.rig is not None:
            top.touch = self.rig.touch
        else:
            top.witness = self._stand_in_for_bridge()
        WorldClockwork(self.loop, self.world)
        players = ScriptedPlayers(self.hand, self.plan, top, link, FAST)
        dealer = Dealer(top, link, players, FAST, self.sight)
        try:
            self._run(self._evening(dealer))
        finally:
            self.minutes.write(played)
        judge(played, self.hand, players, link.says)

    def _start_processes(self) -> None:
        commands = ["controller", *(["bridge"] if self.rig is not None else [])]
        for command in commands:
            self.depth.stage.start(command, lockstep=True)
        self.master.expected = set(commands)
        self.master.held = True  # until all are there
        self._run_loop()

    def _stand_in_for_bridge(self) -> IdealSenses:
        bridge = self.bridge = SourceLink(self.context, self.loop, self.depth.stage.run, "bridge")
        senses = IdealSenses(self.world, self.sight, bridge.put)
        bridge.put(senses.snapshot(self.loop.now()))
        return senses

    # --- the script of the whole hand -----------------------------------------------------------------------------

    def _evening(self, dealer: Dealer) -> Script:
        assert self.robot is not None  # noqa: S101 - set before
        link = self.robot
        while not link.ready:
            link.source.ask_for_state()
            yield Pause(SETTLE // 10)
        yield Until(self._all_ready, "all parts are ready and have been read once")
        yield Pause(SETTLE)
        for player, stack in enumerate(self.hand.starting, start=1):
            link.tell("dealer", DealerCommand(word="stack", seat=self.hand.seat(player), value=str(stack)))
        yield Until(self._stacks_known, "the stacks are known")
        stub = shoe_order(self.hand, {c.face: c.id for c in self.world.cards}, self.depth.seed)
        yield from dealer.hand(stub, self.hand.seat(self.hand.players))

    def _all_ready(self, _says: Says) -> bool:
        if self.rig is None or self.robot is None:
            return True
        return self.robot.sees(part["name"] for part in self.description["part"])

    def _stacks_known(self, says: Says) -> bool:
        wanted = {self.hand.seat(p): stack for p, stack in enumerate(self.hand.starting, start=1)}
        return {number: seat.stack for number, seat in says.seats.items()} == wanted

    # --- running --------------------------------------------------------------------------------------------------

    def _run(self, script: Script) -> None:
        assert self.robot is not None  # noqa: S101 - set before
        play = LoopPlay(self.loop, self.robot)
        link = self.robot

        def changed() -> None:
            self.minutes.note(link.says)
            play.look()

        link.on_change = changed
        play.start(script, self._ended)
        self._run_loop()

    def _run_loop(self) -> None:
        self.loop.run()
        if self._error is not None:
            raise self._error

    def _ended(self, error: Exception | None) -> None:
        self._error = error
        self.loop.stop()

    def _look_round(self) -> None:
        """Whether all have joined the clock, a process has died, or nothing moves any more."""
        now = time.monotonic()
        if self.master.held and self.master.expected <= self.master.names:
            self.master.held = False
            self.loop.stop()
        if now - self._looked < LOOK_ROUND:
            return
        self._looked = now
        try:
            self.depth.stage.check()
        except ProcessDied as error:
            self._ended(error)
        if now - self._began > REAL_TIME_LIMIT:
            self._ended(Stuck(f"given up after {REAL_TIME_LIMIT:.0f} s; in step were {sorted(self.master.names)}"))

    def __exit__(self, *_: object) -> None:
        depth = self.depth
        depth.stage.stop()
        depth.forced += self.master.forced
        depth.virtual += self.master.now() - START
        for name_, count in self.master.disputed.items():
            depth.disputed[name_] = depth.disputed.get(name_, 0) + count
        for link in (self.robot, self.bridge):
            if link is not None:
                link.close()
        if self.rig is not None:
            self.rig.close()
        self.master.close()
        self.context.destroy(linger=0)


def game_of(hand: Hand, rulebook: str) -> dict[str, Any]:
    """The [game] section for a hand."""
    game: dict[str, Any] = {
        "rulebook": rulebook,
        "structure": hand.structure,
        "small_blind": hand.small_blind,
        "big_blind": hand.big_blind,
        "ante": hand.ante,
        "big_blind_ante": hand.big_blind_ante,
        "smallest_chip": 1,
    }
    if hand.structure == "limit":
        game |= {"small_bet": hand.small_bet, "big_bet": hand.big_bet}
    return game
