"""The part of a clock that every test's own clock has: nothing is under way, and nobody else moves it."""

from __future__ import annotations

from collections.abc import Callable

from firmware_bridge.messages.clock import Channels


class StillClock:
    """Stands at `time` (ns) until a test moves it."""

    wires_open = True

    def __init__(self, time: int = 1_000_000_000) -> None:
        self.time = time

    def awaits(self, _channels: Callable[[], Channels]) -> bool:
        return False

    def now(self) -> int:
        return self.time

    def fileno(self) -> int | None:
        return None

    def tick(self) -> None:
        """Nobody else moves it."""
