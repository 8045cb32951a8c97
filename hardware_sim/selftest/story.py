"""What a dump of a serial part tells, as a story: which request had which answer when, and what came by itself.

All times are nanoseconds since the story begins. A request finds the answer that it had, or that one of its kind had
about then. What happened to the port happens again.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from firmware_bridge.blackbox import KEPT
from firmware_bridge.dumps import Dump
from firmware_bridge.messages.part_kinds import part_kind
from firmware_bridge.parts.lifecycle import Signal
from firmware_bridge.parts.tape import LONGEST, MOST_BYTES, Asked, Burst, Happened
from firmware_bridge.raw.frames import Frames
from firmware_bridge.raw.listing import bursts, happened
from firmware_bridge.raw.masking import between
from firmware_bridge.raw.nextion import unasked
from firmware_bridge.reader_kinds import frames_of
from hardware_sim.parts.part import MS, SECOND

US: Final = 1_000

UNDER_WAY: Final = 250 * MS
"""A request that is younger than this in the dump may still have had an answer. Most budgets are shorter."""

ABOUT_THEN: Final = SECOND
"""A request takes the next answer of its kind within so long. Requests come in another order than they did."""

GAVE_UP: Final = 3
"""Requests in a row without an answer, within `ABOUT_THEN`, with which a part has fallen silent for good."""

TAIL: Final = 2 * SECOND
"""The last moments of a story. A verdict stands from the second look, and one is taken each second."""

TAILS: Final = 4
"""How often they come again before all of it does."""

ADDRESS: Final = 3
"""Where the address stands in a request on a bus."""


class Heard(Enum):
    """What an answer was."""

    NOTHING = "no byte"
    NOISE = "bytes that are no frame"
    FRAMES = "frames"


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request, and what came until the next one: each burst with its time after the request."""

    at: int
    asked: Asked
    request: bytes = field(repr=False)
    peer: int
    answer: tuple[Burst, ...]
    heard: Heard


SILENCE: Final = Exchange(0, Asked("", 0, "N"), b"", 0, (), Heard.NOTHING)
"""What is answered where nothing answers."""


@dataclass(slots=True)
class _Open:
    at: int
    asked: Asked
    request: bytes = field(repr=False)
    answer: list[Burst]


