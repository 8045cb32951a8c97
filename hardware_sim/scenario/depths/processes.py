"""A hall of tables with real processes. Deck and chips are enrolled once, and each scenario has a fresh table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, Final

from controller.poker.cards import DECK_SIZE, JOKER_NAME, name
from controller.rulebooks import Rulebook
from controller.table import Parts, Schedule, Setup
from controller.table.state.setup import ALL_SEATS
from controller.table.tournament.levels import MINUTE
from firmware_bridge.messages.clock import Channel
from firmware_bridge.messages.told import DealerCommand
from hardware_sim import tables
from hardware_sim.depths.nursery import Nursery
from hardware_sim.depths.room import DepthName, Room
from hardware_sim.depths.stage import ProcessDied, Stage
from hardware_sim.lockstep import START
from hardware_sim.physics.world import World
from hardware_sim.robot.chips import Rack
from hardware_sim.robot.says import Stuck, summary
from hardware_sim.scenario.language.tree import Scenario
from hardware_sim.scenario.play.chip_makeup import denominations, wanted
from hardware_sim.scenario.play.level import MS, Impossible

from .bus_and_wire import PhysicalDepth

SEED: Final = 1
"""The seed of the tags, the same in every run."""

WEB_PORT: Final = 8080  # written into the table file, also where no console runs

CHANGE: Final = 60
"""Spare chips of each value, for change: three times as many of one value as a stack holds."""

GRAIN: Final[dict[DepthName, int]] = {"bus": 0, "wire": 20 * MS}
"""The grain of time in ns, a fifteenth of the shortest motion resolution of any rulebook.

The edges of the shoe's beams are stamped when they happen, whatever the grain.
"""

SETTLING: Final = 30_000 * MS
"""Time in ns in which a table has read all stacks, ten times as long as a sweep of all antennas."""


@dataclass(frozen=True, slots=True)
class Stock:
    """How many chips of each denomination the tables need."""

    chips: Mapping[int, int]

    @classmethod
    def of(cls, plays: Iterable[tuple[Scenario, Setup]]) -> Stock:
        """Return the stock for these scenarios, each at its table."""
        needed: Counter[int] = Counter()
        for scenario, setup in plays:
            one = Counter(chip for seat in setup.seats for chip in seat.chips or ())
            one.update(chip for line in scenario.script for _, chip in wanted(line))
            top = max((seat.stack for seat in setup.seats), default=0)
            one.update({chip: CHANGE for chip in denominations(setup.smallest_chip) if chip <= max(top, 1)})
            needed |= one
        return cls(dict(needed))


class Hall:
    """Opens one table after the other, with processes from one nursery. Use as a context manager."""

    def __init__(
        self, depth: DepthName, stock: Stock, make_room: Callable[..., Room] = Room, web_port: int = WEB_PORT
    ) -> None:
        """`make_room`: makes a room of what `Room` needs. `web_port`: of the table's pages, if a console runs."""
        self.depth, self.stock, self._make_room, self._web_port = depth, stock, make_room, web_port
        self.nursery = Nursery()
        self.stage = Stage(nursery=self.nursery)
        self.forced = 0
        """How often the clock was forced because something was lost. 0 in a clean run."""
        self.disputed: dict[Channel, int] = {}
        self.virtual = 0
        """Time that has passed at the tables, in ns."""
        self._enrolled: set[bool] = set()

    def __enter__(self) -> Hall:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stage.close()
        self.nursery.close()

    def open(self, setup: Setup, rulebook: Rulebook) -> PhysicalDepth:
        """Open a table before its first event. Raises Impossible if it cannot be opened."""
        del rulebook  # the controller loads its own by its key
        description = describe(setup, self.stage)
        self._fresh_state(setup.parts.faces, description, setup)
        self._set_up(description, setup)
        world, rack = self._world()
        for seat in setup.seats:
            rack.hand_out(seat.chips or (), f"stack:{seat.seat}", START)
        world.place_button(setup.button, START)
        room = self._make_room(self.depth, self.stage, world, description, GRAIN[self.depth])
        depth = None
        try:
            room.open()
            _say_how_it_stands(room, setup)
            depth = PhysicalDepth(room, rack, setup, partial(self._close, room))
        except (Stuck, ProcessDied) as error:
            raise Impossible(str(error)) from error
        finally:
            if depth is None:
                self._close(room)
        return depth

    def _close(self, room: Room) -> None:
        self.forced += room.master.forced
        for channel, times in room.master.disputed.items():
            self.disputed[channel] = self.disputed.get(channel, 0) + times
        self.virtual += room.master.now() - START
        room.close()

    def _world(self) -> tuple[World, Rack]:
        """Deck and chips as they were enrolled. The same seed makes the same tags."""
        world = World(SEED)
        world.add_deck([*(name(c) for c in range(DECK_SIZE)), JOKER_NAME])
        rack = Rack(world, closed=True)
        rack.fill(self.stock.chips)
        return world, rack

    def _set_up(self, description: dict[str, Any], setup: Setup) -> None:
        held = {seat.seat for seat in setup.seats}
        empty = [seat for seat in setup.chairs if seat not in held]
        self.stage.set_up(description, setup.chairs, game_of(setup), self._web_port, empty)

    def _fresh_state(self, faces: bool, description: dict[str, Any], setup: Setup) -> None:
        """Registers as they were enrolled, and an empty journal."""
        if faces not in self._enrolled:
            self.stage.clear_state()
            self._set_up(description, setup)
            self.stage.enrol(self._world()[0], deck=faces)
            self.stage.keep_state(str(faces))
            self._enrolled.add(faces)
        self.stage.fresh_state(str(faces))


