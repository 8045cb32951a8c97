"""NXP PN532 over its high-speed UART: codec and reader line (115200 8N1, one antenna, ISO14443A, two tags at most).

Sources: NXP UM0701-02 (frames 6.2.1, dialogue 6.2.2, commands 7), behaviour of nfcpy 1.0.4 as a client. Not proven
on a chip by this project: all times beside the manual's 15 ms for an ACK, and whether a released card answers the
next listing. The PN532 cannot read ISO15693.

    host                          PN532
     command frame   ─────────►
                     ◄─────────   ACK (15 ms)
                     ◄─────────   answer frame: command + 1
     ACK             ─────────►   aborts the command under way
     NACK            ─────────►   asks for the last answer again
"""

from collections.abc import Generator
from dataclasses import dataclass, field
from enum import Enum, IntEnum

from drivers.checksums import complement8
from drivers.dialogue import MARGIN, MILLISECOND, Ask, DialogueLine, Match, Pace, Stage, Trouble
from drivers.frames import FrameDecoder, Need, Piece
from drivers.reader import Alive, Cause, Counters, FieldOff, Identified, Identity, Phase, Reading, Tag

ACK = bytes.fromhex("0000FF00FF00")
NACK = bytes.fromhex("0000FFFF0000")
ABORT = ACK
WAKE_UP = b"\x55\x55" + bytes(14)
"""Ends the power-down that follows power-on. The zeros give the oscillator time to start (UM0701-02 7.2.11)."""

HOST = 0xD4
CHIP = 0xD5
MAX_DATA = 264
"""Longest information field after the direction byte (UM0701-02 6.2.1.2)."""

PN532_IC = 0x32

_START = b"\x00\xff"
_ERROR = 0x7F

ACK_BUDGET = 15 * MILLISECOND + MARGIN
"""UM0701-02, dialogue with the host: the ACK comes within 15 ms. The margin is for the USB adapter."""
ANSWER_BUDGET = 50 * MILLISECOND
"""For commands without air time [estimate, not measured in firmware]."""
LISTING_BUDGET = 150 * MILLISECOND
"""Two cards at 20 to 50 ms each [estimate], and as much again."""


class Command(IntEnum):
    """The commands used here, by the manual's names."""

    DIAGNOSE = 0x00
    GET_FIRMWARE_VERSION = 0x02
    SET_SERIAL_BAUD_RATE = 0x10
    SAM_CONFIGURATION = 0x14
    RF_CONFIGURATION = 0x32
    IN_DATA_EXCHANGE = 0x40
    IN_DESELECT = 0x44
    IN_LIST_PASSIVE_TARGET = 0x4A
    IN_RELEASE = 0x52
    IN_AUTO_POLL = 0x60


class Kind(Enum):
    """The kinds of frame."""

    INFORMATION = "information"
    ACK = "ack"
    NACK = "nack"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Pn532Frame:
    """One frame. For information: `direction` D4 (to the chip) or D5 (from it) and `data`, the command code first."""

    kind: Kind
    direction: int = 0
    data: bytes = field(default=b"", repr=False)


def encode(data: bytes, direction: int = HOST) -> bytes:
    """Frame `data` (command code and parameters, 1 to 264 bytes). Extended if a normal frame is too short."""
    if not 1 <= len(data) <= MAX_DATA:
        raise ValueError(f"{len(data)} bytes of PN532 data. A frame holds 1 to {MAX_DATA}")
    body = bytes((direction,)) + data
    return b"\x00" + _START + _length(len(body)) + body + bytes((complement8(body), 0))


def _length(length: int) -> bytes:
    if length <= 0xFF:
        return bytes((length, -length & 0xFF))
    count = length.to_bytes(2, "big")
    return b"\xff\xff" + count + bytes((complement8(count),))


