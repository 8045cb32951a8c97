"""The loop's timers for those that the core armed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from firmware_bridge.messages.loop import Loop, Timer


class CoreTimers:
    """Wakes the loop for each timer of the core. `fire`: takes the timer's name and the time, ns."""

    def __init__(self, loop: Loop, fire: Callable[[str, int], None]) -> None:
        self._loop, self._fire = loop, fire
        self._armed: dict[str, tuple[int, Timer]] = {}

    def match(self, wanted: Mapping[str, int]) -> None:
        """Arm what is wanted, cancel the rest. `wanted`: name → due time, ns."""
        for name, (due, timer) in list(self._armed.items()):
            if wanted.get(name) != due:
                timer.cancel()
                del self._armed[name]
        for name, due in wanted.items():
            if name not in self._armed:
                self._armed[name] = (due, self._loop.call_at(due, partial(self._fire, name)))

    def fired(self, name: str) -> None:
        """A timer has fired, by the loop or before its time came there."""
        self._armed.pop(name, None)

    def disarm(self) -> None:
        """Cancel all timers."""
        self.match({})
