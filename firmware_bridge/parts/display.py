"""A seat's display as the bridge keeps it: the newest page, and the keys that are touched on it."""

from functools import partial
from typing import Protocol

from drivers.nextion import DisplayError, NextionDisplay, Rebooted, Shown, Touched
from drivers.reader import Failed, Identified, Phase, Refused
from firmware_bridge.blackbox import BlackBox
from firmware_bridge.messages.base import Interval
from firmware_bridge.messages.display import CONTRACT, KEYS
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.orders import ShowPage
from firmware_bridge.messages.sensed import SeatKey
from firmware_bridge.messages.tablefile import Part

from .connection import Connection
from .lifecycle import WORKING, Change, Signal
from .ports import MACHINE, Ports


class Listener(Protocol):
    """Receives what the displays report."""

    def health(self, part: Part, change: Change, identity: str, now: int) -> None: ...
    def key(self, event: SeatKey, now: int) -> None: ...
    def complain(self, part: Part, what: str) -> None: ...


class DisplayPart:
    """One seat display."""

    def __init__(self, part: Part, loop: Loop, listener: Listener, box: BlackBox, ports: Ports = MACHINE) -> None:
        assert part.seat is not None  # noqa: S101 - the table file refuses a display without a seat
        self.part = part
        self.seat = part.seat
        self._listener = listener
        self._box = box
        self._wanted: ShowPage | None = None
        self._cover: ShowPage | None = None
        make = partial(NextionDisplay, CONTRACT, serial=part.serial)
        self.connection: Connection[NextionDisplay] = Connection(part, loop, make, self, ports)

    def show(self, page: ShowPage, now: int) -> None:
        """Show this page, unless a newer one is known."""
        known = self._wanted
        if known is None or (page.epoch, page.revision) > (known.epoch, known.revision):
            self._wanted = page
            if self._cover is None:
                self._put(now)

    def cover(self, page: ShowPage, now: int) -> None:
        """Show this page over those of the controller, until `uncover`."""
        if page != self._cover:
            self._cover = page
            self._put(now)

    def uncover(self, now: int) -> None:
        """Show what the controller wants again. If that is nothing yet, the display pauses as before."""
        self._cover = None
        if self._wanted is None:
            self.pause("", now)
        else:
            self._put(now)

    def pause(self, reason: str, now: int) -> None:
        """Show that the display gets no more pages."""
        values = {"seat": str(self.seat), "reason": reason}
        self.connection.call(lambda device: device.show("paused", values, 0, now), now)

    def _put(self, now: int) -> None:
        wanted = self._cover or self._wanted
        if wanted is None:
            return
        self._box.request(self.part.name, f"page {wanted.page} revision {wanted.revision}", now)
        try:
            self.connection.call(lambda d: d.show(wanted.page, wanted.values, wanted.revision, now), now)
        except DisplayError as error:
            self._listener.complain(self.part, f"page {wanted.page!r} is not shown: {error}")

    # called by the connection

    def changed(self, change: Change, now: int) -> None:
        if change.after in WORKING and change.before not in WORKING:
            self._put(now)
        self._listener.health(self.part, change, self.connection.identity, now)

    def reported(self, report: object, now: int) -> None:
        assert isinstance(report, Identified | Refused | Failed | Touched | Shown | Rebooted)  # noqa: S101 - its union
        self._box.shown(self.part.name, report, now)
        if isinstance(report, Touched):
            self._touch(report, now)
            return
        device = self.connection.device
        if isinstance(report, Failed) and device is not None and device.phase is not Phase.READY:
            found = f"{report.cause.value} ({report.detail})"
            cause = f"{self.part.name} (seat {self.seat}): {found}: its supply or its cable"
            self.connection.signal(Signal.SILENT, now, cause)
        elif isinstance(report, Failed):
            self._listener.complain(self.part, report.detail)

    def _touch(self, touch: Touched, now: int) -> None:
        key = next((key for key in KEYS if key == touch.component), None)
        if key is None or not touch.pressed:
            return
        # The display reports a press at once. Its 7 bytes take 0.6 ms at 115200.
        at = Interval(absent=touch.at, present=touch.at)
        self._listener.key(SeatKey(seat=self.seat, key=key, at=at), now)
