"""Play hands of files at the simulated table, and compare the controller's closing stacks and awards with them."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from hardware_sim.depths.result import Played, Verdict
from hardware_sim.phh import Hand, PhhError, find_files, read_hands

Say = Callable[[str], None]

PROGRESS_EVERY = 2.0
"""Seconds between two lines of progress. Long work shows that it lives, short work needs none."""


class Depth(Protocol):
    """A place where hands can be played: the core alone, or with processes and wires."""

    def play(self, hand: Hand) -> Played:
        """Play one hand. Never raises for what the table does, which is in the verdict."""

    def remarks(self) -> list[str]:
        """Return remarks on the run as a whole, such as how often the clock had to be forced."""

    def close(self) -> None:
        """Close it and leave nothing behind."""


OpenDepth = Callable[[str, Sequence[Hand]], Depth]
"""(depth, the hands to come) → the depth, ready to play."""


@dataclass(slots=True)
class Report:
    """A run at one simulation level."""

    depth: str
    rulebook: str
    hands: list[Played] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def count(self, verdict: Verdict) -> int:
        """Return how many hands had this verdict."""
        return sum(played.verdict is verdict for played in self.hands)

    @property
    def summary(self) -> str:
        """The last line."""
        return f"{self.count(Verdict.PASSED)} passed, {self.count(Verdict.FAILED)} failed"

    def lines(self) -> Iterator[str]:
        """Return the lines for a person, the summary last."""
        for played in self.hands:
            why = f"refused by {self.rulebook}: " if played.verdict is Verdict.REFUSED else ""
            yield from (f"{played.name}: {why}{problem}" for problem in played.problems)
        yield from (f"{played.name}: {note}" for played in self.hands for note in played.notes)
        halves = sum(bool(played.halves) for played in self.hands)
        if halves:
            yield f"{halves} files split half chips: there the odd chip goes by {self.rulebook}"
        if refused := self.count(Verdict.REFUSED):
            yield f"{refused} refused by {self.rulebook}"
        yield from self.remarks
        yield self.summary

    def as_data(self) -> dict[str, Any]:
        """Return the same as JSON types."""
        return {
            "depth": self.depth,
            "rulebook": self.rulebook,
            "passed": self.count(Verdict.PASSED),
            "failed": self.count(Verdict.FAILED),
            "refused": self.count(Verdict.REFUSED),
            "remarks": self.remarks,
            "hands": [_hand_data(played) for played in self.hands],
        }


def _hand_data(played: Played) -> dict[str, Any]:
    return {
        "name": played.name,
        "verdict": played.verdict.value,
        "problems": played.problems,
        "notes": played.notes,
        "half_chips": played.halves,
        "rulings": played.rulings,
        "asks": played.asks,
        "awards": played.awards,
        "stacks": played.stacks,
    }


def gather_hands(places: Sequence[Path], limit: int | None) -> list[Hand]:
    """Return the hands of files and folders, the first `limit` of them. Raises PhhError."""
    hands: list[Hand] = []
    for path in find_files(list(places)):
        hands += read_hands(path)
        if limit is not None and len(hands) >= limit:
            break
    if not hands:
        raise PhhError(f"{', '.join(map(str, places))}: no .phh or .phhs file in there")
    return hands[:limit]


def run(hands: Sequence[Hand], depth: str, rulebook: str, open_depth: OpenDepth, progress: Say) -> Report:
    """Play all hands at one level."""
    report = Report(depth, rulebook)
    table = open_depth(depth, hands)
    told = time.monotonic()
    try:
        for number, hand in enumerate(hands, start=1):
            report.hands.append(table.play(hand))
            if time.monotonic() - told >= PROGRESS_EVERY:
                told = time.monotonic()
                progress(f"{depth}: {number} of {len(hands)} hands, {report.count(Verdict.FAILED)} failed")
        report.remarks = table.remarks()
    finally:
        table.close()
    return report


def differences(reports: Sequence[Report]) -> list[str]:
    """Return where two levels have different rulings, asks, awards or stacks. The first report is the measure."""
    first, *others = reports
    found: list[str] = []
    for other in others:
        for one, two in zip(first.hands, other.hands, strict=True):
            if one.comparable != two.comparable:
                found.append(f"{one.name}: {_first_difference(first.depth, one, other.depth, two)}")
    return found


def _first_difference(depth: str, one: Played, other_depth: str, two: Played) -> str:
    for name, left in one.comparable.items():
        right = two.comparable[name]
        if left != right:
            if isinstance(left, list) and isinstance(right, list):
                at = next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), None)
                at = min(len(left), len(right)) if at is None else at
                left, right = left[at : at + 1], right[at : at + 1]
                name = f"{name}[{at}]"
            return f"{name}: {depth} has {left}, {other_depth} has {right}"
    return "equal"


def check(
    places: Sequence[Path],
    depths: Sequence[str],
    rulebook: str,
    open_depth: OpenDepth,
    *,
    limit: int | None,
    as_json: bool,
    say: Say,
    progress: Say,
) -> bool:
    """Play the hands at each level and print the results. Return whether all passed and the levels agree."""
    hands = gather_hands(places, limit)
    reports = [run(hands, depth, rulebook, open_depth, progress) for depth in depths]
    unlike = differences(reports)
    if as_json:
        say(json.dumps({"runs": [report.as_data() for report in reports], "differences": unlike}))
    else:
        for line in _told(reports, unlike):
            say(line)
    return not unlike and all(report.count(Verdict.FAILED) == 0 for report in reports)


def _told(reports: Sequence[Report], unlike: Sequence[str]) -> Iterator[str]:
    if len(reports) == 1:
        yield from reports[0].lines()
        return
    for report in reports:
        yield from (f"{report.depth}: {line}" for line in report.lines())
    yield from unlike
    equal = "are equal" if not unlike else f"differ in {len(unlike)} hands"
    yield f"rulings, asks, awards and closing stacks at {', '.join(report.depth for report in reports)} {equal}"
