"""A whole tournament at one table with a real controller, in virtual time: from the first button to the winner.

It keeps what the controller published, hand by hand, and what lay at the seats. That is enough to judge it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from controller.poker.cards import DECK_SIZE, name
from firmware_bridge.messages.contest import Contest
from firmware_bridge.messages.public import PublicState
from hardware_sim import tables
from hardware_sim.depths.nursery import Nursery
from hardware_sim.depths.room import LONG_STALEMATE, DepthName, Room
from hardware_sim.depths.stage import Stage
from hardware_sim.lockstep import START
from hardware_sim.physics.noise import dice
from hardware_sim.physics.things import OFF, Chip, ThingId
from hardware_sim.physics.world import World
from hardware_sim.robot.bank import Bank
from hardware_sim.robot.chips import Rack
from hardware_sim.robot.dealer import OVER
from hardware_sim.robot.floor import TournamentDealer, TournamentFloor
from hardware_sim.robot.players import FAST, Script
from hardware_sim.robot.says import Pause, Stuck
from hardware_sim.robot.simple import Habits, SimplePlayers
from hardware_sim.robot.structure import LONG, Structure, event_of, game_of
from hardware_sim.shown import seats_of

SEATS: Final = tuple(range(1, 10))
CHAIRS: Final = tuple(range(1, 11))
MOST_HANDS: Final = 400  # far more than such levels leave time for
SETTLE: Final = 1_000_000_000
"""A moment of rest, in ns: twice as long as the slowest report takes."""
GRAIN: Final[dict[DepthName, int]] = {"bus": 0, "wire": 20_000_000}
"""The grain of time in ns: a fifteenth of the shortest motion resolution of any rulebook."""
EVENING: Final = 12 * 3600 * 1_000_000_000
"""The longest tournament, in ns of the table's time."""
ENDLESS: Final = 1e9  # seconds of real time: the levels bound a tournament
WEB_PORT: Final = 8080  # written into the table file, though no console runs here


@dataclass(slots=True)
class RaceSeen:
    """One race: chips of each stack before, the cards that were published, chips after."""

    low: int
    high: int
    before: dict[int, list[int]]
    cards: dict[int, tuple[str, ...]] = field(default_factory=dict)
    order: tuple[int, ...] = ()
    after: dict[int, list[int]] = field(default_factory=dict)


@dataclass(slots=True)
class Course:
    """What was published of a tournament, hand by hand, and what lay there."""

    lineups: list[tuple[int, int | None, int, tuple[int, ...]]] = field(default_factory=list)
    """Button, small blind, big blind, seats with cards."""
    levels: list[str] = field(default_factory=list)
    stacks: list[dict[int, int]] = field(default_factory=list)
    """What each player still in the tournament had before each hand."""
    posted: list[dict[int, int]] = field(default_factory=list)
    """What each seat had in front when each hand began: the blinds."""
    totals: list[int] = field(default_factory=list)
    """The value of all seats' chips after each hand."""
    races: list[RaceSeen] = field(default_factory=list)
    alarms: list[str] = field(default_factory=list)
    started: int = 0  # ns of the table's time at which the levels began
    changes: list[tuple[int, str, int | None]] = field(default_factory=list)
    """When (ns) a level or a break was first published, what ("level 2", "break"), and when it will end."""
    hear: Callable[[PublicState], None] = lambda _state: None
    """Also hears all that is published."""
    _hand: int = 0
    _before: dict[int, int] = field(default_factory=dict)

    def look(self, state: PublicState) -> None:
        """Note what the table says, if it is new."""
        self.hear(state)
        if state.contest is not None:
            self._clock(state, state.contest)
        for alarm in state.alarms:
            text = f"hand {state.hand}: {alarm.text.key} {dict(alarm.text.params)}"
            if text not in self.alarms:
                self.alarms.append(text)
        if state.phase in OVER:
            self._before = {seat.seat: seat.stack for seat in state.seats if seat.stack}
        elif state.hand != self._hand:
            self._begins(state)

    def _begins(self, state: PublicState) -> None:
        self._hand = state.hand
        dealt = tuple(seat.seat for seat in state.seats if seat.dealt_in)
        self.lineups.append((state.button or 0, state.small_blind_seat, state.big_blind_seat or 0, dealt))
        self.levels.append(state.level)
        self.stacks.append(self._before)
        self.posted.append({seat.seat: seat.bet for seat in state.seats if seat.bet})

    def _clock(self, state: PublicState, contest: Contest) -> None:
        said = ("break", contest.break_ends) if contest.on_break else (f"level {contest.level}", contest.level_ends)
        if said[1] is not None and (not self.changes or self.changes[-1][1:] != said):
            self.changes.append((state.stamp, *said))


