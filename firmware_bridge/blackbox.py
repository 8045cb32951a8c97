"""The requests to each part and its answers, and the edges of the GPIO lines: the last 200 of each. Tags are aliased
before they enter."""

from collections import deque
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from drivers.gpio import Edge
from drivers.nextion import DisplayReport, Touched
from drivers.reader import Alive, Cause, Failed, FieldOff, Identified, Reading, Refused, Report

from .aliases import Aliases

# The last quarter of a minute at the pace of full attention.
KEPT = 200


class Said(Enum):
    """The kind of a line: a request of the bridge, or one of the part's reports."""

    REQUEST = "request"
    READING = "reading"
    FIELD_OFF = "field off"
    ALIVE = "alive"
    FAILED = "failed"
    IDENTIFIED = "identified"
    REFUSED = "refused"
    NOTE = "note"


ANSWERS = frozenset({Said.READING, Said.FIELD_OFF, Said.ALIVE, Said.IDENTIFIED, Said.REFUSED})
"""Reports that only a part that answers can have sent."""

_SAID = {
    Reading: Said.READING, FieldOff: Said.FIELD_OFF, Alive: Said.ALIVE, Failed: Said.FAILED,
    Identified: Said.IDENTIFIED, Refused: Said.REFUSED,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """One request or report: when (ns), its kind, and its text. `cause` if a request failed."""

    stamp: int
    said: Said
    text: str
    antenna: int | None = None
    cause: Cause | None = None


class Observer(Protocol):
    """Receives all that parts report, with their tags: the diagnosis, a guided test."""

    def reported(self, part: str, report: Report, now: int) -> None: ...
    def shown(self, part: str, report: DisplayReport, now: int) -> None: ...
    def edge(self, line: str, edge: Edge) -> None: ...


class BlackBox:
    """One ring for each part, and for each GPIO line. The bytes of a part stand in its `Tape`."""

    def __init__(self, aliases: Aliases, observer: Observer | None = None) -> None:
        self._aliases = aliases
        self._observers: list[Observer] = [] if observer is None else [observer]
        self._rings: dict[str, deque[Line]] = {}
        self._edges: dict[str, deque[Edge]] = {}
        self._hands: deque[int] = deque(maxlen=KEPT)

    def hand_began(self, now: int) -> None:
        """Name each tag anew from now on, so that none is known by what was seen of it in the hand before."""
        self._aliases.renew()
        self._hands.append(now)

    @property
    def hands(self) -> tuple[int, ...]:
        """When the last hands began (ns). A part has no request from before them that is still kept."""
        return tuple(self._hands)

    def observe(self, observer: Observer) -> None:
        """Pass on to this one, too, what parts report from now on."""
        self._observers.append(observer)

    def leave(self, observer: Observer) -> None:
        """Pass on nothing more to this one."""
        self._observers.remove(observer)

    def lines(self, part: str) -> tuple[Line, ...]:
        """The last lines of a part, oldest first."""
        return tuple(self._rings.get(part, ()))

    def edges(self) -> dict[str, tuple[Edge, ...]]:
        """The last edges of each GPIO line, oldest first."""
        return {name: tuple(ring) for name, ring in self._edges.items()}

    def request(self, part: str, text: str, now: int) -> None:
        self._keep(part, Line(now, Said.REQUEST, text))

    def report(self, part: str, report: Report, now: int) -> None:
        antenna = None if isinstance(report, Refused) else report.antenna
        cause = report.cause if isinstance(report, Failed) else None
        self._keep(part, Line(now, _SAID[type(report)], self._words(report), antenna, cause))
        for observer in self._observers:
            observer.reported(part, report, now)

    def shown(self, part: str, report: DisplayReport, now: int) -> None:
        """Take what a display reports."""
        self.note(part, _shown(report), now)
        for observer in self._observers:
            observer.shown(part, report, now)

    def edge(self, line: str, edge: Edge) -> None:
        """Take an edge of a GPIO line."""
        self._edges.setdefault(line, deque(maxlen=KEPT)).append(edge)
        for observer in self._observers:
            observer.edge(line, edge)

    def note(self, part: str, text: str, now: int) -> None:
        self._keep(part, Line(now, Said.NOTE, text))

    def _keep(self, part: str, line: Line) -> None:
        self._rings.setdefault(part, deque(maxlen=KEPT)).append(line)

    def _words(self, report: Report) -> str:
        match report:
            case Reading(antenna=antenna, tags=tags, began=began, ended=ended):
                names = " ".join(self._aliases.of(tag) for tag in sorted(tags))
                return f"antenna {antenna}: {len(tags)} tags in {(ended - began) // 1_000_000} ms {names}".rstrip()
            case FieldOff(antenna=antenna):
                return f"antenna {antenna}: field off"
            case Alive(antenna=antenna, round_trip=trip):
                return f"alive after {trip // 1000} us" + ("" if antenna is None else f" at {antenna}")
            case Failed(antenna=antenna, cause=cause, detail=detail):
                return f"failed at {antenna}: {cause.value} ({detail})"
            case Identified(identity=identity, antenna=antenna):
                return f"identified at {antenna}: {identity.kind} {identity.firmware}"
            case Refused(found=found):
                return f"refused: {found}"


def _shown(report: DisplayReport) -> str:
    if isinstance(report, Touched):
        return f"{report.component} {'pressed' if report.pressed else 'released'} on page {report.page}"
    return type(report).__name__
