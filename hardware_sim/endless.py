"""Endless play at a complete simulated table, in real time: `sabot sim` without hands.

On a machine that is too slow for real time, all processes slow down in step. So it never looks like a broken part.
"""

import math
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer
import zmq

from controller.poker.cards import DECK_SIZE, name
from controller.rulebooks import load
from controller.rulebooks.variants import HOLDEM, GameVariant
from firmware_bridge.messages.clock import VIRTUAL_EPOCH, Channel, Channels, RealClock
from firmware_bridge.messages.contest import Contest
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.signals import end_signals
from firmware_bridge.messages.told import DealerCommand
from hardware_sim import tables
from hardware_sim.demonstration import DemonstratingDealer, Wishes
from hardware_sim.depths.links import PublicLink
from hardware_sim.depths.playing import LoopPlay, WorldClockwork
from hardware_sim.depths.rig import Rig
from hardware_sim.depths.room import GRAIN
from hardware_sim.depths.stage import ProcessDied, Stage
from hardware_sim.faultline import FaultLine
from hardware_sim.hands import DealersPlace
from hardware_sim.human import Controls, HumanSeat
from hardware_sim.lockstep import MasterClock
from hardware_sim.page import Person, PortTaken, serve
from hardware_sim.physics.noise import PROFILES, dice
from hardware_sim.physics.things import ThingId
from hardware_sim.physics.world import World
from hardware_sim.ports import answers, port_taken
from hardware_sim.robot.bank import Bank
from hardware_sim.robot.chips import Rack
from hardware_sim.robot.dealer import Dealer
from hardware_sim.robot.floor import TournamentDealer, TournamentFloor
from hardware_sim.robot.players import FAST, Pace, Script
from hardware_sim.robot.says import Pause, Stuck, Until
from hardware_sim.robot.senses import Sight
from hardware_sim.robot.simple import SimplePlayers
from hardware_sim.robot.structure import Structure, event_of, game_of
from hardware_sim.robot.tabletop import TableTop
from hardware_sim.scenario.watched.beside_robots import BesideRobots
from hardware_sim.scenario.watched.choice import Choice
from hardware_sim.scenario.watched.shelf import ProductList, Shelf
from hardware_sim.scenario.watched.showroom import Leaving, Showing, Showroom, Way
from hardware_sim.school.lessons import School
from hardware_sim.school.record import Record
from hardware_sim.school.register import BadRecord, Register, default_folder
from hardware_sim.sentences import Sentence
from hardware_sim.shown import ShownSituation, seats_of
from hardware_sim.trials.evening import add_strangers, second_deck
from hardware_sim.trials.mistakes import MISTAKES

SEATS = range(1, 11)
PLAYERS = (1, 2, 4, 6, 7, 9)
"""The first seats of simple players. A person can see them and join."""
FREE_PLACE = "seat:3"
"""A seat without a player, for misplaced cards."""

SPARE = ("joker", "foreign", "other")
"""Cards that a person can slip in. The twin of a card looks like that card, so it comes by the menu alone."""

SMALL_BLIND, BIG_BLIND, SMALLEST_CHIP = 50, 100, 25
STACK = (*[25] * 12, *[100] * 12, *[500] * 5, *[1000] * 6)
"""10,000 in chips with which most bets can be made."""
TRAY = (*[25] * 12, *[100] * 12, *[500] * 6, *[1000] * 4)
RACK = {25: 240, 100: 240, 500: 120, 1000: 160, 5000: 20}

LOOK_AGAIN = 8_000_000_000
"""Time in ns without an answer after which the robot looks at its step again: twice that of the slowest sweep."""

STALEMATE_IN_PLAY = 1.5  # seconds until the clock is forced: thrice the usual, as processes are seldom killed here

OPENING = 60.0
"""Seconds in which all processes and parts are up on a slow machine."""

LOOK_ROUND = 500_000_000
"""How often to check whether the processes live, in ns."""

UPKEEP = 200_000_000
"""How often a resting robot looks whether it may go on, in ns."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of `sabot sim`."""

    rulebook: str
    table: str
    speed: float
    seed: int
    port: int
    sim_port: int
    noise: str = "real"
    variant: GameVariant = HOLDEM
    inherit: bool = False
    """Whether the processes write to this process's stderr. Else to the stage's log."""
    in_step: bool = True
    """Whether the table's time waits for a machine that is too slow. What is measured is measured without."""
    structure: Structure | None = None
    """The structure of the tournament that is played. None: the same stakes for ever."""
    pupil: int | None = None
    """The number of the pupil who puts the robot's mistakes right."""


