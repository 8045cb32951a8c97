"""Faults: what each does, and that a wrong order names the word and what is allowed."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware_sim.faults import FaultError, Faults
from hardware_sim.parts.feig_obid import FeigLine
from hardware_sim.parts.gpio import GpioBoard
from hardware_sim.parts.nextion import Nextion
from hardware_sim.parts.part import MS
from hardware_sim.parts.pn532 import Pn532
from hardware_sim.physics.fields import Fields, reference_antennas
from hardware_sim.physics.noise import REAL
from hardware_sim.physics.things import Technology
from hardware_sim.physics.world import World
from hardware_sim.wires import Cable, SocketWire, Wire

INFO = bytes.fromhex("02 00 08 FF 66 00 88 12")


class Table:
    """A small table with real ptys, in virtual time."""

    def __init__(self, directory: Path) -> None:
        self.now = 0
        self.taken: dict[str, int] = {}
        self.world = World(1)
        self.fields = Fields(self.world, reference_antennas())
        self.feig = FeigLine("feig-bets", self.fields, {0: "bet:1"})
        self.panel = Nextion("display-1")
        self.shoe = Pn532("shoe", self.fields, "shoe")
        wires = {part.name: Wire(part.name, directory) for part in (self.feig, self.panel, self.shoe)}
        self.cables = {part.name: Cable(part, wires[part.name]) for part in (self.feig, self.panel, self.shoe)}
        self.cables["gpio"] = Cable(GpioBoard("gpio", self.world.lines), SocketWire("gpio", directory))
        self.faults = Faults(self.cables, self.fields)
        self.hosts = {name: self.open(name) for name in wires}

    def open(self, name: str) -> int:
        return os.open(self.cables[name].wire.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)

    def order(self, text: str) -> None:
        self.faults.order(text, self.now)

    def run(self, span: int = 300 * MS) -> None:
        end = self.now + span
        while True:
            for cable in self.cables.values():
                cable.pump(self.now)
            dues = [cable.deadline for cable in self.cables.values() if cable.deadline is not None]
            if not dues or min(dues) > end:
                break
            self.now = max(min(dues), self.now)
        self.now = end

    def ask(self, name: str, words: bytes, span: int = 300 * MS) -> bytes:
        os.write(self.hosts[name], words)
        wire = self.cables[name].wire
        assert select.select([wire], [], [], 1.0)[0]
        self.run(span)
        return self.heard(name)

    def heard(self, name: str) -> bytes:
        """All that has been sent to a host since the last time: the kernel carries it over in its own time."""
        data, missing = b"", self.cables[name].wire.sent - self.taken.get(name, 0)
        while len(data) < missing and select.select([self.hosts[name]], [], [], 1.0)[0]:
            data += os.read(self.hosts[name], 4096)
        self.taken[name] = self.taken.get(name, 0) + len(data)
        return data

    def close(self) -> None:
        for fd in self.hosts.values():
            os.close(fd)
        for cable in self.cables.values():
            cable.wire.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "'' is no fault. Allowed: mute"),
        ("break feig-bets", "'break' is no fault. Allowed: mute, garble"),
        ("mute", "'mute' has 0 words behind it. Allowed: 1"),
        ("mute feig-betz", "'feig-betz' is no part. Allowed: feig-bets, display-1, shoe, gpio"),
        ("mute shoe now", "'mute' has 2 words behind it. Allowed: 1"),
        ("garble shoe 2", "'2' is no ratio. Allowed: 0 to 1"),
        ("garble shoe much", "'much' is no ratio. Allowed: 0 to 1"),
        ("late shoe -3", "'-3' is no time in ms. Allowed: 0 to 60000"),
        ("ghost bet:99", "'bet:99' is no antenna. Allowed: seat:1"),
        ("ghost bet:1 04AB", "that is no tag identifier. Allowed: 7 bytes"),
        ("stick shoe fold", "'shoe' is no display. Allowed: display-1"),
        ("stick display-1 jump", "'jump' is no key on the page 'seat' of display-1"),
        ("line post:1 5", "'5' is no level. Allowed: 0, 1, free"),
        ("line post:77 1", "'post:77' is no GPIO line. Allowed: shoe:beam1"),
        ("identity gpio x", "'gpio' is no serial part. Allowed: feig-bets, display-1, shoe"),
        ("identity shoe zz", "non-hexadecimal"),
        ("lose shoe 3", "'shoe' is no GPIO board. Allowed: gpio"),
        ("heal everything", "'everything' is no part, antenna or line. Allowed: all, feig-bets"),
    ],
)
def test_a_wrong_order_names_the_word_and_what_is_allowed(table: Table, text: str, complaint: str) -> None:
    with pytest.raises(FaultError) as caught:
        table.order(text)
    assert str(caught.value).startswith(complaint)


def test_a_wrong_order_does_not_repeat_a_tag(table: Table) -> None:
    with pytest.raises(FaultError) as caught:
        table.order("ghost seat:1 040E3BD2286B")
    assert "040E" not in str(caught.value)


def test_a_mute_part_says_nothing_until_it_is_healed(table: Table) -> None:
    table.order("mute feig-bets")
    assert table.ask("feig-bets", INFO) == b""
    table.order("heal feig-bets")
    assert table.ask("feig-bets", INFO) != b""


def test_garbled_bytes_keep_their_number(table: Table) -> None:
    good = table.ask("feig-bets", INFO)
    table.cables["feig-bets"].to_part.clear()
    table.order("garble feig-bets 1")
    table.cables["feig-bets"].to_part.clear()
    bad = table.ask("feig-bets", INFO)
    assert len(bad) == len(good)
    assert all((a ^ b).bit_count() == 1 for a, b in zip(good, bad, strict=True))


def test_dropped_bytes_are_missing(table: Table) -> None:
    good = table.ask("feig-bets", INFO)
    table.order("drop feig-bets 0.5")
    table.cables["feig-bets"].to_part.clear()
    assert 0 < len(table.ask("feig-bets", INFO)) < len(good)


def test_a_slow_part_answers_whole_but_later(table: Table) -> None:
    good = table.ask("feig-bets", INFO)
    table.order("slow feig-bets 100")
    assert table.ask("feig-bets", INFO, span=100 * MS) == b""
    table.run(100 * MS)
    assert table.heard("feig-bets") == good


def test_one_late_answer_does_not_overtake_the_next(table: Table) -> None:
    good = table.ask("feig-bets", INFO)
    table.order("late feig-bets 200")
    assert table.ask("feig-bets", INFO, span=100 * MS) == b""
    assert table.ask("feig-bets", INFO, span=200 * MS) == good + good
    assert table.ask("feig-bets", INFO, span=100 * MS) == good


def test_a_pulled_cable_has_no_name_and_comes_back_under_it(table: Table) -> None:
    table.order("unplug shoe")
    assert not table.cables["shoe"].wire.path.exists()
    table.order("plug shoe")
    assert table.cables["shoe"].wire.path.exists()


def test_a_display_that_reboots_says_so(table: Table) -> None:
    table.order("reboot display-1")
    table.run(1000 * MS)
    assert table.heard("display-1") == bytes.fromhex("00 00 00 FF FF FF 88 FF FF FF")


def test_a_part_may_pretend_to_be_another(table: Table) -> None:
    table.order("identity display-1 NX3224T024_011R")
    assert b"NX3224T024_011R" in table.ask("display-1", b"connect\xff\xff\xff")


def test_a_stuck_key_is_pressed_and_not_released(table: Table) -> None:
    table.order("stick display-1 fold")
    table.run()
    pressed = table.heard("display-1")
    assert (pressed[0], pressed[3], len(pressed)) == (0x65, 1, 7)
    table.order("release display-1 fold")
    table.run()
    assert table.heard("display-1")[3] == 0


@pytest.mark.parametrize(
    ("orders", "reports"), [((), 2), (("wear display-1 fold 1",), 4), (("deaf display-1 fold",), 0)]
)
def test_a_worn_key_comes_and_goes_once_more_and_a_deaf_one_never(
    table: Table, orders: tuple[str, ...], reports: int
) -> None:
    for order in orders:
        table.order(order)
    for pressed in (True, False):
        table.panel.touch("fold", pressed, table.now)
    table.run()
    assert len(table.heard("display-1")) == 7 * reports


@pytest.mark.parametrize(("text", "count"), [("ghost bet:1", 2), ("double bet:1", 2), ("noread bet:1 1", 0)])
def test_an_antennas_fault_changes_its_reading_until_healed(table: Table, text: str, count: int) -> None:
    table.world.move([table.world.add_chip(100).id], "bet:1", 0)
    table.order(text)
    assert len(table.fields.listing("bet:1", Technology.ISO15693, 1, 2).tags) == count
    table.order("heal bet:1")
    assert len(table.fields.listing("bet:1", Technology.ISO15693, 3, 4).tags) == 1


def test_a_cross_read_shows_a_neighbours_card_even_on_a_quiet_table(table: Table) -> None:
    table.world.move([table.world.add_card("As").id], "board:2", 0)
    table.order("cross board:1 board:2 1")
    assert len(table.fields.listing("board:1", Technology.ISO14443A, 1, 2).tags) == 1
    table.order("heal all")
    assert len(table.fields.listing("board:1", Technology.ISO14443A, 3, 4).tags) == 0


def test_a_leak_shows_the_next_card_of_the_stub(table: Table) -> None:
    card = table.world.add_card("As")
    table.world.load_shoe([card.id], 0)
    table.order("leak shoe 1")
    assert table.fields.listing("shoe", Technology.ISO14443A, 1, 2).tags == (card.tag,)
    table.order("heal shoe")
    assert table.fields.listing("shoe", Technology.ISO14443A, 3, 4).tags == ()


@pytest.mark.parametrize("ratio", ["0", "0.01"])
def test_stub_shines_through_only_as_often_as_ordered(table: Table, ratio: str) -> None:
    table.world.noise = REAL
    table.world.load_shoe([card.id for card in table.world.add_deck(("As", "Kd", "7h"))], 0)
    table.order(f"leak shoe {ratio}")
    seen = sum(len(table.fields.listing("shoe", Technology.ISO14443A, at, at + 1).tags) for at in range(1000))
    assert seen <= 1000 * 2 * float(ratio) * 1.8  # two cards as often as ordered, and some luck


def test_a_stuck_line_is_let_go_by_healing_all(table: Table) -> None:
    line = table.world.lines.number("post:1")
    table.order("line post:1 0")
    assert table.world.lines.level(line) is False
    table.order("heal all")
    assert table.world.lines.level(line) is True
