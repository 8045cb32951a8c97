"""The black box of the GPIO lines: dumped with the verdict, read by people, and played again as a simulated part."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from firmware_bridge.blackbox import KEPT
from firmware_bridge.diag_command import app
from firmware_bridge.dumped import Dumped
from firmware_bridge.dumps import LARGEST, Dumps, LinesDump, read
from hardware_sim.physics.noise import dice
from hardware_sim.selftest.bench import Bench
from hardware_sim.selftest.injection import draw, inject, kinds
from hardware_sim.selftest.replayed import Replayed
from hardware_sim.selftest.trial import table

from .rig import Table


def dumped_after(kind: str, folder: Path) -> Path:
    """The dump of the lines that a fault at a table in play leaves."""
    bench, _ = table(5)
    bench.run(12)
    case = draw(kinds()[kind], bench, dice(5, kind))
    inject(case, bench)
    bench.run(60, until=lambda: any(case.named_by(one) for one in bench.diagnosis.verdicts))
    told = next(one for one in bench.diagnosis.verdicts if case.named_by(one))
    Dumped(bench.box, Dumps(folder), bench.file.gpio).found(told, None, bench.pins, bench.now)
    (path,) = folder.glob("*.json")
    return path


@pytest.mark.parametrize(
    "kind", ["beam_dirty", "beam_blocked", "beam_dead", "switch_bounces", "edges_lost", "lid_open"]
)
def test_what_lines_did_is_done_again_and_has_the_same_verdict(kind: str, tmp_path: Path) -> None:
    dump = read(dumped_after(kind, tmp_path / "dumps"))
    assert isinstance(dump, LinesDump)
    assert (dump.told.place, dump.told.fault) in [(one.place, one.fault.value) for one in Replayed(dump).run()]


def test_edges_come_again_at_their_times(tmp_path: Path) -> None:
    dump = read(dumped_after("beam_dirty", tmp_path / "dumps"))
    assert isinstance(dump, LinesDump)
    again = Replayed(dump)
    again.run()
    ((name, edges),) = [(name, edges) for name, edges in dump.edges.items() if name == dump.told.place]
    replayed = again.bench.box.edges()[name][-len(edges) :]
    assert [edge.level for edge in replayed] == [bool(edge.level) for edge in edges]
    spans = [(later.stamp - sooner.stamp) // 1000 for sooner, later in pairwise(replayed)]
    known = [sooner.ago - later.ago for sooner, later in pairwise(edges)]
    assert spans == known


def test_a_dump_of_lines_is_printed_with_the_verdict_first_and_replayed(tmp_path: Path) -> None:
    path = dumped_after("beam_blocked", tmp_path / "dumps")
    printed = CliRunner().invoke(app, ["postmortem", str(path)]).stdout.splitlines()
    assert "is covered" in printed[0]
    assert printed[2].startswith("  do this: ")
    assert printed[-1].split()[-1] in ("acts", "rests")
    replayed = CliRunner().invoke(app, ["replay", str(path)])
    assert replayed.exit_code == 0
    assert replayed.stdout.splitlines()[-1].endswith("beam_blocked told again")


def test_a_full_ring_of_every_line_is_read_again(tmp_path: Path) -> None:
    bench = Bench(1, tuple(range(1, 11)))
    bench.run(2)
    for name in bench.world.lines.names:
        for number in range(KEPT + 50):
            bench.at(bench.now + number * 1_000_000, partial(bench.world.lines.stick, name, bool(number % 2)))
    bench.run(8)
    told = next(one for one in bench.diagnosis.verdicts if one.part == "gpio")
    Dumped(bench.box, Dumps(tmp_path), bench.file.gpio).found(told, None, bench.pins, bench.now)
    (path,) = tmp_path.glob("*.json")
    dump = read(path)
    assert isinstance(dump, LinesDump)
    assert {len(edges) for edges in dump.edges.values()} == {KEPT}
    assert path.stat().st_size < LARGEST / 4


def test_the_bridge_dumps_its_lines_when_a_beam_stays_covered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bridge = Table(tmp_path, monkeypatch, keep=lambda part: part["name"] == "shoe")
    try:
        bridge.run(3)
        bridge.rig.faults.order("line shoe:beam1 0", bridge.now)
        bridge.run(9)
        (path,) = (bridge.file.paths.run / "dumps").glob("gpio-*.json")
    finally:
        bridge.close()
    dump = read(path)
    assert isinstance(dump, LinesDump)
    assert (dump.told.place, dump.told.fault) == ("shoe:beam1", "beam_blocked")
    assert "shoe:beam1" in dump.acting
    assert [edge.level for edge in dump.edges["shoe:beam1"]] == [0]
