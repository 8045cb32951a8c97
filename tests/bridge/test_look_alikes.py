"""Faults that look alike, told apart by the rules of the diagnosis."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from drivers.gpio import Edge
from drivers.reader import Cause, Failed, Reading, Tag
from firmware_bridge.diagnosis.antennas import AntennaWatch
from firmware_bridge.diagnosis.cards import Landing
from firmware_bridge.diagnosis.line_rules import verdicts
from firmware_bridge.diagnosis.lines import Cut, LineWatch
from firmware_bridge.diagnosis.pins import PinWatch
from firmware_bridge.diagnosis.pins import verdicts as pin_verdicts
from firmware_bridge.diagnosis.sampling import Counts
from firmware_bridge.diagnosis.tags import Move
from firmware_bridge.diagnosis.verdict import Fault
from firmware_bridge.fields.antennas import plan_of
from firmware_bridge.messages.tablefile import Part
from firmware_bridge.parts.lifecycle import Change, Signal, State
from hardware_sim.physics.noise import dice
from hardware_sim.selftest.injection import kinds
from hardware_sim.selftest.trial import fault
from tests.bridge.of_antennas import antenna_verdicts

from .rig import table_file
from .test_diagnosis_rules import chips

S = 1_000_000_000
MS = 1_000_000


def line(name: str = "bets") -> LineWatch:
    """A line of one reader that works."""
    made = LineWatch(Part(name=name, kind="feig_obid", port=f"/dev/{name}", antennas={"1": "bet:4"}), 0)
    made.changed(Change(State.IDENTIFYING, State.READY, "", signal=Signal.CONFIGURED), None, "", 0)
    return made


def told(*lines: LineWatch, now: int) -> list[tuple[str, Fault]]:
    return [(one.part, one.fault) for one in verdicts({each.part.name: each for each in lines}, now)]


# --- late, cut, damaged ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", ["answers_late", "answers_cut"])
def test_answers_that_come_late_or_cut_are_named_as_that(name: str, seed: int) -> None:
    outcome = fault([kinds()[name]], seed)
    assert outcome.passed, outcome


def silent(since: Counts) -> list[tuple[str, Fault]]:
    """The verdict on a part that is silent for ten seconds, while its driver counts this."""
    reader = line()
    reader.answered(1, S)
    reader.changed(Change(State.READY, State.LOST, "", signal=Signal.SILENT), None, "", 2 * S)
    reader.counted(since, 5 * S)
    return told(reader, now=12 * S)


def test_whole_answers_to_nothing_are_late_and_bytes_that_are_none_are_not() -> None:
    late, damaged = Counts(frames_in=4, strays=4, received=40), Counts(frames_in=4, strays=4, bad=3, received=40)
    assert silent(late) == [("bets", Fault.ADAPTER_LATENCY)]
    assert silent(damaged) == [("bets", Fault.INTERFERENCE)]
    assert silent(Counts(frames_in=4, received=9)) == [("bets", Fault.CABLE_OPEN)]  # each took its request, no more


def test_bytes_that_came_once_since_it_is_silent_are_noise_and_no_open_cable() -> None:
    reader = line()
    reader.answered(1, S)
    reader.changed(Change(State.READY, State.LOST, "", signal=Signal.SILENT), None, "", 2 * S)
    reader.counted(Counts(received=100), 3 * S)
    reader.counted(Counts(received=115, junk=15), 4 * S)
    assert told(reader, now=14 * S) == [("bets", Fault.INTERFERENCE)]


@pytest.mark.parametrize(
    ("junk", "damaged", "fault"),
    [(0, 0, Fault.CABLE_OPEN), (4, 0, Fault.INTERFERENCE), (0, 3, Fault.INTERFERENCE), (0, 1, Fault.CABLE_OPEN)],
)
def test_an_open_cable_lets_nothing_through_and_damages_nothing_before(junk: int, damaged: int, fault: Fault) -> None:
    reader = line()
    reader.answered(1, S)
    for number in range(damaged):
        reader.failed(1, Cause.GARBLED, S + number * 100 * MS)
    reader.changed(Change(State.READY, State.LOST, "", signal=Signal.SILENT), None, "", 2 * S)
    reader.counted(Counts(received=junk, junk=junk), 5 * S)
    assert told(reader, now=80 * S) == [("bets", fault)]


def bus(kind: str = "feig_obid") -> LineWatch:
    """A line with three addresses, at all of which something has answered."""
    made = line("stacks-1")
    made.part = Part(
        name="stacks-1", kind=kind, port="/dev/stacks-1", antennas={"1": "stack:4", "2": "stack:5", "3": "stack:6"}
    )
    for number in (1, 2, 3):
        made.answered(number, S)
    return made


def mute(reader: LineWatch, seconds: int, noise: bool = False) -> LineWatch:
    """The second address does not answer for so long. `noise`: half of the answers of all others are damaged."""
    for number in range(2, 2 + seconds):
        reader.failed(2, Cause.NO_ANSWER, number * S)
        for other in (1, 3):
            if noise:
                reader.failed(other, Cause.GARBLED, number * S)
            reader.answered(other, number * S + 1)
    return reader


def test_a_reader_is_mute_among_noise_only_after_many_questions() -> None:
    assert told(mute(bus(), 6), now=8 * S) == [("stacks-1", Fault.READER_UNPOWERED)]
    assert told(mute(bus(), 6, noise=True), now=8 * S) == [("stacks-1", Fault.INTERFERENCE)]
    assert told(mute(bus(), 12, noise=True), now=14 * S)[0] == ("stacks-1", Fault.READER_UNPOWERED)


def test_readers_whose_answers_come_too_late_are_not_mute() -> None:
    reader = mute(bus(), 6)
    reader.counted(Counts(frames_in=60, frames_out=60, timeouts=12, strays=10), 7 * S)
    assert told(reader, now=8 * S) == [("stacks-1", Fault.ADAPTER_LATENCY)]
    talkative = mute(bus(), 0)
    talkative.counted(Counts(frames_in=70, frames_out=60, strays=10), 7 * S)
    assert told(talkative, now=8 * S) == []


def test_a_reader_whose_answers_come_damaged_is_not_mute() -> None:
    reader = mute(bus(), 6)
    reader.failed(2, Cause.GARBLED, 7 * S)
    assert told(reader, now=8 * S) == []


def test_one_output_of_a_reader_that_does_not_answer_is_an_antenna_and_no_reader() -> None:
    assert told(mute(bus("pepper_c1"), 6), now=8 * S) == [("stacks-1", Fault.ANTENNA_DEAD)]


def test_a_mute_reader_is_surer_without_supply_once_no_other_address_answers() -> None:
    reader = mute(bus(), 6)
    (early,) = verdicts({"stacks-1": reader}, 8 * S)
    for number in range(4, 17):
        reader.failed(number, Cause.NO_ANSWER, 7 * S)
    (late,) = verdicts({"stacks-1": reader}, 8 * S)
    assert early.sure < 60 < late.sure
    assert "another address" in early.cause
    assert late.seen[-1] == "13 other addresses were asked, and none answered"


def test_damage_at_one_address_is_told_once_no_second_reader_can_answer_there() -> None:
    reader = mute(bus(), 0)
    for number in range(2, 20):
        reader.failed(2, Cause.GARBLED, number * S)
        for each in (1, 2, 3):
            reader.answered(each, number * S + 1)
        reader.counted(Counts(bad=number), number * S)
        if number == 6:
            assert told(reader, now=6 * S) == []
    (one,) = verdicts({"stacks-1": reader}, 20 * S)
    assert (one.fault, one.seen[-1]) == (Fault.INTERFERENCE, "all of them came from stack 5")


def test_equal_counts_of_two_drivers_are_counted_twice() -> None:
    reader, attempt = line(), Counts(frames_in=1, strays=1)
    for number in range(3):
        reader.counted(Counts(frames_in=attempt.frames_in, strays=attempt.strays, driver=number), number * S)
    assert reader.summed(3 * S).strays == 3


def broken_off(lengths: Sequence[int], *, listing: bool, whole: int, between: bool, bad: int = 0) -> list[Fault]:
    """The verdicts on a line with answers that broke off after so many bytes. `whole`: frames that came whole.
    `between`: answers of the same reader came whole between them."""
    reader = line()
    for number, came in enumerate(lengths):
        reader.failed(1, Cause.GARBLED, number * S, Cut(listing, came))
        if between:
            reader.answered(1, number * S + 1)
    reader.counted(Counts(frames_in=whole, bad=bad, junk=sum(lengths)), 10 * S)
    return [one for _, one in told(reader, now=10 * S)]


def test_lists_that_break_off_beside_whole_short_answers_are_cut_by_their_length() -> None:
    lists = [40, 52, 33, 61, 47, 38, 55]
    assert broken_off(lists, listing=True, whole=60, between=True) == [Fault.ANSWERS_CUT]
    assert broken_off(lists, listing=True, whole=60, between=True, bad=3) == [Fault.INTERFERENCE]
    assert broken_off(lists, listing=False, whole=60, between=True) == [Fault.INTERFERENCE]


def test_answers_that_all_end_after_the_same_bytes_are_cut_and_others_are_disturbed() -> None:
    assert broken_off([13] * 8, listing=False, whole=0, between=False) == [Fault.ANSWERS_CUT]
    assert broken_off([13] * 8, listing=False, whole=60, between=True) == [Fault.INTERFERENCE]
    assert broken_off([3, 7, 5, 9, 4, 8, 6, 2], listing=False, whole=0, between=False) == [Fault.INTERFERENCE]


@pytest.mark.parametrize("taken", [0, 1])
def test_answers_of_two_readers_with_one_address_collide_alike_and_are_not_cut(taken: int) -> None:
    reader = bus()
    reader.part = reader.part.model_copy(update={"antennas": reader.part.antennas | {"0": "stack:7"}})
    reader.answered(0, S)
    for number in range(2, 12):
        reader.failed(taken, Cause.GARBLED, number * S, Cut(listing=False, came=10))
        reader.answered(1 - taken, number * S)
        reader.failed(2, Cause.NO_ANSWER, number * S)
        reader.answered(3, number * S)
    assert told(reader, now=12 * S) == [("stacks-1", Fault.SAME_ADDRESS)]


def test_a_line_that_misses_most_answers_and_damages_few_is_not_disturbed() -> None:
    """A part that restarts cuts some of its answers, and is silent mostly."""
    reader = line()
    for number in range(12):
        reader.failed(1, Cause.GARBLED if number < 3 else Cause.NO_ANSWER, number * S)
        reader.answered(1, number * S + 1)
    reader.counted(Counts(frames_in=60, junk=8, timeouts=9), 12 * S)
    assert told(reader, now=12 * S) == []


# --- plugs ----------------------------------------------------------------------------------------------------------


def replugged(reader: LineWatch, times: Sequence[int]) -> LineWatch:
    """A line whose plug came out at these seconds, each time for one."""
    for at in times:
        reader.changed(Change(State.READY, State.LOST, "", signal=Signal.CABLE_LOST), None, "", at * S)
        reader.changed(Change(State.ABSENT, State.OPENING, "", signal=Signal.PORT_THERE), None, "", (at + 1) * S)
        reader.changed(Change(State.CONFIGURING, State.READY, "", signal=Signal.CONFIGURED), None, "", (at + 2) * S)
    return reader


def test_a_plug_that_goes_and_comes_back_is_loose_and_a_person_plugs_once_or_twice() -> None:
    assert told(replugged(line(), (10, 70, 130)), now=140 * S) == [("bets", Fault.PLUG_LOOSE)]
    assert told(replugged(line(), (10, 70)), now=140 * S) == []
    assert told(replugged(line(), (10, 70, 130)), now=300 * S) == []


def test_plugs_that_go_together_again_and_again_are_those_of_a_hub() -> None:
    times = (10, 70, 130)
    one, two, apart = line("bets"), line("shoe"), line("pot")
    found = told(replugged(one, times), replugged(two, times), replugged(apart, (30, 60, 90)), now=140 * S)
    assert found == [("bets", Fault.HUB_RESETS), ("pot", Fault.PLUG_LOOSE)]


# --- lines ----------------------------------------------------------------------------------------------------------

LINES = ("shoe:beam1", "shoe:beam2", "shoe:back", "post:4")


def pins(*edges: tuple[str, int, bool]) -> list[tuple[Fault, str]]:
    """The verdicts after these edges: the line, when (ms), and whether it acts then."""
    watch = PinWatch(LINES, (), lambda _now: None)
    for name, at, acting in sorted(edges, key=lambda edge: edge[1]):
        watch.edge(name, Edge(LINES.index(name), not acting, at * MS))
    watch.look(20 * S)
    return [(one.fault, one.place) for one in pin_verdicts(watch, "shoe", 20 * S)]


def pulses(name: str, starts: Sequence[int], length: int) -> list[tuple[str, int, bool]]:
    return [edge for at in starts for edge in ((name, at, True), (name, at + length, False))]


def test_a_line_that_changes_for_moments_flickers_and_one_that_bounces_does_not() -> None:
    each_second = range(1_000, 9_000, 1_000)
    assert pins(*pulses("post:4", each_second, 2)) == [(Fault.LINE_FLICKERS, "post:4")]
    assert pins(*pulses("post:4", each_second, 400)) == []
    bounces = [at + step for at in each_second for step in (0, 4, 8)]
    assert pins(*pulses("post:4", bounces, 2)) == []


def cards(first: str, starts: Sequence[int]) -> list[tuple[str, int, bool]]:
    second = LINES[1 - LINES.index(first)]
    passing = [*pulses(first, starts, 65), *pulses(second, [at + 8 for at in starts], 65)]
    return [*passing, *pulses("shoe:back", [at + 5 for at in starts], 65)]


def test_cards_that_all_seem_to_go_into_the_shoe_have_swapped_beams() -> None:
    draws = range(10_000, 19_000, 1_500)
    assert pins(*cards("shoe:beam2", draws)) == [(Fault.SWAPPED_BEAMS, "shoe:beam1")]
    assert pins(*cards("shoe:beam1", draws)) == []
    pushed_back = [*cards("shoe:beam2", draws[:3]), *cards("shoe:beam1", draws[3:4]), *cards("shoe:beam2", draws[4:])]
    assert pins(*pushed_back) == []


# --- antennas -------------------------------------------------------------------------------------------------------


def moved(tmp_path: Path, *ways: tuple[str, str]) -> list[tuple[Fault, str, str]]:
    """The verdicts after one chip of a seat has gone these ways, again and again, in half a second each."""
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    (chip,) = chips(0, 1)
    for number, (origin, place) in enumerate(ways):
        at = number * 5 * S
        antennas.tags.moves.append(Move(chip, origin, place, at, at + S // 2))
    found = antenna_verdicts(antennas, frozenset(), 100 * S)
    return [(one.fault, one.place, one.other) for one in found]


def test_bets_that_go_to_the_pot_from_the_stack_have_swapped_antennas(
    tmp_path: Path,
) -> None:
    crossed = (("bet:4", "stack:4"), ("stack:4", "pot"), ("pot", "bet:4"))
    straight = (("stack:4", "bet:4"), ("bet:4", "pot"), ("pot", "stack:4"))
    assert moved(tmp_path, *crossed * 2) == [(Fault.SWAPPED_ANTENNAS, "stack:4", "bet:4")]
    assert moved(tmp_path, *crossed, *straight) == []
    assert moved(tmp_path, *straight * 2) == []


@pytest.mark.parametrize(("beside", "dead"), [([], [Fault.ANTENNA_DEAD]), ([("stack:4", "bet:5")], [])])
def test_a_bet_line_is_not_dead_whose_chips_come_to_another_one(
    tmp_path: Path, beside: list[tuple[str, str]], dead: list[Fault]
) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    at = antennas.plan.antennas["bet:4"]
    for number in range(60):
        now = (number + 1) * S // 2
        antennas.reading(at.line, Reading(at.number, frozenset(), now, now), now)
    (chip,) = chips(0, 1)
    for number, (origin, place) in enumerate([*beside, ("stack:4", "pot"), ("stack:4", "pot")]):
        antennas.tags.moves.append(Move(chip, origin, place, (5 + 5 * number) * S, (8 + 5 * number) * S))
    assert [one.fault for one in antenna_verdicts(antennas, frozenset(), 30 * S)] == dead


@pytest.mark.parametrize(("reads", "dead"), [(8, []), (30, [Fault.ANTENNA_DEAD])])
def test_a_place_beside_a_field_is_dead_only_after_reads_of_what_must_lie_there(
    tmp_path: Path, reads: int, dead: list[Fault]
) -> None:
    """The muck was empty for a while. Then two burned cards were to land there, and the reader beside it was gone."""
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    at = antennas.plan.antennas["muck"]
    beside = antennas.plan.antennas["tray"].line
    for number in range(40 + reads):
        now = (number + 1) * S // 2
        antennas.reading(at.line, Reading(at.number, frozenset(), now, now), now)
    landed = 40 * S // 2 - 4 * S
    antennas.cards.landings.extend(Landing("muck", landed, None) for _ in range(2))
    found = antenna_verdicts(antennas, frozenset({beside}), (40 + reads) * S // 2)
    assert [one.fault for one in found] == dead


@pytest.mark.parametrize(
    ("spared", "away", "found"),
    [(True, set(), [(Fault.FOREIGN_FIELD, "bet:4")]), (False, set(), []), (True, {"stacks-1"}, [])],
)
def test_a_place_that_is_disturbed_alone_has_the_field_at_itself(
    tmp_path: Path, spared: bool, away: set[str], found: list[tuple[Fault, str]]
) -> None:
    """Its reader tells of a field in every other read. Seat and stack beside it are read well, or not read at all, or
    the stack's reader was away meanwhile with its field on."""
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    for number in range(60):
        now = (number + 1) * S // 2
        for first, place in enumerate(("bet:4", "seat:4", "stack:4")):
            at = antennas.plan.antennas[place]
            if place == "bet:4" and number % 2:
                antennas.failed(at.line, Failed(at.number, Cause.REPORTED, "RF"), now)
            elif place == "bet:4" or spared:
                antennas.reading(at.line, Reading(at.number, frozenset(chips(10 * first, 2)), now, now), now)
    antennas.forget_fields(away)
    assert [(one.fault, one.place) for one in antenna_verdicts(antennas, frozenset(), 30 * S)] == found


