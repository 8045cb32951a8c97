"""The field scheduler: one field of a group, one request of a line, no starvation, the attended place first."""

from __future__ import annotations

import heapq
import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.fields.ages import ordinary_load, rehearse, times, worst_age
from firmware_bridge.fields.antennas import FieldPlan, antennas_of
from firmware_bridge.fields.liveness import Pulse, Unit
from firmware_bridge.fields.scheduler import RUN, Action, Scheduler, Task
from firmware_bridge.fields.times import feig_read_time

from .tables import part, reference_plan

MS = 1_000_000
S = 1000 * MS
LAST = {Task.READ: 60 * MS, Task.OFF: 15 * MS, Task.PING: 15 * MS}


class Lines:
    """Readers that take some time for everything, and a watch on what must never be."""

    def __init__(self, plan: FieldPlan, luck: random.Random | None = None) -> None:
        self.plan = plan
        self.scheduler = Scheduler(plan)
        self.now = 0
        self.lit: set[str] = set()
        self.reading: dict[str, Action] = {}
        self.done: list[tuple[int, Action]] = []
        self.mute: set[str] = set()
        self.slow: dict[str, int] = {}  # places whose read takes longer
        self._luck = luck
        self._ends: list[tuple[int, str]] = []
        for line in plan.lines:
            self.scheduler.line_ready(line, 0)

    def run(self, until: int) -> None:
        while self.now < until:
            for action in self.scheduler.actions(self.now):
                self._start(action)
            moments = [
                m for m in (self.scheduler.deadline, self._ends[0][0] if self._ends else None) if m is not None
            ]
            self.now = min([*moments, until])
            while self._ends and self._ends[0][0] <= self.now:
                self._end(heapq.heappop(self._ends)[1])

    def _start(self, action: Action) -> None:
        assert action.line not in self.reading, f"two requests of line {action.line} at once"
        self.reading[action.line] = action
        if action.task is Task.READ:
            on = self.lit & self.plan.rivals(action.place)
            assert not on, f"{action.place} is read while {on} is on"
            unit = self.plan.antennas[action.place].unit
            self.lit = {p for p in self.lit if self.plan.antennas[p].unit != unit} | {action.place}
        takes = LAST[action.task] if self._luck is None else self._luck.randint(5 * MS, 600 * MS)
        if action.task is Task.READ:
            takes = self.slow.get(action.place, takes)
        heapq.heappush(self._ends, (self.now + takes, action.line))

    def _end(self, line: str) -> None:
        action = self.reading.pop(line)
        good = action.place not in self.mute
        if action.task is Task.OFF:
            self.lit.discard(action.place)
        self.done.append((self.now, action))
        finished = self.scheduler.finished(line, self.now, good=good)
        assert finished == action
        unit = self.scheduler.unit(action.place)
        assert unit is not None
        if good:
            unit.answered(self.now)
        else:
            unit.silent(self.now)

    def reads(self, *places: str) -> list[int]:
        return [at for at, action in self.done if action.task is Task.READ and action.place in places]


@given(
    st.integers(0, 2**32),
    st.lists(st.lists(st.sampled_from(sorted(reference_plan().antennas)), max_size=4, unique=True), max_size=5),
)
@settings(max_examples=30)
def test_of_a_group_one_field_is_on_and_of_a_line_one_request_under_way(seed: int, lists: list[list[str]]) -> None:
    luck = random.Random(seed)  # noqa: S311 - reproducible, no secret depends on it
    lines = Lines(reference_plan(), luck)
    for attended in [*lists, []]:
        lines.scheduler.attend(attended, lines.now)
        lines.scheduler.urge(luck.sample(sorted(lines.plan.antennas), 3), lines.now)
        lines.run(lines.now + 5 * S)


@pytest.mark.search
@given(st.lists(st.sampled_from(sorted(reference_plan().antennas)), max_size=4, unique=True))
@settings(max_examples=25)
def test_every_place_is_read_within_the_bound_whatever_is_attended(attended: list[str]) -> None:
    plan = reference_plan()
    load = ordinary_load(plan)
    for place, age in rehearse(plan, load, tuple(attended), 30 * S).items():
        assert age <= worst_age(plan, place, load), place


