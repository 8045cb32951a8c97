"""Trials of the diagnosis: one fault or two at a playing table, or none for hours."""

from collections.abc import Sequence
from dataclasses import dataclass

from firmware_bridge.diagnosis.verdict import Verdict
from firmware_bridge.messages.complaints import ONE_LINE
from hardware_sim.parts.part import SECOND
from hardware_sim.physics.noise import REAL, dice

from .bench import Bench
from .injection import Case, Kind, draw, inject
from .play import Play

WITHIN = 60
"""Seconds of the table's time in which a verdict must name the fault."""

ONSET = (10.0, 30.0)
"""When the fault begins, in seconds after the start."""

DAY = 1200
"""Seconds of play that stand for a day. One of ten hours has thirty times the reads, so wear is seen sooner there."""

SEATS = 10


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a trial went. `took`: seconds until all faults were named, None if that did not happen."""

    name: str
    seed: int
    said: str
    took: float | None
    wrong: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return self.took is not None and not self.wrong


def told(verdict: Verdict) -> str:
    """A verdict in one line."""
    return f"{verdict.part} at {verdict.place}: {verdict.fault.value} ({ONE_LINE.join(verdict.seen)})"


def table(seed: int) -> tuple[Bench, Play]:
    """A bench with three neighbouring seats by chance, and a game on it."""
    luck = dice(seed, "trial")
    first = luck.randint(1, SEATS - 2)
    bench = Bench(seed, (first, first + 1, first + 2), REAL)
    play = Play(bench, seed)
    play.start()
    return bench, play


def fault(kinds: Sequence[Kind], seed: int) -> Outcome:
    """Play until some time, let the faults happen at once, and wait for their verdicts.

    Raise NotDrawnError if they do not find parts of their own.
    """
    luck = dice(seed, f"fault/{'+'.join(kind.name for kind in kinds)}")
    bench, _ = table(seed)
    for _ in range(max(kind.healthy_days for kind in kinds)):
        _play_a_day(bench)
    bench.run(luck.uniform(*ONSET))
    early = tuple(f"before it began: {told(one)}" for one in bench.diagnosis.verdicts)
    cases: list[Case] = []
    for kind in kinds:
        taken = frozenset(name for case in cases for name in case.touched)
        cases.append(draw(kind, bench, luck, taken))
    for case in cases:
        inject(case, bench)
    for _ in range(1, max(kind.days for kind in kinds)):
        _play_a_day(bench)
        for case in cases:
            if case.kind.days:
                inject(case, bench)
    if any(kind.days for kind in kinds):
        _play_a_day(bench)
    began = bench.now
    bench.run(WITHIN, until=lambda: all(_named(case, bench) for case in cases))
    named = all(_named(case, bench) for case in cases)
    strange = [one for one in bench.diagnosis.verdicts if not any(case.named_by(one) for case in cases)]
    said = ONE_LINE.join(str(case) for case in cases)
    took = (bench.now - began) / SECOND if named else None
    return Outcome("+".join(k.name for k in kinds), seed, said, took, (*early, *map(told, strange)))


def _play_a_day(bench: Bench) -> None:
    bench.run(DAY)
    bench.sleep()


def _named(case: Case, bench: Bench) -> bool:
    return any(case.named_by(one) for one in bench.diagnosis.verdicts)


def healthy(seconds: int, seed: int) -> Outcome:
    """Play for a time without a fault. Every verdict is wrong."""
    bench, play = table(seed)
    wrong: dict[str, None] = {}
    for second in range(0, seconds, 10):
        bench.run(10)
        if second % DAY == DAY - 10:
            bench.sleep()
        wrong |= dict.fromkeys(f"at {bench.now // SECOND} s: {told(one)}" for one in bench.diagnosis.verdicts)
    said = f"{seconds / 3600:g} h of play, {play.hands} hands"
    return Outcome("healthy", seed, said, float(seconds), tuple(wrong)[:5])
