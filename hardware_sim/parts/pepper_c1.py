"""Eccel Pepper C1 MUX: one reader, eight antennas, ISO14443A and ISO15693.

Sources: C1 protocol description (eccel.co.uk), PyPI package pepper-c1 0.2.0, manual of the RS-485 model 000537. No
part was attached. These are assumed and may differ on a real reader:

- the field is on only while a command needs it
- the times of the firmware
- the error numbers of layers other than ICODE
- the answers of the RS-485 model begin with its address
- the polling events
"""

import json
from collections import deque
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Literal

from hardware_sim.physics.fields import Fields, Outcome
from hardware_sim.physics.things import Chip, Tag, Technology
from hardware_sim.physics.timing import CARD_AIR

from .antenna import Radio
from .part import MS, Entry, SerialPart
from .pepper_frames import PayloadFrames, frame

VERSION = "Pepper_C1 MUX 2.12"
NAME = "Pepper C1"

ACK, ASYNC, ERROR = 0x00, 0xFE, 0xFF
MOST_TAGS = 5
"""Tags that the discovery keeps (protocol description, command 02)."""
COMMAND_TIME = 1 * MS
"""A command without RF. Assumed."""
FIELD_START = 5 * MS
"""Guard time between field on and the first command (ISO14443-3)."""
BLOCK_TIME = 5 * MS
"""Reading an ISO15693 block: 4-5 ms on air."""
BOOT_TIME = 800 * MS
"""After reboot. Assumed."""

COMMANDS_WAITING = 8
"""Commands that wait while the reader is busy. Assumed."""

ULTRALIGHT, SLIX = 0x01, 0x24
"""Tag types of the protocol description."""

NO_REPLY, CRC_MISMATCH, COLLISION = 0x1501, 0x1502, 0x1503
"""Errors of the ICODE layer (15)."""
UNKNOWN_COMMAND, BAD_PARAMETER, NO_SUCH_TAG = 0x0001, 0x0002, 0x0003
"""Errors of the command layer. Assumed numbers."""


class Mistake(Exception):
    """A command answered with an error. ``code`` is layer and number."""

    def __init__(self, code: int) -> None:
        super().__init__(f"error {code:#06x}")
        self.code = code


class EventForm(Enum):
    """Forms of a polling event (command 16 06)."""

    NONE = 0
    BINARY = 1
    JSON = 3


Handler = Callable[[bytes, int], bytes]


