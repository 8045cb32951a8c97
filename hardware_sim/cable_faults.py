"""What faults do to bytes on their way between a part and the machine: `wires.Filter`s, and waveforms behind them."""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .parts.part import MS


@dataclass(frozen=True, slots=True)
class Mute:
    """Lets nothing pass."""

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:  # noqa: ARG002 - it all disappears
        """See ``wires.Filter``."""
        return ()


@dataclass(frozen=True, slots=True)
class Garble:
    """Flips one bit in a share of the bytes."""

    ratio: float
    luck: random.Random

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:
        """See ``wires.Filter``."""
        return [(now, bytes(self._flipped(byte) for byte in data))]

    def _flipped(self, byte: int) -> int:
        return byte ^ (1 << self.luck.randrange(8)) if self.luck.random() < self.ratio else byte


@dataclass(frozen=True, slots=True)
class Drop:
    """Loses a share of the bytes."""

    ratio: float
    luck: random.Random

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:
        """See ``wires.Filter``."""
        return [(now, bytes(byte for byte in data if self.luck.random() >= self.ratio))]


@dataclass(frozen=True, slots=True)
class Slow:
    """Delays everything by a fixed time (ns)."""

    delay: int

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:
        """See ``wires.Filter``."""
        return [(now + self.delay, data)]


@dataclass(slots=True)
class Late:
    """Delays the next bytes by a fixed time (ns). Those behind them wait, then all is as before."""

    delay: int

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:
        """See ``wires.Filter``."""
        delay, self.delay = self.delay, 0
        return [(now + delay, data)]


APART = 2 * MS
"""Bytes that come so much later belong to another answer."""


@dataclass(slots=True)
class Clip:
    """Lets the first bytes of each answer pass, and none behind them."""

    most: int
    _left: int = 0
    _at: int = 0

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:
        """See ``wires.Filter``."""
        if now - self._at > APART:
            self._left = self.most
        passed, self._at = data[: self._left], now
        self._left -= len(passed)
        return [(now, passed)] if passed else ()


OPEN_FOR = (150 * MS, 600 * MS)
"""How long a bad contact is open at a time, ns. Assumed: a plug that moves in its socket."""


class Contact:
    """A bad contact, for both directions of a cable: open for a share of the time, and then nothing passes."""

    def __init__(self, ratio: float, luck: random.Random, now: int) -> None:
        self._ratio = ratio
        self._luck = luck
        self._open = False
        self._until = now

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:
        """See ``wires.Filter``."""
        while now >= self._until:
            self._open = not self._open
            span = self._luck.randint(*OPEN_FOR)
            closed = sum(OPEN_FOR) / 2 * (1 - self._ratio) / self._ratio
            self._until += span if self._open else round(closed * self._luck.uniform(0.4, 1.6))
        return () if self._open else [(now, data)]


@dataclass(frozen=True, slots=True)
class OtherRate:
    """The ends of the cable talk at different rates: the receiver samples the sender's bits at the wrong times."""

    sender: Callable[[], int]
    receiver: Callable[[], int]

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:
        """See ``wires.Filter``."""
        sender, receiver = self.sender(), self.receiver()
        return [(now, data if sender == receiver else resampled(data, sender, receiver))]


def resampled(data: bytes, sender: int, receiver: int) -> bytes:
    """Return what a UART at one rate makes of bytes that were sent at another, 8N1, without a pause between them.

    It takes a falling edge as a start bit and samples in the middle of each of its own bits. Bytes with a wrong stop
    bit are handed on, as Linux does without PARMRK.
    """
    bits = [bit for byte in data for bit in (0, *(byte >> n & 1 for n in range(8)), 1)]
    step = sender / receiver
    found = bytearray()
    at = 0.0
    while (start := _falling(bits, at)) is not None:
        levels = [_level(bits, start + (n + 0.5) * step) for n in range(10)]
        if levels[0]:  # a glitch, shorter than half a bit of the receiver
            at = start + 1
            continue
        found.append(sum(level << n for n, level in enumerate(levels[1:9])))
        at = start + 9.5 * step
    return bytes(found)


def _falling(bits: list[int], at: float) -> int | None:
    first = int(at) + (at > int(at))
    return next((n for n in range(first, len(bits)) if not bits[n] and (n == 0 or bits[n - 1])), None)


def _level(bits: list[int], at: float) -> int:
    """The level at a time, in bits of the sender. The line rests high."""
    return bits[int(at)] if at < len(bits) else 1
