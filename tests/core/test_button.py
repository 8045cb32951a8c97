"""Button and blinds from hand to hand."""

import pytest

from controller.poker.betting import NOBODY
from controller.table.state.button_rules import (
    Positions,
    dead_button,
    first_positions,
    moving_button,
    unreversed,
)
from tests.core.tables import dealt, setup


def at(button: int, small: int, big: int, seat: int | None = None) -> Positions:
    return Positions(button, small, big, small if seat is None else seat)


def test_first_hand_from_where_the_button_is_put() -> None:
    assert first_positions(4, [1, 2, 3, 4]) == at(4, 1, 2)


def test_first_hand_heads_up_the_button_is_the_small_blind() -> None:
    assert first_positions(2, [2, 5]) == at(2, 2, 5)


def test_everything_moves_on_by_one() -> None:
    assert dead_button(at(1, 2, 3), [1, 2, 3, 4, 5, 6]) == at(2, 3, 4)


def test_big_blind_and_next_eliminated() -> None:
    """Seats 1 to 6, D1 S2 B3; 3 and 4 are out: no small blind, then a dead button at 3, then as ever."""
    held = [1, 2, 5, 6]
    eleventh = dead_button(at(1, 2, 3), held)
    assert eleventh == at(2, NOBODY, 5, seat=3)
    twelfth = dead_button(eleventh, held)
    assert twelfth == at(3, 5, 6)
    assert dead_button(twelfth, held) == at(5, 6, 1)


def test_the_button_is_dead_at_the_seat_of_the_small_blind_that_is_out() -> None:
    assert dead_button(at(1, 2, 3), [1, 3, 4, 5, 6]) == at(2, 3, 4)


@pytest.mark.parametrize(("out", "expected"), [(1, at(3, 3, 2)), (2, at(3, 3, 1)), (3, at(2, 2, 1))])
def test_down_to_two_the_big_blind_advances(out: int, expected: Positions) -> None:
    held = [seat for seat in (1, 2, 3) if seat != out]
    assert dead_button(at(1, 2, 3), held) == expected


def test_heads_up_goes_to_and_fro() -> None:
    assert dead_button(at(2, 2, 5), [2, 5]) == at(5, 5, 2)


def test_a_third_player_left_of_the_big_blind() -> None:
    assert dead_button(at(1, 1, 2), [1, 2, 3]) == at(1, 2, 3)


def test_a_third_player_between_button_and_big_blind_gets_the_button() -> None:
    assert dead_button(at(1, 1, 3), [1, 2, 3]) == at(2, 3, 1)


def test_a_moving_button_goes_to_the_next_player() -> None:
    assert moving_button(at(1, 2, 3), [1, 4, 5], []) == at(4, 5, 1)


def test_heads_up_order_of_cards_and_acts() -> None:
    d = dealt(table=setup(players=2))
    hand = d.table.hand
    assert hand is not None
    assert (hand.seats, hand.button, d.view.small_blind_seat, d.view.turn) == ((1, 2), 2, 2, 2)
    d.key(2, "call")
    d.settle()
    d.key(1, "check")
    d.bring_in()
    d.deal_board(0, (1, 2, 3), 1)
    assert d.view.turn == 1


def test_who_sits_out_of_a_tournament_is_dealt_in_as_an_absent_player() -> None:
    d = dealt(table=setup(players=4))
    d.command("sit_out", 2)
    for seat in (3, 4, 1):
        d.key(seat, "fold")
    d.award()
    d.shuffle()
    assert d.table.hand is not None
    assert 2 in d.table.hand.seats
    assert d.view.seats[1].state == "absent"


def test_by_the_letter_the_button_of_two_players_is_the_big_blind() -> None:
    assert unreversed(at(2, 2, 7)) == at(7, 2, 7)
