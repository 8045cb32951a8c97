"""What `sabot bench core` says of hands that it cannot measure."""

from __future__ import annotations

from pathlib import Path

import typer
from typer.testing import CliRunner

from hardware_sim.bench.command import bench

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
