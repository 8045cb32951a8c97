"""The bench at a share of a core: its arithmetic, what it reads, and its refusal where nothing can be held."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from hardware_sim.bench import quota
from hardware_sim.bench.ages import Published, bet_known_within, published_in
from hardware_sim.bench.command import bench
from hardware_sim.bench.figures import Figure
from hardware_sim.bench.quota import Group, Hierarchy, NoQuotaError, Quota, Version, hierarchy, quota_of, settings
from hardware_sim.bench.share import burst_after, combined

MS = 1_000_000


@pytest.mark.parametrize(
    ("share", "held"),
    [
        (0.2, Quota(2_000, 10_000)),
        (1.0, Quota(10_000, 10_000)),
        (0.08, Quota(1_000, 12_500)),  # the kernel takes no quota below a millisecond
    ],
)
def test_a_quota_is_the_share_of_a_short_period(share: float, held: Quota) -> None:
    assert quota_of(share) == held


@pytest.mark.parametrize("share", [0.0, -0.1, 1.01])
def test_a_share_beyond_a_core_is_refused_with_what_is_allowed(share: float) -> None:
    with pytest.raises(ValueError, match="allowed is more than 0 and at most 1"):
        quota_of(share)


def test_both_versions_of_control_groups_are_written_in_their_own_files() -> None:
    assert settings(Version.ONE, Quota(1_000, 12_500)) == {
        "cpu.shares": "262144",
        "cpu.cfs_period_us": "12500",
        "cpu.cfs_quota_us": "1000",
    }
    assert settings(Version.TWO, Quota(1_000, 12_500)) == {"cpu.weight": "10000", "cpu.max": "1000 12500"}


def test_a_group_without_a_quota_only_has_a_weight() -> None:
    assert settings(Version.TWO, None) == {"cpu.weight": "10000"}


def test_the_hierarchy_of_version_2_counts_only_if_it_has_the_processor(tmp_path: Path) -> None:
    """Beside version 1 it is often mounted without."""
    unified = tmp_path / "unified"
    unified.mkdir()
    mounts, own = tmp_path / "mounts", tmp_path / "own"
    mounts.write_text(f"none {unified} cgroup2 rw 0 0\nnone {tmp_path}/cpu cgroup rw,cpu 0 0\n")
    own.write_text("3:cpu:/tests\n0::/shell\n")
    assert hierarchy(mounts, own) == Hierarchy(Version.ONE, tmp_path / "cpu", tmp_path / "cpu/tests")
    (unified / "cgroup.controllers").write_text("cpu io\n")
    assert hierarchy(mounts, own) == Hierarchy(Version.TWO, unified, unified / "shell")


def test_a_group_that_cannot_be_made_is_refused_with_what_to_do(tmp_path: Path) -> None:
    nowhere = Hierarchy(Version.ONE, tmp_path / "missing", tmp_path)
    with pytest.raises(NoQuotaError, match="Run this bench as root"):
        Group(nowhere, "bridge", Quota(1_000, 10_000))


def test_without_control_groups_nothing_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mounts").write_text("proc /proc proc rw 0 0\n")
    monkeypatch.setattr(quota, "hierarchy", partial(hierarchy, tmp_path / "mounts"))
    app = typer.Typer()
    app.command()(bench)
    done = CliRunner().invoke(app, ["share"])
    assert done.exit_code == 2
    assert "no control group of the processor is mounted" in done.output
    assert "Nothing was measured" in done.output


REPORT = """bridge: gpio: 26 lines, back end gpiod
bridge:   bet    10 places  T(5) = 0.06 s  rehearsed 3.7 s  bound 28.6 s
bridge:   stack  10 places  T(20) = 0.21 s  rehearsed 3.8 s  bound 28.7 s
"""


def test_the_deadlines_are_read_from_the_report_of_check_config() -> None:
    assert published_in(REPORT) == {"bet": Published(0.06, 3.7, 28.6), "stack": Published(0.21, 3.8, 28.7)}


def test_a_bet_is_known_after_three_reads_of_its_line_and_two_of_a_stack() -> None:
    kinds = published_in(REPORT)
    assert bet_known_within(kinds, 20) == bet_known_within(kinds, 3) == pytest.approx(0.60)
    assert bet_known_within(kinds, 40) == pytest.approx(1.02)


def test_several_runs_are_told_as_median_and_spread_and_a_bar_is_met_by_all() -> None:
    runs = [[Figure("late", value, "ms", "at most 5 ms", value <= 5)] for value in (4.0, 6.0, 3.0)]
    assert combined(runs) == [Figure("late", 4.0, "ms", "at most 5 ms", met=False, spread=(3.0, 6.0))]


def test_a_page_is_complete_when_no_instruction_came_for_a_while() -> None:
    assert burst_after([5 * MS, 20 * MS, 90 * MS, 250 * MS], 10 * MS) == [20 * MS, 90 * MS]
    assert burst_after([200 * MS], 10 * MS) == []
