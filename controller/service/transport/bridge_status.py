"""The newest words of the bridge for the technician's page. They are kept in memory alone, and never journalled."""

from typing import Final

from firmware_bridge.messages.guided import GuidedNow, GuidedSheet, NamingNow, WalksNow
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.status import Status
from firmware_bridge.messages.wire import FromBridge

MS: Final = 1_000_000

SOONEST: Final = 1_000 * MS
"""The bridge sends one every two seconds. What comes sooner is dropped, so that no page is fed by a flood."""


class BridgeStatus:
    """Keeps the newest of each kind, and when the status came."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._status: Status | None = None
        self._came = 0
        self._test, self._naming = GuidedNow(), NamingNow()
        self._sheet: GuidedSheet | None = None

    def take(self, news: FromBridge, now: int) -> None:
        """Keep it in place of the one before."""
        match news:
            case GuidedNow():
                self._test = news
            case NamingNow():
                self._naming = news
            case GuidedSheet():
                self._sheet = news
            case Status() if self._status is None or now - self._came >= SOONEST:
                self._status, self._came = news, now

    def walks(self) -> WalksNow:
        """Return how the walks of a technician stand."""
        return WalksNow(self._test, self._naming, self._sheet)

    def newest(self) -> tuple[Status | None, int]:
        """Return it with its age in ms. None: the bridge has said nothing in this life of the controller."""
        return self._status, max(0, self._loop.now() - self._came) // MS
