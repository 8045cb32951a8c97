"""How old the reading of an unattended place can become: by formula for any course of events, and as rehearsed."""

import heapq
from collections.abc import Mapping

from firmware_bridge.messages.places import spot_called
from firmware_bridge.reader_kinds import READER_KINDS

from .antennas import FieldPlan
from .scheduler import BUSY_PERIOD, HEAD_UNSETTLED, RUN, Scheduler, Task
from .times import SWITCH

S = 1_000_000_000

# One short question and its answer. Between two reads of a line there is at most one.
PING = 20_000_000

# The tags in an ordinary game, by kind of place. A full tray is read once between hands.
LOAD = {"shoe": 2, "seat": 2, "board": 1, "muck": 2, "stack": 20, "bet": 5, "pot": 20, "tray": 60, "drop": 20}


def ordinary_load(plan: FieldPlan) -> dict[str, int]:
    """Return how many tags lie at each place in an ordinary game."""
    return {place: LOAD[spot_called(place).kind] for place in plan.antennas}


def times(plan: FieldPlan, load: Mapping[str, int]) -> dict[str, int]:
    """T(n) of each place, ns."""
    return {place: READER_KINDS[a.kind].read_time(load[place], a.baud) for place, a in plan.antennas.items()}


def connected(plan: FieldPlan, place: str) -> frozenset[str]:
    """All places that can make this one wait, directly or by making another one wait."""
    reached, edge = {place}, [place]
    while edge:
        more = plan.neighbourhood(edge.pop()) - reached
        reached |= more
        edge += more
    return frozenset(reached)


def worst_age(plan: FieldPlan, place: str, load: Mapping[str, int]) -> int:
    """Return the largest age of a reading of `place`, in ns, with every reader answering.

    A place is due one period after its last read began. It holds its line once that is longer ago than the head start
    of unsettled places. (`LATE` is less, and places beside an attended shoe are held back no longer.)

    From then on only places that have been due longer are read before it. At worst each is read once, one after
    another. Between those that cannot be read beside the first attended place, that place is read at most `RUN`
    times. While one of them waits for a rival its line may have begun another read.
    """
    length = times(plan, load)
    waiting = connected(plan, place)
    own = {other: length[other] + SWITCH * len(plan.holders(other)) + PING for other in plan.antennas}
    begun = {other: max(length[a.place] for a in plan.on_line(plan.antennas[other].line)) for other in waiting}
    attended = max(RUN * own[top] * len(waiting & plan.neighbourhood(top)) for top in waiting)
    under_way = max(length.values())
    in_turn = sum(own[other] + begun[other] for other in waiting)
    return BUSY_PERIOD + HEAD_UNSETTLED + under_way + in_turn + attended + length[place]


def rehearse(
    plan: FieldPlan, load: Mapping[str, int], attended: tuple[str, ...], until: int = 20 * S
) -> dict[str, int]:
    """Run the scheduler against readers that take T(n), in virtual time. Return the greatest age of each place,
    ns."""
    scheduler, length = Scheduler(plan), times(plan, load)
    for line in plan.lines:
        scheduler.line_ready(line, 0)
    scheduler.attend(attended, 0)
    ends: list[tuple[int, str]] = []
    worst, now = dict.fromkeys(plan.antennas, 0), 0
    while now < until:
        for action in scheduler.actions(now):
            takes = {Task.READ: length[action.place], Task.OFF: SWITCH, Task.PING: PING}[action.task]
            heapq.heappush(ends, (now + takes, action.line))
        moments = [moment for moment in (scheduler.deadline, ends[0][0] if ends else None) if moment is not None]
        now = min(moments)
        for place, age in scheduler.ages(now).items():
            worst[place] = max(worst[place], now if age is None else age)
        while ends and ends[0][0] <= now:
            _finish(scheduler, heapq.heappop(ends)[1], now)
    return worst


def _finish(scheduler: Scheduler, line: str, now: int) -> None:
    action = scheduler.finished(line, now, good=True)
    unit = scheduler.unit(action.place) if action else None
    if unit is not None:
        unit.answered(now)
