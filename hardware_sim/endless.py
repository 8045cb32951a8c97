"""Endless play at a complete simulated table, in real time: `sabot sim` without hands."""

from __future__ import annotations

import signal
import socket
import time
from contextlib import ExitStack
from dataclasses import dataclass

import typer
import zmq

from controller.poker.cards import DECK_SIZE, name
from firmware_bridge.messages.clock import Channels, RealClock
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.told import DealerCommand
from hardware_sim import tables
from hardware_sim.depths.links import PublicLink
from hardware_sim.depths.playing import LoopPlay, WorldClockwork
from hardware_sim.depths.rig import Rig
from hardware_sim.depths.stage import ProcessDied, Stage
from hardware_sim.faultline import FaultLine
from hardware_sim.human import Controls, HumanSeat
from hardware_sim.page import PortTaken, serve
from hardware_sim.physics.noise import PROFILES, dice
from hardware_sim.physics.things import ThingId
from hardware_sim.physics.world import World
from hardware_sim.robot.bank import Bank
from hardware_sim.robot.chips import Rack
from hardware_sim.robot.dealer import Dealer
from hardware_sim.robot.players import Pace, Script
from hardware_sim.robot.says import Pause, Says, Stuck, Until
from hardware_sim.robot.senses import Sight
from hardware_sim.robot.simple import SimplePlayers
from hardware_sim.robot.tabletop import TableTop

SEATS = range(1, 11)
PLAYERS = (1, 2, 4, 6, 7, 9)
"""Where simple players sit at first: room enough to see them and to join."""

SMALL_BLIND, BIG_BLIND, SMALLEST_CHIP = 50, 100, 25
STACK = (*[25] * 12, *[100] * 12, *[500] * 5, *[1000] * 6)
"""10,000 in chips that most bets can be made of."""
TRAY = (*[25] * 12, *[100] * 12, *[500] * 6, *[1000] * 4)
RACK = {25: 240, 100: 240, 500: 120, 1000: 160, 5000: 20}

LOOK_AGAIN = 8_000_000_000
"""After so many ns without an answer the robot looks at its step again: twice what the slowest sweep takes."""

OPENING = 60.0
"""Seconds within which all processes and parts are up on a slow machine."""

LOOK_ROUND = 500_000_000
"""How often to see whether the processes live, ns."""

UPKEEP = 200_000_000
"""How often a resting robot looks whether it may go on, ns."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What `sabot sim` was asked for."""

    rulebook: str
    table: str
    speed: float
    seed: int
    port: int
    sim_port: int
    noise: str = "real"
    inherit: bool = True
    """Whether the processes write to our stderr, or to the stage's log."""


def play(*, rulebook: str, table: str, speed: float, seed: int, port: int, sim_port: int) -> int:
    """Play until Ctrl-C. Returns the exit code."""
    wanted = Wanted(rulebook, table, speed, seed, port, sim_port)
    for number, option in ((port, "--port"), (sim_port, "--sim-port")):
        if problem := port_taken(number, option):
            typer.echo(f"sabot sim: {problem}", err=True)
            return 1
    try:
        with ExitStack() as stack:
            opened = OpenTable(wanted, stack)
            opened.announce()
            opened.run(opened.evening())
    except (ProcessDied, PortTaken, OSError) as error:
        typer.echo(f"sabot sim: {error}", err=True)
        return 1
    typer.echo("the table is closed")
    return 0


