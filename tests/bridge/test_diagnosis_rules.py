"""The rules of the diagnosis, each asked about what it was told: counters, plugs, lines, tags, the machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from drivers.gpio import Edge
from drivers.reader import Alive, Cause, Failed, Reading, Refused, Tag
from firmware_bridge.aliases import Aliases
from firmware_bridge.diagnosis import plugs
from firmware_bridge.diagnosis.antennas import AntennaWatch
from firmware_bridge.diagnosis.cards import Landing
from firmware_bridge.diagnosis.engine import Diagnosis
from firmware_bridge.diagnosis.line_rules import verdicts
from firmware_bridge.diagnosis.lines import MS, LineWatch
from firmware_bridge.diagnosis.lines import S as SECOND
from firmware_bridge.diagnosis.machine import Machine, MachineWatch
from firmware_bridge.diagnosis.pins import PinWatch
from firmware_bridge.diagnosis.pins import verdicts as pin_verdicts
from firmware_bridge.diagnosis.sampling import Counts
from firmware_bridge.diagnosis.tags import Move, PlaceWatch, Whereabouts
from firmware_bridge.diagnosis.verdict import Fault, Verdict
from firmware_bridge.diagnosis.wear import LINE as WEARING_LINE
from firmware_bridge.diagnosis.wear import Day, Thing, Wear
from firmware_bridge.diagnosis.wearing import Wearing
from firmware_bridge.fields.antennas import plan_of
from firmware_bridge.messages.tablefile import Part
from firmware_bridge.parts.lifecycle import Change, State
from hardware_sim.physics.noise import dice
from tests.bridge.of_antennas import antenna_verdicts

from .rig import table_file

S = 1_000_000_000


# --- what is counted ------------------------------------------------------------------------------------------------

CHIP = Tag("iso15693", b"\xe0\x04\x01\x00\x00\x00\x00\x01")


def watched(trips: list[int]) -> list[Verdict]:
    """The verdicts on parts in order whose quickest answers take so many milliseconds."""
    parts = [
        Part(name=f"reader-{n}", kind="pn532", port=f"/dev/{n}", antennas={"0": "shoe"}) for n in range(len(trips))
    ]
    found = {part.name: LineWatch(part, 0) for part in parts}
    for line, trip in zip(found.values(), trips, strict=True):
        line.state, line.worked, line.heard = State.READY, True, SECOND
        line.counted(Counts(trip=trip * MS), SECOND)
    return list(verdicts(found, SECOND))


def test_one_part_that_answers_late_has_a_slow_adapter() -> None:
    (late,) = watched([40, 2, 2, 2, 2])
    assert (late.part, late.fault) == ("reader-0", Fault.ADAPTER_LATENCY)


@pytest.mark.parametrize(
    "fresh",
    [
        Counts(frames_in=1, frames_out=20, received=9),
        Counts(frames_in=9, frames_out=20, junk=2, received=9),
        Counts(frames_in=9, frames_out=20, junk=13, timeouts=1, received=9),
    ],
)
def test_a_driver_that_counts_from_zero_takes_nothing_back(fresh: Counts) -> None:
    line = LineWatch(Part(name="shoe", kind="pn532", port="/dev/0", antennas={"0": "shoe"}), 0)
    old = Counts(frames_in=8, frames_out=12, junk=13, timeouts=2, received=400)
    line.counted(old, S)
    line.counted(fresh, 2 * S)
    assert line.summed(2 * S).junk == old.junk + fresh.junk
    assert line.summed(2 * S).frames_in == old.frames_in + fresh.frames_in
    assert line.summed(2 * S).timeouts == old.timeouts + fresh.timeouts


def sure_of_restarts(reported: int, shown: int) -> int:
    """How sure a verdict on a display is that restarted so often, by its report, or as its line showed."""
    line = LineWatch(Part(name="display-4", kind="nextion", port="/dev/4", seat=4), 0)
    line.state, line.worked = State.READY, True
    line.restarts.extend(range(reported))
    line.outages.extend((2 * second * S, (2 * second + 1) * S) for second in range(shown))
    line.lows.extend(2 * second * S for second in range(shown))
    for _ in range(shown):
        line.failed(None, Cause.NO_ANSWER, S)
    (one,) = verdicts({"display-4": line}, 10 * S)
    assert one.fault is Fault.RESTARTING
    return one.sure


def test_a_restart_more_makes_the_verdict_surer_and_one_that_is_reported_counts_more() -> None:
    assert sure_of_restarts(2, 0) < sure_of_restarts(3, 0) < sure_of_restarts(4, 0)
    assert sure_of_restarts(0, 3) < sure_of_restarts(3, 0)


@pytest.mark.parametrize(
    ("serial", "told", "sure"),
    [("A1", "display-4 answers at /dev/5", 95), ("C3", "no other port tells of display-4", 80)],
)
def test_a_device_that_is_in_the_wrong_place_is_told_with_the_port_of_the_right_one(
    serial: str, told: str, sure: int
) -> None:
    found = {}
    refused = (Refused("an NFC chip"), Refused.of_serial(serial, "B2"))
    for seat, own, said in zip((4, 5), ("A1", "B2"), refused, strict=True):
        part = Part(name=f"display-{seat}", kind="nextion", port=f"/dev/{seat}", seat=seat, serial=own)
        found[part.name] = LineWatch(part, 0, state=State.QUARANTINED, refused=said)
    one = next(one for one in verdicts(found, S) if one.part == "display-4")
    assert (one.fault, one.seen[-1], one.sure) == (Fault.WRONG_PART, told, sure)


@pytest.mark.parametrize(
    ("bad", "told"), [(0, [Fault.BAD_CONTACT]), (4, [Fault.INTERFERENCE])], ids=["nothing is damaged", "much is"]
)
def test_a_display_that_is_asked_again_and_again_has_a_bad_contact(bad: int, told: list[Fault]) -> None:
    line = LineWatch(Part(name="display-4", kind="nextion", port="/dev/4", seat=4), 0)
    line.changed(Change(State.IDENTIFYING, State.READY, ""), None, "", 0)
    line.counted(Counts(frames_in=40, frames_out=44, bad=bad, timeouts=4), 20 * SECOND)
    assert [one.fault for one in verdicts({"display-4": line}, 20 * SECOND)] == told


def test_on_a_slow_machine_no_adapter_is_blamed() -> None:
    assert watched([40, 40, 40, 40, 2]) == []


# --- a machine that does not keep up --------------------------------------------------------------------------------


def flickering(tmp_path: Path, late: int) -> set[Fault]:
    """What is told of a line that is silent for a moment every four seconds, while one tick is so late (ms)."""
    diagnosis = Diagnosis(table_file(tmp_path), 0, Wearing(Wear(), Aliases().of))
    ready = Change(State.IDENTIFYING, State.READY, "")
    diagnosis.changed("shoe", ready, None, "", 0)
    told = set()
    for step in range(400):
        now = step * 100 * MS
        gone = step % 40 in (20, 21)
        report = Failed(0, Cause.NO_ANSWER, "") if gone else Alive(0, MS)
        diagnosis.reported("shoe", report, now)
        diagnosis.ticked(late * MS if step % 40 == 22 else 0, now)
        if step % 10 == 0:
            told |= {one.fault for one in diagnosis.look(now) if one.part in ("shoe", "machine")}
    return told


def test_a_line_that_goes_for_moments_has_a_bad_contact(tmp_path: Path) -> None:
    assert flickering(tmp_path, late=30) == {Fault.BAD_CONTACT}


def test_no_bad_contact_is_told_while_the_machine_is_as_late(tmp_path: Path) -> None:
    assert flickering(tmp_path, late=200) == {Fault.OVERLOADED}


def test_requests_that_a_slow_machine_lost_are_no_wear() -> None:
    line = LineWatch(Part(name="shoe", kind="pn532", port="/dev/0", antennas={"0": "shoe"}), 0)
    wear = Wear()
    wearing = Wearing(wear, Aliases().of)
    for minute, slow in enumerate((False, True, False)):
        line.total = Counts(frames_out=100 * (minute + 1), timeouts=30 * (minute > 0))
        if slow:
            wearing.skip({"shoe": line})
        wearing.gather({}, {"shoe": line}, list, minute * 60 * S)
    assert [(day.tried, day.failed) for day in wear.days[Thing(WEARING_LINE, "shoe")]] == [(200, 0)]


@pytest.mark.parametrize(
    ("bad", "told"),
    [(5, {Fault.LINE_WEARS}), (40, {Fault.LINE_WEARS, Fault.INTERFERENCE})],
    ids=["as on the days before", "far more"],
)
def test_what_a_worn_line_damages_is_no_interference_until_it_is_more(
    tmp_path: Path, bad: int, told: set[Fault]
) -> None:
    """Four damaged answers in a thousand on its last day, so two or three in forty seconds."""
    table = table_file(tmp_path)
    part = next(one.name for one in table.part if one.kind == "feig_obid")
    worn = [Day(day, 20_000, 10 * day) for day in range(1, 9)]
    wear = Wear({Thing(WEARING_LINE, part): worn})
    wear.begin(9)
    diagnosis = Diagnosis(table, 0, Wearing(wear, Aliases().of))
    line = diagnosis.line(part)
    line.state, line.worked, line.heard = State.READY, True, 40 * S
    diagnosis.counted(part, Counts(frames_in=600 - bad, frames_out=600, bad=bad), 40 * S)
    for second in (40, 41):
        diagnosis.look(second * S)
    assert {one.fault for one in diagnosis.verdicts if one.part == part} == told


@pytest.mark.parametrize(("gains", "found"), [(500, []), (600, [Fault.CLOCK_DRIFTS])])
def test_a_clock_that_a_time_server_slews_does_not_drift(gains: int, found: list[Fault]) -> None:
    machine = MachineWatch()
    for second in range(30):
        machine.sampled(Machine(wall=second * (SECOND + gains * 1_000), raw=second * SECOND), second * SECOND)
    assert [one.fault for one in machine.verdicts(30 * SECOND)] == found


@pytest.mark.parametrize(("by", "told"), [(0.5, []), (40, [Fault.CLOCK_JUMPS]), (-40, [Fault.CLOCK_JUMPS])])
def test_a_time_of_day_that_is_set_jumps_and_does_not_drift(by: float, told: list[Fault]) -> None:
    machine = MachineWatch()
    for second in range(60):
        wall = round((second + (by if second > 5 else 0)) * SECOND)
        machine.sampled(Machine(wall=wall, raw=second * SECOND), second * SECOND)
    assert [one.fault for one in machine.verdicts(60 * SECOND)] == told


@pytest.mark.parametrize(("each", "told"), [(20, []), (500, [Fault.DISK_SLOW])])
def test_a_medium_is_slow_by_the_time_of_its_writes(each: int, told: list[Fault]) -> None:
    machine = MachineWatch()
    for second in range(20):
        machine.sampled(Machine(writes=second, writing=second * each * MS), second * SECOND)
    assert [one.fault for one in machine.verdicts(20 * SECOND)] == told


def two_readers_out_together(tmp_path: Path, came_astray: bool, proven: bool) -> tuple[list[Fault], list[str]]:
    """The verdicts on two readers whose plugs were out at the same time, and the lines that are not proven yet."""
    table = table_file(tmp_path)
    antennas = AntennaWatch(plan_of(table), 0)
    lines = {p.name: LineWatch(p, 0, state=State.READY, answers=True) for p in table.part if p.kind == "pepper_c1"}
    for number, line in enumerate(lines.values()):
        line.out = (10 + number) * S, (14 + number) * S
    antennas.cards.astray.extend([("seat:4", "board:1"), ("board:2", "seat:5")] if came_astray else [])
    antennas.cards.landings.extend([Landing("seat:4", 20 * S, "seat:4", known=True)] if proven else [])
    pairs = plugs.unproven(lines, antennas, 40 * S)
    return [one.fault for one in plugs.swapped(pairs, antennas)], [line.part.name for pair in pairs for line in pair]


def test_readers_that_were_out_together_are_doubted_until_a_card_lands_well(tmp_path: Path) -> None:
    both = ["cards-1", "cards-2"]
    assert two_readers_out_together(tmp_path, came_astray=False, proven=False) == ([], both)
    assert two_readers_out_together(tmp_path, came_astray=False, proven=True) == ([], [])
    told, _ = two_readers_out_together(tmp_path, came_astray=True, proven=False)
    assert told == [Fault.SWAPPED_PARTS]


@pytest.mark.parametrize(("bet", "told"), [(2, [Fault.SWAPPED_PARTS]), (9, [])])
def test_a_bet_while_two_plugs_are_out_does_not_tell_whether_they_were_swapped(
    tmp_path: Path, bet: int, told: list[Fault]
) -> None:
    """Of a stack of twelve chips `bet` are read at the same line as before, and the others at the other one."""
    table = table_file(tmp_path)
    antennas = AntennaWatch(plan_of(table), 0)
    names = {"bets", "stacks-1"}
    lines = {p.name: LineWatch(p, 0, state=State.READY, answers=True) for p in table.part if p.name in names}
    for line in lines.values():
        line.out = 10 * S, 13 * S
    stack = frozenset(chips(0, 12))
    stays = frozenset(list(stack)[:bet])
    for second in range(20):
        for name, before, after in (("stacks-1", stack, stays), ("bets", frozenset[Tag](), stack - stays)):
            now = second * S
            if not 10 <= second < 13:
                antennas.reading(name, Reading(4, before if second < 10 else after, now, now), now)
    assert [one.fault for one in plugs.swapped(plugs.unproven(lines, antennas, 20 * S), antennas)] == told


def read(place: PlaceWatch, *hits: bool) -> None:
    for n, hit in enumerate(hits):
        place.read(frozenset({CHIP} if hit else ()), n * S, n * S + 1)


def test_only_misses_between_two_hits_count_as_missed() -> None:
    place = PlaceWatch("bet:1", "bets", 1)
    read(place, True, False, True, True, False, False)
    assert place.hearings[CHIP].missed == pytest.approx(1 / 4)


def test_a_tag_moves_when_its_old_place_misses_it_twice() -> None:
    where = Whereabouts([PlaceWatch("bet:1", "bets", 1), PlaceWatch("pot", "middle", 1)])
    for n, place in enumerate(("bet:1", "bet:1", "pot", "pot", "bet:1", "bet:1", "pot")):
        where.read(place, frozenset({CHIP} if place == "pot" or n < 2 else ()), n * S, n * S + 1)
    assert [(move.origin, move.place) for move in where.moves] == [("bet:1", "pot")]


def test_a_chip_that_went_on_is_not_read_at_the_line_where_it_lay_for_a_while(tmp_path: Path) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)

    def reads(place: str, times: int, *, chip: bool) -> None:
        antenna = antennas.plan.antennas[place]
        for _ in range(times):
            heard = frozenset({CHIP} if chip else ())
            antennas.reading(antenna.line, Reading(antenna.number, heard, antennas.now, antennas.now), antennas.now)
            antennas.now += S // 10

    reads("stack:3", 3, chip=True)
    reads("bet:3", 40, chip=True)  # its stack is not read meanwhile, so it counts as lying there
    reads("stack:3", 2, chip=False)
    reads("pot", 40, chip=True)
    reads("bet:3", 10, chip=False)
    assert [one.fault for one in antenna_verdicts(antennas, frozenset(), antennas.now)] == []


def chips(first: int, count: int) -> list[Tag]:
    return [Tag("iso15693", bytes([0xE0, 4, 1, 0, 0, 0, 0, first + number])) for number in range(count)]


def test_a_weak_chip_is_known_by_its_misses_at_several_places(tmp_path: Path) -> None:
    plan = plan_of(table_file(tmp_path))
    antennas = AntennaWatch(plan, 0)
    weak, *good = chips(0, 4)
    for number in range(45):
        now, place = number * S, ("stack:4", "bet:4", "pot")[number // 15]
        for where in ("stack:4", "bet:4", "pot"):
            here = {weak} if where == place and number % 5 not in (1, 3) else set[Tag]()
            own = {chip for chip, home in zip(good, ("stack:4", "bet:4", "pot"), strict=True) if home == where}
            at = plan.antennas[where]
            antennas.reading(at.line, Reading(at.number, frozenset(here | own), now, now), now)
    found = antenna_verdicts(antennas, frozenset(), 45 * S)
    assert [(one.fault, one.place) for one in found] == [(Fault.WEAK_TAG, "pot")]


def test_chips_that_have_just_been_bet_are_not_overheard_at_the_line(tmp_path: Path) -> None:
    """A line with news is read six times a second, the stack once. Each chip was overheard there once before."""
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    stack, bet = chips(0, 6), chips(0, 3)
    laid = 6 * 40
    for sixth in range(laid + 30):
        now, out = sixth * S // 6, sixth > laid
        heard = {"bet:3": set(bet) if out or sixth == laid - 22 else set()}
        if sixth % 6 == 0:
            heard["stack:3"] = set(stack) - (set(bet) if out else set())
        for place, tags in heard.items():
            at = antennas.plan.antennas[place]
            antennas.reading(at.line, Reading(at.number, frozenset(tags), now, now), now)
        assert list(antenna_verdicts(antennas, frozenset(), now)) == []


@pytest.mark.parametrize(
    ("also", "flickers", "told"),
    [
        pytest.param(1, True, [Fault.SAME_TAG], id="one chip at both"),
        pytest.param(2, True, [], id="two of four at both: the field reaches there"),
        pytest.param(1, False, [], id="one place says the same each time: its reader may be stale"),
    ],
)
def test_a_tag_that_two_places_hear_in_turn_and_no_other_is_there_twice(
    tmp_path: Path, also: int, flickers: bool, told: list[Fault]
) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    here, there = chips(0, 4), chips(10, 4)
    for second in range(20):
        missed = here[-1:] if flickers and second % 6 == 5 else []
        heard = {"stack:3": set(here) - set(missed), "stack:4": {*there, *(here[:also] if second > 9 else ())}}
        if second % 6 == 3:
            heard["stack:4"].discard(there[-1])
        for place, tags in heard.items():
            at = antennas.plan.antennas[place]
            antennas.reading(at.line, Reading(at.number, frozenset(tags), second * S, second * S), second * S)
    assert [one.fault for one in antenna_verdicts(antennas, frozenset(), 20 * S)] == told


@pytest.mark.parametrize(
    ("flickers", "told"),
    [
        pytest.param(True, [Fault.CROSS_READ], id="its reader tells what it hears"),
        pytest.param(False, [], id="its reader may repeat what it heard once"),
    ],
)
def test_a_place_is_overheard_only_if_its_own_reader_tells_something_new(
    tmp_path: Path, flickers: bool, told: list[Fault]
) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    here = chips(0, 4)
    for second in range(60):
        heard = {"stack:3": here[:-1] if flickers and second % 20 == 19 else here}
        heard["stack:4"] = here[:2] if second > 5 and second % 3 else []
        for place, tags in heard.items():
            at = antennas.plan.antennas[place]
            antennas.reading(at.line, Reading(at.number, frozenset(tags), second * S, second * S), second * S)
    assert [one.fault for one in antenna_verdicts(antennas, frozenset(), 60 * S)] == told


@pytest.mark.parametrize(("came", "told"), [((10, 20), [Fault.STALE_READER]), ((10, 11), [])])
def test_a_stack_that_lists_the_same_while_others_chips_are_bet_from_it_is_stale(
    tmp_path: Path, came: tuple[int, int], told: list[Fault]
) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    at = antennas.plan.antennas["stack:4"]
    for second in range(30):
        antennas.reading(at.line, Reading(at.number, frozenset(chips(0, 4)), second * S, second * S), second * S)
    for chip, arrives in zip(chips(10, 2), came, strict=True):
        antennas.tags.moves.append(Move(chip, "pot", "bet:4", 2 * S, arrives * S))
    assert [one.fault for one in antenna_verdicts(antennas, frozenset(), 30 * S)] == told


@pytest.mark.parametrize(
    ("came", "flop", "told"),
    [
        pytest.param((8, 8), True, [Fault.ANTENNA_DEAD], id="a pot of two players is pushed"),
        pytest.param((8, 12), True, [], id="chips of two players are changed at the tray, one after the other"),
        pytest.param((8, 8), False, [], id="before the flop a dealer may push bets straight to the last player"),
    ],
)
def test_chips_of_two_players_that_come_at_once_went_past_the_pot(
    tmp_path: Path, came: tuple[int, int], flop: bool, told: list[Fault]
) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    at = antennas.plan.antennas["pot"]
    antennas.cards.landings.append(Landing("board:1" if flop else "seat:3", 4 * S, None))
    for second in range(14):
        antennas.reading(at.line, Reading(at.number, frozenset(), second * S, second * S), second * S)
    for chip, seat, arrives in zip(chips(0, 2), (3, 5), came, strict=True):
        antennas.tags.moves.append(Move(chip, f"stack:{seat}", "stack:4", (arrives - 3) * S, arrives * S))
    assert [one.fault for one in antenna_verdicts(antennas, frozenset(), 14 * S)] == told


@pytest.mark.parametrize(("reads", "told"), [(14, []), (25, [Fault.ANTENNA_DEAD])])
def test_a_reader_that_is_away_may_jam_a_place_beside_it_but_not_each_of_many_reads(
    tmp_path: Path, reads: int, told: list[Fault]
) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    at = antennas.plan.antennas["pot"]
    for second in range(reads):
        antennas.reading(at.line, Reading(at.number, frozenset(), second * S, second * S), second * S)
    for chip, seat in zip(chips(0, 2), (3, 5), strict=True):
        antennas.tags.moves.append(Move(chip, f"stack:{seat}", "stack:4", 5 * S, 8 * S))
    antennas.cards.landings.append(Landing("board:2", 4 * S, "board:2"))
    away = frozenset({antennas.plan.antennas["board:1"].line})
    assert [one.fault for one in antenna_verdicts(antennas, away, reads * S)] == told


@pytest.mark.parametrize(
    ("left", "came", "told"),
    [
        ((3, 5), (8, 8), []),
        ((3, 5), (8, 12), [Fault.ANTENNA_DEAD]),
        ((3, 10.8), (8, 12), [Fault.ANTENNA_DEAD]),
        ((6.8, 10.8), (8, 12), []),
        ((3, 11.5), (8, 12), []),
    ],
)
def test_chips_that_come_together_went_past_a_line_once(
    tmp_path: Path, left: tuple[float, float], came: tuple[int, int], told: list[Fault]
) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    at = antennas.plan.antennas["bet:4"]
    for second in range(14):
        antennas.reading(at.line, Reading(at.number, frozenset(), second * S, second * S), second * S)
    for number, (leaves, arrives) in enumerate(zip(left, came, strict=True)):
        chip = Tag("iso15693", bytes([0xE0, 4, 1, 0, 0, 0, 0, number]))
        antennas.tags.moves.append(Move(chip, "stack:4", "pot", round(leaves * S), arrives * S))
    assert [one.fault for one in antenna_verdicts(antennas, frozenset(), 14 * S)] == told


@pytest.mark.parametrize(
    ("dealt", "told"),
    [
        pytest.param((), [], id="the float was taken away"),
        pytest.param((1, 2), [], id="it was taken while a hand was dealt"),
        pytest.param((12, 13), [Fault.TRAY_EMPTY], id="the next hand is dealt"),
    ],
)
def test_a_tray_whose_chips_go_at_once_is_empty_and_not_called_dead(
    tmp_path: Path, dealt: tuple[int, ...], told: list[Fault]
) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    at = antennas.plan.antennas["tray"]
    for second in range(-3, 30):
        rack = frozenset(chips(0, 40) if second < 0 else ())
        antennas.reading(at.line, Reading(at.number, rack, second * S, second * S), second * S)
    antennas.cards.landings.extend(Landing("seat:4", second * S, "seat:4") for second in dealt)
    assert [one.fault for one in antenna_verdicts(antennas, frozenset(), 30 * S)] == told


def through_the_shoe(beams: tuple[str, ...], back: bool, lasts: int) -> set[tuple[Fault, str]]:
    """The verdicts after ten interruptions of some beams, a second apart and for so long (ns)."""
    pins = PinWatch(("shoe:beam1", "shoe:beam2", "shoe:back"), (), lambda _now: None)
    for number in range(1, 11):
        for after, line in enumerate((*beams, *(("shoe:back",) if back else ()))):
            began = number * S + after * 10 * MS
            pins.edge(line, Edge(0, False, began))
            pins.edge(line, Edge(0, True, began + lasts))
        pins.look(number * S + 500 * MS)
    return {(one.fault, one.place) for one in pin_verdicts(pins, "shoe", 11 * S)}


@pytest.mark.parametrize(
    ("beams", "back", "lasts", "told"),
    [
        pytest.param(("shoe:beam2",), False, 2 * MS, {(Fault.BEAM_DIRTY, "shoe:beam2")}, id="dirt"),
        pytest.param(
            ("shoe:beam2",),
            False,
            65 * MS,
            {(Fault.BEAM_DEAD, "shoe:beam1"), (Fault.BACK_SENSOR_DEAD, "shoe:back")},
            id="cards that one beam sees, and nothing else",
        ),
        pytest.param(
            (), True, 65 * MS, {(Fault.BEAM_DEAD, "shoe:beam1"), (Fault.BEAM_DEAD, "shoe:beam2")}, id="no beam"
        ),
        pytest.param(("shoe:beam1", "shoe:beam2"), True, 65 * MS, set(), id="cards"),
    ],
)
def test_a_card_is_known_in_a_beam_by_how_long_it_covers_it(
    beams: tuple[str, ...], back: bool, lasts: int, told: set[tuple[Fault, str]]
) -> None:
    assert through_the_shoe(beams, back, lasts) == told


@pytest.mark.parametrize(
    ("with_others", "told"),
    [
        pytest.param(lambda read: read % 40 == 0, [], id="a chip beside is overheard for a read, now and then"),
        pytest.param(lambda read: read % 40 < 8, [(Fault.FORGOTTEN_TAG, "bet:4")], id="others come and go"),
    ],
)
def test_a_chip_that_lies_at_a_line_for_a_round_is_not_forgotten_there(
    tmp_path: Path, with_others: Callable[[int], bool], told: list[tuple[Fault, str]]
) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    here, beside = (antennas.plan.antennas[place] for place in ("bet:4", "bet:5"))
    blind, bet = chips(0, 2)
    for read in range(1, 400):
        now = read * 100 * MS
        overheard = with_others(read)
        lying = frozenset({blind, bet} if overheard else {blind})
        antennas.reading(here.line, Reading(here.number, lying, now, now), now)
        if not told:
            antennas.reading(beside.line, Reading(beside.number, frozenset({bet}), now, now), now)
    assert [(one.fault, one.place) for one in antenna_verdicts(antennas, frozenset(), now)] == told


@pytest.mark.parametrize(("reads", "told"), [(True, []), (False, [Fault.SHOE_BLIND])])
def test_a_shoe_that_read_the_cards_is_not_blind_while_nobody_draws(reads: bool, told: list[Fault]) -> None:
    pins = PinWatch(("shoe:beam1", "shoe:beam2"), (), lambda _now: None)
    cards = chips(0, 6)
    for read in range(1, 700):  # 16 ms each, as the shoe's reader takes
        now = read * 16 * MS
        drawn = range(40, 280, 40).index(read) if read in range(40, 280, 40) else 6
        if drawn < 6:
            for beam in ("shoe:beam1", "shoe:beam2"):
                pins.edge(beam, Edge(0, False, now))
                pins.edge(beam, Edge(0, True, now + 65 * MS))
        pins.shoe_read(frozenset(cards[drawn : drawn + 1] if reads else ()), now)
    assert [one.fault for one in pin_verdicts(pins, "shoe", now) if one.part == "shoe"] == told


def test_a_button_switch_that_is_stuck_stays_so_when_the_button_comes_to_it() -> None:
    pins = PinWatch(("button:3", "button:4", "button:5"), (), lambda _now: None)
    for second, line, level in (
        (1, "button:4", False), (2, "button:3", False), (5, "button:3", True), (6, "button:5", False),
        (40, "button:5", True),
    ):  # fmt: skip
        pins.edge(line, Edge(0, level, second * S))
    assert [(one.fault, one.place) for one in pin_verdicts(pins, "shoe", 50 * S)] == [
        (Fault.SWITCH_STUCK, "button:4")
    ]


@pytest.mark.parametrize(
    ("line", "arrive", "told"),
    [
        pytest.param("bet:4", (8, 20), [Fault.ANTENNA_DEAD], id="twice at its own line"),
        pytest.param("bet:4", (8, 8), [], id="once, by two chips"),
        pytest.param("bet:5", (8, 20), [], id="at the line of another seat"),
    ],
)
def test_a_stack_is_dead_from_which_chips_of_a_pot_are_bet_that_it_never_read(
    tmp_path: Path, line: str, arrive: tuple[int, int], told: list[Fault]
) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    at = antennas.plan.antennas["stack:4"]
    for second in range(30):
        antennas.reading(at.line, Reading(at.number, frozenset(), second * S, second * S), second * S)
    for chip, arrives in zip(chips(0, 2), arrive, strict=True):
        antennas.tags.moves.append(Move(chip, "pot", line, 2 * S, arrives * S))
    assert [one.fault for one in antenna_verdicts(antennas, frozenset(), 30 * S)] == told


def test_a_tray_is_dead_if_its_chips_turn_up_twice(tmp_path: Path) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    at = antennas.plan.antennas["tray"]
    for second in range(-3, 30):
        rack = frozenset(chips(0, 40) if second < 0 else ())
        antennas.reading(at.line, Reading(at.number, rack, second * S, second * S), second * S)
    for chip, arrives in zip(chips(0, 2), (8, 20), strict=True):
        antennas.tags.moves.append(Move(chip, "tray", "stack:4", -1 * S, arrives * S))
    assert [one.fault for one in antenna_verdicts(antennas, frozenset(), 30 * S)] == [Fault.ANTENNA_DEAD]


def test_a_field_from_outside_is_told_at_the_place_that_it_disturbs_most(tmp_path: Path) -> None:
    table = table_file(tmp_path)
    diagnosis, plan = Diagnosis(table, 0, Wearing(Wear(), Aliases().of)), plan_of(table)
    for part in table.part:
        diagnosis.changed(part.name, Change(State.IDENTIFYING, State.READY, ""), None, "", 0)
    told = []
    for second in range(20):
        errors = {"bet:4": 3, "stack:4": 2} if second < 4 else {"bet:4": 1, "stack:4": 3}
        for place, count in errors.items():
            at = plan.antennas[place]
            for _ in range(count):
                diagnosis.reported(at.line, Failed(at.number, Cause.REPORTED, ""), second * S)
        told.append([(one.fault, one.place) for one in diagnosis.look(second * S)])
    assert [(Fault.FOREIGN_FIELD, "bet:4")] in told
    assert told[-1] == [(Fault.FOREIGN_FIELD, "stack:4")]


@pytest.mark.parametrize(("missed", "told"), [(0.4, [Fault.ANTENNA_DETUNED]), (0.08, [])])
def test_a_bet_line_is_judged_by_the_chips_that_pass_by(tmp_path: Path, missed: float, told: list[Fault]) -> None:
    plan = plan_of(table_file(tmp_path))
    antennas, at, luck = AntennaWatch(plan, 0), plan.antennas["bet:4"], dice(1, "passing")
    for bet in range(6):
        chips = [Tag("iso15693", bytes([bet, number] * 4)) for number in range(3)]
        for read in range(8):
            now = (bet * 9 * S) + read * S // 2
            heard = frozenset(chip for chip in chips if read in (0, 7) or luck.random() >= missed)
            antennas.reading(at.line, Reading(at.number, heard, now, now), now)
        gone = bet * 9 * S + 5 * S
        antennas.reading(at.line, Reading(at.number, frozenset(), gone, gone), gone)
    assert [one.fault for one in antenna_verdicts(antennas, frozenset(), 55 * S)] == told
