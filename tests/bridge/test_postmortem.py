"""A part of the real bridge fails in virtual time: the dump that is left names part, place, cause and cure."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from drivers.reader import Cause, Reading, Tag
from firmware_bridge.aliases import Aliases
from firmware_bridge.blackbox import KEPT as KEPT_LINES
from firmware_bridge.blackbox import BlackBox, Said
from firmware_bridge.diag_command import app
from firmware_bridge.dumps import MOST, Dump, DumpCounters, DumpError, DumpLine, Dumps, dump_line, read
from firmware_bridge.parts.lifecycle import Signal, State
from firmware_bridge.postmortem import verdicts

from .rig import Table

KEPT = ("shoe", "cards-1", "bets")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    table = Table(tmp_path, monkeypatch, keep=lambda part: part["name"] in KEPT)
    table.run(4)
    yield table
    table.close()


def dumps(table: Table) -> list[Dump]:
    found = [read(path) for path in sorted((table.file.paths.run / "dumps").glob("*.json"))]
    return [dump for dump in found if isinstance(dump, Dump) and dump.signal is not None]


def surest(dump: Dump) -> str:
    return verdicts(dump)[0].cause


@pytest.mark.parametrize(
    ("fail", "part", "cause"),
    [
        (lambda t: t.rig.cables["bets"].wire.unplug(), "bets", "the USB plug came out"),
        (lambda t: t.rig.faults.order("mute shoe", t.now), "shoe", "shoe has lost its supply"),
        (lambda t: t.rig.faults.order("mute cards-1", t.now), "cards-1", "cards-1 has lost its supply"),
    ],
)
def test_a_failed_part_is_dumped_with_its_cause(
    table: Table, fail: Callable[[Table], None], part: str, cause: str
) -> None:
    fail(table)
    table.run(4)
    (dump,) = dumps(table)
    assert dump.part == part
    assert surest(dump).startswith(cause)


def test_a_part_that_fails_again_and_again_is_dumped_once_a_minute(table: Table) -> None:
    table.rig.faults.order("mute shoe", table.now)
    table.run(70)
    assert len(dumps(table)) == 2


def test_a_dump_has_the_last_answers_and_no_tag(table: Table) -> None:
    (card,) = table.world.add_deck(["As"])
    table.world.move([card.id], "seat:4", table.now)
    table.run(2)
    table.rig.cables["cards-1"].wire.unplug()
    table.run(1)
    (dump,) = dumps(table)
    text = dump.model_dump_json().upper()
    assert " T-" in text
    assert card.tag.uid.hex().upper() not in text
    assert any(line.said is Said.READING for line in dump.lines)
    assert dump.counters.frames_in > 0


def test_an_antenna_full_of_chips_is_dumped_and_read_again(tmp_path: Path) -> None:
    box, tags = BlackBox(Aliases()), frozenset(Tag("iso15693", number.to_bytes(8, "big")) for number in range(1000))
    for _ in range(KEPT_LINES):
        box.report("bets", Reading(antenna=1, began=0, ended=0, tags=tags), 0)
    lines = [dump_line(line, 0) for line in box.lines("bets")]
    written = Dumps(tmp_path / "dumps").write(dump(Signal.SILENT, *lines))
    assert written is not None
    again = read(written)
    assert isinstance(again, Dump)
    assert [line.text for line in again.lines] == [line.text for line in lines]
    assert lines[0].text.startswith("antenna 1: 1000 tags in 0 ms t-")


# --- the verdicts ---------------------------------------------------------------------------------------------------

HEARD = DumpLine(ago=2000, said=Said.READING, antenna=1, text="antenna 1: 0 tags in 20 ms")


def dump(signal: Signal, *lines: DumpLine, after: State = State.LOST, **counted: int) -> Dump:
    return Dump(
        version="1", written="2026-01-02T03:04:05Z", part="bets", part_kind="feig_obid", port="/dev/ttyUSB0",
        baud=38400, places={"1": "bet:1", "2": "bet:2", "3": "bet:3"}, before=State.READY, after=after, signal=signal,
        cause="nothing", counters=DumpCounters(**counted), lines=lines,
    )  # fmt: skip


def failed(antenna: int, cause: Cause = Cause.NO_ANSWER) -> DumpLine:
    return DumpLine(ago=500, said=Said.FAILED, antenna=antenna, cause=cause, text="failed")


@pytest.mark.parametrize(
    ("seen", "cause"),
    [
        (dump(Signal.PORT_GONE), "the USB plug came out"),
        (dump(Signal.OPEN_FAILED), "the port cannot be opened"),
        (dump(Signal.REFUSED, after=State.QUARANTINED), "another device answers"),
        (dump(Signal.SILENT, HEARD, frames_in=90), "bets has lost its supply"),
        (dump(Signal.SILENT, HEARD, frames_in=90, bad_checksums=60), "a bad contact"),
        (dump(Signal.SILENT, frames_out=4), "bets has no supply"),
        (dump(Signal.SILENT, frames_out=4, bytes_received=80), "the baud rate or parity is another"),
        (dump(Signal.DRIVER_FAILED, HEARD, frames_in=1, bad_checksums=9), "the cable or a field near it"),
        (dump(Signal.DRIVER_FAILED, HEARD, frames_in=99), "Sabot does not understand"),
        (dump(Signal.PARTLY_MUTE, HEARD, failed(2), after=State.DEGRADED), "no supply or no bus cable at bet:2"),
    ],
)
def test_what_was_seen_has_its_surest_cause(seen: Dump, cause: str) -> None:
    assert surest(seen).startswith(cause)


def test_a_reader_that_answered_again_is_not_mute() -> None:
    again = DumpLine(ago=100, said=Said.ALIVE, antenna=2, text="alive")
    seen = dump(Signal.PARTLY_MUTE, failed(2), again, failed(3), after=State.DEGRADED)
    assert verdicts(seen)[0].place == "bet:3"


@pytest.mark.parametrize("signal", list(Signal))
def test_every_dump_has_a_verdict_with_evidence_and_cure(signal: Signal) -> None:
    found = verdicts(dump(signal))
    assert [verdict.sure for verdict in found] == sorted((verdict.sure for verdict in found), reverse=True)
    assert sum(verdict.sure for verdict in found) <= 100
    assert all(verdict.cure and 1 <= len(verdict.evidence) <= 3 for verdict in found)


# --- the file and the command ---------------------------------------------------------------------------------------


def test_only_the_newest_dumps_are_kept(tmp_path: Path) -> None:
    writer = Dumps(tmp_path / "dumps")
    written = [writer.write(dump(Signal.SILENT)) for _ in range(MOST + 3)]
    kept = set((tmp_path / "dumps").iterdir())
    assert len(kept) == MOST
    assert set(written[-3:]) <= kept


def test_a_full_medium_stops_no_sensing(tmp_path: Path) -> None:
    (tmp_path / "dumps").write_text("in the way")
    assert Dumps(tmp_path / "dumps").write(dump(Signal.SILENT)) is None


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": 2}', "\x00" * 2_000_000])
def test_what_is_no_dump_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.json"
    file.write_text(text)
    with pytest.raises(DumpError, match=r"x\.json: (not a dump|more than)"):
        read(file)


def shown(tmp_path: Path, *options: str) -> str:
    file = Dumps(tmp_path).write(dump(Signal.SILENT, *[HEARD] * 20, frames_in=20))
    result = CliRunner().invoke(app, ["postmortem", str(file), *options])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_verdict_stands_first_and_the_last_lines_follow(tmp_path: Path) -> None:
    first, *rest = shown(tmp_path).splitlines()
    assert first == "bets has lost its supply (55 % sure)"
    assert rest[0] == "  where:   bets, bet 1, bet 2, bet 3"
    assert rest[1].startswith("  do this: ")
    assert "the last 12 of 20 lines (--all shows every one)" in rest


def test_all_lines_are_shown_when_asked_for(tmp_path: Path) -> None:
    assert shown(tmp_path, "--all").count("antenna 1: 0 tags") == 21  # once among the evidence


def test_the_verdicts_come_as_json_too(tmp_path: Path) -> None:
    assert [one["part"] for one in json.loads(shown(tmp_path, "--json"))] == ["bets"] * 3


def test_a_missing_file_is_named_and_the_code_is_2(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["postmortem", str(tmp_path / "none.json")])
    assert result.exit_code == 2
    assert "none.json: No such file" in result.output


# --- the bytes ------------------------------------------------------------------------------------------------------


def runs(uid: bytes) -> set[str]:
    """Four bytes in a row of a tag, in either order."""
    return {way[at : at + 4].hex().upper() for way in (uid, uid[::-1]) for at in range(len(way) - 3)}


@pytest.mark.parametrize(
    ("fault", "part"), [("garble {} 0.02", "cards-1"), ("drop {} 0.02", "bets"), ("rate {} 57600", "shoe")]
)
def test_no_four_bytes_of_a_tag_are_in_any_file_of_a_faulty_table(
    table: Table, fault: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Aliases and tags begin alike. With random keys the next two bytes would be the same once in eighty runs."""
    monkeypatch.setattr(secrets, "token_bytes", bytes)
    cards = table.world.add_deck(["As", "Kd", "Qc"])
    chips = table.world.add_chips(100, 20)
    table.world.move([card.id for card in cards[:2]], "seat:4", table.now)
    table.world.load_shoe([cards[2].id], table.now)
    table.world.move([chip.id for chip in chips], "bet:4", table.now)
    table.run(2)
    table.rig.faults.order(fault.format(part), table.now)
    table.run(5)
    table.rig.cables[part].wire.unplug()
    table.run(1)
    files = [path for path in table.file.paths.run.rglob("*") if path.is_file()]
    text = "".join(path.read_text("utf-8", "replace").upper() for path in files)
    found = [dump for dump in dumps(table) if dump.received and dump.sent]
    assert found
    uids = [card.tag.uid for card in cards] + [chip.tag.uid for chip in chips]
    assert not any(run in text for uid in uids for run in runs(uid))


def test_the_bytes_are_shown_frame_by_frame_with_the_fields_apart(table: Table, tmp_path: Path) -> None:
    chips = table.world.add_chips(100, 2)
    table.world.move([chip.id for chip in chips], "bet:4", table.now)
    table.run(2)
    table.rig.cables["bets"].wire.unplug()
    table.run(1)
    (file,) = (table.file.paths.run / "dumps").glob("bets-*.json")
    first, *lines = CliRunner().invoke(app, ["postmortem", "--raw", "--all", str(file)]).stdout.splitlines()
    assert first.startswith("the USB plug came out")
    told = next(n for n, line in enumerate(lines) if line.endswith("inventory at address 4: 0x00 OK, tags: 2"))
    assert lines[told].split()[1:3] == ["s", "received"]
    fields = " ".join((lines[told + 1], lines[told + 2] if ":" not in lines[told + 2] else "")).split()
    assert fields[:7] == ["02", "001D", "04", "B0", "00", "02", "03"]
    assert [field[:4] for field in fields if len(field) == 16] == ["E004", "E004"]
    assert lines[-1].split()[2:] == ["port", "the", "open", "port", "failed"]
