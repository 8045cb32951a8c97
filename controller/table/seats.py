"""Button and blinds from hand to hand: the dead-button rule, its heads-up form, and the first hand."""

from collections.abc import Sequence
from typing import NamedTuple

from controller.poker.betting import NOBODY, clockwise
from controller.poker.places import Seat


class Positions(NamedTuple):
    """Button and blinds of one hand. The button may be at a seat that nobody holds, the small blind `NOBODY`."""

    button: Seat
    small_blind: Seat
    big_blind: Seat
    small_seat: Seat  # where the small blind falls, though nobody may hold it: the next button


def first_positions(button: Seat, held: Sequence[Seat]) -> Positions:
    """Of the first hand, from where the button is put. Two players: the button has the small blind."""
    order = clockwise(held, button)
    if len(order) == 2:
        return Positions(order[1], order[1], order[0], order[1])
    return Positions(button, order[0], order[1], order[0])


def next_positions(last: Positions, held: Sequence[Seat], policy: str) -> Positions:
    """Of the hand after `last`. `held` are the seats that play.

    "dead": the big blind advances to the next player, small blind and button follow to the seats of the last big and
    small blind, whoever sits there. "moving": the button advances to the next player, the blinds follow it.
    """
    if len(held) == 2:
        big = clockwise(held, last.big_blind)[0]
        other = next(s for s in held if s != big)
        return Positions(other, other, big, other)
    if policy == "moving":
        return first_positions(clockwise(held, last.button)[0], held)
    small = last.big_blind if last.big_blind in held else NOBODY
    big = clockwise(held, last.big_blind)[0]
    button = last.small_seat
    if button == big or (last.button == last.small_blind and button not in held):
        button = clockwise({*held, last.big_blind}, last.big_blind)[-2]  # two played before: nobody's by right
    return Positions(button, small, big, last.big_blind)