def test_a_chip_on_a_post_spot_left_between_two_reads_and_is_not_on_another_spot_too(tmp_path: Path) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    at, (chip, *others) = antennas.plan.antennas["stack:4"], chips(0, 5)
    for second in range(12):
        lying = frozenset(others if second > 6 else (chip, *others))
        antennas.reading(at.line, Reading(at.number, lying, second * S, second * S), second * S)
        asked = antennas.gave(4, 6_500 * MS, 8 * S, 10 * S)  # heard at 6 s, missed from 7 s on
        assert asked is (True if second > 9 else None)
    assert antennas.gave(4, 6_500 * MS, 9 * S, 11 * S) is False


@pytest.mark.parametrize(("every", "told"), [(2, [(Fault.CROSS_READ, "bet:4", "bet:5")]), (10, [])])
def test_a_bet_line_that_hears_the_bets_of_another_one_is_known_by_all_of_them(
    tmp_path: Path, every: int, told: list[tuple[Fault, str, str]]
) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    here, there = (antennas.plan.antennas[place] for place in ("bet:4", "bet:5"))
    for half in range(60):
        now, bet = half * S // 2, half // 10
        lying = frozenset(chips(4 * bet, 2) if half % 10 < 6 else ())
        for at, tags in ((there, lying), (here, lying if half % every == 0 else frozenset[Tag]())):
            antennas.reading(at.line, Reading(at.number, tags, now, now), now)
    found = antenna_verdicts(antennas, frozenset(), 30 * S)
    assert [(one.fault, one.place, one.other) for one in found] == told


