"""The newest status of the bridge, for the technician's page. It is kept in memory alone, and never journalled."""

from __future__ import annotations

from typing import Final

from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.status import Status

MS: Final = 1_000_000

SOONEST: Final = 1_000 * MS
"""The bridge sends one every two seconds. What comes sooner is dropped, so that no page is fed by a flood."""


class BridgeStatus:
    """Keeps the newest, and when it came."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._status: Status | None = None
        self._came = 0

    def take(self, status: Status, now: int) -> None:
        """Keep it in place of the one before."""
        if self._status is None or now - self._came >= SOONEST:
            self._status, self._came = status, now

    def newest(self) -> tuple[Status | None, int]:
        """Return it with its age in ms. None: the bridge has said nothing in this life of the controller."""
        return self._status, max(0, self._loop.now() - self._came) // MS
