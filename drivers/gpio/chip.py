"""What every GPIO back end offers: who holds which line, and when a change on it happened.

GpioError
 ├─ BackEndMissing    the library is not installed, or not for this machine
 ├─ ChipAbsent        no chip with the header's lines, or no simulator at the socket
 ├─ GpioForbidden     no permission
 ├─ GpioLost          the chip or the simulator has gone
 ├─ LineUnknown       no such line
 ├─ LineInUse         the line is held already. The message names the holder
 └─ VersionRefused    the simulator speaks another version of the socket's protocol
"""

import contextlib
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol


class GpioError(Exception):
    """Base of all errors of GPIO lines."""


class BackEndMissing(GpioError):
    """The library of this back end is not installed, or not made for this machine."""


class ChipAbsent(GpioError):
    """There is no chip with the header's lines, or no simulator at the socket."""


class GpioForbidden(GpioError):
    """This user may not use the chip."""


class GpioLost(GpioError):
    """The chip or the simulator has gone."""


class LineUnknown(GpioError, ValueError):
    """There is no line of that number."""


class LineInUse(GpioError):
    """The line is held already."""


class VersionRefused(GpioError):
    """The simulator does not speak this version of the socket's protocol."""


class Pull(Enum):
    """The bias of an input."""

    NONE = "none"
    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Edge:
    """A change of a line: its number, the level after it, its stamp (monotonic ns), and the edges lost before it."""

    line: int
    level: bool
    stamp: int
    lost: int = 0


Sink = Callable[[Edge], None]
Heard = Callable[[bool], None]


class GpioChip(Protocol):
    """The lines of one machine. Everything is called from one thread, and sinks are called from `pump` only."""

    def read(self, line: int) -> bool:
        """The level of a line now. Raises LineUnknown, GpioLost."""

    def look(self, line: int, heard: Heard) -> None:
        """Ask for the level of a watched line without waiting. `heard` gets it at once, or from `pump`.

        A chip that is dead tells nothing, so that its answer is all that tells it from a quiet one. Raises GpioLost.
        """

    def write(self, line: int, level: bool) -> None:
        """Make the line an output, if it is not, and set it. Raises LineInUse if it is watched."""

    def watch(self, line: int, pull: Pull, sink: Sink, holder: str = "") -> bool:
        """Give every edge of the line to `sink` from now on. Return the present level.

        `holder` names the caller, for the message of a LineInUse.
        """

    def unwatch(self, line: int) -> None:
        """Release the line, watched or written. Harmless for a line that is not held."""

    def close(self) -> None:
        """Release everything."""

    def fileno(self) -> int:
        """A descriptor that is readable when `pump` has something to do."""

    def pump(self, now: int) -> None:
        """Give the edges that have come to their sinks, oldest first for each line.

        An edge is never stamped later than `now`. Raises GpioLost.
        """


class Use(Enum):
    """What a line is held for."""

    WATCHED = "watched"
    WRITTEN = "written"


@dataclass(frozen=True, slots=True)
class Claim:
    """The holder of a line, its use, and the sink of its edges."""

    holder: str
    use: Use
    sink: Sink | None = None


class Claims:
    """The lines that are held. Shared by the back ends, so that all of them refuse in the same words."""

    def __init__(self) -> None:
        self._held: dict[int, Claim] = {}

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines that are held."""
        return tuple(self._held)

    def use(self, line: int) -> Use | None:
        """Return what the line is held for, None if it is not held."""
        claim = self._held.get(line)
        return None if claim is None else claim.use

    def take(self, line: int, claim: Claim) -> None:
        """Hold a line. Raises LineInUse with the name of its holder."""
        held = self._held.get(line)
        if held is not None:
            who = f" by {held.holder!r}" if held.holder else ""
            wants = f" for {claim.holder!r}" if claim.holder else ""
            raise LineInUse(f"line {line} is already {held.use.value}{who}: it cannot be {claim.use.value}{wants}")
        self._held[line] = claim

    def drop(self, line: int) -> None:
        """Release a line."""
        self._held.pop(line, None)

    def give(self, edge: Edge, now: int) -> None:
        """Give an edge to the sink that watches its line, if there still is one. None is stamped later than `now`."""
        claim = self._held.get(edge.line)
        if claim is not None and claim.sink is not None:
            claim.sink(edge if edge.stamp <= now else replace(edge, stamp=now))


class Bell:
    """Makes a selector wake up: may be rung from any thread."""

    def __init__(self) -> None:
        self._fd = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)

    def fileno(self) -> int:
        return self._fd

    def ring(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # closed meanwhile, with no listener left
            os.eventfd_write(self._fd, 1)

    def silence(self) -> None:
        """Forget how often it rang."""
        with contextlib.suppress(BlockingIOError):
            os.eventfd_read(self._fd)

    def close(self) -> None:
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)
