"""The simulated table that plays an evening without end."""

from __future__ import annotations

import pytest

from controller.check_config import check
from controller.rulebooks import load
from controller.service.session.table_setup import is_tournament, setup_of
from controller.table import new_table, view
from firmware_bridge.messages.tablefile import parse_table_file
from hardware_sim import tables
from hardware_sim.depths.stage import Stage
from hardware_sim.endless import PLAYERS, Wanted, set_up_evening


@pytest.mark.parametrize(("rulebook", "left"), [("lfp", len(PLAYERS)), ("casino_cash", None)])
def test_a_tournament_counts_the_players_and_not_the_chairs(rulebook: str, left: int | None) -> None:
    wanted = Wanted(rulebook, "reference", 1.0, 1, 8080, 8081)
    with Stage() as stage:
        set_up_evening(stage, tables.describe("reference"), wanted)
        table = parse_table_file(stage.config.read_text("utf-8"))
    contest = view(new_table(setup_of(table, faces=True, tournament=is_tournament(table, load(rulebook))))).contest
    assert (contest.left if contest else None) == left


@pytest.mark.parametrize("rulebook", ["lfp", "casino_cash", "casino_tournament", "roberts", "limit", "leaflet"])
def test_the_controller_takes_the_table_file_of_every_rulebook(rulebook: str) -> None:
    with Stage() as stage:
        set_up_evening(stage, tables.describe("reference"), Wanted(rulebook, "reference", 1.0, 1, 8080, 8081))
        table = parse_table_file(stage.config.read_text("utf-8"))
        assert check(table)