class TournamentTable:
    """One open table. Use as a context manager, or its processes stay."""

    def __init__(
        self,
        stage: Stage,
        depth: DepthName,
        book: str,
        structure: Structure,
        seed: int,
        stalemate: float = LONG_STALEMATE,
    ) -> None:
        self.stage, self.structure, self.seed, self.book = stage, structure, seed, book
        self.world, self.rack = new_world(structure)
        description = tables.describe("reference", CHAIRS, stage.wires)
        stage.set_up(
            description | {"tournament": event_of(structure)}, CHAIRS, game_of(structure, book), WEB_PORT, (10,)
        )
        self.rack.hand_out(structure.tray, "tray", START)
        for seat in SEATS:
            self.rack.hand_out(structure.chips, f"stack:{seat}", START)
        self.room = Room(
            depth, stage, self.world, description, GRAIN[depth], limit=ENDLESS, stalemate=stalemate
        )  # fmt: skip
        self.course = Course()
        self._decks = 0
        self.each_turn: Callable[[int], None] = lambda _now: None
        """Called at every turn of the loop, with the table's time in ns."""
        self.room.loop.after_each(lambda now: self.each_turn(now))

    def __enter__(self) -> TournamentTable:
        self.room.open()
        people = SimplePlayers(
            self.room.top, self.room.link, lambda: FAST, self.room.sight, self.seed, 0
        )  # fmt: skip
        people.habits = Habits(bluff=0.15, all_in=0.04, peek=0.05, riffle=0.05, cap=0.03, pressed=0.4)
        link, top = self.room.link, self.room.top
        self.floor = TournamentFloor(top, link, FAST, self.shuffled)
        self.dealer = TournamentDealer(top, link, people, FAST, self.room.sight, self.floor)
        self.bank = Bank(top, self.rack, link, lambda: FAST, ())
        return self

    def __exit__(self, *_: object) -> None:
        self.room.close()

    def shuffled(self) -> list[ThingId]:
        """Return a mixed deck, another one each time."""
        self._decks += 1
        deck = [card.id for card in self.world.cards]
        dice(self.seed, f"deck/{self._decks}").shuffle(deck)
        return deck

    @property
    def state(self) -> PublicState:
        """What the controller published last."""
        return self.room.state

    @property
    def contest(self) -> Contest:
        """What the controller published of the tournament."""
        contest = self.state.contest
        assert contest is not None  # noqa: S101 - the table file has one
        return contest

    @property
    def winner(self) -> int | None:
        """The winner, as published."""
        return next((seat for place, seat in self.contest.standings if place == 1), None)

    # --- play -------------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Play to the winner. Raises Stuck, ProcessDied, LookupError."""
        self.room.perform(self._evening(), EVENING, lambda: self.course.look(self.state))

    def _evening(self) -> Script:
        yield Pause(SETTLE)
        yield from self._first_button()
        yield from self.floor.start()
        self.course.started = self.room.loop.now()
        for _ in range(MOST_HANDS):
            yield from self.floor.go_on()
            yield from self._between_hands()
            yield from self.dealer.hand(self.shuffled())
            yield from self.floor.go_on()
            self.course.totals.append(self.lying())
            if self.winner is not None:
                return
        raise Stuck(f"no winner after {MOST_HANDS} hands")

    def _first_button(self) -> Script:
        """Decide the first button as the rulebook does: by cards, or by a draw of seats in which the tenth seat has
        no player."""
        if self.book == "lfp":
            yield from self.floor.drawn_seat(10)
        else:
            yield from self.floor.cards_for_the_button()

    def _between_hands(self) -> Script:
        yield Pause(SETTLE)
        bubble = self.structure.hand_for_hand
        if bubble and self.contest.hand_for_hand != (self.contest.left == bubble):
            yield from self.floor.hand_for_hand("off" if self.contest.hand_for_hand else "on")
            yield from self.floor.go_on()
        for low, high in self.structure.due(self.contest.level, self.contest.withdrawn):
            yield from self._race(low, high)
        for seat in seats_of(self.room.link.says):
            yield from self.bank.change(seat, self.dealer.smallest)
            yield from self.bank.change_up(seat, self.dealer.smallest)

    def _race(self, low: int, high: int) -> Script:
        seats = [seat.seat for seat in self.room.link.says.seats if seat.stack]
        seen = RaceSeen(low, high, self._stacks(seats))
        self.course.races.append(seen)
        before, watching = self.room.on_news, seen

        def news() -> None:
            before()
            race = self.contest.race
            if race is not None:
                watching.cards |= race.cards
                watching.order = race.order

        self.room.on_news = news
        yield from self.floor.race(low, high)
        self.room.on_news = before
        seen.after = self._stacks(seats)
        self.dealer.smallest = high

    def _stacks(self, seats: list[int]) -> dict[int, list[int]]:
        return {seat: self.chips(f"stack:{seat}") for seat in seats}

    def chips(self, place: str) -> list[int]:
        """Return what lies at a place, chip by chip."""
        return [thing.denomination for thing in self.world.at(place) if isinstance(thing, Chip)]

    def lying(self) -> int:
        """Return the value of all chips that belong to a player."""
        places = [f"{kind}:{seat}" for kind in ("stack", "bet", "hand") for seat in CHAIRS]
        return sum(sum(self.chips(place)) for place in (*places, "pot", "dealer"))


