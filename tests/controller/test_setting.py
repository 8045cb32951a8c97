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


def test_two_players_at_a_limit_cash_table_raise_without_a_cap(tmp_path: Path) -> None:
    book = load("roberts", "limit")
    text = table_text(tmp_path, seats=2, rulebook="roberts").replace("[paths]", 'structure = "limit"\n[paths]')
    setup = Desk.fresh(parse_table_file(text), book, registers(), "").table.setup
    exception = book.rule("raise.cap").figures
    assert exception["heads_up_uncapped"]
    assert not (setup.tournament and exception["tournament_capped"])
