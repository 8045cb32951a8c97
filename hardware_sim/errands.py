"""Orders of the simulator's page, handed from the page's thread to the loop's."""

import os
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue

from firmware_bridge.messages.loop import Loop
from hardware_sim.sentences import Sentence, Unable

Errand = Callable[[int], None]
"""Does something to the table at its time in ns. Raises Unable, LookupError or ValueError if it cannot."""


class Errands:
    """A queue that wakes the loop. `put` may be called from any thread, and does not wait."""

    def __init__(self, loop: Loop, done: Callable[[Sentence], None]) -> None:
        """`done` is called after each turn, with the reason why an errand could not be done, or none."""
        self._loop, self._done = loop, done
        self._waiting: SimpleQueue[Errand] = SimpleQueue()
        self._bell = os.eventfd(0, os.EFD_NONBLOCK)
        self._closing = threading.Lock()  # whoever rings must not meet another file under the bell's number
        self._closed = False
        loop.watch(self._bell, self._ring)

    def put(self, errand: Errand) -> None:
        """Have an errand done in the loop's thread, or not at all once it is closed."""
        self._waiting.put(errand)
        with self._closing:
            if not self._closed:
                os.eventfd_write(self._bell, 1)

    def _ring(self, now: int) -> None:
        os.eventfd_read(self._bell)
        while True:
            try:
                errand = self._waiting.get_nowait()
            except Empty:
                return
            self._done(_tried(errand, now))

    def close(self) -> None:
        """Close it. Errands that still wait are not done."""
        self._loop.unwatch(self._bell)
        with self._closing:
            self._closed = True
            os.close(self._bell)


def _tried(errand: Errand, now: int) -> Sentence:
    try:
        errand(now)
    except Unable as error:
        return error.sentence
    except (LookupError, ValueError) as error:
        return Sentence("That cannot be done: {why}", {"why": str(error)})
    return Sentence()