# --- readings that are repeated, and fields -------------------------------------------------------------------------


class Readings:
    """Readings of some places each half second, and the verdicts on them."""

    def __init__(self, tmp_path: Path) -> None:
        self.antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
        self.now = 0

    def read(self, seconds: int, **lying: Sequence[Tag]) -> Readings:
        """The places, with an underscore for the colon, list these tags for so long."""
        for _ in range(2 * seconds):
            self.now += 500 * MS
            for place, tags in lying.items():
                at = self.antennas.plan.antennas[place.replace("_", ":")]
                self.antennas.reading(at.line, Reading(at.number, frozenset(tags), self.now, self.now), self.now)
        return self

    def found(self) -> list[tuple[Fault, str]]:
        told = antenna_verdicts(self.antennas, frozenset(), self.now)
        return [(one.fault, one.place) for one in told]


@pytest.mark.parametrize(("overheard", "also"), [(3, [(Fault.CROSS_READ, "stack:4")]), (0, [])])
def test_a_jammed_antenna_that_hears_chips_of_another_seat_is_told_of_both(
    tmp_path: Path, overheard: int, also: list[tuple[Fault, str]]
) -> None:
    """Three reads of four at stack 4 are disturbed. The others hear half of its chips, and some of stack 5."""
    antennas, luck = AntennaWatch(plan_of(table_file(tmp_path)), 0), dice(1, "jam")
    own, foreign = chips(10, 8), chips(20, 12)
    for number in range(120):
        now = (number + 1) * S // 2
        through = [*luck.sample(own, 4), *luck.sample(foreign, overheard)] if not number % 4 else []
        heard = {
            "bet:4": chips(0, 2),
            "stack:5": foreign[number % 5 == 0 :],
            "stack:4": own if number < 20 else through,
        }
        for place, tags in heard.items():
            at = antennas.plan.antennas[place]
            if place == "stack:4" and number > 20 and number % 4 == 1:
                antennas.failed(at.line, Failed(at.number, Cause.REPORTED, "RF"), now)
            else:
                antennas.reading(at.line, Reading(at.number, frozenset(tags), now, now), now)
    found = [(one.fault, one.place) for one in antenna_verdicts(antennas, frozenset(), 60 * S)]
    assert found == [(Fault.JAMMED, "bet:4"), *also]


