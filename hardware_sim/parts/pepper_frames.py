"""Frames of the Eccel Pepper C1, seen from the reader. Source: eccel.co.uk, C1 protocol description."""

from binascii import crc_hqx
from collections.abc import Iterator

STX = 0xF5
HEAD = 5
LONGEST = 1100
"""Longest announced length that the simulated reader accepts: a firmware chunk is 1024 bytes. Assumed."""


def crc(data: bytes) -> bytes:
    """CRC-16/CCITT-FALSE (1021, start FFFF), low byte first."""
    return crc_hqx(data, 0xFFFF).to_bytes(2, "little")


def frame(payload: bytes) -> bytes:
    """STX, length of payload and CRC, its complement, payload, CRC of the payload."""
    length = (len(payload) + 2).to_bytes(2, "little")
    return bytes([STX]) + length + bytes(byte ^ 0xFF for byte in length) + payload + crc(payload)


class PayloadFrames:
    """Finds payloads in any chunks. A damaged frame is passed over in silence."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def clear(self) -> None:
        """Forget a frame in progress."""
        self._buffer.clear()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield the payloads that are complete now."""
        self._buffer += data
        while (start := self._buffer.find(STX)) >= 0:
            del self._buffer[:start]
            size = self._size()
            if size is None:
                return
            raw = bytes(self._buffer[:size])
            good = size > HEAD and crc(raw[HEAD:-2]) == raw[-2:]
            del self._buffer[: size if good else 1]
            if good:
                yield raw[HEAD:-2]
        self._buffer.clear()

    def _size(self) -> int | None:
        """Bytes of the frame at the start. 1 when it cannot be one. None while more bytes are needed."""
        raw = self._buffer
        if len(raw) < HEAD:
            return None
        length = int.from_bytes(raw[1:3], "little")
        if any(raw[i] ^ raw[i + 2] != 0xFF for i in (1, 2)) or not 3 <= length <= LONGEST:
            return 1
        return HEAD + length if len(raw) >= HEAD + length else None
