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


def next_hand(antennas: AntennaWatch, at_seat: set[Tag], elsewhere: set[Tag]) -> list[tuple[Fault, str]]:
    """Deal a hand up to the board, and a card of the next one to seat 4. What the seats read then."""
    for second in range(20):
        read(antennas, "seat:4", {card(1), card(2)}, second * S)
    for due, second in (("seat:4", 1), ("board:1", 10), ("seat:4", 20)):
        antennas.cards.attended(("shoe", due))
        antennas.cards.drawn(second * S)
        if second == 10:
            read(antennas, "seat:5", elsewhere, 19 * S)
            read(antennas, "seat:5", elsewhere, 19 * S + 1)
    for second in range(21, 30):
        read(antennas, "seat:4", at_seat, second * S)
        read(antennas, "seat:5", elsewhere, second * S)
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
    assert next_hand(antennas, set(map(card, at_seat)), set()) == found


def test_a_card_that_is_replaced_while_all_others_lie_there_tells_nothing(tmp_path: Path) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    assert next_hand(antennas, {card(1), card(2)}, {card(7), card(8)}) == []
