"""The live map: each antenna, line and display with what it gave last, for controller and terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.service.transport.links import LONGEST_MESSAGE
from drivers.reader import Tag
from firmware_bridge import diag_command
from firmware_bridge.diagnosis.course import KEPT, SPAN, Course
from firmware_bridge.diagnosis.tags import PlaceWatch
from firmware_bridge.messages.status import (
    LONGEST_SENTENCE,
    MOST_FACTS,
    MOST_PARTS,
    MOST_SPOTS,
    MOST_VERDICTS,
    Counted,
    PartNow,
    SeenNow,
    SpotNow,
    Status,
    VerdictNow,
)
from firmware_bridge.messages.wire import decode_to_controller, encode
from firmware_bridge.tablemap import map_lines

from .rig import Table
from .test_diagnosis_rules import CHIP
from .test_test_mode import Guest

S = 1_000_000_000


def started(directory: Path, monkeypatch: pytest.MonkeyPatch, *parts: str) -> Table:
    """A table with these parts and the lines, and two cards at seat 3."""
    table = Table(directory, monkeypatch, keep=lambda part: part["name"] in parts)
    cards = table.world.add_deck(["2c", "3c"])
    table.world.move([card.id for card in cards], "seat:3", table.now)
    return table


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table to look at, at which nothing goes wrong in six seconds."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        table = started(tmp_path_factory.mktemp("calm"), monkeypatch, "cards-1", "display-1", "bets")
        table.run(6)
        yield table
        table.close()


def spot(status: Status, place: str) -> SpotNow:
    return next(one for one in status.spots if one.place == place)


# --- what the bridge sends ------------------------------------------------------------------------------------------


def test_the_controller_is_told_how_many_tags_lie_where_and_never_which(calm: Table) -> None:
    status = calm.controller.statuses[-1]
    assert (spot(status, "seat:3").tags, spot(status, "seat:4").tags) == (2, 0)
    assert spot(status, "seat:3").missed == 0
    assert 0 <= (spot(status, "seat:3").age_ms or 0) < 2000
    tags = [thing.tag.uid.hex().upper() for thing in calm.world.cards]
    assert not [tag for tag in tags if tag in status.model_dump_json().upper()]


def test_every_antenna_line_and_display_of_the_table_file_has_its_spot(calm: Table) -> None:
    assert calm.file.gpio is not None
    places = {one.place for one in calm.controller.statuses[-1].spots}
    assert places == {*calm.file.places, *calm.file.gpio.lines, "display:1"}


def test_a_status_is_sent_every_two_seconds(calm: Table) -> None:
    assert len(calm.controller.statuses) == 2


def test_a_display_answers_each_second_though_nothing_on_it_changes(calm: Table) -> None:
    assert 0 <= (spot(calm.controller.statuses[-1], "display:1").age_ms or 0) <= 1000


def test_requests_and_failures_of_a_part_are_counted_from_the_start(calm: Table) -> None:
    bets = next(part for part in calm.controller.statuses[-1].parts if part.part == "bets")
    assert bets.total.requests >= bets.total.answers > 20
    assert bets.failed[-1] == 0
    assert bets.round_trip_ms is not None


def test_diag_show_draws_the_map_from_the_file_of_the_bridge(calm: Table, tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    paths = f'state = "{calm.file.paths.state}"\nrun = "{calm.file.paths.run}"'
    game = 'rulebook = "lfp"\nsmall_blind = 50\nbig_blind = 100'
    config.write_text(f'[table]\nname = "test"\n[game]\n{game}\n[paths]\n{paths}\n')
    result = CliRunner().invoke(diag_command.app, ["show", "--map", "--config", str(config)])
    assert result.exit_code == 0
    assert "SEAT 3" in result.stdout


def test_a_fault_is_marked_at_its_own_reader_and_at_the_seat_of_a_display(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = started(tmp_path, monkeypatch, "display-1", "bets")
    table.run(2)
    table.rig.faults.order("dead bets 4", table.now)
    table.rig.faults.order("unplug display-1", table.now)
    table.run(8)
    faults = {one.place: one.fault for one in table.controller.statuses[-1].spots if one.fault}
    assert faults == {"bet:4": "reader_unpowered", "display:1": "cable_pulled"}
    table.close()


def test_test_mode_is_told_and_what_it_moves_is_no_miss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = started(tmp_path, monkeypatch, "cards-1")
    table.run(2)
    guest = Guest(table)
    for place in ("seat:4", "seat:3"):
        table.world.move([card.id for card in table.world.cards], place, table.now)
        table.run(1)
    table.run(1)
    status = table.controller.statuses[-1]
    assert status.test
    assert not any(one.missed for one in status.spots)
    guest.close()
    table.close()


# --- bounds ---------------------------------------------------------------------------------------------------------


def longest() -> Status:
    """The longest status that there can be."""
    text, name, number = "é" * LONGEST_SENTENCE, "é" * 64, 2**63 - 1
    count = Counted(requests=number, answers=number, damaged=number, unanswered=number, stray_bytes=number)
    seen = SeenNow(key=name, facts={f"{n}{name[1:]}": text for n in range(MOST_FACTS)})
    verdict = VerdictNow(
        part=name, place=text, fault=name, cause=text, evidence=(seen,) * 3, cures=(text,) * 4, sure=100, since=1e300
    )
    part = PartNow(
        part=name, kind=name, state="quarantined", identity=text, port=text, lately=count, total=count,
        round_trip_ms=1e300, failed=(1000,) * KEPT,
    )  # fmt: skip
    place = SpotNow(
        place=name,
        what="occupied",
        number=10,
        part=name,
        kind="antenna",
        tags=number,
        age_ms=number,
        missed=1000,
        fault=name,
    )
    return Status(
        release=name, verdicts=(verdict,) * MOST_VERDICTS, parts=(part,) * MOST_PARTS, spots=(place,) * MOST_SPOTS
    )


def test_the_longest_status_is_a_message_that_the_controller_takes() -> None:
    data = encode(longest())
    assert len(data) < LONGEST_MESSAGE
    assert decode_to_controller(data) == longest()


# --- rates ----------------------------------------------------------------------------------------------------------


def test_a_miss_between_two_hits_counts_and_a_tag_that_is_lifted_does_not() -> None:
    watch = PlaceWatch("pot", "middle", 1)
    for read, hit in enumerate([1, 1, 0, 1, 1, *[0] * 4, 1]):
        watch.read(frozenset([CHIP] if hit else []), read * S, read * S)
    assert watch.drained() == (6, 1)
    assert watch.drained() == (0, 0)


def test_a_card_that_is_read_badly_is_counted_as_any_other() -> None:
    watch, other = PlaceWatch("seat:3", "cards-1", 3), Tag("iso14443a", b"\x04\x01\x02\x03")
    counts = []
    for read in range(60):
        heard = {CHIP} | ({other} if read % 3 == 0 else set())  # it is missed in two reads of three
        watch.read(frozenset(heard), read * S, read * S)
        counts.append(watch.lying())
    assert set(counts) == {2}


def test_a_card_that_is_only_overheard_is_not_counted() -> None:
    watch = PlaceWatch("seat:3", "cards-1", 3)
    for read in range(1, 64):
        watch.read(frozenset([CHIP] if read % 8 == 0 else []), read * S, read * S)
    assert watch.lying() == 0


def test_the_course_has_a_rate_for_each_ten_minutes_and_none_where_nothing_was_tried() -> None:
    course = Course()
    course.add(100, 1, 0)
    course.add(100, 3, SPAN - 1)
    course.add(50, 50, 2 * SPAN)
    assert course.rates(2 * SPAN)[-3:] == (20, None, 1000)
    assert course.lately(2 * SPAN) == 1000
    assert course.rates(2 * SPAN + KEPT * SPAN) == (None,) * KEPT


# --- in a terminal --------------------------------------------------------------------------------------------------


def drawn(*spots: SpotNow) -> list[str]:
    return list(map_lines(spots))


def test_the_map_draws_seats_where_they_are_and_names_faults_in_words() -> None:
    lines = drawn(
        SpotNow(
            place="stack:4", what="stack", number=4, part="stacks-1", kind="antenna", tags=20, age_ms=900, missed=12
        ),
        SpotNow(
            place="seat:7",
            what="seat",
            number=7,
            part="cards-1",
            kind="antenna",
            tags=2,
            age_ms=400,
            fault="antenna_dead",
        ),
        SpotNow(place="button:4", what="button", number=4, part="gpio", kind="line", acting=True, age_ms=185_000),
        SpotNow(
            place="display:4", what="display", number=4, part="display-4", kind="display", age_ms=12_000, missed=0
        ),
    )
    assert lines[0] == "SEAT 4                                                      SEAT 7"
    assert lines[1] == " stack 20 0.9s   1%                                         !cards  2 0.4s    -"
    assert lines[2] == " btn    on   3m"
    assert lines[3] == " disp      12s   0%"
    assert lines[-1] == "! seat:7 (cards-1): antenna dead"
    assert max(map(len, lines)) < 80