def port_taken(port: int, option: str) -> str | None:
    """What is wrong with a port and how to mend it; None where it is free."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return f"port {port} is in use by another program; end that one, or choose another port with {option}"
    return None


def _answers(port: int) -> bool:
    """Whether a program listens at a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class OpenTable:
    """Everything of one evening; the ExitStack closes it in reverse order."""

    def __init__(self, wanted: Wanted, stack: ExitStack) -> None:
        self.wanted = wanted
        self.stage = stack.enter_context(Stage())
        self.world, self.rack = _new_world(wanted)
        self.description = tables.describe(wanted.table, len(SEATS), self.stage.wires)
        self.stage.set_up(self.description, SEATS, _game(wanted), wanted.port)
        self.stage.enrol(self.world)
        self.loop = Loop(RealClock(), _no_channels)
        self._lay_out()
        self.rig = Rig(self.world, self.description, self.stage.wires, self.loop)
        stack.callback(self.rig.close)
        self.stage.start("run", lockstep=False, inherit=wanted.inherit)
        stack.callback(self.stage.stop)
        context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        stack.callback(lambda: context.destroy(linger=0))
        self.link = PublicLink(context, self.loop, self.stage.run)
        stack.callback(self.link.close)
        self._people(stack)
        self._page(stack)

    def _lay_out(self) -> None:
        now = self.loop.now()
        for seat in PLAYERS:
            self.rack.hand_out(STACK, f"stack:{seat}", now)
        self.rack.hand_out(TRAY, "tray", now)
        self.world.place_button(PLAYERS[-1], now)

    def _people(self, stack: ExitStack) -> None:
        self.controls = Controls(self.wanted.speed)
        self.sight = Sight(frozenset({*tables.places(self.description), "button", "posts"}))
        self.top = TableTop(self.world, self.loop.now)
        self.top.touch = self.rig.touch
        self.players = SimplePlayers(self.top, self.link, self._pace, self.sight, self.wanted.seed, BIG_BLIND)
        self.dealer = Dealer(self.top, self.link, self.players, self._pace(), self.sight, LOOK_AGAIN)
        self.bank = Bank(self.top, self.rack, self.link, self._pace, STACK)
        self.human = HumanSeat(self.loop, self.top, self.link, self.players, self.rig, self.controls)
        self.human.kinds = {part["name"]: part["kind"] for part in self.description["part"]}
        stack.callback(self.human.close)
        faults = FaultLine(self.loop, self.stage.run, self.human.do_fault)
        stack.callback(faults.close)
        WorldClockwork(self.loop, self.world)

    def _page(self, stack: ExitStack) -> None:
        server = serve(self.human, self.wanted.sim_port)
        stack.callback(server.stop)

    def _pace(self) -> Pace:
        return Pace.seconds_per_act(self.controls.seconds_per_act)

    # --- running --------------------------------------------------------------------------------------------------

    def announce(self) -> None:
        """Say where to look, as soon as the table's page can be opened."""
        if not _answers(self.wanted.port):
            self.loop.call_at(self.loop.now() + UPKEEP, lambda _now: self.announce())
            return
        typer.echo(f"the table:     http://127.0.0.1:{self.wanted.port}")
        typer.echo(f"the simulator: http://127.0.0.1:{self.wanted.sim_port}  (take a seat, pull a cable)")
        typer.echo("Ctrl-C ends it")

    def run(self, script: Script) -> None:
        """Until the script ends, Ctrl-C or SIGTERM. Raises ProcessDied where the processes end by themselves."""
        self._error: Exception | None = None
        _stop_on_signals(self.loop)
        play = LoopPlay(self.loop, self.link)
        self.link.on_change = play.look
        play.start(script, self._ended)
        self.loop.call_at(self.loop.now(), self._look_round)
        self.loop.run()
        if self._error is not None:
            raise self._error

    def _ended(self, error: Exception | None) -> None:
        self._error = error
        self.loop.stop()

    def _look_round(self, now: int) -> None:
        try:
            self.stage.check()
        except ProcessDied as error:
            self._ended(error)
        self.loop.call_at(now + LOOK_ROUND, self._look_round)

    # --- the evening ----------------------------------------------------------------------------------------------

    def evening(self) -> Script:
        """Hand after hand, for ever."""
        yield from self.open()
        number = 0
        while True:
            number += 1
            yield from self._between_hands()
            self.dealer.pace = self._pace()
            yield from self._without_end(self.dealer.hand(self.shuffled(number)))

    def _without_end(self, script: Script) -> Script:
        """A hand that the robot cannot go on with waits for people to settle it, and is tried again."""
        while True:
            try:
                yield from script
            except (Stuck, LookupError) as error:
                typer.echo(f"the robot dealer waits: {error}")
                self.human.note = str(error)
            else:
                return
            yield Pause(LOOK_AGAIN)
            script = self.dealer.go_on()

    def open(self) -> Script:
        """Wait for all parts, and tell the table who has what."""
        opened = time.monotonic()
        while not self.link.ready:
            self.link.source.ask_for_state()
            yield Pause(UPKEEP)
            if time.monotonic() - opened > OPENING:
                raise ProcessDied(f"the controller has said nothing in {OPENING:.0f} s")
        yield Until(self._all_ready, "all parts are ready", round(OPENING * 1e9), fatal=False)
        yield Pause(self._pace().act)
        for seat in PLAYERS:
            value = self.world.value(f"stack:{seat}")
            self.link.tell("dealer", DealerCommand(word="stack", seat=seat, value=str(value)))
        self.link.tell("dealer", DealerCommand(word="button", seat=PLAYERS[-1]))
        yield Until(lambda s: all(s.seats[n].stack for n in PLAYERS), "the stacks are known", fatal=False)

    def _all_ready(self, _says: Says) -> bool:
        return self.link.sees(part["name"] for part in self.description["part"])

    def shuffled(self, number: int) -> list[ThingId]:
        """The deck of the n-th hand."""
        deck = [card.id for card in self.world.cards]
        dice(self.wanted.seed, f"deck/{number}").shuffle(deck)
        return deck

    def _between_hands(self) -> Script:
        yield Pause(self._pace().act)
        while self.controls.paused:
            yield Pause(UPKEEP)
        playing = {*PLAYERS, *([self.players.human] if self.players.human else [])}
        for seat in sorted(playing):
            yield from self.bank.serve(seat, BIG_BLIND)


def _new_world(wanted: Wanted) -> tuple[World, Rack]:
    world = World(wanted.seed, noise=PROFILES[wanted.noise])
    world.add_deck(name(c) for c in range(DECK_SIZE))
    rack = Rack(world, closed=True)
    rack.fill(RACK)
    return world, rack


def _game(wanted: Wanted) -> dict[str, object]:
    blinds = {"small_blind": SMALL_BLIND, "big_blind": BIG_BLIND, "smallest_chip": SMALLEST_CHIP}
    return {"rulebook": wanted.rulebook, "structure": "no_limit", **blinds}


def _no_channels() -> Channels:
    return {}


def _stop_on_signals(loop: Loop) -> None:
    """A signal wakes the loop by a socket, so that it ends between two turns."""
    inside, outside = socket.socketpair()
    for end in (inside, outside):
        end.setblocking(False)
    signal.set_wakeup_fd(outside.fileno(), warn_on_full_buffer=False)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)
    held = outside

    def woken(_now: int) -> None:
        inside.recv(16)
        held.fileno()  # keeps the writing end open as long as the loop
        loop.stop()

    loop.watch(inside.fileno(), woken)
