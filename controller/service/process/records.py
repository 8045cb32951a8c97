"""The journal as the process writes it, and its second copy."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import structlog

from controller.journal import Entry, Journal, JournalFault
from controller.journal.second_copy import SecondCopy
from controller.journal.space import LOCK_BELOW
from controller.registers import save_readings
from controller.service.process.publisher import Publisher
from controller.service.session.notices import Notices
from controller.service.session.startup import Premises
from controller.service.session.table_session import OWN, Desk, Taken
from firmware_bridge.messages.loop import Loop

Wanted = TypeVar("Wanted")

log = structlog.get_logger("controller")


class Records:
    """Writes the journal. A fault of it is never raised: `fault` is called, which locks the table.

    The controller's own entries have a source, too: `OWN`, whose epoch is the life of the process.
    """

    def __init__(
        self, of: Premises, journal: Journal, loop: Loop, notices: Notices, publisher: Publisher,
        fault: Callable[[JournalFault], None],
    ) -> None:  # fmt: skip
        self._of, self._loop, self._notices, self._publisher, self._fault = of, loop, notices, publisher, fault
        self.journal = journal
        self.copy: SecondCopy | None = None
        self.begin_life()

    def begin_life(self) -> None:
        """Count the controller's own entries from the start of a new life."""
        self.life = life_after(self.journal)
        self._sequence = 0

    def write_to(self, journal: Journal) -> None:
        """Write to this journal from now on. The one before it is closed."""
        self.journal = journal

    def number(self) -> tuple[int, int]:
        """Return the life and the sequence of the controller's next own entry."""
        self._sequence += 1
        return self.life, self._sequence

    def add_own(self, kind: str, about: Mapping[str, Any], stamp: int | None = None) -> None:
        """Write an entry of the controller itself. `stamp`: ns, now if left out."""
        self.add(Entry(OWN, *self.number(), self._loop.now() if stamp is None else stamp, kind, about))

    def add(self, entry: Entry) -> None:
        """Write an entry. It is durable with the next commit."""
        self._write(self.journal.add, entry)

    def record(self, taken: Taken, desk: Desk) -> None:
        """Write what the table took in. If a hand has ended, close it in the journal too."""
        self._publisher.change()
        if not taken.counts:
            self._write(self.journal.add_refused, taken.entry)
            return
        self.add(taken.entry)
        if taken.closed:
            self.close_hand(desk)
        elif self.journal.wants_checkpoint:
            self._write(self.journal.save_within, desk.checkpoint())

    def close_hand(self, desk: Desk) -> None:
        """Close the hand in the journal with a checkpoint of the table."""
        self._notices.door = None
        try:
            self.journal.close_hand(desk.checkpoint())
            save_readings(self._of.config.paths.state, self._of.device, desk.sensing.readings)
        except JournalFault as fault:
            self._fault(fault)
        except OSError as error:  # they are kept in the journal as well, so only `sabot deck report` is behind
            log.warning("the readings of the cards cannot be kept", detail=str(error))

    def commit(self) -> None:
        """Make durable what was written."""
        try:
            self.journal.commit()
            self._look_at_space()
        except JournalFault as fault:
            self._fault(fault)

    def note_head(self) -> None:
        """Keep the journal's end beside it."""
        try:
            self.journal.note_head()
        except JournalFault as fault:
            self._fault(fault)

    def _write(self, write: Callable[[Wanted], object], what: Wanted) -> None:
        try:
            write(what)
        except JournalFault as fault:
            self._fault(fault)

    def _look_at_space(self) -> None:
        """Check the room on the medium. Raises JournalFault while there is still room to end what is under way."""
        state = self._of.config.paths.state
        room = self._of.room(Path(state))
        self._publisher.change(self._notices.room_is(room))
        if room < LOCK_BELOW:
            detail = f"{room >> 20} MB are free at {state}, at least {LOCK_BELOW >> 20} MB are needed"
            raise JournalFault("medium_full", detail)

    # --- the second copy --------------------------------------------------------------------------------------------

    def begin_copy(self) -> None:
        """Open the second copy of the journal on another medium, if one is configured."""
        to = self._of.config.paths.copy_to
        try:
            self.copy = None if to is None else SecondCopy(self.journal, Path(to), self._of.device)
        except JournalFault as fault:
            self.copy = None
            self._fault(fault)

    def look_at_copy(self) -> None:
        """Show how far the copy is behind. A copy that has stopped locks the table."""
        if self.copy is None or self._of.latch.locked:
            return
        self._publisher.change(self._notices.copy_is(self.copy.behind if self.copy.late() else 0))
        try:
            self.copy.check()
        except JournalFault as fault:
            self._fault(fault)

    def end_copy(self) -> None:
        """Close the second copy, as the journal is to be closed."""
        if self.copy is not None:
            self.copy.close()
            self.copy = None


def life_after(journal: Journal) -> int:
    """Return the life of a controller that begins now."""
    return journal.reading.high_water(OWN)[0] + 1
