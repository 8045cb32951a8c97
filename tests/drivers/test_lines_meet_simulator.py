"""The reader lines against the simulated parts, written from the protocols without sight of the drivers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from drivers.feig_obid import FeigLine
from drivers.pepper_c1 import PepperLine
from drivers.pn532 import Pn532Line
from drivers.reader import Alive, FieldOff, Identified, Reading, Refused, Report, Tag
from hardware_sim.parts import feig_obid, pepper_c1, pn532
from hardware_sim.parts.part import SerialPart
from hardware_sim.physics.fields import Antenna, Fields
from hardware_sim.physics.things import Chip
from hardware_sim.physics.world import Layout, World
from tests.drivers.bench import MS

Line = Pn532Line | PepperLine | FeigLine
ANTENNAS = [Antenna("shoe", ("shoe.mouth",))]
ANTENNAS += [Antenna(place, (place,)) for place in ("seat:1", "seat:2", "bet:1", "bet:2", "pot")]

NO_GPIO = Layout(lines={})


class Table:
    """A line and a part on one cable, in virtual time."""

    def __init__(self, line: Line, part: SerialPart, world: World, fields: Fields) -> None:
        self.line, self.part, self.world, self.fields = line, part, world, fields
        self.now = 0

    def run(self) -> list[Report]:
        """Let time pass until the line is free. All it reported."""
        while self.line.busy:
            output = self.line.take_output()
            if output:
                self.part.receive(output, self.now)
            self.now = min(when for when in (self.part.deadline, self.line.deadline) if when is not None)
            self.world.wake(self.now)
            self.part.wake(self.now)
            self.line.receive(self.part.take_output(), self.now)
            self.line.wake(self.now)
        return self.line.take_reports()

    def start(self) -> list[Report]:
        self.line.start(self.now)
        return self.run()

    def read(self, antenna: int) -> Reading:
        self.line.read(antenna, self.now)
        (report,) = self.run()
        assert isinstance(report, Reading), report
        return report

    def dark(self, antenna: int) -> None:
        self.line.field_off(antenna, self.now)
        assert self.run() == [FieldOff(antenna, self.now)]


def shoe() -> Table:
    world = World(1, NO_GPIO)
    fields = Fields(world, ANTENNAS)
    return Table(Pn532Line(), pn532.Pn532("shoe", fields, "shoe"), world, fields)


def spots() -> Table:
    world = World(1, NO_GPIO)
    fields = Fields(world, ANTENNAS)
    line = PepperLine((1, 2, 3), technologies={3: "iso15693"})
    return Table(line, pepper_c1.PepperC1("spots", fields, {1: "seat:1", 2: "seat:2", 3: "pot"}), world, fields)


def bets() -> Table:
    world = World(1, NO_GPIO)
    fields = Fields(world, ANTENNAS)
    part = feig_obid.FeigLine("bets", fields, {1: "bet:1", 2: "bet:2"}, tags_per_answer=20)
    return Table(FeigLine((1, 2), baud=115200), part, world, fields)


def chips_at(table: Table, place: str, count: int) -> set[Tag]:
    chips: list[Chip] = table.world.add_chips(100, count)
    table.world.move([chip.id for chip in chips], place, table.now)
    return {Tag("iso15693", chip.tag.uid) for chip in chips}


@pytest.mark.parametrize(("table", "identities"), [(shoe, 1), (spots, 1), (bets, 2)])
def test_each_part_is_identified(table: Callable[[], Table], identities: int) -> None:
    reports = table().start()
    assert len(reports) == identities
    assert all(isinstance(report, Identified) for report in reports)


@pytest.mark.parametrize("factory", [shoe, spots, bets])
def test_each_part_answers_a_ping_in_time(factory: Callable[[], Table]) -> None:
    table = factory()
    table.start()
    table.line.ping(None, table.now)
    (report,) = table.run()
    assert isinstance(report, Alive)
    assert report.round_trip < 50 * MS


def test_another_chip_at_the_shoe_is_refused() -> None:
    table = shoe()
    table.part.pretend("07 01 06 07")
    (report,) = table.start()
    assert isinstance(report, Refused)


def test_the_shoe_reads_a_card_each_time_it_looks() -> None:
    table = shoe()
    table.start()
    assert table.read(1).tags == frozenset()
    card = table.world.add_card("As")
    table.world.move([card.id], "shoe.mouth", table.now)
    for _ in range(3):
        assert table.read(1).tags == {Tag("iso14443a", card.tag.uid)}
    table.dark(1)
    assert not table.fields.is_on("shoe")
    table.world.move([card.id], "seat:1", table.now)
    assert table.read(1).tags == frozenset()


def test_two_cards_at_a_seat_are_read_and_not_the_neighbours() -> None:
    table = spots()
    table.start()
    cards = [table.world.add_card(face) for face in ("As", "Kd")]
    table.world.move([card.id for card in cards], "seat:2", table.now)
    assert table.read(1).tags == frozenset()
    assert table.read(2).tags == {Tag("iso14443a", card.tag.uid) for card in cards}


@pytest.mark.parametrize("count", [0, 1, 40])
def test_a_pepper_reads_a_stack_by_inventory(count: int) -> None:
    table = spots()
    table.start()
    chips = chips_at(table, "pot", count)
    assert table.read(3).tags == chips


@pytest.mark.parametrize("count", [0, 1, 5, 20, 60])
def test_a_feig_reader_reads_every_chip_time_after_time(count: int) -> None:
    table = bets()
    table.start()
    chips = chips_at(table, "bet:1", count)
    for _ in range(2):
        assert table.read(1).tags == chips
    assert table.read(2).tags == frozenset()


def test_the_fields_of_a_feig_bus_are_off_until_read_and_after() -> None:
    table = bets()
    table.start()
    assert not table.fields.is_on("bet:1")
    table.read(1)
    assert table.fields.is_on("bet:1")
    table.dark(1)
    assert not table.fields.is_on("bet:1")


def test_no_frame_on_a_feig_bus_comes_too_soon() -> None:
    table = bets()
    table.start()
    for _ in range(5):
        table.read(1)
        table.read(2)
    assert isinstance(table.part, feig_obid.FeigLine)
    assert table.part.hasty == 0
