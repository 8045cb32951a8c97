"""FEIG OBID i-scan HF readers in ISO host mode: codec and reader line, several addressed readers on one bus.

Sources: the FEIG system manuals

- H60301-3e (MR/PR/PRH101): frames 2.1, CRC 2.2, reader info 5.5, RF reset 5.6, RF on/off 5.7, inventory 6.1
- H01113 (MR102)
- H20411 (LR1002)

Not proven on a reader by this project: every time without a figure in the manuals, and readers whose RF command takes
an antenna number (`rf_on`).

    standard   LEN ADR CMD [STATUS] DATA CRCL CRCH             LEN counts all bytes
    advanced   02 ALENH ALENL ADR CMD [STATUS] DATA CRCL CRCH  ALEN counts all bytes. What the line uses

A reader gives no answer to a frame with a wrong CRC or another's address. So a damaged request shows only as silence.
"""

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum

from drivers.checksums import RunningCrc16, crc16_mcrf4xx
from drivers.dialogue import MARGIN, MILLISECOND, Ask, DialogueLine, Match, Pace, Trouble
from drivers.frames import FrameDecoder, Need, Piece
from drivers.reader import Alive, Cause, Counters, Failed, FieldOff, Identified, Identity, Phase, Reading, Tag

STX = 0x02
ANY_ADDRESS = 0xFF
MAX_FRAME = 2048
"""Longest advanced frame taken: 200 transponders. Bounds the buffer. The readers' own buffers are smaller."""

TYPE_ISO15693 = 0x03
"""TR-TYPE of an ISO15693 transponder (H60301-3e annex A, also the constant of FEIG's public SDK headers)."""

PAUSE = 5 * MILLISECOND
"""Silence before a frame (H60301-3e 2.1)."""
TURNAROUND = 15 * MILLISECOND
"""From a request without air time to its answer [estimate]. Keeps the liveness command within 50 ms at 115200."""
RF_RESET = 15 * MILLISECOND
"""The field is off this long in an RF reset, and the answer comes after it (H60301-3e 5.6)."""
AIR_FIRST = 40 * MILLISECOND
AIR_EACH = 12 * MILLISECOND
"""Inventory of n transponders: 607 ms for 60 at the 95th percentile, by ISO/IEC 15693 slot times. Rounded up."""
SHORT_ANSWER = 32
"""Bytes of the longest answer without transponders (reader info, 23) rounded up."""

BITS = 11
"""Start, eight data, parity, stop: the readers' default 8E1. One too many for 8N1, which only lengthens budgets."""

MORE = 0x80
MAX_ROUNDS = 16
"""Inventories in one reading before a reader that always has MORE is called faulty."""


class Command(IntEnum):
    """The commands used here, by the manuals' names."""

    GET_READER_INFO = 0x66
    RF_RESET = 0x69
    RF_ON_OFF = 0x6A
    ISO_HOST = 0xB0


INVENTORY = 0x01

STATUS = {
    0x00: "OK",
    0x01: "no transponder",
    0x02: "data false",
    0x03: "write error",
    0x04: "address error",
    0x05: "wrong transponder type",
    0x11: "parameter range error",
    0x15: "reserved block",
    0x80: "unknown command",
    0x81: "protocol length error",
    0x82: "command not available",
    0x83: "RF communication error",
    0x84: "RF warning",
    0x92: "no valid data",
    0x93: "data buffer overflow",
    0x94: "more data",
    0x95: "transponder error",
    0xF1: "hardware warning",
}
"""Status byte of an answer (H60301-3e annex D)."""

_OK, _NO_TRANSPONDER, _NO_VALID_DATA, _MORE_DATA = 0x00, 0x01, 0x92, 0x94


def status_name(status: int) -> str:
    """`0x84 RF warning`, or the bare number if the manuals name none."""
    return f"0x{status:02X} {STATUS.get(status, 'unknown status')}"


