"""What `sabot bench core` says of hands that it cannot measure."""

from __future__ import annotations

from pathlib import Path

import typer
from typer.testing import CliRunner

from hardware_sim.bench.command import bench
from hardware_sim.bench.core import bench_core
from hardware_sim.phh import read_hands

UNENDED = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [10000, 10000]
actions = ['d dh p1 6c5d', 'd dh p2 8d4h']
"""


def test_hands_of_which_none_can_be_measured_are_refused_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "short.phh").write_text(UNENDED)
    app = typer.Typer()
    app.command()(bench)
    done = CliRunner().invoke(app, ["core", "--hands", str(tmp_path)])
    assert done.exit_code == 2
    assert "none of 1 hands can be measured, allowed are hands that end as their file says" in done.output
    assert "short.phh: the file has no act left, the table expects one of seat 2" in done.output


ALL_IN_BEHIND_AN_ANTE = """variant = 'NT'
ante_trimming_status = false
antes = [0, 150, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [10000, 2000, 10000]
actions = [
  'd dh p1 6c5d', 'd dh p2 8d8h', 'd dh p3 AcKc', 'p3 cbr 300', 'p1 f', 'p2 cbr 1850', 'p3 cc', 'p2 sm 8d8h',
  'p3 sm AcKc', 'd db 2c7cTh', 'd db Jh', 'd db 4d',
]
finishing_stacks = [9950, 3900, 8150]
"""


def test_the_ante_of_the_big_blind_is_paid_on_both_sides(tmp_path: Path) -> None:
    """Else the hand goes on at PokerKit, where the file has its players all in."""
    (tmp_path / "ante.phh").write_text(ALL_IN_BEHIND_AN_ANTE)
    figures = {figure.name: figure.value for figure in bench_core(read_hands(tmp_path / "ante.phh"))}
    assert figures["hands prepared"] == 1
