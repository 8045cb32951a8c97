"""A cable pulled in mid-hand and put back: noticed, named, ready again; the hand goes on and nothing counts twice."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hardware_sim.depths.result import Verdict

from .ledger import Line, faults_of_numbering, gaps, read_journal
from .watched import Guest, S, WatchedDepth, WatchedEvening, pluribus

pytestmark = pytest.mark.process

OUT = 2 * S
NOTICED_WITHIN = OUT
READY_WITHIN = 10 * S
"""Deadlines of a quiet machine are 1 s and 3 s. Here other tests run on the same cores: a part is noticed while it is
out, and ready again some time after it is back."""

WHILE_DEALING = (("shoe", 3), ("cards-1", 7), ("gpio", 11))
WHILE_BETTING = (("bets", 8), ("stacks-1", 11), ("middle", 14), ("display-3", 17))
"""One of each kind of part, and of readers one for each purpose; and the second of the hand when it is pulled."""


@dataclass
class Puller(Guest):
    """Pulls one cable, puts it back, and keeps when the table said what of the part."""

    part: str
    after: int
    pulled: int | None = None
    plugged: int | None = None
    noticed: int | None = None
    ready: int | None = None
    _began: int | None = None
    states: list[str] = field(default_factory=list)

    def look(self, evening: WatchedEvening, now: int) -> None:
        if self._began is None:
            self._began = now if evening.says is not None and evening.says.hand == 1 else None
        elif self.pulled is None and now >= self._began + self.after:
            self._order(evening, "unplug", now)
            self.pulled = now
        elif self.pulled is not None and self.plugged is None and now >= self.pulled + OUT:
            self._order(evening, "plug", now)
            self.plugged = now
        elif self.pulled is not None:
            self._listen(evening, now)

    def _order(self, evening: WatchedEvening, verb: str, now: int) -> None:
        assert evening.rig is not None
        evening.rig.faults.order(f"{verb} {self.part}", now)

    def _listen(self, evening: WatchedEvening, now: int) -> None:
        assert evening.robot is not None
        assert evening.robot.state is not None
        (state,) = [part.state for part in evening.robot.state.parts if part.part == self.part]
        if not self.states or self.states[-1] != state:
            self.states.append(state)
        if state != "ready" and self.noticed is None:
            self.noticed = now
        if state == "ready" and self.plugged is not None and self.ready is None and self.noticed is not None:
            self.ready = now


def check_part(puller: Puller, lines: list[Line]) -> None:
    """Noticed in time, ready in time, and the journal has what nothing is known of."""
    assert puller.pulled is not None
    assert puller.plugged is not None
    assert puller.noticed is not None, puller.part
    assert puller.noticed - puller.pulled < NOTICED_WITHIN, puller.part
    assert puller.ready is not None, puller.part
    assert puller.ready - puller.plugged < READY_WITHIN, puller.part
    if puller.part.startswith("display"):
        # "opening" is told only where the port does not open within the same turn of the bridge.
        course = [state for state in health(lines, puller.part) if state != "opening"]
        assert course[-5:] == ["lost", "absent", "identifying", "configuring", "ready"]
        return
    of_part = [gap for gap in gaps(lines) if gap.part == puller.part]
    # Another reader that is pulled later may jam some of its places.
    opened, closed = [gap for gap in of_part if puller.pulled - S <= gap.since <= puller.noticed]
    assert (opened.places, opened.since, opened.until) == (closed.places, closed.since, None)
    assert closed.until is not None
    assert closed.until >= puller.plugged


def health(lines: list[Line], part: str) -> list[str]:
    """Every state of a part that was journalled."""
    messages = [line.body["message"] for line in lines if line.kind == "part_health"]
    return [message["state"] for message in messages if message["part"] == part]


@pytest.mark.timeout(240)
@pytest.mark.parametrize("pulls", [WHILE_DEALING, WHILE_BETTING], ids=["while dealing", "while betting"])
def test_pulled_cables(shared: Path, pulls: tuple[tuple[str, int], ...]) -> None:
    (hand,) = pluribus(shared, "100_8")
    pullers = [Puller(part, second * S) for part, second in pulls]
    with WatchedDepth("wire", [hand], pullers) as table:
        played = table.play(hand)
        lines = read_journal(table.stage.directory / "state")
    for puller in pullers:
        check_part(puller, lines)
    assert (played.verdict, played.problems) == (Verdict.PASSED, [])
    assert faults_of_numbering(lines) == []
