"""What dumps need to know of the frames of a kind of part: where they are, and which of their bytes may be seen."""

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol, TypeVar

from drivers.frames import FrameDecoder, Piece
from drivers.reader import Technology

Place = tuple[int, int]
"""Where a frame begins and ends in a stream."""

Alias = Callable[[Technology, bytes], bytes]
"""Gives the alias of a UID, with the same length."""

MASK: Final = b"\xaa"
"""What stands for a byte that is not shown. It begins no frame of a reader, and no count or text has it."""

F = TypeVar("F")


class Told(NamedTuple):
    """A frame for people: the lengths of its fields, and what it says."""

    fields: tuple[int, ...]
    words: str


class Frames(Protocol):
    """The frames of one kind of part. `sent`: they go to the part."""

    mask: bytes
    """One byte that stands for each byte of noise. It makes no frame, and hides none that follows."""

    def cut(self, stream: bytes, sent: bool) -> list[Place]:
        """Find the frames that decode, in order."""

    def masked(self, frame: bytes, alias: Alias, sent: bool) -> bytes:
        """Write a frame anew, with the same length: what identifies a tag is an alias, and what is not known is
        masked."""

    def framing(self, noise: bytes) -> bytes:
        """Return what to write at the front of noise that begins as a frame: the head of a frame as long as the
        noise. Nothing else of the noise is in it."""

    def told(self, frame: bytes, sent: bool) -> Told:
        """Say what a frame is."""


class Located(FrameDecoder[F]):
    """A decoder of a driver that notes where its frames were. Stands in front of the decoder among the bases."""

    def __init__(self) -> None:
        super().__init__()
        self.places: list[Place] = []
        self._passed = 0

    def _consume(self, piece: Piece[F], found: list[F]) -> None:
        if piece.frame is not None:
            self.places.append((self._passed, self._passed + piece.length))
        super()._consume(piece, found)

    def _drop(self, length: int) -> None:
        self._passed += length
        super()._drop(length)


def located(decoder: Located[F], stream: bytes) -> list[Place]:
    """Cut a whole recording."""
    decoder.feed(stream)
    decoder.idle()
    return decoder.places


def hidden(data: bytes) -> bytes:
    """As many masked bytes."""
    return MASK * len(data)
