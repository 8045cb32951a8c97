"""GPIO lines of the simulated table, over its Unix stream socket.

Every message has 16 bytes: type u8, line u8, level u8, flags u8, sequence u32, stamp u64, little-endian. The stamp is
the table's clock in ns.

- The host asks: 01 hello, 02 read, 03 write, 04 watch, 05 unwatch.
- The simulator answers with the type + 80 and the same sequence.
- It sends edges (20) by itself, each with the line's own count.
- It refuses with 7F, never by closing.

`docs/parts/gpio.md` has the table. Both ends are tested against the same vectors.

A question waits for its answer (at most a second), but for a look. Edges that come meanwhile are kept for `pump`.
"""

import select
import socket
import struct
from collections import deque
from dataclasses import dataclass
from enum import IntEnum
from typing import Self

from drivers.gpio.chip import (
    Bell,
    ChipAbsent,
    Claim,
    Claims,
    Edge,
    GpioError,
    GpioForbidden,
    GpioLost,
    Heard,
    LineInUse,
    LineUnknown,
    Pull,
    Sink,
    Use,
    VersionRefused,
)

VERSION = 1
_ANSWER_TIME = 1.0  # seconds of real time: half of what the bridge may stand still. The simulator answers at once
_FORMAT = struct.Struct("<BBBBIQ")
_MASK = 0xFFFF_FFFF


class Kind(IntEnum):
    """The first byte of a message."""

    HELLO = 0x01
    READ = 0x02
    WRITE = 0x03
    WATCH = 0x04
    UNWATCH = 0x05
    EDGE = 0x20
    ERROR = 0x7F
    HELLO_ANSWER = 0x81
    READ_ANSWER = 0x82
    WATCH_ANSWER = 0x84
    UNWATCH_ANSWER = 0x85


