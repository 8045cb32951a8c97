"""The simulator's end of the GPIO socket: fixed messages of sixteen bytes.

    type u8 | line u8 | level u8 | flags u8 | seq u32 | stamp u64        little-endian, stamp in ns

    from the host   01 hello (level = version 1), 02 read, 03 write, 04 watch (flags: 1 pull-up, 2 -down), 05 unwatch
    answers         81 (seq = number of lines), 82 level, 84 present level, 85. 03 has none
    by itself       20 edge: seq counts the line's edges since it was watched, so that a jump tells of a loss
                    7F error: level 1 unknown type, 2 no such line, 3 line in use, 4 version not spoken

Nothing is refused by closing the connection. Golden vectors: tests/data/gpio_socket.toml.
"""

import struct
from collections.abc import Callable
from enum import IntEnum

from hardware_sim.physics.lines import Lines

MESSAGE = struct.Struct("<BBBBIQ")
VERSION = 1
ANSWER = 0x80
EDGE, ERROR = 0x20, 0x7F


class Ask(IntEnum):
    """Types of the host."""

    HELLO = 0x01
    READ = 0x02
    WRITE = 0x03
    WATCH = 0x04
    UNWATCH = 0x05


class Refusal(IntEnum):
    """Codes of 7F."""

    UNKNOWN_TYPE = 1
    NO_SUCH_LINE = 2
    LINE_IN_USE = 3
    VERSION_NOT_SPOKEN = 4


class Refused(Exception):
    """A request that is answered by 7F."""

    def __init__(self, code: Refusal) -> None:
        super().__init__(code.name)
        self.code = code


class GpioBoard:
    """The table's lines for one host. A watched line cannot be written. A written one (a lamp) can be read."""

    def __init__(self, name: str, lines: Lines, now: int = 0) -> None:
        self._name = name
        self._lines = lines
        self._buffer = bytearray()
        self._output = bytearray()
        self._now = now
        self._greeted = False
        self._edges: dict[int, int] = {}
        self._lose = 0
        self.lamps: dict[int, bool] = {}
        """The lines that the host drives."""
        self._answers: dict[int, Callable[[int, int, int, int], None]] = {
            Ask.READ: self._read,
            Ask.WRITE: self._write,
            Ask.WATCH: self._watch,
            Ask.UNWATCH: self._unwatch,
        }
        lines.listen(self._edge)

    @property
    def name(self) -> str:
        """The part's name on the table."""
        return self._name

    @property
    def deadline(self) -> int | None:
        """None, because edges come from the world and the board itself waits for nothing."""
        return None

    def wake(self, now: int) -> None:
        """Note the time."""
        self._now = now

    def take_output(self) -> bytes:
        """Return what goes to the host now. A socket has no wire time."""
        data = bytes(self._output)
        self._output.clear()
        return data

    def reboot(self, now: int) -> None:
        """Begin a new connection: nothing is watched or driven, and no greeting was sent."""
        self._now = now
        self._greeted = False
        self._buffer.clear()
        self._output.clear()
        self._edges.clear()
        self.lamps.clear()

    def lose_edges(self, count: int) -> None:
        """Swallow the next edges. Their numbers are spent."""
        self._lose = count

    def miss(self, line: int, count: int) -> None:
        """Lose so many edges of a line before its next one."""
        if line in self._edges:
            self._edges[line] += count

    def receive(self, data: bytes, now: int) -> None:
        """Take bytes of the host, in any chunks."""
        self._now = now
        self._buffer += data
        while len(self._buffer) >= MESSAGE.size:
            kind, line, level, flags, seq, _ = MESSAGE.unpack(self._buffer[: MESSAGE.size])
            del self._buffer[: MESSAGE.size]
            self._take(kind, line, level, flags, seq)

    def _take(self, kind: int, line: int, level: int, flags: int, seq: int) -> None:
        try:
            if kind == Ask.HELLO:
                self._hello(level)
            else:
                self._check(kind, line)
                self._answers[kind](line, level, flags, seq)
        except Refused as refused:
            self._say(ERROR, line, refused.code, seq)

    def _hello(self, version: int) -> None:
        if version != VERSION:
            raise Refused(Refusal.VERSION_NOT_SPOKEN)
        self._greeted = True
        self._say(ANSWER | Ask.HELLO, 0, VERSION, len(self._lines))

    def _check(self, kind: int, line: int) -> None:
        if kind not in self._answers:
            raise Refused(Refusal.UNKNOWN_TYPE)
        if not self._greeted:
            raise Refused(Refusal.VERSION_NOT_SPOKEN)
        if line not in self._lines:
            raise Refused(Refusal.NO_SUCH_LINE)

    def _level(self, line: int) -> bool:
        return self.lamps.get(line, self._lines.level(line))

    def _read(self, line: int, _level: int, _flags: int, seq: int) -> None:
        self._say(ANSWER | Ask.READ, line, self._level(line), seq)

    def _write(self, line: int, level: int, _flags: int, _seq: int) -> None:
        if line in self._edges:
            raise Refused(Refusal.LINE_IN_USE)
        self.lamps[line] = bool(level)

    def _watch(self, line: int, _level: int, _flags: int, seq: int) -> None:
        """Watch a line. The requested pull changes nothing, because every line of the table has its own pull-up."""
        if line in self._edges or line in self.lamps:
            raise Refused(Refusal.LINE_IN_USE)
        self._edges[line] = 0
        self._say(ANSWER | Ask.WATCH, line, self._level(line), seq)

    def _unwatch(self, line: int, _level: int, _flags: int, seq: int) -> None:
        self._edges.pop(line, None)
        self._say(ANSWER | Ask.UNWATCH, line, 0, seq)

    def _edge(self, line: int, level: bool, at: int) -> None:
        if line not in self._edges:
            return
        self._edges[line] += 1
        if self._lose:
            self._lose -= 1
            return
        self._output += MESSAGE.pack(EDGE, line, level, 0, self._edges[line], at)

    def _say(self, kind: int, line: int, level: int, seq: int) -> None:
        self._output += MESSAGE.pack(kind, line, level, 0, seq, self._now)
