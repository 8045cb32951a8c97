"""Places by their numbers: which ones are stacks, which ones lie on the board."""

from __future__ import annotations

import pytest

from controller.poker.places import ON_BOARD, PLACES, STACK, is_stack, place
from controller.table.state.physical import Felt
from tests.core.tables import setup


def test_the_stacks_of_all_ten_seats_are_stacks_and_nothing_else() -> None:
    assert [area for area in range(PLACES) if is_stack(area)] == [place(f"stack:{n}") for n in range(1, 11)]


def test_the_five_spots_of_the_board_are_on_it_and_nothing_else() -> None:
    assert sorted(ON_BOARD) == [place(f"board:{n}") for n in range(1, 6)]


@pytest.mark.parametrize("seat", [9, 10])
def test_confiscated_chips_are_off_the_table_once_they_leave_the_stack(seat: int) -> None:
    felt = Felt(setup(players=10))
    felt.confiscate(seat, 500)
    felt.move_chips(STACK + seat, (), (500,), False, (0, 1))
    assert felt.cleared == 500
