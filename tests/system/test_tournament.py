"""Whole tournaments at a real controller: the draw for the button, levels by the clock, races, the winner; judged by
what was published alone. And the controller killed at moments of every kind: the clocks and all that is owed stay.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from firmware_bridge.messages.contest import Contest
from firmware_bridge.messages.public import PublicState
from hardware_sim.robot.dealer import OVER
from hardware_sim.robot.structure import LONG, SHORT
from hardware_sim.trials.tournament import Tournaments, TournamentTable
from tests.sim.tournament_rules import (
    assert_button_and_blinds,
    assert_conserved,
    assert_levels,
    assert_places,
    assert_race,
    assert_ranks,
)

pytestmark = pytest.mark.process

SECOND = 1_000_000_000
AWAY = SECOND // 2
"""How long a killed process stays away at least: what the supervisor takes to start it."""

PLAYERS = 9
BUSY = 30.0
"""Seconds that a process may wait for its turn on a busy machine where nobody is killed, so that nothing is lost."""


def judge(table: TournamentTable, *, killed: bool = False) -> None:
    """By the rules said over again, and by what was published. `killed`: processes were, and took bytes with them."""
    course, contest, structure = table.course, table.contest, table.structure
    assert table.winner is not None
    assert_conserved(course.totals, PLAYERS * structure.stack, course.races)
    assert contest.total == course.totals[-1]
    assert next(seat.stack for seat in table.state.seats if seat.seat == table.winner) == course.totals[-1]
    assert_button_and_blinds(course.lineups)
    assert_places(contest.standings, PLAYERS)
    assert_ranks(contest.standings, course.stacks, table.winner)
    assert_levels(course.levels, structure.levels)
    assert_blinds(table)
    assert_clock(table)
    for race in course.races:
        assert_race(race, table.book)
    assert killed or table.room.master.forced == 0


def assert_blinds(table: TournamentTable) -> None:
    """Whoever has enough for blind and ante has his blind in front when the hand begins, and nobody else anything."""
    course = table.course
    for (_, small, big, _), level, stacks, posted in zip(
        course.lineups, course.levels, course.stacks, course.posted, strict=True
    ):
        figures = level.replace("bb", "").split("/")
        enough = 2 * int(figures[1])
        assert set(posted) <= {small, big}
        for seat, blind in ((small, figures[0]), (big, figures[1])):
            if seat is not None and stacks[seat] >= enough:
                assert posted[seat] == int(blind)


def assert_clock(table: TournamentTable) -> None:
    """Each level and the break were there when they should, from the start of the clock, within a second; and said
    when they would be over."""
    structure, due = table.structure, table.course.started
    lasts, pause = round(structure.minutes * 60) * SECOND, round(structure.break_minutes * 60) * SECOND
    seen = list(table.course.changes)
    for number in range(1, len(structure.levels)):
        for name, length in (
            (f"level {number}", lasts),
            *([("break", pause)] if number == structure.break_after else []),
        ):
            if not seen:
                return
            at, what, until = seen.pop(0)
            assert what == name
            assert abs(at - due) <= SECOND
            due += length
            assert until is not None
            assert abs(until - due) <= SECOND


# --- restarts -------------------------------------------------------------------------------------------------------

Situation = Callable[[PublicState, Contest, int], bool]


def racing(*stages: str) -> Situation:
    return lambda _state, contest, _now: contest.race is not None and contest.race.stage in stages


SITUATIONS: dict[str, Situation] = {
    "in a hand": lambda state, _contest, _now: state.phase in ("preflop", "flop", "turn", "river"),
    "in the deal": lambda state, _contest, _now: state.phase in ("posting", "dealing"),
    "between two hands": lambda state, contest, _now: state.phase in OVER and contest.race is None,
    "at a level's edge": lambda _state, contest, now: 0 < (contest.level_ends or 0) - now < SECOND,
    "in a break": lambda _state, contest, _now: contest.on_break,
    "in a race, exchanging": racing("exchange", "pay"),
    "in a race, dealing": racing("draw", "cards"),
}


@dataclass
class Restarts:
    """Kills processes, `commands` in turn, one in each situation, at a moment within it that a seed draws.

    What the table says before and after is compared: all of it where the bridge is simulated and nothing is under
    way; else what no reading changes.
    """

    table: TournamentTable
    plan: list[str]
    luck: random.Random
    commands: tuple[str, ...] = ("controller",)
    done: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    _kill_at: int = 0
    _back_at: int = 0
    _before: PublicState | None = None
    _quiet: bool = False
    _killed: str = ""

    def look(self, now: int) -> None:
        """At every turn of the simulator's loop."""
        room = self.table.room
        if room.robot is None or room.link.state is None or self.table.course.started == 0:
            return
        if self._before is not None:
            self._bring_back(now)
            return
        state, contest = self.table.state, self.table.contest
        due = [name for name in self.plan if SITUATIONS[name](state, contest, now)]
        if not due:
            self._kill_at = 0
        elif not self._kill_at:
            self._kill_at = now + self.luck.randrange(SECOND)
        elif now >= self._kill_at:
            self._kill(due[0], now)

    def _kill(self, situation: str, now: int) -> None:
        room = self.table.room
        self._killed = self.commands[len(self.done) % len(self.commands)]
        self.plan.remove(situation)
        self.done.append(situation)
        self._before, self._back_at, self._kill_at = room.link.state, now + AWAY, 0
        self._quiet = self._nothing_waits()
        process = room.stage.processes.pop(self._killed)
        room.master.expected.discard(self._killed)
        process.kill()
        process.wait()

    def _nothing_waits(self) -> bool:
        room = self.table.room
        return all(link is not None and not link.outbox.unacknowledged for link in (room.bridge, room.link.source))

    def _bring_back(self, now: int) -> None:
        room, before = self.table.room, self._before
        if self._killed not in room.stage.processes:
            if now >= self._back_at:
                # what was done meanwhile is told first thing, and changes what is published, as it must
                self._quiet = self._quiet and self._nothing_waits()
                room.stage.start(self._killed, lockstep=True)
                room.master.expected.add(self._killed)
            return
        state = self.table.state
        assert before is not None
        if self._killed == "controller" and state.epoch != before.epoch:
            self._before = None
            of = kept if self._quiet else kept_by_people
            self.wrong += [f"{self.done[-1]}: {text}" for text in differences(before, state, of)]
        elif self._killed == "bridge" and "bridge" in room.master.names:
            self._before = None