@dataclass(frozen=True, slots=True)
class FeigFrame:
    """One frame. `data` is what follows the command code. In an answer its first byte is the status."""

    address: int
    command: int
    data: bytes = field(default=b"", repr=False)
    advanced: bool = True

    @property
    def status(self) -> int | None:
        """The status of an answer. None if there is no data."""
        return self.data[0] if self.data else None


def encode(frame: FeigFrame) -> bytes:
    """The bytes of `frame`. ValueError if it is too long for its kind (255 bytes in all, or `MAX_FRAME`)."""
    length = len(frame.data) + (7 if frame.advanced else 5)
    limit = MAX_FRAME if frame.advanced else 0xFF
    if length > limit:
        raise ValueError(f"a frame of {length} bytes. Allowed are {limit}")
    head = bytes((STX, length >> 8, length & 0xFF)) if frame.advanced else bytes((length,))
    body = head + bytes((frame.address, frame.command)) + frame.data
    return body + crc16_mcrf4xx(body).to_bytes(2, "little")


class Framing(Enum):
    """Which frames a decoder looks for. Standard ones can begin with any byte from 05, so noise delays them."""

    ADVANCED = "advanced"
    BOTH = "both"


class FeigDecoder(FrameDecoder[FeigFrame]):
    """Cuts the stream into frames.

    Refused: any frame with changes within 16 neighbouring bits, and all but 1 in 65,536 of those damaged otherwise.
    The CRC has no final xor, but it covers the length, so cut or lengthened frames fare no better.

    A damaged line can look like the header of a long frame at every byte. Each of them costs the same few steps.
    """

    def __init__(self, counters: Counters | None = None, framing: Framing = Framing.ADVANCED) -> None:
        super().__init__(counters)
        self._framing = framing
        self._crc = RunningCrc16(MAX_FRAME)

    def feed(self, data: bytes) -> list[FeigFrame]:
        self._crc.grow(data)
        return super().feed(data)

    def _drop(self, length: int) -> None:
        super()._drop(length)
        self._crc.drop(length)

    def _look(self, buffer: bytearray) -> Piece[FeigFrame] | Need:
        if buffer[0] == STX:
            return self._advanced(buffer)
        if self._framing is Framing.BOTH and buffer[0] >= 5:
            return self._cut(buffer, buffer[0], 1)
        return Piece(1)

    def _advanced(self, buffer: bytearray) -> Piece[FeigFrame] | Need:
        if len(buffer) < 3:
            return Need.HEADER
        length = int.from_bytes(buffer[1:3], "big")
        if not 7 <= length <= MAX_FRAME:
            return Piece(1)
        return self._cut(buffer, length, 3)

    def _cut(self, buffer: bytearray, length: int, head: int) -> Piece[FeigFrame] | Need:
        if len(buffer) < length:
            return Need.BODY
        if self._crc.front(length):
            return Piece(1, damaged=True)
        raw = bytes(buffer[:length])
        return Piece(length, FeigFrame(raw[head], raw[head + 1], raw[head + 2 : -2], advanced=head == 3))


def transponders(records: bytes) -> frozenset[Tag]:
    """The tags of an inventory answer: `records` follow its status, a count and then TR-TYPE DSFID UID(8) each.

    Raises ValueError unless count and length agree and every transponder is ISO15693.
    """
    if not records or len(records) != 1 + 10 * records[0]:
        raise ValueError(f"{len(records)} bytes of inventory do not fit their count of 10-byte records")
    return frozenset(_transponder(records[at : at + 10]) for at in range(1, len(records), 10))


def _transponder(record: bytes) -> Tag:
    if record[0] != TYPE_ISO15693:
        raise ValueError(f"transponder type 0x{record[0]:02X} is not ISO15693 (0x03)")
    return Tag("iso15693", record[2:])


class Field(Enum):
    """What is known of a reader's RF field."""

    UNKNOWN = "unknown"
    OFF = "off"
    ON = "on"


class Reset(Enum):
    """What wakes the tags that an earlier inventory left quiet."""

    BEFORE_EACH = "an RF reset before each inventory, right for every setting of the reader"
    BY_READER = "the reader itself: CFG5 ONT = 0 must be set in it (H60301-3e 6.1). Saves some 25 ms a reading"


