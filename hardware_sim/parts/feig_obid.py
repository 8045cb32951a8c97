"""FEIG OBID i-scan readers in ISO Host Mode, several addresses on one RS-485 line.

Sources: FEIG manuals H60301-3e, H40801-5e, H01113-4e, H20411-0e. No part was attached. These are assumed and may
differ on a real reader:

- TR-TYPE 03 for ISO15693, and the parameter of 6A
- what 65 and 66 return, and the tags per answer
- the reaction to a request while busy, and the time a reset takes

The default of a real reader is 38400 8E1. A pty takes no parity, so the simulated line is 8N1 and counts eleven bits
a character if ``parity`` says so.
"""

from collections.abc import Callable, Collection, Mapping
from functools import reduce

from hardware_sim.physics.fields import Fields, Outcome
from hardware_sim.physics.things import Chip, Tag

from .antenna import Radio
from .feig_frames import Request, RequestFrames, answer
from .part import MS, SerialPart

ANY = 255
"""Address that every reader answers (COM-ADR)."""
FRAME_PAUSE = 12 * MS
"""A longer silence between characters ends a frame (manuals: at most 12 ms)."""
ANSWER_AFTER = 8 * MS
"""The pause of 5 ms before a frame, and the firmware. The 3 ms are assumed."""
RESET_TIME = 10 * MS
"""RF reset: field off and on again. Assumed."""
BOOT_TIME = 500 * MS
"""After a CPU reset. Assumed."""

OK, NO_TAG, PARAMETER, UNKNOWN, LENGTH, RF_ERROR, NO_DATA, MORE = 0x00, 0x01, 0x11, 0x80, 0x81, 0x83, 0x92, 0x94
ADDRESS_ERROR = 0x04
ISO15693_TYPE = 0x03
MODE_MORE, MODE_ADDRESSED = 0x80, 0x01

READER_INFO = bytes.fromhex("01 05 00 00 4A 00 08 02 00 02 00")
"""SW-REV 1.5, D-REV, HW-TYPE, SW-TYPE, TR-TYPE, receive and send buffer of 512 bytes. Layout assumed."""
TABLE_INFO = bytes.fromhex("00 00 00 00 00 00")

Reply = tuple[int, bytes, int]
"""Status, data, nanoseconds that it took."""


