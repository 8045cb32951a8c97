"""kill -9 of a process in mid-hand: play goes on, nothing is lost, nothing counts twice, gaps have names."""

from __future__ import annotations

import random
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hardware_sim.depths.result import Played, Verdict
from hardware_sim.phh import Hand

from .ledger import Line, faults_of_numbering, gaps, read_journal
from .watched import Guest, S, WatchedDepth, WatchedEvening, pluribus

pytestmark = pytest.mark.process

AWAY = S // 2
"""How long a killed process stays away at least, at the table's time: what the supervisor takes to start it."""

BACK_WITHIN = 15.0
"""Seconds from the start of a process until it has its place again. The deadline of a quiet machine is 5 s. Here
other tests run on the same cores."""

HANDS = ("100_26", "100b_168", "101_5", "100_62", "100b_75")
"""A steal, two showdowns (one with a hand given up), a short one, and an all-in."""


@dataclass
class Killer(Guest):
    """Kills processes, each at its moment of the table's time after the hand has begun, and starts them again."""

    plan: list[tuple[int, str]]
    console: bool = False
    killed: list[str] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    _began: int | None = None
    _away: str | None = None
    _back_at: int = 0
    _started: float | None = None

    def opened(self, evening: WatchedEvening) -> None:
        if self.console:
            evening.start("console")

    def look(self, evening: WatchedEvening, now: int) -> None:
        says = evening.says
        if self._began is None and says is not None and says.hand == 1:
            self._began = now
        if self._away is not None:
            self._bring_back(evening, now)
        elif self._began is not None and self.plan and now - self._began >= self.plan[0][0]:
            _, self._away = self.plan.pop(0)
            evening.kill(self._away)
            self.killed.append(self._away)
            self._back_at = now + AWAY

    def _bring_back(self, evening: WatchedEvening, now: int) -> None:
        assert self._away is not None
        if self._started is None and now >= self._back_at:
            evening.start(self._away)
            self._started = time.monotonic()
        elif self._started is not None and _is_back(self._away, evening):
            self.took.append(time.monotonic() - self._started)
            self._away = self._started = None


def _is_back(command: str, evening: WatchedEvening) -> bool:
    if command != "console":
        return command in evening.master.names
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", evening.port)) == 0


def plan(seed: int, commands: Sequence[str], within: int) -> list[tuple[int, str]]:
    """When to kill what: moments in ns after the beginning of the hand, one in each equal part of it."""
    luck = random.Random(seed)  # noqa: S311 - a plan that can be repeated
    share = within // len(commands)
    return [(n * share + luck.randrange(share), command) for n, command in enumerate(commands)]


def play_with(killer: Killer, hand: Hand) -> tuple[Played, list[Line]]:
    """What the hand came to, and the journal behind it."""
    with WatchedDepth("wire", [hand], [killer]) as table:
        played = table.play(hand)
        return played, read_journal(table.stage.directory / "state")


def check(killer: Killer, played: Played, lines: list[Line], killed: Sequence[str]) -> None:
    """The hand ended as the file has it, every event stands once, and each life of the bridge began with its gaps."""
    assert killer.killed == list(killed)
    assert (played.verdict, played.problems) == (Verdict.PASSED, [])
    assert faults_of_numbering(lines) == []
    assert max(killer.took) < BACK_WITHIN
    assert unnamed_gaps(lines) == []


def unnamed_gaps(lines: list[Line]) -> list[str]:
    """Lives of the bridge in which a part's blindness at their beginning was not journalled, or has no end."""
    found: list[str] = []
    for epoch in sorted({line.epoch for line in lines if line.source == "bridge"}):
        told = gaps(line for line in lines if (line.source, line.epoch) == ("bridge", epoch))
        opened = {(gap.part, gap.places) for gap in told if gap.until is None}
        closed = {(gap.part, gap.places) for gap in told if gap.until is not None}
        parts = {"shoe", "cards-1", "bets", "stacks-1", "middle", "gpio"}
        found += [f"life {epoch}: nothing of {part}" for part in parts - {part for part, _ in opened}]
        found += [f"life {epoch}: {part} never known again" for part, _ in opened - closed]
    return found


@pytest.mark.timeout(240)
@pytest.mark.parametrize("commands", [("bridge", "controller"), ("controller", "console", "bridge")])
def test_a_hand_outlives_killed_processes(shared: Path, commands: tuple[str, ...]) -> None:
    (hand,) = pluribus(shared, "100_26")
    killer = Killer(plan(len(commands), commands, 18 * S), console="console" in commands)
    check(killer, *play_with(killer, hand), commands)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_thirty_kills_in_ten_hands(shared: Path, seed: int) -> None:
    (hand,) = pluribus(shared, HANDS[seed % len(HANDS)])
    commands = ["bridge", "controller", "console"]
    random.Random(seed).shuffle(commands)  # noqa: S311 - as above
    killer = Killer(plan(seed, commands, 18 * S), console=True)
    check(killer, *play_with(killer, hand), commands)


def test_a_number_twice_or_missing_would_be_found() -> None:
    def life(*numbers: int, epoch: int = 1) -> list[Line]:
        return [Line("bridge", epoch, number, "seat_key", {}) for number in numbers]

    assert faults_of_numbering(life(0, 1, 2, 3) + life(0, 1, epoch=2)) == []
    assert faults_of_numbering(life(0, 1, 3)) == ["bridge, epoch 1: [1, 3]"]
    assert faults_of_numbering(life(0, 1, 1)) == ["bridge, epoch 1: [1, 1]"]
    assert faults_of_numbering(life(0, 1) + life(0, epoch=3)) == ["bridge: epoch 3 follows 1"]
