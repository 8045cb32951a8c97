"""Dumps of readers and displays, played again: the driver asks, the dump answers, and the verdict is the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

import pytest
from typer.testing import CliRunner

from firmware_bridge.diag_command import app
from firmware_bridge.dumped import Dumped
from firmware_bridge.dumps import Dump, Dumps, read
from firmware_bridge.parts.lifecycle import Signal
from hardware_sim.faults import FaultError
from hardware_sim.physics.noise import dice
from hardware_sim.selftest.injection import draw, inject, kinds
from hardware_sim.selftest.replayed import Replayed
from hardware_sim.selftest.trial import table

from .rig import Table

FLOOR: Final = Path(__file__).parents[1] / "data" / "dumps"
"""Dumps as a technician would send them."""


@cache
def dumps_of(kind: str, seed: int = 5) -> tuple[Path, ...]:
    """The dumps that a fault at a table in play leaves, in the order of time."""
    folder = Path(mkdtemp())
    bench, _ = table(seed)
    bench.dumped = Dumped(bench.box, Dumps(folder), bench.file.gpio)
    bench.run(12)
    case = draw(kinds()[kind], bench, dice(seed, kind))
    inject(case, bench)
    bench.run(60, until=lambda: any(case.named_by(one) for one in bench.diagnosis.verdicts))
    for one in bench.diagnosis.verdicts:
        if case.named_by(one):
            bench.dumped.found(one, bench.connection(one.part), bench.pins, bench.now)
    return tuple(sorted(folder.glob("*.json"), key=lambda path: serial(path).at))


def serial(path: Path) -> Dump:
    dump = read(path)
    assert isinstance(dump, Dump)
    return dump


def told(kind: str) -> Dump:
    return next(dump for dump in map(serial, dumps_of(kind)) if dump.told is not None)


TOLD_AGAIN: Final = (
    "cable_open", "never_answers", "bad_contact", "display_garbled", "odd_baud", "adapter_latency", "restarting",
    "wrong_part", "other_version", "port_taken", "reader_unpowered", "key_stuck", "key_bounces",
)  # fmt: skip


@pytest.mark.together("replayed")
@pytest.mark.parametrize("kind", TOLD_AGAIN)
def test_a_dump_that_is_played_again_has_the_verdict_for_which_it_was_written(kind: str) -> None:
    replayed = Replayed(told(kind))
    replayed.run()
    assert replayed.again


@pytest.mark.together("replayed")
@pytest.mark.parametrize(
    ("kind", "seed"),
    [("cable_open", 5), ("wrong_part", 5), ("odd_baud", 5), ("reader_unpowered", 5), ("swapped_plugs", 6)],
)
def test_a_part_that_failed_fails_again_with_the_same_cause(kind: str, seed: int) -> None:
    """With seed 6 a display answers at the port of a reader, as the bridge tries what else may be there."""
    failed = [dump for dump in map(serial, dumps_of(kind, seed)) if dump.signal is not None]
    assert failed
    for dump in failed:
        replayed = Replayed(dump)
        replayed.run()
        assert replayed.again, dump.signal


@pytest.mark.together("replayed")
def test_a_part_that_is_well_has_no_verdict_when_it_is_played_again() -> None:
    """The requests of the dump before the fault, as if it had been written then."""
    dump = told("reader_unpowered")
    until = min(one.ago for one in dump.happened if one.signal is Signal.PARTLY_MUTE) + 3_000_000
    early = [[one._replace(ago=one.ago - until) for one in some if one.ago >= until] for some in
             (dump.sent, dump.received, dump.happened)]  # fmt: skip
    names = ("sent", "received", "happened")
    well = dump.model_copy(update={name: tuple(some) for name, some in zip(names, early, strict=True)})
    replayed = Replayed(well)
    assert len(well.sent) > 50
    assert replayed.run() == []
    assert not replayed.again


@pytest.mark.together("replayed")
def test_answers_come_with_the_bytes_and_after_the_times_of_the_dump() -> None:
    dump = told("adapter_latency")
    replayed = Replayed(dump)
    replayed.run()
    connection = replayed.bench.connection(dump.part)
    assert connection is not None
    known = {one.raw for one in dump.received}
    late = list(connection.tape.received)[-100:]
    assert {one.data for one in late} <= known
    after = [two.stamp - one.stamp for one, two in pairwise(late)]
    assert sum(span >= 15_000_000 for span in after) > 90


@pytest.mark.together("replayed")
@pytest.mark.parametrize(("kind", "seed"), [("swapped_parts", 5), ("swapped_readers", 6)])
def test_two_parts_whose_plugs_were_swapped_are_named_when_both_are_played(kind: str, seed: int) -> None:
    """With seed 6 the dump of one of the two readers goes back to the start of the table."""
    last = {dump.part: dump for dump in map(serial, dumps_of(kind, seed)) if dump.told is not None}
    one, two = sorted(last.values(), key=lambda dump: dump.part)
    alone, both = Replayed(one), Replayed(one, two)
    alone.run()
    both.run()
    assert (alone.again, both.again) == (False, True)


@pytest.mark.together("replayed")
def test_dumps_of_two_moments_are_played_at_the_times_that_they_had() -> None:
    last = {dump.part: dump for dump in map(serial, dumps_of("swapped_parts")) if dump.told is not None}
    one, two = sorted(last.values(), key=lambda dump: dump.part)

    def apart(*dumps: Dump) -> int:
        replayed = Replayed(*dumps)
        replayed.run()
        tapes = [connection.tape for dump in dumps if (connection := replayed.bench.connection(dump.part))]
        lost = [next(h.stamp for h in tape.happened if h.signal is Signal.CABLE_LOST) for tape in tapes]
        return lost[1] - lost[0]

    together = apart(one, two)
    assert apart(one, two.model_copy(update={"at": two.at - 3_000_000})) == together - 3_000_000_000


@pytest.mark.together("replayed")
def test_the_command_says_what_is_told_again() -> None:
    path = next(path for path in dumps_of("odd_baud") if serial(path).told is not None)
    result = CliRunner().invoke(app, ["replay", str(path)])
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1].endswith("wrong_baud told again")


def test_a_rate_that_is_not_known_yet_leaves_no_gap_in_the_cure() -> None:
    first = told("odd_baud").told
    assert first is not None
    assert first.fault == "wrong_baud"
    assert re.fullmatch(r"Set \S+ to \d+ 8[NEO]1, as in table.toml.", first.cures[0])


def test_a_dump_of_an_older_version_has_no_bytes_to_be_played(tmp_path: Path) -> None:
    path = dumps_of("odd_baud")[-1]
    old = serial(path).model_copy(update={"sent": (), "received": (), "happened": ()})
    file = tmp_path / "old.json"
    file.write_text(old.model_dump_json())
    result = CliRunner().invoke(app, ["replay", str(file)])
    assert result.exit_code == 2
    assert "has no bytes" in result.output
    assert "has no bytes" in CliRunner().invoke(app, ["postmortem", "--raw", str(file)]).output


# --- a fault from the floor becomes a test --------------------------------------------------------------------------


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """The real bridge with two readers of the reference table, ready."""
    table = Table(tmp_path, monkeypatch, keep=lambda part: part["name"] in ("middle", "shoe"))
    table.run(4)
    yield table
    table.close()


def verdicts(here: Table) -> list[tuple[str, str, str]]:
    return [(one.part, one.place, one.fault.value) for one in here.bridge.diagnosis.verdicts]


def test_a_reader_that_lost_its_address_on_the_floor_is_named_at_this_table(here: Table) -> None:
    assert verdicts(here) == []
    here.rig.faults.order(f"recorded middle {FLOOR / 'tray-at-another-address.json'}", here.now)
    here.run(60)
    assert verdicts(here) == [("middle", "tray", "wrong_address")]
    here.rig.faults.order("heal middle", here.now)
    here.run(40)
    assert verdicts(here) == []


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("recorded shoe {file}", "a dump of middle, a feig_obid. Allowed is it for a part of that kind"),
        ("recorded middle nowhere.json", "nowhere.json: No such file"),
        ("recorded bar {file}", "'bar' is no part"),
    ],
)
def test_an_order_with_another_dump_is_refused(here: Table, order: str, why: str) -> None:
    with pytest.raises(FaultError, match=why):
        here.rig.faults.order(order.format(file=FLOOR / "tray-at-another-address.json"), here.now)
