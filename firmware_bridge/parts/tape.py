"""What passed on a part's port: the last bytes each way as they are, and what happened to the port.

The bytes hold tags. They stay in the memory of the bridge, and leave it only as `firmware_bridge/raw/masking.py`
writes them.
"""

import struct
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from firmware_bridge.blackbox import KEPT

from .lifecycle import Signal

MS: Final = 1_000_000
S: Final = 1_000 * MS

MOST_BYTES: Final = 128 * 1024
"""Kept each way. 200 answers of 60 chips have as many. Of what is longer, fewer frames are kept."""

LONGEST: Final = 2048
"""Bytes of a burst: the longest frame of all parts. Noise without an end is cut there."""

POLLED: Final = 2 * MS
"""A USB adapter hands on what has come each millisecond, and the bridge may be a millisecond late."""

FIFO: Final = 16
"""Characters that many adapters collect before they hand them on, as a 16550 does."""

BITS: Final = 11
"""Of a character with parity."""

_STAMP: Final = struct.Struct("<q")


@dataclass(frozen=True, slots=True)
class Burst:
    """Bytes that came without a pause, or that were sent at once. `stamp`: when the last of them was there, ns."""

    stamp: int
    data: bytes = field(repr=False)


class Asked(NamedTuple):
    """For what a port is opened: a kind of part, at a rate."""

    kind: str
    baud: int
    parity: Literal["N", "E", "O"]


class Happened(NamedTuple):
    """What happened to the part at a time (ns), and for what the port was opened last."""

    stamp: int
    signal: Signal
    asked: Asked


class Track:
    """The last bursts of one direction. Each is one object of bytes, its time in front, as there are thousands."""

    def __init__(self) -> None:
        self._bursts: deque[bytes] = deque(maxlen=KEPT)
        self._size = 0
        self._last = 0
        self.ended = True

    def add(self, data: bytes, now: int, together: int) -> None:
        """Take bytes. Within `together` ns they belong to the last burst, unless that has ended."""
        before = b""
        if not self.ended and now - self._last < together and len(self._bursts[-1]) + len(data) <= LONGEST:
            before = self._bursts.pop()[_STAMP.size :]
        elif len(self._bursts) == KEPT:
            self._forget()
        self._size += len(data)
        self._bursts.append(_STAMP.pack(now) + before + data)
        self._last, self.ended = now, False
        while self._size > MOST_BYTES:
            self._forget()

    def _forget(self) -> None:
        self._size -= len(self._bursts.popleft()) - _STAMP.size

    def __iter__(self) -> Iterator[Burst]:
        for kept in self._bursts:
            (stamp,) = _STAMP.unpack_from(kept)
            yield Burst(stamp, kept[_STAMP.size :])


class Tape:
    """Records one port."""

    def __init__(self, asked: Asked) -> None:
        self.sent = Track()
        self.received = Track()
        self.happened: deque[Happened] = deque(maxlen=KEPT)
        self._asked = asked

    def asks(self, asked: Asked) -> None:
        """Note for what the port is opened from now on."""
        self._asked = asked

    def signalled(self, signal: Signal, now: int) -> None:
        """Take what happened to the part."""
        self.sent.ended = self.received.ended = True
        self.happened.append(Happened(now, signal, self._asked))

    def sends(self, data: bytes, now: int) -> None:
        """Take what is written. It is one request, and an answer to it begins."""
        self.sent.add(data, now, 0)
        self.received.ended = True

    def receives(self, data: bytes, now: int) -> None:
        """Take what has come."""
        self.received.add(data, now, FIFO * BITS * S // self._asked.baud + POLLED)
