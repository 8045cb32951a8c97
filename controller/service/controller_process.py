"""The controller's process: one thread, one writer.

A turn of the loop takes in what has come, changes the table in memory and commits it all at once. Only then it sends
out, in this order:

1. the page of the seat to act first, and the other orders to the bridge
2. acknowledgements and verdicts
3. the public state
"""

import sqlite3
from collections.abc import Mapping
from functools import partial

import structlog

from controller.journal import Journal, JournalError, JournalFault
from controller.people.accounts import AccountsFile
from controller.people.gate import Gate
from controller.people.roles import said_by
from controller.service.process.inquiries import Inquiries
from controller.service.process.life import Life
from controller.service.process.machine import Machine
from controller.service.process.play import Play, refused_event
from controller.service.process.publisher import Publisher
from controller.service.process.recalled import recalled
from controller.service.process.records import Records, life_after
from controller.service.process.replies import Replies
from controller.service.process.time_of_day import TimeOfDay
from controller.service.process.welcomes import Welcomes
from controller.service.session.count_sheet import is_count
from controller.service.session.notices import Notices
from controller.service.session.startup import Premises
from controller.service.session.table_session import OWN, Desk, Taken, is_clear_fault
from controller.service.transport.acknowledged import Acknowledged
from controller.service.transport.authorization import refusal
from controller.service.transport.backlog import BACK_WITHIN, Backlog
from controller.service.transport.bridge_status import BridgeStatus
from controller.service.transport.console_guard import ConsoleGuard
from controller.service.transport.links import Links
from controller.service.transport.sources import BRIDGE, CONSOLE, is_known, may_send
from controller.service.transport.unread import Unread
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.outbox import RESEND_AFTER
from firmware_bridge.messages.people import PersonRequest
from firmware_bridge.messages.public import Text
from firmware_bridge.messages.sensed import PartHealth
from firmware_bridge.messages.told import Command, Entered
from firmware_bridge.messages.wire import Event, FromBridge, Hello, SnapshotRequest
from firmware_bridge.process.replacement import ask_for_another
from firmware_bridge.process.users import own_directory

DOOR_OPEN = JournalFault("door_open", "the line of the service door is open")  # locks the table until it is closed

# Pages of one console ask through one connection. In one turn so many connections get the state, others ask again.
MOST_ASKED = 10

SOURCE_AHEAD = "source_ahead"  # the fault: a source knows of acknowledged events that the journal does not have

LOSSES = frozenset({SOURCE_AHEAD, "journal_behind", "journal_chain", "journal_head"})  # entries may be missing

# A gap in the numbers of a source is filled by its next repetition, at the latest by the one after that.
FILLED_WITHIN = 2 * RESEND_AFTER

log = structlog.get_logger("controller")


