"""What is wrong with a table is said in words: which part, what about it, and what to do; the rest goes on."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.messages.public import Param, PublicState
from hardware_sim import tables
from hardware_sim.depths.processes import game_of
from hardware_sim.phh import Hand

from .canary import TagCanary
from .watched import Guest, S, WatchedDepth, WatchedEvening, pluribus

pytestmark = pytest.mark.process

SEEN_AFTER = 4 * S
"""By then every part has been asked who it is, and every place read; the first card is not dealt yet."""


class Technician(Guest):
    """Does something to the table before it is opened, and looks at what it then says."""

    def __init__(self, does: Callable[[WatchedEvening], None] = lambda _: None) -> None:
        self.does = does
        self.state: PublicState | None = None
        self.log = ""

    def setting_up(self, evening: WatchedEvening) -> None:
        self.does(evening)

    def look(self, evening: WatchedEvening, now: int) -> None:
        if now > SEEN_AFTER and self.state is None and evening.robot is not None:
            self.state = evening.robot.state
            self.log = (evening.root / "log").read_text()
            evening.finish()

    def cause(self, part: str) -> tuple[str, str]:
        """A part's state and its cause."""
        assert self.state is not None
        return next((one.state, one.cause) for one in self.state.parts if one.part == part)

    @property
    def alarms(self) -> list[dict[str, Param]]:
        """Every alarm with its parameters."""
        assert self.state is not None
        return [{"key": alarm.key, **alarm.text.params} for alarm in self.state.alarms]


class Miswired(WatchedDepth):
    """The table file has two cables the wrong way round."""

    def _set_up(self, hand: Hand) -> dict[str, Any]:
        description = tables.describe("reference", hand.players, self.stage.wires)
        shoe, bets = (next(part for part in description["part"] if part["name"] == name) for name in ("shoe", "bets"))
        shoe["port"], bets["port"] = bets["port"], shoe["port"]
        self.stage.set_up(description, range(1, hand.players + 1), game_of(hand, self.rulebook), self.port)
        return description


@contextmanager
def opened(shared: Path, technician: Technician, table: type[WatchedDepth] = WatchedDepth) -> Iterator[WatchedDepth]:
    """The table after it was opened and looked at."""
    (hand,) = pluribus(shared, "100_26")
    with table("wire", [hand], [technician]) as depth:
        depth.play(hand)
        assert technician.state is not None
        yield depth


@pytest.mark.soak
def test_exchanged_cables_are_named_and_the_other_parts_are_ready(shared: Path) -> None:
    technician = Technician()
    with opened(shared, technician, Miswired) as table:
        for part, kind, port in (("shoe", "pn532", "bets"), ("bets", "feig_obid", "shoe")):
            state, cause = technician.cause(part)
            assert state != "ready"
            assert f"{part}: no {kind} answers at {table.stage.wires}/by-name/{port}" in cause
        assert technician.cause("cards-1") == ("ready", "")


def test_another_model_than_expected_is_quarantined_and_named(shared: Path) -> None:
    def exchange(evening: WatchedEvening) -> None:
        assert evening.rig is not None
        evening.rig.faults.order("identity shoe 31010607", evening.loop.now())

    technician = Technician(exchange)
    with opened(shared, technician):
        state, cause = technician.cause("shoe")
        assert state == "quarantined"
        assert "table.toml" in cause
        assert technician.cause("cards-1") == ("ready", "")


def test_a_port_that_another_program_holds_is_named_with_the_holder(shared: Path) -> None:
    held: list[int] = []

    def hold(evening: WatchedEvening) -> None:
        held.append(os.open(evening.stage.wires / "by-name" / "bets", os.O_RDWR | os.O_NOCTTY))
        fcntl.flock(held[0], fcntl.LOCK_EX | fcntl.LOCK_NB)

    technician = Technician(hold)
    with opened(shared, technician):
        os.close(held[0])
        state, cause = technician.cause("bets")
        assert state != "ready"
        assert f"(process {os.getpid()}). Stop it, or give this part another port" in cause
        assert technician.cause("shoe") == ("ready", "")


class OneSeries(WatchedDepth):
    """The table plays with the chips of one series."""

    def _set_up(self, hand: Hand) -> dict[str, Any]:
        description = tables.describe("reference", hand.players, self.stage.wires)
        game = game_of(hand, self.rulebook) | {"chip_series": "main"}
        self.stage.set_up(description, range(1, hand.players + 1), game, self.port)
        return description


LAID = {"unknown": "bet:3", "series": "stack:1", "retired": "stack:2"}
"""What is wrong with a chip, and where it lies when the table is opened."""

LAST = {"chips.from_nowhere", "double_chip"}
"""What is said last: of a chip that is laid down once everything has been read, and of one tag at two stacks, read
there eight times by turns."""

SAID_BY = 20 * S
"""By then both have been said."""


class Cashier(Technician):
    """Lays down chips that may not count: some before the table is opened, others out of a pocket afterwards."""

    def __init__(self) -> None:
        super().__init__(self.lay)
        self.pocketed: dict[str, str] = {}

    def lay(self, evening: WatchedEvening) -> None:
        world, now = evening.world, evening.loop.now()
        laid = {wrong: world.add_chip(100) for wrong in LAID}
        pocketed = world.add_chip(100)
        copied = world.add_chip(100)
        copy = world.add_chip(100, copied.tag.uid)
        lines = {
            laid["series"]: "100 event-12",
            laid["retired"]: "100 main retired",
            pocketed: "100 main",
            copied: "100 main",
        }
        evening.stage.enrol_chips(lines)
        for wrong, place in LAID.items():
            world.move([laid[wrong].id], place, now)
        world.move([copied.id], "stack:4", now)
        self.pocketed = {pocketed.id: "stack:5", copy.id: "stack:6"}

    def look(self, evening: WatchedEvening, now: int) -> None:
        if now <= SEEN_AFTER or self.state is not None or evening.robot is None:
            return
        for chip, place in self.pocketed.items():
            evening.world.move([chip], place, now)
        self.pocketed = {}
        state = evening.robot.state
        if now > SAID_BY or (state is not None and {alarm.key for alarm in state.alarms} >= LAST):
            super().look(evening, now)


def test_a_chip_that_may_not_count_is_named_with_its_place_whatever_is_wrong_with_it(shared: Path) -> None:
    cashier = Cashier()
    with opened(shared, cashier, OneSeries) as table:
        assert sorted(cashier.alarms, key=lambda alarm: str(alarm["place"])) == [
            {"key": "unknown_chip", "place": "bet:3", "count": 1},
            {"key": "series_chip", "place": "stack:1", "count": 1, "chips": "100"},
            {"key": "retired_chip", "place": "stack:2", "count": 1, "chips": "100"},
            {"key": "chips.from_nowhere", "seat": 5, "amount": 100, "place": "stack:5"},
            {"key": "double_chip", "place": "stack:6", "count": 1, "chips": "100"},
        ]
        assert cashier.state is not None
        assert cashier.state.seats[2].bet == 0
        assert TagCanary(table.new_world()[0].chips).find(cashier.log.encode()) == []


def test_an_unknown_card_is_an_alarm_at_its_place(shared: Path) -> None:
    def lay(evening: WatchedEvening) -> None:
        stranger = evening.world.add_card("joker")
        evening.world.move([stranger.id], "seat:2", evening.loop.now())

    technician = Technician(lay)
    with opened(shared, technician):
        strange = [alarm for alarm in technician.alarms if alarm["key"] == "unknown_card"]
        assert strange == [{"key": "unknown_card", "place": "seat:2", "count": 1}]
