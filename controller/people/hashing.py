"""Checks and makes hashes beside the controller's loop: one thread, a short queue, a descriptor that says "done".

Busy(Exception)   the queue is full
"""

import queue
import socket
import threading
from collections.abc import Callable
from typing import Final

# Each takes some tenths of a second on a Raspberry Pi, so the one behind eight others waits three seconds.
LONGEST_QUEUE: Final = 8

Job = Callable[[], object]
Then = Callable[[object, int], None]


class Busy(Exception):
    """The queue is full."""


class Hashing:
    """`do` hands a job over. Call `finish` when `fileno` is readable. It calls back with the results."""

    def __init__(self) -> None:
        self._inside, self._outside = socket.socketpair()
        self._inside.setblocking(False)
        self._jobs: queue.Queue[tuple[Job, Then] | None] = queue.Queue(LONGEST_QUEUE)
        self._done: queue.SimpleQueue[tuple[Then, object]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="hashing", daemon=True)
        self._thread.start()

    def fileno(self) -> int:
        """Return a descriptor that is readable when something is done."""
        return self._inside.fileno()

    def do(self, job: Job, then: Then) -> None:
        """Have `job` done. `then` is called in the loop with its result and the time. Raises Busy."""
        try:
            self._jobs.put_nowait((job, then))
        except queue.Full:
            raise Busy from None

    def finish(self, now: int) -> None:
        """Call back for finished jobs."""
        self._inside.recv(LONGEST_QUEUE + 1)
        while not self._done.empty():
            then, result = self._done.get()
            then(result, now)

    def close(self) -> None:
        """End the thread after the waiting jobs."""
        self._jobs.put(None)
        self._thread.join()
        self._inside.close()
        self._outside.close()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                result: object = job[0]()
            except Exception as error:  # noqa: BLE001 - whoever asked is told that it failed, and the thread lives on
                result = error
            self._done.put((job[1], result))
            self._outside.send(b"x")
