"""Chips become denominations; gaps, snapshots and parts; what is unknown becomes an alarm and never a guess."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.poker import events as core
from controller.poker.cards import card
from controller.poker.places import place, place_text
from controller.service.senses.sensing import Sensing
from firmware_bridge.messages import sensed
from firmware_bridge.messages.base import Interval, TagId

from .sensing_readings import alarms, drawn, landed, moved, placed, with_shoe, without_shoe
from .things import FOREIGN_CHIP, RETIRED_CHIP, at, chip_tag, registers, tag_of

# --- chips ----------------------------------------------------------------------------------------------------------


def test_chips_are_told_by_denomination() -> None:
    sensing = with_shoe()
    a, b, c = chip_tag(500), chip_tag(100), chip_tag(25)
    assert sensing.events(moved("bet:3", [a, b], [c], [a, b])) == (
        core.ChipsMoved(place("bet:3"), (500, 100), (25,), (2_000_000, 3_000_000)),
    )


@pytest.mark.parametrize(("tag", "key"), [(FOREIGN_CHIP, "unknown_chip"), (RETIRED_CHIP, "retired_chip")])
def test_a_chip_without_value_is_an_alarm_naming_its_place_and_is_not_counted(tag: TagId, key: str) -> None:
    sensing = with_shoe()
    events = sensing.events(moved("bet:3", [chip_tag(500), tag], [], [chip_tag(500), tag]))
    assert [e.added for e in events if isinstance(e, core.ChipsMoved)] == [(500,)]
    assert alarms(sensing) == [(f"alarm.{key}", "bet:3")]


def test_the_alarm_ends_when_the_chip_is_taken_away() -> None:
    sensing = with_shoe()
    sensing.events(moved("bet:3", [FOREIGN_CHIP], [], [FOREIGN_CHIP]))
    assert sensing.events(moved("bet:3", [], [FOREIGN_CHIP], [])) == ()
    assert alarms(sensing) == []


def motions(events: tuple[core.Event, ...]) -> list[tuple[str, tuple[int, ...], tuple[int, ...]]]:
    return [(place_text(e.area), e.added, e.removed) for e in events if isinstance(e, core.ChipsMoved)]


def test_chip_read_on_the_line_before_its_stack_counts_once() -> None:
    sensing, (a, b) = with_shoe(), (chip_tag(500), chip_tag(100))
    sensing.events(moved("stack:3", [a, b], [], [a, b]))
    assert motions(sensing.events(moved("bet:3", [a], [], [a]))) == [
        ("stack:3", (), (500,)),
        ("bet:3", (500,), ()),
    ]
    assert motions(sensing.events(moved("stack:3", [], [a], [b]))) == []


def test_chip_laid_back_lies_on_its_stack_with_the_next_reading() -> None:
    sensing, (a, b) = with_shoe(), (chip_tag(500), chip_tag(100))
    sensing.events(moved("stack:3", [a, b], [], [a, b]))
    sensing.events(moved("bet:3", [a], [], [a]))
    sensing.events(moved("bet:3", [], [a], []))
    assert motions(sensing.events(moved("stack:3", [], [b], [a]))) == [("stack:3", (500,), (100,))]


def test_a_snapshot_says_where_chips_are_too() -> None:
    sensing, a = with_shoe(), chip_tag(500)
    sensing.events(snapshot().model_copy(update={"chips": {"stack:3": (a,)}}))
    restored = Sensing.from_json(registers(), True, json.loads(json.dumps(sensing.to_json())))
    for one in (sensing, restored):
        assert motions(one.events(moved("bet:3", [a], [], [a])))[0] == ("stack:3", (), (500,))


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["stack:1", "bet:1", "pot", "hand"])), max_size=30))
def test_whatever_order_areas_are_read_in_each_chip_counts_once(acts: list[tuple[int, str]]) -> None:
    """Chips go from place to place; after each move one area is read, and at last all of them."""
    sensing, chips = with_shoe(), [chip_tag(value) for value in (25, 100, 500, 1000)]
    lies: dict[str, list[TagId]] = {"stack:1": list(chips), "bet:1": [], "pot": []}
    reported: dict[str, list[TagId]] = {area: [] for area in lies}
    felt = dict.fromkeys(lies, 0)

    def read(area: str) -> None:
        now, before = lies[area], reported[area]
        came, went = [t for t in now if t not in before], [t for t in before if t not in now]
        reported[area] = list(now)
        if came or went:
            for name, added, removed in motions(sensing.events(moved(area, came, went, now))):
                felt[name] += sum(added) - sum(removed)
                assert felt[name] >= 0
        assert sum(felt.values()) <= 1625

    read("stack:1")
    for number, goal in acts:
        for tags in lies.values():
            if chips[number] in tags:
                tags.remove(chips[number])
        if goal != "hand":
            lies[goal].append(chips[number])
        read(goal if goal != "hand" else "pot")
    for area in lies:
        read(area)
    for area, tags in lies.items():
        assert felt[area] <= sum(sensing.values(tags))


# --- gaps, snapshots, parts -----------------------------------------------------------------------------------------


def gap(until: int | None) -> sensed.SensingGap:
    return sensed.SensingGap(part="cards-a", places=("seat:1",), since=5, until=until)


def test_a_gap_is_told_to_the_hand_once_it_is_over() -> None:
    sensing = with_shoe()
    assert sensing.events(gap(None)) == ()
    assert list(sensing.gaps) == ["cards-a"]
    assert sensing.events(gap(9)) == (core.SensingGap("cards-a", 5, 9),)
    assert sensing.gaps == {}


def test_two_gaps_of_one_part_are_told_together_and_end_singly() -> None:
    sensing = with_shoe()
    for spot in ("seat:1", "seat:2"):
        sensing.events(sensed.SensingGap(part="cards-a", places=(spot,), since=5, until=None))
    assert list(sensing.gaps["cards-a"].places) == ["seat:1", "seat:2"]
    sensing.events(sensed.SensingGap(part="cards-a", places=("seat:1",), since=5, until=9))
    assert list(sensing.gaps["cards-a"].places) == ["seat:2"]


def shoe_gap() -> sensed.SensingGap:
    return sensed.SensingGap(part="shoe", places=("shoe",), since=1, until=None)


def test_a_card_on_the_board_is_the_unread_burn_while_the_shoe_looks() -> None:
    sensing = with_shoe()
    sensing.events(drawn())
    assert landed(sensing.events(placed("As", "board:1"))) == [(1, card("As"))]


def test_a_card_that_may_have_left_in_a_gap_is_not_the_unread_burn() -> None:
    sensing = with_shoe()
    sensing.events(drawn())
    sensing.events(shoe_gap())
    assert landed(sensing.events(placed("As", "board:1"))) == []
    assert [draw for question in sensing.questions for draw in question.options] == ["1", "unseen"]


def test_a_draw_after_the_gap_is_the_card_that_lands() -> None:
    sensing = with_shoe()
    sensing.events(shoe_gap())
    sensing.events(drawn())
    assert landed(sensing.events(placed("As", "board:1"))) == [(1, card("As"))]


def snapshot(**cards: str) -> sensed.Snapshot:
    lies = {spot.replace("_", ":"): tuple(map(tag_of, names.split())) for spot, names in cards.items()}
    return sensed.Snapshot(cards=lies, chips={}, button=None, posts=(), unread=(), at=at(9))


def test_a_snapshot_says_what_lies_where_by_exit_and_denomination() -> None:
    sensing = with_shoe()
    sensing.events(drawn("As"))
    message = sensed.Snapshot(
        cards={"seat:1": (tag_of("As"),), "seat:2": ()},
        chips={"bet:1": (chip_tag(500), chip_tag(100))},
        button=2,
        posts=(1,),
        unread=("seat:3",),
        at=at(9),
    )
    assert sensing.events(message) == (
        core.Snapshot(
            ((place("seat:1"), ((1, card("As")),)), (place("seat:2"), ())),
            ((place("bet:1"), (500, 100)),),
            2,
            (1,),
            (8_000_000, 9_000_000),
        ),
    )


def test_one_card_drawn_unseen_has_the_next_exit() -> None:
    sensing = with_shoe()
    sensing.events(drawn("As"))
    events = sensing.events(snapshot(seat_1="As", seat_2="Kd"))
    assert events[0] == core.CardDrawn(2, card("Kd"), "unknown", (8_000_000, 9_000_000), lies=place("seat:2"))


def test_a_card_drawn_unseen_is_no_alarm_once_it_is_accounted_for() -> None:
    sensing = with_shoe()
    sensing.events(placed("As", "seat:1"))
    assert alarms(sensing) == [("alarm.card_not_drawn", "seat:1")]
    sensing.events(snapshot(seat_1="As"))
    assert alarms(sensing) == []


def test_of_two_cards_drawn_unseen_the_order_is_not_guessed() -> None:
    sensing = with_shoe()
    events = sensing.events(snapshot(seat_1="As", seat_2="Kd"))
    assert [type(event).__name__ for event in events] == ["Snapshot"]
    assert alarms(sensing) == [("alarm.card_not_drawn", "seat:1"), ("alarm.card_not_drawn", "seat:2")]


def test_health_is_kept_by_part_and_says_nothing_to_the_hand() -> None:
    sensing = with_shoe()
    for state in ("lost", "ready"):
        message = sensed.PartHealth.model_validate({"part": "shoe", "what": "pn532", "state": state})
        assert sensing.events(message) == ()
    assert [part.state for part in sensing.parts.values()] == ["ready"]


# --- any order of things --------------------------------------------------------------------------------------------

NAMES = ("As", "Kd", "7c")
messages = st.lists(
    st.one_of(
        st.lists(st.sampled_from(NAMES), max_size=2, unique=True).map(lambda names: drawn(*names)),
        st.builds(placed, st.sampled_from(NAMES), st.sampled_from(("seat:1", "seat:2", "board:1", "muck"))),
        st.just(sensed.CardReturned(at=at(2))),
        st.builds(lambda a, b: snapshot(seat_1=a, seat_2=b), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    ),
    max_size=25,
)


@given(messages)
def test_whatever_comes_no_exit_is_two_cards_and_drawn_exits_count_without_a_hole(
    messages: list[sensed.Sensed],
) -> None:
    sensing, count = with_shoe(), 0
    for message in messages:
        for event in sensing.events(message):
            if isinstance(event, core.CardDrawn):
                assert event.exit <= count + 1  # a smaller one was pushed back
                count = max(count, event.exit)
        numbers = [n for name in NAMES if (n := sensing.exits.of(tag_of(name))) is not None]
        assert len(set(numbers)) == len(numbers)


@given(messages)
def test_what_is_remembered_comes_back_from_its_sealed_form(messages: list[sensed.Sensed]) -> None:
    sensing = with_shoe()
    for message in messages:
        sensing.events(message)
    data = json.loads(json.dumps(sensing.to_json()))
    assert Sensing.from_json(registers(), True, data).to_json() == sensing.to_json()


@given(messages)
def test_no_text_of_it_shows_a_tag(messages: list[sensed.Sensed]) -> None:
    sensing = with_shoe()
    for message in messages:
        sensing.events(message)
    assert "04A1B2" not in f"{sensing!r} {sensing.exits!r} {sensing.foreign.alarms!r}"


def test_a_chip_of_another_series_counts_for_nothing_and_is_named() -> None:
    sensing = without_shoe()
    sensing.series = "event 12"
    lies = (chip_tag(100), chip_tag(500))
    assert sensing.events(sensed.ChipsMoved(area="stack:2", added=lies, removed=(), lies=lies, at=at(1))) == ()
    assert alarms(sensing) == [("alarm.series_chip", "stack:2")]


def test_the_chips_of_the_series_that_plays_count() -> None:
    sensing = without_shoe()
    sensing.series = "main"
    lies = (chip_tag(100),)
    moved = sensing.events(sensed.ChipsMoved(area="stack:2", added=lies, removed=(), lies=lies, at=at(1)))
    assert [event.added for event in moved if isinstance(event, core.ChipsMoved)] == [(100,)]
    assert alarms(sensing) == []


# --- one tag, two chips ---------------------------------------------------------------------------------------------


def lies(area: str, added: list[TagId], lying: list[TagId], absent: int, present: int) -> sensed.ChipsMoved:
    when = Interval(absent=absent, present=present)
    return sensed.ChipsMoved(area=area, added=tuple(added), removed=(), lies=tuple(lying), at=when)


def snapshot_of(chips: dict[str, tuple[TagId, ...]]) -> sensed.Snapshot:
    return sensed.Snapshot(cards={}, chips=chips, button=None, posts=(), unread=(), at=at(30))


def test_a_tag_that_lies_in_two_places_is_an_alarm_naming_place_and_denomination() -> None:
    sensing, (a, b) = with_shoe(), (chip_tag(500), chip_tag(100))
    sensing.events(lies("stack:5", [a], [a], 0, 1))
    sensing.events(lies("stack:2", [a], [a], 8, 9))
    sensing.events(lies("stack:5", [b], [a, b], 20, 21))
    assert [(alarm.text.key, alarm.text.params) for alarm in sensing.foreign.alarms] == [
        ("alarm.double_chip", {"place": "stack:5", "count": 1, "chips": "500"})
    ]


def test_a_stack_that_was_read_before_its_chip_lay_elsewhere_is_no_alarm() -> None:
    sensing, (a, b) = with_shoe(), (chip_tag(500), chip_tag(100))
    sensing.events(lies("stack:5", [a], [a], 0, 1))
    sensing.events(lies("bet:5", [a], [a], 8, 9))
    sensing.events(lies("stack:5", [b], [a, b], 7, 10))
    assert alarms(sensing) == []


def test_a_tag_that_a_snapshot_finds_twice_counts_as_if_it_had_moved() -> None:
    sensing, a = with_shoe(), chip_tag(500)
    sensing.events(lies("stack:5", [a], [a], 0, 1))
    found = sensing.events(snapshot_of({"stack:2": (a,), "stack:5": (a,)}))
    told = [dict(e.chips or ()) for e in found if isinstance(e, core.Snapshot)]
    assert told == [{place("stack:2"): (500,), place("stack:5"): ()}]
    assert alarms(sensing) == [("alarm.double_chip", "stack:5")]


def test_foreign_chips_outlive_a_restart_with_their_denominations() -> None:
    sensing = with_shoe()
    sensing.events(moved("bet:3", [RETIRED_CHIP], [], [RETIRED_CHIP]))
    again = Sensing.from_json(sensing.registers, True, json.loads(json.dumps(sensing.to_json())))
    assert again.foreign.alarms == sensing.foreign.alarms