class FeigLine(DialogueLine[FeigFrame]):
    """Addressed FEIG readers on one port. An antenna is a reader's bus address (COM-ADR 0 to 254).

    `start` asks every address in turn. A silent one is `Failed` with its address and the others go on. Each request
    to such a reader first asks again who it is. So it may join later, and `Identified` then comes before the reading.
    `max_tags` is the most an antenna can hold. The time allowed for an inventory follows from it.
    """

    def __init__(
        self,
        addresses: tuple[int, ...] = (1,),
        baud: int = 38400,
        max_tags: int = 60,
        reset: Reset = Reset.BEFORE_EACH,
        rf_on: int = 0x01,
    ) -> None:
        wrong = [address for address in addresses if not 0 <= address < ANY_ADDRESS]
        if wrong or not addresses:
            raise ValueError(f"addresses {wrong or 'missing'}: a FEIG reader has an address from 0 to 254")
        super().__init__(addresses, FeigDecoder(Counters()), Pace(baud, BITS, PAUSE))
        self._max_tags = max_tags
        self._reset = reset
        self._rf_on = rf_on
        self._fields = dict.fromkeys(addresses, Field.UNKNOWN)
        self._known: set[int] = set()
        self._echoes = False  # the adapter hears what it sends, as some do on two wires
        self._echoed: Ask | None = None  # whose echo has come

    def _match(self, ask: Ask, frame: FeigFrame) -> Match:
        if self._is_echo(ask, frame):
            self._echoed = ask
            return Match.STRAY
        fits = (frame.address, frame.command) == ask.key and frame.status is not None
        return Match.ANSWER if fits else Match.STRAY

    def _is_echo(self, ask: Ask, frame: FeigFrame) -> bool:
        """Whether it is our own request that came back. Read as an answer, the one for an inventory says "no tag".

        Only the answer to RF off has the same bytes as its request. There the echo is the first of two.
        """
        same = encode(frame) == ask.frame
        if frame.command != Command.RF_ON_OFF:
            self._echoes = same or self._echoed is ask
            return same
        return same and self._echoes and self._echoed is not ask

    # scripts

    def _opening(self) -> Generator[Ask, FeigFrame, None]:
        self._phase = Phase.IDENTIFYING
        for address in self.antennas:
            try:
                yield from self._meet(address)
            except Trouble as trouble:
                self._report(Failed(address, trouble.cause, trouble.detail))
        self._phase = Phase.READY if self._known else Phase.SILENT

    def _reading(self, antenna: int) -> Generator[Ask, FeigFrame, None]:
        yield from self._meet(antenna)
        if self._fields[antenna] is not Field.ON:
            yield from self._switch(antenna, Field.ON)
        if self._reset is Reset.BEFORE_EACH:
            yield from self._command(antenna, Command.RF_RESET, waits=RF_RESET)
        began = self._now
        tags = yield from self._inventory(antenna)
        self._report(Reading(antenna, tags, began, self._now))

    def _darkening(self, antenna: int) -> Generator[Ask, FeigFrame, None]:
        yield from self._meet(antenna)
        yield from self._switch(antenna, Field.OFF)
        self._report(FieldOff(antenna, self._now))

    def _pinging(self, antenna: int | None) -> Generator[Ask, FeigFrame, None]:
        address = min(self._known, default=self.antennas[0]) if antenna is None else antenna
        asked = self._now
        yield from self._introduce(address)
        self._report(Alive(antenna, self._now - asked))

    def seek(self, address: int, now: int) -> None:
        """Ask at an address that no antenna has. Ends in `Alive` or `Failed` with that address."""
        self._ready_for(self.antennas[0])
        self._begin(self._seeking(address), address, now)

    def _seeking(self, address: int) -> Generator[Ask, FeigFrame, None]:
        asked = self._now
        yield from self._command(address, Command.GET_READER_INFO, b"\x00")
        self._report(Alive(address, self._now - asked))

    # parts of scripts

    def _meet(self, address: int) -> Generator[Ask, FeigFrame, None]:
        """Identify a reader that is not known, or that owes an answer. Late answers come before that one."""
        if address not in self._known or address in self._suspects:
            yield from self._introduce(address)

    def _introduce(self, address: int) -> Generator[Ask, FeigFrame, None]:
        info = yield from self._command(address, Command.GET_READER_INFO, b"\x00")
        if address in self._suspects:
            self._suspects.discard(address)
            self._fields[address] = Field.UNKNOWN  # it may have been without power
        if address in self._known:
            return
        yield from self._switch(address, Field.OFF)
        self._known.add(address)
        self._report(Identified(_identity(info), address))

    def _switch(self, address: int, wanted: Field) -> Generator[Ask, FeigFrame, None]:
        self._fields[address] = Field.UNKNOWN
        yield from self._command(address, Command.RF_ON_OFF, bytes((self._rf_on if wanted is Field.ON else 0,)))
        self._fields[address] = wanted

    def _inventory(self, address: int) -> Generator[Ask, FeigFrame, frozenset[Tag]]:
        tags: frozenset[Tag] = frozenset()
        mode = 0
        for _ in range(MAX_ROUNDS):
            answer = yield self._request(address, Command.ISO_HOST, bytes((INVENTORY, mode)), *self._air())
            if answer.status in {_NO_TRANSPONDER, _NO_VALID_DATA}:
                return tags
            tags |= _listed(answer)
            if answer.status == _OK:
                return tags
            mode = MORE
        raise Trouble(Cause.REPORTED, f"inventory at address {address}: MORE was announced {MAX_ROUNDS} times")

    def _air(self) -> tuple[int, int]:
        """Time in the air and bytes on the wire for the most that can lie there."""
        return AIR_FIRST + AIR_EACH * self._max_tags, 9 + 10 * self._max_tags

    def _command(
        self, address: int, command: Command, parameters: bytes = b"", waits: int = 0
    ) -> Generator[Ask, FeigFrame, bytes]:
        """One request whose only good status is OK. The answer's data without it. `waits`: see `Ask`."""
        ask = self._request(address, command, parameters, waits + TURNAROUND, SHORT_ANSWER)
        answer = yield replace(ask, waits=waits)
        if answer.status != _OK:
            raise _refused(_NAMES[command], answer)
        return answer.data[1:]

    def _request(self, address: int, command: Command, parameters: bytes, budget: int, longest: int) -> Ask:
        frame = encode(FeigFrame(address, command, parameters))
        name = f"{_NAMES[command]} at address {address}"
        allowed = self._wire(len(frame) + longest) + budget + MARGIN
        return Ask(name, frame, (address, command), allowed, peer=address)


def _listed(answer: FeigFrame) -> frozenset[Tag]:
    if answer.status not in {_OK, _MORE_DATA}:
        raise _refused("inventory", answer)
    try:
        return transponders(answer.data[1:])
    except ValueError as error:
        raise Trouble(Cause.REPORTED, f"inventory at address {answer.address}: {error}") from None


def _refused(name: str, answer: FeigFrame) -> Trouble:
    status = status_name(answer.data[0])
    return Trouble(Cause.REPORTED, f"{name} at address {answer.address}: status {status}")


def _identity(info: bytes) -> Identity:
    """Reader info, mode 00: SW-REV(2) D-REV HW-TYPE SW-TYPE TR-TYPE(2) RX-BUF(2) TX-BUF(2) (H60301-3e 5.5)."""
    if len(info) < 5:
        return Identity("feig_obid", "unknown")
    return Identity("feig_obid", f"{info[0]}.{info[1]}.{info[2]} (reader type 0x{info[4]:02X})")


_NAMES = {
    Command.GET_READER_INFO: "reader info",
    Command.RF_RESET: "RF reset",
    Command.RF_ON_OFF: "RF on/off",
    Command.ISO_HOST: "inventory",
}
