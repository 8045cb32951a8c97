"""The life of a part behind a port: one table of transitions, and the waits between attempts. Pure.

absent ─► opening ─► identifying ─► configuring ─► ready ◄─► degraded
  ▲          │            │              │           │
  │          └────────────┴── back_off ◄─┴── lost ◄──┘        quarantined: another part answered
"""

from dataclasses import dataclass
from enum import Enum

from firmware_bridge.messages.sensed import LifecycleName

MS = 1_000_000

# A cable is put back by hand. People do not notice a quarter of a second, and looking at a path costs microseconds.
LOOK_EVERY = 250 * MS
# Waits between attempts: doubling, so that a part that is broken costs nothing and one that is slow is not missed.
FIRST_WAIT = 250 * MS
LONGEST_WAIT = 10_000 * MS
# A part that does not finish identification in this time is silent, however long its driver waits. A line of ten mute
# FEIG readers with a bounded wait each is the slowest.
IDENTIFY_WITHIN = 5_000 * MS


class State(Enum):
    """The states of a part. The values are those of `PartHealth`."""

    ABSENT = "absent"
    OPENING = "opening"
    IDENTIFYING = "identifying"
    CONFIGURING = "configuring"
    READY = "ready"
    DEGRADED = "degraded"
    LOST = "lost"
    BACK_OFF = "back_off"
    QUARANTINED = "quarantined"

    @property
    def name_on_the_wire(self) -> LifecycleName:
        return _NAMES[self]


_NAMES: dict[State, LifecycleName] = {
    State.ABSENT: "absent",
    State.OPENING: "opening",
    State.IDENTIFYING: "identifying",
    State.CONFIGURING: "configuring",
    State.READY: "ready",
    State.DEGRADED: "degraded",
    State.LOST: "lost",
    State.BACK_OFF: "back_off",
    State.QUARANTINED: "quarantined",
}


class Signal(Enum):
    """What can happen to a part."""

    PORT_THERE = "the port's path is there"
    PORT_GONE = "the port's path is not there"
    OPENED = "the port is open"
    OPEN_FAILED = "the port could not be opened"
    PORT_BUSY = "another process has the port"
    PORT_FORBIDDEN = "this user may not open the port"
    RECOGNISED = "the part said who it is"
    CONFIGURED = "the part is set up"
    REFUSED = "something else answered"
    PARTLY_MUTE = "some of its readers do not answer"
    WHOLE = "all of it answers"
    SILENT = "nothing answers"
    CABLE_LOST = "the open port failed"
    UNWATCHED = "nobody has listened to it for a while"
    DRIVER_FAILED = "its driver failed at what the part sent"
    CLOSED = "the connection is given up"
    WAITED = "the wait is over"


S, G = State, Signal
TRANSITIONS: dict[tuple[State, Signal], State] = {
    (S.ABSENT, G.PORT_THERE): S.OPENING,
    (S.OPENING, G.OPENED): S.IDENTIFYING,
    (S.OPENING, G.OPEN_FAILED): S.BACK_OFF,
    (S.OPENING, G.PORT_BUSY): S.BACK_OFF,
    (S.OPENING, G.PORT_FORBIDDEN): S.BACK_OFF,
    (S.OPENING, G.PORT_GONE): S.ABSENT,
    (S.IDENTIFYING, G.RECOGNISED): S.CONFIGURING,
    (S.IDENTIFYING, G.CONFIGURED): S.READY,
    (S.CONFIGURING, G.CONFIGURED): S.READY,
    (S.READY, G.PARTLY_MUTE): S.DEGRADED,
    (S.DEGRADED, G.PARTLY_MUTE): S.DEGRADED,
    (S.DEGRADED, G.WHOLE): S.READY,
    (S.LOST, G.CLOSED): S.BACK_OFF,
    (S.LOST, G.PORT_GONE): S.ABSENT,
    (S.BACK_OFF, G.WAITED): S.OPENING,
    (S.BACK_OFF, G.PORT_GONE): S.ABSENT,
    (S.QUARANTINED, G.PORT_GONE): S.ABSENT,
    (S.QUARANTINED, G.RECOGNISED): S.CONFIGURING,
    **{(state, G.REFUSED): S.QUARANTINED for state in (S.IDENTIFYING, S.CONFIGURING, S.READY, S.DEGRADED)},
    **{
        (state, signal): S.LOST
        for state in (S.IDENTIFYING, S.CONFIGURING, S.READY, S.DEGRADED)
        for signal in (G.SILENT, G.CABLE_LOST, G.DRIVER_FAILED, G.UNWATCHED)
    },
    (S.QUARANTINED, G.CABLE_LOST): S.LOST,
}
"""Every change there is. A signal that is not listed for a state changes nothing there."""

WORKING = frozenset({S.READY, S.DEGRADED})
CONNECTED = frozenset({S.IDENTIFYING, S.CONFIGURING, S.READY, S.DEGRADED, S.QUARANTINED})


@dataclass(frozen=True, slots=True)
class Change:
    """The part went from one state to another. `cause` in a technician's words."""

    before: State
    after: State
    cause: str
    downtime: int | None = None  # ns, if it works again after having worked before
    signal: Signal | None = None  # what happened. None: it was so from the start


class Lifecycle:
    """Where a part stands, and when to look at it again."""

    def __init__(self, now: int) -> None:
        self.state = State.ABSENT
        self.cause = ""
        self.due: int | None = now
        self._wait = FIRST_WAIT
        self._down_since: int | None = None

    def signal(self, signal: Signal, now: int, cause: str = "") -> Change | None:
        """Take a signal. Return the change, or None if it means nothing in this state."""
        after = TRANSITIONS.get((self.state, signal))
        if after is None or (after is self.state and cause == self.cause):
            return None
        before, self.state = self.state, after
        self.cause = cause if cause or after in WORKING else self.cause
        self.due = self._next(after, now)
        return Change(before, after, self.cause, self._downtime(before, after, now), signal)

    def _next(self, state: State, now: int) -> int | None:
        if state in WORKING:
            self._wait = FIRST_WAIT
            return None
        if state is State.ABSENT:
            self._wait = FIRST_WAIT
            return now + LOOK_EVERY
        if state is State.BACK_OFF:
            wait, self._wait = self._wait, min(self._wait * 2, LONGEST_WAIT)
            return now + wait
        if state in (State.IDENTIFYING, State.CONFIGURING):
            return now + IDENTIFY_WITHIN
        return now + LOOK_EVERY if state is State.QUARANTINED else now

    def look_again(self, now: int) -> None:
        """Look again a moment later, as nothing has changed."""
        self.due = now + LOOK_EVERY

    def _downtime(self, before: State, after: State, now: int) -> int | None:
        if before in WORKING and after not in WORKING:
            self._down_since = now
        if after in WORKING and before not in WORKING and self._down_since is not None:
            since, self._down_since = self._down_since, None
            return now - since
        return None
