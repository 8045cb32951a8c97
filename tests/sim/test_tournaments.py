"""Whole tournaments by chance, held against the rules said over again: chips, button and blinds, races, levels."""

from __future__ import annotations

import pytest

from controller.rulebooks import load
from tests.sim.tournament import LEVELS, Tournament
from tests.sim.tournament_rules import (
    assert_button_and_blinds,
    assert_conserved,
    assert_levels,
    assert_places,
    assert_race,
)

BOOKS = {key: load(key) for key in ("lfp", "casino_tournament")}


def played(book: str, seed: int, restarts: float = 0.0) -> Tournament:
    tournament = Tournament(BOOKS[book], seed, restarts)
    tournament.play()
    return tournament


def whole(t: Tournament, book: str) -> None:
    contest = t.view.contest
    assert contest is not None
    assert_conserved(t.totals, 9 * 2000, t.races)
    assert contest.total == t.totals[-1]
    assert next(seat.stack for seat in t.view.seats if seat.seat == t.winner) == t.totals[-1]
    assert_button_and_blinds(t.lineups)
    assert_places(contest.standings, 9)
    assert_levels(t.levels, LEVELS)
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
