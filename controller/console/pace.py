"""How fast a client may go on asking: a bucket that fills by so much a second."""

from __future__ import annotations

import time
from collections.abc import Callable


class Pace:
    """`rate`: how many a second. `most`: how many at once, after a rest."""

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._left, self._at = most, clock()

    def allows(self) -> bool:
        """Whether one more is allowed now. If so, it is counted."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
