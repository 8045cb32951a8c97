"""The shoe's reader: an NXP PN532 on its high-speed UART (HSU), as the host meets it.

Source: NXP UM0701-02 (frames 6.2.1, dialogue 6.2.2, commands 7). Times of the firmware are estimates: 20-50 ms per
card. Assumed, not measured: the bytes lost while the oscillator starts, the time of a look without a card.
"""

from collections.abc import Callable
from enum import Enum

from hardware_sim.physics.fields import Fields
from hardware_sim.physics.things import Tag
from hardware_sim.physics.timing import CARD_AIR

from .antenna import Radio
from .part import MS, US, Entry, SerialPart
from .pn532_frames import ACK, SYNTAX_ERROR, TO_HOST, HostFrames, frame

BAUDS = (9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600, 1288000)
FIRMWARE = bytes.fromhex("32 01 06 07")
"""IC PN532, version 1.6, ISO14443A and B and ISO18092."""

ACK_AFTER = 500 * US
"""The chip acknowledges within 15 ms (UM0701-02 6.2.2). An idle one takes well under one."""
COMMAND_TIME = 1 * MS
"""A command without RF."""
OSCILLATOR_BYTES = 5
"""Bytes that are lost while a sleeping chip wakes: T_osc_start is some hundred microseconds at 115200. Assumed."""
FIELD_START = 5 * MS
"""Guard time of ISO14443-3 between field on and the first command."""
ENDLESS = 0xFF
ENDLESS_PAUSE = 10 * MS
"""Between looks of a listing without end. Assumed."""
POLL_UNIT = 150 * MS
"""Unit of InAutoPoll's period (UM0701-02 7.3.13)."""
MOST_TARGETS = 2

STATUS_OK, STATUS_TIMEOUT, STATUS_PARAMETER, STATUS_CONTEXT = 0x00, 0x01, 0x10, 0x27
"""Error codes of UM0701-02 7.1."""

Reply = bytes | None
"""Parameters of the answer. None: the command answers later, or the chip sends the syntax error frame."""


class Power(Enum):
    """Whether the chip listens."""

    ASLEEP = "asleep"
    AWAKE = "awake"


class SyntaxMistake(Exception):
    """A command that the chip answers with the error frame."""


