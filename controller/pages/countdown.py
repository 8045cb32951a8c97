"""Clocks as displays count them down: what runs, and how much of it is left."""

from collections.abc import Iterator
from dataclasses import replace

from controller.table import View
from firmware_bridge.messages.contest import Contest

SECOND = 1_000_000_000
MINUTE = 60 * SECOND


def left_of(left: int, unit: int) -> int:
    """Whole seconds or minutes for nanoseconds, as a countdown says them: 1 until the last one is over."""
    return max(0, -(-left // unit))


def ends_of_level(view: View) -> int | None:
    """Return when the level, or the break, is over (ns). None if neither has a running clock."""
    contest = view.contest
    return None if contest is None else contest.break_ends if contest.on_break else contest.level_ends


def running(view: View) -> Iterator[tuple[int, int]]:
    """Yield for each running clock when it is over, and the unit in which it is shown (both ns)."""
    if view.clock is not None:
        yield view.clock[1], SECOND
    ends = ends_of_level(view)
    if ends is not None:
        yield ends, MINUTE
    for seat in view.seats:
        if seat.absence_ends is not None:
            yield seat.absence_ends, MINUTE


def standing(view: View, since: int) -> View:
    """Return a view in which no clock runs, for a table that was locked at `since` (ns)."""
    seats = tuple(seat._replace(absence_ends=None) for seat in view.seats)
    contest = view.contest and _standing(view.contest, since)
    return replace(view, clock=None, seats=seats, contest=contest)


def _standing(contest: Contest, since: int) -> Contest:
    left = contest.level_left if contest.level_ends is None else max(1, contest.level_ends - since)
    return replace(contest, level_ends=None, level_left=left, break_ends=None)
