"""A table without processes: the controller's desk, the simulated table and the people at it, in virtual time.

What is sensed and entered goes through the controller's own translation, and what it says is the message that pages
get. There is no journal, no socket and no console.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, cast

from controller.poker.timers import Timer
from controller.registers import Chip, ChipRegister, DeckRegister, Registers
from controller.registers.decks import card_or_joker
from controller.rulebooks import load
from controller.service.process.core_timers import CoreTimers
from controller.service.publication.public_state import Around, public_state
from controller.service.session.table_session import Desk
from controller.table.deal.faults import RULED_UNDER
from firmware_bridge.messages.base import TagId
from firmware_bridge.messages.clock import Channels, Clock
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.public import PublicState
from firmware_bridge.messages.roles import Role
from firmware_bridge.messages.sensed import Sensed
from firmware_bridge.messages.tablefile import TableFile, parse_table_file
from firmware_bridge.messages.told import Command, DealerCommand, Told
from firmware_bridge.messages.wire import Event
from hardware_sim import tables
from hardware_sim.depths.links import PublicLink
from hardware_sim.depths.playing import LoopPlay, WorldClockwork
from hardware_sim.errands import Errand
from hardware_sim.lockstep import START
from hardware_sim.physics.noise import dice
from hardware_sim.physics.things import ThingId
from hardware_sim.physics.world import World
from hardware_sim.robot.players import FAST, Script
from hardware_sim.robot.says import Stuck, summary
from hardware_sim.robot.senses import Sight, tag_of
from hardware_sim.robot.simple import Habits, SimplePlayers
from hardware_sim.robot.tabletop import TableTop
from hardware_sim.school.examiner import WRONG
from hardware_sim.trials.evening import BIG_BLIND, EMPTY, HAND, SEATS, STAKE, TRAY, new_world, second_deck
from hardware_sim.trials.model import FAULTLESS
from hardware_sim.trials.senses import BlurredSenses
from tests.clock import StillClock

WRONG_MOVEMENTS: Final = frozenset(key for key in WRONG if key.startswith("remedy."))
"""Alarms by which the table says that a movement of a remedy was wrong."""


class LeapingClock(StillClock):
    """Stands while there is something to do, and then leaps to what is due next."""

    def idle(self, deadline: int | None, _channels: Callable[[], Channels]) -> float | None:
        assert deadline is not None, "nothing is due, and nothing is left to do"
        self.time = max(self.time, deadline)
        return 0.0


class DeskLink:
    """The connection between the people and the table, as `PublicLink` is one over sockets."""

    def __init__(self, desk: Desk, loop: Loop) -> None:
        self.desk, self.loop = desk, loop
        self.on_change: Callable[[], None] = lambda: None
        self.on_state: Callable[[PublicState], None] = lambda _state: None
        self.refusals: list[str] = []
        self.revision = 0
        self._timers = CoreTimers(loop, self._fire)
        self._state: PublicState | None = None

    @property
    def state(self) -> PublicState:
        """What the pages get."""
        if self._state is None:
            desk, now = self.desk, self.loop.now()
            alarms = (*desk.not_read(now), *desk.sensing.alarms)
            around = Around(desk.config.table.name, "", {}, (), alarms, (), desk.manual, desk.sensing.asked(now))
            self._state = public_state(desk.view, around, 1, self.revision, now)
            self.on_state(self._state)
        return self._state

    @property
    def says(self) -> PublicState:
        return self.state

    def sense(self, message: Sensed) -> None:
        """Take what the bridge would report."""
        self.revision += 1
        self._took(self.desk.take(self._event(message)).reason)

    def tell(self, role: Role, told: Told) -> None:
        """Take what a person enters."""
        self.revision += 1
        taken = self.desk.take(self._event(Command(role=role, author="Ann", told=told)))
        self._took(taken.reason if not taken.accepted else None)

    def _event(self, body: Sensed | Command) -> Event:
        return Event(source="robot", epoch=1, sequence=self.revision, stamp=self.loop.now(), body=body)

    def _fire(self, timer: Timer, now: int) -> None:
        self._timers.fired(timer)
        self.revision += 1
        self.desk.fire(timer, 1, self.revision, now)
        self._took(None)

    def _took(self, refused: object) -> None:
        if refused is not None:
            self.refusals.append(str(refused))
        self._changed(self.loop.now())
        self._timers.match(self.desk.timers)
        if (due := self.desk.sensing.changes_next(self.loop.now())) is not None:
            self.loop.call_at(due, self._changed)

    def _changed(self, _now: int) -> None:
        self._state = None
        self.on_change()


@cache
def described() -> TableFile:
    """The reference table with the seats of trials, read once."""
    seats = sorted((*SEATS, *EMPTY))
    file = {
        "table": {"name": "Test", "seats": seats, "empty": list(EMPTY), "simulated": True},
        "game": {
            "rulebook": "lfp", "structure": "no_limit", "small_blind": 50, "big_blind": BIG_BLIND,
            "smallest_chip": 25,
        },
        "paths": {"state": "/nowhere/state", "run": "/nowhere/run"},
        **tables.describe("reference", seats),
    }  # fmt: skip
    return parse_table_file(tables.write(file))


def registered(world: World, strangers: dict[str, ThingId]) -> Registers:
    """Deck and chips of the simulated table, and a second deck with one card that lies about here."""
    outside = {strangers[kind] for kind in ("other", "foreign", "twin")}
    deck = {tag_of(one): card_or_joker(one.face) for one in world.cards if one.id not in outside}
    second = {TagId(tag): card_or_joker(face) for tag, face in second_deck(world, strangers["other"])}
    chips = {tag_of(chip): Chip(chip.denomination) for chip in world.chips}
    return Registers(DeckRegister().registered("main", deck).registered("second", second), ChipRegister(chips))


class AtOnce:
    """Does each errand in the thread that asks."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop

    def put(self, errand: Errand) -> None:
        errand(self.loop.now())


