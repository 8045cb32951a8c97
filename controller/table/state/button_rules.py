"""Where button and blinds stand from hand to hand, and who is passed over because of it. Pure.

Two rules of the house: the dead button, where the big blind always advances and draws the others after it, whoever
sits there; and the moving button, which goes to the next player, the blinds being the next two.
"""

from collections.abc import Collection, Sequence
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


def dead_button(last: Positions, held: Collection[Seat]) -> Positions:
    """Of the hand after `last`: the big blind advances to the next player, small blind and button follow to the seats
    of the last big and small blind, whoever sits there. Two players: the other has button and small blind.
    """
    if len(held) == 2:
        return heads_up(last, held)
    small = last.big_blind if last.big_blind in held else NOBODY
    big = clockwise(held, last.big_blind)[0]
    button = last.small_seat
    if button == big or (last.button == last.small_blind and button not in held):
        button = clockwise({*held, last.big_blind}, last.big_blind)[-2]  # two played before: nobody's by right
    return Positions(button, small, big, last.big_blind)


def heads_up(last: Positions, held: Collection[Seat]) -> Positions:
    """Of two players: the big blind advances, the other has button and small blind."""
    big = clockwise(held, last.big_blind)[0]
    other = next(s for s in held if s != big)
    return Positions(other, other, big, other)


def unreversed(positions: Positions) -> Positions:
    """Two players by the letter of "left of the button": the other has the small blind, the button the big one."""
    return Positions(positions.big_blind, positions.button, positions.big_blind, positions.button)


def moving_button(last: Positions, settled: Collection[Seat], coming: Collection[Seat]) -> Positions:
    """Of the hand after `last`: the button goes to the next of the settled players, the small blind to the next of
    them; the big blind to whoever is next, newcomers among them. Two in all: as `heads_up`.

    `settled` were dealt in before, `coming` enter with this hand if the blinds leave them room. Where fewer than two
    are settled all are alike.
    """
    everybody = {*settled, *coming}
    if len(everybody) == 2:
        return heads_up(last, everybody)
    base = settled if len(settled) > 1 else everybody
    button = clockwise(base, last.button)[0]
    small = clockwise(base, button)[0]
    big = clockwise(everybody, small)[0]
    if (
        big == button and len(everybody) > 2
    ):  # two settled ones, and whoever comes sits between button and small blind
        return heads_up(last, base)
    return Positions(button, small, big, small)


def passed_over(positions: Positions, new: Collection[Seat]) -> set[Seat]:
    """Of the newcomers, those between the button and where the small blind falls: no cards until the button is past
    them."""
    between = between_seats(positions.button, positions.small_seat)
    return {seat for seat in new if seat in between}


def between_seats(after: Seat, before: Seat) -> tuple[Seat, ...]:
    """The seats strictly between two, clockwise; none if they are the same."""
    found = []
    seat = after % 10 + 1
    while seat != before and after != before:
        found.append(seat)
        seat = seat % 10 + 1
    return tuple(found)