class FeigReader:
    """One reader: its address, its antenna, its state. Lives on a ``FeigLine``."""

    def __init__(self, address: int, antenna: str, radio: Radio, tags_per_answer: int = 32) -> None:
        if not 0 <= address < ANY:
            raise ValueError(f"address {address} of a FEIG reader: allowed are 0-254")
        radio.fields.antenna(antenna)
        self.address = address
        self.antenna = antenna
        self.info = READER_INFO
        self.busy_until = 0
        self._radio = radio
        self._tags_per_answer = tags_per_answer
        self._waiting: list[Tag] = []
        self._pages: dict[int, bytes] = {}
        self._commands = self._table()

    def _table(self) -> dict[int, Callable[[bytes, int], Reply]]:
        return {
            0x22: lambda _data, _at: (NO_DATA, b"", 0),
            0x31: lambda _data, _at: (OK, TABLE_INFO, 0),
            0x32: lambda _data, _at: (OK, b"", 0),
            0x33: lambda _data, _at: (OK, b"", 0),
            0x52: lambda _data, _at: (OK, b"", 0),
            0x63: self._reset,
            0x64: self._reset,
            0x65: lambda _data, _at: (OK, self.info, 0),
            0x66: lambda _data, _at: (OK, self.info, 0),
            0x69: self._rf_reset,
            0x6A: self._rf,
            0x80: self._read_page,
            0x81: self._write_page,
            0x82: lambda _data, _at: (OK, b"", 0),
            0x83: self._default_pages,
            0xB0: self._host_command,
        }

    def power_up(self, at: int) -> None:
        """The state after power-on: the field is on (manuals: CFG1 default), no tag is quiet."""
        self._waiting = []
        self._radio.on(self.antenna, at)

    def power_down(self, at: int) -> None:
        """Lose the supply: the field is off."""
        self._waiting = []
        self._radio.off(self.antenna, at)

    def begin(self, request: Request, at: int) -> tuple[int, Callable[[int], Reply]]:
        """Take a request at ``at``. Returns when it is done (ns) and what to call then for the answer."""
        if request.command == 0xB0 and request.data[:1] == b"\x01":
            return self._begin_inventory(request.data[1:], at)
        handler = self._commands.get(request.command)
        if handler is None:
            return at, lambda _at: (UNKNOWN, b"", 0)
        status, data, took = self._checked(handler, request.data, at)
        return at + took, lambda _at: (status, data, took)

    def _checked(self, handler: Callable[[bytes, int], Reply], data: bytes, at: int) -> Reply:
        try:
            return handler(data, at)
        except IndexError:
            return LENGTH, b"", 0

    # --- inventory ----------------------------------------------------------------------------------------------

    def _begin_inventory(self, data: bytes, began: int) -> tuple[int, Callable[[int], Reply]]:
        if not data:
            return began, lambda _at: (LENGTH, b"", 0)
        if data[0] & MODE_MORE:
            return began + self._share_of_air(began), lambda _at: self._hand_out()
        took = self._radio.inventory_time(self.antenna, began)
        waiting = max(self._radio.chips_there(self.antenna, began), 1)
        first = took * min(self._tags_per_answer, waiting) // waiting
        return began + first, lambda ended: self._inventory(began, ended)

    def _share_of_air(self, began: int) -> int:
        """Air time of a continued inventory: the tags still to come, as if they were alone."""
        left = min(len(self._waiting), self._tags_per_answer)
        total = max(self._radio.chips_there(self.antenna, began), 1)
        return self._radio.inventory_time(self.antenna, began) * left // total

    def _inventory(self, began: int, ended: int) -> Reply:
        self._waiting = []
        if not self._radio.fields.is_on(self.antenna):
            return NO_TAG, b"", 0
        listing = self._radio.chips(self.antenna, began, ended)
        if listing.outcome is Outcome.GARBLED:
            return RF_ERROR, b"", 0
        self._waiting = sorted(listing.tags, key=lambda tag: tag.uid[::-1])
        return self._hand_out()

    def _hand_out(self) -> Reply:
        """The next data sets. Each reported tag is quiet until the field is reset."""
        now, self._waiting = self._waiting[: self._tags_per_answer], self._waiting[self._tags_per_answer :]
        if not now:
            return NO_TAG, b"", 0
        sets = b"".join(bytes([ISO15693_TYPE, 0x00]) + tag.uid for tag in now)
        return (MORE if self._waiting else OK), bytes([len(now)]) + sets, 0

    # --- the other commands -------------------------------------------------------------------------------------

    def _host_command(self, data: bytes, at: int) -> Reply:
        if data[0] == 0x23:
            return self._read_blocks(data[1:], at)
        if data[0] in (0x02, 0x25, 0x26):
            return (OK, b"", 5 * MS) if self._find(data[2:10], at) is not None else (NO_TAG, b"", 5 * MS)
        return UNKNOWN, b"", 0

    def _read_blocks(self, data: bytes, at: int) -> Reply:
        """Addressed only. Block 0 of a chip holds its denomination, big-endian. Others are zero."""
        chip = self._find(data[1:9], at) if data[0] & 0x07 == MODE_ADDRESSED else None
        first, count = data[9], data[10]
        if chip is None:
            return NO_TAG, b"", 5 * MS
        if first + count > 28 or not count:
            return ADDRESS_ERROR, b"", 5 * MS
        values = (chip.denomination if block == 0 else 0 for block in range(first, first + count))
        blocks = b"".join(b"\x00" + value.to_bytes(4, "big") for value in values)
        return OK, bytes([count, 4]) + blocks, 5 * MS * count

    def _find(self, uid: bytes, at: int) -> Chip | None:
        if not self._radio.fields.is_on(self.antenna):
            return None
        tags = self._radio.chips(self.antenna, at, at + 5 * MS).tags
        here = {tag.uid for tag in tags}
        return next((c for c in self._radio.fields.world.chips if c.tag.uid == uid and uid in here), None)

    def _rf_reset(self, _data: bytes, at: int) -> Reply:
        self._waiting = []
        self._radio.off(self.antenna, at)
        self._radio.on(self.antenna, at + RESET_TIME)
        return OK, b"", RESET_TIME

    def _rf(self, data: bytes, at: int) -> Reply:
        (self._radio.on if data[0] else self._radio.off)(self.antenna, at)
        self._waiting = []
        return OK, b"", 0

    def _reset(self, _data: bytes, at: int) -> Reply:
        self.busy_until = at + BOOT_TIME
        self.power_up(at)
        return OK, b"", 0

    def _read_page(self, data: bytes, _at: int) -> Reply:
        return OK, self._pages.get(data[0] & 0x3F, bytes(14)), 0

    def _write_page(self, data: bytes, _at: int) -> Reply:
        if len(data) != 15:
            return LENGTH, b"", 0
        self._pages[data[0] & 0x3F] = data[1:]
        return OK, b"", 0

    def _default_pages(self, data: bytes, _at: int) -> Reply:
        self._pages.pop(data[0] & 0x3F, None)
        return OK, b"", 0


