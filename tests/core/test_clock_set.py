"""The machine was off, or the table locked: what was to last lasts as long as before."""

from controller.poker.events import ClockSet, Event, Unlocked
from controller.rulebooks import load
from controller.table import Level, Schedule, SeatSetup, Setup, Stakes, Table, new_table, step, view
from tests.entries import entered

LFP, LEAFLET = load("lfp"), load("leaflet")
SECOND = 1_000_000_000
LATE, EARLY = 9000 * SECOND, 7 * SECOND  # by the clock before, and by the new one
BY = EARLY - LATE


def table(*, tournament: bool) -> Table:
    levels = tuple(Level(Stakes(*blinds), 600 * SECOND) for blinds in ((50, 100), (75, 150)))
    seats = tuple(SeatSetup(n, 5000) for n in (1, 2, 3))
    return new_table(
        Setup(seats, 3, Stakes(50, 100), tournament=tournament, absence=600 * SECOND, schedule=Schedule(levels))
    )


def told(word: str, value: str | int | None = None) -> Event:
    return entered(word, value, "Bea", "floor", (LATE, LATE))


def test_a_level_has_as_long_to_go() -> None:
    at = table(tournament=True)
    step(at, told("level_clock", "run"), LFP)
    step(at, ClockSet(BY, EARLY), LFP)
    contest = view(at).contest
    assert contest is not None
    assert contest.level_ends == EARLY + 600 * SECOND


def test_an_absence_has_as_long_to_go_and_no_other_seat_gets_a_clock() -> None:
    at = table(tournament=False)
    step(at, told("sit_in", 1), LEAFLET)
    step(at, told("away", 2), LEAFLET)
    step(at, ClockSet(BY, EARLY), LEAFLET)
    assert [seat.absence_ends for seat in view(at).seats] == [None, EARLY + 600 * SECOND, None]


def test_a_clock_that_does_not_run_is_not_started() -> None:
    at = table(tournament=True)
    before = view(at).contest
    step(at, ClockSet(BY, EARLY), LFP)
    assert view(at).contest == before


def test_a_locked_table_takes_nothing_from_an_absence() -> None:
    at = table(tournament=False)
    step(at, told("away", 2), LEAFLET)
    step(at, Unlocked(LATE + 200 * SECOND, LATE + 5000 * SECOND), LEAFLET)
    assert view(at).seats[1].absence_ends == LATE + 5400 * SECOND


def test_who_leaves_a_locked_table_is_absent_from_when_it_goes_on() -> None:
    at, cleared = table(tournament=False), LATE + 5000 * SECOND
    step(at, Unlocked(LATE - SECOND, cleared), LEAFLET)
    step(at, told("away", 2), LEAFLET)  # sensed while the table was locked, taken in now
    assert view(at).seats[1].absence_ends == cleared + 600 * SECOND
