"""Antennas of the middle whose plugs are swapped: pot, tray and drop."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivers.reader import Tag
from firmware_bridge.diagnosis.antennas import AntennaWatch
from firmware_bridge.diagnosis.tags import Move
from firmware_bridge.diagnosis.verdict import Fault
from firmware_bridge.fields.antennas import plan_of
from tests.bridge.of_antennas import antenna_verdicts

from .rig import table_file
from .test_diagnosis_rules import chips

S = 1_000_000_000

POT_FOR_TRAY = [(Fault.SWAPPED_ANTENNAS, "pot", "tray")]


def moves(tags: list[Tag], origin: str, place: str, at: int) -> list[Move]:
    return [Move(tag, origin, place, at * S, at * S + S // 2) for tag in tags]


@pytest.mark.parametrize(
    ("ways", "found"),
    [
        ([("tray", "pot", 10, 10), ("pot", "tray", 10, 4)], POT_FOR_TRAY),
        ([("tray", "pot", 10, 10), ("bet:4", "tray", 20, 2), ("bet:5", "tray", 21, 2)], POT_FOR_TRAY),
        ([("tray", "pot", 10, 10), ("bet:4", "tray", 20, 2)], []),
        ([("bet:4", "tray", 20, 2), ("bet:5", "tray", 21, 2)], []),
        ([("drop", "tray", 10, 4), ("tray", "pot", 10, 2)], []),
    ],
)
def test_pot_and_tray_are_swapped_if_chips_change_places_or_bets_go_to_the_tray(
    tmp_path: Path, ways: list[tuple[str, str, int, int]], found: list[tuple[Fault, str, str]]
) -> None:
    antennas = AntennaWatch(plan_of(table_file(tmp_path)), 0)
    for number, (origin, place, at, count) in enumerate(ways):
        antennas.tags.moves.extend(moves(chips(20 * number, count), origin, place, at))
    told = antenna_verdicts(antennas, frozenset(), 60 * S)
    assert [(one.fault, one.place, one.other) for one in told] == found