def test_a_place_whose_line_and_whose_rival_are_both_attended_is_read_all_the_same() -> None:
    """The tray shares its line with the pot and its group with the shoe; the board shares a group with the pot."""
    plan = reference_plan()
    load = ordinary_load(plan)
    ages = rehearse(plan, load, ("pot", "shoe"), 30 * S)
    assert ages["tray"] <= worst_age(plan, "tray", load)


@pytest.mark.parametrize(
    "attended", [("bet:4", "stack:4"), ("bet:4", "stack:4", "bet:3"), ("bet:1", "stack:1", "bet:4")]
)
def test_while_a_bet_is_waited_for_every_card_spot_is_read_within_three_seconds(attended: tuple[str, ...]) -> None:
    """What was missed twice is read first: of four misses of a lifted card only the first two take that long."""
    plan = reference_plan()
    ages = rehearse(plan, ordinary_load(plan), attended, 30 * S)
    assert max(age for place, age in ages.items() if place.startswith("seat:")) <= 3 * S


@pytest.mark.parametrize("place", ["bet:3", "stack:7", "seat:2", "pot", "shoe"])
def test_of_the_attended_places_time_three_of_four_reads_are_its_own(place: str) -> None:
    lines = Lines(reference_plan())
    lines.run(3 * S)
    lines.scheduler.attend((place,), lines.now)
    lines.done.clear()
    lines.run(lines.now + 20 * S)
    ends = lines.reads(place)
    others = [later - end for end, later in itertools.pairwise(ends) if later - end >= 2 * LAST[Task.READ]]
    assert len(ends) >= RUN * len(others)


def test_between_two_reads_of_the_attended_place_there_is_time_for_one_other() -> None:
    lines = Lines(reference_plan())
    lines.scheduler.attend(("bet:3", "stack:3", "seat:3"), 0)
    lines.run(20 * S)
    ends = lines.reads("bet:3")[5:]
    longest = max(later - end for end, later in itertools.pairwise(ends))
    # Its own read, the other, its field off before it and the other's off after it, and a sign of life before each.
    assert longest <= 2 * LAST[Task.READ] + 2 * LAST[Task.OFF] + 2 * LAST[Task.PING]


def test_between_hands_each_place_is_read_about_once_a_second() -> None:
    lines = Lines(reference_plan())
    lines.run(20 * S)
    for place in lines.plan.antennas:
        assert 12 <= len(lines.reads(place)) <= 21, place


def test_what_is_unsettled_is_read_before_what_is_merely_due() -> None:
    lines = Lines(reference_plan())
    lines.scheduler.attend(("bet:3",), 0)
    lines.run(10 * S)
    lines.scheduler.urge(("stack:3",), lines.now)
    asked = lines.now
    lines.run(asked + S)
    assert min(at for at in lines.reads("stack:3") if at > asked) - asked < 350 * MS


def test_a_mute_reader_is_only_knocked_at_and_its_line_goes_on() -> None:
    lines = Lines(reference_plan())
    lines.run(2 * S)
    lines.mute = {"bet:5"}
    lines.run(5 * S)
    unit = lines.scheduler.unit("bet:5")
    assert unit is not None
    assert unit.pulse is Pulse.MUTE
    lines.done.clear()
    lines.run(15 * S)
    assert lines.reads("bet:5") == []
    knocks = [a for _, a in lines.done if a.task is Task.PING and a.place == "bet:5"]
    assert 5 <= len(knocks) <= 11
    assert len(lines.reads("bet:4")) >= 8


def test_a_lost_line_keeps_no_neighbour_dark() -> None:
    lines = Lines(reference_plan())
    lines.run(2 * S)
    lines.scheduler.line_gone("bets")
    lines.reading.pop("bets", None)
    lines._ends = [(at, line) for at, line in lines._ends if line != "bets"]
    lines.lit = {place for place in lines.lit if not place.startswith("bet")}
    lines.done.clear()
    lines.run(lines.now + 5 * S)
    assert lines.reads("seat:3")
    assert lines.reads("stack:3")
    assert lines.scheduler.ages(lines.now)["bet:3"] is None