@pytest.mark.parametrize("repeats", [True, False])
def test_a_place_repeats_itself_if_several_of_its_tags_lie_elsewhere_by_now(tmp_path: Path, repeats: bool) -> None:
    table, rack = Readings(tmp_path), chips(0, 12)
    table.read(5, tray=rack).read(8, tray=rack if repeats else rack[4:], stack_4=rack[:4])
    assert table.found() == ([(Fault.STALE_READER, "tray")] if repeats else [])


@pytest.mark.parametrize(("cards", "told"), [(4, [(Fault.STALE_READER, "shoe")]), (1, [])])
def test_a_shoe_that_lists_one_card_while_others_leave_it_repeats_itself(
    tmp_path: Path, cards: int, told: list[tuple[Fault, str]]
) -> None:
    table = Readings(tmp_path).read(20, shoe=chips(0, 1))
    for number in range(cards):
        table.antennas.cards.landings.append(Landing("seat:4", (5 + number) * S, "seat:4"))
    assert table.found() == told


@pytest.mark.parametrize(
    ("place", "told"),
    [("pot", [(Fault.FORGOTTEN_TAG, "pot")]), ("bet_4", [(Fault.FORGOTTEN_TAG, "bet:4")]), ("stack_4", [])],
)
def test_a_chip_that_stays_twice_lies_hidden_where_all_are_gathered(
    tmp_path: Path, place: str, told: list[tuple[Fault, str]]
) -> None:
    table, (hidden, *others) = Readings(tmp_path), chips(0, 9)
    for hand in range(2):
        table.read(5, **{place: [hidden, *others[4 * hand : 4 * hand + 4]]}).read(1, **{place: [hidden]})
        table.read(1, **{place: []} if hand else {place: [hidden]}).read(6, **{place: [hidden]})
    assert table.found() == told


