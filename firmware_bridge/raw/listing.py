"""The bytes of a dump for people: frame by frame, the fields apart, with what each says."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from firmware_bridge.dumps import Dump, DumpBurst, DumpHappened
from firmware_bridge.parts.lifecycle import Signal
from firmware_bridge.parts.tape import Asked, Burst, Happened
from firmware_bridge.reader_kinds import frames_of

from .frames import Frames
from .masking import between, sections

SENT: Final = "sent"
RECEIVED: Final = "received"
PORT: Final = "port"


class Row(NamedTuple):
    """One frame, noise, or what happened to the part, `ago` µs before the dump. `fields` in hexadecimal."""

    ago: int
    way: str
    fields: tuple[str, ...]
    words: str


def bursts(dumped: Sequence[DumpBurst]) -> list[Burst]:
    """The bursts of a dump, with times that rise (µs, those of the dump itself 0)."""
    return [Burst(-one.ago, one.raw) for one in dumped]


def happened(dumped: Sequence[DumpHappened]) -> list[Happened]:
    """What happened to the part, with times as those of `bursts`."""
    return [Happened(-one.ago, one.signal, Asked(one.kind, one.baud, one.parity)) for one in dumped]


def rows(dump: Dump) -> list[Row]:
    """All of it in the order of time."""
    found = [Row(one.ago, PORT, (), _happened(one)) for one in dump.happened]
    openings = [one for one in happened(dump.happened) if one.signal is Signal.OPENED]
    for kind, sent, received in sections(openings, dump.part_kind, bursts(dump.sent), bursts(dump.received)):
        found += _rows(frames_of(kind), sent, True)
        found += _rows(frames_of(kind), received, False)
    return sorted(found, key=lambda row: (-row.ago, row.way))  # an answer stands before the request that follows it


def _happened(one: DumpHappened) -> str:
    asked = f": {one.kind}, {one.baud} baud, parity {one.parity}" if one.signal is Signal.OPENED else ""
    return f"{one.signal.value}{asked}"


def _rows(frames: Frames, some: list[Burst], sent: bool) -> Iterator[Row]:
    stream = b"".join(burst.data for burst in some)
    ends = list(accumulate(len(burst.data) for burst in some))
    places, way = frames.cut(stream, sent), SENT if sent else RECEIVED
    for begin, end in places:
        told = frames.told(stream[begin:end], sent)
        edges = pairwise(accumulate((begin, *told.fields)))
        fields = tuple(stream[one:two].hex().upper() for one, two in edges)
        yield Row(-some[bisect_left(ends, end)].stamp, way, fields, told.words)
    for begin, end in between(places, ends):
        yield Row(-some[bisect_left(ends, end)].stamp, way, (stream[begin:end].hex().upper(),), "no frame")
