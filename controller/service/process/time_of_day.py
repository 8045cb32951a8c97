"""The time of day beside the monotonic clock: whether a person set it."""

import json
from functools import partial
from typing import Final

from controller.service.process.publisher import Publisher
from controller.service.process.records import Records
from controller.service.session.notices import Notices
from controller.service.session.startup import Premises
from controller.service.session.table_session import OWN
from controller.service.session.wall_clock import EVERY, Reading, set_by
from firmware_bridge.messages.loop import Loop, Timer

CLOCK_SET: Final = "clock_set"  # the kind of record


class TimeOfDay:
    """Compares the two clocks again and again, and journals if one was set."""

    def __init__(self, of: Premises, loop: Loop, records: Records, notices: Notices, publisher: Publisher) -> None:
        self._of, self._loop, self._records, self._notices = of, loop, records, notices
        self._publisher = publisher
        self._comparing: Timer | None = None

    def reading(self) -> Reading:
        """Read both clocks."""
        return Reading(self._of.wall(), self._loop.now(), self._of.boot())

    def last_reading(self) -> tuple[Reading, int] | None:
        """Return both clocks as last journalled, and the stamp of the very last record."""
        journal = self._records.journal.reading
        record = journal.last_of(OWN, "started", CLOCK_SET)
        if record is None:
            return None
        body = json.loads(record.body)
        ends = [journal.find(source, *journal.high_water(source)) for source in journal.sources]
        stamps = [end.stamp for end in ends if end is not None]
        return Reading(body["utc"], record.stamp, body["boot"]), max(stamps)

    def last_listened(self) -> int | None:
        """Return when a controller last took something in, None if not since this start of the machine."""
        before = self.last_reading()
        return before[1] if before is not None and before[0].boot == self._of.boot() else None

    def note_since(self, before: tuple[Reading, int] | None, reading: Reading) -> None:
        """Journal whether the clock was set while no controller ran. `before`: as from `last_reading`."""
        self._note(set_by(before[0], reading, before[1]) if before else 0, reading)

    def compare_later(self, reading: Reading) -> None:
        """Compare the clocks with this reading, after a while."""
        if self._comparing is not None:
            self._comparing.cancel()
        self._comparing = self._loop.call_at(reading.stamp + EVERY, partial(self._compare, reading))

    def _compare(self, before: Reading, _now: int) -> None:
        """Compare the time of day with the monotonic clock, and do it again later."""
        reading = self.reading()
        if not self._of.latch.locked:
            self._note(set_by(before, reading), reading)
        self.compare_later(reading)

    def _note(self, off: int, reading: Reading) -> None:
        """Journal that the clock was set, and show it on the pages."""
        if not off:
            return
        about = {"set_by": off, "utc": reading.utc, "boot": reading.boot}
        self._records.add_own(CLOCK_SET, about, reading.stamp)
        self._notices.clock_was_set(off)
        self._publisher.change()