class FeigLine(SerialPart):
    """A line with the readers at ``antennas``: address to antenna name."""

    kind = "feig_obid"

    def __init__(
        self,
        name: str,
        fields: Fields,
        antennas: Mapping[int, str],
        baud: int = 115200,
        *,
        parity: str = "N",
        tags_per_answer: int = 32,
        now: int = 0,
    ) -> None:
        super().__init__(name, baud, bits=10 if parity == "N" else 11)
        self.readers = {
            address: FeigReader(address, antenna, Radio(f"{name}/{address}", fields), tags_per_answer)
            for address, antenna in antennas.items()
        }
        self.absent: frozenset[int] = frozenset()
        """Readers (as they were addressed at first) that have no supply, or hang behind an open bus."""
        self.hasty = 0
        """Requests that came less than the required 5 ms after the line was last in use."""
        self._frames = RequestFrames()
        self._quiet_since = -FRAME_PAUSE
        self._power_up(now)

    def _power_up(self, now: int) -> None:
        self._frames.silence()
        for reader in self.readers.values():
            reader.power_up(now)

    def darken(self, numbers: Collection[int], now: int) -> None:
        """Take these readers (as they were addressed at first) off: no supply, or behind an open bus."""
        self.absent |= set(numbers)
        for number in numbers:
            self.readers[number].power_down(now)

    def pretend(self, text: str) -> None:
        """Let every reader answer 65 and 66 with other bytes: ``text`` is hex."""
        info = bytes.fromhex(text)
        if not info:
            raise ValueError("identity of a FEIG reader is empty: allowed are the bytes of its reader info in hex")
        for reader in self.readers.values():
            reader.info = info

    def _heard(self, data: bytes, at: int) -> None:
        pause = at - self.uart.wire_time(len(data)) - self._quiet_since
        if pause > FRAME_PAUSE:
            self._frames.silence()
        self._quiet_since = max(at, self._quiet_since)
        for request in self._frames.feed(data):
            self.hasty += 0 <= pause < 5 * MS
            self._ask(request, at)

    def _ask(self, request: Request, at: int) -> None:
        """Let the readers begin that are addressed and free. When several do, their answers collide on the line."""
        there = [reader for number, reader in self.readers.items() if number not in self.absent]
        asked = [r for r in there if request.address in (r.address, ANY) and r.busy_until <= at]
        if len(asked) == 1:
            self._begin(asked[0], request, at)
        elif asked:
            rest = len(asked)
            frames = [
                b"\xff" * late + answer(request, reader.address, OK, b"") + b"\xff" * (rest - late)
                for late, reader in enumerate(asked)
            ]
            self._send(reduce(_collide, frames), at + ANSWER_AFTER)

    def _begin(self, reader: FeigReader, request: Request, at: int) -> None:
        done, finish = reader.begin(request, at)
        reader.busy_until = max(done, reader.busy_until)

        def reply(now: int) -> None:
            status, data, _ = finish(now)
            self._send(answer(request, reader.address, status, data), now + ANSWER_AFTER)

        self.agenda.at(done, reply)

    def _send(self, raw: bytes, at: int) -> None:
        self._quiet_since = self.uart.send(raw, at)


def _collide(one: bytes, other: bytes) -> bytes:
    """The collision of two drivers on one pair: a dominant level wins, roughly as a bitwise and. A driver rests high.
    No two readers begin at the same moment: the answers are a character apart."""
    return bytes(a & b for a, b in zip(one, other, strict=False))
