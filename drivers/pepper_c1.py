"""Eccel Pepper C1, C1 MUX (eight antennas) and the RS485 sibling 000537: codec and reader line (115200 8N1).

Sources: Eccel user's manuals (000537: frames 4.2, CRC 4.3, generic commands, ICODE 5.6), the MIT package pepper-c1
0.2.0.

Not proven on a reader by this project:

- all times
- that Halt ends the field on a MUX too
- the byte order of error codes, as the vendor's own Arduino and Python libraries differ. Both are understood and the
  raw bytes kept

The frames:

    F5 LENL LENH LENL^FF LENH^FF PAYLOAD CRCL CRCH      LEN = payload + 2. RS485: the payload begins with the address
    request   CMD data
    answer    00 CMD data | FF CMD error(2)
    unasked   FE CMD ...  | {"type": ...}, a JSON text between frames

A listing holds five tags at most, so stacks are read by ICODE inventory.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum

from drivers.checksums import crc16_ccitt_false
from drivers.dialogue import MARGIN, MILLISECOND, Ask, DialogueLine, Match, Pace, Trouble
from drivers.frames import FrameDecoder, Need, Piece
from drivers.reader import Alive, Cause, Counters, FieldOff, Identified, Identity, Phase, Reading, Tag, Technology

STX = 0xF5
MAX_PAYLOAD = 1040
"""The longest payload of the manual is a firmware chunk of 1,024 bytes with its codes."""
MAX_TEXT = 512
"""Longest JSON event taken. Those seen have under 200 characters."""

ACK = 0x00
UNASKED = 0xFE
ERROR = 0xFF

ICODE_LAYER = 0x15
"""The layer byte of an error of the ISO15693 commands. Found in either position."""
NO_REPLY = 0x01

ANSWER_BUDGET = 20 * MILLISECOND
"""For commands without air time [estimate]."""
DISCOVERY_BUDGET = 400 * MILLISECOND
"""Five cards at 20 to 50 ms each [estimate] and the search for the other technologies."""
INVENTORY_BUDGET = 800 * MILLISECOND
"""The first step of the ICODE inventory may resolve the whole stack: 607 ms for 60 tags at the 95th percentile, by
ISO/IEC 15693 slot times."""
MAX_INVENTORY = 128
"""Steps in one reading before a reader that always has more is called faulty. More chips than a spot can hold."""
MAX_LISTED = 5
SHORT_ANSWER = 64
"""Bytes of the longest answer used here, the version, rounded up."""


class Command(IntEnum):
    """The commands used here, by the manual's names."""

    DUMMY = 0x01
    GET_TAG_COUNT = 0x02
    GET_UID = 0x03
    HALT = 0x05
    SET_POLLING = 0x06
    GET_VERSION = 0x0B
    SET_ACTIVE_ANTENNA = 0x0F
    ICODE_INVENTORY_START = 0x90
    ICODE_INVENTORY_NEXT = 0x91


ERRORS = {
    0x01: "no reply",
    0x02: "wrong CRC or parity",
    0x03: "collision",
    0x04: "buffer overflow",
    0x05: "invalid frame",
    0x06: "protocol violated",
    0x07: "authentication error",
    0x08: "read or write error",
    0x09: "overheating",
    0x0A: "RF error",
    0x0B: "RC communication error",
    0x0C: "length error",
    0x0D: "resource error",
    0x20: "invalid data parameter",
    0x21: "invalid parameter",
    0x22: "parameter overflow",
    0x23: "parameter not supported",
    0x24: "command not supported",
    0x25: "condition of use not satisfied",
    0x26: "key error",
    0x7F: "internal error",
}
"""Error numbers (Eccel user's manual 3.1.2)."""


@dataclass(frozen=True, slots=True)
class PepperError:
    """An error code: its layer and number, and the two bytes as they came."""

    layer: int
    number: int
    raw: bytes

    def __str__(self) -> str:
        name = ERRORS.get(self.number, "unknown error")
        return f"{name} (layer 0x{self.layer:02X}, number 0x{self.number:02X}, raw {self.raw.hex(' ').upper()})"


