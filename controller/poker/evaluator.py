"""Hand values: five to seven cards to one integer, bigger is better, equal is a tie.

A card adds one to a three-bit counter of its rank and to a four-bit counter of its suit, all in one integer. The sum
of the cards tells at once whether there is a flush. If not, its rank part is looked up. Values of rank patterns are
worked out once and kept: seven cards have 49,205 of them, so the table is bounded.
"""

from collections.abc import Collection, Iterator
from itertools import combinations
from typing import Final

from controller.poker.cards import Card

CATEGORIES: Final = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
)
FIVE: Final = 5  # cards make a hand
_RANK_BITS: Final = 39
_RANK_MASK: Final = (1 << _RANK_BITS) - 1
_CODES: Final = tuple((1 << 3 * (c >> 2)) + (1 << _RANK_BITS + 4 * (c & 3)) for c in range(52))
_BIAS: Final = sum(
    3 << _RANK_BITS + 4 * s for s in range(4)
)  # five of a suit and three make eight: the counter's top bit
_FLUSH: Final = sum(8 << _RANK_BITS + 4 * s for s in range(4))
_WHEEL: Final = 0b1000000001111


def _straight_top(ranks: int) -> int:
    """The rank of the highest straight in a 13-bit mask of ranks, 0 if there is none. The wheel's is 3 (a five)."""
    runs = ranks & ranks << 1 & ranks << 2 & ranks << 3 & ranks << 4
    if runs:
        return runs.bit_length() - 1
    return 3 if ranks & _WHEEL == _WHEEL else 0


def _top(ranks: int, count: int) -> int:
    """The highest `count` ranks of a mask, packed four bits each from the best down."""
    packed = 0
    for _ in range(count):
        best = ranks.bit_length() - 1 if ranks else 0
        packed = packed << 4 | best
        ranks &= ~(1 << best)
    return packed


def _value(category: int, ranks: int) -> int:
    return category << 20 | ranks


def _flush_value(ranks: int) -> int:
    top = _straight_top(ranks)
    return _value(8, top) if top else _value(5, _top(ranks, 5))


class _Patterns(dict[int, int]):
    """Values of rank counters, worked out at first use."""

    __slots__ = ()

    def __missing__(self, counters: int) -> int:
        value = self[counters] = _pattern_value(counters)
        return value


def _pattern_value(counters: int) -> int:
    held = [0, 0, 0, 0, 0]  # masks of the ranks that occur at least n times
    for rank in range(13):
        for n in range(1, (counters >> 3 * rank & 7) + 1):
            held[n] |= 1 << rank
    ones, twos, threes, fours = held[1:]
    if fours:
        quad = fours.bit_length() - 1
        return _value(7, quad << 4 | _top(ones & ~(1 << quad), 1))
    if threes:
        trip = threes.bit_length() - 1
        pairs = twos & ~(1 << trip)
        if pairs:
            return _value(6, trip << 4 | pairs.bit_length() - 1)
    top = _straight_top(ones)
    if top:
        return _value(4, top)
    if threes:
        return _value(3, trip << 8 | _top(ones & ~(1 << trip), 2))
    return _paired_value(ones, twos)


def _paired_value(ones: int, twos: int) -> int:
    if not twos:
        return _value(0, _top(ones, 5))
    high = twos.bit_length() - 1
    rest = twos & ~(1 << high)
    if not rest:
        return _value(1, high << 12 | _top(ones & ~(1 << high), 3))
    low = rest.bit_length() - 1
    return _value(2, high << 8 | low << 4 | _top(ones & ~(1 << high | 1 << low), 1))


_PATTERNS: Final = _Patterns()


def evaluate(cards: Collection[Card]) -> int:
    """The value of five to seven different cards. The best five of them count."""
    total = 0
    for c in cards:
        total += _CODES[c]
    flush = total + _BIAS & _FLUSH
    if flush:
        suit = (flush.bit_length() - 1 - _RANK_BITS) >> 2
        return _flush_value(sum(1 << (c >> 2) for c in cards if c & 3 == suit))
    return _PATTERNS[total & _RANK_MASK]


def category(value: int) -> str:
    """The category of a value, as a key of `CATEGORIES`."""
    return CATEGORIES[value >> 20]


_BESIDE: Final = (16, 12, 4, 8, 0, 0, 0, 4, 0)
"""By category: the number of low bits of a value that hold the cards beside the combination, four to a card."""


def apart(value: int, other: int) -> str:
    """What tells two values of one category apart. "rank": the cards that make the combination. "kicker": the cards
    beside it, even if these are equal too. "": the categories differ, or there are no cards beside it."""
    if value >> 20 != other >> 20:
        return ""
    beside = _BESIDE[value >> 20]
    if value >> beside != other >> beside:
        return "rank"
    return "kicker" if beside else ""


def hand_value(hole: Collection[Card], board: Collection[Card], used: int | None) -> int:
    """The value of hole cards on a whole board. `used`: as `GameVariant.hole_used`."""
    if used is None:
        return evaluate((*hole, *board))
    return max(map(evaluate, _with_hole_cards(hole, board, used)))


def best_five(hole: Collection[Card], board: Collection[Card], used: int | None) -> tuple[Card, ...]:
    """The five cards that make the value, hole cards first in the order given. If several do, it is the first of
    them. Empty if too few cards are known."""
    fives = combinations((*hole, *board), FIVE) if used is None else _with_hole_cards(hole, board, used)
    return max(fives, key=evaluate, default=())


def _with_hole_cards(hole: Collection[Card], board: Collection[Card], used: int) -> Iterator[tuple[Card, ...]]:
    """The hands of five with exactly so many hole cards."""
    return (own + shared for own in combinations(hole, used) for shared in combinations(board, FIVE - used))
