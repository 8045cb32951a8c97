"""A tournament at the simulated table: when chips leave the game, and where it cannot be played."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import typer
from typer.testing import CliRunner

from hardware_sim.command import sim
from hardware_sim.robot.structure import LONG
from hardware_sim.trials.tournament_command import tournament


def test_a_chip_is_raced_off_from_its_level_on_until_it_has_left_the_game() -> None:
    assert list(LONG.due(4, ())) == []
    assert list(LONG.due(5, ())) == [(25, 100)]
    assert list(LONG.due(8, ())) == [(25, 100), (100, 500)]
    assert list(LONG.due(8, (25,))) == [(100, 500)]


@pytest.mark.parametrize(
    ("options", "why"),
    [(("--rulebook", "roberts"), "needs a rulebook of tournaments"), (("--table", "no-chips"), "needs --table")],
)
def test_levels_are_refused_where_no_tournament_can_be_played(options: tuple[str, str], why: str) -> None:
    app = typer.Typer(rich_markup_mode=None)
    app.command()(sim)
    refused = CliRunner().invoke(app, ["--levels", "5", *options])
    assert refused.exit_code == 2
    assert why in refused.output


def test_a_game_that_the_rulebook_is_not_played_at_is_refused() -> None:
    app = typer.Typer(rich_markup_mode=None)
    app.command()(sim)
    refused = CliRunner().invoke(app, ["--rulebook", "lfp", "--variant", "omaha"])
    assert refused.exit_code == 2
    assert "is not played at 'omaha'" in refused.output


@pytest.mark.parametrize("command", [sim, tournament])
def test_a_rulebook_that_is_not_there_is_refused_by_name(command: Callable[..., None]) -> None:
    app = typer.Typer(rich_markup_mode=None)
    app.command()(command)
    refused = CliRunner().invoke(app, ["--rulebook", "nonsense"])
    assert refused.exit_code == 2
    assert "--rulebook nonsense" in refused.output
