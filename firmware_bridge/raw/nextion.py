"""The instructions to a display and its return codes, for dumps. It hears no tag, but it shows names, stacks and
public cards, so values are masked."""

import re
from typing import Final

from drivers.nextion.codec import (
    END,
    LEAVE_PROTOCOL_REPARSE,
    Code,
    Connected,
    Coordinate,
    Decoder,
    Number,
    PageShown,
    Reply,
    Signal,
    StartUp,
    Text,
    Touch,
)
from firmware_bridge.messages.display import CONTRACT

from .frames import Alias, Place, Told

_OWN: Final = re.compile(rb"connect|sendme|bkcmd=\d|page \w{1,20}|get [\w.]{1,40}|\x00?")
_SET: Final = re.compile(rb"([\w.]{1,60})=(.*)", re.DOTALL)
_HEARTBEAT: Final = CONTRACT.heartbeat_at.encode()
_VERSION: Final = b"sabot-"
"""How the version of a component contract begins. No other text is asked for."""

_LENGTHS: Final[dict[type[Reply], int]] = {Touch: 7, StartUp: 6, Number: 8, PageShown: 5, Coordinate: 9}
_SHORT: Final = 4
"""Bytes of all other return codes, but of texts."""


class NextionFrames:
    """See `Frames`."""

    mask = b"\xff"  # of which any number may stand between return codes

    def cut(self, stream: bytes, sent: bool) -> list[Place]:
        return _instructions(stream) if sent else [place for place, _ in replies(stream)]

    def masked(self, frame: bytes, alias: Alias, sent: bool) -> bytes:  # noqa: ARG002 - it hears no tag
        body = frame[: -len(END)]
        return (_instruction(body) if sent else _return_code(body)) + END

    def framing(self, noise: bytes) -> bytes:  # noqa: ARG002 - a return code begins with what it says
        return b""

    def told(self, frame: bytes, sent: bool) -> Told:
        body = frame[: -len(END)]
        fields = tuple(length for length in (len(body), len(END)) if length)
        if sent:
            text = body.decode("ascii", "replace")
            return Told(fields, text if text.isprintable() and text else "end of a half instruction")
        reply = replies(frame)[-1][1]
        return Told(fields, reply.words if isinstance(reply, Code) else str(reply))


def replies(stream: bytes) -> list[tuple[Place, Reply]]:
    """The return codes of a stream, each with its place."""
    decoder = Decoder()
    ended = [(end, reply) for end in range(1, len(stream) + 1) for reply in decoder.feed(stream[end - 1 : end])]
    return [((end - _length(stream[:end], reply), end), reply) for end, reply in ended]


def unasked(data: bytes) -> list[tuple[bool, bytes]]:
    """Split what a display sends: what comes by itself, such as touches, from answers and noise."""
    parts, at = [], 0
    for (begin, end), reply in replies(data):
        if begin > at:
            parts.append((False, data[at:begin]))
        parts.append((isinstance(reply, Touch | Coordinate | Signal | StartUp), data[begin:end]))
        at = end
    return [*parts, (False, data[at:])] if at < len(data) else parts


def _length(stream: bytes, reply: Reply) -> int:
    """The bytes of the return code that ends a stream."""
    if isinstance(reply, Text):
        return len(reply.text) + 1 + len(END)
    if isinstance(reply, Connected):
        return len(stream) - stream.rindex(b"comok")
    return _LENGTHS.get(type(reply), _SHORT)


def _instructions(stream: bytes) -> list[Place]:
    found, begin = [], 0
    while (at := stream.find(END, begin)) >= 0:
        found.append((begin, at + len(END)))
        begin = at + len(END)
    return found


def _instruction(body: bytes) -> bytes:
    if _OWN.fullmatch(body) or body == LEAVE_PROTOCOL_REPARSE.encode():
        return body
    known = _SET.fullmatch(body)
    if known is None:
        return b"x" * len(body)
    where, value = known.groups()
    if where == _HEARTBEAT:
        return body
    text = value[:1] == value[-1:] == b'"' and len(value) > 1
    return where + b"=" + (b'"' + b"x" * (len(value) - 2) + b'"' if text else b"0" * len(value))


def _return_code(body: bytes) -> bytes:
    if body[:1] == b"\x70" and not body[1:].startswith(_VERSION):
        return body[:1] + b"x" * (len(body) - 1)
    return body[:1] + bytes(len(body) - 1) if body[:1] == b"\x71" else body