def describe(setup: Setup, stage: Stage) -> dict[str, Any]:
    """Return the reference table with the scenario's seats, the parts that sense, and what a tournament has fixed."""
    description = tables.describe("reference", setup.chairs, stage.wires)
    event = event_of(setup.schedule)
    return tables.without(description, _absent(setup.parts)) | ({"tournament": event} if event else {})


def _absent(parts: Parts) -> list[str]:
    there = {
        "shoe": parts.shoe, "cards": parts.card_spots, "board": parts.board, "pot": parts.pot,
        "button": parts.button, "posts": parts.posts, "chips": bool(parts.chips),
    }  # fmt: skip
    seats = [f"chips:{seat}" for seat in ALL_SEATS if seat not in parts.chips]
    return [*(part for part, present in there.items() if not present), *seats]


def game_of(setup: Setup) -> dict[str, Any]:
    """Return the [game] section of the table file."""
    stakes = setup.stakes
    game: dict[str, Any] = {
        "rulebook": setup.rulebook,
        "structure": setup.structure,
        "variant": setup.variant.key,
        "small_blind": stakes.small_blind,
        "big_blind": stakes.big_blind,
        "ante": stakes.ante,
        "big_blind_ante": stakes.big_blind_ante,
        "smallest_chip": setup.smallest_chip,
        "tournament": setup.tournament,
        "bet_unit": setup.bet_unit,
        "rake_basis_points": setup.rake_basis_points,
        "rake_maximum": setup.rake_maximum,
        "buyin_least": setup.buyin_least,
        "buyin_most": setup.buyin_most,
        "self_dealt": setup.self_dealt,
        "devices": setup.devices,
        "absence_minutes": setup.absence / MINUTE,
        "starting_stack": setup.schedule.starting_stack,
        "motion_resolution_ms": max(1, setup.motion_resolution // MS),
        "simultaneous_ms": max(1, setup.simultaneous // MS),
    }
    if setup.structure == "limit":
        game |= {"small_bet": stakes.small_bet, "big_bet": stakes.big_bet}
    return game


def event_of(schedule: Schedule) -> dict[str, Any]:
    """Return the [tournament] section of the table file, empty if nothing is fixed."""
    if schedule == Schedule(starting_stack=schedule.starting_stack):
        return {}
    levels = schedule.levels
    pauses = [(n, level.pause) for n, level in enumerate(levels, 1) if level.pause]
    return {
        "levels": [level.stakes.text for level in levels],
        "level_minutes": [level.lasts / MINUTE for level in levels],
        "break_after": [n for n, _ in pauses],
        "break_minutes": [pause / MINUTE for _, pause in pauses],
        "players": schedule.players,
        "rebuy_stack": schedule.rebuy_stack,
        "rebuy_levels": schedule.rebuy_levels,
        "rebuy_limit": schedule.rebuy_limit,
        "addon_stack": schedule.addon_stack,
        "addon_times": schedule.addon_times,
        "latecomers": schedule.latecomers.value,
        "late_levels": schedule.late_levels,
    }


def _say_how_it_stands(room: Room, setup: Setup) -> None:
    """Enter what a dealer enters when they open a table: the button, who sits out, the stacks. Raises Stuck."""
    link = room.link
    if link.says.button != setup.button:
        link.tell("dealer", DealerCommand(word="button", seat=setup.button))
    for seat in setup.seats:
        if seat.sitting_out:
            link.tell("dealer", DealerCommand(word="sit_out", seat=seat.seat))
        link.tell("dealer", DealerCommand(word="stack", seat=seat.seat, value=str(seat.stack)))
    wanted = {seat.seat: seat.stack for seat in setup.seats}

    def stands() -> bool:
        says = link.says
        return {seat.seat: seat.stack for seat in says.seats} == wanted and says.button == setup.button

    if not room.run_until(stands, SETTLING):
        raise Stuck(f"the table is not as it is to be. It says: {summary(link.says)}. Refused: {link.refusals}")
    room.settle()