@pytest.mark.parametrize("others", [True, False])
def test_boards_that_read_nothing_beside_a_pot_that_does_are_jammed_by_it(tmp_path: Path, others: bool) -> None:
    """Two antennas may be dead. Then the others of the board read well."""
    table = Readings(tmp_path)
    boards = {f"board_{number}": chips(20 + number, 1) for number in (1, 2, 3)}
    table.read(5, **boards, pot=chips(0, 3))
    table.read(16, board_1=(), board_2=(), board_3=boards["board_3"] if others else (), pot=chips(0, 3))
    for place in ("board:1", "board:2"):
        table.antennas.cards.landings.append(Landing(place, 10 * S, None))
    dead = [(Fault.ANTENNA_DEAD, "board:1"), (Fault.ANTENNA_DEAD, "board:2")]
    assert table.found() == (dead if others else [(Fault.JAMMED, "pot")])


def test_chips_of_the_stack_that_a_bet_line_overhears_are_not_missed_there(tmp_path: Path) -> None:
    table, stack, told = Readings(tmp_path), chips(0, 10), set[Fault]()
    for number in range(40):
        table.read(1, stack_4=stack, bet_4=[*chips(20, 1), *stack[number % 2 :: 2]])
        told |= {fault for fault, _ in table.found()}
    assert told == {Fault.CROSS_READ}


