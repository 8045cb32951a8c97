"""The master of the virtual clock that bridge, controller and simulator share.

The other ends are `LockstepClock` of firmware_bridge.messages.clock, which also describes the wire. The time moves
only while every participant is idle and the two ends of every channel agree on what has passed. Then it moves to the
earliest moment that a participant waits for. So the run is the same however fast the machine is.

If all are idle and two ends still disagree for `STALEMATE` of real time, the time moves all the same, and `forced`
counts it. Either a channel lost something (a killed process), or two ends count differently. What is missing then is
taken as lost, and is no dispute any more. A clean run has `forced == 0`.
"""

import json
import mmap
import socket
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from firmware_bridge.messages.clock import NOW, TICK, Channel, Channels
from firmware_bridge.messages.loop import Loop

STALEMATE = 0.5
"""Seconds of real time, far more than a process needs to get its turn on a loaded machine."""

GLANCE = 0.1
"""Seconds after which the master's loop looks up without an event.

A process may have died in silence, and who holds the time may let it go on. A tenth of a second looks immediate.
"""

LAG = 0.1
"""Seconds that a paced clock makes up for after it was held up. What is more than that stays lost."""

START = 1_000_000_000
"""The virtual time at which a run begins. It is not 0, so that an interval may reach back."""

PACKET = 65536

CONTROLLER = "controller"
"""The process at which every link ends."""

Difference = tuple[int, int]
EQUAL: Difference = (0, 0)


class Participant:
    """One process in step, with its last report."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.name = ""
        self.tick = -1
        self.told = 0
        """The last tick that was sent to it."""
        self.move = 0
        """The last move of the time of which it knows."""
        self.awaited = 0
        """How many bytes it was last told to receive on its wires."""
        self.deadline: int | None = None
        self.channels: dict[Channel, tuple[int, int]] = {}
        self.news: list[Channel] = []
        """The wires that differ in its last report."""

    def take(self, packet: bytes) -> None:
        """Take a report, or the name at first."""
        report: dict[str, Any] = json.loads(packet)
        if not self.name:
            self.name = report["name"]
            return
        self.tick, self.deadline = report["tick"], report["deadline"]
        for kind, name in report["closed"]:
            del self.channels[Channel(kind, name)]
        news = {Channel(kind, name): (sent, received) for kind, name, sent, received in report["channels"]}
        self.news = [channel for channel in news if channel.kind == "wire"]
        self.channels |= news

    def awaits(self, under_way: Mapping[Channel, Difference]) -> int:
        """How many bytes it will have received on its wires, once it has what is under way there. 0: none is."""
        mine = [channel for channel in under_way if channel.kind == "wire" and channel in self.channels]
        coming = sum(max(0, under_way[channel][0]) for channel in mine)
        return coming and coming + sum(counts[1] for one, counts in self.channels.items() if one.kind == "wire")


Rate = Callable[[], float]
"""How many seconds of the table's time pass in a second. 0: it stands. Infinite: as fast as the work is done."""


class Pace:
    """Holds the table's time back, so that people can watch what happens at the table."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock`: real time in seconds."""
        self._rate, self._clock = rate, clock
        self._since = clock()
        """Up to when real time has been spent on the table's time, in seconds."""

    def early(self, step: int) -> float:
        """Return how many seconds too early it is for a step of the table's time (ns). 0: it counts as made."""
        now, rate = self._clock(), self._rate()
        if not rate:
            self._since = now
            return GLANCE
        due = self._since + step / 1e9 / rate
        if now < due:
            return due - now
        self._since = max(due, now - LAG)
        return 0.0


