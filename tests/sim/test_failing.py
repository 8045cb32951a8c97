"""A part fails for good in mid-hand: the dealer enters what it would report, and the hand ends, the chips right."""

from __future__ import annotations

from itertools import product

import pytest

from hardware_sim import tables
from hardware_sim.depths.room import DepthName
from hardware_sim.physics.noise import dice
from hardware_sim.trials.evening import Evening
from hardware_sim.trials.failing import WAYS, Failing, draw, looked_at
from hardware_sim.trials.model import FAULTLESS

TABLE = tables.describe("reference", (1, 2, 4))


def wrong_with_failures(hands: int, depth: DepthName, seed: int) -> list[str]:
    with Evening(FAULTLESS, depth=depth, seed=seed) as evening:
        failing = Failing(evening)
        for _ in range(hands):
            failing.play()
        assert evening.count.wrong or evening.count.failures.total() == hands
        return evening.count.wrong


def test_each_kind_of_part_fails_in_each_way_and_at_any_moment() -> None:
    luck = dice(1, "test")
    drawn = [draw(TABLE, luck) for _ in range(500)]
    kinds = ("shoe", "cards", "chips", "gpio", "display")
    assert {(one.kind, one.way) for one in drawn} == set(product(kinds, WAYS))
    assert {part["name"] for part in TABLE["part"]} <= {one.part for one in drawn}


@pytest.mark.parametrize(
    ("part", "places"),
    [
        ("gpio", {"button", "posts", "shoe"}),
        ("stacks-1", {"stack:1", "stack:2", "stack:4"}),
        ("display-1", set()),
    ],
)
def test_what_is_entered_by_hand_is_what_the_part_looked_at(part: str, places: set[str]) -> None:
    assert looked_at(TABLE, part) == places


@pytest.mark.process
def test_hands_in_which_a_part_fails_for_good_end_with_the_chips_right() -> None:
    assert wrong_with_failures(2, "bus", seed=2) == []


@pytest.mark.soak
@pytest.mark.process
def test_two_hundred_hands_in_which_a_part_fails_for_good() -> None:
    assert wrong_with_failures(200, "bus", seed=707) == []


@pytest.mark.soak
@pytest.mark.process
def test_twenty_hands_in_which_a_part_fails_on_its_wire() -> None:
    assert wrong_with_failures(20, "wire", seed=808) == []