Kept = Callable[[PublicState, PublicState], Iterator[tuple[str, object, object]]]
"""What must be the same before and after."""


def differences(before: PublicState, after: PublicState, of: Kept) -> list[str]:
    """What a restart has changed that it must not."""
    found = [f"{what} {one} became {other}" for what, one, other in of(before, after) if one != other]
    one, other = before.contest, after.contest
    assert one is not None
    assert other is not None
    over = one.break_ends if one.on_break else one.level_ends
    if over is not None and over > after.stamp:
        ends = other.break_ends if one.on_break else other.level_ends
        if ends is None or abs(ends - over) > SECOND or one.level != other.level:
            found.append(f"the clock was to end at {over}, and is to end at {ends}")
    return found


def kept(before: PublicState, after: PublicState) -> Iterator[tuple[str, object, object]]:
    for name in ("hand", "phase", "button", "small_blind_seat", "big_blind_seat", "turn", "pot_total", "board"):
        yield name, getattr(before, name), getattr(after, name)
    for name in ("standings", "left", "withdrawn", "total", "hand_for_hand", "race"):
        yield name, getattr(before.contest, name), getattr(after.contest, name)
    for name in ("seat", "state", "stack", "bet", "owes", "absence_ends", "suspended", "cards", "sitting_out"):
        yield name, [getattr(seat, name) for seat in before.seats], [getattr(seat, name) for seat in after.seats]


def kept_by_people(before: PublicState, after: PublicState) -> Iterator[tuple[str, object, object]]:
    yield "withdrawn", before.contest and before.contest.withdrawn, after.contest and after.contest.withdrawn
    for name in ("owes", "absence_ends", "suspended", "sitting_out"):
        yield name, {s.seat: getattr(s, name) for s in before.seats}, {s.seat: getattr(s, name) for s in after.seats}


# --- the tests ------------------------------------------------------------------------------------------------------


@pytest.mark.timeout(180)
def test_tournament_reaches_its_winner_though_the_controller_is_killed() -> None:
    with Tournaments("bus", SHORT) as tournaments, tournaments.table("casino_tournament", 4) as table:
        restarts = Restarts(table, list(SITUATIONS), random.Random(1))  # noqa: S311 - a plan that can be repeated
        table.each_turn = restarts.look
        table.play()
        judge(table)
        assert restarts.wrong == []
        assert sorted(restarts.done) == sorted(SITUATIONS)
        assert table.course.alarms == []
        assert len(table.course.races) == 2


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(24))
def test_dozens_of_tournaments(seed: int) -> None:
    structure, book = (LONG, SHORT)[seed // 2 % 2], ("lfp", "casino_tournament")[seed % 2]
    with Tournaments("bus", structure) as tournaments, tournaments.table(book, seed, BUSY) as table:
        table.play()
        judge(table)


@pytest.mark.soak
def test_two_hundred_restarts() -> None:
    done, seed = 0, 100
    while done < 200:
        with Tournaments("bus", SHORT) as tournaments, tournaments.table("lfp", seed) as table:
            luck = random.Random(seed)  # noqa: S311 - as above
            restarts = Restarts(table, list(SITUATIONS) * 3, luck)
            table.each_turn = restarts.look
            table.play()
            judge(table)
            assert restarts.wrong == []
            done += len(restarts.done)
            seed += 1


@pytest.mark.soak
@pytest.mark.parametrize(
    ("book", "seed"), [("casino_tournament", 4), ("lfp", 1), ("lfp", 2), ("casino_tournament", 3)]
)
def test_a_tournament_over_every_wire(book: str, seed: int) -> None:
    with Tournaments("wire", SHORT) as tournaments, tournaments.table(book, seed, BUSY) as table:
        table.play()
        judge(table)
        assert table.course.alarms == []


@pytest.mark.soak
def test_bridge_and_controller_are_killed_by_turns_in_a_tournament_over_every_wire() -> None:
    with Tournaments("wire", SHORT) as tournaments, tournaments.table("lfp", 5) as table:
        luck = random.Random(5)  # noqa: S311 - as above
        restarts = Restarts(table, list(SITUATIONS) * 2, luck, ("bridge", "controller"))
        table.each_turn = restarts.look
        table.play()
        judge(table, killed=True)
        assert restarts.wrong == []
        assert {"bridge", "controller"} <= set(restarts.commands[: len(restarts.done)])
