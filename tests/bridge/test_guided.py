"""Test mode at the whole bridge, its ports and the simulated parts, with a technician who follows the orders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.guided.checks import AtFirst
from firmware_bridge.guided.sheet import Sheet
from firmware_bridge.guided.steps import steps_of
from firmware_bridge.messages.guided_facts import AllPassed, SomeFailed
from firmware_bridge.messages.guided_orders import order_texts

from .rig import Table, table_file
from .technician import Technician

PARTS = ("shoe", "cards-1", "bets", "display-1")
OTHER_KINDS = ("shoe", "picture", "shoe:back", "shoe:lid", "door", "button:4", "post:4")
"""One thing of each kind that no other test here passes. To try all 53 takes a minute."""

Tables = Callable[..., Table]


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tables]:
    """Makes the reference table with these parts, and with cards in the shoe."""
    made: list[Table] = []

    def make(*parts: str) -> Table:
        table = Table(tmp_path, monkeypatch, keep=lambda part: part["name"] in parts)
        made.append(table)
        deck = table.world.add_deck(["2c", "3c", "4c", "5c"])
        table.world.load_shoe([card.id for card in deck], table.now)
        table.run(4)
        return table

    yield make
    for table in made:
        table.close()


def test_each_kind_of_thing_of_a_sound_table_passes(tables: Tables) -> None:
    parts = ("shoe", "display-1", "gpio")
    assert Technician(tables(*parts), parts, OTHER_KINDS).works() == dict.fromkeys(OTHER_KINDS, "pass")


@pytest.mark.search
@pytest.mark.timeout(240)
def test_every_thing_of_a_sound_table_passes(tables: Tables) -> None:
    technician = Technician(tables(*PARTS), (*PARTS, "gpio"))
    found = technician.works(3000)
    assert {thing for thing, result in found.items() if result != "pass"} == set()
    assert technician.sheet.result == AllPassed(steps=1 + 8 + 10 + 9 + 25)


def test_a_dead_antenna_fails_by_name(tables: Tables) -> None:
    table = tables("cards-1")
    table.rig.faults.order("noread seat:3 1.0", table.now)
    technician = Technician(table, ("cards-1",), ("seat:2", "seat:3"))
    assert technician.works() == {"seat:2": "pass", "seat:3": "fail"}
    assert "the antenna or its cable is dead" in technician.seen("seat:3")
    assert technician.sheet.result == SomeFailed(things="cards-1 seat:3")


@pytest.mark.parametrize(
    ("fault", "thing", "seen"),
    [
        ("noread seat:3 0.5", "seat:3", "detuned"),
        ("swap seat:3 seat:5", "seat:3", "but at seat:5: it lies there, or the plugs are swapped"),
        ("cross seat:4 seat:3 1.0", "seat:3", "heard at seat:4 as well"),
    ],
)
def test_a_bad_antenna_fails_with_its_cause(tables: Tables, fault: str, thing: str, seen: str) -> None:
    table = tables("cards-1")
    table.rig.faults.order(fault, table.now)
    technician = Technician(table, ("cards-1",), (thing,))
    assert technician.works() == {thing: "fail"}
    assert seen in technician.seen(thing)


def test_a_mute_reader_fails_as_one_without_supply(tables: Tables) -> None:
    table = tables("bets")
    table.rig.faults.order("dead bets 3", table.now)
    table.run(3)
    technician = Technician(table, ("bets",), ("bet:2", "bet:3"))
    assert technician.works() == {"bet:2": "pass", "bet:3": "fail"}
    assert "its supply" in technician.seen("bet:3")


def test_a_stuck_key_fails_by_name(tables: Tables) -> None:
    technician = Technician(tables("display-1"), ("display-1",), ("key call", "key fold"))
    technician.never_lets_go_of = "fold"
    assert technician.works() == {"key call": "pass", "key fold": "fail"}
    assert "never let go" in technician.seen("key fold")


def test_a_dirty_beam_fails_by_name(tables: Tables) -> None:
    table = tables("display-1")
    table.rig.faults.order("chatter shoe:beam1 2", table.now)
    technician = Technician(table, ("gpio",), ("shoe:beam1", "shoe:beam2"))
    assert technician.works() == {"shoe:beam1": "fail", "shoe:beam2": "pass"}
    assert "short breaks with nothing there" in technician.seen("shoe:beam1")


@pytest.mark.parametrize(
    ("fault", "thing", "seen"),
    [
        ("line button:2 0", "button:2", "acts all the time"),
        ("line post:3 1", "post:3", "it or its cable is dead"),
        ("exchange post:3 post:4", "post:3", "but post:4 did"),
        ("bounce post:3", "post:3", "its contact bounces"),
    ],
)
def test_a_bad_switch_fails_with_its_cause(tables: Tables, fault: str, thing: str, seen: str) -> None:
    table = tables("display-1")
    table.rig.faults.order(fault, table.now)
    table.run(0.2)
    technician = Technician(table, ("gpio",), (thing,))
    assert technician.works() == {thing: "fail"}
    assert seen in technician.seen(thing)


def test_a_test_that_was_left_is_taken_up_where_it_was(tables: Tables) -> None:
    table = tables("cards-1")
    first = Technician(table, ("cards-1",), ("seat:2", "seat:3"))
    first.leaves_at = "Lay one card on seat 3's card spot."
    assert first.works() == {"seat:2": "pass"}
    table.run(1)
    second = Technician(table, ("cards-1",), ("seat:2", "seat:3"), only_left=True)
    assert second.works() == {"seat:2": "pass", "seat:3": "pass"}
    assert second.said[2:4:2] == ["Lay one card on seat 3's card spot."]


def test_a_failed_step_that_is_repeated_counts_as_it_went_last(tables: Tables) -> None:
    table = tables("cards-1")
    table.rig.faults.order("noread seat:3 1.0", table.now)
    assert Technician(table, ("cards-1",), ("seat:3",)).works() == {"seat:3": "fail"}
    table.rig.faults.order("heal seat:3", table.now)
    table.run(1)
    assert Technician(table, ("cards-1",), ("seat:3",)).works() == {"seat:3": "pass"}


def test_the_sheet_names_each_part_as_it_named_itself(tables: Tables) -> None:
    table = tables("cards-1")
    technician = Technician(table, ("cards-1",), ("seat:2",))
    technician.works()
    sheet = technician.sheet
    (text,) = table.file.paths.bridge.glob("table-test-*.txt")
    (data,) = table.file.paths.bridge.glob("table-test-*.json")
    assert sheet.parts[0].identity
    assert sheet.parts[0].identity in text.read_text()
    assert Sheet.model_validate_json(data.read_bytes()) == sheet


def test_every_order_of_a_table_is_said_in_both_languages(tmp_path: Path) -> None:
    at_first = AtFirst(frozenset(), {})
    orders = {step.begin(at_first).order for step in steps_of(table_file(tmp_path))}
    assert len(orders) > 40
    assert {order.said("en") for order in orders}.isdisjoint(order.said("fr") for order in orders)


def test_both_languages_say_each_order_in_twelve_words_and_of_the_same_seat() -> None:
    english, french = order_texts("en"), order_texts("fr")
    assert english.keys() == french.keys()
    assert [key for key in english if ("{n}" in english[key]) != ("{n}" in french[key])] == []
    texts = (*english.values(), *french.values())
    assert [text for text in texts if len(re.sub(r" [?!:]", "", text).split()) > 12] == []