def play(wanted: Wanted, first: Choice | None = None, pause: float | None = None) -> int:
    """Play until Ctrl-C: `first`, or else the robots, then what people choose. Returns the exit code.

    `pause`: seconds that a scenario waits at an expectation. None: until a person goes on.
    """
    for number, option in ((wanted.port, "--port"), (wanted.sim_port, "--sim-port")):
        if problem := port_taken(number, option):
            typer.echo(f"sabot sim: {problem}", err=True)
            return 1
    typer.echo("setting up a simulated table: half a minute on a small machine")
    try:
        with closing(ProductList()) as product:
            shelf = Shelf(product.found, Path(first.script.source) if first else None)
            way: Way = first or Leaving.ROBOTS
            while way is not Leaving.HOME:
                way = _scenarios(wanted, way, shelf, pause) if isinstance(way, Choice) else _robots(wanted, shelf)
    except (ProcessDied, PortTaken, OSError, BadRecord) as error:
        typer.echo(f"sabot sim: {error}", err=True)
        return 1
    typer.echo("the table is closed")
    return 0


def _robots(wanted: Wanted, shelf: Shelf) -> Way:
    """Let the robots play, until people choose a scenario or go home."""
    with ExitStack() as stack:
        kind = OpenTable if wanted.structure is None else OpenEvent
        opened = kind(wanted, stack, shelf)
        typer.echo("  deck and chips are registered, parts and processes start")
        opened.announce()
        opened.run(opened.evening())
    return opened.scenarios.way


def _scenarios(wanted: Wanted, first: Choice, shelf: Shelf, pause: float | None) -> Leaving:
    """Play scenarios, until people let the robots play or go home."""
    showing = Showing(wanted.port, wanted.sim_port, wanted.speed, pause)
    with Showroom(showing, first, shelf, typer.echo) as showroom:
        announce(wanted, "the table plays the scenario, and waits for you at each expectation")
        return showroom.run()


def announce(wanted: Wanted, start: str) -> None:
    """Print where to look. `start`: what to do first on the simulator's page."""
    typer.echo("the table is open. Start here:")
    typer.echo(f"  http://127.0.0.1:{wanted.sim_port}         the simulator: {start}")
    typer.echo(f"  http://127.0.0.1:{wanted.port}/dealer  the dealer's page: what to do now (log in as dealer)")
    typer.echo(f"  http://127.0.0.1:{wanted.port}         all other pages: log in as who you want to be")
    typer.echo("Ctrl-C ends it. With --log you see what the table's processes log")


