"""One request at a time: what the lines of the RFID readers have in common.

A reader's protocol is written as *scripts*: generators that yield an `Ask` and are resumed with the frame that
answers it. `DialogueLine` runs one script at a time and keeps what every part needs: the pause before a request,
the time an answer may take, frames that answer nothing, and answers that break off or arrive damaged.

A frame counts as an answer only if it fits the request and arrived after the request had left. After a request got no
good answer its peer is *suspect*: its answer may still come, and might look like the answer to the next request of
the same kind. Scripts therefore put a short harmless request in front (`_suspects` tells when): parts answer in
order, so once that is answered, everything late has been heard and thrown away.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from typing import Generic, TypeVar

from drivers.frames import FrameDecoder
from drivers.reader import Busy, Cause, Counters, Failed, NoSuchAntenna, Phase, ReaderError, Refused, Report

F = TypeVar("F")

MILLISECOND = 1_000_000

MARGIN = 30 * MILLISECOND
"""Added to every budget. 16 ms is the latency timer of an FTDI adapter that has no low-latency flag (FTDI AN232B-04).
The rest is for a busy two-core Pi [estimate]."""

SHORT = 120 * MILLISECOND
"""The longest budget of a request that needs no time on air: 50 ms of the PN532, its wire time and `MARGIN`."""

GAP = 32 * MILLISECOND
"""A frame that pauses this long is over. 12 ms are allowed between characters (FEIG H60301-3e 2.1), and 20 ms for the
adapter as in `MARGIN`. The other parts give no figure and send without pause."""


def wire_time(length: int, baud: int, bits: int = 10) -> int:
    """Nanoseconds that `length` characters take on the wire. `bits` counts start, data, parity and stop bits."""
    return length * bits * 1_000_000_000 // baud


@dataclass(frozen=True, slots=True)
class Ask:
    """One request: its bytes, which frame answers it, and how long that may take.

    `key` is compared with what the part's frames carry. `budget` (ns) runs from the moment the bytes are handed out
    to the answer. If the part acknowledges first, to the acknowledgement, and `then` from there to the answer.
    `peer` is the reader asked, if several share the line. `waits` (ns) is how long the part does something before it
    answers, within `budget`.
    """

    name: str
    frame: bytes = field(repr=False)
    key: tuple[int, ...]
    budget: int
    then: int = 0
    peer: int = 0
    waits: int = 0

    @property
    def listing(self) -> bool:
        """Whether it needs time on air. Its answer is a list."""
        return max(self.budget, self.then) > SHORT


class Match(Enum):
    """What a frame is to the request under way."""

    ANSWER = "the answer"
    ACKNOWLEDGEMENT = "the part has taken the request. The answer follows"
    STRAY = "something else: late, another reader's, or unasked"


class Stage(Enum):
    """How far the request under way has come."""

    NONE = "there is none"
    HELD = "waiting for the pause before it"
    SENT = "handed out"
    ACKNOWLEDGED = "acknowledged"


class Trouble(Exception):
    """A request came to nothing. Ends a script, or is caught by one that goes on. Never carries a frame's bytes."""

    listing = False  # the request needs time on air
    came = 0  # bytes of an answer that broke off

    def __init__(self, cause: Cause, detail: str) -> None:
        super().__init__(detail)
        self.cause = cause
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Pace:
    """The line's timing: `baud`, `bits` per character, `pause` (ns) of silence before each request."""

    baud: int
    bits: int = 10
    pause: int = 0


