"""What is known of the serial parts over time: states, plugs, counters, failures, outages. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from drivers.reader import Cause, Refused
from firmware_bridge.messages.part_kinds import Rate
from firmware_bridge.messages.tablefile import Part
from firmware_bridge.parts.lifecycle import WORKING, Change, Signal, State

from .course import Course
from .sampling import Counts

MS: Final = 1_000_000
S: Final = 1_000 * MS

WINDOW: Final = 40 * S
"""Over how long errors are counted. Within a minute a fault must be named, so the window is shorter."""

OUTAGE: Final = 80 * MS
"""A whole part that is silent for longer, and misses two requests, was gone for a moment."""


END: Final = 3 * S
"""Damage so shortly before a part falls silent belongs to that: it is given up up to two seconds after its answer."""


class Cut(NamedTuple):
    """An answer that broke off: whether it was a list of tags, and how many bytes of it came."""

    listing: bool
    came: int


@dataclass(slots=True)
class Bus:
    """One address of a bus, or the whole part: when it answered, and what it failed at."""

    answered: int = 0
    failed: int = 0
    unanswered: int = 0  # in a row
    failures: deque[tuple[int, Cause]] = field(default_factory=lambda: deque(maxlen=200))
    cuts: deque[tuple[int, Cut]] = field(default_factory=lambda: deque(maxlen=200))
    listed: deque[int] = field(default_factory=lambda: deque(maxlen=200))  # when one of several tags came whole

    def count(self, cause: Cause, since: int) -> int:
        """Failures of a kind since a time."""
        return sum(stamp >= since and one is cause for stamp, one in self.failures)


@dataclass(slots=True)
class LineWatch:
    """One serial part: its state, its counters over time, its failures."""

    part: Part
    now: int
    state: State = State.ABSENT
    signal: Signal | None = None
    refused: Refused | None = None
    went: int = 0  # when it last stopped working, or the start
    worked: bool = False
    answers: bool = False  # since it was plugged in
    unplugged: int | None = None
    out: tuple[int, int] | None = None  # when its plug came out last, and when it went in again
    outs: deque[int] = field(default_factory=lambda: deque(maxlen=20))  # when its plug came out, those times
    answers_at: Rate | None = None
    broke: int | None = None
    heard: int = 0
    missed: int = 0  # requests without an answer in a row
    versions: list[str] = field(default_factory=list)
    samples: deque[tuple[int, Counts]] = field(default_factory=lambda: deque(maxlen=90))  # differences, one a second
    outages: deque[tuple[int, int]] = field(default_factory=lambda: deque(maxlen=60))  # last heard, heard again
    lows: deque[int] = field(default_factory=lambda: deque(maxlen=60))  # when the line was low for a moment
    restarts: deque[int] = field(default_factory=lambda: deque(maxlen=60))
    units: dict[int | None, Bus] = field(default_factory=dict)
    answered_at: int | None = None  # when answers were counted last, to the second
    last: Counts = field(default_factory=Counts)
    total: Counts = field(default_factory=Counts)
    course: Course = field(default_factory=Course)  # of its requests, and those that failed
    usual: int | None = None  # the quickest answer of its first minute, ns
    known: dict[tuple[int, int], Counts] = field(default_factory=dict)  # sums since the last sample, by time and span

    @property
    def place(self) -> str:
        """Where it is at the table."""
        if self.part.seat:
            return f"seat {self.part.seat}"
        return ", ".join(self.part.antennas[number] for number in sorted(self.part.antennas, key=int))

    def place_of(self, number: int | None) -> str:
        """The place of one of its antennas or addresses."""
        return self.part.antennas.get(str(number), self.place)

    # what is observed

    def changed(self, change: Change, refused: Refused | None, identity: str, now: int) -> None:
        """Take a change of its state."""
        self.state, self.signal, self.refused = change.after, change.signal, refused
        if change.after in WORKING:
            self.worked, self.answers, self.unplugged, self.heard = True, True, None, now
            if identity and identity not in self.versions:
                self.versions.append(identity)
            for unit in self.units.values() if change.before not in WORKING else ():
                unit.unanswered = 0
        elif change.before in WORKING:
            self.went = now
        if change.signal in (Signal.CABLE_LOST, Signal.PORT_GONE) or change.after is State.ABSENT:
            self.unplugged = now if self.unplugged is None else self.unplugged
        elif change.signal is Signal.PORT_THERE:
            if self.unplugged is not None and self.worked:
                self.out = self.unplugged, now
                self.outs.append(self.unplugged)
            self.unplugged = None
            self._plugged_in()
        if change.signal is Signal.SILENT and change.before in WORKING:
            self._out(now)

    def _plugged_in(self) -> None:
        """Count again from zero: a person has done something to the cable."""
        for counted in (self.samples, self.known, self.outages, self.restarts, self.lows, self.units):
            counted.clear()
        self.missed, self.answers = 0, False

    def _out(self, now: int) -> None:
        if not self.outages or self.heard > self.outages[-1][0]:
            self.outages.append((self.heard, now))

    def answered(self, number: int | None, now: int) -> None:
        """Take an answer."""
        unit = self.units.setdefault(number, Bus())
        if self.missed >= 2 and now - self.heard >= OUTAGE:
            self._out(now)
        unit.answered, unit.unanswered, self.heard, self.missed = now, 0, now, 0

    def listed(self, number: int, tags: int, now: int) -> None:
        """Take a reading with so many tags."""
        if tags > 1:
            self.units[number].listed.append(now)

    def failed(self, number: int | None, cause: Cause, now: int, cut: Cut | None = None) -> None:
        """Take a request that came to nothing. `cut`: how its answer broke off, if it did."""
        unit = self.units.setdefault(number, Bus())
        unit.failures.append((now, cause))
        unit.failed = now
        if cut is not None:
            unit.cuts.append((now, cut))
        if cause is Cause.GARBLED:
            unit.unanswered = 0  # something answers there
        if cause is Cause.NO_ANSWER:
            unit.unanswered += 1
            self.missed += 1

    def counted(self, counts: Counts, now: int) -> None:
        """Take the counters, once a second."""
        before, self.last = self.last, counts
        if _anew(counts, before):
            before = Counts(received=before.received)
        fresh = _difference(counts, before)
        self.samples.append((now, fresh))
        self.known.clear()
        self.total = _sum([self.total, fresh])
        self.answered_at = now if fresh.frames_in else self.answered_at
        self.course.add(fresh.frames_out, fresh.bad + fresh.timeouts, now)
        self.broke, self.answers_at = counts.broke, counts.answers_at
        if self.broke is not None and self.broke not in self.lows:
            self.lows.append(self.broke)
        if counts.trip is not None and (self.usual is None or (now - self.now < 60 * S and counts.trip < self.usual)):
            self.usual = counts.trip

    # what the rules ask

    def doubtful(self, now: int) -> bool:
        """Whether it has been away of late, or one of its readers does not answer: its readings are incomplete."""
        numbers = {int(number) for number in self.part.antennas}
        mute = any(unit.unanswered >= 2 for number, unit in self.units.items() if number in numbers)
        return mute or bool(self.flaps(now))

    def flaps(self, now: int) -> list[tuple[int, int]]:
        """The times when it was gone for a moment, of late."""
        return [outage for outage in self.outages if outage[1] > now - WINDOW]

    def summed(self, now: int, span: int = WINDOW) -> Counts:
        """What was counted within a span before now."""
        key = now, span
        if key not in self.known:  # several rules ask in one look
            self.known[key] = _sum(sample for stamp, sample in self.samples if stamp > now - span)
        return self.known[key]

    def since_gone(self) -> Counts:
        """What was counted since it stopped working, but for the second in which it did: the last samples at most."""
        return _sum(sample for stamp, sample in self.samples if stamp > self.went + S)

    def damaged_at_its_end(self) -> int:
        """How many answers came damaged just before it stopped working."""
        failed = [one for unit in self.units.values() for one in unit.failures]
        return sum(cause is Cause.GARBLED and abs(stamp - self.went) < END for stamp, cause in failed)

    def failures(self, cause: Cause, now: int, span: int = WINDOW) -> int:
        """Failures of a kind within a span before now."""
        return sum(unit.count(cause, now - span) for unit in self.units.values())


def _sum(counts: Iterable[Counts]) -> Counts:
    frames_in = frames_out = bad = junk = timeouts = received = strays = 0
    for one in counts:
        frames_in += one.frames_in
        frames_out += one.frames_out
        bad += one.bad
        junk += one.junk
        timeouts += one.timeouts
        received += one.received
        strays += one.strays
    return Counts(frames_in, frames_out, bad, junk, timeouts, received, strays=strays)


def _anew(after: Counts, before: Counts) -> bool:
    """Whether a new driver counts, from zero."""
    counted = (
        (after.frames_in, before.frames_in), (after.frames_out, before.frames_out), (after.bad, before.bad),
        (after.junk, before.junk), (after.timeouts, before.timeouts),
    )  # fmt: skip
    return after.driver != before.driver or any(now < then for now, then in counted)


def _difference(after: Counts, before: Counts) -> Counts:
    return replace(
        after,
        frames_in=after.frames_in - before.frames_in, frames_out=after.frames_out - before.frames_out,
        bad=after.bad - before.bad, junk=after.junk - before.junk, timeouts=after.timeouts - before.timeouts,
        received=max(0, after.received - before.received), strays=after.strays - before.strays,
    )  # fmt: skip