# --- the table as it is set up --------------------------------------------------------------------------------------


def new_world(structure: Structure) -> tuple[World, Rack]:
    """Return deck and chips as they are enrolled, with the same tags each time."""
    world = World(1)
    world.add_deck(name(c) for c in range(DECK_SIZE))
    rack = Rack(world, closed=True)
    held = [*(chip for _ in SEATS for chip in structure.chips), *structure.tray]
    rack.fill({chip: held.count(chip) for chip in held})
    world.move([card.id for card in world.cards], OFF, START)
    return world, rack


class Tournaments:
    """One tournament after the other. Deck and chips are enrolled once. Use as a context manager."""

    def __init__(self, depth: DepthName = "bus", structure: Structure = LONG) -> None:
        self.depth, self.structure = depth, structure
        self.nursery = Nursery()
        self.stage = Stage(nursery=self.nursery)

    def __enter__(self) -> Tournaments:
        description = tables.describe("reference", CHAIRS, self.stage.wires)
        self.stage.set_up(description, CHAIRS, game_of(self.structure, "lfp"), WEB_PORT)
        self.stage.enrol(new_world(self.structure)[0])
        self.stage.keep_state()
        return self

    def __exit__(self, *_: object) -> None:
        self.stage.close()
        self.nursery.close()

    def table(self, book: str, seed: int, stalemate: float = LONG_STALEMATE) -> TournamentTable:
        """Open a fresh table for the next tournament."""
        self.stage.fresh_state()
        return TournamentTable(self.stage, self.depth, book, self.structure, seed, stalemate)
