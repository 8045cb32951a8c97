"""One thread, one poll: descriptors, ZeroMQ sockets and timers of a process, on real or virtual time."""

import heapq
import math
from collections.abc import Callable, Iterator

from .clock import Channels, Clock
from .readiness import Readable, Readiness

DELIVERY = 20
"""Milliseconds of real time for bytes that are written to arrive: many turns of a busy machine. Then others go on."""

Callback = Callable[[int], None]
Standstill = Callable[[int, int], None]  # since when nothing was done, and the time now


class Timer:
    """A moment at which something is to be called. `cancel` forgets it."""

    __slots__ = ("call", "due")

    def __init__(self, due: int, call: Callback | None) -> None:
        self.due, self.call = due, call

    def cancel(self) -> None:
        self.call = None


class Loop:
    """Runs callbacks with the time (ns) as argument, in order of due time, then of arming.

    `channels` is asked for the process's byte and message counts before each sleep (lock-step clock).
    """

    def __init__(self, clock: Clock, channels: Callable[[], Channels] = dict) -> None:
        self.clock = clock
        self._channels = channels
        self._open = Readiness()
        self._closed = Readiness()  # while the wires are not open: of these only that one has hung up
        self._readers: dict[Readable, Callback] = {}
        self._timers: list[tuple[int, int, Timer]] = []  # by due time, then in the order of arming
        self._armed = 0
        self._running = False
        self._after_each: list[Callback] = []
        self._standstill: tuple[int, Standstill] | None = None
        self._woke = 0
        self._clock_fd = clock.fileno()
        if self._clock_fd is not None:
            for either in (self._open, self._closed):
                either.register(self._clock_fd)

    def now(self) -> int:
        return self.clock.now()

    def watch(self, readable: Readable, callback: Callback, *, wire: bool = False) -> None:
        """Call back whenever the descriptor or socket has something to read (or has hung up).

        `wire`: it is a serial wire, which is left alone while the clock's wires are not open.
        """
        self._readers[readable] = callback
        self._open.register(readable)
        self._closed.register(readable, hang_up_only=wire)

    def unwatch(self, readable: Readable) -> None:
        if self._readers.pop(readable, None) is not None:
            for either in (self._open, self._closed):
                either.unregister(readable)

    def call_at(self, due: int, callback: Callback) -> Timer:
        """Call back once at `due` (ns) or as soon after it as can be."""
        self._armed += 1
        timer = Timer(due, callback)
        heapq.heappush(self._timers, (due, self._armed, timer))
        return timer

    def turn_at(self, due: int) -> Timer:
        """Have a turn of the loop then, even if nothing else is due: `after_each` is called."""
        return self.call_at(due, lambda _now: None)

    def in_turns(self, steps: Iterator[None]) -> None:
        """Do long work one step a turn, from now on, so that what comes meanwhile is read between two steps.

        In virtual time nothing comes meanwhile, and all steps are made at the same instant.
        """

        def go_on(_now: int) -> None:
            for _ in steps:
                self.call_at(self.now(), go_on)
                return

        go_on(self.now())

    def after_each(self, callback: Callback) -> None:
        """Call back after every turn of the loop, before it sleeps: to flush what the turn has made."""
        self._after_each.append(callback)

    def when_stood_still(self, longer_than: int, callback: Standstill) -> None:
        """Call back first if the process was stopped, or had no processor.

        It counts as stopped if a turn took longer than `longer_than` (ns), or a sleep so much longer than it should.
        """
        self._standstill = longer_than, callback

    def stop(self) -> None:
        self._running = False

    def run(self) -> None:
        """Until `stop`. An exception of a callback ends the loop: a process unsure of itself must not go on."""
        self._running, self._woke = True, self.now()
        while self._running:
            self._fire(self._heard())
            for flush in self._after_each:
                flush(self.now())
            if self._running:
                self._sleep()

    def _heard(self) -> int:
        """The time up to which all that came has been read (ns). No timer that is due later fires.

        A process that was kept from its processor while it read would else call an answer late that waits for it.
        Virtual time stands still meanwhile.
        """
        return self._woke if self._clock_fd is None else self.now()

    def _sleep(self) -> None:
        asleep, due = self.now(), self._next_due()
        seconds = self.clock.idle(due, self._channels)
        were_open = self.clock.wires_open
        # Rounded up: poll counts whole milliseconds, and waking early would only mean polling again.
        rest = None if seconds is None else math.ceil(seconds * 1000)
        ready = (self._open if were_open else self._closed).wait(rest)
        self._wake(asleep, due)
        self._call(ready)
        while not were_open and self.clock.awaits(self._channels):
            ready = self._open.wait(DELIVERY)
            self._call(ready)
            if not ready:
                break

    def _call(self, ready: list[Readable]) -> None:
        for readable in ready:
            if readable == self._clock_fd:
                self.clock.tick()
                continue
            callback = self._readers.get(readable)
            if callback is not None:
                callback(self.now())

    def _wake(self, asleep: int, due: int | None) -> None:
        now, woke = self.now(), self._woke
        self._woke = now
        if self._standstill is None:
            return
        longer_than, tell = self._standstill
        if asleep - woke > longer_than:
            tell(woke, now)
        elif due is not None and now - max(asleep, due) > longer_than:
            tell(asleep, now)

    def _next_due(self) -> int | None:
        timers = self._timers
        while timers and timers[0][2].call is None:
            heapq.heappop(timers)
        return timers[0][0] if timers else None

    def _fire(self, now: int) -> None:
        while (due := self._next_due()) is not None and due <= now:
            timer = heapq.heappop(self._timers)[2]
            call, timer.call = timer.call, None
            if call is not None:
                call(now)