class OpenTable:
    """Everything of one evening. The ExitStack closes it in reverse order."""

    stake: Sequence[int] = STACK
    tray: Sequence[int] = TRAY
    playing: Sequence[int] = PLAYERS
    """The seats of simple players."""

    def __init__(self, wanted: Wanted, stack: ExitStack, shelf: Shelf) -> None:
        """`shelf`: the scenarios that people may choose. Raises ProcessDied, PortTaken, OSError."""
        self.wanted = wanted
        self.scenarios = BesideRobots(shelf, lambda: self.human.errands.put(lambda _now: self.loop.stop()))
        self.stage = stack.enter_context(Stage())
        self.world, self.rack, self.strangers = _new_world(wanted)
        self.description = tables.describe(wanted.table, len(SEATS), self.stage.wires)
        self._set_up()
        self._seated = set(self.playing)  # those whom the event counts
        outside = frozenset(self.strangers[kind] for kind in ("other", "foreign", "twin"))
        self.stage.enrol(self.world, outside=outside)
        self.stage.enrol_deck("second", second_deck(self.world, self.strangers["other"]))
        self.loop = self._loop(stack)
        self._lay_out()
        self.rig = Rig(self.world, self.description, self.stage.wires, self.loop)
        stack.callback(self.rig.close)
        self.stage.start("run", lockstep=wanted.in_step, inherit=wanted.inherit)
        stack.callback(self.stage.stop)
        context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        stack.callback(lambda: context.destroy(linger=0))
        self.link = PublicLink(context, self.loop, self.stage.run)
        stack.callback(self.link.close)
        self._people(stack)
        self._page(stack)

    def _loop(self, stack: ExitStack) -> Loop:
        """The loop of all that is simulated, on the table's clock."""
        if not self.wanted.in_step:
            return Loop(RealClock())
        start = time.time_ns() - VIRTUAL_EPOCH  # so that the table has our time of day
        master = MasterClock(self.stage.clock, GRAIN["wire"], STALEMATE_IN_PLAY, self._rate, start)
        stack.callback(master.close)
        loop = Loop(master, self._channels)
        master.attach(loop)
        return loop

    def _rate(self) -> float:
        """How fast the table's time passes. Who deals the next hand does not wait for the end of this one."""
        return math.inf if self.wishes.finishing else 1.0

    def _channels(self) -> Channels:
        robot, public = self.link.source.channel, self.link.channel
        return {Channel("bus", "robot"): robot, Channel("public"): public, **self.rig.channels}

    def _set_up(self) -> None:
        set_up_evening(self.stage, self.description, self.wanted)

    def _lay_out(self) -> None:
        now = self.loop.now()
        for seat in self.playing:
            self.rack.hand_out(self.stake, f"stack:{seat}", now)
        self.rack.hand_out(self.tray, "tray", now)
        self.world.place_button(self.playing[-1], now)

    def _people(self, stack: ExitStack) -> None:
        self.controls = Controls(self.wanted.speed)
        self.sight = Sight(frozenset({*tables.places(self.description), "button", "posts"}))
        self.top = TableTop(self.world, self.loop.now)
        self.top.touch = self.rig.touch
        self.players = SimplePlayers(self.top, self.link, self._pace, self.sight, self.wanted.seed, BIG_BLIND)
        self.wishes = Wishes(MISTAKES if self.sight.shoe and self.sight.chips else ())
        self.players.hurried = lambda: self.wishes.finishing
        self._register = Register(default_folder())
        self.wishes.school = self._school()
        self.dealer = self._dealer()
        self.bank = Bank(self.top, self.rack, self.link, self._pace, self.stake)
        self.human = HumanSeat(self.loop, self.top, self.link, self.players, self.rig, self.controls)
        self.human.kinds = {part["name"]: part["kind"] for part in self.description["part"]}
        stack.callback(self.human.close)
        faults = FaultLine(self.loop, self.stage.run, self.human.do_fault)
        stack.callback(faults.close)
        WorldClockwork(self.loop, self.world)

    def _dealer(self) -> Dealer:
        luck = dice(self.wanted.seed, "mistakes")
        dealer = DemonstratingDealer(self.top, self.link, self.players, self._pace(), self.sight, luck)
        dealer.again, dealer.free_place, dealer.wishes = LOOK_AGAIN, FREE_PLACE, self.wishes
        return dealer

    def _school(self) -> School | None:
        """The school of the pupil. Raises BadRecord, OSError."""
        if self.wanted.pupil is None:
            return None
        record = self._register.record(self.wanted.pupil)
        luck = dice(self.wanted.seed, f"school/{len(record.attempts)}")
        return School(record, self.wishes.offered, luck, self._keep)

    def _keep(self, record: Record) -> None:
        """Keep a pupil's record. The lessons go on without it."""
        try:
            self._register.keep(record)
        except OSError as error:
            self.human.note = Sentence("Make room: the record of pupil {n} cannot be kept.", {"n": record.pupil})
            typer.echo(f"{self.human.note} {error}", err=True)

    def _page(self, stack: ExitStack) -> None:
        robot = self.dealer if isinstance(self.dealer, DemonstratingDealer) else None
        spare = [card for kind, card in self.strangers.items() if kind in SPARE]
        place = DealersPlace(
            self.loop, self.top, self.link, self.human.errands, self.wishes, robot, spare, self.rig.fields
        )
        person = Person(self.scenarios)
        person.come_to(self.human, place)
        server = serve(person, self.wanted.sim_port, self.wanted.port)
        stack.callback(server.stop)

    def _pace(self) -> Pace:
        return FAST if self.wishes.finishing else Pace.seconds_per_act(self.controls.seconds_per_act)

    # --- running --------------------------------------------------------------------------------------------------

    def announce(self) -> None:
        """Print where to look, as soon as the table's page can be opened."""
        if not answers(self.wanted.port):
            self.loop.call_at(self.loop.now() + UPKEEP, lambda _now: self.announce())
            return
        announce(self.wanted, self._start_here)

    @property
    def _start_here(self) -> str:
        if self.wishes.school is not None:
            return "wait for the robot's mistake, and put it right"
        deal = 'press "Deal yourself", and drag a card from the shoe to a wrong seat'
        return deal if self.wishes.offered else "take a seat, or watch a rule"

    def run(self, script: Script) -> None:
        """Run until the script ends, Ctrl-C or SIGTERM. Raises ProcessDied if the processes end by themselves."""
        self._error: Exception | None = None
        play = LoopPlay(self.loop, self.link)
        self.link.on_change = play.look
        play.start(script, self._ended)
        self.loop.call_at(self.loop.now(), self._look_round)
        with end_signals(self.loop, lambda _now: self.loop.stop()):
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
        """Play hand after hand, for ever."""
        yield from self.open()
        number = 0
        while True:
            number += 1
            yield from self._between_hands()
            stub = self._stub(number)
            self.dealer.pace = self._pace()
            yield from self._without_end(self.dealer.hand(stub))
            self.world.mend_tags()

    def _stub(self, number: int) -> list[ThingId]:
        """The deck of the n-th hand, with the cards that a requested mistake puts into it."""
        stub = self.shuffled(number)
        dealer = self.dealer
        mistake = self.wishes.next(dealer.luck) if isinstance(dealer, DemonstratingDealer) else None
        self.players.habits.stay = mistake is not None and mistake.stays
        if mistake is None or not isinstance(dealer, DemonstratingDealer):
            return stub
        told = Sentence("This hand: {mistake}", {"mistake": mistake.name})
        self.human.note = Sentence() if self.wishes.school else told
        return dealer.prepare(mistake, stub, self.strangers)

    def go_on(self) -> Script:
        """Play what is left of the hand."""
        return self.dealer.go_on()

    def _without_end(self, script: Script) -> Script:
        """Go on without end. What stops the robot waits for people to settle it, and is tried again."""
        while True:
            try:
                yield from script
            except (Stuck, LookupError) as error:
                typer.echo(f"the robot dealer waits: {error}")
                self.human.note = Sentence("Do what the table says: the robot waits for you.")
            else:
                return
            yield Pause(LOOK_AGAIN)
            script = self.go_on()

    def open(self) -> Script:
        """Wait for all parts, and enter the stacks."""
        opened = time.monotonic()
        while not self.link.ready:
            self.link.source.ask_for_state()
            yield Pause(UPKEEP)
            if time.monotonic() - opened > OPENING:
                raise ProcessDied(f"the controller has said nothing in {OPENING:.0f} s")
        yield Until(self._all_ready, "all parts are ready", round(OPENING * 1e9), fatal=False)
        yield Pause(self._pace().act)
        for seat in self.playing:
            value = self.world.value(f"stack:{seat}")
            self.link.tell("dealer", DealerCommand(word="stack", seat=seat, value=str(value)))
        self.link.tell("dealer", DealerCommand(word="button", seat=self.playing[-1]))
        yield Until(lambda s: all(seats_of(s)[n].stack for n in self.playing), "the stacks are known", fatal=False)

    def _all_ready(self, _says: ShownSituation) -> bool:
        return self.link.sees(part["name"] for part in self.description["part"])

    def shuffled(self, number: int) -> list[ThingId]:
        """Return the deck of the n-th hand."""
        outside = {card for kind, card in self.strangers.items() if kind != "doubled"}
        deck = [card.id for card in self.world.cards if card.id not in outside]
        dice(self.wanted.seed, f"deck/{number}").shuffle(deck)
        return deck

    def _rest(self) -> Script:
        """Rest for a moment, and for as long as the play is stopped."""
        yield Pause(self._pace().act)
        while self.controls.paused:
            yield Pause(UPKEEP)

    def _between_hands(self) -> Script:
        yield from self._rest()
        person = self.players.human
        playing = {*self.playing, *([person] if person else [])}
        contest = self.link.state.contest if self.link.state else None
        if person and person not in self._seated and contest is not None:
            self._seated.add(person)
            self.link.tell("floor", DealerCommand(word="players_left", number=contest.left + 1))
        for seat in sorted(playing):
            yield from self.bank.serve(seat, BIG_BLIND)