_FLAGS = {Pull.NONE: 0, Pull.UP: 1, Pull.DOWN: 2}
_ANSWERS = {
    Kind.HELLO: Kind.HELLO_ANSWER,
    Kind.READ: Kind.READ_ANSWER,
    Kind.WATCH: Kind.WATCH_ANSWER,
    Kind.UNWATCH: Kind.UNWATCH_ANSWER,
}
_ERRORS: dict[int, tuple[type[GpioError], str]] = {
    1: (GpioError, "the simulator does not know this kind of message"),
    2: (LineUnknown, "the simulated table has no such line"),
    3: (LineInUse, "another program holds this line at the simulator"),
    4: (VersionRefused, f"the simulator does not speak version {VERSION} of the socket's protocol"),
}


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the socket, either way."""

    kind: int
    line: int = 0
    level: int = 0
    flags: int = 0
    sequence: int = 0
    stamp: int = 0

    def encode(self) -> bytes:
        """The 16 bytes."""
        return _FORMAT.pack(self.kind, self.line, self.level, self.flags, self.sequence, self.stamp)

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """A message from exactly 16 bytes."""
        return cls(*_FORMAT.unpack(data))


SIZE = _FORMAT.size


class SocketLines:
    """The lines of the simulated table. `received` and `sent` count bytes since the connection was made."""

    def __init__(self, path: str) -> None:
        self.received = 0
        self.sent = 0
        self._path = path
        self._claims = Claims()
        self._buffer = bytearray()
        self._answers: deque[Message] = deque()
        self._strays: deque[Message] = deque()  # errors of requests that no caller waits for
        self._edges: deque[Message] = deque()
        self._counts: dict[int, int] = {}  # line -> count of its last edge
        self._looks: dict[int, Heard] = {}  # by the number of the question
        self._levels: deque[tuple[Heard, bool]] = deque()  # answers to looks, for `pump`
        self._sequence = 0
        self._socket = _connected(path)
        self._bell = Bell()  # rung for edges that came while an answer was awaited
        self._epoll = select.epoll()
        self._epoll.register(self._socket.fileno(), select.EPOLLIN)
        self._epoll.register(self._bell.fileno(), select.EPOLLIN)
        try:
            self.lines = self._ask(Message(Kind.HELLO, level=VERSION)).sequence
        except GpioError:
            self.close()
            raise

    def fileno(self) -> int:
        return self._epoll.fileno()

    def read(self, line: int) -> bool:
        return bool(self._ask(self._request(Kind.READ, line)).level)

    def look(self, line: int, heard: Heard) -> None:
        request = self._request(Kind.READ, line)
        self._looks[request.sequence] = heard
        self._send(request)

    def write(self, line: int, level: bool) -> None:
        if self._claims.use(line) is not Use.WRITTEN:
            self._claims.take(line, Claim("", Use.WRITTEN))
        self._send(self._request(Kind.WRITE, line, int(level)))

    def watch(self, line: int, pull: Pull, sink: Sink, holder: str = "") -> bool:
        self._claims.take(line, Claim(holder, Use.WATCHED, sink))
        self._counts[line] = 0
        try:
            return bool(self._ask(self._request(Kind.WATCH, line, flags=_FLAGS[pull])).level)
        except GpioError:
            self._claims.drop(line)
            raise

    def unwatch(self, line: int) -> None:
        if self._claims.use(line) is not None:
            self._ask(self._request(Kind.UNWATCH, line))
            self._edges = deque(edge for edge in self._edges if edge.line != line)
        self._claims.drop(line)

    def close(self) -> None:
        self._epoll.close()
        self._bell.close()
        self._socket.close()

    def pump(self, now: int) -> None:
        self._receive()
        self._bell.silence()  # after receiving, which rings it for what is handed out here
        while self._edges:
            edge = self._edges.popleft()
            lost = (edge.sequence - self._counts.get(edge.line, 0) - 1) & _MASK
            self._counts[edge.line] = edge.sequence
            self._claims.give(Edge(edge.line, bool(edge.level), edge.stamp, lost), now)
        while self._levels:
            heard, level = self._levels.popleft()
            heard(level)
        self._refuse_strays()

    def _request(self, kind: Kind, line: int, level: int = 0, flags: int = 0) -> Message:
        if not 0 <= line <= 255:
            raise LineUnknown(f"line {line} is not 0-255")
        self._sequence = self._sequence + 1 & _MASK
        return Message(kind, line, level, flags, self._sequence)

    def _send(self, message: Message) -> None:
        data = message.encode()
        while data:
            if not select.select([], [self._socket], [], _ANSWER_TIME)[1]:
                raise GpioLost(f"the simulator at {self._path} takes nothing any more")
            try:
                count = self._socket.send(data)
            except OSError as error:
                raise GpioLost(f"the simulator at {self._path} has gone: {error}") from error
            self.sent += count
            data = data[count:]

    def _ask(self, request: Message) -> Message:
        """Send a question and wait for its answer. Edges that come first are kept."""
        self._send(request)
        expected = _ANSWERS[Kind(request.kind)]
        while select.select([self._socket], [], [], _ANSWER_TIME)[0]:
            self._receive()
            while self._answers:
                answer = self._answers.popleft()
                # The answer to hello carries the number of lines in the place of the sequence.
                if answer.kind == Kind.HELLO_ANSWER == expected:
                    return answer
                if answer.sequence == request.sequence and answer.kind in (expected, Kind.ERROR):
                    return _accepted(answer)
                self._put_aside(answer)
        raise GpioLost(f"the simulator at {self._path} did not answer within {_ANSWER_TIME:.0f} s")

    def _receive(self) -> None:
        """Take what has come, without waiting."""
        try:
            data = self._socket.recv(65536)
        except BlockingIOError:
            return
        except OSError as error:
            raise GpioLost(f"the simulator at {self._path} has gone: {error}") from error
        if not data:
            raise GpioLost(f"the simulator at {self._path} has closed the connection")
        self.received += len(data)
        self._buffer += data
        while len(self._buffer) >= SIZE:
            self._sort(Message.decode(bytes(self._buffer[:SIZE])))
            del self._buffer[:SIZE]

    def _sort(self, message: Message) -> None:
        if message.kind == Kind.EDGE:
            self._edges.append(message)
            self._bell.ring()
        elif message.kind == Kind.READ_ANSWER and message.sequence in self._looks:
            self._levels.append((self._looks.pop(message.sequence), bool(message.level)))
            self._bell.ring()
        else:
            self._answers.append(message)

    def _put_aside(self, answer: Message) -> None:
        """An error that this question did not cause: a write before it was refused. `pump` says so."""
        if answer.kind == Kind.ERROR:
            self._strays.append(answer)
            self._bell.ring()

    def _refuse_strays(self) -> None:
        self._strays += [answer for answer in self._answers if answer.kind == Kind.ERROR]
        self._answers.clear()
        if self._strays:
            stray = self._strays.popleft()
            if self._strays:
                self._bell.ring()
            raise _refused(stray)


def _accepted(answer: Message) -> Message:
    if answer.kind == Kind.ERROR:
        raise _refused(answer)
    return answer


def _refused(answer: Message) -> GpioError:
    error, words = _ERRORS.get(answer.level, (GpioError, f"the simulator refused with code {answer.level}"))
    return error(f"line {answer.line}: {words}")


def _connected(path: str) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.connect(path)
    except PermissionError as error:
        connection.close()
        raise GpioForbidden(f"{path}: permission denied. The simulator was started by another user") from error
    except OSError as error:
        connection.close()
        raise ChipAbsent(f"{path}: no simulated table there ({error.strerror}). Start one with sabot sim") from error
    connection.setblocking(False)
    return connection
