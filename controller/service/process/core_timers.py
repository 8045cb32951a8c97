"""The loop's timers for those that the core armed."""

from collections.abc import Callable, Mapping
from functools import partial

from controller.poker.timers import Timer
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.loop import Timer as Call


class CoreTimers:
    """Wakes the loop for each timer of the core. `fire`: takes the timer and the time, ns."""

    def __init__(self, loop: Loop, fire: Callable[[Timer, int], None]) -> None:
        self._loop, self._fire = loop, fire
        self._armed: dict[Timer, tuple[int, Call]] = {}

    def match(self, wanted: Mapping[Timer, int]) -> None:
        """Arm what is wanted, cancel the rest. `wanted`: timer → due time, ns."""
        for timer, (due, call) in list(self._armed.items()):
            if wanted.get(timer) != due:
                call.cancel()
                del self._armed[timer]
        for timer, due in wanted.items():
            if timer not in self._armed:
                self._armed[timer] = (due, self._loop.call_at(due, partial(self._fire, timer)))

    def fired(self, timer: Timer) -> None:
        """A timer has fired, by the loop or before its time came there."""
        self._armed.pop(timer, None)

    def disarm(self) -> None:
        """Cancel all timers."""
        self.match({})
