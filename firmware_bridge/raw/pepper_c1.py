"""The frames of a Pepper C1 for dumps. The driver has the sources of their layout."""

from typing import Final

from drivers.pepper_c1 import (
    ACK,
    ERROR,
    MAX_PAYLOAD,
    STX,
    Command,
    PepperDecoder,
    PepperFrame,
    PepperText,
    encode,
    listed_tag,
    parse_error,
)

from .frames import MASK, Alias, Located, Place, Told, hidden, located

_INVENTORY: Final = (Command.ICODE_INVENTORY_START, Command.ICODE_INVENTORY_NEXT)
_LONGEST_VERSION: Final = 64
_CARD, _CHIP = b"\x01", b"\x21"
"""Types of tag that stand for all of their technology, so that none is known by its type."""


class _Decoder(Located[PepperFrame | PepperText], PepperDecoder):
    pass


class PepperFrames:
    """See `Frames`."""

    mask = MASK

    def cut(self, stream: bytes, sent: bool) -> list[Place]:  # noqa: ARG002 - both ways alike
        return located(_Decoder(), stream)

    def masked(self, frame: bytes, alias: Alias, sent: bool) -> bytes:
        if frame[0] != STX:  # a JSON text, which names a tag
            return b"{" + b"x" * (len(frame) - 2) + b"}"
        payload = frame[5:-2]
        return encode(_request(payload) if sent else _answer(payload, alias))

    def framing(self, noise: bytes) -> bytes:
        if noise[0] != STX or not 8 <= len(noise) <= MAX_PAYLOAD + 7:
            return b""
        length = len(noise) - 5
        return bytes((STX,)) + length.to_bytes(2, "little") + (length ^ 0xFFFF).to_bytes(2, "little")

    def told(self, frame: bytes, sent: bool) -> Told:
        if frame[0] != STX:
            return Told((len(frame),), "an event as text, which was not asked for")
        payload = frame[5:-2]
        if sent:
            return Told(_fields(1, len(payload) - 1), _name(payload[0]))
        code, command, data = payload[0], payload[1:2], payload[2:]
        name = _name(command[0]) if command else "nothing"
        if code == ERROR and len(data) == 2:
            return Told(_fields(1, 1, 2), f"{name}: {parse_error(data)}")
        words = {ACK: f"{name}: done", ERROR: f"{name}: error"}.get(code, "a message that was not asked for")
        if command and command[0] in _INVENTORY and len(data) == 10:
            return Told(_fields(1, 1, 8, 1, 1), f"{name}: a tag")
        if command and command[0] == Command.GET_UID and len(data) > 2:
            return Told(_fields(1, 1, 1, 1, len(data) - 2), f"{name}: a tag")
        if command and command[0] == Command.GET_TAG_COUNT and len(data) == 1:
            words = f"{name}: {data[0]}"
        return Told(_fields(1, len(command), len(data)), words)


def _fields(*payload: int) -> tuple[int, ...]:
    return (1, 2, 2, *(length for length in payload if length), 2)


def _name(command: int) -> str:
    known = command in tuple(Command)
    return Command(command).name.lower().replace("_", " ") if known else f"command 0x{command:02X}"


def _request(payload: bytes) -> bytes:
    return payload if payload[0] in tuple(Command) and len(payload) <= 2 else payload[:1] + hidden(payload[1:])


def _answer(payload: bytes, alias: Alias) -> bytes:
    head, data = payload[:2], payload[2:]
    if len(head) < 2 or head[0] not in (ACK, ERROR) or head[1] not in tuple(Command):
        return payload[:1] + hidden(payload[1:])
    if head[0] == ERROR:
        return head + (data if len(data) == 2 else hidden(data))
    return head + _data(Command(head[1]), data, alias)


def _data(command: Command, data: bytes, alias: Alias) -> bytes:
    if command is Command.GET_UID:
        return _listed(data, alias)
    if command in _INVENTORY and len(data) == 10:
        return alias("iso15693", data[7::-1])[::-1] + b"\0" + data[9:]
    text = data.rstrip(b"\0")
    if command is Command.GET_VERSION and len(data) <= _LONGEST_VERSION and text.isascii():
        return data
    return data if command is Command.GET_TAG_COUNT and len(data) == 1 else hidden(data)


def _listed(data: bytes, alias: Alias) -> bytes:
    try:
        tag = listed_tag(data)
    except ValueError:
        return hidden(data)
    if tag.technology == "iso15693":
        return _CHIP + b"\0" + alias(tag.technology, tag.uid)[::-1]
    return _CARD + b"\0" + alias(tag.technology, tag.uid)