class DialogueLine(ABC, Generic[F]):
    """A `ReaderLine` whose requests are scripts. Make a new one for each attempt to connect."""

    def __init__(self, antennas: tuple[int, ...], decoder: FrameDecoder[F], pace: Pace) -> None:
        self.antennas = antennas
        self.counters: Counters = decoder.counters
        self._decoder = decoder
        self._pace = pace
        self._phase = Phase.SILENT
        self._script: Generator[Ask, F, None] | None = None
        self._antenna: int | None = None
        self._ask: Ask | None = None
        self._stage = Stage.NONE
        self._due = 0
        self._now = 0
        self._handed_out = 0
        self._heard = 0
        self._line_free = 0
        self._damage_before = 0
        self._junk_before = 0
        self._suspects: set[int] = set()
        self._output = bytearray()
        self._reports: list[Report] = []

    # what a caller uses: see drivers.reader.ReaderLine

    @property
    def phase(self) -> Phase:
        return self._phase

    @property
    def busy(self) -> bool:
        return self._script is not None

    def start(self, now: int) -> None:
        self._begin(self._opening(), None, now)

    def read(self, antenna: int, now: int) -> None:
        self._ready_for(antenna)
        self._begin(self._reading(antenna), antenna, now)

    def field_off(self, antenna: int, now: int) -> None:
        self._ready_for(antenna)
        self._begin(self._darkening(antenna), antenna, now)

    def ping(self, antenna: int | None, now: int) -> None:
        self._ready_for(self.antennas[0] if antenna is None else antenna)
        self._begin(self._pinging(antenna), antenna, now)

    def receive(self, data: bytes, now: int) -> None:
        if not data:
            return
        self._now = now
        self._heard = now
        self._line_free = max(self._line_free, now)
        self._take(self._decoder.feed(data))

    def wake(self, now: int) -> None:
        self._now = now
        ask = self._ask
        if ask is None:
            return
        if self._stage is Stage.HELD:
            if now >= self._due:
                self._hand_out(ask)
            return
        if self._doubtful and now >= self._heard + GAP:
            self._end_of_damage(ask)
        if self._ask is ask and now >= self._due:
            self._time_out(ask)

    @property
    def deadline(self) -> int | None:
        if self._stage is Stage.NONE:
            return None
        if self._stage is not Stage.HELD and self._doubtful:
            return min(self._due, self._heard + GAP)
        return self._due

    def take_output(self) -> bytes:
        output = bytes(self._output)
        self._output.clear()
        return output

    def take_reports(self) -> list[Report]:
        reports, self._reports = self._reports, []
        return reports

    # what a part says

    @abstractmethod
    def _opening(self) -> Generator[Ask, F, None]:
        """The script of `start`."""

    @abstractmethod
    def _reading(self, antenna: int) -> Generator[Ask, F, None]:
        """The script of `read`."""

    @abstractmethod
    def _darkening(self, antenna: int) -> Generator[Ask, F, None]:
        """The script of `field_off`."""

    @abstractmethod
    def _pinging(self, antenna: int | None) -> Generator[Ask, F, None]:
        """The script of `ping`."""

    @abstractmethod
    def _match(self, ask: Ask, frame: F) -> Match:
        """Say what `frame` is to `ask`."""

    # what a part's scripts use

    def _report(self, report: Report) -> None:
        self._reports.append(report)

    def _refuse(self, found: str) -> None:
        self._phase = Phase.REFUSED
        self._report(Refused(found))

    def _wire(self, length: int) -> int:
        return wire_time(length, self._pace.baud, self._pace.bits)

    # running a script

    def _ready_for(self, antenna: int) -> None:
        if antenna not in self.antennas:
            raise NoSuchAntenna(f"antenna {antenna}: this line has {', '.join(map(str, self.antennas))}")
        if self._phase is not Phase.READY and not self.busy:
            raise ReaderError(
                f"antenna {antenna}: the line is {self._phase.value}. Call start() first, and see it succeed"
            )

    def _begin(self, script: Generator[Ask, F, None], antenna: int | None, now: int) -> None:
        if self._script is not None:
            under_way = self._ask.name if self._ask else "a request"
            raise Busy(f"{under_way} is under way on this line. Wait for its report")
        self._now = now
        self._antenna = antenna
        self._script = script
        self._go_on(partial(next, script))

    def _go_on(self, turn: Callable[[], Ask]) -> None:
        self._ask = None
        self._stage = Stage.NONE
        try:
            ask = turn()
        except StopIteration:
            self._script = None
        except Trouble as trouble:
            self._script = None
            self._fail(trouble)
        else:
            self._issue(ask)

    def _fail(self, trouble: Trouble) -> None:
        if self._phase in {Phase.IDENTIFYING, Phase.CONFIGURING}:
            self._phase = Phase.SILENT
        self._report(Failed(self._antenna, trouble.cause, trouble.detail, trouble.listing, trouble.came))

    def _issue(self, ask: Ask) -> None:
        self._ask = ask
        self._stage = Stage.HELD
        self._due = self._line_free + self._pace.pause
        if self._now >= self._due or not self._pace.pause:
            self._hand_out(ask)

    def _hand_out(self, ask: Ask) -> None:
        self.counters.strays += len(self._decoder.idle())  # what came before the request left cannot answer it
        self._stage = Stage.SENT
        self._output += ask.frame
        self._line_free = self._now + self._wire(len(ask.frame))
        self._due = self._now + ask.budget
        self._handed_out = self._now
        self._damage_before = self.counters.bad_checksums
        self._junk_before = self.counters.junk_bytes
        self.counters.frames_out += 1

    # hearing

    def _take(self, frames: list[F]) -> None:
        for frame in frames:
            match = self._match_now(frame)
            if match is Match.ANSWER and self._script is not None:
                self._note_trip()
                self._go_on(partial(self._script.send, frame))
            elif match is Match.ACKNOWLEDGEMENT and self._ask is not None:
                self._stage = Stage.ACKNOWLEDGED
                self._due = self._now + self._ask.then
            else:
                self.counters.strays += 1

    def _note_trip(self) -> None:
        """Keep how long an answer took that needed no time on air, without what the part did before it."""
        if self._ask is None or self._ask.listing:
            return
        took = self._now - self._handed_out - self._ask.waits
        if took > 0:  # else it does not do what it should
            self.counters.trips.append(took)

    def _match_now(self, frame: F) -> Match:
        if self._ask is None or self._stage is Stage.HELD or self._output:
            return Match.STRAY  # nothing has been asked, or the request has not left yet
        return self._match(self._ask, frame)

    @property
    def _doubtful(self) -> bool:
        """Whether an answer has begun and broken off, or was refused by its checksum."""
        return self._decoder.in_frame or self.counters.bad_checksums > self._damage_before

    def _end_of_damage(self, ask: Ask) -> None:
        """Nothing more is coming of what was damaged: look behind it, and if the answer is not there, give up."""
        self._take(self._decoder.idle())
        if self._ask is ask:
            self._give_up(ask, Trouble(Cause.GARBLED, f"{ask.name}: the answer broke off or failed its checksum"))

    def _time_out(self, ask: Ask) -> None:
        self.counters.timeouts += 1
        doubtful = self._doubtful
        self.counters.strays += len(self._decoder.idle())
        junk = self.counters.junk_bytes - self._junk_before
        if doubtful:
            trouble = Trouble(Cause.GARBLED, f"{ask.name}: the answer broke off or failed its checksum")
        elif junk:
            text = f"{junk} bytes came that are no frame of this part: another part, another baud rate, or the cable"
            trouble = Trouble(Cause.GARBLED, f"{ask.name}: {text}")
        else:
            trouble = Trouble(Cause.NO_ANSWER, f"{ask.name}: no answer within {self._allowed(ask)} ms")
        self._give_up(ask, trouble)

    def _allowed(self, ask: Ask) -> int:
        allowed = ask.then if self._stage is Stage.ACKNOWLEDGED else ask.budget
        return allowed // MILLISECOND

    def _give_up(self, ask: Ask, trouble: Trouble) -> None:
        self._suspects.add(ask.peer)
        trouble.listing = ask.listing
        if self.counters.bad_checksums == self._damage_before:
            trouble.came = self.counters.junk_bytes - self._junk_before
        if self._script is not None:
            self._go_on(partial(self._script.throw, trouble))