class Watched(BlurredSenses):
    """Senses without fault. `out`: the cards in the order in which all at the table saw them leave the shoe."""

    def __init__(self, world: World, sight: Sight, emit: Callable[[Sensed], None]) -> None:
        super().__init__(world, sight, emit, FAULTLESS, 1)
        self.out: list[ThingId] = []

    def drawn(self, card: ThingId, now: int) -> None:
        self.out.append(card)
        super().drawn(card, now)

    def drawn_together(self, one: ThingId, other: ThingId, now: int) -> None:
        self.out += [one, other]
        super().drawn_together(one, other, now)


class DeskTable:
    """One table with players, on which nothing has been played."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.loop = Loop(clock or LeapingClock(START))
        self.on_state: Callable[[PublicState], None] = lambda _state: None
        self._rulings: dict[str, str] = {}
        self.said: set[str] = set()
        """Keys of all alarms and questions."""
        self.wrong_movements: list[str] = []
        """Keys of alarms by which the table said that a movement of a remedy was wrong."""
        self.world, rack, self.strangers = new_world("bus", FAULTLESS)
        self.registers = registered(self.world, self.strangers)
        rack.hand_out(TRAY, "tray", START)
        for seat in SEATS:
            rack.hand_out(STAKE, f"stack:{seat}", START)
        self.world.place_button(SEATS[-1], START)
        desk = Desk.fresh(described(), load("lfp", "no_limit"), self.registers, "test")
        self._desk_link = DeskLink(desk, self.loop)
        self._desk_link.on_state = self._note
        self.link = cast("PublicLink", self._desk_link)
        self.sight = Sight()
        self.top = TableTop(self.world, self.loop.now)
        self.top.witness = senses = Watched(self.world, self.sight, self._desk_link.sense)
        self.out = senses.out
        self._desk_link.sense(senses.snapshot(START))
        self.players = SimplePlayers(self.top, self.link, lambda: FAST, self.sight, 1, BIG_BLIND)
        self.players.habits = Habits(stay=True, peek=0, riffle=0, cap=0)
        self.link.tell("dealer", DealerCommand(word="button", seat=SEATS[-1]))
        self.spare = [self.strangers["joker"], self.strangers["foreign"]]
        outside = {card for kind, card in self.strangers.items() if kind != "doubled"}
        self.deck = [one.id for one in self.world.cards if one.id not in outside]
        dice(1, "deck").shuffle(self.deck)
        WorldClockwork(self.loop, self.world)

    def play(self, script: Script) -> None:
        """Play a script to its end. Raises its error, and Stuck if it does not end within `HAND`."""
        play, ended = LoopPlay(self.loop, self.link), list[Exception | None]()

        def end(error: Exception | None) -> None:
            ended.append(error)
            self.loop.stop()

        self._desk_link.on_change = play.look
        late = self.loop.call_at(self.loop.now() + HAND, lambda _now: end(Stuck(summary(self.link.says))))
        play.start(script, end)
        self.loop.run()
        late.cancel()
        if ended[0] is not None:
            raise ended[0]

    def _note(self, state: PublicState) -> None:
        """Keep what the table has ruled on the deal, and what it has said of cards and movements."""
        self.on_state(state)
        for ruling in state.rulings:
            if ruling.matter in RULED_UNDER:
                self._rulings[ruling.id] = ruling.matter
        keys = {alarm.key for alarm in state.alarms}
        self.wrong_movements += sorted(keys & WRONG_MOVEMENTS - self.said)
        self.said |= keys | {ask.key for ask in state.asks}

    @property
    def ruled(self) -> list[str]:
        """Rule keys of the rulings on the deal, in order."""
        return list(self._rulings.values())