class Service:
    """The controller's objects that live as long as its process. `opened`: what `open_table` returned."""

    def __init__(
        self, of: Premises, opened: tuple[Journal, Desk], links: Links, loop: Loop, pages: bool = False
    ) -> None:
        self._of, self._links, self._loop = of, links, loop
        journal, desk = opened
        self._notices = Notices(of.config.paths.state)
        self._publisher = Publisher(of, links, loop, self._notices, life_after(journal), expected=pages)
        self._records = Records(of, journal, loop, self._notices, self._publisher, self._fault)
        self._play = Play(of, loop, desk, self._records, self._publisher, self._fault)
        self._time_of_day = TimeOfDay(of, loop, self._records, self._notices, self._publisher)
        listened = self._time_of_day.last_listened()
        self._guard = ConsoleGuard(loop.now() if listened is None else listened)
        directory = own_directory(of.config, "controller")
        self._acknowledged = Acknowledged(directory, of.device, of.boot(), played_in_it=listened is not None)
        self._replies = Replies(links, self._acknowledged)
        self._welcomes = Welcomes(of, links, loop, self._records, self._publisher, self._acknowledged)
        self._inquiries = Inquiries(of, loop, self._play)
        self._machine = Machine(of, loop, self._records, self._notices, self._publisher)
        self._life = Life(of, self._records, self._play, self._machine, self._time_of_day, self._welcomes)
        self._status = BridgeStatus(loop)
        self._missing: dict[str, tuple[int, int]] = {}  # by source: the event that is missing, and since when
        self._asked: list[bytes] = []  # sources that asked for the state
        self._taken: list[tuple[int, str]] = []  # (stamp, kind) of what this turn has taken in, for the log
        self._unlocked_at = 0
        self._refused_while_locked: set[tuple[str, int, int]] = set()
        self._machine.look_at_notices(loop.now())
        self._verify_program()
        if not of.latch.locked:
            self._records.begin_copy()
        self._cleared: tuple[tuple[str, int, int], Command] | None = None  # what unlocked the table
        self.gate = self._open_gate()
        self._backlog = self._what_is_to_come()
        self._life.begin()
        self._arm()
        Unread(of.memory, links, loop, self.take_messages, self._console_is_cut).begin()

    @property
    def _journal(self) -> Journal:
        return self._records.journal

    @property
    def _desk(self) -> Desk:
        return self._play.desk

    # --- in ---------------------------------------------------------------------------------------------------------

    def take_messages(self, now: int) -> None:
        """Take in the messages that have come. Nothing goes out yet."""
        for identity, message in self._links.incoming(now):
            if message.source == CONSOLE and not self._console_may(identity, message, now):
                continue
            if isinstance(message, SnapshotRequest):  # what is public may be asked by any process that gets here
                if identity not in self._asked and len(self._asked) < MOST_ASKED:
                    self._asked.append(identity)
            elif not is_known(message.source, simulated=self._of.config.table.simulated):
                self._links.refuse("unknown source", f"{message.source!r} is no source of this table", now)
            elif isinstance(message, Hello):
                self._greeted(identity, message, now)
            elif isinstance(message, Event):
                self._event(identity, message, now)
            elif isinstance(message, FromBridge):
                self._bridge_says(identity, message, now)
            else:
                self._person_asks(identity, message, now)
        if self._backlog is not None and self._backlog.complete:
            self._catch_up(now)

    def _person_asks(self, identity: bytes, request: PersonRequest, now: int) -> None:
        if request.source == BRIDGE:
            self._links.refuse("wrong kind", f"{BRIDGE} speaks for no person", now)
        else:
            self.gate.take(request, partial(self._replies.answer, identity), now)

    def _bridge_says(self, identity: bytes, news: FromBridge, now: int) -> None:
        link = self._links.of(BRIDGE)
        if link is not None and link.identity == identity and news.source == BRIDGE:
            self._status.take(news, now)

    def flush(self, now: int) -> None:
        """Make durable what the turn has taken in, then let its consequences out."""
        if self._backlog is None:
            self._guard.turned(now)
        began = self._loop.now()
        if not self._of.latch.locked:
            self._records.commit()
        committed = self._loop.now()
        shown = self._publisher.order_if_due(self._play.in_memory)
        self._let_out()
        if shown is not None:
            self._publisher.publish(self._play.in_memory, shown, now)
        for stamp, kind in self._taken:
            log.debug("committed", kind=kind, stamp=stamp, began=began, ended=committed)
        self._taken.clear()
        for identity in self._asked:
            self._links.answer(identity, self._publisher.current(self._play.in_memory, now))
        self._asked.clear()
        self._records.note_head()
        self._records.look_at_copy()
        if self._inquiries.answer_one(now):
            self._replies.let_out()

    def _let_out(self) -> None:
        self._replies.let_out()
        self._arm()

    def _arm(self) -> None:
        """Arm the timers of the core. None fires before the backlog is taken in, or while the table is locked."""
        self._play.arm(waits=self._backlog is not None or self._of.latch.locked)

    def close(self) -> None:
        """End the process. What was not committed was never acknowledged."""
        self.gate.close()
        self._records.end_copy()
        self._journal.close()
        self._links.close()

    def _open_gate(self) -> Gate:
        of, state = self._of, self._of.config.paths.state
        gate = Gate(AccountsFile(state, of.device), state / "sessions", of.device, of.config, of.boot(), self._note)
        gate.recall, gate.parts = lambda back: recalled(self._journal, back), self._status.newest
        gate.walks, gate.lead_test = self._status.walks, self._publisher.lead_test
        gate.foresee, gate.look_back = self._inquiries.foresee, self._inquiries.look_back
        gate.open(self._loop.now())
        self._loop.watch(gate.hashing.fileno(), gate.hashing.finish)
        return gate

    def _note(self, facts: dict[str, str]) -> None:
        """Journal what people did with sessions and accounts. As it is not about the table, a locked table leaves it
        out."""
        if not self._of.latch.locked:
            self._records.add_own("people", facts)

    # --- the console, if it cannot be believed ----------------------------------------------------------------------

    def _console_may(self, identity: bytes, message: Message, now: int) -> bool:
        """Whether a message of the console is taken in. A console that floods the table is cut off."""
        self._publisher.hear(now)
        may = self._guard.may_send(message, now)
        if not may:
            self._links.refuse("flood", f"{CONSOLE} sends too much", now)
        if self._guard.floods:
            self._cut_console(identity, "it sent more than any pages can")
        return may

    def _cut_console(self, identity: bytes, why: str) -> None:
        """Listen to this console no more. People there log in again, and it must be started again."""
        self._links.shut(identity)
        if (link := self._links.of(CONSOLE)) is not None:
            self._links.shut(link.identity)
        self._console_is_cut(why)

    def _console_is_cut(self, why: str) -> None:
        self._guard.begin_again()
        self._missing.pop(CONSOLE, None)
        self.gate.end_sessions_through(CONSOLE)
        self._notices.console_was_cut(why)
        self._publisher.change()
        ask_for_another(CONSOLE, own_directory(self._of.config, "controller"))

    def _invented(self, source: str, epoch: int, sequence: int) -> bool:
        """Whether a source says of an entry that it was acknowledged, and it was not."""
        return source == CONSOLE and not self._acknowledged.may_have_been(epoch, sequence)

    def _event(self, identity: bytes, event: Event, now: int) -> None:
        link = self._links.of(event.source)
        if link is None or link.identity != identity or event.epoch != link.epoch:
            return
        allowed = may_send(event.source, event.body)
        if not allowed:
            self._links.refuse("wrong kind", f"{event.source} may not send {event.body.kind}", now)
        if self._of.latch.locked:
            if allowed:
                self._while_locked(event, now)
            return
        _, high = self._journal.reading.high_water(event.source)
        if event.sequence <= high:
            self._again(event, high)
        elif self._backlog is not None:
            self._backlog.hold(event)
        elif event.sequence == high + 1:
            self._take(*self._bound(event, now), allowed=allowed)
        else:
            self._gap(event, identity, high, now)

    def _gap(self, event: Event, identity: bytes, high: int, now: int) -> None:
        """Note a gap in a source's events. They come with the next repetition, or never if the source believes that
        they are in the journal."""
        expected, since = self._missing.get(event.source, (0, now))
        if expected != high + 1:
            self._missing[event.source] = (high + 1, now)
        elif now - since >= FILLED_WITHIN and self._invented(event.source, event.epoch, high + 1):
            self._cut_console(identity, f"event {high + 1} never came, and later ones do")
        elif now - since >= FILLED_WITHIN:
            sent = f"{event.source} sends event {event.sequence} of its life {event.epoch}"
            self._fault(JournalFault(SOURCE_AHEAD, f"{sent}, event {high + 1} is missing"))

    def _bound(self, event: Event, now: int) -> tuple[Event, Text | None]:
        """Return an entry as a command of the person whose session it came under, and why it is refused, if so.

        Both processes read one clock. A stamp in the future would become the table's time, an old one turn it back.
        """
        if not isinstance(event.body, Entered) or not may_send(event.source, event.body):
            return event, None
        if self._cleared is not None and self._cleared[0] == (event.source, event.epoch, event.sequence):
            return event.model_copy(update={"body": self._cleared[1]}), None  # the second person has confirmed it
        command, refused = self.gate.bind(event.body, event.source, now)
        if event.stamp > self._unlocked_at and self._guard.is_late(event.stamp):
            event, refused = event.model_copy(update={"stamp": now}), Text(key="refused.late")
        return event.model_copy(update={"body": command, "stamp": min(event.stamp, now)}), refused

    def _take(self, event: Event, refused: Text | None = None, *, allowed: bool = True) -> None:
        """Take in an event. `allowed`: whether the source may send it. If not, it is only journalled as refused."""
        said_locked = isinstance(event.body, Command) and event.stamp <= self._unlocked_at
        stale = said_locked and not (isinstance(event.body, Command) and is_clear_fault(event.body))
        if not allowed:
            taken: Taken | None = refused_event(event, Text(key="refused.kind", params={"source": event.source}))
        else:
            taken = self._play.take(event, Text(key="refused.said_while_locked") if stale else refused)
        if taken is None:
            return
        self._records.record(taken, self._desk)
        if isinstance(event.body, PartHealth) and allowed:
            self._note_part(event, event.body)
            if self._of.latch.locked:
                return  # it is not committed any more, so it is not acknowledged and comes again
        self._taken.append((event.stamp, event.body.kind))
        self._replies.acknowledge(event)
        if isinstance(event.body, Command):
            counted = taken.accepted and is_count(event.body)
            failed = self._play.write_count(event.body) if counted else None
            self._replies.verdict(event, taken.accepted and failed is None, failed or taken.reason, taken.article)

    def _again(self, event: Event, high: int) -> None:
        """Acknowledge an event that is journalled already, and repeat the verdict on a command."""
        self._replies.acknowledge_again(event, high)
        if isinstance(event.body, Entered):
            accepted, refused, article = self._journal.reading.refusal_of(event.source, event.epoch, event.sequence)
            reason = None if refused is None else Text.model_validate(refused)
            self._replies.verdict(event, accepted, reason, article)

    # --- what was kept while no controller listened -----------------------------------------------------------------

    def _what_is_to_come(self) -> Backlog | None:
        """Return the backlog to wait for. For a new table no source keeps anything. At a locked one every source
        keeps all."""
        sources = [source for source in self._journal.reading.sources if source != OWN]
        if not sources or self._of.latch.locked:
            return None
        self._loop.call_at(self._loop.now() + BACK_WITHIN, self._catch_up)
        return Backlog(sources)

    def _catch_up(self, now: int) -> None:
        """Take in what was kept. Timers that expired meanwhile fire at their place in it."""
        backlog, self._backlog = self._backlog, None
        if backlog is None:
            return
        for event in backlog.in_order():
            self._play.fire_until(event.stamp)
            link = self._links.of(event.source)
            if link is not None:
                self._event(link.identity, event, now)
        self._play.fire_until(now)
        self._publisher.change()

    # --- greeting ---------------------------------------------------------------------------------------------------

    def _greeted(self, identity: bytes, hello: Hello, now: int) -> None:
        source = hello.source
        epoch, acked = self._journal.reading.high_water(source)
        hello = self._welcomes.believable(hello)
        known = self._links.of(source)
        if (
            not self._of.latch.locked
            and self._welcomes.claims(hello)
            and self._invented(source, hello.epoch or 0, hello.acked)
        ):
            self._cut_console(identity, f"it knows of event {hello.acked}, which was never acknowledged")
        elif self._is_ahead(hello):
            self._welcomes.welcome(source, identity, hello.epoch or 0)
        elif known is not None and known.identity == identity and self._welcomes.goes_on(known, hello):
            self._welcomes.welcome(source, identity, known.epoch)
        elif source != OWN and epoch > 0 and hello.epoch == epoch:
            log.info("a source went on while the controller was away", source=source, epoch=epoch, acked=acked)
            self._welcomes.welcome(source, identity, epoch)
        elif source == CONSOLE and not self._guard.may_begin(now):
            self._links.refuse("flood", f"{CONSOLE} begins too often", now)
        else:
            self._begin_epoch(source, identity, max(epoch, hello.epoch or 0) + 1, now)
        if self._backlog is not None:
            goes_on = self._journal.reading.high_water(source) == (epoch, acked)
            self._backlog.back(source, hello.last if goes_on and hello.last > acked else 0)

    def _is_ahead(self, hello: Hello) -> bool:
        """Whether events of it were acknowledged that the journal does not have. If so, the table is locked."""
        epoch, high = self._journal.reading.high_water(hello.source)
        if not self._welcomes.claims(hello):
            return False
        told = f"{hello.source}: event {hello.acked} of its life {hello.epoch} was acknowledged"
        if not self._of.latch.locked:
            self._fault(JournalFault(SOURCE_AHEAD, f"{told}, the journal ends at event {high} of life {epoch}"))
        return True

    def _begin_epoch(self, source: str, identity: bytes, epoch: int, now: int) -> None:
        """Begin the epoch of a new process."""
        log.info("a source was greeted", source=source, epoch=epoch)
        if self._backlog is not None and self._backlog.holds(source):
            self._catch_up(now)  # that process has died since, so its events come before those of this one
        self._welcomes.begin_epoch(source, identity, epoch, now)

    # --- the journal ------------------------------------------------------------------------------------------------

    def _note_part(self, event: Event, health: PartHealth) -> None:
        """Note which part it is. If the door was opened, cease play (Okla. 325:85-15-49)."""
        self._machine.note_part(health)
        if self._machine.hears_of_door(event, health) and health.door_open:
            self._records.commit()  # if it came again after the door is closed, it would lock the table again
            self._let_out()  # what came before it is durable, too
            self._fault(DOOR_OPEN)

    def _fault(self, fault: JournalFault) -> None:
        """Latch the fault. What was not durable is not answered, and nothing more is taken in."""
        log.error("the table is locked", fault=fault.key, detail=fault.detail)
        self._play.stop()
        self._of.latch.latch(fault.key, fault.detail)
        self._replies.drop()
        self._publisher.change()

    # --- locked -----------------------------------------------------------------------------------------------------

    def _verify_program(self) -> bool:
        """Lock the table if its program is altered. False then."""
        if (fault := self._machine.altered()) is not None:
            self._fault(fault)
        return fault is None

    def _while_locked(self, event: Event, now: int) -> None:
        """Leave facts unacknowledged at their source. Commands are refused at once, except the one that unlocks."""
        identity = (event.source, event.epoch, event.sequence)
        if isinstance(event.body, PartHealth):
            self._door_while_locked(event, event.body, now)
        if not isinstance(event.body, Entered) or identity in self._refused_while_locked:
            return
        self._refused_while_locked.add(identity)
        event, refused = self._bound(event, now)
        command = event.body
        if isinstance(command, Command) and is_clear_fault(command):
            refused = refused or refusal(command, ())
            if refused is None:
                self._clear_fault(event, command, now)
                return
        if refused is not None:
            self._replies.verdict(event, False, refused)
            return
        self._replies.verdict(event, False, _locked(self._of.latch.faults[0].key))

    def _door_while_locked(self, event: Event, health: PartHealth, now: int) -> None:
        """Unlock if the closed door was the only fault, and verify the program first (Miss. 13-8-2.9(c))."""
        if not self._machine.hears_of_door(event, health):
            return
        self._publisher.change()
        if health.door_open:
            self._fault(DOOR_OPEN)
        elif {fault.key for fault in self._of.latch.faults} == {DOOR_OPEN.key} and self._verify_program():
            try:
                self._unlock(now, {})
            except (JournalError, OSError, sqlite3.Error) as error:
                log.error("the table cannot be unlocked", detail=str(error))  # noqa: TRY400 - no trace

    def _clear_fault(self, event: Event, command: Command, now: int) -> None:
        """Unlock the table for a person. If its cause still stands or that fails, the table stays locked."""
        if (standing := self._standing()) is not None:
            self._not_cleared(event, _locked(standing))
            return
        log.warning("the fault is cleared", author=command.author, second=command.second)
        try:
            lost = self._unlock(now, said_by(command))
        except (JournalError, OSError, sqlite3.Error) as error:
            log.error("the fault cannot be cleared", detail=str(error))  # noqa: TRY400 - no trace
            self._not_cleared(event, Text(key="refused.not_cleared"))
            return
        if self._of.latch.locked:
            return  # the second copy cannot be begun, so that fault is latched now
        self._cleared = ((event.source, event.epoch, event.sequence), command)
        if not lost and event.sequence == self._journal.reading.high_water(event.source)[1] + 1:
            self._take(event)  # else it comes again, in its turn

    def _standing(self) -> str | None:
        """Return the fault that no person can clear, because its cause is still there."""
        if not self._verify_program():
            return "program_altered"
        return DOOR_OPEN.key if self._notices.door_open else None

    def _not_cleared(self, event: Event, why: Text) -> None:
        self._refused_while_locked.discard((event.source, event.epoch, event.sequence))
        self._replies.verdict(event, False, why)

    def _unlock(self, now: int, by: Mapping[str, str]) -> bool:
        """Open the journal again, put the table on what it says, and unlock. True if entries may be missing.

        Raises JournalError, OSError and sqlite3.Error: the table is then still locked.
        """
        faults = self._of.latch.faults
        self._records.end_copy()
        self._journal.close()
        self._of.give_up_damaged()
        lost = self._play.recover_or_salvage() or any(fault.key in LOSSES for fault in faults)
        self._journal.close_hand(self._desk.checkpoint())
        self._journal.accept()
        self._journal.commit()
        self._play.stand()
        self._of.latch.clear()
        self._records.begin_copy()
        if self._of.latch.locked:
            return lost
        self._unlocked_at = now
        self._refused_while_locked.clear()
        self._publisher.change()
        self._life.begin_again(faults, by, lost=lost)
        self._arm()
        return lost


def _locked(fault: str) -> Text:
    return Text(key="refused.locked", params={"fault": fault})
