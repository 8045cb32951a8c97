"""From the table file to the core's own description of the table."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from controller.rulebooks import load
from controller.service.session.table_session import Desk
from controller.service.session.table_setup import setup_of
from controller.table import Level, Schedule, SeatSetup, Setup, Stakes, Table, new_table, view
from controller.table.chips.inventory import take_setup
from controller.table.tournament.levels import MINUTE
from firmware_bridge.messages.tablefile import parse_table_file
from tests.core.invariants import accounted

from .things import registers, table_text


@pytest.mark.parametrize(
    ("rulebook", "tournament"),
    [("lfp", True), ("casino_tournament", True), ("casino_cash", False), ("leaflet", False), ("roberts", False)],
)
def test_cash_or_tournament_is_as_the_rulebook_says_and_cash_where_it_is_for_either(
    tmp_path: Path, rulebook: str, tournament: bool
) -> None:
    book = load(rulebook, "no_limit")
    config = parse_table_file(table_text(tmp_path, rulebook=rulebook))
    assert Desk.fresh(config, book, registers(), "").table.setup.tournament is tournament


@pytest.mark.parametrize(("rulebook", "tournament"), [("roberts", True), ("casino_cash", False)])
def test_a_table_file_says_tournament_where_the_rulebook_is_for_either(
    tmp_path: Path, rulebook: str, tournament: bool
) -> None:
    book = load(rulebook, "no_limit")
    text = table_text(tmp_path, rulebook=rulebook).replace("[paths]", "tournament = true\n[paths]")
    assert Desk.fresh(parse_table_file(text), book, registers(), "").table.setup.tournament is tournament


def test_what_the_house_sets_reaches_the_table(tmp_path: Path) -> None:
    text = table_text(tmp_path, rulebook="casino_cash").replace(
        "[paths]", "bet_unit = 50\nrake_basis_points = 400\nrake_maximum = 1500\nsimultaneous_ms = 250\n[paths]"
    )
    setup = Desk.fresh(parse_table_file(text), load("casino_cash", "no_limit"), registers(), "").table.setup
    assert (setup.bet_unit, setup.rake_basis_points, setup.rake_maximum) == (50, 400, 1500)
    assert setup.simultaneous == 250_000_000


def test_two_players_at_a_limit_cash_table_raise_without_a_cap(tmp_path: Path) -> None:
    book = load("roberts", "limit")
    text = table_text(tmp_path, seats=2, rulebook="roberts").replace("[paths]", 'structure = "limit"\n[paths]')
    setup = Desk.fresh(parse_table_file(text), book, registers(), "").table.setup
    exception = book.rule("raise.cap").figures
    assert exception["heads_up_uncapped"]
    assert not (setup.tournament and exception["tournament_capped"])


# --- every field of a table has its key -----------------------------------------------------------------------------

EVENT = '[tournament]\nlevels = ["50/100", "100/200/25"]\nbreak_after = [1]\n'
KEYS = {
    "seats": "empty = [3]\n[game]",
    "stakes": "ante = 25",
    "rulebook": "",
    "structure": 'structure = "pot_limit"',
    "smallest_chip": "",
    "parts": '[gpio]\nlines = { "shoe:beam1" = 2, "shoe:beam2" = 3 }',
    "motion_resolution": "motion_resolution_ms = 200",
    "simultaneous": "simultaneous_ms = 250",
    "bet_unit": "bet_unit = 50",
    "tournament": "",  # by the rulebook, or the key: see above
    "rake_basis_points": "rake_basis_points = 400",
    "rake_maximum": "rake_basis_points = 400\nrake_maximum = 500",
    "chairs": "",
    "buyin_least": "buyin_least = 200",
    "buyin_most": "buyin_most = 500",
    "self_dealt": "self_dealt = true",
    "absence": "absence_minutes = 30",
    "devices": 'devices = "messages"',
    "schedule": EVENT,
    "stakes.small_blind": "",
    "stakes.big_blind": "",
    "stakes.ante": "ante = 25",
    "stakes.big_blind_ante": "big_blind_ante = 100",
    "stakes.small_bet": 'structure = "limit"\nsmall_bet = 50',
    "stakes.big_bet": 'structure = "limit"\nbig_bet = 400',
    "schedule.levels": EVENT,
    "schedule.players": "[tournament]\nplayers = 90",
    "schedule.starting_stack": "",
    "schedule.rebuy_stack": "[tournament]\nrebuy_stack = 500\nrebuy_levels = 2",
    "schedule.rebuy_levels": "[tournament]\nrebuy_stack = 500\nrebuy_levels = 2",
    "schedule.rebuy_limit": "[tournament]\nrebuy_limit = 2",
    "schedule.addon_stack": "[tournament]\naddon_stack = 500",
    "schedule.addon_times": "[tournament]\naddon_times = 2",
    "schedule.latecomers": '[tournament]\nlatecomers = "free"',
    "schedule.late_levels": "[tournament]\nlate_levels = 2",
    "variant": 'structure = "pot_limit"\nvariant = "omaha"',
    "level.stakes": EVENT.replace("100/200/25", "150/300"),
    "level.lasts": f"{EVENT}level_minutes = [20, 0.5]",
    "level.pause": f"{EVENT}break_minutes = 15",
}
"""Of each field a line that says it otherwise; "" where every file says it."""

BY_PEOPLE = {"button"}
"""It lies on the table: its lines sense it, the dealer says where it is, or it is drawn for."""


def described(tmp_path: Path, line: str = "") -> Setup:
    text = table_text(tmp_path, seats=3, rulebook="roberts")
    if line.startswith("empty"):
        text = text.replace("[game]", line)
    elif line.startswith("["):
        text += line
    else:
        text = text.replace("[paths]", f"{line}\n[paths]")
    return setup_of(parse_table_file(text), faces=True, tournament=True)


def told(setup: Setup, name: str) -> object:
    of, _, field = name.rpartition(".")
    if of == "level":
        return tuple(getattr(level, field) for level in setup.schedule.levels)
    return getattr(getattr(setup, of) if of else setup, field)


def test_every_field_of_a_table_has_its_key_or_is_for_people_to_say() -> None:
    said = {field.name for field in fields(Setup)} - BY_PEOPLE
    for name, kind in (("stakes", Stakes), ("schedule", Schedule), ("level", Level)):
        said |= {f"{name}.{field.name}" for field in fields(kind)}
    assert set(KEYS) == said


@pytest.mark.parametrize("name", sorted(name for name, line in KEYS.items() if line))
def test_a_key_reaches_its_field(tmp_path: Path, name: str) -> None:
    usual = described(tmp_path, EVENT if name.startswith("level.") else "")
    assert told(described(tmp_path, KEYS[name]), name) != told(usual, name)


def test_what_every_file_says_reaches_the_table(tmp_path: Path) -> None:
    setup = described(tmp_path)
    assert (setup.chairs, setup.rulebook, setup.smallest_chip) == ((1, 2, 3), "roberts", 25)
    assert (setup.stakes.small_blind, setup.stakes.big_blind) == (50, 100)
    assert setup.schedule.starting_stack == setup.seats[0].stack == 10_000


def test_levels_and_breaks_last_as_long_as_each_is_said_to(tmp_path: Path) -> None:
    levels = described(tmp_path, f"{EVENT}level_minutes = [20, 0.5]\nbreak_minutes = [15]").schedule.levels
    assert [(level.lasts, level.pause) for level in levels] == [(20 * MINUTE, 15 * MINUTE), (MINUTE // 2, 0)]


# --- another file ---------------------------------------------------------------------------------------------------


def changed(table: Table, **otherwise: Any) -> None:
    take_setup(table, replace(table.setup, **otherwise))


def seated(table: Table, stacks: dict[int, int]) -> bool:
    shown = {seat.seat: seat.stack for seat in view(table).seats if seat.stack}
    return shown == stacks and accounted(table.felt)


def test_who_owes_something_or_is_away_is_so_still_under_another_description(tmp_path: Path) -> None:
    table = new_table(described(tmp_path))
    table.seating.away, table.seating.debt[2], table.seating.sitting_out = 1 << 3, "missed", 1 << 1
    changed(table, rake_basis_points=400)
    assert (table.seating.away, table.seating.debt[2], table.seating.sitting_out) == (1 << 3, "missed", 1 << 1)
    assert seated(table, {1: 10_000, 2: 10_000, 3: 10_000})


def test_the_level_goes_on_unless_the_stakes_are_described_otherwise(tmp_path: Path) -> None:
    table = new_table(described(tmp_path))
    table.stakes = Stakes(200, 400)
    changed(table, bet_unit=50)
    assert table.stakes == Stakes(200, 400)
    changed(table, stakes=Stakes(75, 150))
    assert table.stakes == Stakes(75, 150)


def test_seat_added_by_a_new_table_file_is_held_and_a_removed_one_not(tmp_path: Path) -> None:
    table = new_table(described(tmp_path))
    changed(table, chairs=(2, 3, 4), seats=(*table.setup.seats[1:], SeatSetup(4, 5_000)))
    assert seated(table, {2: 10_000, 3: 10_000, 4: 5_000})


@pytest.mark.parametrize(("hands", "stays"), [(0, False), (1, True)])
def test_who_has_played_stays_where_the_file_has_an_empty_seat(tmp_path: Path, hands: int, stays: bool) -> None:
    table = new_table(described(tmp_path))
    table.hand_number = hands
    changed(table, seats=table.setup.seats[:2])
    assert bool(table.seating.held >> 3 & 1) is stays
