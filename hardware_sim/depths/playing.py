"""Scripts of the robot on a loop: they wait for timers and for what the table says."""

from collections.abc import Callable

from firmware_bridge.messages.loop import Loop, Timer
from hardware_sim.physics.world import World
from hardware_sim.robot.players import Script
from hardware_sim.robot.says import Pause, Stuck, TableLink, Until, Wait, summary

Ended = Callable[[Exception | None], None]


class LoopPlay:
    """Runs one script at a time. `look` is to be called whenever the table says something new."""

    def __init__(self, loop: Loop, link: TableLink) -> None:
        self._loop, self._link = loop, link
        self._script: Script | None = None
        self._ended: Ended = lambda _error: None
        self._awaited: Until | None = None
        self._timer: Timer | None = None

    def start(self, script: Script, ended: Ended) -> None:
        """Begin a script. `ended` is called at its end, with the error that it raised, if any."""
        self._script, self._ended = script, ended
        self._timer = self._loop.call_at(self._loop.now(), self._resume)

    def look(self) -> None:
        """Look whether the table says what the script waits for."""
        if self._awaited is not None and self._awaited.holds(self._link.says):
            self._awaited = None
            self._set_timer(self._loop.now(), self._resume)

    def _set_timer(self, due: int, callback: Callable[[int], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(due, callback)

    def _resume(self, now: int) -> None:
        self._timer = None
        assert self._script is not None  # noqa: S101 - only `start` arms the timer first
        try:
            wait = next(self._script)
        except StopIteration:
            self._end(None)
        except Exception as error:  # noqa: BLE001 - the script's failure is its result
            self._end(error)
        else:
            self._rest(wait, now)

    def _rest(self, wait: Wait, now: int) -> None:
        if isinstance(wait, Pause):
            self._set_timer(now + max(0, wait.duration), self._resume)
        elif wait.holds(self._link.says):
            self._set_timer(now, self._resume)
        else:
            self._awaited = wait
            if wait.patience is not None:
                self._set_timer(now + wait.patience, self._give_up)

    def _give_up(self, now: int) -> None:
        awaited, self._awaited, self._timer = self._awaited, None, None
        if awaited is not None and not awaited.fatal:
            self._resume(now)
        elif awaited is not None:
            self._end(Stuck(f"expected: {awaited.what}. The table says: {summary(self._link.says)}"))

    def _end(self, error: Exception | None) -> None:
        self._script = None
        self._ended(error)


class WorldClockwork:
    """Carries out in time what the world has planned (beams, bounces, a card leaving the mouth)."""

    def __init__(self, loop: Loop, world: World) -> None:
        self._loop, self._world = loop, world
        self._armed: Timer | None = None
        loop.after_each(self._arm)

    def _arm(self, now: int) -> None:
        self._world.agenda.run(now)
        due = self._world.agenda.deadline
        if self._armed is not None and self._armed.due == due and self._armed.call is not None:
            return
        if self._armed is not None:
            self._armed.cancel()
        self._armed = None if due is None else self._loop.call_at(due, self._world.agenda.run)
