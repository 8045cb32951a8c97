"""The make-up of the table and where it stands: its components, the released program, the service door."""

import json
from typing import Final

from controller.journal import JournalFault
from controller.release.installed import State, Verified
from controller.service.process.publisher import Publisher
from controller.service.process.records import Records
from controller.service.session.installation import Components, at_start, changes, with_part
from controller.service.session.notices import LOOK_EVERY, Notices
from controller.service.session.startup import Premises
from controller.service.session.table_session import OWN
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.sensed import PartHealth
from firmware_bridge.messages.wire import Event

LINES: Final = "gpio"  # the part to which the door's line belongs
READ: Final = frozenset({"ready", "degraded"})  # its states in which the line is read
INSTALLATION: Final = "installation"  # the kind of record


class Machine:
    """Journals each change of a component, compares the program with its release, and hears of the door."""

    def __init__(self, of: Premises, loop: Loop, records: Records, notices: Notices, publisher: Publisher) -> None:
        self._of, self._loop, self._records, self._notices = of, loop, records, notices
        self._publisher = publisher
        self._components: Components = {}
        self._verified = Verified(State.UNKNOWN)
        self._door_told = (0, 0)  # (epoch, sequence) of what the bridge said last of the door

    def altered(self) -> JournalFault | None:
        """Compare the program with its release. Return the fault of a real table whose program is altered."""
        verified = self._verified = self._of.verify(self._of.config.release.public)
        simulated = self._of.config.table.simulated
        self._notices.program_is(verified, simulated=simulated)
        if verified.state is not State.ALTERED or simulated:
            return None
        return JournalFault("program_altered", verified.detail)

    def note_start(self) -> None:
        """Journal all components as a process finds them, even if none has changed, so that they are soon found."""
        record = self._records.journal.reading.last_of(OWN, INSTALLATION)
        self._components = {} if record is None else json.loads(record.body)["components"]
        of = self._of
        now = at_start(of.config, of.rulebook, of.program, self._verified, self._components)
        self._note(now, changes(self._components, now))

    def note_part(self, health: PartHealth) -> None:
        """Journal which part it is, if that has changed."""
        now = with_part(self._components, health)
        if changed := changes(self._components, now):
            self._note(now, changed)

    def _note(self, now: Components, changed: dict[str, list[str]]) -> None:
        self._components = now
        about = {"changed": changed, "components": dict(now), "utc": self._of.wall()}
        self._records.add_own(INSTALLATION, about)

    def hears_of_door(self, event: Event, health: PartHealth) -> bool:
        """Note what the lines say of the door. False if they say nothing, or it was heard before."""
        told = (event.epoch, event.sequence)
        if health.what != LINES or told <= self._door_told or not (health.door_open or health.state in READ):
            return False
        self._door_told = told
        self._notices.door_is(door_open=health.door_open)
        return True

    def look_at_notices(self, now: int) -> None:
        """Look for files on disk that should not be there. Once they are gone it stops looking."""
        self._publisher.change(self._notices.look())
        if self._notices.surveillance is not None:
            self._loop.call_at(now + LOOK_EVERY, self.look_at_notices)
