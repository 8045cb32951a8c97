"""Events held until the controller has journalled them. Pure: messages and time (ns) go in and out.

Every event is sent at once and again until acknowledged. The number of unacknowledged events is bounded: past
`LIMIT` the caller must collapse levels into a snapshot and edges into a gap (`full` says so).
"""

from collections import deque
from collections.abc import Iterator

from .base import Message
from .sensed import Sensed
from .told import Command, Entered
from .wire import Ack, Event, Hello, Welcome

# An unacknowledged event is sent again after this. A commit takes 4-50 ms even on a slow SD card. 500 ms is ten of
# those, so that a slow disk is not answered with a flood of repetitions.
RESEND_AFTER = 500_000_000

# A hand is some 70 events. This is more than ten hands while the controller is away.
LIMIT = 1000


class Outbox:
    """The sending end of the event link of one source."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.epoch: int | None = None
        self._sequence = 0
        self._held: deque[Event] = deque()  # numbered, not yet acknowledged
        self._waiting: deque[tuple[Sensed | Entered | Command, int | None]] = deque()
        """Not yet numbered: no epoch has been given, or another one. With the stamp that it had, if it had one."""
        self._acked = 0
        self._resend_at: int | None = None

    @property
    def full(self) -> bool:
        """Whether the next event must be a collapse of what waits (a snapshot and gaps)."""
        return len(self._held) + len(self._waiting) >= LIMIT

    @property
    def unacknowledged(self) -> int:
        return len(self._held) + len(self._waiting)

    def waits(self, kind: type[object]) -> bool:
        """Whether an event of this kind is not acknowledged yet, or cannot even be taken."""
        return self.full or any(isinstance(body, kind) for body in self._bodies())

    @property
    def deadline(self) -> int | None:
        """When `wake` must be called, ns."""
        return self._resend_at

    def hello(self) -> Hello:
        """What to send when the socket is (re)connected or the controller asks who we are."""
        last = self._held[-1].sequence if self._held else 0
        return Hello(source=self.source, epoch=self.epoch, last=last, acked=self._acked)

    def welcomed(self, welcome: Welcome, now: int) -> list[Message]:
        """Take the controller's answer to `hello`. Return what must be sent now, oldest first.

        Another epoch than ours means that the controller does not know ours. Everything held is then numbered again.
        """
        if self.epoch != welcome.epoch:
            unnumbered = [(event.body, event.stamp) for event in self._held]
            self.epoch, self._sequence, self._acked = welcome.epoch, 0, 0
            self._held.clear()
            self._waiting.extendleft(reversed(unnumbered))
        self._drop_through(welcome.acked)
        again: list[Message] = list(self._held)
        while self._waiting:
            body, stamp = self._waiting.popleft()
            again.append(self._number(body, now if stamp is None else stamp))
        self._resend_at = now + RESEND_AFTER if self._held else None
        return again

    def put(self, body: Sensed | Entered | Command, now: int) -> list[Message]:
        """Take an event. Return what must be sent now, nothing while no epoch has been given."""
        if self.epoch is None:
            self._waiting.append((body, None))
            return []
        event = self._number(body, now)
        if self._resend_at is None:
            self._resend_at = now + RESEND_AFTER
        return [event]

    def acknowledged(self, ack: Ack, now: int) -> None:
        """Drop everything up to `ack`, as the controller has journalled it. An ack of another epoch is ignored."""
        if ack.epoch == self.epoch:
            self._drop_through(ack.sequence)
            self._resend_at = now + RESEND_AFTER if self._held else None

    def wake(self, now: int) -> list[Message]:
        """Return what must be sent again. To be called at `deadline`, harmless at any time."""
        if self._resend_at is None or now < self._resend_at:
            return []
        self._resend_at = now + RESEND_AFTER
        return list(self._held)

    def _bodies(self) -> Iterator[Sensed | Entered | Command]:
        yield from (event.body for event in self._held)
        yield from (body for body, _ in self._waiting)

    def _number(self, body: Sensed | Entered | Command, stamp: int) -> Event:
        assert self.epoch is not None  # noqa: S101 - callers number only after a welcome
        self._sequence += 1
        event = Event(source=self.source, epoch=self.epoch, sequence=self._sequence, stamp=stamp, body=body)
        self._held.append(event)
        return event

    def _drop_through(self, sequence: int) -> None:
        self._acked = max(self._acked, sequence)
        while self._held and self._held[0].sequence <= sequence:
            self._held.popleft()
        self._sequence = max(self._sequence, sequence)
