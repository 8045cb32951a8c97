"""Frames of the PN532's host link, seen from the chip. Source: NXP UM0701-02, chapter 6.2.1."""

from collections.abc import Iterator

ACK = bytes.fromhex("00 00 FF 00 FF 00")
SYNTAX_ERROR = bytes.fromhex("00 00 FF 01 FF 7F 81 00")
FROM_HOST, TO_HOST = 0xD4, 0xD5
NORMAL_MOST = 255
LONGEST = 265
"""TFI and data of the longest frame that the chip takes (UM0701-02 6.2.1.2)."""


def frame(data: bytes) -> bytes:
    """An information frame around ``data`` (from TFI on): normal up to 255 bytes, otherwise extended."""
    if len(data) <= NORMAL_MOST:
        head = bytes([len(data), -len(data) & 0xFF])
    else:
        length = len(data).to_bytes(2, "big")
        head = b"\xff\xff" + length + bytes([-sum(length) & 0xFF])
    return b"\x00\x00\xff" + head + data + bytes([-sum(data) & 0xFF, 0])


class HostFrames:
    """Finds the host's frames in any chunks. A damaged one is passed over in silence, as the chip does."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def clear(self) -> None:
        """Forget a frame in progress."""
        self._buffer.clear()

    def feed(self, data: bytes) -> Iterator[str | bytes]:
        """Yield ``"ack"``, ``"nack"`` or the bytes of an information frame from TFI on."""
        self._buffer += data
        while (start := self._buffer.find(b"\x00\xff")) >= 0:
            del self._buffer[:start]
            size = self._size()
            if size is None:
                return
            found = self._content(size)
            del self._buffer[: size if found is not None else 2]
            if found is not None:
                yield found
        del self._buffer[: max(len(self._buffer) - 1, 0)]

    def _size(self) -> int | None:
        """Bytes from the start code to the postamble. None while they are not all there. Too many: just the code."""
        raw = self._buffer
        if len(raw) < 4:
            return None
        if bytes(raw[2:4]) in (b"\x00\xff", b"\xff\x00"):
            return 4
        if raw[2:4] == b"\xff\xff":
            if len(raw) < 7:
                return None
            length = int.from_bytes(raw[4:6], "big")
            good, head = not sum(raw[4:7]) & 0xFF and length <= LONGEST, 7
        else:
            good, head, length = not sum(raw[2:4]) & 0xFF, 4, raw[2]
        if not good:
            return 2
        return head + length + 1 if len(raw) >= head + length + 1 else None

    def _content(self, size: int) -> str | bytes | None:
        raw = bytes(self._buffer[:size])
        if raw[2:] == b"\x00\xff":
            return "ack"
        if raw[2:] == b"\xff\x00":
            return "nack"
        body = raw[7:] if raw[2:4] == b"\xff\xff" else raw[4:]
        return body[:-1] if len(body) > 1 and body[0] == FROM_HOST and not sum(body) & 0xFF else None
