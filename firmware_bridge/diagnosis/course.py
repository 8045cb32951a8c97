"""How often something failed, over the last hours. Pure."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Final, NamedTuple

S: Final = 1_000_000_000

SPAN: Final = 600 * S
"""Ten minutes. A rate of single misses needs hundreds of tries to mean something."""

KEPT: Final = 24
"""Spans that are kept: four hours, half a shift."""


class _Span(NamedTuple):
    number: int
    tried: int
    failed: int


@dataclass(slots=True)
class Course:
    """Tries and failures, summed for each span of time."""

    _spans: deque[_Span] = field(default_factory=lambda: deque(maxlen=KEPT))

    def add(self, tried: int, failed: int, now: int) -> None:
        """Take what was counted up to now."""
        if not tried and not failed:
            return
        span = _Span(now // SPAN, tried, failed)
        if self._spans and self._spans[-1].number == span.number:
            last = self._spans.pop()
            span = _Span(span.number, last.tried + tried, last.failed + failed)
        self._spans.append(span)

    def rates(self, now: int) -> tuple[int | None, ...]:
        """Return the failures in a thousand tries of each span, the present one last. None: nothing was tried."""
        known = {span.number: _rate([span]) for span in self._spans}
        return tuple(known.get(number) for number in range(now // SPAN - KEPT + 1, now // SPAN + 1))

    def lately(self, now: int) -> int | None:
        """Return the failures in a thousand tries of the present span and the one before it."""
        return _rate([span for span in self._spans if span.number >= now // SPAN - 1])


def _rate(spans: list[_Span]) -> int | None:
    tried, failed = sum(span.tried for span in spans), sum(span.failed for span in spans)
    return None if not tried else min(1000, round(1000 * failed / tried))