def test_a_beam_that_no_card_breaks_is_dead_though_the_other_one_is_dirty() -> None:
    watch = PinWatch(LINES, (), lambda _now: None)
    for second in range(1, 20):
        for at, name, level in (
            (0, "shoe:back", False),
            (60, "shoe:back", True),
            (500, "shoe:beam1", False),
            (503, "shoe:beam1", True),
        ):
            watch.edge(name, Edge(0, level, second * S + at * MS))
    found = {(one.fault, one.place) for one in pin_verdicts(watch, "shoe", 20 * S)}
    assert found == {(Fault.BEAM_DEAD, "shoe:beam2"), (Fault.BEAM_DIRTY, "shoe:beam1")}


def test_a_beam_that_is_dirty_as_cards_pass_says_nothing_against_the_other_one() -> None:
    watch = PinWatch(LINES, (), lambda _now: None)
    for second in range(1, 13):
        for at, name, level in (
            (0, "shoe:back", False),
            (0, "shoe:beam1", False),
            (10, "shoe:beam2", False),
            (65, "shoe:back", True),
            (65, "shoe:beam1", True),
            (75, "shoe:beam2", True),
            (95, "shoe:beam1", False),
            (98, "shoe:beam1", True),
        ):
            watch.edge(name, Edge(0, level, second * S + at * MS))
        watch.look(second * S + 500 * MS)
    assert [one.fault for one in pin_verdicts(watch, "shoe", 13 * S)] == [Fault.BEAM_DIRTY]