def parse_error(raw: bytes) -> PepperError:
    """Read the two bytes of an error: the layer is where 0x15 stands, or else first, as the manual has it.

    ValueError if there are not two.
    """
    if len(raw) != 2:
        raise ValueError(f"an error code of {len(raw)} bytes. Two were expected")
    first, second = raw
    if second == ICODE_LAYER != first:
        return PepperError(second, first, raw)
    return PepperError(first, second, raw)


@dataclass(frozen=True, slots=True)
class PepperFrame:
    """One frame's payload. With RS485 it begins with the address."""

    payload: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class PepperText:
    """A JSON event stood in the stream. Only its length is kept: it names a tag."""

    length: int


def encode(payload: bytes) -> bytes:
    """Frame `payload` (1 to 1,040 bytes). Raises ValueError for other lengths."""
    if not 1 <= len(payload) <= MAX_PAYLOAD:
        raise ValueError(f"{len(payload)} bytes of payload. A frame holds 1 to {MAX_PAYLOAD}")
    length = (len(payload) + 2).to_bytes(2, "little")
    check = bytes(byte ^ 0xFF for byte in length)
    return bytes((STX,)) + length + check + payload + crc16_ccitt_false(payload).to_bytes(2, "little")


class PepperDecoder(FrameDecoder[PepperFrame | PepperText]):
    """Cuts the stream into frames and JSON texts.

    It refuses any frame with a changed length, and any with changes within 16 neighbouring bits of payload and CRC.
    Of frames damaged otherwise it refuses all but 1 in 65,536. A text has no checksum. Nothing is taken from it.
    """

    def _look(self, buffer: bytearray) -> Piece[PepperFrame | PepperText] | Need:
        if buffer[0] == STX:
            return self._frame(buffer)
        if buffer[0] == ord("{"):
            return _text(buffer)
        return Piece(1)

    def _frame(self, buffer: bytearray) -> Piece[PepperFrame | PepperText] | Need:
        if len(buffer) < 5:
            return Need.HEADER
        length = int.from_bytes(buffer[1:3], "little")
        if length ^ int.from_bytes(buffer[3:5], "little") != 0xFFFF or not 3 <= length <= MAX_PAYLOAD + 2:
            return Piece(1, damaged=True)
        if len(buffer) < 5 + length:
            return Need.BODY
        payload, check = bytes(buffer[5 : 3 + length]), bytes(buffer[3 + length : 5 + length])
        if crc16_ccitt_false(payload) != int.from_bytes(check, "little"):
            return Piece(1, damaged=True)
        return Piece(5 + length, PepperFrame(payload))


def _text(buffer: bytearray) -> Piece[PepperFrame | PepperText] | Need:
    """A JSON object at the front, up to the brace that closes it. F5 stands in no UTF-8 text, so a frame ends it."""
    depth, quoted, escaped = 0, False, False
    for at, byte in enumerate(buffer):
        if byte == STX or (byte < 0x20 and byte not in b"\t\r\n") or at >= MAX_TEXT:
            return Piece(at)
        if quoted:
            quoted = escaped or byte != ord('"')
            escaped = not escaped and byte == ord("\\")
            continue
        quoted = byte == ord('"')
        depth += (byte == ord("{")) - (byte == ord("}"))
        if depth == 0:
            return Piece(at + 1, PepperText(at + 1))
    return Need.BODY


_ISO15693_TYPES = range(0x21, 0x29)
"""Tag types 0x21 SLI to 0x28 DNA (Eccel user's manual 3.1.5). Those below are of ISO14443A."""


def listed_tag(data: bytes) -> Tag:
    """The tag of a GET_UID answer: type, parameter, UID. ISO15693 UIDs come least significant byte first.

    Raises ValueError for a type or a length that no tag has.
    """
    if len(data) < 2:
        raise ValueError("a tag without type and parameter")
    kind, uid = data[0], data[2:]
    if kind in _ISO15693_TYPES and len(uid) == 8:
        return Tag("iso15693", uid[::-1])
    if 0x01 <= kind <= 0x10 and len(uid) in {4, 7, 10}:
        return Tag("iso14443a", uid)
    raise ValueError(f"a tag of type 0x{kind:02X} with a UID of {len(uid)} bytes")