class MasterClock:
    """The simulator's own clock, and that of all participants.

    It is a `Clock` of a `Loop`. When that loop is idle, the master is idle. `attach` the loop before running it.

    - `grain` (ns): how far the time moves at least if anything is due, so that a run is not spent on single bytes.
    - `stalemate` (s): longer if no process is killed, because the machine may be busy with other things.
    - `rate`: how fast the time may pass. None: as fast as the work is done.
    - `start` (ns): the virtual time at which the run begins.
    """

    def __init__(
        self,
        directory: Path,
        grain: int = 0,
        stalemate: float = STALEMATE,
        rate: Rate | None = None,
        start: int = START,
    ) -> None:
        self.directory = directory
        self._pace = None if rate is None else Pace(rate)
        self.grain = grain
        self.patience = stalemate
        self.forced = 0
        self.disputed: dict[Channel, int] = {}
        self.expected: set[str] = set()
        """Processes without which the time does not move."""
        self.held = False
        """Whether the time stands still, even if all are idle."""
        self._now = start
        self._tick = 0
        self._moves = 0
        self._participants: list[Participant] = []
        self._working: set[Participant] = set()
        """Those that have not reported since they joined or were last woken."""
        self._stalemate: float | None = None
        self._lost: dict[Channel, Difference] = {}
        self._memory = self._share(directory / "now")
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listener.bind(str(directory / "clock.sock"))
        self._listener.listen()
        self._loop: Loop | None = None

    def _share(self, path: Path) -> mmap.mmap:
        path.write_bytes(NOW.pack(self._now))
        with path.open("r+b") as file:
            return mmap.mmap(file.fileno(), NOW.size)

    def attach(self, loop: Loop) -> None:
        """Let the loop watch for processes that join."""
        self._loop = loop
        loop.watch(self._listener.fileno(), self._join)

    @property
    def names(self) -> set[str]:
        """The processes in step now."""
        return {participant.name for participant in self._participants if participant.tick >= 0}

    # --- the Clock of the master's own loop -----------------------------------------------------------------------

    def now(self) -> int:
        return self._now

    def fileno(self) -> int | None:
        return None

    def tick(self) -> None:
        """Do nothing, because the master's own moves need no notice."""

    @property
    def wires_open(self) -> bool:
        return not self._working

    def awaits(self, channels: Callable[[], Channels]) -> bool:
        """Whether bytes wait for us of what was last reported, now that all have reported."""
        told = [(name, p.channels[name][0]) for p in self._participants for name in p.news if name in p.channels]
        if self._working or not told:
            return False
        own = channels()
        return any(own[name][1] + self._lost.get(name, EQUAL)[1] < sent for name, sent in told if name in own)

    def idle(self, deadline: int | None, channels: Callable[[], Channels]) -> float | None:
        """Let the next process work, or move the time if none has anything to do. Called when the loop is idle."""
        if not self.wires_open:
            self._stalemate = None
            return GLANCE
        under_way = self._disagreements(channels())
        if self._wake_next(under_way) or self.held or not self._all_there():
            self._stalemate = None
            return GLANCE
        if under_way and not self._worn_out(under_way):
            return self.patience
        self._stalemate = None
        return self._move(deadline)

    # --- who waits for what ---------------------------------------------------------------------------------------

    def _all_there(self) -> bool:
        return self.expected <= {participant.name for participant in self._participants}

    def _wake_next(self, under_way: Mapping[Channel, Difference]) -> bool:
        """Wake the next process whose deadline has come, or for which bytes wait. First we take what waits for us."""
        if any(theirs > 0 for channel, (_, theirs) in under_way.items() if channel.kind == "wire"):
            return False
        for participant in self._participants:
            deadline, awaited = participant.deadline, participant.awaits(under_way)
            due = deadline is not None and deadline <= self._now and participant.move < self._moves
            if due or (awaited and awaited != participant.awaited):
                self._tell(participant, awaited)
                return True
        return False

    def _disagreements(self, own: Channels) -> dict[Channel, Difference]:
        """What is under way, by channel, beyond what was lost for good."""
        ends = self._ends(own)
        apart = {name: counts for name, counts in ends.items() if len(counts) != 2 or counts[0] != counts[1][::-1]}
        dead = self._links_of_the_dead(apart)
        differences = {name: _difference(name, counts) for name, counts in apart.items() if name not in dead}
        unknown = self._lost.keys() - (ends.keys() - dead)
        self._lost = {n: lost for n, lost in self._lost.items() if n in unknown or differences.get(n, EQUAL) != EQUAL}
        beyond = {name: _sum(d, self._lost.get(name, EQUAL), -1) for name, d in differences.items()}
        return {name: d for name, d in beyond.items() if d != EQUAL}

    def _ends(self, own: Channels) -> dict[Channel, list[tuple[int, int]]]:
        """The counts of all ends of each channel, ours first."""
        ends = {name: [counts] for name, counts in own.items()}
        for participant in self._participants:
            for name, counts in participant.channels.items():
                if name in ends:
                    ends[name].append(counts)
                else:
                    ends[name] = [counts]
        return ends

    def _links_of_the_dead(self, ends: Mapping[Channel, list[tuple[int, int]]]) -> set[Channel]:
        """Links with one end, because the process at the other has died. Nothing is under way on them."""
        alone = {one for one, counts in ends.items() if one.kind == "bus" and len(counts) == 1}
        controller = next((p for p in self._participants if p.name == CONTROLLER), None)
        return alone if controller is None else alone & controller.channels.keys()

    def _worn_out(self, disputed: Mapping[Channel, Difference]) -> bool:
        started = self._stalemate = self._stalemate or time.monotonic()
        if time.monotonic() - started < self.patience:
            return False
        self.forced += 1
        for name, difference in disputed.items():
            self.disputed[name] = self.disputed.get(name, 0) + 1
            self._lost[name] = _sum(self._lost.get(name, EQUAL), difference)
        return True

    def _move(self, deadline: int | None) -> float | None:
        waited_for = [p.deadline for p in self._participants if p.deadline is not None]
        if deadline is not None:
            waited_for.append(deadline)
        if not waited_for:
            return GLANCE
        then = max(self._now, min(waited_for), self._now + self.grain)
        if self._pace is not None and (early := self._pace.early(then - self._now)):
            return early
        self._now = then
        self._moves += 1
        self._memory[:] = NOW.pack(self._now)
        return 0.0

    def _tell(self, participant: Participant, awaited: int = 0) -> None:
        """Wake a participant. The others sleep on, until a channel wakes them."""
        self._tick += 1
        participant.told, participant.move, participant.awaited = self._tick, self._moves, awaited
        self._working.add(participant)
        try:
            participant.connection.send(TICK.pack(self._tick, self._now, awaited))
        except OSError:
            self._part(participant)

    # --- coming and going -----------------------------------------------------------------------------------------

    def _join(self, _now: int) -> None:
        assert self._loop is not None  # noqa: S101 - only the loop calls this
        connection, _ = self._listener.accept()
        participant = Participant(connection)
        self._participants.append(participant)
        self._working.add(participant)
        self._loop.watch(connection.fileno(), lambda _now: self._hear(participant))

    def _hear(self, participant: Participant) -> None:
        try:
            packet = participant.connection.recv(PACKET)
        except OSError:
            packet = b""
        if not packet:
            self._part(participant)
            return
        named = participant.name
        participant.take(packet)
        if not named:  # the newcomer learns which tick it is
            self._participants.sort(key=lambda one: one.name)  # woken in this order, whoever joined first
            self._tell(participant)
        elif participant.tick == participant.told:
            self._working.discard(participant)

    def _part(self, participant: Participant) -> None:
        if participant in self._participants and self._loop is not None:
            self._loop.unwatch(participant.connection.fileno())
            self._participants.remove(participant)
            self._working.discard(participant)
            participant.connection.close()

    def close(self) -> None:
        """Let all participants go. A participant whose master has gone ends."""
        for participant in list(self._participants):
            self._part(participant)
        if self._loop is not None:
            self._loop.unwatch(self._listener.fileno())
        self._listener.close()
        self._memory.close()
        for name in ("clock.sock", "now"):
            (self.directory / name).unlink(missing_ok=True)


def _sum(one: Difference, other: Difference, times: int = 1) -> Difference:
    return one[0] + times * other[0], one[1] + times * other[1]


def _difference(channel: Channel, ends: list[tuple[int, int]]) -> Difference:
    """The bytes that one end sent and the other has not received, either way.

    - A wire with one end is no dispute, because the other has not been opened yet.
    - A source that the controller does not know waits to be greeted, whatever it counts. After a restart it still has
      the counts of the dead controller, and its socket finds the new one in real time only.
    """
    if len(ends) == 1:
        return (1 if channel.kind == "bus" else 0), 0
    if channel.kind == "public":  # one publisher, any number of subscribers
        seen = [max(counts) for counts in ends]
        return max(seen) - min(seen), 0
    (sent, received), (sent_back, received_back) = ends[0], ends[1]
    return sent - received_back, sent_back - received