class Story:
    """A dump from its first request on, to its end. After it, it goes on as it was at the end."""

    def __init__(self, dump: Dump) -> None:
        self.kind = dump.part_kind
        self.addressed = part_kind(dump.part_kind).addressed
        self._own = Asked(dump.part_kind, dump.baud, dump.parity)
        sent, received, known = bursts(dump.sent), bursts(dump.received), happened(dump.happened)
        begin = _begin(sent, received, known)
        events = [one for one in known if one.stamp >= begin]
        self.end = -begin * US
        self.alone: list[Burst] = []
        self.plugs = [(self._since(one.stamp), _PLUGGED[one.signal]) for one in events if one.signal in _PLUGGED]
        self.from_start = bool(events) and events[0].signal is Signal.PORT_THERE and events[0].stamp == begin
        self.refused = [(self._since(one.stamp), one.signal) for one in events if one.signal in _REFUSED]
        self.exchanges = list(self._exchanges(sent, received, known, begin))
        self._plugged = max((at for at, plugged in self.plugs if plugged), default=0)
        self._unplugged = bool(self.plugs) and not self.plugs[-1][1]

    def _since(self, stamp: int) -> int:
        """A time of the dump (µs, negative) in the story."""
        return max(0, self.end + stamp * US)

    def _exchanges(
        self, sent: Sequence[Burst], received: Sequence[Burst], events: Sequence[Happened], begin: int
    ) -> Iterator[Exchange]:
        openings = [one for one in events if one.signal is Signal.OPENED]
        stamps = [one.stamp for one in openings]
        under_way: _Open | None = None
        # what is received at the moment of a request came before it: it made the driver ask on
        both = sorted([*((one, False) for one in received), *((one, True) for one in sent)], key=_in_order)
        for burst, is_sent in both:
            stamp = burst.stamp
            if stamp < begin:
                continue
            at = self._since(stamp)
            if is_sent:
                if under_way is not None:
                    yield self._exchange(under_way)
                known = bisect_left(stamps, stamp + 1)
                under_way = _Open(at, openings[known - 1].asked if known else self._own, burst.data, [])
                continue
            for by_itself, data in self._parted(burst.data, under_way.asked.kind if under_way else self.kind):
                if by_itself or under_way is None:
                    self.alone.append(Burst(at, data))
                else:
                    under_way.answer.append(Burst(at - under_way.at, data))
        over = under_way is not None and any(self._since(one.stamp) > under_way.at for one in events)
        if under_way is not None and (under_way.answer or over or self.end - under_way.at >= UNDER_WAY):
            yield self._exchange(under_way)

    def _exchange(self, one: _Open) -> Exchange:
        data = b"".join(burst.data for burst in one.answer)
        heard = _heard(frames_of(one.asked.kind), data)
        return Exchange(one.at, one.asked, one.request, self.peer(one.request), tuple(one.answer), heard)

    def _parted(self, data: bytes, kind: str) -> list[tuple[bool, bytes]]:
        """Split what was asked for from what comes by itself: touches, and the zero of a line that falls."""
        if kind == "nextion":
            return unasked(data)
        places = frames_of(kind).cut(data, sent=False)
        rest = list(between(places, [len(data)]))
        if rest and rest[-1] == (len(data) - 1, len(data)) and data.endswith(b"\0"):
            return [(False, data[:-1]), (True, b"\0")] if len(data) > 1 else [(True, data)]
        return [(False, data)]

    def peer(self, request: bytes) -> int:
        """Who is asked: the reader of a bus, by its address. Elsewhere there is one."""
        return request[ADDRESS] if self.addressed and len(request) > ADDRESS else 0

    # --- answers --------------------------------------------------------------------------------------------------

    def moment(self, since: int, peer: int) -> int:
        """The time in the story, so long after it began.

        Behind its end its last moments come again for a while, so that a fault that had just begun lasts. Then all of
        it comes again from the last plugging in, so that a fault comes and goes as it did. Who had fallen silent
        stays silent.
        """
        span = self.end - self._plugged
        if since > self.end and (span < SECOND or self._unplugged or self._silent(peer)):
            return self.end
        if since <= self.end:
            return since
        tail = min(TAIL, span)
        over = since - self.end
        return self.end - tail + over % tail if over < TAILS * tail else self._plugged + (over - TAILS * tail) % span

    @property
    def gave_up(self) -> bool:
        """Whether nothing of the part answers at the end."""
        last = self.exchanges[-1].at - ABOUT_THEN
        late = [one for one in self.exchanges if one.at >= max(last, self._plugged)]
        return len(late) >= (1 if self._plugged > last else GAVE_UP) and all(
            one.heard is Heard.NOTHING for one in late
        )

    def _silent(self, peer: int) -> bool:
        """Whether this reader of the part does not answer at the end."""
        own = [one for one in self.exchanges if one.peer == peer][-2:]
        return self.gave_up or (len(own) == 2 and all(one.heard is Heard.NOTHING for one in own))


def _in_order(one: tuple[Burst, bool]) -> tuple[int, bool]:
    return one[0].stamp, one[1]


def _begin(sent: Sequence[Burst], received: Sequence[Burst], events: Sequence[Happened]) -> int:
    """From when on requests and answers are both known (µs, negative). A ring that is full had older ones."""
    first = [some[0].stamp for some in (sent, received) if some and _full(some)]
    if first:
        return max(first)
    return min([one.stamp for one in (*sent, *received)] + [one.stamp for one in events], default=0)


def _full(some: Sequence[Burst]) -> bool:
    return len(some) == KEPT or sum(len(one.data) for one in some) > MOST_BYTES - LONGEST


def _heard(frames: Frames, data: bytes) -> Heard:
    if not data:
        return Heard.NOTHING
    rest = b"".join(data[begin:end] for begin, end in between(frames.cut(data, sent=False), [len(data)]))
    return Heard.NOISE if rest.strip(b"\0") else Heard.FRAMES


_PLUGGED: Final = {Signal.PORT_THERE: True, Signal.PORT_GONE: False, Signal.CABLE_LOST: False}
_REFUSED: Final = frozenset({Signal.PORT_BUSY, Signal.PORT_FORBIDDEN, Signal.OPEN_FAILED})
