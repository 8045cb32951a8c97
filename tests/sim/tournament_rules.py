"""The rules of a tournament said over again, by which whole courses are judged: whoever played them, at whatever
depth. Nothing of the core is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Protocol

SUITS = "cdhs"  # the worst first
RANKS = "23456789TJQKA"

Lineup = tuple[int, int | None, int, tuple[int, ...]]
"""Button, small blind, big blind, seats with cards."""


class Race(Protocol):
    """A race as it was: chips before, the cards dealt, in which order, chips after."""

    low: int
    high: int
    before: dict[int, list[int]]
    cards: dict[int, tuple[str, ...]]
    order: tuple[int, ...]
    after: dict[int, list[int]]


def after(seat: int, seats: tuple[int, ...]) -> int:
    """The next of these seats clockwise."""
    return min(seats, key=lambda other: ((other - seat - 1) % 10, other))


def assert_button_and_blinds(lineups: Sequence[Lineup]) -> None:
    """The big blind always advances to the next player. Small blind and button follow to where the big and the small
    blind were, whoever sits there. Of two players the other one has both."""
    falls = 0  # where the small blind fell, though nobody may have held it
    for (_, _, big, _), (button, small, big_now, seats) in pairwise(lineups):
        assert big_now == after(big, seats)
        if len(seats) == 2:
            other = next(seat for seat in seats if seat != big_now)
            assert (button, small) == (other, other)
            falls = other
            continue
        assert small == (big if big in seats else None)
        if falls and falls != big_now:
            assert button == falls
        falls = big


def assert_race(race: Race, book: str) -> None:
    """A race said over: whole groups exchanged, one card a chip, a total made up to a whole chip, no one left out."""
    group = race.high // race.low
    odd = {seat: chips.count(race.low) % group for seat, chips in race.before.items()}
    odd = {seat: n for seat, n in odd.items() if n}
    number = -(-sum(odd.values()) * race.low // race.high)
    protected = [seat for seat in odd if sum(race.before[seat]) == odd[seat] * race.low]
    number = max(number, len(protected))
    drawing = [seat for seat in sorted(odd) if book == "lfp" or seat not in protected]
    assert race.order == tuple(sorted(odd)) or race.order == tuple(drawing) or len(protected) == number
    best = {seat: max((RANKS.index(c[0]), SUITS.index(c[1])) for c in cards) for seat, cards in race.cards.items()}
    ranked = sorted((seat for seat in best if seat not in protected), key=lambda seat: best[seat], reverse=True)
    served = {*protected, *ranked[: number - len(protected)]}
    for seat, chips in race.before.items():
        assert race.low not in race.after[seat]
        rest = sum(chips) - odd.get(seat, 0) * race.low
        assert sum(race.after[seat]) == rest + (race.high if seat in served else 0)
        assert sum(race.after[seat]) > 0


def assert_conserved(totals: Sequence[int], start: int, races: Sequence[Race]) -> None:
    """Nothing comes or goes but by a race."""
    changes = [sum(map(sum, r.after.values())) - sum(map(sum, r.before.values())) for r in races]
    assert totals[-1] == start + sum(changes)
    assert len(set(totals)) <= 1 + len(races)


def assert_places(standings: Iterable[tuple[int, int]], players: int) -> None:
    """Every player has a place, the winner the first. Ties leave out the places after them."""
    places = [place for place, _ in standings]
    assert sorted(seat for _, seat in standings) == list(range(1, players + 1))
    assert places == [1 + sum(other < place for other in places) for place in places]


def assert_ranks(standings: Iterable[tuple[int, int]], stacks: Sequence[Mapping[int, int]], winner: int) -> None:
    """Who is out in a hand is behind all who are left. Of several the bigger stack before that hand is the better,
    equal ones share. `stacks`: of each hand, what every player had before it."""
    left, expected = len(stacks[0]), {winner: 1}
    for now, then in pairwise([*stacks, {winner: 1}]):
        out = sorted((seat for seat in now if seat not in then), key=lambda seat: -now[seat])
        place = left - len(out) + 1
        for _, tied in groupby(out, key=lambda seat: now[seat]):
            seats = list(tied)
            expected |= dict.fromkeys(seats, place)
            place += len(seats)
        left -= len(out)
    assert {seat: place for place, seat in standings} == expected


def assert_levels(played: Sequence[str], levels: Sequence[str]) -> None:
    """Never a level back, and as the schedule has them."""
    numbers = [levels.index(level) for level in played]
    assert numbers == sorted(numbers)