class Pn532Decoder(FrameDecoder[Pn532Frame]):
    """Cuts the stream into frames, either direction.

    Refused: any frame with one changed byte, and any that lost a byte other than 00. An 8-bit sum cannot see a lost
    00. Such a frame lacks its postamble, so it is only accepted if another 00 follows at once. Listings are checked
    again by their own lengths (`targets`).
    """

    def _look(self, buffer: bytearray) -> Piece[Pn532Frame] | Need:
        start = buffer.find(_START)
        if start < 0:
            keep = 1 if buffer[-1] == 0 else 0
            return Piece(len(buffer) - keep) if len(buffer) > keep else Need.HEADER
        if start > 0:
            return Piece(start)
        return self._header(buffer)

    def _discard(self, length: int) -> None:
        self.counters.junk_bytes -= self._buffer.count(0, 0, length)  # preamble: any number of 00 is in order
        super()._discard(length)

    def _header(self, buffer: bytearray) -> Piece[Pn532Frame] | Need:
        if len(buffer) < 5:
            return Need.HEADER
        if buffer[2:5] == b"\x00\xff\x00":
            return Piece(5, Pn532Frame(Kind.ACK))
        if buffer[2:5] == b"\xff\x00\x00":
            return Piece(5, Pn532Frame(Kind.NACK))
        if buffer[2:4] == b"\xff\xff":
            return self._extended(buffer)
        if buffer[2] == 0 or (buffer[2] + buffer[3]) & 0xFF:
            return Piece(2, damaged=True)
        return self._body(buffer, 4, buffer[2])

    def _extended(self, buffer: bytearray) -> Piece[Pn532Frame] | Need:
        if len(buffer) < 7:
            return Need.HEADER
        length = int.from_bytes(buffer[4:6], "big")
        if sum(buffer[4:7]) & 0xFF or not 1 <= length <= MAX_DATA + 1:
            return Piece(2, damaged=True)
        return self._body(buffer, 7, length)

    def _body(self, buffer: bytearray, begin: int, length: int) -> Piece[Pn532Frame] | Need:
        end = begin + length
        if len(buffer) < end + 2:
            return Need.BODY
        body = bytes(buffer[begin:end])
        if (sum(body) + buffer[end]) & 0xFF or buffer[end + 1] != 0:
            return Piece(2, damaged=True)
        frame = _information(body)
        return Piece(2, damaged=True) if frame is None else Piece(end + 2, frame)


def _information(body: bytes) -> Pn532Frame | None:
    if body == bytes((_ERROR,)):
        return Pn532Frame(Kind.ERROR)
    if body[0] in {HOST, CHIP} and len(body) > 1:
        return Pn532Frame(Kind.INFORMATION, body[0], body[1:])
    return None


def targets(listing: bytes) -> frozenset[Tag]:
    """The tags of an InListPassiveTarget answer for 106 kbit/s type A, `listing` being what follows the code 4B.

    Raises ValueError unless every length in it fits (UM0701-02 7.3.5: Tg SENS_RES(2) SEL_RES UIDlen UID [ATS]).
    """
    if not listing or listing[0] > 2:
        raise ValueError("a listing holds 0, 1 or 2 targets")
    tags, rest = set(), listing[1:]
    for number in range(1, listing[0] + 1):
        tag, rest = _target(rest, number)
        tags.add(tag)
    if rest:
        raise ValueError(f"{len(rest)} bytes are left over behind the last target")
    return frozenset(tags)


def _target(data: bytes, number: int) -> tuple[Tag, bytes]:
    if len(data) < 5 or data[0] != number:
        raise ValueError(f"target {number} is cut short or misnumbered")
    sel_res, uid_length = data[3], data[4]
    if uid_length not in {4, 7, 10} or len(data) < 5 + uid_length:
        raise ValueError(f"target {number} has a UID of {uid_length} bytes. 4, 7 or 10 are possible")
    rest = data[5 + uid_length :]
    if sel_res & 0x20:  # ISO14443-4: an ATS follows, whose first byte counts itself
        if not rest or not 1 <= rest[0] <= len(rest):
            raise ValueError(f"target {number} has an ATS of impossible length")
        rest = rest[rest[0] :]
    return Tag("iso14443a", data[5 : 5 + uid_length]), rest


class Field(Enum):
    """What is known of the chip's RF field."""

    UNKNOWN = "unknown"
    OFF = "off"
    ON = "on"
    HOLDING = "on, with targets that were listed"


class Renewal(Enum):
    """How targets of the last listing, which stay selected, are made to answer the next one."""

    FIELD = "field off and on, which resets every card"
    RELEASE = "InRelease: some 4 ms shorter, not proven on a chip"