class OpenEvent(OpenTable):
    """An evening that is a tournament: levels run, small chips are raced off, and players who are out stay out."""

    floor: TournamentFloor

    def __init__(self, wanted: Wanted, stack: ExitStack, shelf: Shelf) -> None:
        assert wanted.structure is not None  # noqa: S101 - else it is an evening without end
        self.structure = wanted.structure
        self.stake, self.tray = self.structure.chips, self.structure.tray
        self._decks = 0
        super().__init__(wanted, stack, shelf)

    def _set_up(self) -> None:
        game = game_of(self.structure, self.wanted.rulebook) | _variant(self.wanted)
        empty = [seat for seat in SEATS if seat not in self.playing]
        description = self.description | {"tournament": event_of(self.structure)}
        self.stage.set_up(description, SEATS, game, self.wanted.port, empty)

    def _dealer(self) -> Dealer:
        self.floor = TournamentFloor(self.top, self.link, self._pace(), self._mixed)
        top, link, pace = self.top, self.link, self._pace()
        return TournamentDealer(top, link, self.players, pace, self.sight, self.floor, LOOK_AGAIN)

    def _mixed(self) -> list[ThingId]:
        self._decks += 1
        return self.shuffled(self._decks)

    def evening(self) -> Script:
        """Play from the first level to the winner. Then the table stays as it is, to be looked at."""
        yield from self.open()
        yield from self._without_end(self.floor.start())
        while (winner := self._winner()) is None:
            yield from self._without_end(self._hand())
        typer.echo(f"seat {winner} has won the tournament")
        while True:
            yield Pause(LOOK_AGAIN)

    def _winner(self) -> int | None:
        return next((seat for place, seat in self._contest.standings if place == 1), None)

    @property
    def _contest(self) -> Contest:
        state = self.link.state
        assert state is not None  # noqa: S101 - the table has said what stacks there are
        assert state.contest is not None  # noqa: S101 - the table file has a tournament
        return state.contest

    def _hand(self) -> Script:
        self.dealer.pace = self.floor.pace = self._pace()
        yield from self.floor.go_on()
        yield from self._rest()
        for low, high in self.structure.due(self._contest.level, self._contest.withdrawn):
            yield from self.floor.race(low, high)
            self.dealer.smallest = high
        for seat in seats_of(self.link.says):
            yield from self.bank.change(seat, self.dealer.smallest)
            yield from self.bank.change_up(seat, self.dealer.smallest)
        yield from self.dealer.hand(self._mixed())
        yield from self.floor.go_on()

    def go_on(self) -> Script:
        """Play what is left of the hand, and what comes between two hands."""
        yield from self.floor.go_on()
        yield from self.dealer.go_on()
        yield from self.floor.go_on()


def _new_world(wanted: Wanted) -> tuple[World, Rack, dict[str, ThingId]]:
    world = World(wanted.seed, noise=PROFILES[wanted.noise])
    world.add_deck(name(c) for c in range(DECK_SIZE))
    strangers = add_strangers(world)
    rack = Rack(world, closed=True)
    rack.fill(RACK)
    return world, rack, strangers


def set_up_evening(stage: Stage, description: Mapping[str, Any], wanted: Wanted) -> None:
    """Write the table file of an evening without end. Every seat is held, so that a person may take any of them. The
    event of a tournament counts those who play."""
    event = {"tournament": {"players": len(PLAYERS)}} if load(wanted.rulebook).mode == "tournament" else {}
    stage.set_up({**description, **event}, SEATS, _game(wanted), wanted.port)


def _game(wanted: Wanted) -> dict[str, object]:
    blinds = {"small_blind": SMALL_BLIND, "big_blind": BIG_BLIND, "smallest_chip": SMALLEST_CHIP}
    return {"rulebook": wanted.rulebook, **_variant(wanted), **blinds}


def _variant(wanted: Wanted) -> dict[str, object]:
    return {"variant": wanted.variant.key, "structure": wanted.variant.structures[0]}
