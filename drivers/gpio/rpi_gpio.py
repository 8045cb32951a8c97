"""GPIO lines by the RPi.GPIO interface: the old package, or rpi-lgpio under the same name.

The library calls back in a thread of its own. The callback only stamps, stores and rings, and sinks are called from
`pump` in the caller's thread. Its stamps are therefore taken a scheduling delay after the edge, and the level is read
then too: two edges closer than that read the same level twice, which counts as one edge lost.

Limits: the old package knows neither the Pi 5 nor edge detection on kernels from 6.6. Rpi-lgpio does (see the docs).
Source: RPi.GPIO documentation, sourceforge.net/p/raspberry-gpio-python/wiki, rpi-lgpio.readthedocs.io.
"""

import importlib
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from drivers.gpio.chip import (
    BackEndMissing,
    Bell,
    Claim,
    Claims,
    Edge,
    GpioError,
    Heard,
    LineUnknown,
    Pull,
    Sink,
    Use,
)

_QUEUE = 4096  # edges. A line that bounces at 10 kHz while the bridge stands still for 0.4 s


class RpiGpioLines:
    """The header's lines by their BCM numbers. `module`: the RPi.GPIO module, imported if not given."""

    def __init__(self, clock: Callable[[], int] = time.monotonic_ns, module: Any = None) -> None:
        self._gpio = _imported() if module is None else module
        self._clock = clock
        self._claims = Claims()
        self._bell = Bell()
        self._edges: deque[tuple[int, bool, int, int]] = deque()
        self._overrun: dict[int, int] = {}  # line -> edges that found the queue full
        self._levels: dict[int, bool] = {}  # line -> level last given to its sink
        self._gpio.setwarnings(False)  # it warns of lines that a killed run left set up, which is no fault
        self._gpio.setmode(self._gpio.BCM)

    def fileno(self) -> int:
        return self._bell.fileno()

    def read(self, line: int) -> bool:
        if self._claims.use(line) is None:
            self._call(line, self._gpio.setup, line, self._gpio.IN)
        return bool(self._call(line, self._gpio.input, line))

    def look(self, line: int, heard: Heard) -> None:
        heard(self.read(line))

    def write(self, line: int, level: bool) -> None:
        if self._claims.use(line) is Use.WRITTEN:
            self._call(line, self._gpio.output, line, int(level))
            return
        self._claims.take(line, Claim("", Use.WRITTEN))
        self._or_drop(line, self._gpio.setup, line, self._gpio.OUT, initial=int(level))

    def watch(self, line: int, pull: Pull, sink: Sink, holder: str = "") -> bool:
        gpio = self._gpio
        biases = {Pull.NONE: gpio.PUD_OFF, Pull.UP: gpio.PUD_UP, Pull.DOWN: gpio.PUD_DOWN}
        self._claims.take(line, Claim(holder, Use.WATCHED, sink))
        self._or_drop(line, gpio.setup, line, gpio.IN, pull_up_down=biases[pull])
        present = bool(self._or_drop(line, gpio.input, line))
        self._levels[line] = present
        self._or_drop(line, gpio.add_event_detect, line, gpio.BOTH, callback=self._on_edge)
        return present

    def unwatch(self, line: int) -> None:
        if self._claims.use(line) is Use.WATCHED:
            self._gpio.remove_event_detect(line)
        if self._claims.use(line) is not None:
            self._gpio.cleanup(line)
        self._claims.drop(line)

    def close(self) -> None:
        for line in self._claims.lines:
            self.unwatch(line)
        self._bell.close()

    def pump(self, now: int) -> None:
        self._bell.silence()
        for _ in range(len(self._edges)):
            line, level, stamp, lost = self._edges.popleft()
            missed = lost + (level == self._levels.get(line))
            self._levels[line] = level
            self._claims.give(Edge(line, level, stamp, missed), now)

    def _on_edge(self, line: int) -> None:
        """Runs in the library's thread."""
        stamp = self._clock()
        if len(self._edges) >= _QUEUE:
            self._overrun[line] = self._overrun.get(line, 0) + 1
        else:
            self._edges.append((line, bool(self._gpio.input(line)), stamp, self._overrun.pop(line, 0)))
        self._bell.ring()

    def _or_drop(self, line: int, function: Callable[..., Any], *args: Any, **more: Any) -> Any:
        """Call the library. On failure the line is not held."""
        try:
            return self._call(line, function, *args, **more)
        except GpioError:
            self._claims.drop(line)
            raise

    def _call(self, line: int, function: Callable[..., Any], *args: Any, **more: Any) -> Any:
        try:
            return function(*args, **more)
        except ValueError as error:
            raise LineUnknown(f"line {line}: {error}. The header has lines 0-27 by BCM number") from error
        except RuntimeError as error:
            raise GpioError(
                f"line {line}: {error}. On a Pi 5 or a kernel from 6.6 on install rpi-lgpio instead of RPi.GPIO"
            ) from error


def _imported() -> Any:
    try:
        return importlib.import_module("RPi.GPIO")
    except ImportError as error:
        raise BackEndMissing(f"GPIO back end 'rpi_gpio': {error}. Install rpi-lgpio (pip: sabot[pi])") from error
    except RuntimeError as error:
        raise BackEndMissing(f"GPIO back end 'rpi_gpio': {error}. It works on a Raspberry Pi only") from error
