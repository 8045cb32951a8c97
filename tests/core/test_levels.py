"""The clock of the levels where the schedule ends."""

from controller.poker.events import Event, TimerFired
from controller.poker.timers import Timer
from controller.rulebooks import load
from controller.table import Level, Schedule, SeatSetup, Setup, Stakes, Table, new_table, step, view
from controller.table.tournament.levels import BREAK, LEVEL
from firmware_bridge.messages.contest import Contest
from tests.entries import entered

LFP = load("lfp")
MINUTE = 60_000_000_000
LASTS, PAUSE = 10 * MINUTE, 5 * MINUTE


def table(*, pause: int = 0, rebuy_levels: int = 0) -> Table:
    """Two levels, with a break after the second; their clock has begun."""
    levels = (Level(Stakes(50, 100), LASTS), Level(Stakes(75, 150), LASTS, pause))
    schedule = Schedule(levels, starting_stack=5000, rebuy_stack=5000 * bool(rebuy_levels), rebuy_levels=rebuy_levels)
    seats = tuple(SeatSetup(n, 5000) for n in (1, 2, 3))
    at = new_table(Setup(seats, 3, Stakes(50, 100), tournament=True, schedule=schedule))
    step(at, told("level_clock", "run", 0), LFP)
    return at


def told(word: str, value: str | None, at: int) -> Event:
    return entered(word, value, "Bea", "floor", (at, at))


def after(at: Table, time: int, timer: Timer = LEVEL) -> Contest:
    step(at, TimerFired(timer, time), LFP)
    contest = view(at).contest
    assert contest is not None
    return contest


def test_after_its_time_the_last_level_stays_without_a_clock() -> None:
    at = table()
    assert (after(at, LASTS).level, after(at, LASTS).level_ends) == (2, 2 * LASTS)
    contest = after(at, 2 * LASTS)
    assert (contest.level, contest.level_ends, contest.level_left, contest.on_break) == (2, None, None, False)


def test_the_clock_of_a_last_level_that_is_over_is_not_started_again() -> None:
    at = table()
    after(at, LASTS)
    after(at, 2 * LASTS)
    step(at, told("level_clock", "run", 3 * LASTS), LFP)
    assert after(at, 4 * LASTS).level_ends is None


def test_the_break_after_the_last_level_comes_once() -> None:
    at = table(pause=PAUSE)
    after(at, LASTS)
    assert after(at, 2 * LASTS).on_break
    contest = after(at, 2 * LASTS + PAUSE, BREAK)
    assert (contest.on_break, contest.level, contest.level_ends) == (False, 2, None)


def test_rebuys_that_last_as_long_as_the_levels_end_with_the_last_one() -> None:
    at = table(rebuy_levels=2)
    assert after(at, LASTS).buying == "rebuys"
    assert after(at, 2 * LASTS).buying == "ending"


def test_a_seat_that_has_no_chips_yet_is_not_in_the_average_of_the_table() -> None:
    seats = (SeatSetup(1, 4000), SeatSetup(2, 6000), SeatSetup(3, 0))
    contest = view(new_table(Setup(seats, 2, Stakes(50, 100), tournament=True))).contest
    assert contest is not None
    assert contest.average == 5000