def test_nothing_near_a_place_in_focus_is_read_until_the_focus_ends() -> None:
    lines = Lines(reference_plan())
    lines.scheduler.attend(("shoe",), 0)
    lines.run(3 * S)
    start = lines.now
    lines.scheduler.focus("shoe", start + 400 * MS, start)
    lines.run(start + 400 * MS)
    others = [at for at in lines.reads("muck", "tray", "drop") if at > start + LAST[Task.READ]]
    assert others == []
    lines.run(start + 10 * S)
    assert lines.reads("tray")[-1] > start + 400 * MS


def test_while_cards_are_drawn_the_shoes_neighbours_wait() -> None:
    """A tray read takes half a second: a card that is drawn meanwhile goes by unread."""
    lines = Lines(reference_plan())
    lines.run(3 * S)
    lines.scheduler.attend(("shoe", "seat:1"), lines.now)
    lines.run(lines.now + 4 * S)
    start = 3 * S + 2 * LAST[Task.READ]
    assert [at for at in lines.reads("muck", "tray", "drop") if at > start] == []
    ends = [at for at in lines.reads("shoe") if at > start]
    assert max(later - end for end, later in itertools.pairwise(ends)) <= LAST[Task.READ] + LAST[Task.PING]


def test_while_a_place_waits_for_its_rival_its_line_reads_what_else_is_attended() -> None:
    """A full stack takes a third of a second: a card that has landed at another seat is read meanwhile."""
    lines = Lines(reference_plan())
    lines.slow["stack:2"] = 400 * MS
    lines.run(3 * S)
    while "stack:2" not in {action.place for action in lines.reading.values()}:
        lines.run(lines.now + 5 * MS)
    begun = lines.now
    lines.scheduler.attend(("shoe", "seat:2", "seat:4"), begun)
    lines.run(begun + 600 * MS)
    ended = next(at for at in lines.reads("stack:2") if at > begun)
    assert len([at for at in lines.reads("seat:4") if begun < at <= ended]) >= 2
    turn = LAST[Task.READ] + LAST[Task.OFF] + LAST[Task.READ]  # what its line had begun, the rival's field, its own
    assert min(at for at in lines.reads("seat:2") if at > ended) <= ended + turn


def test_the_shoes_neighbours_are_read_again_though_it_stays_attended() -> None:
    lines = Lines(reference_plan())
    lines.scheduler.attend(("shoe",), 0)
    lines.run(20 * S)
    for place in ("muck", "tray", "drop"):
        assert len([at for at in lines.reads(place) if at > 3 * S]) >= 2, place


def test_what_is_being_decided_beside_an_attended_shoe_is_not_held_back() -> None:
    lines = Lines(reference_plan())
    lines.run(3 * S)
    lines.scheduler.attend(("shoe",), lines.now)
    lines.run(4 * S)
    lines.scheduler.urge(("muck",), lines.now)
    lines.run(5 * S)
    assert len([at for at in lines.reads("muck") if at > 4 * S]) >= 2


def test_a_reader_is_mute_after_a_second_and_three_questions_without_an_answer() -> None:
    unit = Unit(heard=0)
    assert not unit.silent(800 * MS)
    assert not unit.silent(950 * MS)
    assert unit.silent(1100 * MS)
    assert unit.pulse is Pulse.MUTE
    assert unit.answered(1200 * MS)
    assert unit.readable


def test_a_short_burst_of_silence_is_forgotten_with_the_next_answer() -> None:
    unit = Unit(heard=0)
    for _ in range(5):
        unit.silent(500 * MS)
    assert unit.pulse is Pulse.SUSPECT
    assert not unit.answered(600 * MS)


@pytest.mark.parametrize(("tags", "low", "high"), [(5, 50, 70), (20, 200, 230), (60, 590, 660)])
def test_reading_chips_takes_what_air_and_wire_take(tags: int, low: int, high: int) -> None:
    assert low * MS <= feig_read_time(tags, 115200) <= high * MS


def test_a_table_of_one_reader_needs_no_group() -> None:
    plan = FieldPlan(antennas_of(part("shoe", "pn532", "shoe", first=0)), [])
    assert worst_age(plan, "shoe", ordinary_load(plan)) < 7 * S
    assert times(plan, {"shoe": 0})["shoe"] < 100 * MS