class Pn532(SerialPart):
    """A PN532 above one antenna. ``firmware``: the four bytes of GetFirmwareVersion."""

    kind = "pn532"

    def __init__(self, name: str, fields: Fields, antenna: str, baud: int = 115200, now: int = 0) -> None:
        super().__init__(name, baud)
        fields.antenna(antenna)
        self.firmware = FIRMWARE
        self._radio = Radio(name, fields)
        self._antenna = antenna
        self._power_on_baud = baud
        self._frames = HostFrames()
        self._commands = self._table()
        self._power_up(now)

    def _table(self) -> dict[int, Callable[[bytes, int], Reply]]:
        return {
            0x00: self._diagnose,
            0x02: lambda _data, _at: self.firmware,
            0x04: self._general_status,
            0x06: self._read_registers,
            0x08: self._write_registers,
            0x10: self._set_baud,
            0x12: lambda _data, _at: b"",
            0x14: self._sam,
            0x16: self._power_down,
            0x32: self._rf_configuration,
            0x40: self._exchange,
            0x44: self._let_go,
            0x4A: self._list_targets,
            0x52: self._let_go,
            0x54: self._select,
            0x60: self._auto_poll,
        }

    def _power_up(self, now: int) -> None:
        self._power = Power.ASLEEP
        self._lost = 0
        self._frames.clear()
        self._registers: dict[int, int] = {}
        self._retries = ENDLESS
        self._targets: list[Tag] = []
        self._task: Entry | None = None
        self._command = 0
        self._last_answer = b""
        self._next_baud: int | None = None
        self.uart.baud = self._power_on_baud
        self._radio.off(self._antenna, now)

    def pretend(self, text: str) -> None:
        """Answer GetFirmwareVersion with other bytes: ``text`` is four bytes in hex."""
        firmware = bytes.fromhex(text)
        if len(firmware) != 4:
            raise ValueError(f"identity {text!r} of a PN532: allowed are four bytes in hex, such as 32 01 06 07")
        self.firmware = firmware

    # --- the dialogue -------------------------------------------------------------------------------------------

    def _heard(self, data: bytes, at: int) -> None:
        for found in self._frames.feed(self._awake(data)):
            if isinstance(found, bytes):
                self._take(found, at)
            elif found == "ack":
                self._acknowledged(at)
            else:
                self.uart.send(self._last_answer, at + ACK_AFTER)

    def _awake(self, data: bytes) -> bytes:
        """Wake the chip. A sleeping chip loses the first bytes, whatever they are. The rest is heard."""
        if self._power is Power.AWAKE:
            return data
        lost = min(OSCILLATOR_BYTES - self._lost, len(data))
        self._lost += lost
        if self._lost == OSCILLATOR_BYTES:
            self._power, self._lost = Power.AWAKE, 0
        return data[lost:]

    def _acknowledged(self, at: int) -> None:
        """Take the host's ACK, which ends what is running. After SetSerialBaudRate it makes the new rate valid."""
        self._abort()
        if self._next_baud is not None:
            baud, self._next_baud = self._next_baud, None
            self.agenda.at(at, lambda _at: setattr(self.uart, "baud", baud))

    def _abort(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = None

    def _take(self, content: bytes, at: int) -> None:
        """Take a command (behind TFI). A running one ends, this one is acknowledged and done."""
        self._abort()
        done = self.uart.send(ACK, at + ACK_AFTER)
        self._command = content[1] if len(content) > 1 else -1
        self._after(done + COMMAND_TIME - at, at, lambda now: self._do(content[2:], now))

    def _after(self, span: int, at: int, action: Callable[[int], None]) -> None:
        self._task = self.agenda.at(at + span, action)

    def _do(self, data: bytes, at: int) -> None:
        self._task = None
        try:
            reply = self._commands.get(self._command, _refuse)(data, at)
        except (SyntaxMistake, IndexError):
            self._say(SYNTAX_ERROR, at)
        else:
            if reply is not None:
                self._answer(reply, at)

    def _answer(self, reply: bytes, at: int) -> None:
        self._task = None
        self._say(frame(bytes([TO_HOST, self._command + 1]) + reply), at)

    def _say(self, raw: bytes, at: int) -> None:
        self._last_answer = raw
        self.uart.send(raw, at)

    # --- commands without RF ------------------------------------------------------------------------------------

    def _diagnose(self, data: bytes, _at: int) -> Reply:
        """7.2.1: line test echoes. ROM and RAM are good."""
        return data if data[0] == 0 else b"\x00"

    def _general_status(self, _data: bytes, _at: int) -> Reply:
        """7.2.3: last error, field, targets (106 kbit/s both ways, type A), SAM."""
        targets = b"".join(bytes([number, 0, 0, 0x00]) for number, _ in enumerate(self._targets, 1))
        field = self._radio.fields.is_on(self._antenna)
        return bytes([0, field, len(self._targets)]) + targets + b"\x00"

    def _read_registers(self, data: bytes, _at: int) -> Reply:
        addresses = [int.from_bytes(data[i : i + 2], "big") for i in range(0, len(data), 2)]
        return bytes(self._registers.get(address, 0) for address in addresses)

    def _write_registers(self, data: bytes, _at: int) -> Reply:
        for start in range(0, len(data), 3):
            self._registers[int.from_bytes(data[start : start + 2], "big")] = data[start + 2]
        return b""

    def _set_baud(self, data: bytes, _at: int) -> Reply:
        """7.2.8: valid when the host has acknowledged the answer."""
        if data[0] >= len(BAUDS):
            raise SyntaxMistake
        self._next_baud = BAUDS[data[0]]
        return b""

    def _sam(self, data: bytes, _at: int) -> Reply:
        """7.2.10: mode 1-4."""
        if not 1 <= data[0] <= 4:
            raise SyntaxMistake
        return b""

    def _power_down(self, _data: bytes, at: int) -> Reply:
        """7.2.11: answers, then sleeps without field."""
        self._let_go(b"\x00", at)
        self._radio.off(self._antenna, at)
        self._power = Power.ASLEEP
        return bytes([STATUS_OK])

    # --- RF -----------------------------------------------------------------------------------------------------

    def _rf_configuration(self, data: bytes, at: int) -> Reply:
        """7.3.1: item 1 switches the field, item 5 sets the retries of a listing. Others are accepted without
        effect."""
        if data[0] == 0x01:
            (self._radio.on if data[1] & 1 else self._radio.off)(self._antenna, at)
        elif data[0] == 0x05:
            self._retries = data[3]
        return b""

    def _list_targets(self, data: bytes, at: int) -> Reply:
        """7.3.5: up to two cards at 106 kbit/s type A. Other rates find nothing here."""
        most, rate = data[0], data[1]
        if not 1 <= most <= MOST_TARGETS or rate > 4:
            raise SyntaxMistake
        # A card left selected answers the second call only: the first one just sends it back to idle.
        looks = self._retries + (0 if self._targets else 1)
        self._targets = []
        self._look(at, most if rate == 0 else 0, ENDLESS if self._retries == ENDLESS else looks, self._found_list)
        return None

    def _look(self, at: int, most: int, looks: int, found: Callable[[list[Tag], int], None]) -> None:
        began = at if self._radio.fields.is_on(self._antenna) else at + FIELD_START
        self._radio.on(self._antenna, at)
        self._after(began + CARD_AIR - at, at, lambda now: self._looked(began, now, most, looks, found))

    def _looked(self, began: int, now: int, most: int, looks: int, found: Callable[[list[Tag], int], None]) -> None:
        tags = list(self._radio.cards(self._antenna, began).tags[:most]) if looks else []
        if tags or (looks <= 1):
            self._after(self._radio.overhead(len(tags)), now, lambda at: found(tags, at))
        else:
            left, pause = (looks, ENDLESS_PAUSE) if looks == ENDLESS else (looks - 1, 0)
            self._after(pause, now, lambda at: self._look(at, most, left, found))

    def _found_list(self, tags: list[Tag], at: int) -> None:
        self._targets = tags
        self._answer(bytes([len(tags)]) + b"".join(_target(n, tag) for n, tag in enumerate(tags, 1)), at)

    def _auto_poll(self, data: bytes, at: int) -> Reply:
        """7.3.13: PollNr (FF: for ever), Period x 150 ms, types. Type A answers as 10 (Mifare)."""
        rounds, period = data[0], data[1] * POLL_UNIT
        if not rounds or not 1 <= data[1] <= 15 or len(data) < 3:
            raise SyntaxMistake
        self._targets = []
        self._poll(at, rounds, period)
        return None

    def _poll(self, at: int, rounds: int, period: int) -> None:
        def found(tags: list[Tag], now: int) -> None:
            if tags or rounds == 1:
                self._found_poll(tags, now)
            else:
                left = rounds if rounds == ENDLESS else rounds - 1
                self._after(max(period - (now - at), 0), now, lambda then: self._poll(then, left, period))

        self._look(at, MOST_TARGETS, 1, found)

    def _found_poll(self, tags: list[Tag], at: int) -> None:
        self._targets = tags
        records = ((0x10, _target(number, tag)) for number, tag in enumerate(tags, 1))
        self._answer(bytes([len(tags)]) + b"".join(bytes([kind, len(raw)]) + raw for kind, raw in records), at)

    def _exchange(self, data: bytes, _at: int) -> Reply:
        """7.3.8: a listed card answers READ of its first pages. Anything else gets no answer from the card."""
        if not 1 <= data[0] <= len(self._targets):
            return bytes([STATUS_CONTEXT])
        if data[1:] == b"\x30\x00":
            return bytes([STATUS_OK]) + _first_pages(self._targets[data[0] - 1].uid)
        return bytes([STATUS_TIMEOUT])

    def _let_go(self, data: bytes, _at: int) -> Reply:
        """7.3.10, 7.3.11: target 0 means all of them."""
        if data[0] == 0:
            self._targets = []
        elif data[0] <= len(self._targets):
            del self._targets[data[0] - 1]
        else:
            return bytes([STATUS_PARAMETER])
        return bytes([STATUS_OK])

    def _select(self, data: bytes, _at: int) -> Reply:
        return bytes([STATUS_OK if 1 <= data[0] <= len(self._targets) else STATUS_PARAMETER])


def _refuse(_data: bytes, _at: int) -> Reply:
    """An unknown command."""
    raise SyntaxMistake


def _target(number: int, tag: Tag) -> bytes:
    """Tg SENS_RES SEL_RES length UID of an Ultralight: SENS_RES bits 7-6 give the length of the UID."""
    sens_res = {4: 0x04, 7: 0x44, 10: 0x84}.get(len(tag.uid), 0x44)
    return bytes([number, 0x00, sens_res, 0x00, len(tag.uid)]) + tag.uid


def _first_pages(uid: bytes) -> bytes:
    """Pages 0-3 of an Ultralight: UID with its two check bytes (ISO14443-3), then lock and one-way bytes."""
    check0 = 0x88 ^ uid[0] ^ uid[1] ^ uid[2]
    check1 = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
    return uid[:3] + bytes([check0]) + uid[3:7] + bytes([check1, 0x48, 0, 0, 0, 0, 0, 0])