class Pn532Line(DialogueLine[Pn532Frame]):
    """A PN532 as a reader line with the one antenna `antenna`.

    Targets of a listing stay selected, so they are let go before the next one (`renewal`). The reading is reported
    first and this done with the next request, which saves its time at the shoe. `ping` asks for the firmware version.
    """

    def __init__(
        self, antenna: int = 1, baud: int = 115200, max_targets: int = 2, renewal: Renewal = Renewal.FIELD
    ) -> None:
        if not 1 <= max_targets <= 2:
            raise ValueError(f"max_targets={max_targets}: a PN532 lists 1 or 2 targets")
        super().__init__((antenna,), Pn532Decoder(Counters()), Pace(baud))
        self._max_targets = max_targets
        self._renewal = renewal
        self._field = Field.UNKNOWN

    def _match(self, ask: Ask, frame: Pn532Frame) -> Match:
        if self._stage is not Stage.ACKNOWLEDGED:
            return Match.ACKNOWLEDGEMENT if frame.kind is Kind.ACK else Match.STRAY
        answers = frame.direction == CHIP and frame.data[:1] == bytes(ask.key)
        return Match.ANSWER if answers or frame.kind is Kind.ERROR else Match.STRAY

    # scripts

    def _opening(self) -> Generator[Ask, Pn532Frame, None]:
        self._phase = Phase.IDENTIFYING
        yield from self._awaken()
        version = yield from self._command(Command.GET_FIRMWARE_VERSION)
        if len(version) != 4 or version[0] != PN532_IC:
            self._refuse(_chip_name(version))
            return
        self._phase = Phase.CONFIGURING
        # MxRtyATR endless, MxRtyPSL 1, MxRtyPassiveActivation 1: the default FF would not answer until a card comes
        yield from self._command(Command.RF_CONFIGURATION, b"\x05\xff\x01\x01")
        yield from self._switch(Field.OFF)
        self._phase = Phase.READY
        self._report(Identified(Identity("pn532", f"{version[1]}.{version[2]}")))

    def _reading(self, antenna: int) -> Generator[Ask, Pn532Frame, None]:
        yield from self._settle()
        yield from self._make_ready()
        began = self._now
        self._field = Field.UNKNOWN  # until the answer is there
        listing = yield from self._command(
            Command.IN_LIST_PASSIVE_TARGET, bytes((self._max_targets, 0)), LISTING_BUDGET
        )
        try:
            tags = targets(listing)
        except ValueError as error:
            raise Trouble(Cause.GARBLED, f"InListPassiveTarget: {error}") from None
        self._field = Field.HOLDING if tags else Field.ON
        self._report(Reading(antenna, tags, began, self._now))

    def _darkening(self, antenna: int) -> Generator[Ask, Pn532Frame, None]:
        yield from self._settle()
        yield from self._switch(Field.OFF)
        self._report(FieldOff(antenna, self._now))

    def _pinging(self, antenna: int | None) -> Generator[Ask, Pn532Frame, None]:
        yield from self._settle()
        asked = self._now
        yield from self._command(Command.GET_FIRMWARE_VERSION)
        self._report(Alive(antenna, self._now - asked))

    # parts of scripts

    def _awaken(self) -> Generator[Ask, Pn532Frame, None]:
        """Twice, because what an earlier host left half-sent in the chip's receiver swallows the first."""
        wake = WAKE_UP
        for last in (False, True):
            try:
                yield from self._command(Command.SAM_CONFIGURATION, b"\x01\x00\x00", lead=wake)
            except Trouble:
                if last:
                    raise
            else:
                self._suspects.clear()
                return

    def _settle(self) -> Generator[Ask, Pn532Frame, None]:
        """After a request without a good answer: abort it, and hear the chip out before believing it again."""
        if not self._suspects:
            return
        self._field = Field.UNKNOWN
        yield from self._command(Command.GET_FIRMWARE_VERSION, lead=ABORT)
        self._suspects.clear()

    def _make_ready(self) -> Generator[Ask, Pn532Frame, None]:
        """Field on, and no card in it that an earlier listing left selected."""
        if self._field is Field.HOLDING and self._renewal is Renewal.RELEASE:
            yield from self._command(Command.IN_RELEASE, b"\x00")  # all targets
            self._field = Field.ON
        elif self._field in {Field.HOLDING, Field.UNKNOWN}:
            yield from self._switch(Field.OFF)
        if self._field is not Field.ON:
            yield from self._switch(Field.ON)

    def _switch(self, wanted: Field) -> Generator[Ask, Pn532Frame, None]:
        yield from self._command(Command.RF_CONFIGURATION, bytes((0x01, wanted is Field.ON)))
        self._field = wanted

    def _command(
        self, command: Command, parameters: bytes = b"", budget: int = ANSWER_BUDGET, lead: bytes = b""
    ) -> Generator[Ask, Pn532Frame, bytes]:
        frame = lead + encode(bytes((command,)) + parameters)
        longest = self._wire(64)  # two targets with ATS. Every other answer is shorter
        answer = yield Ask(
            _NAMES[command],
            frame,
            (command + 1,),
            self._wire(len(frame) + len(ACK)) + ACK_BUDGET,
            budget + longest + MARGIN,
        )
        if answer.kind is Kind.ERROR:
            raise Trouble(Cause.REPORTED, f"{_NAMES[command]}: the chip does not know this command (error frame 7F)")
        return answer.data[1:]


def _chip_name(version: bytes) -> str:
    if len(version) < 3:
        return "an NFC chip with a short version answer (a PN531?). A PN532 was expected"
    found = f"an NFC chip with IC code 0x{version[0]:02X}, firmware {version[1]}.{version[2]}"
    return f"{found}. A PN532 (0x32) was expected"


_NAMES = {
    Command.GET_FIRMWARE_VERSION: "GetFirmwareVersion",
    Command.SAM_CONFIGURATION: "SAMConfiguration",
    Command.RF_CONFIGURATION: "RFConfiguration",
    Command.IN_LIST_PASSIVE_TARGET: "InListPassiveTarget",
    Command.IN_RELEASE: "InRelease",
}
