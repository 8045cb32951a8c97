"""Tags that are not there, cards that stay from hand to hand, and readers that repeat cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivers.reader import Reading, Tag
from firmware_bridge.diagnosis.antennas import AntennaWatch
from firmware_bridge.diagnosis.verdict import Fault
from firmware_bridge.fields.antennas import plan_of
from tests.bridge.of_antennas import antenna_verdicts

from .rig import table_file

S = 1_000_000_000


def card(number: int) -> Tag:
    return Tag("iso14443a", bytes([4, number, 0, 0, 0, 0, 0]))


def read(antennas: AntennaWatch, place: str, tags: set[Tag], now: int) -> None:
    at = antennas.plan.antennas[place]
    antennas.reading(at.line, Reading(at.number, frozenset(tags), now, now), now)
    antennas.cards.look(now)


def told(antennas: AntennaWatch, now: int) -> list[tuple[Fault, str]]:
    return [(one.fault, one.place) for one in antenna_verdicts(antennas, frozenset(), now)]


@pytest.mark.parametrize(
    ("times", "again", "found"),
    [(3, False, [(Fault.PHANTOM_TAGS, "seat:4")]), (2, False, []), (3, True, [])],
)
def test_tags_that_come_up_once_and_nowhere_again_are_not_there(
    tmp_path: Path, times: int, again: bool, found: list[tuple[Fault, str]]
) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    for second in range(40):
        came = {card(second)} if second % 10 == 0 and second < 10 * times else set()
        read(antennas, "seat:4", {card(100), *came}, second * S)
        if again and came:
            read(antennas, "board:1", came, second * S + S // 2)
    assert told(antennas, 40 * S) == found


def next_hand(antennas: AntennaWatch, at_seat: set[Tag], board: int) -> list[tuple[Fault, str]]:
    """Deal to seat 4 and so many spots of the board, which is taken in. Then deal the next hand to seat 4."""
    spots = [f"board:{number}" for number in range(1, board + 1)]
    for due, second in (("seat:4", 1), ("board:1", 10), ("seat:4", 20)):
        antennas.cards.attended(("shoe", due))
        antennas.cards.drawn(second * S)
        for later in range(second, second + 9):
            read(antennas, "seat:4", {card(1), card(2)} if second < 20 else at_seat, later * S + 1)
            for number, spot in enumerate(spots):
                read(antennas, spot, {card(10 + number)} if 10 < later < 17 else set(), later * S)
    return told(antennas, 30 * S)


@pytest.mark.parametrize(
    ("at_seat", "found"),
    [
        ({1, 2}, [(Fault.STALE_READER, "seat:4")]),
        ({1, 2, 3}, [(Fault.FORGOTTEN_TAG, "seat:4")]),
        ({3}, []),
    ],
)
def test_what_stays_into_the_next_hand_is_hidden_there_or_repeated(
    tmp_path: Path, at_seat: set[int], found: list[tuple[Fault, str]]
) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    assert next_hand(antennas, set(map(card, at_seat)), 3) == found


def test_a_card_that_is_replaced_before_any_is_taken_in_tells_nothing(tmp_path: Path) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    assert next_hand(antennas, {card(1), card(2)}, 0) == []
