"""What was said to each part and what it answered, the last 200 lines of each. Tags are aliased before they enter."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from drivers.reader import Alive, Failed, FieldOff, Identified, Reading, Refused, Report

from .aliases import Aliases

# The last quarter of a minute at the pace of full attention.
KEPT = 200


@dataclass(frozen=True, slots=True)
class Line:
    """One request or report: when (ns), which way, and in words."""

    stamp: int
    sent: bool
    text: str


class BlackBox:
    """One ring for each part. Bytes themselves are not kept: a UID stands in the middle of them."""

    def __init__(self, aliases: Aliases) -> None:
        self._aliases = aliases
        self._rings: dict[str, deque[Line]] = {}

    def lines(self, part: str) -> tuple[Line, ...]:
        """The last lines of a part, oldest first."""
        return tuple(self._rings.get(part, ()))

    def request(self, part: str, text: str, now: int) -> None:
        self._keep(part, Line(now, True, text))

    def report(self, part: str, report: Report, now: int) -> None:
        self._keep(part, Line(now, False, self._words(report)))

    def note(self, part: str, text: str, now: int) -> None:
        self._keep(part, Line(now, False, text))

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
                return f"failed at {antenna}: {cause.value}; {detail}"
            case Identified(identity=identity, antenna=antenna):
                return f"identified at {antenna}: {identity.kind} {identity.firmware}"
            case Refused(found=found):
                return f"refused: {found}"
