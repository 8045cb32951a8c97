"""The same hands at depth core, bus and wire: the same rulings, asks, awards and closing stacks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .watched import RULEBOOK

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
SHORT = ("100_26", "100_62", "101_5")
"""Two that end before the flop, and a showdown with one hand turned up and one given up."""


def sim(*arguments: str | Path, timeout: float = 200.0) -> subprocess.CompletedProcess[str]:
    """`sabot sim` with these arguments."""
    command = [sys.executable, "-m", "controller", "sim", "--rulebook", RULEBOOK, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, cwd=ROOT, check=False)


def files(shared: Path, *names: str) -> list[Path]:
    return [shared / "data" / "phh" / "pluribus" / f"{name}.phh" for name in names]


@pytest.mark.timeout(240)
def test_three_depths_come_to_the_same(shared: Path) -> None:
    done = sim(*files(shared, *SHORT), "--check", "--compare", "core,bus,wire", "--json")
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    result = json.loads(done.stdout)
    assert [run["depth"] for run in result["runs"]] == ["core", "bus", "wire"]
    assert [(run["passed"], run["failed"]) for run in result["runs"]] == [(len(SHORT), 0)] * 3
    assert result["differences"] == []
    assert all(substance(hand) for run in result["runs"] for hand in run["hands"])
    assert [remark for run in result["runs"] for remark in run["remarks"] if "forced 0 times" not in remark] == []


OMAHA = """variant = "PO"
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [10000, 9000, 8000]
actions = [
  "d dh p1 AsKsQh2d", "d dh p2 9h9d3c4c", "d dh p3 JcJd5h6h", "p3 cbr 300", "p1 cc", "p2 cc",
  "d db 9c8s5d", "p1 cc", "p2 cbr 600", "p3 cc", "p1 f", "d db 2s", "p2 cc", "p3 cc",
  "d db 7h", "p2 cbr 1000", "p3 cc", "p2 sm 9h9d3c4c", "p3 sm JcJd5h6h",
]
finishing_stacks = [9700, 7100, 10200]
"""


@pytest.mark.timeout(240)
def test_a_hand_of_omaha_is_dealt_and_won_over_every_wire(tmp_path: Path) -> None:
    (tmp_path / "omaha.phh").write_text(OMAHA, encoding="utf-8")
    done = sim(tmp_path / "omaha.phh", "--check", "--depth", "wire", "--json")
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    (run,) = json.loads(done.stdout)["runs"]
    assert (run["passed"], run["failed"], run["hands"][0]["asks"]) == (1, 0, [])


def substance(hand: dict[str, Any]) -> bool:
    """Whether there was something to compare."""
    return len(hand["rulings"]) > 5 and bool(hand["awards"]) and len(hand["stacks"]) == 6


@pytest.mark.soak
def test_fifty_hands_come_to_the_same(shared: Path) -> None:
    done = sim(
        shared / "data" / "phh" / "pluribus", "--check", "--compare", "core,bus,wire", "--limit", "50", timeout=3600
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert done.stdout.count("50 passed, 0 failed") == 3
    assert done.stdout.splitlines()[-1].endswith("at core, bus, wire are equal")


def altered(path: Path, goal: Path) -> tuple[int, int]:
    """A copy in which the first closing stack is one higher; returns what it was and what it is."""
    text = path.read_text(encoding="utf-8")
    before, _, after = text.partition("finishing_stacks = [")
    first, _, rest = after.partition(",")
    goal.write_text(f"{before}finishing_stacks = [{int(first) + 1},{rest}", encoding="utf-8")
    return int(first), int(first) + 1


@pytest.mark.parametrize("depth", ["core", "bus"])
def test_an_altered_closing_stack_is_that_failure_and_no_other(shared: Path, tmp_path: Path, depth: str) -> None:
    copy = tmp_path / "altered.phh"
    is_, says = altered(files(shared, "100b_168")[0], copy)
    done = sim(copy, *files(shared, "100_26"), "--check", "--depth", depth)
    assert done.returncode == 1
    lines = [line for line in done.stdout.splitlines() if "Clock forced" not in line]
    assert lines == [f"altered.phh: seat 1 ends with {is_:,}, the file says {says:,}", "1 passed, 1 failed"]
