"""How soon a table notices a part that fails, has it back, and is what it was after its controller was killed."""

import os
import signal
from collections.abc import Callable

from hardware_sim.endless import OpenTable
from hardware_sim.robot.players import Script
from hardware_sim.robot.says import Pause

from .figures import Figure

LOOK_EVERY = 10_000_000
LONGEST = 30_000_000_000
"""Nanoseconds that are waited for anything. Slower than that is told as that."""

PLUGGED, MUTE = "cards-2", "bets"
"""A part whose cable is pulled, and one that stops to answer."""

UNPLUG_NOTICED, PLUGGED_READY, MUTE_NOTICED, RESTARTED = 1.0, 3.0, 2.0, 5.0
"""The deadlines in seconds."""


class Troubles:
    """The script of them, and the seconds that each took."""

    def __init__(
        self, table: OpenTable, controller: Callable[[], int | None], started: Callable[[int], None]
    ) -> None:
        """`controller`: its process id, None while it is away. `started` is called with that of the next one."""
        self.figures: list[Figure] = []
        self._table, self._controller, self._started = table, controller, started

    def script(self) -> Script:
        """Let it all happen, one after the other."""
        yield from self._ordered(
            f"unplug {PLUGGED}", "unplugged part noticed", UNPLUG_NOTICED, lambda: self._away(PLUGGED)
        )
        yield from self._ordered(
            f"plug {PLUGGED}", "plugged part ready", PLUGGED_READY, lambda: not self._away(PLUGGED)
        )
        yield from self._ordered(f"mute {MUTE}", "mute reader noticed", MUTE_NOTICED, lambda: self._away(MUTE))
        self._order(f"heal {MUTE}")
        yield from self._until(lambda: not self._away(MUTE))
        yield from self._killed()

    def _killed(self) -> Script:
        """Kill the controller, and wait for the same hand from another one."""
        link = self._table.link
        before, old = link.state, self._controller()
        assert before is not None  # noqa: S101 - a hand is on
        assert old is not None  # noqa: S101 - so its process runs
        os.kill(old, signal.SIGKILL)
        began = self._table.loop.now()
        yield from self._until(lambda: self._controller() not in (None, old))
        new = self._controller()
        if new is not None:
            self._started(new)

        def same() -> bool:
            now = link.state
            return now is not None and now.epoch != before.epoch and now.hand == before.hand

        yield from self._until(same)
        self._note("controller killed in a hand, the same hand again", began, RESTARTED)

    def _ordered(self, order: str, name: str, bar: float, done: Callable[[], bool]) -> Script:
        self._order(order)
        began = self._table.loop.now()
        yield from self._until(done)
        self._note(name, began, bar)

    def _order(self, order: str) -> None:
        self._table.rig.faults.order(order, self._table.loop.now())

    def _until(self, done: Callable[[], bool]) -> Script:
        latest = self._table.loop.now() + LONGEST
        while not done() and self._table.loop.now() < latest:
            yield Pause(LOOK_EVERY)

    def _note(self, name: str, began: int, bar: float) -> None:
        took = (self._table.loop.now() - began) / 1e9
        self.figures.append(Figure(name, took, "s", f"less than {bar:g} s", took < bar))

    def _away(self, part: str) -> bool:
        state = self._table.link.state
        return state is not None and any(one.part == part and one.state != "ready" for one in state.parts)
