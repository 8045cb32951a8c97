"""The wire of a Nextion display: ASCII instructions out, return codes in.

Host to display: an instruction in ASCII (texts in ISO 8859-1), ended by FF FF FF. Display to host: a first byte that
says what it is and, by it, how long it is, ended by FF FF FF as well. Numbers may hold FF, so everything but text is
cut by length.

There is no checksum, so at best a wrong length shows a damaged return code. The decoder then drops everything up to
the next FF FF FF and does not guess. A lost touch is pressed again, but an invented one folds a hand.

Source: Nextion instruction set, nextion.tech/instruction-set, sections 1 and 7.
"""

import struct
from dataclasses import dataclass
from enum import IntEnum

END = b"\xff\xff\xff"
FLUSH = b"\x00" + END
"""Ends a half instruction that the display may still hold. Answered as an invalid instruction."""
LEAVE_PROTOCOL_REPARSE = "DRAKJHSUYDGBNCJHGJKSHBDN"
"""The instruction that brings a display back from protocol-reparse mode, in which it takes no other."""
ENCODING = "iso-8859-1"

_ENTER, _ASLEEP_TOUCH, _NUMBER = 0x66, 0x68, 0x71
_TEXT, _CONNECT = 0x70, ord("c")
_MAXIMUM_TEXT = 1024  # no text variable of a display is longer than its serial buffer, 1024 bytes


class Code(IntEnum):
    """Return codes of four bytes that answer an instruction."""

    INVALID_INSTRUCTION = 0x00
    SUCCESS = 0x01
    INVALID_COMPONENT = 0x02
    INVALID_PAGE = 0x03
    INVALID_PICTURE = 0x04
    INVALID_FONT = 0x05
    INVALID_FILE_OPERATION = 0x06
    INVALID_CRC = 0x09
    INVALID_BAUD = 0x11
    INVALID_WAVEFORM = 0x12
    INVALID_VARIABLE = 0x1A
    INVALID_OPERATION = 0x1B
    ASSIGNMENT_FAILED = 0x1C
    EEPROM_FAILED = 0x1D
    PARAMETER_COUNT = 0x1E
    IO_FAILED = 0x1F
    INVALID_ESCAPE = 0x20
    NAME_TOO_LONG = 0x23
    BUFFER_OVERFLOW = 0x24

    @property
    def words(self) -> str:
        """For a technician: the code's name and number."""
        return f"{self.name.lower().replace('_', ' ')} (0x{self.value:02X})"


class Signal(IntEnum):
    """Return codes of four bytes that come by themselves."""

    ASLEEP = 0x86
    AWAKE = 0x87
    READY = 0x88
    UPGRADING = 0x89
    DATA_TAKEN = 0xFD
    DATA_AWAITED = 0xFE


@dataclass(frozen=True, slots=True)
class StartUp:
    """00 00 00: the display has just been powered or reset."""


@dataclass(frozen=True, slots=True)
class Touch:
    """65: a component with "send component id" was pressed or released."""

    page: int
    component: int
    pressed: bool


@dataclass(frozen=True, slots=True)
class PageShown:
    """66: the page that is shown, in answer to `sendme` or from a page's own script."""

    page: int


@dataclass(frozen=True, slots=True)
class Coordinate:
    """67 and, while asleep, 68: a touch by its place in pixels."""

    x: int
    y: int
    pressed: bool
    asleep: bool


@dataclass(frozen=True, slots=True)
class Text:
    """70: the answer to `get` of a text."""

    text: str


@dataclass(frozen=True, slots=True)
class Number:
    """71: the answer to `get` of a number, 32 bits with sign."""

    value: int


@dataclass(frozen=True, slots=True)
class Connected:
    """The answer to `connect`: `comok touch,reserved-address,model,firmware,mcu,serial,flash size`."""

    touch: bool
    model: str
    firmware: str
    mcu: str
    serial: str
    flash: int


Reply = Code | Signal | StartUp | Touch | PageShown | Coordinate | Text | Number | Connected

# Characters that people type and ISO 8859-1 lacks, and those that would break an instruction. Y with diaeresis is FF,
# and three of these end an instruction.
_SUBSTITUTES = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u2013": "-",
        "\u2014": "-",
        "\u2212": "-",
        "\u2026": "...",
        "\u2009": " ",
        "\u202f": " ",
        "\u00a0": " ",
        "\u0152": "OE",
        "\u0153": "oe",
        "\u20ac": "EUR",
        "\u00ff": "y",
        "\u0178": "Y",
        "\r": "",
    }
)


def displayable(text: str) -> str:
    """The text as the display can hold it: ISO 8859-1, no control character but the line feed, `?` for the rest."""
    known = text.translate(_SUBSTITUTES).encode(ENCODING, "replace").decode(ENCODING)
    return "".join(c if c == "\n" or c.isprintable() else " " for c in known)


