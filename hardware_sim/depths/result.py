"""The result of playing one hand, in a form that is the same at every simulation level."""

from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from hardware_sim.phh import Hand
from hardware_sim.robot.plan import Betting
from hardware_sim.robot.scripted import ScriptedPlayers
from hardware_sim.shown import ShownRuling, ShownSituation, seats_of

IN_PARTS = "chips.short"
"""The first chips after an announced call are too few. Without an effect, this ruling is no difference.

A chip that a read of the line misses twice comes as a motion of its own.
"""


Effects = tuple[tuple[str, int], ...]


class Verdict(Enum):
    """How a hand of a file went."""

    PASSED = "passed"
    FAILED = "failed"
    REFUSED = "refused"  # the rulebook does not allow what the file does


@dataclass(slots=True)
class Played:
    """One hand of a file, played. The lists are compared between levels. They bear no stamps."""

    name: str
    verdict: Verdict = Verdict.PASSED
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    halves: int = 0
    rulings: list[tuple[str, int, tuple[str, ...], Effects]] = field(default_factory=list)
    """Rule key, seat (0: none), articles, effects with their totals."""
    asks: list[str] = field(default_factory=list)
    awards: list[tuple[int, int]] = field(default_factory=list)
    stacks: list[tuple[int, int]] = field(default_factory=list)

    def fail(self, problem: str) -> None:
        """Note something that was not as in the file."""
        self.verdict = Verdict.FAILED
        self.problems.append(problem)

    def refuse(self, why: str) -> None:
        """Note that the rulebook does not allow this hand."""
        self.verdict = Verdict.REFUSED
        self.problems.append(why)

    @property
    def comparable(self) -> dict[str, object]:
        """Return what must be the same at every level, by its name."""
        rulings = [ruling for ruling in self.rulings if (ruling[0], ruling[3]) != (IN_PARTS, ())]
        same = {"rulings": rulings, "asks": self.asks, "awards": self.awards, "stacks": self.stacks}
        return {"verdict": self.verdict, **same}


class Minutes:
    """Keeps every ruling and question that the table showed during a hand, each once."""

    def __init__(self) -> None:
        self._rulings: dict[str, ShownRuling] = {}
        self._asks: dict[str, str] = {}

    def note(self, says: ShownSituation) -> None:
        """Note what the table shows now, which is the last ten rulings only. Before the hand nothing counts."""
        if says.phase == "waiting":
            return
        for ruling in says.rulings:
            self._rulings.setdefault(ruling.id, ruling)
        for ask in says.asks:
            self._asks.setdefault(ask.id, ask.key)

    def write(self, played: Played) -> None:
        """Write them into the result in order."""
        played.rulings = [_told(ruling) for ruling in self._rulings.values()]
        played.asks = list(self._asks.values())


def _told(ruling: ShownRuling) -> tuple[str, int, tuple[str, ...], Effects]:
    articles = tuple(cite.article for cite in ruling.cites)
    return ruling.matter, ruling.seat or 0, articles, tuple((e.what, e.total) for e in ruling.effects)


def judge(played: Played, hand: Hand, players: ScriptedPlayers, says: ShownSituation) -> None:
    """Compare the table's closing stacks and awards with the file's."""
    if players.left is not None:
        number, action = players.left
        played.fail(f"the hand is over at the table. The file goes on with action {number} of p{action.player}")
        return
    played.stacks = [(seat.seat, seat.stack) for seat in says.seats]
    played.awards = [(seat.seat, seat.won) for seat in says.seats if seat.won]
    _judge_stacks(played, hand, says)
    if played.verdict is Verdict.PASSED:  # a stack that differs by a wrong award is noted once
        _judge_awards(played, hand, says)
    if sum(hand.starting) != sum(seat.stack for seat in says.seats):
        played.fail(f"the stacks add up to {sum(s for _, s in played.stacks):,}, they were {sum(hand.starting):,}")
    if hand.finishing is None:
        played.notes.append("the file gives no closing stacks. Only that the chips add up was checked")
    if played.halves:
        played.notes.append(f"the file splits a half chip between {played.halves} seats. The odd chip is the book's")


def _judge_stacks(played: Played, hand: Hand, says: ShownSituation) -> None:
    for player, wanted in enumerate(hand.finishing or (), start=1):
        seat = hand.seat(player)
        has = seats_of(says)[seat].stack
        if _half_away(wanted, has):
            played.halves += 1
        elif has != wanted:
            played.fail(f"seat {seat} ends with {has:,}, the file says {_amount(wanted)}")


def _judge_awards(played: Played, hand: Hand, says: ShownSituation) -> None:
    for player, wanted in enumerate(Betting(hand).won() or (), start=1):
        seat = hand.seat(player)
        has = seats_of(says)[seat].won
        if has != wanted and not _half_away(wanted, has):
            played.fail(f"seat {seat} is awarded {has:,}, the file gives it {_amount(wanted)}")


def _half_away(wanted: Fraction, has: int) -> bool:
    return wanted.denominator == 2 and abs(has - wanted) == Fraction(1, 2)


def _amount(value: Fraction) -> str:
    return f"{int(value):,}" if value.denominator == 1 else f"{float(value):,}"
