"""A technician at a real table over every wire: test mode before a hand, and refused in it, whoever is dead."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from firmware_bridge.guided.seen import FromBridge, Look, Over, Taken, Touched, said_by_bridge
from firmware_bridge.guided.socket import reach
from firmware_bridge.messages.guided_facts import Refusal, Refused
from hardware_sim.depths.result import Verdict

from .ledger import faults_of_numbering, read_journal
from .watched import Guest, S, WatchedDepth, WatchedEvening, pluribus

pytestmark = pytest.mark.process

PATIENCE_S = 10.0

Act = Callable[[WatchedEvening, int], None]


@dataclass
class Technician(Guest):
    """Takes the parts before the hand and touches a key. In the hand they ask again and again."""

    answers: list[FromBridge] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    pages: set[str] = field(default_factory=set)
    _peer: socket.socket | None = None
    _began: int | None = None
    _plan: list[tuple[int, Act]] = field(default_factory=list)

    def look(self, evening: WatchedEvening, now: int) -> None:
        if evening.says is None:
            return
        if self._began is None and evening.says.hand == 0 and not self.answers:
            self._take(evening, now)
        elif self._began is None and evening.says.hand == 1:
            self._began = now
            self._plan = self._in_hand()
        while self._plan and now >= self._plan[0][0]:
            self._plan.pop(0)[1](evening, now)

    def _take(self, evening: WatchedEvening, now: int) -> None:
        """Before the hand: test mode, a key, and the parts are given back."""
        self._peer = _reached(evening)
        self._hear()
        self._peer.send(Look(seat=1, key="time").model_dump_json().encode())
        assert _refused(evening) == Refused(kind="other_test")  # so it has read the message before time goes on
        self._plan = [(now + S, self._touch), (now + 2 * S, self._leave)]

    def _hear(self) -> None:
        assert self._peer is not None
        self.answers.append(said_by_bridge(self._peer.recv(60_000)))

    def _touch(self, evening: WatchedEvening, _now: int) -> None:
        assert evening.rig is not None
        self.pages = {panel.page for panel in evening.rig.displays.values()}
        evening.rig.touch(1, "time")

    def _leave(self, _evening: WatchedEvening, _now: int) -> None:
        assert self._peer is not None
        while not isinstance(self.answers[-1], Touched):
            self._hear()
        self._peer.close()

    def _in_hand(self) -> list[tuple[int, Act]]:
        """Asks with all alive, with the controller dead, and with a bridge that was killed as well."""
        assert self._began is not None
        acts: list[Act] = [
            self._ask,
            partial(_kill, "controller"), self._ask,
            partial(_kill, "bridge"), partial(_start, "bridge"), self._ask,
            partial(_start, "controller"), self._ask,
        ]  # fmt: skip
        return [(self._began + (4 + n) * S // 2, act) for n, act in enumerate(acts)]

    def _ask(self, evening: WatchedEvening, _now: int) -> None:
        self.refusals.append(_refused(evening))


def _reached(evening: WatchedEvening) -> socket.socket:
    """The bridge's socket. A bridge that was killed leaves its name behind until the next one is up."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            peer = reach(evening.root / "run")
        except ConnectionRefusedError:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        else:
            peer.settimeout(PATIENCE_S)
            return peer


def _refused(evening: WatchedEvening) -> Refusal:
    """What another test is told."""
    with _reached(evening) as peer:
        said = said_by_bridge(peer.recv(60_000))
    assert isinstance(said, Over)
    return said.why


def _kill(command: str, evening: WatchedEvening, _now: int) -> None:
    evening.kill(command)


def _start(command: str, evening: WatchedEvening, _now: int) -> None:
    evening.start(command)


@pytest.mark.timeout(240)
def test_test_mode_leaves_no_trace_in_play_and_no_hand_lets_it_in(shared: Path) -> None:
    (hand,) = pluribus(shared, "100_26")
    technician = Technician()
    with WatchedDepth("wire", [hand], [technician]) as table:
        played = table.play(hand)
        lines = read_journal(table.stage.directory / "state")
    assert isinstance(technician.answers[0], Taken)
    assert technician.pages == {"message", "seat"}
    assert technician.refusals == [Refused(kind="in_hand")] * 4
    assert (played.verdict, played.problems) == (Verdict.PASSED, [])
    assert faults_of_numbering(lines) == []
    kinds = [line.kind for line in lines]
    assert "seat_key" not in kinds[: kinds.index("card_drawn")]  # nobody touches one before there are cards
