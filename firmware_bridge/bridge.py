"""The bridge: every port and line of one table in one thread. Readings go to the controller, its orders to the
parts."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import structlog

from drivers.gpio import Change as LevelChange
from drivers.nextion import NextionDisplay
from drivers.reader import ReaderLine, Reading
from firmware_bridge.aliases import Aliases
from firmware_bridge.blackbox import BlackBox
from firmware_bridge.diagnosed import Diagnosed
from firmware_bridge.diagnosis.engine import Diagnosis
from firmware_bridge.diagnosis.load import TICK_EVERY
from firmware_bridge.dumped import Dumped
from firmware_bridge.dumps import Dumps
from firmware_bridge.fields.antennas import plan_of
from firmware_bridge.fields.scheduler import Scheduler
from firmware_bridge.fields.stray import StrayFields
from firmware_bridge.guided.mode import TestMode
from firmware_bridge.guided.seen import Look, Taken
from firmware_bridge.guided.socket import TestSocket
from firmware_bridge.health import Health
from firmware_bridge.lastbeat import EVERY as BEAT_EVERY
from firmware_bridge.lastbeat import LastBeat
from firmware_bridge.link import Link, NewestWins, Order
from firmware_bridge.messages.base import LONGEST_CAUSE
from firmware_bridge.messages.clock import Channel, Channels, Clock, wall_of
from firmware_bridge.messages.guided_facts import HandUnknown, Refusal, Refused
from firmware_bridge.messages.loop import Loop, Timer
from firmware_bridge.messages.orders import Attention, HandLatch, LeadTest
from firmware_bridge.messages.places import line_called
from firmware_bridge.messages.sensed import CardDrawn, SeatKey, Sensed
from firmware_bridge.messages.tablefile import Part, TableFile
from firmware_bridge.parts.connection import Connection
from firmware_bridge.parts.display import DisplayPart
from firmware_bridge.parts.lifecycle import Change
from firmware_bridge.parts.pins import NAME as PINS
from firmware_bridge.parts.pins import Pins
from firmware_bridge.parts.reader import ReaderPart
from firmware_bridge.process.latch import Latch
from firmware_bridge.process.users import own_directory
from firmware_bridge.sensing.gaps import Gaps
from firmware_bridge.sensing.table import TableSensing
from firmware_bridge.walks import Walks
from firmware_bridge.wearfile import WearFile

log = structlog.get_logger("bridge")

MS = 1_000_000
S = 1_000 * MS

# From the first edge of a beam the shoe is read without pause for longer than a card can be in its mouth.
SHOE_STIRS = 400 * MS
# Displays and readers are given this long to say goodbye. A picture change takes 180 ms.
FAREWELL = 300 * MS

# A driver that is overdue by this much was forgotten. The longest turn of the loop takes milliseconds.
OVERDUE = 5_000 * MS

# A part that falls silent is reported within two seconds. So the bridge reports itself if it did not look for longer.
STOOD_STILL = 2_000 * MS

# A controller that is alive acknowledges within milliseconds. It sets the latch itself when a hand begins.
UNHEARD = 1_000 * MS

# Verdicts are looked for this often. Those on rates need seconds anyway.
DIAGNOSE_EVERY = 1_000 * MS

# The controller and the pages are told the whole table this often. It is some 20 kB, read in half a millisecond.
STATUS_EVERY = 2_000 * MS


class Bridge:
    """Owns the parts and the link, and passes on what they report. `file`: where the table file is."""

    def __init__(self, table: TableFile, clock: Clock, file: Path | None = None) -> None:
        self.table = table
        self.loop = Loop(clock, self.channels)
        now = self.loop.now()
        self.aliases = Aliases()
        self._wear = WearFile(table.paths.bridge, wall_of(clock), now)
        self.diagnosis = Diagnosis(table, now, self._wear.wearing)
        self.box = BlackBox(self.aliases, self.diagnosis)
        self._diagnosed = Diagnosed(table, self.diagnosis, own_directory(table, "bridge"))
        self.latch = Latch(table.paths.bridge)
        self._drew: int | None = None  # when the oldest card left the shoe that the controller may not know of
        self._health = Health()
        self._dumped = Dumped(self.box, Dumps(own_directory(table, "bridge") / "dumps"), table.gpio)
        self._orders = NewestWins()
        self._gaps = Gaps()
        self._stray = StrayFields()
        self._sensing = TableSensing(table)
        self._scheduler = Scheduler(plan_of(table), now)
        self._looking_since = self._told_status = now
        self._dirty = True
        self._ending = False
        self._timers: dict[str, Timer] = {}
        self.link = Link(table.paths.run, self.loop, self)
        self.readers = {p.name: self._reader(p) for p in table.part if p.reads}
        self.displays = {p.seat: DisplayPart(p, self.loop, self, self.box) for p in table.part if not p.reads}
        self._connections: list[Connection[ReaderLine] | Connection[NextionDisplay]] = [
            *(reader.connection for reader in self.readers.values()),
            *(display.connection for display in self.displays.values()),
        ]
        self._wires = [(Channel("wire", connection.part.name), connection) for connection in self._connections]
        self.pins = Pins(table.gpio, table.sensing, self.loop, self, self.box) if table.gpio else None
        self._attended: tuple[str, ...] = ()  # what the controller says is due
        self._test: TestMode | None = None
        self._last_beat = LastBeat(own_directory(table, "bridge"))
        self._test_socket = TestSocket(own_directory(table, "bridge"), self.loop, self)
        self._walks = Walks(table, file, self.loop, self.link.tell)
        self._nothing_known(self._last_beat.before(now), now)
        self._beat(now)
        self.loop.call_at(now + DIAGNOSE_EVERY, self._diagnose)
        self._tick(now)
        self.loop.after_each(self._go_on)
        self.loop.when_stood_still(STOOD_STILL, self._stood_still)

    def _reader(self, part: Part) -> ReaderPart:
        return ReaderPart(part, self.loop, self._scheduler, self, self.box)

    def _nothing_known(self, since: int, now: int) -> None:
        """Report a gap over all places since `since` (ns), when the last bridge ended. It lasts until they have been
        read."""
        for reader in self.readers.values():
            self._put_all(self._gaps.lost(reader.part.name, reader.part.antennas.values(), since), now)
        if self.pins is not None:
            self._put_all(self._gaps.lost(PINS, self._pin_places(), since), now)

    def _stood_still(self, since: int, now: int) -> None:
        cause = f"the bridge stood still for {(now - since) / S:.1f} s and sensed nothing"
        log.warning(cause)
        self._look_anew(since, cause, now)

    def _look_anew(self, since: int, cause: str, now: int) -> None:
        """Read everything again without reporting a motion, as nothing is known since `since`."""
        self._looking_since, self._dirty = now, True
        stuck = tuple(self._gaps.stuck)
        self._nothing_known(since, now)
        for place in self._sensing_places():
            self._sensing.forget(place)
        self.mute(stuck, now)
        if self.pins is not None:
            self.pins.watch_anew(cause, now)

    def _beat(self, now: int) -> None:
        self._last_beat.beat(now)
        self._latch_unheard_draw(now)
        self.loop.call_at(now + BEAT_EVERY, self._beat)

    def _latch_unheard_draw(self, now: int) -> None:
        """Take it for a hand if a card has left the shoe and no controller has acknowledged it. Its next word
        counts."""
        if not self.link.outbox.waits(CardDrawn):
            self._drew = None
        if self._drew is not None and now - self._drew >= UNHEARD:
            self._latch(in_progress=True, now=now)

    def _diagnose(self, now: int) -> None:
        """Look at all parts. The whole takes 9 ms, seven times that on a Pi 4, and a touch may come meanwhile."""
        self.loop.in_turns(self._diagnosing(now))

    def _diagnosing(self, now: int) -> Iterator[None]:
        """Look at all parts, and report whose verdict has changed, in steps of a millisecond or two."""
        lives = {connection.part.name: connection.life for connection in self._connections}
        if self.pins is not None:
            lives[PINS] = self.pins.life
        if self._test is not None:
            self.diagnosis.not_played(now)
        if not self.latch.is_set:  # a full file takes 30 ms, twelve times that on a slow Pi
            self._wear.look(now)
        yield from self._diagnosed.looking(self._connections, lives, now)
        for health in self._diagnosed.changes:
            door = health.part == PINS and self.pins is not None and self.pins.door_open
            self.link.put(health.model_copy(update={"door_open": door}), now)
        connections = {connection.part.name: connection for connection in self._connections}
        for one in self._diagnosed.fresh:
            self._dumped.found(one, connections.get(one.part), self.pins, now)
        yield
        status = self._diagnosed.status(self._connections, lives, self.pins, now)
        status = status.model_copy(update={"test": self._test is not None, "in_hand": self.latch.is_set})
        yield
        self._diagnosed.write(status)
        if now - self._told_status >= STATUS_EVERY:
            self._told_status = now
            self.link.tell(status)
        self.loop.call_at(now + DIAGNOSE_EVERY, self._diagnose)

    def _tick(self, now: int, due: int | None = None) -> None:
        """Tell the diagnosis how late the machine is."""
        self.diagnosis.ticked(0 if due is None else now - due, now)
        due = now + TICK_EVERY
        self.loop.call_at(due, partial(self._tick, due=due))

    def channels(self) -> Channels:
        """What a clock in lock step compares: messages, and bytes of each wire."""
        counts = {channel: connection.channel for channel, connection in self._wires if connection.connected}
        counts[Channel("bus", "bridge")] = self.link.channel
        if self.pins is not None and self.pins.simulated:
            counts[Channel("gpio")] = self.pins.channel
        return counts

    def ports_move(self, now: int) -> bool:
        """Whether no driver has been waiting for its turn for `OVERDUE`."""
        deadlines = [c.device.deadline for c in self._connections if c.device is not None]
        return all(deadline is None or now - deadline < OVERDUE for deadline in deadlines)

    # ending

    def end(self, now: int) -> None:
        """Say goodbye: displays show that they are paused, and fields go off. Then the loop stops."""
        if self._ending:
            self.loop.stop()
            return
        self._ending = True
        for display in self.displays.values():
            display.pause("", now)
        for place in sorted(self._scheduler.lit()):
            antenna = self._scheduler.plan.antennas[place]
            self.readers[antenna.line].darken(antenna.number, now)
        self._arm("farewell", now + FAREWELL, lambda _: self.loop.stop())

    def close(self) -> None:
        """Close every port, line and socket."""
        for connection in self._connections:
            connection.close()
        if self.pins is not None:
            self.pins.close()
        self._walks.close()
        self._test_socket.close()
        self._wear.write()
        self.link.close()
        self._last_beat.close()

    # every turn of the loop

    def _go_on(self, now: int) -> None:
        """Start what the scheduler has chosen, if something has changed for it."""
        if not self._dirty or self._ending:
            return
        self._dirty = False
        self._scheduler.urge(self._pressing(), now)
        for action in self._scheduler.actions(now):
            self.readers[action.line].start(action, now)
        self._arm("schedule", self._scheduler.deadline, self._wake_scheduler)
        self._arm("sensing", self._sensing.deadline, self._wake_sensing)

    def _pressing(self) -> frozenset[str]:
        """The places that are being decided, learnt or tested."""
        if self._test is not None and self._test.look.places:
            return frozenset(self._test.look.places) & self._sensing_places()
        unsettled, unknown = self._sensing.unsettled(), self._gaps.places
        return unsettled | ((unknown - self._gaps.stuck) & self._sensing_places()) if unknown else unsettled

    def _wake_scheduler(self, _: int) -> None:
        self._dirty = True

    def _wake_sensing(self, now: int) -> None:
        self._dirty = True
        self._put_all(self._sensing.wake(now), now)

    def _arm(self, name: str, due: int | None, call: Callable[[int], None]) -> None:
        timer = self._timers.pop(name, None)
        if timer is not None and timer.due == due and timer.call is not None:
            self._timers[name] = timer
            return
        if timer is not None:
            timer.cancel()
        if due is not None:
            self._timers[name] = self.loop.call_at(due, call)

    # events to the controller

    def _put_all(self, events: Sequence[Sensed], now: int) -> None:
        for event in events:
            if isinstance(event, CardDrawn) and (self._drew is None or not self.link.outbox.waits(CardDrawn)):
                self._drew = now
            self.link.put(event, now)

    def _snapshot(self, now: int) -> None:
        unread = self._gaps.places & self._sensing_places()
        self.link.put(self._sensing.snapshot(unread, now), now)
        self._put_all(self._sensing.doubled(now), now)

    def _found(self, place: str, now: int) -> None:
        self._closed(self._gaps.found(place, now), now)

    def _closed(self, gaps: Sequence[Sensed], now: int) -> None:
        if gaps:
            self._put_all(gaps, now)
            self._snapshot(now)

    # called by readers

    def health(self, part: Part, change: Change, identity: str, now: int) -> None:
        self._dirty = True
        connection = next(each for each in self._connections if each.part is part)
        self.diagnosis.changed(part.name, change, connection.refused, identity, now)
        self._diagnosed.forget(part.name)
        self._put_all(self._health.serial(part, change, identity), now)
        self._dumped.failed(connection, change, now)

    def reading(self, place: str, reading: Reading, now: int) -> None:
        self._dirty = True
        if reading.began < self._looking_since or self._test is not None:
            return
        if not self._counts(place, reading, now):
            return
        self._put_all(self._sensing.read(place, reading.tags, reading.began, reading.ended), now)
        if not self._sensing.learning(place):
            self._found(place, now)

    def _counts(self, place: str, reading: Reading, now: int) -> bool:
        """Whether a reading counts. Beside a lost reader whose field is on, its place is not known."""
        plan, silent = self._scheduler.plan, self._scheduler.silent_beside(place)
        lying = self._sensing.lies(place) if silent else ()  # a full tray takes a while
        if self._stray.counts(place, plan.rivals(place), silent, reading.tags, lying):
            return True
        if self._stray.jams(silent) and place not in self._gaps.stuck:
            line = plan.antennas[place].line
            self._sensing.forget(place)
            self._put_all(self._gaps.lost(line, (place,), now), now)
            self.mute((place,), now)
        return False

    def ended(self) -> None:
        """Free the line, as a request has ended, well or not."""
        self._dirty = True

    def unread(self, part: Part, places: tuple[str, ...], since: int, now: int) -> None:
        for place in places:
            self._sensing.forget(place)
        self._put_all(self._gaps.lost(part.name, places, since), now)

    def mute(self, places: tuple[str, ...], now: int) -> None:
        """Note unread places that stay unread until their own readers answer."""
        self._closed(self._gaps.stick(places, now), now)

    # called by displays

    def key(self, event: SeatKey, now: int) -> None:
        if self._test is None:
            self.link.put(event, now)

    def complain(self, part: Part, what: str) -> None:
        log.warning("display", part=part.name, seat=part.seat, problem=what)

    # called by the lines

    def _pin_places(self) -> tuple[str, ...]:
        assert self.table.gpio is not None  # noqa: S101 - asked only where there are lines
        return tuple(sorted(self.table.gpio.lines))

    def pins_health(self, change: Change, now: int) -> None:
        door_open = self.pins is not None and self.pins.door_open
        self._diagnosed.forget(PINS)
        self._put_all(self._health.pins(change, self._pin_places(), door_open), now)

    def pins_known(self, acting: frozenset[str], now: int) -> None:
        self.diagnosis.levels(acting, now)
        if self._test is not None:
            return
        self._sensing.start_lines(sorted(acting))
        for name in self._pin_places():
            self._found(name, now)

    def pins_lost(self, now: int) -> None:
        self._put_all(self._gaps.lost(PINS, self._pin_places(), now), now)

    def pin(self, name: str, acting: bool, change: LevelChange, now: int) -> None:
        self._dirty = True
        if self._test is not None:
            self._test.settled(name, acting, change.first_present)
            return
        self.diagnosis.settled(name, acting, now)
        conflict = self._sensing.button.conflict
        self._put_all(self._sensing.line(name, acting, change), now)
        if self.pins is not None and self._sensing.button.conflict != conflict:
            self.pins.conflict(self._sensing.button.conflict, now)

    def stirring(self, name: str, now: int) -> None:
        """Read the shoe at once after a raw edge, long before the edge has settled, as a card is in the beams."""
        if line_called(name).kind == "beam":
            self._dirty = True
            self._scheduler.focus("shoe", now + SHOE_STIRS, now)

    # called by the link

    def ordered(self, order: Order, now: int) -> None:
        if not self._orders.news(order):
            return
        if isinstance(order, Attention):
            self._attended = order.places
            if self._test is None:
                self._attend(now)
        elif isinstance(order, HandLatch):
            self._latch(order.in_progress, now)
        elif isinstance(order, LeadTest):
            self._walks.take(order.act, now)
        elif order.seat in self.displays:
            self.displays[order.seat].show(order, now)

    def _attend(self, now: int) -> None:
        """Read first what the controller says is due."""
        self._dirty = True
        self._scheduler.attend(self._attended, now)
        self._sensing.attend(self._attended)
        self.diagnosis.attended(self._attended, now)

    def _latch(self, in_progress: bool, now: int) -> None:
        if in_progress and not self.latch.is_set:
            self.box.hand_began(now)
        self.latch.put(in_progress)
        if in_progress and self._test is not None:
            self._test_socket.end(Refused(kind="hand_began"))
            self.test_left(now)

    # called by the socket of guided tests

    def test_wanted(self, now: int) -> Refusal | None:
        self._latch_unheard_draw(now)
        if self.latch.is_set or self._drew is not None:
            return Refused(kind="in_hand")
        if self.latch.trouble:
            return HandUnknown(trouble=self.latch.trouble[:LONGEST_CAUSE])
        log.warning("test mode has begun")
        self._test = TestMode(self.table, self._test_socket.say)
        self.box.observe(self._test)
        for place in self._sensing_places():
            self._sensing.forget(place)
        self._nothing_known(now, now)
        self._test_socket.say(Taken(acting=() if self.pins is None else tuple(sorted(self.pins.acting))))
        self.test_looks(Look(), now)
        return None

    def test_looks(self, look: Look, now: int) -> None:
        if self._test is None:
            return
        self._test.look, self._dirty = look, True
        self._scheduler.attend(() if look.alike else look.places, now)
        for seat, display in self.displays.items():
            if seat is not None:
                display.cover(self._test.page(seat), now)

    def test_left(self, now: int) -> None:
        """End test mode: displays as before, every place read again, and nothing told of what happened meanwhile."""
        if self._test is None:
            return
        log.warning("test mode has ended")
        self.box.leave(self._test)
        self._test = None
        self._walks.look_again()
        for display in self.displays.values():
            display.uncover(now)
        self.diagnosis.not_played(now)
        self._attend(now)
        self._look_anew(now, "test mode has ended, and every line is read again", now)

    def welcomed(self, now: int) -> None:
        """Send the present state, unless nothing is known yet, as the controller may be another one."""
        self._walks.tell_all()
        unknown = self._gaps.places
        if any(place not in unknown for place in self._sensing_places()):
            self._snapshot(now)

    def _sensing_places(self) -> frozenset[str]:
        return self._scheduler.plan.places

    def room_again(self, since: int, now: int) -> None:
        """Report a gap over everything and the present state, as events were dropped without an acknowledgement."""
        places = sorted(self._sensing_places())
        self._put_all(Gaps().lost("bridge", places, since), now)
        log.warning("events were dropped: the controller acknowledged nothing for too long")
        self._snapshot(now)

    def refused(self, why: str) -> None:
        log.error("message refused", why=why)
