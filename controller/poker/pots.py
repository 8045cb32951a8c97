"""Side pots by contribution, and how a pot is split."""

from collections.abc import Sequence
from typing import NamedTuple

from controller.poker.betting import clockwise, seats_of
from controller.poker.places import Seat
from controller.poker.policy import policy


class Pot(NamedTuple):
    """One pot and the seats (a bit mask) that can win it."""

    amount: int
    seats: int


def side_pots(put: Sequence[int], live: int, total: int) -> list[Pot]:
    """Return the pots from the main one outwards. `put` is what each seat brought in, `total` the whole.

    The main pot holds chips that were not brought in for a seat (a big blind ante). The outermost pot holds what
    folded seats brought in beyond the last level.
    """
    levels = sorted({put[s] for s in seats_of(live)})
    pots: list[Pot] = []
    below = 0
    for level in levels:
        amount = sum(min(p, level) - min(p, below) for p in put if p > below)
        eligible = sum(1 << s for s in seats_of(live) if put[s] >= level)
        if amount:
            pots.append(Pot(amount, eligible))
        below = level
    if not pots:
        return [Pot(total, live)] if total else []
    pots[-1] = Pot(pots[-1].amount + sum(p - below for p in put if p > below), pots[-1].seats)
    extra = total - sum(put)  # not of a seat, negative if the gathered pot was short
    if extra >= 0:
        pots[0] = Pot(pots[0].amount + extra, pots[0].seats)
    return pots if extra >= 0 else _without(pots, -extra)


def _without(pots: list[Pot], missing: int) -> list[Pot]:
    """The missing amount is taken from the outermost pot inwards."""
    left = []
    for pot in reversed(pots):
        part = min(pot.amount, missing)
        missing -= part
        if pot.amount > part:
            left.append(Pot(pot.amount - part, pot.seats))
    return left[::-1]


@policy("odd_chip", "one_each_left")
def one_each_left(odd: int, winners: int) -> list[int]:
    """How many odd chips each winner gets, from the first left of the button."""
    return [1 if n < odd else 0 for n in range(winners)]


@policy("odd_chip", "all_first_left")
def all_first_left(odd: int, winners: int) -> list[int]:
    """All odd chips to the first winner left of the button."""
    return [odd if n == 0 else 0 for n in range(winners)]


def split(amount: int, winners: Sequence[Seat], button: Seat, chip: int, odd_chips: Sequence[int]) -> dict[Seat, int]:
    """Shares of a pot. `odd_chips` is for the winners in order from the left of the button."""
    order = clockwise(winners, button)
    each = amount // chip // len(order)
    shares = {seat: (each + odd) * chip for seat, odd in zip(order, odd_chips, strict=True)}
    shares[order[0]] += amount % chip
    return shares
