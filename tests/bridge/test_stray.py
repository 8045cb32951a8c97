"""The field of a reader that does not answer: on or off, as the readings beside it show."""

from __future__ import annotations

import pytest

from firmware_bridge.fields.stray import CLEAN, SPOILT, StrayFields

CHIPS = frozenset(range(20))
BESIDE = ("bet:1", "seat:1")
SILENT = ("bet:1",)


def read(fields: StrayFields, *heard: int, lying: frozenset[int] = CHIPS, place: str = "stack:1") -> bool:
    return fields.counts(place, BESIDE, SILENT, heard, lying)


def jammed() -> StrayFields:
    fields = StrayFields()
    for _ in range(SPOILT):
        read(fields)
    return fields


def test_beside_readers_that_answer_every_reading_counts() -> None:
    assert StrayFields().counts("stack:1", BESIDE, (), (), CHIPS)


def test_no_reading_counts_that_misses_much_beside_a_silent_reader() -> None:
    fields = StrayFields()
    assert not read(fields)
    assert not fields.jams(SILENT)
    assert not read(fields, *range(0, 20, 2), lying=CHIPS)
    assert read(fields, *range(19))


def test_the_field_is_on_once_readings_have_missed_more_than_half() -> None:
    fields = jammed()
    assert fields.jams(SILENT)
    assert not read(fields, 40, lying=frozenset(), place="seat:1")


def test_chips_that_leave_are_believed_beside_a_silent_reader_whose_field_is_off() -> None:
    fields = StrayFields()
    assert [read(fields, *range(20)) for _ in range(CLEAN)] == [True] * CLEAN
    assert read(fields)
    assert not fields.jams(SILENT)


def test_chips_that_leave_before_that_is_known_are_believed_once_heard_alike() -> None:
    fields = StrayFields()
    assert [read(fields, *range(12)) for _ in range(3)] == [False, True, True]


def test_where_nothing_lies_what_comes_is_heard_alike_twice() -> None:
    fields = StrayFields()
    nothing = frozenset[int]()
    assert read(fields, lying=nothing)
    assert [read(fields, 1, 2, lying=nothing) for _ in range(2)] == [False, True]


def test_a_field_that_goes_off_while_its_reader_is_silent_is_noticed() -> None:
    fields = jammed()
    assert [read(fields, *range(20), lying=frozenset()) for _ in range(4)] == [False, False, False, True]


def test_the_reader_answers_again_and_every_reading_counts() -> None:
    fields = jammed()
    assert fields.counts("stack:1", BESIDE, (), (), CHIPS)
    assert not fields.jams(SILENT)


@pytest.mark.parametrize("is_on", [True, False])
def test_a_card_that_passes_the_shoe_is_read_unless_the_field_beside_is_on(is_on: bool) -> None:
    fields = jammed() if is_on else StrayFields()
    assert read(fields, 7, lying=frozenset(), place="shoe") is not is_on