class FieldControl(Enum):
    """How the reader's field is switched off."""

    HALT = "by the Halt command (Eccel user's manual 3.1.7)"
    BY_ITSELF = "the reader switches it off after each command"


class PepperLine(DialogueLine[PepperFrame | PepperText]):
    """A Pepper C1 (MUX) as a reader line. An antenna is a MUX output 1 to 8, all behind one reader.

    `technologies` says per antenna how it is read:

    - cards (`iso14443a`, the default) by tag count and UIDs, which finds every technology but five tags at most
    - chips (`iso15693`) by ICODE inventory, which finds all

    The antenna is selected before every reading, because a reader that restarted is back at its first.
    """

    def __init__(
        self,
        antennas: tuple[int, ...] = tuple(range(1, 9)),
        rs485_address: int | None = None,
        technologies: Mapping[int, Technology] | None = None,
        baud: int = 115200,
        field_control: FieldControl = FieldControl.HALT,
    ) -> None:
        wrong = [antenna for antenna in antennas if not 1 <= antenna <= 8]
        if wrong or not antennas:
            raise ValueError(f"antennas {wrong or 'missing'}: a Pepper C1 MUX has the antennas 1 to 8")
        if rs485_address is not None and not 0 <= rs485_address <= 0xFF:
            raise ValueError(f"rs485_address={rs485_address}: an address is a byte, 0 to 255")
        super().__init__(antennas, PepperDecoder(Counters()), Pace(baud))
        self._prefix = b"" if rs485_address is None else bytes((rs485_address,))
        self._technologies = dict(technologies or {})
        self._field_control = field_control
        self.unasked = 0
        """Asynchronous frames and JSON events that came although polling is off: a wrong setting or a restart."""
        self.halts_refused = 0
        """Halts answered by an error, which is taken as "nothing to halt"."""

    def _match(self, ask: Ask, frame: PepperFrame | PepperText) -> Match:
        code = self._body(frame)[:2]
        if code[1:] == bytes(ask.key) and code[0] in {ACK, ERROR}:
            return Match.ANSWER
        return Match.STRAY

    def _match_now(self, frame: PepperFrame | PepperText) -> Match:
        if isinstance(frame, PepperText) or self._body(frame)[:1] == bytes((UNASKED,)):
            self.unasked += 1
        return super()._match_now(frame)

    def _body(self, frame: PepperFrame | PepperText) -> bytes:
        """The payload without the address. Empty for a text or another address."""
        if isinstance(frame, PepperText) or not frame.payload.startswith(self._prefix):
            return b""
        return frame.payload[len(self._prefix) :]

    # scripts

    def _opening(self) -> Generator[Ask, PepperFrame | PepperText, None]:
        self._phase = Phase.IDENTIFYING
        try:
            version = yield from self._command(Command.GET_VERSION)
        except Trouble:  # a frame that an earlier host left half-sent swallows the first request
            version = yield from self._command(Command.GET_VERSION)
        self._suspects.clear()
        text = version.rstrip(b"\x00")
        if not text.isascii() or not text.decode("ascii").isprintable() or not text:
            self._refuse("a part that speaks the Pepper's frames but states no version. A Pepper C1 was expected")
            return
        self._phase = Phase.CONFIGURING
        yield from self._command(Command.SET_POLLING, b"\x00")
        yield from self._halt()
        self._phase = Phase.READY
        self._report(Identified(Identity("pepper_c1", text.decode("ascii"))))

    def _reading(self, antenna: int) -> Generator[Ask, PepperFrame | PepperText, None]:
        yield from self._settle()
        yield from self._command(Command.SET_ACTIVE_ANTENNA, bytes((antenna,)))
        began = self._now
        if self._technologies.get(antenna) == "iso15693":
            tags = yield from self._inventory()
        else:
            tags = yield from self._listing()
        self._report(Reading(antenna, tags, began, self._now))

    def _darkening(self, antenna: int) -> Generator[Ask, PepperFrame | PepperText, None]:
        yield from self._settle()
        yield from self._halt()
        self._report(FieldOff(antenna, self._now))

    def _pinging(self, antenna: int | None) -> Generator[Ask, PepperFrame | PepperText, None]:
        yield from self._settle()
        asked = self._now
        yield from self._command(Command.GET_VERSION)
        self._report(Alive(antenna, self._now - asked))

    # parts of scripts

    def _settle(self) -> Generator[Ask, PepperFrame | PepperText, None]:
        """After a request without a good answer: hear the reader out before believing it again."""
        if self._suspects:
            yield from self._command(Command.DUMMY)
            self._suspects.clear()

    def _halt(self) -> Generator[Ask, PepperFrame | PepperText, None]:
        if self._field_control is FieldControl.BY_ITSELF:
            return
        body = yield from self._exchange(Command.HALT)
        self.halts_refused += body[0] == ERROR

    def _listing(self) -> Generator[Ask, PepperFrame | PepperText, frozenset[Tag]]:
        counted = yield from self._command(Command.GET_TAG_COUNT, budget=DISCOVERY_BUDGET)
        if len(counted) != 1 or counted[0] > MAX_LISTED:
            raise Trouble(Cause.REPORTED, f"tag count: not a number from 0 to {MAX_LISTED}")
        tags: set[Tag] = set()
        for index in range(counted[0]):
            data = yield from self._command(Command.GET_UID, bytes((index,)))
            tags.add(_tag(data))
        return frozenset(tags)

    def _inventory(self) -> Generator[Ask, PepperFrame | PepperText, frozenset[Tag]]:
        tags: set[Tag] = set()
        command = Command.ICODE_INVENTORY_START
        for _ in range(MAX_INVENTORY):
            body = yield from self._exchange(command, b"\x00", INVENTORY_BUDGET)
            if command is Command.ICODE_INVENTORY_START and _nothing_there(body):
                return frozenset()
            data = _good(command, body)
            if len(data) != 10 or data[9] > 1:
                raise Trouble(Cause.REPORTED, f"{_NAMES[command]}: not a UID, a DSFID and whether there are more")
            tags.add(Tag("iso15693", data[7::-1]))
            if not data[9]:
                return frozenset(tags)
            command = Command.ICODE_INVENTORY_NEXT
        raise Trouble(Cause.REPORTED, f"inventory: more tags were announced {MAX_INVENTORY} times")

    def _command(
        self, command: Command, parameters: bytes = b"", budget: int = ANSWER_BUDGET
    ) -> Generator[Ask, PepperFrame | PepperText, bytes]:
        """One request that must be acknowledged. The data of the answer."""
        body = yield from self._exchange(command, parameters, budget)
        return _good(command, body)

    def _exchange(
        self, command: Command, parameters: bytes = b"", budget: int = ANSWER_BUDGET
    ) -> Generator[Ask, PepperFrame | PepperText, bytes]:
        frame = encode(self._prefix + bytes((command,)) + parameters)
        allowed = self._wire(len(frame) + SHORT_ANSWER) + budget + MARGIN
        answer = yield Ask(_NAMES[command], frame, (command,), allowed)
        return self._body(answer)