def literal(value: str | int) -> str:
    r"""A value as an instruction writes it. Only `\\`, `\"` and `\r` (new line) are escapes of the display."""
    if isinstance(value, int):
        return str(int(value))
    escaped = displayable(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\r")
    return f'"{escaped}"'


def assignment(where: str, value: str | int) -> str:
    """The instruction that sets an attribute: `t0.txt="1500"`, `n0.val=1500`."""
    return f"{where}={literal(value)}"


def encode(instruction: str, address: int | None = None) -> bytes:
    """The bytes of one instruction. With an address (0-65535, `addr=` on the display) for a shared line."""
    prefix = b"" if address is None else struct.pack("<H", address)
    return prefix + instruction.encode(ENCODING) + END


_SINGLES: dict[int, Code | Signal] = {int(code): code for code in (*Code, *Signal)}

# First byte -> whole length, END included.
_LENGTHS = {
    **dict.fromkeys(_SINGLES, 4),
    0x65: 7,
    _ENTER: 5,
    0x67: 9,
    _ASLEEP_TOUCH: 9,
    _NUMBER: 8,
}


class Decoder:
    """Cuts the display's bytes into return codes, in any chunking. Holds at most one unfinished return code."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self.junk = 0  # bytes that belonged to no return code

    def reset(self) -> None:
        """Forget an unfinished return code: nothing follows it within its time."""
        self.junk += len(self._buffer)
        self._buffer.clear()

    def feed(self, data: bytes) -> list[Reply]:
        """The return codes that these bytes complete, oldest first."""
        self._buffer += data
        replies: list[Reply] = []
        while self._buffer:
            if self._buffer[0] == END[0]:  # a left-over of an end mark
                self._drop(1)
                continue
            length = _length(self._buffer)
            if length is None:
                if not self._too_long():
                    break
                self._resynchronise()
            elif len(self._buffer) < length:
                break
            elif (reply := _parse(bytes(self._buffer[:length]))) is None:
                self._resynchronise()
            else:
                replies.append(reply)
                del self._buffer[:length]
        return replies

    def _too_long(self) -> bool:
        return len(self._buffer) > _MAXIMUM_TEXT + len(END) + 1

    def _resynchronise(self) -> None:
        """Drop up to and with the next end mark. Without one drop all but what may be its beginning."""
        at = self._buffer.find(END)
        kept = next((n for n in (2, 1) if self._buffer.endswith(END[:n])), 0)
        self._drop(at + len(END) if at >= 0 else len(self._buffer) - kept)

    def _drop(self, count: int) -> None:
        self.junk += count
        del self._buffer[:count]


def _length(buffer: bytearray) -> int | None:
    """Return the length of the return code that begins here, None while it is not known."""
    first = buffer[0]
    if first == 0x00:
        return None if len(buffer) < 2 else 6 if buffer[1] == 0x00 else 4
    known = _LENGTHS.get(first)
    if known is not None:
        return known
    at = buffer.find(END, 1)
    return None if at < 0 else at + len(END)


def _parse(frame: bytes) -> Reply | None:
    """One return code with its end mark, or None if it is damaged."""
    if not frame.endswith(END):
        return None
    body = frame[: -len(END)]
    if body == bytes(3):
        return StartUp()
    if body[0] == _CONNECT:
        return _connected(body)
    if body[0] == _TEXT:
        return _text(body[1:])
    if len(body) == 1:
        return _SINGLES.get(body[0])
    return _numbers(body)


def _numbers(body: bytes) -> Reply | None:
    """Touches, pages, places and numbers: 65, 66, 67, 68, 71."""
    if len(body) + len(END) != _LENGTHS.get(body[0]):  # 00 00 01, for one: a start-up message with a bit flipped
        return None
    if body[0] == _ENTER:
        return PageShown(body[1])
    if body[0] == _NUMBER:
        return Number(struct.unpack("<i", body[1:])[0])
    if body[-1] > 1:  # the last byte is 1 pressed or 0 released
        return None
    pressed = body[-1] == 1
    if body[0] == 0x65:
        return Touch(body[1], body[2], pressed)
    x, y = struct.unpack(">HH", body[1:5])  # big-endian, unlike numbers
    return Coordinate(x, y, pressed, body[0] == _ASLEEP_TOUCH)


def _text(raw: bytes) -> Text | None:
    """Text never holds FF: `displayable` keeps it out, so an FF here is half an end mark of a damaged answer."""
    return None if b"\xff" in raw or len(raw) > _MAXIMUM_TEXT else Text(raw.decode(ENCODING))


def _connected(body: bytes) -> Connected | None:
    word, _, rest = body.partition(b" ")
    fields = rest.decode("ascii", "replace").split(",")
    if word != b"comok" or len(fields) != 7 or not fields[6].isdecimal():
        return None
    touch, _, model, firmware, mcu, serial, flash = fields
    return Connected(touch == "1", model, firmware, mcu, serial, int(flash))
