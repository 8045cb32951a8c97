"""The diagnosis: a fault is named with its part and cause, a healthy table is left in peace."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from drivers.reader import Reading, Tag
from firmware_bridge import diagnosed
from firmware_bridge.diag_command import app
from firmware_bridge.diagnosis.antennas import AntennaWatch
from firmware_bridge.diagnosis.lines import MS
from firmware_bridge.diagnosis.verdict import Fault, NothingToSay, verdict
from firmware_bridge.fields.antennas import plan_of
from firmware_bridge.messages.sensed import PartHealth
from firmware_bridge.messages.verdict_texts import Seen, VerdictText, verdict_texts
from hardware_sim.physics.noise import REAL, dice
from hardware_sim.selftest.bench import Bench
from hardware_sim.selftest.injection import Kind, NotDrawnError, all_pairs, draw, kinds
from hardware_sim.selftest.trial import fault, healthy
from tests.bridge.of_antennas import antenna_verdicts
from tests.conftest import ROOT

from .rig import Table, table_file

S = 1_000_000_000

QUICK = ("cable_pulled", "swapped_parts", "lid_open", "lines_open", "lines_low", "never_answers")
"""Kinds that are named within seconds, so that the suite need not play for a minute."""


@pytest.mark.parametrize("name", QUICK)
def test_an_injected_fault_is_named_with_its_part_within_a_minute(name: str) -> None:
    outcome = fault([kinds()[name]], 1)
    assert outcome.passed, outcome


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 15))
@pytest.mark.parametrize("name", kinds())
def test_every_kind_of_fault_is_named_within_a_minute(name: str, seed: int) -> None:
    outcome = fault([kinds()[name]], seed)
    assert outcome.passed, outcome


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 13))
@pytest.mark.parametrize("pair", list(all_pairs()), ids=lambda pair: "+".join(kind.name for kind in pair))
def test_two_faults_that_look_alike_are_both_named(pair: tuple[Kind, Kind], seed: int) -> None:
    outcome = fault(pair, seed)
    assert outcome.passed, outcome


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(8))
def test_no_verdict_is_given_on_a_healthy_table_in_an_hour(seed: int) -> None:
    outcome = healthy(3600, seed)
    assert outcome.passed, outcome


@pytest.mark.parametrize(("place", "told"), [("stack:4", [Fault.WEAK_TAG]), ("seat:4", []), ("board:1", [])])
def test_a_weak_tag_is_told_of_a_chip_and_never_of_a_card_at_its_place(
    tmp_path: Path, place: str, told: list[Fault]
) -> None:
    plan = plan_of(table_file(tmp_path))
    antennas, at = AntennaWatch(plan, 0), plan.antennas[place]
    weak, good = Tag("iso15693", b"12345678"), Tag("iso15693", b"87654321")
    for number in range(60):
        heard = frozenset({good} if number % 3 == 1 else {good, weak})
        antennas.reading(at.line, Reading(at.number, heard, number * S, number * S), number * S)
    assert [one.fault for one in antenna_verdicts(antennas, frozenset(), 60 * S)] == told


def test_cards_name_their_antenna_only_if_those_of_two_hands_are_missed(tmp_path: Path) -> None:
    plan = plan_of(table_file(tmp_path))
    antennas, at = AntennaWatch(plan, 0), plan.antennas["seat:4"]
    told = []
    for hand in range(2):
        cards = [Tag("iso14443a", bytes([4, hand, number, 0, 0, 0, 0])) for number in range(2)]
        for number in range(40):
            now = (hand * 100 + number) * S
            heard = frozenset(card for place, card in enumerate(cards) if (number + place) % 3)
            antennas.reading(at.line, Reading(at.number, heard, now, now), now)
            antennas.cards.look(now)
            found = [one.fault for one in antenna_verdicts(antennas, frozenset(), now)]
        told.append(found)
    assert told == [[], [Fault.ANTENNA_DETUNED]]


@pytest.mark.parametrize(("missed", "told"), [(True, [Fault.ANTENNA_DETUNED]), (False, [])])
def test_cards_of_a_second_hand_that_is_folded_soon_count_together(
    tmp_path: Path, missed: bool, told: list[Fault]
) -> None:
    """Both cards of a first hand are missed, which may be two weak ones. A second hand is read some nine times."""
    plan = plan_of(table_file(tmp_path))
    antennas, at = AntennaWatch(plan, 0), plan.antennas["seat:4"]
    for hand, reads in enumerate((30, 10)):
        cards = [Tag("iso14443a", bytes([4, hand, number, 0, 0, 0, 0])) for number in range(2)]
        for number in range(reads):
            now = (hand * 100 + number) * S
            hears = frozenset(card for place, card in enumerate(cards) if (number + place) % 5 not in (0, 2))
            heard = hears if missed or not hand else frozenset(cards)
            antennas.reading(at.line, Reading(at.number, heard, now, now), now)
            antennas.cards.look(now)
    assert [one.fault for one in antenna_verdicts(antennas, frozenset(), now)] == told


def lying_cards(tmp_path: Path, missed: tuple[bool, bool]) -> list[Fault]:
    """The verdicts on a seat with two cards, read well at first. Then those `missed` are, in every other read."""
    plan = plan_of(table_file(tmp_path))
    antennas, at = AntennaWatch(plan, 0), plan.antennas["seat:4"]
    cards = [Tag("iso14443a", bytes([4, 0, number, 0, 0, 0, 0])) for number in range(2)]
    for number in range(60):
        now = number * S
        gone = {card for place, card in enumerate(cards) if missed[place] and number > 30 and (number + place) % 2}
        antennas.reading(at.line, Reading(at.number, frozenset(cards) - gone, now, now), now)
        antennas.cards.look(now)
    return [one.fault for one in antenna_verdicts(antennas, frozenset(), 60 * S)]


def test_two_sound_cards_that_are_missed_in_turn_name_their_antenna_in_one_hand(tmp_path: Path) -> None:
    assert lying_cards(tmp_path, (True, True)) == [Fault.ANTENNA_DETUNED]
    assert lying_cards(tmp_path, (True, False)) == []


def test_the_shoe_tells_which_card_landed_at_the_wrong_seat(tmp_path: Path) -> None:
    plan = plan_of(table_file(tmp_path))
    antennas = AntennaWatch(plan, 0)
    wrong = {"seat:4": "seat:5", "seat:5": "seat:4"}
    for number, due in enumerate(("seat:4", "seat:5", "seat:4")):
        drawn, card = (10 + number) * S, Tag("iso14443a", bytes([4, 0, number, 0, 0, 0, 0]))
        antennas.cards.attended(("shoe", due))
        antennas.cards.passed({card}, drawn)
        antennas.cards.drawn(drawn)
        at = plan.antennas[wrong[due]]
        lying = frozenset(antennas.tags.lying(at.place)) | {card}
        for read in (1, 2):
            now = drawn + read * 300 * MS
            antennas.reading(at.line, Reading(at.number, lying, now, now), now)
    antennas.cards.look(20 * S)
    found = antenna_verdicts(antennas, frozenset(), 20 * S)
    assert [(one.fault, one.place, one.other) for one in found] == [(Fault.SWAPPED_ANTENNAS, "seat:4", "seat:5")]


def test_the_list_has_forty_kinds_of_fault_and_names_their_causes() -> None:
    assert len(kinds()) >= 40
    assert len({kind.name for kind in kinds().values()}) == len(kinds())


def test_every_cause_that_can_be_named_is_injected_by_the_selftest() -> None:
    assert {kind.key for kind in kinds().values()} == set(Fault)


def test_the_page_lists_every_kind_of_fault() -> None:
    page = ROOT.joinpath("docs/diagnostics.md").read_text(encoding="utf-8")
    assert [name for name in kinds() if f"| `{name}` |" not in page] == []


@pytest.mark.parametrize("cause", Fault)
def test_every_cause_has_its_sentence_and_cures(cause: Fault) -> None:
    said = verdict(
        cause, "bets", "bet:4", (Seen("is_on", where="bet:4"),), 50, 0, other="shoe:beam1", port="/dev/4", value="4"
    )
    assert said.cures
    text = " ".join((said.cause, *said.cures, *said.seen))
    assert "{" not in text
    assert not re.search(r"\b(bet|shoe):", text)  # people read one spelling of a place


@pytest.mark.parametrize(
    ("port", "seen"),
    [("", Seen("is_on", where="bet:4")), ("/dev/4", Seen("is_on", where="")), ("/dev/4", Seen("is_on"))],
)
def test_a_verdict_without_a_name_of_its_sentences_warns_and_shows_no_gap(port: str, seen: Seen) -> None:
    with pytest.warns(NothingToSay, match="cable_pulled: (port|is_on)"):
        said = verdict(Fault.CABLE_PULLED, "bets", "bet:4", (seen,), 50, 0, port=port)
    assert "at ." not in said.cures[0]
    assert said.port
    assert said.seen == (("bet 4 is on",) if seen.facts.get("where") else ())


def test_both_languages_say_every_fault_with_the_same_names_and_number_of_cures() -> None:
    english, french = verdict_texts("en"), verdict_texts("fr")
    assert english.keys() == french.keys() == {fault.value for fault in Fault}

    def names(text: VerdictText) -> list[set[str]]:
        return [set(re.findall(r"\{(\w+)\}", one)) for one in (text.cause, *text.cures)]

    assert [fault for fault in english if names(english[fault]) != names(french[fault])] == []


def test_selftest_prints_each_trial_and_how_many_passed() -> None:
    result = CliRunner().invoke(app, ["selftest", "--only", "disk_full", "--json"])
    *trials, total = map(json.loads, result.stdout.splitlines())
    assert [trial["name"] for trial in trials] == ["disk_full"]
    assert total == {"passed": 1, "failed": 0}
    assert result.output.splitlines()[-1] == "1 passed, 0 failed"


def test_selftest_names_the_kinds_if_it_is_given_another() -> None:
    result = CliRunner().invoke(app, ["selftest", "--only", "gremlins"])
    assert result.exit_code == 2
    assert "cable_pulled" in result.stderr


def test_a_fault_beside_two_chips_with_one_tag_falls_on_a_line_that_reads_neither() -> None:
    bench, luck = Bench(1, (1, 2, 3), REAL), dice(1, "pair")
    twins = draw(kinds()["same_tag"], bench, luck)
    beside = draw(kinds()["interference"], bench, luck, twins.touched)
    lines = {part.name for part in bench.file.part if set(part.antennas.values()) & twins.touched}
    assert len(beside.parts) == 1
    assert not beside.parts & lines


def test_a_fault_that_finds_no_part_of_its_own_names_itself_and_what_is_allowed() -> None:
    bench, luck = Bench(1, (1, 2, 3), REAL), dice(1, "pair")
    taken = frozenset(part.name for part in bench.file.part)
    with pytest.raises(NotDrawnError, match=r"interference needs 1 .*shoe.*\. Taken: .*shoe"):
        draw(kinds()["interference"], bench, luck, taken)


def test_antennas_that_are_all_taken_but_one_leave_no_two_to_draw() -> None:
    bench, luck = Bench(1, (1, 2, 3), REAL), dice(1, "pair")
    with pytest.raises(NotDrawnError, match=r"same_tag needs two places .* stack\. Taken: stack:1, stack:2"):
        draw(kinds()["same_tag"], bench, luck, frozenset({"stack:1", "stack:2"}))


# --- in the running bridge ------------------------------------------------------------------------------------------


def test_the_bridge_tells_the_controller_its_verdict_and_takes_it_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, monkeypatch, keep=lambda part: part["name"] == "bets")
    try:
        table.run(2)
        table.rig.faults.order("dead bets 4", table.now)
        told = [e for e in table.run(8) if isinstance(e, PartHealth) and e.part == "bets"][-1]
        assert (told.state, "the reader at bet 4 has no supply" in told.cause) == ("degraded", True)
        status, _ = diagnosed.read(table.file.paths.run)
        assert [(one.place, one.fault) for one in status.verdicts] == [("bet:4", "reader_unpowered")]
        table.rig.faults.order("heal bets", table.now)
        told = [e for e in table.run(4) if isinstance(e, PartHealth) and e.part == "bets"][-1]
        assert (told.state, told.cause) == ("ready", "")
    finally:
        table.close()


def test_diag_show_says_that_the_bridge_has_written_nothing(tmp_path: Path) -> None:
    with pytest.raises(diagnosed.StatusError, match="Does the bridge run"):
        diagnosed.read(tmp_path)
