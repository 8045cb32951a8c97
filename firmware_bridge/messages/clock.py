"""The table's clock: the machine's monotonic time, or a virtual one that several processes keep in lock step.

In lock step a master (the simulator) owns the time. Every other process is a *participant*. It does all that can be
done now. Then it reports that it is idle, when it must be woken, and how much it has sent and received on each
channel.

The master moves the time only when every participant is idle and nothing is under way on any channel. So scaled time
changes no timeout, and the same run gives the same stamps.

On the serial wires one end works at a time. While a participant works, the master leaves its wires alone. A
participant takes nothing from its wires before the master has written all of a moment. So one turn takes it all.

The wire is a Unix SEQPACKET socket `clock.sock` in the directory named by SABOT_CLOCK:

1. A participant's first packet is JSON {"name": text}.
2. Participant → master: JSON {"tick": n, "deadline": ns or null, "channels": [[kind, name, sent, received]],
   "closed": [[kind, name]]}. `tick` is the last tick seen. Channels that are as in the report before are left out.
3. Master → participant, when its deadline has come or bytes wait on its wires: 24 bytes, each u64 little-endian. They
   are the tick number, the time, and how many bytes it is to have received on all its wires. 0: none wait.

The time itself lies in the file `now` (u64 little-endian), which every process maps.
"""

import json
import mmap
import os
import socket
import struct
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

ENVIRONMENT = "SABOT_CLOCK"
TICK = struct.Struct("<QQQ")
NOW = struct.Struct("<Q")


class Channel(NamedTuple):
    """What two ends count: a serial wire by its part, a source's link to the controller, the board's lines, or what
    the controller publishes to all."""

    kind: Literal["wire", "bus", "gpio", "public"]
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else self.kind


Channels = Mapping[Channel, tuple[int, int]]


class Clock(Protocol):
    """Where a process gets its time from, and how long it may sleep."""

    def now(self) -> int:
        """Monotonic nanoseconds."""

    def fileno(self) -> int | None:
        """Return a descriptor that becomes readable when the time has moved, None for real time."""

    def tick(self) -> None:
        """Take note that `fileno` was readable."""

    def idle(self, deadline: int | None, channels: Callable[[], Channels]) -> float | None:
        """Report that nothing is left to do before `deadline`. Return how long to sleep at most, in seconds."""

    @property
    def wires_open(self) -> bool:
        """Whether bytes of the serial wires may be taken now. Always in real time."""

    def awaits(self, channels: Callable[[], Channels]) -> bool:
        """Whether bytes that the other ends have written have still to come. Never known in real time."""


class RealClock:
    """The machine's monotonic clock."""

    wires_open = True

    def awaits(self, channels: Callable[[], Channels]) -> bool:  # noqa: ARG002 - nothing is known of the other ends
        return False

    def now(self) -> int:
        return time.monotonic_ns()

    def fileno(self) -> int | None:
        return None

    def tick(self) -> None:
        """Real time needs no notice."""

    def idle(self, deadline: int | None, channels: Callable[[], Channels]) -> float | None:  # noqa: ARG002 - as above
        return None if deadline is None else max(0.0, (deadline - time.monotonic_ns()) / 1e9)


class LockstepClock:
    """A participant's view of the virtual clock. Raises OSError if there is no master."""

    def __init__(self, name: str, directory: Path) -> None:
        with (directory / "now").open("rb") as file:
            self._memory = mmap.mmap(file.fileno(), NOW.size, access=mmap.ACCESS_READ)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.connect(str(directory / "clock.sock"))
        self._socket.send(json.dumps({"name": name}).encode())
        self._tick = 0
        self._awaited = 0  # bytes on all wires, since the process began
        self._was_told = False  # of them, just now
        self._reported: tuple[int, int | None] | None = None
        self._channels: Channels = {}

    def now(self) -> int:
        return int(NOW.unpack(self._memory)[0])

    def fileno(self) -> int | None:
        return self._socket.fileno()

    def tick(self) -> None:
        packet = self._socket.recv(TICK.size)
        if len(packet) != TICK.size:
            raise ConnectionResetError("the simulator that kept the clock has gone")
        self._tick, _, self._awaited = TICK.unpack(packet)
        self._was_told = True
        self._reported = None

    @property
    def wires_open(self) -> bool:
        return self._awaited > 0

    def awaits(self, channels: Callable[[], Channels]) -> bool:
        if self._awaited and self._was_told:
            self._was_told = False  # nothing was taken since
        elif self._awaited:
            self._take_stock(channels())
        return self._awaited > 0

    def _take_stock(self, channels: Channels) -> None:
        if sum(counts[1] for channel, counts in channels.items() if channel.kind == "wire") >= self._awaited:
            self._awaited = 0

    def idle(self, deadline: int | None, channels: Callable[[], Channels]) -> float | None:
        counted = channels()
        if self._awaited:
            self._take_stock(counted)
        before, self._channels = self._channels, counted
        news = [(*channel, *counts) for channel, counts in counted.items() if before.get(channel) != counts]
        closed = [channel for channel in before if channel not in counted]
        if news or closed or self._reported != (self._tick, deadline):
            self._reported = self._tick, deadline
            report = {"tick": self._tick, "deadline": deadline, "channels": news, "closed": closed}
            self._socket.send(json.dumps(report).encode())
        return None

    def close(self) -> None:
        self._socket.close()
        self._memory.close()


VIRTUAL_EPOCH = 1_767_225_600 * 10**9  # 2026-01-01 UTC: what people call the time 0 of a virtual clock


def wall_of(clock: Clock) -> Callable[[], int]:
    """The time of day that belongs to a clock: ns since 1970, UTC. A virtual clock has one of its own."""
    if isinstance(clock, LockstepClock):
        return lambda: VIRTUAL_EPOCH + clock.now()
    return time.time_ns


def clock_from_environment(name: str) -> Clock:
    """Return the clock that this process must use: SABOT_CLOCK names the lock-step directory, or is not set."""
    directory = os.environ.get(ENVIRONMENT)
    return LockstepClock(name, Path(directory)) if directory else RealClock()
