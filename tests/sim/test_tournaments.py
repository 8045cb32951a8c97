"""Whole tournaments by chance, held against the rules said over again: chips, button and blinds, races, levels."""

from __future__ import annotations

import pytest

from controller.rulebooks import load
from tests.sim.tournament import LEVELS, RaceSeen, Tournament

BOOKS = {key: load(key) for key in ("lfp", "casino_tournament")}
SUITS = "cdhs"  # the worst first
RANKS = "23456789TJQKA"


def played(book: str, seed: int, restarts: float = 0.0) -> Tournament:
    tournament = Tournament(BOOKS[book], seed, restarts)
    tournament.play()
    return tournament


def after(seat: int, seats: tuple[int, ...]) -> int:
    """The next of these seats clockwise."""
    return min(seats, key=lambda other: ((other - seat - 1) % 10, other))


def assert_button_and_blinds(t: Tournament) -> None:
    """The big blind always advances to the next player; small blind and button follow to where the big and the small
    blind were, whoever sits there; of two players the other one has both."""
    falls = 0  # where the small blind fell, though nobody may have held it
    for (_, _, big, _), (button, small, big_now, seats) in zip(t.lineups, t.lineups[1:], strict=False):
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


def assert_race(race: RaceSeen, book: str) -> None:
    """A race said over: whole groups exchanged, one card a chip, a total made up to a whole chip, no one left out."""
    group = race.high // race.low
    odd = {seat: chips.count(race.low) % group for seat, chips in race.before.items()}
    odd = {seat: n for seat, n in odd.items() if n}
    number = -(-sum(odd.values()) * race.low // race.high)
    protected = [seat for seat in odd if sum(race.before[seat]) == odd[seat] * race.low]
    number = max(number, len(protected))
    drawing = [seat for seat in sorted(odd) if book == "lfp" or seat not in protected]
    assert race.order == tuple(drawing) or len(protected) == number
    best = {seat: max((RANKS.index(c[0]), SUITS.index(c[1])) for c in cards) for seat, cards in race.cards.items()}
    ranked = sorted((seat for seat in best if seat not in protected), key=lambda seat: best[seat], reverse=True)
    served = {*protected, *ranked[: number - len(protected)]}
    for seat, chips in race.before.items():
        assert race.low not in race.after[seat]
        rest = sum(chips) - odd.get(seat, 0) * race.low
        assert sum(race.after[seat]) == rest + (race.high if seat in served else 0)
        assert sum(race.after[seat]) > 0


def assert_conserved(t: Tournament) -> None:
    """Nothing comes or goes but by a race."""
    changes = sum(sum(map(sum, r.after.values())) - sum(map(sum, r.before.values())) for r in t.races)
    assert t.totals[-1] == 9 * 2000 + changes
    assert len(set(t.totals)) <= 1 + len(t.races)
    contest = t.view.contest
    assert contest is not None
    assert contest.total == t.totals[-1]
    assert next(seat.stack for seat in t.view.seats if seat.seat == t.winner) == t.totals[-1]


def assert_places(t: Tournament) -> None:
    """Every player has a place, the winner the first; ties leave out the places after them."""
    contest = t.view.contest
    assert contest is not None
    assert sorted(seat for _, seat in contest.standings) == list(range(1, 10))
    places = [place for place, _ in contest.standings]
    assert places == [1 + sum(other < place for other in places) for place in places]


def assert_levels(t: Tournament) -> None:
    """Never a level back, and as the schedule has them."""
    numbers = [LEVELS.index(level) for level in t.levels]
    assert numbers == sorted(numbers)


def whole(t: Tournament, book: str) -> None:
    assert_conserved(t)
    assert_button_and_blinds(t)
    assert_places(t)
    assert_levels(t)
    for race in t.races:
        assert_race(race, book)
    assert t.alarms == []


@pytest.mark.timeout(60)
@pytest.mark.parametrize("book", BOOKS)
def test_a_tournament_is_played_to_its_winner(book: str) -> None:
    whole(played(book, 1), book)


@pytest.mark.timeout(60)
def test_a_table_that_is_taken_up_again_at_any_moment_plays_the_same() -> None:
    t = played("lfp", 2, restarts=0.01)
    assert t.restarted > 10
    whole(t, "lfp")


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_two_hundred_tournaments() -> None:
    races = 0
    for seed in range(200):
        book = ("lfp", "casino_tournament")[seed % 2]
        t = played(book, seed)
        whole(t, book)
        races += len(t.races)
    assert races > 100


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_two_hundred_restarts_at_seeded_moments() -> None:
    restarted, seed = 0, 1000
    while restarted < 200:
        t = played("lfp", seed, restarts=0.005)
        whole(t, "lfp")
        restarted += t.restarted
        seed += 1
