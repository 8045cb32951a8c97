"""The reference table in real time, with bridge and controller held to the strength of a Raspberry Pi's core.

Ten players, every part, hands without a pause. The simulator and the console are not held. Each process of the two
has a core of its own on a Pi, which has four. So each is held by itself, or both together with `one_core`.

All shares are measured in turns, so that other work on the machine meets each of them alike.
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace

from hardware_sim.endless import LOOK_AGAIN, SEATS, OpenTable, Wanted
from hardware_sim.robot.players import Script
from hardware_sim.robot.says import Pause, Stuck
from hardware_sim.scenario.watched.shelf import ProductList, Shelf
from hardware_sim.shown import seats_of

from .ages import Ages, Published, bet_known_within, published
from .figures import Figure, distribution
from .quota import Group, Hierarchy, quota_of
from .troubles import Troubles
from .wire import PLAYING, Commit, WireRun, latency

TOUCHES = 100
SAMPLED = 45
"""Seconds of play over which bets, ages and processor time are taken: three hands of ten players."""
QUIET = 100_000_000
"""Nanoseconds without an instruction, after which a display's page is complete."""
PAGE_BAR = 150.0  # ms at 115200


@dataclass(frozen=True, slots=True)
class Strength:
    """A machine, and the share (0-1) of a core here that stands for one of its cores. None: not held."""

    name: str
    share: float | None

    @property
    def title(self) -> str:
        return self.name if self.share is None else f"{self.name} ({self.share:.0%} of a core)"


STRENGTHS = (Strength("not held", None), Strength("Pi 5", 0.20), Strength("Pi 4", 0.12), Strength("Pi 3B+", 0.08))
"""Estimates from published figures of single cores (docs/pi-share.md). None of them was measured on a Pi."""


@dataclass(slots=True)
class Bet:
    """Chips that a player in turn laid on their line. Times in ns. `known`: when the public state had the act."""

    seat: int
    laid: int
    value: int
    stack: int  # chips that are left in the stack
    known: int | None = None

    @property
    def took(self) -> float | None:
        """Seconds until it was known, None if it was not."""
        return None if self.known is None else (self.known - self.laid) / 1e9


class FullTable(OpenTable):
    """Ten players who call with chips and without an announcement, and hands without an end."""

    playing = tuple(SEATS)

    def hands(self) -> Script:
        """Play hand after hand. What stops the robot is tried again after a while."""
        self.players.habits.stay, self.players.habits.silent = True, 1.0
        number = 0
        while True:
            number += 1
            yield from self._between_hands()
            script = self.dealer.hand(self.shuffled(number))
            while True:
                try:
                    yield from script
                    break
                except (Stuck, LookupError):
                    yield Pause(LOOK_AGAIN)
                    script = self.go_on()


class HeldRun(WireRun):
    """One table with bridge and controller held, and what is measured of it."""

    def __init__(self, table: FullTable, groups: dict[str, Group], touches: int = TOUCHES) -> None:
        """`groups`: by command. Without them nothing is held."""
        super().__init__(table, touches)
        self.bets: list[Bet] = []
        self.lost: set[str] = set()
        self.aged: dict[str, float] = {}
        self.waited: dict[str, float] = {}
        self._full, self._groups = table, groups
        self._watching = False
        self.troubles = Troubles(
            table, lambda: self.processes().get("controller"), lambda pid: self._take("controller", pid)
        )
        self._in_turn: tuple[int | None, int] = None, 0  # the seat to act, and what lies on its line

    def script(self) -> Script:
        yield from self.table.open()
        self._watching = True
        for command, pid in self.processes().items():
            self._take(command, pid)
        if (reserve := self.reserve()) is not None:
            self._take("controller", reserve)  # so are those that it forks
        ages = Ages(self.table.rig.fields, self.table.loop)
        hands = self._full.hands()
        for wait in hands:
            yield wait
            if "raise" in self.table.link.says.options:
                break
        yield from self.touch()
        began, start = self.used(), time.monotonic()
        for wait in hands:
            yield wait
            if time.monotonic() - start > SAMPLED:
                break
        self.take_cost(began, time.monotonic() - start)
        self._watching, self.aged = False, ages.by_kind()
        self.waited = {command: group.waited for command, group in self._groups.items()}
        yield from self.troubles.script()

    def _take(self, command: str, pid: int) -> None:
        if command in self._groups:
            self._groups[command].take(pid)

    def look(self, now: int) -> None:
        super().look(now)
        link = self.table.link
        if link.state is None or not self._watching:
            return
        self.lost |= {str(alarm.text.params["part"]) for alarm in link.state.alarms if alarm.key == "part_lost"}
        says = link.says
        for bet in self.bets[-1:]:
            if bet.known is None and (says.turn != bet.seat or seats_of(says)[bet.seat].bet >= bet.value):
                bet.known = now
        value = 0 if says.turn is None else self.table.world.value(f"bet:{says.turn}")
        if says.turn is not None and says.turn == self._in_turn[0] and value > self._in_turn[1]:
            self.bets.append(Bet(says.turn, now, value, len(self.table.world.at(f"stack:{says.turn}"))))
        self._in_turn = says.turn, value

    def figures_held(self, kinds: Mapping[str, Published]) -> Iterator[Figure]:
        """Return every figure with its deadline. `kinds`: what is published of the table's places."""
        commits = self.commits()
        answers = self.answers(commits)
        yield Figure("touches answered", len(answers) / self.touches * 100, "%", "all", len(answers) == self.touches)
        yield from latency("touch to changed label", [one.took(self.touch_time) / 1e6 for one in answers])
        yield from self._bet_figures(commits, kinds)
        for kind, age in self.aged.items():
            bound = kinds[kind].bound
            yield Figure(f"greatest age, {kind}", age, "s", f"at most {bound:g} s", age <= bound)
        yield from self.troubles.figures
        yield Figure("parts lost", len(self.lost), "parts", "none", not self.lost)
        yield from self.memory_together()
        for command in PLAYING:
            yield Figure(f"{command}: processor", self.cost[command][0], "% of a core here")
            if command in self.waited:
                yield Figure(f"{command}: periods in which it had to wait", self.waited[command] * 100, "%")

    def _bet_figures(self, commits: Sequence[Commit], kinds: Mapping[str, Published]) -> Iterator[Figure]:
        bars = [(took, bet_known_within(kinds, bet.stack)) for bet in self.bets if (took := bet.took) is not None]
        yield from slowest("bet laid to the dealer's console", [took for took, _ in bars], "s")
        if bars:
            late = sum(took > bar for took, bar in bars) / len(bars) * 100
            yield Figure("bets known later than by the reads that they take", late, "%", "none", not late)
        shown = list(self._shown(commits))
        yield from slowest("bet laid to changed display", [first for first, _ in shown], "s")
        yield from slowest("commit to the whole page", [page for _, page in shown], "ms", PAGE_BAR)

    def _shown(self, commits: Sequence[Commit]) -> Iterator[tuple[float, float]]:
        """For each bet two times: to the last byte of the first instruction on any display that follows from it (s),
        and from its commit to the last byte on all displays (ms)."""
        for bet in self.bets:
            known = bet.laid if bet.known is None else bet.known
            own = [c.ended for c in commits if c.kind == "chips_moved" and bet.laid < c.stamp and c.ended <= known]
            bursts = [burst for told in self.told.values() if own and (burst := burst_after(told, own[-1]))]
            if bursts:
                yield (min(b[0] for b in bursts) - bet.laid) / 1e9, (max(b[-1] for b in bursts) - own[-1]) / 1e6