def _good(command: Command, body: bytes) -> bytes:
    """The data of an answer. Trouble if it is an error."""
    if body[0] == ACK:
        return body[2:]
    try:
        error = str(parse_error(body[2:]))
    except ValueError as unreadable:
        error = str(unreadable)
    raise Trouble(Cause.REPORTED, f"{_NAMES[command]}: {error}")


def _nothing_there(body: bytes) -> bool:
    """Whether an inventory was answered by the ICODE layer's time-out, which means an empty field (manual 5.6.1)."""
    if body[0] != ERROR or len(body) != 4:
        return False
    error = parse_error(body[2:])
    return error.layer == ICODE_LAYER and error.number == NO_REPLY


def _tag(data: bytes) -> Tag:
    try:
        return listed_tag(data)
    except ValueError as error:
        raise Trouble(Cause.REPORTED, f"get UID: {error}") from None


_NAMES = {
    Command.DUMMY: "dummy command",
    Command.GET_TAG_COUNT: "tag count",
    Command.GET_UID: "get UID",
    Command.HALT: "halt",
    Command.SET_POLLING: "polling off",
    Command.GET_VERSION: "version",
    Command.SET_ACTIVE_ANTENNA: "antenna select",
    Command.ICODE_INVENTORY_START: "inventory start",
    Command.ICODE_INVENTORY_NEXT: "inventory next",
}
