"""The table in memory: it is given events and timers. What cannot be believed is taken from the journal again."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import structlog

from controller.journal import VERIFIED_HANDS, Entry, JournalFault
from controller.people.roles import said_by
from controller.poker.timers import Timer
from controller.service.process.core_timers import CoreTimers
from controller.service.process.publisher import InMemory, Publisher
from controller.service.process.records import Records
from controller.service.session.count_sheet import write_sheet
from controller.service.session.startup import Premises, recover, salvaged
from controller.service.session.table_session import OWN, Desk, Taken
from controller.table.chips.stack_count import count
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.public import Text
from firmware_bridge.messages.told import Command
from firmware_bridge.messages.wire import Event
from firmware_bridge.process.failed_at import where

log = structlog.get_logger("controller")


class Play:
    """Owns the table in memory and its clocks. `fault` locks the table."""

    def __init__(
        self, of: Premises, loop: Loop, desk: Desk, records: Records, publisher: Publisher,
        fault: Callable[[JournalFault], None],
    ) -> None:  # fmt: skip
        self._of, self._loop, self._records, self._publisher, self._fault = of, loop, records, publisher, fault
        self.desk = desk
        self._timers = CoreTimers(loop, self._fire)
        self._passed_over: set[tuple[str, int, int]] = set()
        self._locked_at: int | None = None  # ns, None if the table came up locked or is not locked

    @property
    def in_memory(self) -> InMemory:
        """Return what is to be shown of it."""
        return InMemory(self.desk, self._records.life, self._held_since() if self._of.latch.locked else None)

    # --- events -----------------------------------------------------------------------------------------------------

    def take(self, event: Event, refused: Text | None) -> Taken | None:
        """Give an event to the table. If the program fails at it, its state in memory is not believed any more.

        A command is quarantined alone: the table is restored from the journal, and the command is refused. What was
        sensed has still happened. So the table is locked, and the message is passed over once that is cleared.
        """
        identity = (event.source, event.epoch, event.sequence)
        if identity in self._passed_over:
            return _pass_over(event)
        try:
            return self.desk.take(event, refused)
        except Exception as error:  # noqa: BLE001 - whatever it is: locked and up is better than dying at it for ever
            self._passed_over.add(identity)
            if isinstance(event.body, Command) and self._put_back():
                log.error("a command was quarantined", kind=event.body.told.kind, detail=where(error))  # noqa: TRY400 - no trace
                return _pass_over(event)
            self._fault(JournalFault("program_error", f"{event.body.kind}: {where(error)}"))
            return None

    def write_count(self, command: Command) -> Text | None:
        """Sign and write the sheet of a count of the stacks. Return why it could not be written, or None."""
        state, name = self._of.config.paths.state, self._of.config.table.name
        try:
            counted = count(self.desk.table)
            path = write_sheet(state, self._of.device, name, self._of.wall(), command.author, counted)
        except OSError as error:  # the count can be made again, and play must not stop for it
            log.exception("the sheet of the count could not be written")
            return Text(key="refused.count_not_written", params={"cause": error.strerror or type(error).__name__})
        log.info("the stacks were counted", sheet=str(path))
        return None

    def _put_back(self) -> bool:
        """Restore the table from the journal, as after a restart. False if that fails, or the result differs."""
        self._records.commit()
        if self._of.latch.locked:
            return False
        try:
            desk, differing = recover(self._records.journal, self._of)
        except Exception as error:  # noqa: BLE001 - whatever it is: the table is locked then
            log.error("the table cannot be put back", detail=where(error))  # noqa: TRY400 - values may be secret
            return False
        if differing:
            return False
        self._timers.disarm()
        self.desk = desk
        self._publisher.change()
        return True

    # --- timers -----------------------------------------------------------------------------------------------------

    def arm(self, *, waits: bool) -> None:
        """Match the loop's timers to those that the core armed. `waits`: none is to fire yet."""
        self._timers.match({} if waits else self.desk.timers)

    def fire_until(self, stamp: int) -> None:
        """Fire the timers that were due by `stamp`, each at its time."""
        while not self._of.latch.locked:
            due, timer = min(((due, timer) for timer, due in self.desk.timers.items()), default=(stamp + 1, None))
            if timer is None or due > stamp:
                return
            self._fire(timer, due)

    def _fire(self, timer: Timer, now: int) -> None:
        self._timers.fired(timer)
        if self._of.latch.locked or timer not in self.desk.timers:
            return
        self._records.record(self.desk.fire(timer, *self._records.number(), now), self.desk)

    # --- clocks -----------------------------------------------------------------------------------------------------

    def machine_started(self) -> None:
        """Shift the table's times if the machine was restarted since the last entry. Time stood still for the
        table."""
        before = self._records.journal.reading.find(OWN, self._records.life - 1, 0)
        boot = self._of.boot()
        if before is not None and json.loads(before.body).get("boot", boot) != boot:
            self._records.record(self.desk.set_clock(*self._records.number(), self._loop.now()), self.desk)

    def stop(self) -> None:
        """The table is about to be locked: no timer fires, and every clock stands from now on."""
        if not self._of.latch.locked and self._locked_at is None:
            self._locked_at = self._loop.now()
        self._timers.disarm()

    def stand(self) -> None:
        """The clocks stand until they go on, even if the table is unlocked and locked again before that."""
        self._locked_at = self._held_since()

    def go_on(self) -> None:
        """Give every clock what it had left when the table was locked."""
        since, now = self._held_since(), self._loop.now()
        self._locked_at = None
        self._records.record(self.desk.unlocked(since, *self._records.number(), now), self.desk)

    def _held_since(self) -> int:
        """Return when the table was locked, or the time of its last entry if it came up locked."""
        return self.desk.stamp if self._locked_at is None else self._locked_at

    # --- after a fault ----------------------------------------------------------------------------------------------

    def recover_or_salvage(self) -> bool:
        """Take the table from the journal, as far as it can be believed. True if the journal is another."""
        records = self._records
        try:
            records.write_to(self._of.open_journal())
        except JournalFault as fault:
            log.warning("a new journal is begun", why=fault.detail)
            self._locked_at = None  # the table is an earlier one, and so are its clocks
            self.desk, _ = salvaged(self._of.lost_journal(fault), self._of)
            records.write_to(self._of.begin_journal_again())
            return True
        try:
            records.journal.reading.verify(hands=VERIFIED_HANDS)
            self.desk, _ = recover(records.journal, self._of)
        except JournalFault as fault:
            log.warning("the journal before this fault is kept, and not believed", detail=fault.detail)
            self._locked_at = None  # as above
            self.desk, _ = salvaged(records.journal, self._of)
            records.journal.close()
            records.write_to(self._of.open_journal())
        return False


def refused_event(event: Event, reason: Text, about: Mapping[str, str] | None = None) -> Taken:
    """Return the entry of a refused event. Its number is used up, so that the next one is taken."""
    body: dict[str, Any] = {**(about or {}), "refused": reason.model_dump()}
    entry = Entry(event.source, event.epoch, event.sequence, event.stamp, event.body.kind, body)
    return Taken(entry, accepted=False, reason=reason, counts=False)


def _pass_over(event: Event) -> Taken:
    """Journal an event as refused, as the program failed at it."""
    about = said_by(event.body) if isinstance(event.body, Command) else {}
    return refused_event(event, Text(key="refused.passed_over"), about)
