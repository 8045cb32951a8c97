"""Tracebacks that pytest can print: one with an entry without a line number would end the whole run instead.

Instructions of the compiler's own making have no line (`tb_lineno` is None), and an interrupt, such as the one of
pytest-timeout, may come at any instruction.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType


def entries(trace: TracebackType | None) -> Iterator[TracebackType]:
    """From the outermost to the one that raised."""
    while trace is not None:
        yield trace
        trace = trace.tb_next


def with_lines(trace: TracebackType | None) -> TracebackType | None:
    """The same, with the first line of its function where an entry has none."""
    mended: TracebackType | None = None
    for entry in reversed(list(entries(trace))):
        line: int | None = entry.tb_lineno  # the stubs know of no None
        first = entry.tb_frame.f_code.co_firstlineno
        mended = TracebackType(mended, entry.tb_frame, entry.tb_lasti, first if line is None else line)
    return mended


def chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error, what it came from, and so on; each once."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def give_lines(error: BaseException) -> bool:
    """Mend the tracebacks of an error and of those it came from; whether there was anything to mend."""
    lineless = [one for one in chain(error) if any(e.tb_lineno is None for e in entries(one.__traceback__))]
    for one in lineless:
        one.__traceback__ = with_lines(one.__traceback__)
    return bool(lineless)
