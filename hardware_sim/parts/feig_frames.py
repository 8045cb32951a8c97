"""Frames of FEIG's ISO Host Mode, seen from the reader. Sources: manuals H40801-5e, H01113-4e (protocol frames)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

STX = 0x02
ADVANCED_LEAST, STANDARD_LEAST, STANDARD_MOST = 7, 5, 255
LONGEST = 1024
"""Longest request the simulated reader buffers. Assumed."""


def _crc_step(value: int) -> int:
    for _ in range(8):
        value = (value >> 1) ^ (0x8408 if value & 1 else 0)
    return value


CRC_STEP = tuple(_crc_step(low) for low in range(256))


def crc(data: bytes) -> bytes:
    """CRC-16/MCRF4XX (reflected 8408, start FFFF), low byte first."""
    value = 0xFFFF
    for byte in data:
        value = (value >> 8) ^ CRC_STEP[(value ^ byte) & 0xFF]
    return value.to_bytes(2, "little")


class Framing(Enum):
    """The two kinds of frame. A reader answers in the kind it was asked in."""

    STANDARD = "standard"
    ADVANCED = "advanced"


@dataclass(frozen=True, slots=True)
class Request:
    """A request with a good CRC."""

    framing: Framing
    address: int
    command: int
    data: bytes


def answer(request: Request, address: int, status: int, data: bytes) -> bytes:
    """The answer's bytes. A standard one that would not fit is sent as an advanced frame."""
    body = bytes([address, request.command, status]) + data
    if request.framing is Framing.STANDARD and len(body) + 3 <= STANDARD_MOST:
        head = bytes([len(body) + 3])
    else:
        head = bytes([STX]) + (len(body) + 5).to_bytes(2, "big")
    return head + body + crc(head + body)


class RequestFrames:
    """Finds requests in any chunks. Silence ends a frame. A damaged frame spoils everything up to the next
    silence."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def silence(self) -> None:
        """Note that the line was idle for longer than a frame may pause. An incomplete frame is void."""
        self._buffer.clear()

    def feed(self, data: bytes) -> Iterator[Request]:
        """Yield the requests that are complete now."""
        self._buffer += data
        while (size := self._size()) is not None and size <= len(self._buffer):
            raw = bytes(self._buffer[:size])
            if crc(raw[:-2]) != raw[-2:]:
                self._buffer.clear()
                return
            del self._buffer[:size]
            yield _request(raw)

    def _size(self) -> int | None:
        """The length that the frame announces, or None while it is unknown or cannot be a frame's."""
        raw = self._buffer
        if not raw:
            return None
        if raw[0] == STX:
            size = int.from_bytes(raw[1:3], "big") if len(raw) >= 3 else None
            least = ADVANCED_LEAST
        else:
            size, least = raw[0], STANDARD_LEAST
        if size is not None and not least <= size <= LONGEST:
            raw.clear()
            return None
        return size


def _request(raw: bytes) -> Request:
    framing, start = (Framing.ADVANCED, 3) if raw[0] == STX else (Framing.STANDARD, 1)
    return Request(framing, raw[start], raw[start + 1], raw[start + 2 : -2])
