"""Cutting a byte stream into frames: what the codecs of the RFID parts have in common.

A codec says what stands at the front of the buffer. This class drops junk and counts what a checksum refused. It
looks again right behind a false start. So it finds the next good frame, however the bytes were chunked or damaged.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from drivers.reader import Counters

F = TypeVar("F")


class Need(Enum):
    """Why the front of the buffer cannot be judged yet."""

    HEADER = "more bytes, to tell a frame from junk"
    BODY = "the rest of a frame whose header is good"


@dataclass(frozen=True, slots=True)
class Piece(Generic[F]):
    """What stands at the front of the buffer: `length` bytes, and the frame they are, if they are one."""

    length: int
    frame: F | None = None
    damaged: bool = False  # it began like a frame and was refused by a checksum or its fixed bytes


class FrameDecoder(ABC, Generic[F]):
    """Bytes in any chunking in, frames out. Keeps at most one unfinished frame, whose length the codec bounds."""

    def __init__(self, counters: Counters | None = None) -> None:
        self.counters = counters if counters is not None else Counters()
        self._buffer = bytearray()
        self._need = Need.HEADER

    @property
    def in_frame(self) -> bool:
        """Whether a frame with a good header has begun and is not complete."""
        return bool(self._buffer) and self._need is Need.BODY

    @property
    def pending(self) -> int:
        """How many bytes are kept for later."""
        return len(self._buffer)

    def feed(self, data: bytes) -> list[F]:
        """Take bytes as they arrived. Return the frames they complete, in order. Raises nothing."""
        self._buffer += data
        return self._scan()

    def idle(self) -> list[F]:
        """Finish, as the line has been quiet longer than a frame may pause.

        Empties the buffer. Return the good frames that a false start had been holding back.
        """
        found: list[F] = []
        while self._buffer:
            self._discard(1)
            found += self._scan()
        return found

    @abstractmethod
    def _look(self, buffer: bytearray) -> Piece[F] | Need:
        """Say what stands at the front of `buffer` (never empty). Must not change it."""

    def _scan(self) -> list[F]:
        found: list[F] = []
        while self._buffer:
            seen = self._look(self._buffer)
            if isinstance(seen, Need):
                self._need = seen
                break
            self._consume(seen, found)
        return found

    def _consume(self, piece: Piece[F], found: list[F]) -> None:
        self.counters.bad_checksums += piece.damaged
        if piece.frame is None:
            self._discard(piece.length)
            return
        self.counters.frames_in += 1
        found.append(piece.frame)
        self._drop(piece.length)

    def _discard(self, length: int) -> None:
        self.counters.junk_bytes += length
        self._drop(length)

    def _drop(self, length: int) -> None:
        del self._buffer[:length]
