"""From the table file to the core's own description of the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.bus.desk import Desk
from controller.rulebooks import load
from firmware_bridge.messages.tablefile import parse_table_file

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
