"""Commissioning that a page leads: one order at a time, left and taken up, and the table file once confirmed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.commissioning import files, led
from firmware_bridge.commissioning.found import Commissioned, End, Named
from firmware_bridge.guided.kept import KeptError
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.guided import (
    AnswerNaming,
    BeginNaming,
    BeginTest,
    GuidedAct,
    NamingNow,
    Word,
    WriteNames,
)
from firmware_bridge.messages.guided_facts import AntennaFound, FileTrouble, LedBy, Refused, TableProposed
from firmware_bridge.messages.orders import HandLatch, LeadTest
from firmware_bridge.messages.tablefile import load_table_file
from firmware_bridge.tabletext import with_parts

from .rig import Table
from .test_commissioned_files import text_in
from .test_led import WHO


class AtPage:
    """A technician at the page of a table whose bets are plugged in the wrong order: 1 for 2."""

    def __init__(self, directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.file = directory / "table.toml"
        self.table = Table(directory, monkeypatch, keep=lambda part: part["name"] == "bets")
        self.file.write_text(with_parts(text_in(directory), self.table.file))
        self.table.rig.faults.order("swap bet:1 bet:2", self.table.now)
        self._revision = 0
        self.chip = self.table.world.add_chip(100).id
        self.table.world.move([self.chip], "off", self.table.now)
        self.table.run(2)

    def says(self, act: GuidedAct, seconds: float = 0.3) -> NamingNow:
        self._revision += 1
        self.table.controller.say(LeadTest(epoch=1, revision=self._revision, act=act))
        return self.after(seconds)

    def begins(self, only: str = "") -> NamingNow:
        return self.says(BeginNaming(only=only), 4)

    def answers(self, word: Word) -> NamingNow:
        return self.says(AnswerNaming(turn=self.now.turn, word=word))

    def writes(self) -> NamingNow:
        return self.says(WriteNames(turn=self.now.turn))

    def names_both(self) -> None:
        """Name the two that are swapped, and leave."""
        self.begins(only="bets")
        self.lays("bet:1")
        self.lays("bet:2")
        self.answers("leave")

    def after(self, seconds: float) -> NamingNow:
        self.table.run(seconds)
        return self.now

    def lays(self, spot: str) -> NamingNow:
        self.table.world.move([self.chip], spot, self.table.now)
        return self.after(5)

    @property
    def now(self) -> NamingNow:
        return self.table.controller.namings[-1]


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AtPage]:
    page = AtPage(tmp_path, monkeypatch)
    yield page
    page.table.close()


def order(now: NamingNow) -> str:
    return "" if now.order is None else now.order.said()


def named(now: NamingNow) -> dict[str, str]:
    return {one.name: one.end for one in now.names}


def test_a_page_names_an_antenna_and_goes_on_where_it_was_left(page: AtPage) -> None:
    assert order(page.begins()) == "Lay one chip on seat 1's bet line."
    now = page.lays("bet:1")
    assert (named(now)["bet:1"], order(now)) == ("bets:2", "Lay one chip on seat 2's bet line.")
    assert now.last is not None
    assert isinstance(now.last.seen, AntennaFound)
    left = page.answers("leave")
    assert page.table.file.gpio is not None
    ends = 10 + len(page.table.file.gpio.lines)
    assert (left.order, left.left) == (None, ends - 2)  # the bet line, and the supply, which keeps its name
    assert {*named(left)} == {"bet:1", "power"}
    assert order(page.begins()) == "Lay one chip on seat 2's bet line."


def test_the_table_file_is_written_when_it_is_confirmed_and_the_one_before_is_kept(page: AtPage) -> None:
    page.names_both()
    before = page.file.read_text()
    assert page.now.writable
    written = page.writes()
    assert (written.written is not None, written.writable) == (True, False)
    assert load_table_file(page.file).part[0].antennas["2"] == "bet:1"
    (backup,) = page.file.parent.glob("table-*.toml")
    assert backup.read_text() == before


def test_what_was_not_shown_is_not_written(page: AtPage) -> None:
    turn = page.begins(only="bets").turn
    page.answers("leave")
    page.names_both()
    before = page.file.read_text()
    page.says(WriteNames(turn=turn))
    assert page.file.read_text() == before


def test_a_bridge_that_may_not_write_the_table_file_leaves_a_proposal(
    page: AtPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(file: Path, *_: object) -> Path:
        raise KeptError(FileTrouble(kind="unwritable", file=str(file), trouble="Read-only file system"))

    page.names_both()
    monkeypatch.setattr(files, "put_table", refuses)
    proposed = page.table.file.paths.bridge / "table.proposed.toml"
    assert page.writes().written == TableProposed(file=str(proposed), target=str(page.file))
    assert load_table_file(proposed).part[0].antennas["2"] == "bet:1"


def test_page_and_terminal_go_on_with_what_the_other_has_left(page: AtPage) -> None:
    box = page.file.rename(files.box_file(page.file))  # as a terminal leaves it before the end of its walk
    work = files.opened(page.file)
    assert work is not None
    work.keep(Commissioned(named=(Named(name="bet:1", end=End(part="bets", number=2)),)))
    led_on_box = led.LedNaming(page.table.file, box, page.table.loop, lambda _news: None)
    led_on_box.begin(BeginNaming())
    page.after(4)
    page.lays("bet:2")
    led_on_box.close()
    page.after(0.5)
    again = files.opened(page.file)
    assert again is not None
    assert {"bet:1", "bet:2"} == set(again.found.ends)
    assert not page.file.exists()


def test_it_is_refused_in_a_hand(page: AtPage) -> None:
    page.table.controller.say(HandLatch(epoch=1, revision=page.table.now, in_progress=True))
    page.after(0.1)
    assert page.begins().why == Refused(kind="in_hand")


def test_a_guided_test_and_a_naming_exclude_each_other(page: AtPage) -> None:
    page.says(BeginTest(signer=WHO), 4)
    assert page.begins().why == LedBy(technician="R. Roe")
    assert files.kept(page.table.file.paths.bridge) is None
    other = page.table.controller.tests[-1]
    assert (other.order is None, other.why == Refused(kind="other_test")) == (False, False)


def test_what_a_person_changed_in_the_file_after_it_was_written_stays(page: AtPage) -> None:
    page.names_both()
    page.writes()
    page.file.write_text(page.file.read_text().replace('2 = "bet:1"', '2 = "pot"'))
    told: list[Message] = []
    led.LedNaming(load_table_file(page.file), page.file, page.table.loop, told.append).tell_all()
    now = told[-1]
    assert isinstance(now, NamingNow)
    assert named(now)["pot"] == "bets:2"  # as the file in force has it, not as it was found
