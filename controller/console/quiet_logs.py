"""The logs of libraries as single lines of ours: no tracebacks, and the same line only once in ten seconds.

Anybody on the network can cause such a line, as often as they like. A log must not grow with that.
"""

import logging
import time
from collections.abc import Callable

import structlog

from firmware_bridge.process.failed_at import where

ONE_IN_S = 10.0  # a person who reads along misses nothing, and a day of it is less than 2 MB
MOST_KINDS = 200  # kinds of lines that are counted separately. The texts are those of libraries, so there are few
LONGEST = 200

log = structlog.get_logger("console")


class OneLine(logging.Handler):
    """Logs a record as one line. Further records of its kind are counted, and the next line shows the count."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(logging.WARNING)
        self._clock = clock
        self._said: dict[str, float] = {}
        self._unsaid: dict[str, int] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Log the record, or count it."""
        kind, now = f"{record.name}: {record.msg}"[:LONGEST], self._clock()
        if len(self._said) >= MOST_KINDS and kind not in self._said:
            kind = "others"
        if now - self._said.get(kind, -ONE_IN_S) < ONE_IN_S:
            self._unsaid[kind] = self._unsaid.get(kind, 0) + 1
            return
        self._said[kind] = now
        error = record.exc_info[1] if record.exc_info else None
        about = {} if error is None else {"error": where(error)}
        text = record.getMessage().strip().partition("\n")[0][:LONGEST]
        log.log(record.levelno, text, library=record.name, more=self._unsaid.pop(kind, 0), **about)


def keep_library_logs_quiet() -> None:
    """Keep the logs of libraries quiet from now on, for the whole process."""
    logging.basicConfig(handlers=[OneLine()], level=logging.WARNING, force=True)
