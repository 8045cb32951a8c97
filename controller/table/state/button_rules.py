"""Where button and blinds stand from hand to hand, and which seats are passed over because of it. Pure.

A house has one of two rules:

- The dead button: the big blind always advances. Small blind and button follow it, even to an empty seat.
- The moving button: the button goes to the next player, and the blinds are the next two.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from controller.poker.betting import NOBODY, clockwise
from controller.poker.places import Seat


class Positions(NamedTuple):
    """Button and blinds of one hand. The button may be at a free seat, the small blind may be `NOBODY`."""

    button: Seat
    small_blind: Seat
    big_blind: Seat
    small_seat: Seat  # where the small blind falls, even if no player holds the seat: the next button


def first_positions(button: Seat, held: Sequence[Seat]) -> Positions:
    """The positions of the first hand, with the button at `button`. Between two players it has the small blind."""
    order = clockwise(held, button)
    if len(order) == 2:
        return Positions(order[1], order[1], order[0], order[1])
    return Positions(button, order[0], order[1], order[0])


def dead_button(last: Positions, held: Collection[Seat]) -> Positions:
    """The positions of the hand after `last` under the dead button rule.

    The big blind advances to the next player. Small blind and button go to the seats of the last big and small blind,
    even if they are empty. With two players, the other one has button and small blind.
    """
    if len(held) == 2:
        return heads_up(last, held)
    small = last.big_blind if last.big_blind in held else NOBODY
    big = clockwise(held, last.big_blind)[0]
    button = last.small_seat
    if button == big or (last.button == last.small_blind and button not in held):
        button = clockwise({*held, last.big_blind}, last.big_blind)[-2]  # two played before: no seat has a claim
    return Positions(button, small, big, last.big_blind)


def heads_up(last: Positions, held: Collection[Seat]) -> Positions:
    """The positions of two players: the big blind advances, and the other player has button and small blind."""
    big = clockwise(held, last.big_blind)[0]
    other = next(s for s in held if s != big)
    return Positions(other, other, big, other)


def without_blinds(last: Positions, seats: Collection[Seat], *, moving: bool) -> Positions:
    """The positions of a void hand that is dealt again to these `seats`: a player in the blinds is gone.

    The button does not move. If it is a moving one, the blinds are the next two. Under the dead button rule the seat
    of the small blind may be empty, and the big blind goes on to the next player. With two players, the other one has
    button and small blind.
    """
    if moving and last.button in seats:
        return first_positions(last.button, sorted(seats))
    big = last.big_blind if last.big_blind in seats else clockwise(seats, last.big_blind)[0]
    if len(seats) == 2:
        other = next(s for s in seats if s != big)
        return Positions(other, other, big, other)
    if moving:
        return first_positions(last.button, sorted(seats))
    small = last.small_blind if last.small_blind in seats else NOBODY
    return Positions(last.button, small, big, last.small_seat)


def unreversed(positions: Positions) -> Positions:
    """The positions of two players if the seat left of the button has the small blind, and the button the big one."""
    return Positions(positions.big_blind, positions.button, positions.big_blind, positions.button)


def moving_button(last: Positions, settled: Collection[Seat], coming: Collection[Seat]) -> Positions:
    """The positions of the hand after `last` under the moving button rule.

    Button and small blind go to the next two settled players, the big blind to the next player of all. With two
    players in all this is `heads_up`.

    `settled`: seats that were dealt in before. `coming`: seats that enter with this hand if the blinds leave them
    room. If fewer than two are settled, all count as settled.
    """
    everybody = {*settled, *coming}
    if len(everybody) == 2:
        return heads_up(last, everybody)
    base = settled if len(settled) > 1 else everybody
    button = clockwise(base, last.button)[0]
    small = clockwise(base, button)[0]
    big = clockwise(everybody, small)[0]
    if big == button and len(everybody) > 2:  # two are settled, and the newcomers sit between button and small blind
        return heads_up(last, base)
    return Positions(button, small, big, small)


def passed_over(positions: Positions, new: Collection[Seat]) -> set[Seat]:
    """The newcomers between the button and the seat of the small blind.

    They get no cards until the button has passed them.
    """
    between = between_seats(positions.button, positions.small_seat)
    return {seat for seat in new if seat in between}


def between_seats(after: Seat, before: Seat) -> tuple[Seat, ...]:
    """The seats strictly between two seats, clockwise. None if they are the same."""
    found = []
    seat = after % 10 + 1
    while seat != before and after != before:
        found.append(seat)
        seat = seat % 10 + 1
    return tuple(found)
