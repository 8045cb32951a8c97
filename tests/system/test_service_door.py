"""The service door opened in mid-hand: the switch on its line, the real bridge, the real controller."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from .ledger import read_journal
from .watched import Guest, S, WatchedDepth, WatchedEvening, pluribus

pytestmark = pytest.mark.process

VERIFIED = b"the program was verified"


@dataclass
class Door(Guest):
    """Opens the door at one moment of the hand, closes it at another, and keeps what the table says meanwhile."""

    opens: int
    closes: int
    said: list[tuple[str, ...]] = field(default_factory=list)
    pages: set[str] = field(default_factory=set)
    verified: list[int] = field(default_factory=list)  # how often by the time it was opened, and closed again
    _began: int | None = None
    _open: bool | None = None
    dealt: list[int] = field(default_factory=list)  # cards that lie on the table while it is open, and afterwards

    def look(self, evening: WatchedEvening, now: int) -> None:
        assert evening.rig is not None
        if self._began is None:
            self._began = now if evening.says is not None and evening.says.hand == 1 else None
        elif self._open is None and now >= self._began + self.opens:
            self._turn(evening, now, is_open=True)
        elif self._open and now >= self._began + self.closes:
            self._turn(evening, now, is_open=False)
        if self._open is not None:
            self._listen(evening)

    def _turn(self, evening: WatchedEvening, now: int, *, is_open: bool) -> None:
        assert evening.rig is not None
        self._open = is_open
        self.verified.append(self._times(evening))
        evening.rig.world.set_door(not is_open, now)

    def _listen(self, evening: WatchedEvening) -> None:
        assert evening.robot is not None
        assert evening.robot.state is not None
        state = evening.robot.state
        faults = tuple(fault.key for fault in state.faults)
        if not self.said or self.said[-1] != faults:
            self.said.append(faults)
        dealt = sum(seat.cards for seat in state.seats)
        if faults:
            self.pages |= {display.page for display in state.displays}
            self.dealt = [dealt]
        elif len(self.said) > 2 and dealt > self.dealt[0]:
            self.dealt.append(dealt)
            evening.finish()

    def _times(self, evening: WatchedEvening) -> int:
        return (evening.root / "log").read_bytes().count(VERIFIED)

    def closing(self, evening: WatchedEvening) -> None:
        self.verified.append(self._times(evening))


@pytest.mark.timeout(240)
def test_an_open_service_door_stops_play_until_it_is_closed_and_the_program_verified(shared: Path) -> None:
    (hand,) = pluribus(shared, "101_5")
    door = Door(opens=1 * S, closes=2 * S)
    with WatchedDepth("wire", [hand], [door]) as table:
        table.play(hand)
        lines = read_journal(table.stage.directory / "state")
    assert door.said == [(), ("fault.door_open",), ()]
    assert door.pages == {"paused"}
    assert door.verified == [1, 1, 2]
    assert [line.body["fault"] for line in lines if line.kind == "fault_cleared"] == ["door_open"]
    assert len(door.dealt) == 2
