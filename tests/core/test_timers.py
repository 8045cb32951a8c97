"""What a timer times, and what follows it."""

from controller.poker.places import SEATS
from controller.poker.timers import OF_SEATS, Timed, Timer, named
from controller.table.events.timers import DUE, DUE_IN_HAND


def test_something_follows_each_timer_either_in_a_hand_or_at_the_table() -> None:
    assert sorted((*DUE, *DUE_IN_HAND)) == sorted(Timed)


def test_a_timer_is_found_by_the_name_that_the_journal_has() -> None:
    assert (named("absence:10"), named("clock")) == (Timer(Timed.ABSENCE, 10), Timer(Timed.DECISION))


def test_no_two_timers_have_one_name() -> None:
    timers = [Timer(times, seat) for times in Timed for seat in (SEATS if times in OF_SEATS else (0,))]
    assert [named(timer.name) for timer in timers] == timers
