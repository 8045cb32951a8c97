"""Logging of what a stranger can repeat as often as they like: one line in a while, with the count of the others."""

from typing import Final

EVERY: Final = 60_000_000_000
"""Between two lines of one cause, ns: a technician sees that it goes on, and a day of it is 1,440 lines."""


class Sparing:
    """Which occurrences of a cause are worth a line."""

    def __init__(self, every: int = EVERY) -> None:
        self._every = every
        self._last: dict[str, int] = {}
        self._left_out: dict[str, int] = {}

    def due(self, cause: str, now: int) -> int | None:
        """None if a line of this cause is too fresh. Else how often it happened since that line, this time included.

        `cause` must come from a fixed list: what a stranger chooses would fill the memory.
        """
        count = self._left_out.get(cause, 0) + 1
        last = self._last.get(cause)
        if last is not None and now - last < self._every:
            self._left_out[cause] = count
            return None
        self._last[cause], self._left_out[cause] = now, 0
        return count
