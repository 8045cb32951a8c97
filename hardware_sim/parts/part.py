"""What every simulated part is, and what most of them share: an agenda in virtual time and a paced UART.

A part does no I/O and asks no clock. Its owner hands it bytes with the time at which they were written, wakes it at
its ``deadline`` and carries ``take_output()`` away. All times are integer nanoseconds of the table's clock.
"""

import heapq
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Protocol

US = 1_000
MS = 1_000_000
SECOND = 1_000_000_000

Action = Callable[[int], None]
"""Something that happens at the time it is called with."""


class Part(Protocol):
    """One simulated part, seen from its wire."""

    @property
    def name(self) -> str:
        """The part's name on the table, as faults address it."""

    def receive(self, data: bytes, now: int) -> None:
        """Take bytes that the host wrote at ``now``. They arrive one character time after the other."""

    def wake(self, now: int) -> None:
        """Do everything that is due up to and including ``now``, in order of time."""

    @property
    def deadline(self) -> int | None:
        """When the part wants to be woken next. None while it waits for the host only."""

    def take_output(self) -> bytes:
        """The bytes that have reached the host's end by the last wake. Each is handed out once."""


class Entry:
    """One planned action. Cancelled by forgetting what it does."""

    __slots__ = ("action", "when")

    def __init__(self, when: int, action: Action) -> None:
        self.when = when
        self.action: Action | None = action

    def cancel(self) -> None:
        """Let the time pass without the action. Harmless when it has happened already."""
        self.action = None


class Agenda:
    """Actions in order of their time. Among equals, in order of planning."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, Entry]] = []
        self._planned = 0

    def at(self, when: int, action: Action) -> Entry:
        """Plan ``action`` for ``when`` (ns). It is called with exactly that time, however late it is run."""
        entry = Entry(when, action)
        self._planned += 1
        heapq.heappush(self._heap, (when, self._planned, entry))
        return entry

    def run(self, now: int) -> None:
        """Do all that is due up to ``now``, including what these actions plan for no later than ``now``."""
        while self._heap and self._heap[0][0] <= now:
            when, _, entry = heapq.heappop(self._heap)
            action, entry.action = entry.action, None
            if action is not None:
                action(when)

    @property
    def deadline(self) -> int | None:
        """Time of the next action that still stands."""
        while self._heap and self._heap[0][2].action is None:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def clear(self) -> None:
        """Forget everything planned, as a loss of power does."""
        for _, _, entry in self._heap:
            entry.cancel()
        self._heap.clear()


class Uart:
    """A part's end of a serial line: characters take ``bits / baud`` each, both ways.

    Bytes of the host are handed to ``heard(data, at)`` when the last of them has arrived. Bytes of the part become
    available in chunks, since a host that reads a tty sees an answer in pieces.
    """

    CHUNK = 16
    """Bytes that reach the host at once: the receive FIFO of a 16550, which most USB adapters imitate."""

    def __init__(self, agenda: Agenda, baud: int, heard: Callable[[bytes, int], None], bits: int = 10) -> None:
        self.baud = baud
        self._bits = bits
        self._agenda = agenda
        self._heard = heard
        self._arrived = 0
        self._sent = 0
        self._ready = bytearray()

    def wire_time(self, count: int) -> int:
        """Nanoseconds that ``count`` characters take on the wire."""
        return count * self._bits * SECOND // self.baud

    def receive(self, data: bytes, now: int) -> None:
        """Let the host's ``data``, written at ``now``, arrive behind what is still on its way."""
        if data:
            self._arrived = max(self._arrived, now) + self.wire_time(len(data))
            self._agenda.at(self._arrived, partial(self._heard, data))

    def send(self, data: bytes, at: int) -> int:
        """Start sending ``data`` at ``at``, or when the line is free. Returns when its last bit has left."""
        for start in range(0, len(data), self.CHUNK):
            chunk = data[start : start + self.CHUNK]
            self._sent = max(self._sent, at) + self.wire_time(len(chunk))
            self._agenda.at(self._sent, partial(self._deliver, chunk))
        return max(self._sent, at)

    def _deliver(self, chunk: bytes, _at: int) -> None:
        self._ready += chunk

    def take(self) -> bytes:
        """What has arrived at the host."""
        data = bytes(self._ready)
        self._ready.clear()
        return data

    def power_cycle(self, now: int) -> None:
        """Forget what was on the line."""
        self._arrived = self._sent = now
        self._ready.clear()


class SerialPart(ABC):
    """A part behind a UART. A subclass gives ``_heard`` and ``_power_up``. It plans its work in ``agenda``."""

    kind: str
    """As in a table file."""

    def __init__(self, name: str, baud: int, bits: int = 10) -> None:
        self._name = name
        self.agenda = Agenda()
        self.uart = Uart(self.agenda, baud, self._heard, bits)

    @property
    def name(self) -> str:
        """The part's name on the table."""
        return self._name

    def receive(self, data: bytes, now: int) -> None:
        """See ``Part.receive``."""
        self.wake(now)
        self.uart.receive(data, now)

    def wake(self, now: int) -> None:
        """See ``Part.wake``."""
        self.agenda.run(now)

    @property
    def deadline(self) -> int | None:
        """See ``Part.deadline``."""
        return self.agenda.deadline

    def take_output(self) -> bytes:
        """See ``Part.take_output``."""
        return self.uart.take()

    def reboot(self, now: int) -> None:
        """Lose power and come back at once: everything in progress is gone."""
        self.agenda.clear()
        self.uart.power_cycle(now)
        self._power_up(now)

    @abstractmethod
    def pretend(self, text: str) -> None:
        """Answer as another model from now on. ``text`` is the identity in the part's own form. Raises ValueError if
        it is not."""

    @abstractmethod
    def _heard(self, data: bytes, at: int) -> None:
        """Bytes of the host have arrived. ``at`` is the time of the last one."""

    @abstractmethod
    def _power_up(self, now: int) -> None:
        """Take the state that the part has after power-on."""
