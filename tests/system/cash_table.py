"""A cash table with a real controller, in virtual time: hand after hand, while players come and go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from controller.poker.cards import DECK_SIZE, name
from firmware_bridge.messages.public import PublicState
from hardware_sim import tables
from hardware_sim.depths.nursery import Nursery
from hardware_sim.depths.room import Room
from hardware_sim.depths.stage import Stage
from hardware_sim.lockstep import START
from hardware_sim.physics.noise import dice
from hardware_sim.physics.things import OFF, Chip, ThingId
from hardware_sim.physics.world import World
from hardware_sim.robot.bank import CHANGES, Bank
from hardware_sim.robot.chips import Rack
from hardware_sim.robot.dealer import Dealer
from hardware_sim.robot.players import FAST, Script
from hardware_sim.robot.simple import Habits, SimplePlayers

from .cash_floor import CashFloor

DOWN_TO_ONE: Final = (*CHANGES, (25, 5, 5), (5, 1, 5))
"""Chips that the dealer changes at tables that pay a rake in chips of 1."""
CHAIRS: Final = tuple(range(1, 11))
TRAY: Final = (*[1] * 400, *[5] * 240, *[25] * 60, *[100] * 30)
RACK: Final = {1: 500, 5: 1200, 25: 800, 100: 400}
"""All chips there are: chip, how many. The tray also holds enough for the rake of a day of sixty hands."""
DAY: Final = 24 * 3600 * 1_000_000_000
"""The longest day, in ns of the table's time."""
ENDLESS: Final = 1e9  # seconds of real time: the number of hands bounds a day
BUSY: Final = 30.0
"""Seconds that a process may wait for its turn on a busy machine. No process is killed here, so nothing is lost."""
WEB_PORT: Final = 8080  # written into the table file, though no console runs here


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of the game. `stake`: the chips with which each of `seats` begins."""

    seats: tuple[int, ...] = tuple(range(1, 8))
    small: int = 5
    big: int = 10
    least: int = 200
    most: int = 500
    rake_basis_points: int = 500
    rake_maximum: int = 15
    stake: tuple[int, ...] = (*[5] * 20, *[25] * 4, *[100])

    def game(self) -> dict[str, object]:
        """The [game] section of the table file."""
        return {
            "rulebook": "casino_cash", "structure": "no_limit", "small_blind": self.small, "big_blind": self.big,
            "tournament": False, "smallest_chip": 1, "buyin_least": self.least, "buyin_most": self.most,
            "rake_basis_points": self.rake_basis_points, "rake_maximum": self.rake_maximum,
        }  # fmt: skip


class CashTable:
    """One open table at level bus. Use as a context manager, or its processes stay."""

    def __init__(self, terms: Terms, seed: int) -> None:
        self.terms, self.seed = terms, seed
        self.nursery = Nursery()
        self.stage = Stage(nursery=self.nursery)
        self.world = World(1)
        self.world.add_deck(name(c) for c in range(DECK_SIZE))
        self.rack = Rack(self.world, closed=True)
        self.rack.fill(RACK)
        self.world.move([card.id for card in self.world.cards], OFF, START)
        self._decks = 0

    def __enter__(self) -> CashTable:
        description = tables.describe("reference", CHAIRS, self.stage.wires)
        empty = [seat for seat in CHAIRS if seat not in self.terms.seats]
        self.stage.set_up(description, CHAIRS, self.terms.game(), WEB_PORT, empty)
        self.stage.enrol(self.world)
        self.rack.hand_out(TRAY, "tray", START)
        for seat in self.terms.seats:
            self.rack.hand_out(self.terms.stake, f"stack:{seat}", START)
        self.world.place_button(self.terms.seats[0], START)
        self.room = Room("bus", self.stage, self.world, description, limit=ENDLESS, stalemate=BUSY)
        self.room.open()
        top, link = self.room.top, self.room.link
        people = SimplePlayers(top, link, lambda: FAST, self.room.sight, self.seed, self.terms.big)
        people.habits = Habits(bluff=0.15, all_in=0.04, peek=0.05, riffle=0.05, cap=0.03)
        self.dealer = Dealer(top, link, people, FAST, self.room.sight)
        self.floor = CashFloor(top, self.rack, link, FAST)
        self.bank = Bank(top, self.rack, link, lambda: FAST, (), DOWN_TO_ONE)
        return self

    def __exit__(self, *_: object) -> None:
        self.room.close()
        self.stage.close()
        self.nursery.close()

    @property
    def state(self) -> PublicState:
        """What the controller published last."""
        return self.room.state

    def shuffled(self) -> list[ThingId]:
        """Return a mixed deck, another one each time."""
        self._decks += 1
        deck = [card.id for card in self.world.cards]
        dice(self.seed, f"deck/{self._decks}").shuffle(deck)
        return deck

    def chips(self, place: str) -> Sequence[int]:
        """Return what lies at a place, chip by chip."""
        return [thing.denomination for thing in self.world.at(place) if isinstance(thing, Chip)]

    def perform(self, script: Script, news: Callable[[PublicState], None] = lambda _state: None) -> None:
        """Play a script to its end. `news` hears all that is published. Raises its errors, Stuck, ProcessDied."""
        self.room.perform(script, DAY, lambda: news(self.state))