def burst_after(told: Sequence[int], moment: int) -> list[int]:
    """The instructions to a display that begin soon after a moment (ns), until none comes for a while."""
    burst: list[int] = []
    for at in told:
        if at > moment and at - (burst[-1] if burst else moment) < QUIET:
            burst.append(at)
    return burst


def slowest(name: str, taken: Sequence[float], unit: str, bar: float | None = None) -> Iterator[Figure]:
    """The number, the median, and the slowest with its bar if it has one. At least one must have been measured."""
    yield Figure(f"{name}, measured", len(taken), "times", "at least one", bool(taken))
    if taken:
        yield from distribution(name, taken, unit)[:1]
        last = f"{name}, slowest"
        if bar is None:
            yield Figure(last, max(taken), unit)
        else:
            yield Figure(last, max(taken), unit, f"at most {bar:g} {unit}", max(taken) <= bar)


def bench_share(
    place: Hierarchy, strengths: Sequence[Strength], rounds: int, one_core: bool, tell: Callable[[str], None]
) -> dict[str, list[Figure]]:
    """Measure each strength so many times, in turns, and tell what is measured now.

    Raises NoQuotaError if nothing can be held at `place`.
    """
    found: dict[str, list[list[Figure]]] = {strength.title: [] for strength in strengths}
    for number in range(rounds):
        for strength in strengths:
            tell(f"round {number + 1} of {rounds}: {strength.title}")
            found[strength.title].append(_measured(place, strength, one_core))
    return {title: combined(runs) for title, runs in found.items()}


def _measured(place: Hierarchy, strength: Strength, one_core: bool) -> list[Figure]:
    wanted = Wanted("lfp", "reference", 1.0, 1, 18_180, 18_181, noise="real", in_step=False)
    os.environ["SABOT_LOG"] = "debug"
    try:
        with ExitStack() as stack:
            beside = stack.enter_context(closing(Group(place, "beside", None)))
            beside.take(os.getpid())
            groups = _groups(place, strength, one_core, stack)
            shelf = Shelf(stack.enter_context(closing(ProductList())).found)
            table = FullTable(wanted, stack, shelf)
            kinds = published(table.stage.config)
            run = HeldRun(table, groups)
            table.run(run.script())
            return list(run.figures_held(kinds))
    finally:
        del os.environ["SABOT_LOG"]


def _groups(place: Hierarchy, strength: Strength, one_core: bool, stack: ExitStack) -> dict[str, Group]:
    if strength.share is None:
        return {}
    quota = quota_of(strength.share)
    if one_core:
        both = stack.enter_context(closing(Group(place, "both", quota)))
        return dict.fromkeys(PLAYING, both)
    return {command: stack.enter_context(closing(Group(place, command, quota))) for command in PLAYING}


def combined(runs: Sequence[Sequence[Figure]]) -> list[Figure]:
    """Return the median of each figure over all runs, with its spread. A bar is met if every run met it."""
    by_name: dict[str, list[Figure]] = {}
    for figure in (figure for run in runs for figure in run):
        by_name.setdefault(figure.name, []).append(figure)
    found = []
    for figures in by_name.values():
        values = sorted(figure.value for figure in figures)
        met = None if figures[0].met is None else all(figure.met for figure in figures)
        found.append(replace(figures[0], value=values[len(values) // 2], met=met, spread=(values[0], values[-1])))
    return found
