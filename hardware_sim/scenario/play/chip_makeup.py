"""Which chips a stack is made of if the scenario does not say."""

import re
from collections import Counter
from collections.abc import Collection, Iterable
from itertools import pairwise
from math import gcd

from hardware_sim.scenario.language.act_nodes import Tells
from hardware_sim.scenario.language.notation import Chips
from hardware_sim.scenario.language.player_acts import Plain, Posts, Pushes
from hardware_sim.scenario.language.tree import Header, Line

SERIES = (1, 5, 25, 100, 500, 1_000, 5_000, 25_000, 100_000, 500_000, 1_000_000)
"""The usual denominations of tournaments and cash games."""

HIGHEST = 20
"""The most chips of one value, except of the highest. It keeps a stack countable."""


def smallest_chip(header: Header, script: Collection[Line]) -> int:
    """Return the smallest chip in play. If the scenario does not say, it is the largest that divides every amount."""
    if header.smallest:
        return header.smallest
    amounts = [*(header.blinds or ()), *(header.bets or ()), header.ante or 0, header.big_blind_ante or 0]
    levels = [text for text, _, _ in header.levels] + [_level(line) for line in script]
    amounts += [int(sum_) for text in levels for sum_ in re.findall(r"\d+", text)]
    amounts += [header.stack or 0, *(stack for _, stack in header.stacks)]
    amounts += [chip for _, chips in header.chips for chip in chips]
    amounts += [amount for line in script for amount in (_carried(line), *(chip for _, chip in wanted(line)))]
    return gcd(*amounts)


def _level(line: Line) -> str:
    """The level that is entered in a script, such as 100/200/25, or "" for any other line."""
    entry = line.statement
    return " ".join(entry.arguments) if isinstance(entry, Tells) and entry.word == "level" else ""


def _carried(line: Line) -> int:
    """The total of a bet that is announced and pushed without naming its chips, or 0 for anything else."""
    act = line.statement
    return act.total or 0 if isinstance(act, Plain) and not act.chips else 0


def wanted(line: Line) -> list[tuple[int, int]]:
    """Return (seat, denomination) of every chip that a line needs."""
    statement = line.statement
    if isinstance(statement, Pushes):
        return [(statement.seat, chip) for motion in statement.motions for chip in motion.chips]
    if isinstance(statement, Plain | Posts):
        return [(seat, chip) for seat in statement.seats for chip in statement.chips or ()]
    return []


def make_up(amount: int, smallest: int) -> Chips:
    """Return chips worth `amount`: first change of each value, then the highest that keep the stack countable."""
    series = denominations(smallest)
    chips: list[int] = []
    for chip, higher in pairwise(series):
        count = amount % higher // chip
        if amount - count * chip >= 2 * higher:
            count += higher // chip
        chips += [chip] * count
        amount -= count * chip
        if amount <= 0:
            break
    for chip in reversed(series):
        if amount // chip <= HIGHEST or chip == series[-1]:
            chips += [chip] * (amount // chip)
            amount %= chip
    return tuple(sorted(chips, reverse=True))


def denominations(smallest: int) -> tuple[int, ...]:
    """Return the chips in play: the smallest, and those of the usual series that it divides, each dividing the
    next."""
    found = [smallest]
    for chip in SERIES:
        if chip > found[-1] and chip % found[-1] == 0:
            found.append(chip)
    return tuple(found)


def stacks(header: Header, script: Iterable[Line], smallest: int) -> dict[int, tuple[int, Chips]]:
    """Return (value, chips) of each seat. A stack whose chips are not named holds those that the script moves, if it
    can."""
    lines = tuple(script)
    return {seat: _stack(header, lines, seat, smallest) for seat in header.seats}


def _stack(header: Header, lines: tuple[Line, ...], seat: int, smallest: int) -> tuple[int, Chips]:
    said = dict(header.chips).get(seat)
    if said is not None:
        return sum(said), said
    big_blind = header.blinds[1] if header.blinds else 0
    amount = dict(header.stacks).get(seat, header.stack or 100 * big_blind)
    needed = Counter(chip for line in lines for owner, chip in wanted(line) if owner == seat)
    first = tuple(needed.elements())
    if sum(first) > amount:
        return amount, make_up(amount, smallest)
    return amount, tuple(sorted((*first, *make_up(amount - sum(first), smallest)), reverse=True))