class PepperC1(SerialPart):
    """A MUX with ``antennas``: number 1-8 to antenna name. ``rs485_address``: the model for a shared line."""

    kind = "pepper_c1"

    def __init__(
        self,
        name: str,
        fields: Fields,
        antennas: Mapping[int, str],
        baud: int = 115200,
        *,
        rs485_address: int | None = None,
        error_order: Literal["little", "big"] = "little",
        now: int = 0,
    ) -> None:
        super().__init__(name, baud)
        if not antennas or not set(antennas) <= set(range(1, 9)):
            raise ValueError(f"antennas {sorted(antennas)} of a Pepper C1 MUX: allowed are one to eight of 1-8")
        for antenna in antennas.values():
            fields.antenna(antenna)
        self.version = VERSION
        self.led = (0, 0, 0)
        self._antennas = dict(antennas)
        self._address = rs485_address
        self._error_order: Literal["little", "big"] = error_order
        self._radio = Radio(name, fields)
        self._frames = PayloadFrames()
        self._commands: dict[int, Handler] = self._table()
        self._power_up(now)

    def _table(self) -> dict[int, Handler]:
        return {
            0x01: lambda _data, _at: b"",
            0x03: self._get_uid,
            0x04: self._activate,
            0x05: lambda _data, _at: b"",
            0x06: self._set_polling,
            0x0A: self._restart,
            0x0B: lambda _data, _at: self.version.encode("ascii"),
            0x0F: self._select_antenna,
            0x11: self._factory_reset,
            0x13: self._config,
            0x14: self._set_led,
            0x16: self._set_up_polling,
            0x91: self._inventory_next,
            0x92: lambda _data, _at: b"",
            0x93: self._read_blocks,
            0x9A: self._system_information,
        }

    def _power_up(self, now: int) -> None:
        self._frames.clear()
        self._deaf_until = now
        self._active = min(self._antennas)
        self._tags: list[Tag] = []
        self._left: list[Tag] = []
        self._job: Entry | None = None
        self._waiting: deque[bytes] = deque(maxlen=COMMANDS_WAITING)
        self._polling: Entry | None = None
        self._period = 100 * MS
        self._form = EventForm.BINARY
        self._told: set[bytes] = set()
        for antenna in self._antennas.values():
            self._radio.off(antenna, now)

    def pretend(self, text: str) -> None:
        """Answer another version text (ASCII)."""
        if not text or not text.isascii():
            raise ValueError(f"identity {text!r} of a Pepper C1: allowed is any ASCII text")
        self.version = text

    @property
    def _antenna(self) -> str:
        return self._antennas[self._active]

    # --- the dialogue -------------------------------------------------------------------------------------------

    def _heard(self, data: bytes, at: int) -> None:
        if at < self._deaf_until:
            return
        for payload in self._frames.feed(data):
            if self._address is None:
                self._take(payload, at)
            elif payload[0] == self._address and len(payload) > 1:
                self._take(payload[1:], at)

    def _take(self, payload: bytes, at: int) -> None:
        """Take a command. While another one (or a look of the polling) is running, it waits its turn."""
        if self._job is not None:
            self._waiting.append(payload)
            return
        command, data = payload[0], payload[1:]
        if command == 0x02:
            self._discover(at)
        elif command == 0x90:
            self._inventory(at)
        else:
            took = BLOCK_TIME if command in (0x93, 0x9A) else COMMAND_TIME
            self._job = self.agenda.at(at + took, lambda now: self._do(command, data, now))

    def _do(self, command: int, data: bytes, at: int) -> None:
        try:
            handler = self._commands.get(command)
            self._acknowledge(command, handler(data, at) if handler else _refuse(), at)
        except Mistake as mistake:
            self._complain(command, mistake.code, at)
        except IndexError:
            self._complain(command, BAD_PARAMETER, at)

    def _acknowledge(self, command: int, data: bytes, at: int) -> None:
        self._send(bytes([ACK, command]) + data, at)
        self._free(at)

    def _complain(self, command: int, code: int, at: int) -> None:
        self._send(bytes([ERROR, command]) + code.to_bytes(2, self._error_order), at)
        self._free(at)

    def _free(self, at: int) -> None:
        """Take the next command, if one waits. The reader has nothing else to do."""
        self._job = None
        if self._waiting:
            self._take(self._waiting.popleft(), at)

    def _send(self, payload: bytes, at: int) -> None:
        address = b"" if self._address is None else bytes([self._address])
        self.uart.send(frame(address + payload), at)

    # --- RF -----------------------------------------------------------------------------------------------------

    def _discover(self, at: int) -> None:
        """Command 02: look for cards, then for ICODE tags. Answers how many, five at most."""
        self._sweep(at, lambda tags, now: self._discovered(tags, now))

    def _discovered(self, tags: list[Tag], at: int) -> None:
        self._tags = tags[:MOST_TAGS]
        self._acknowledge(0x02, bytes([len(self._tags)]), at)

    def _sweep(self, at: int, found: Callable[[list[Tag], int], None]) -> None:
        """Both technologies on the active antenna, its field on meanwhile."""
        antenna, began = self._antenna, at + FIELD_START
        self._radio.on(antenna, at)

        def cards_seen(now: int) -> None:
            cards = list(self._radio.cards(antenna, began).tags)
            icode_from = now + self._radio.overhead(len(cards))
            ends = icode_from + self._radio.inventory_time(antenna, icode_from)
            self._job = self.agenda.at(ends, lambda then: chips_seen(cards, icode_from, then))

        def chips_seen(cards: list[Tag], icode_from: int, now: int) -> None:
            chips = list(self._radio.chips(antenna, icode_from, now).tags)
            self._radio.off(antenna, now)
            found(cards + chips, now)

        self._job = self.agenda.at(began + CARD_AIR, cards_seen)

    def _inventory(self, at: int) -> None:
        """Command 90: an ICODE inventory. Answers the first tag and whether there are more."""
        antenna, began = self._antenna, at + FIELD_START
        self._radio.on(antenna, at)

        def ended(now: int) -> None:
            listing = self._radio.chips(antenna, began, now)
            self._radio.off(antenna, now)
            self._left = sorted(listing.tags, key=lambda tag: tag.uid[::-1])
            if listing.outcome is Outcome.GARBLED:
                self._complain(0x90, CRC_MISMATCH, now)
            elif not self._left:
                self._complain(0x90, NO_REPLY, now)
            else:
                self._acknowledge(0x90, self._next(), now)

        self._job = self.agenda.at(began + self._radio.inventory_time(antenna, began), ended)

    def _inventory_next(self, _data: bytes, _at: int) -> bytes:
        if not self._left:
            raise Mistake(NO_REPLY)
        return self._next()

    def _next(self) -> bytes:
        tag = self._left.pop(0)
        return tag.uid[::-1] + bytes([0x00, bool(self._left)])

    # --- the other commands -------------------------------------------------------------------------------------

    def _get_uid(self, data: bytes, _at: int) -> bytes:
        """Command 03: type, SAK or DSFID, UID (ISO15693: least significant byte first)."""
        if data[0] >= len(self._tags):
            raise Mistake(NO_SUCH_TAG)
        return _told(self._tags[data[0]])

    def _activate(self, data: bytes, _at: int) -> bytes:
        if data[0] >= len(self._tags):
            raise Mistake(NO_SUCH_TAG)
        return b""

    def _select_antenna(self, data: bytes, _at: int) -> bytes:
        if data[0] not in self._antennas:
            raise Mistake(BAD_PARAMETER)
        self._active = data[0]
        self._tags, self._left = [], []
        return b""

    def _restart(self, _data: bytes, at: int) -> bytes:
        self.agenda.at(at + 5 * MS, self._reboot_now)
        return b""

    def _reboot_now(self, at: int) -> None:
        self.reboot(at)
        self._deaf_until = at + BOOT_TIME

    def _factory_reset(self, data: bytes, _at: int) -> bytes:
        if data != b"\x01\x02\x03\x04":
            raise Mistake(BAD_PARAMETER)
        return b""

    def _config(self, data: bytes, _at: int) -> bytes:
        """Command 13 00: mDNS, UDP, length and text of the name."""
        if data[0] != 0x00:
            raise Mistake(BAD_PARAMETER)
        return bytes([0x00, 0, 0, len(NAME)]) + NAME.encode("ascii")

    def _set_led(self, data: bytes, _at: int) -> bytes:
        self.led = (data[0], data[1], data[2])
        return b""

    def _read_blocks(self, data: bytes, at: int) -> bytes:
        """Command 93: blocks of the first ICODE tag found. Block 0 of a chip holds its denomination, big-endian."""
        chip = self._first_chip(at)
        first, count = data[0], data[1]
        if not 1 <= count <= 28 - first:
            raise Mistake(BAD_PARAMETER)
        values = (chip.denomination if block == 0 else 0 for block in range(first, first + count))
        return b"".join(value.to_bytes(4, "big") for value in values)

    def _system_information(self, _data: bytes, at: int) -> bytes:
        """Command 9A, after ISO15693-3: flags, UID, DSFID, AFI, 28 blocks of 4 bytes, IC reference."""
        return b"\x0f" + self._first_chip(at).tag.uid[::-1] + bytes([0, 0, 27, 3, 1])

    def _first_chip(self, at: int) -> Chip:
        self._radio.on(self._antenna, at - BLOCK_TIME)
        listing = self._radio.chips(self._antenna, at - BLOCK_TIME, at)
        self._radio.off(self._antenna, at)
        uids = [tag.uid for tag in listing.tags]
        chip = next((chip for chip in self._radio.fields.world.chips if chip.tag.uid in uids), None)
        if chip is None:
            raise Mistake(NO_REPLY)
        return chip

    # --- polling ------------------------------------------------------------------------------------------------

    def _set_polling(self, data: bytes, at: int) -> bytes:
        self._stop_polling()
        if data[0]:
            self._polling = self.agenda.at(at + self._period, self._poll)
        return b""

    def _stop_polling(self) -> None:
        if self._polling is not None:
            self._polling.cancel()
        self._polling = None

    def _set_up_polling(self, data: bytes, _at: int) -> bytes:
        """Command 16: 03 sets the period (ms), 06 the form of events of known (00) and unknown (01) tags."""
        if data[0] == 0x03:
            self._period = max(int.from_bytes(data[1:3], "little"), 1) * MS
        elif data[0] == 0x06 and data[2] in [form.value for form in EventForm]:
            self._form = EventForm(data[2]) if data[1] == 0x01 else self._form
        else:
            raise Mistake(BAD_PARAMETER)
        return b""

    def _poll(self, at: int) -> None:
        """Look once without a command. A tag that was not there at the last look is reported."""
        self._polling = self.agenda.at(at + self._period, self._poll)
        if self._job is None:
            self._sweep(at, self._polled)

    def _polled(self, tags: list[Tag], at: int) -> None:
        for index, tag in enumerate(tags[:MOST_TAGS]):
            if tag.uid not in self._told:
                self._tell(index, tag, at)
        self._told = {tag.uid for tag in tags}
        self._free(at)

    def _tell(self, index: int, tag: Tag, at: int) -> None:
        if self._form is EventForm.BINARY:
            self._send(bytes([ASYNC]) + b"\x00" + _told(tag), at)
        elif self._form is EventForm.JSON:
            event = {
                "type": "uid",
                "uid": tag.uid.hex().upper(),
                "string": "",
                "tag_index": index,
                "uptime_ms": at // MS,
                "known_tag": False,
                "antenna": self._active,
                "memory": "",
            }
            self.uart.send(json.dumps(event).encode("ascii"), at)


def _refuse() -> bytes:
    raise Mistake(UNKNOWN_COMMAND)


def _told(tag: Tag) -> bytes:
    if tag.technology is Technology.ISO14443A:
        return bytes([ULTRALIGHT, 0x00]) + tag.uid
    return bytes([SLIX, 0x00]) + tag.uid[::-1]
