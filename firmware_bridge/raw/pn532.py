"""The frames of a PN532 for dumps. The driver has the sources of their layout."""

from typing import Final

from drivers.checksums import complement8
from drivers.pn532 import CHIP, HOST, MAX_DATA, Command, Pn532Decoder, Pn532Frame, targets

from .frames import MASK, Alias, Located, Place, Told, hidden, located

_CONTROL: Final = {
    bytes.fromhex("00FF00FF00"): "ACK",
    bytes.fromhex("00FFFF0000"): "NACK",
    bytes.fromhex("00FF01FF7F8100"): "error frame: the chip does not know this command",
}
_PLAIN: Final = (
    Command.GET_FIRMWARE_VERSION, Command.SAM_CONFIGURATION, Command.RF_CONFIGURATION, Command.IN_LIST_PASSIVE_TARGET,
    Command.IN_RELEASE,
)  # fmt: skip
"""What the driver asks. Neither these requests nor their answers have a tag, but those of a listing."""

_LONGEST_REQUEST: Final = 5
_LONGEST_ANSWER: Final = 5
_ATQA: Final = b"\x00\x44"
"""SENS_RES of the usual card, for all: a card is not to be known by its type."""

_ATS_FOLLOWS: Final = 0x20


class _Decoder(Located[Pn532Frame], Pn532Decoder):
    pass


class Pn532Frames:
    """See `Frames`."""

    mask = MASK

    def cut(self, stream: bytes, sent: bool) -> list[Place]:  # noqa: ARG002 - both ways alike
        """Find the frames, each with the zero that stands before it."""
        places: list[Place] = []
        for begin, end in located(_Decoder(), stream):
            free = begin - (places[-1][1] if places else 0)
            places.append((begin - (free > 0 and stream[begin - 1] == 0), end))
        return places

    def masked(self, frame: bytes, alias: Alias, sent: bool) -> bytes:
        lead = _lead(frame)
        if frame[lead:] in _CONTROL:
            return frame
        head = lead + _head(frame[lead:])
        body = frame[head:-2]
        body = body[:2] + (_request if sent else _answer)(body[0], body[1], body[2:], alias)
        return frame[:head] + body + bytes((complement8(body), 0))

    def framing(self, noise: bytes) -> bytes:
        start = noise[:3].find(b"\x00\xff")
        length = len(noise) - start - 6
        if start < 0 or not 1 <= length <= 0xFF:
            return b""
        return bytes(start) + b"\x00\xff" + bytes((length, -length & 0xFF))

    def told(self, frame: bytes, sent: bool) -> Told:
        lead = _lead(frame)
        if frame[lead:] in _CONTROL:
            return Told((lead + 2, len(frame) - lead - 2), _CONTROL[frame[lead:]])
        head = lead + _head(frame[lead:])
        code, rest = frame[head + 1], frame[head + 2 : -2]
        command = code if sent else code - 1
        words = Command(command).name.lower().replace("_", " ") if command in tuple(Command) else f"code 0x{code:02X}"
        fields = [lead + 2, head - lead - 2, 1, 1]
        if not sent and command == Command.IN_LIST_PASSIVE_TARGET and rest and rest[0] <= 2:
            words += f": tags: {rest[0]}"
        return Told((*fields, *([len(rest)] if rest else []), 1, 1), words)


def _lead(frame: bytes) -> int:
    """Zeros before the start code."""
    return int(frame.startswith(b"\0\0\xff"))


def _head(frame: bytes) -> int:
    """Bytes before the information: start code and length, the long form or the short one."""
    return 7 if frame[2:4] == b"\xff\xff" else 4


def _request(direction: int, code: int, rest: bytes, _alias: Alias) -> bytes:
    return rest if direction == HOST and code in _PLAIN and len(rest) <= _LONGEST_REQUEST else hidden(rest)


def _answer(direction: int, code: int, rest: bytes, alias: Alias) -> bytes:
    if direction != CHIP or code - 1 not in _PLAIN or len(rest) > MAX_DATA:
        return hidden(rest)
    if code - 1 == Command.IN_LIST_PASSIVE_TARGET:
        return _listing(rest, alias)
    return rest if len(rest) <= _LONGEST_ANSWER else hidden(rest)


def _listing(listing: bytes, alias: Alias) -> bytes:
    try:
        targets(listing)
    except ValueError:
        return hidden(listing)
    out, at = bytearray(listing), 1
    for _ in range(listing[0]):
        at = _target(out, at, alias)
    return bytes(out)


def _target(out: bytearray, at: int, alias: Alias) -> int:
    """Mask one target. Return where the next one begins."""
    length = out[at + 4]
    out[at + 1 : at + 3] = _ATQA
    out[at + 3] &= _ATS_FOLLOWS
    begin, end = at + 5, at + 5 + length
    out[begin:end] = alias("iso14443a", bytes(out[begin:end]))
    if not out[at + 3]:
        return end
    ats = out[end]
    out[end + 1 : end + ats] = hidden(bytes(out[end + 1 : end + ats]))
    return end + ats
