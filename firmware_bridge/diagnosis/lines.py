"""What goes wrong between the machine and a part: plug, cable, supply, rate, adapter, the part itself. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from drivers.reader import Cause, Refused
from firmware_bridge.messages.part_kinds import Rate, part_kind
from firmware_bridge.messages.tablefile import Part
from firmware_bridge.parts.lifecycle import WORKING, Change, Signal, State

from .course import Course
from .sampling import Counts
from .verdict import Fault, Verdict, verdict

MS: Final = 1_000_000
S: Final = 1_000 * MS

WINDOW: Final = 40 * S
"""Over how long errors are counted. Within a minute a fault must be named, so the window is shorter."""

SETTLED: Final = 8 * S
"""A part that is away for less may come back: a restart takes up to a second, the wait before it up to four."""

UNPLUGGED: Final = 1 * S
"""A plug that is out says so at once. A second lets the other parts of a hub follow."""

TOGETHER: Final = 1 * S
"""Plugs of one hub go within this time."""

OUTAGES: Final = 3
"""Times that a part is gone for a moment within `WINDOW` before that is a fault."""

OUTAGE: Final = 80 * MS
"""A whole part that is silent for longer, and misses two requests, was gone for a moment."""

DAMAGE: Final = 3
"""Damaged answers within `WINDOW` before they are a fault: a sound line has none."""

LOST: Final = 4
"""Requests to a display without an answer within `WINDOW` before that is a fault: a sound line has none."""

STRAY: Final = 3
"""Stray bytes of a display for one damaged answer: an answer has four at least."""

MOSTLY_DAMAGED: Final = 0.3
"""The share of damaged answers among failures. Single wrong bits damage answers as often as requests. A contact that
breaks takes whole requests away, and cuts few answers."""

HELD_BACK: Final = 8 * MS
"""An answer that is later than usual by this much has been held back. The usual timer of an adapter is 16 ms."""

FEW_ADAPTERS: Final = 3
"""So many adapters do not get a wrong timer at once."""

ONE_RESTART: Final = 10
"""Percent that each restart adds to 50: one may be a hand at the plug, and the next are hardly [estimate]."""

SUREST_OF_RESTARTS: Final = 90

SHOWN_BY_THE_LINE: Final = 10
"""Percent less if the part does not report its restarts: a line also goes low if its lead is cut [estimate]."""

SILENCE: Final = 4 * S
"""A reader of a bus that answers nothing for this long is mute."""


@dataclass(slots=True)
class Bus:
    """One address of a bus, or the whole part: when it answered, and what it failed at."""

    answered: int = 0
    failed: int = 0
    unanswered: int = 0  # in a row
    failures: deque[tuple[int, Cause]] = field(default_factory=lambda: deque(maxlen=200))

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
    unplugged: int | None = None
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
            self.worked, self.unplugged, self.heard = True, None, now
            if identity and identity not in self.versions:
                self.versions.append(identity)
            for unit in self.units.values() if change.before not in WORKING else ():
                unit.unanswered = 0
        elif change.before in WORKING:
            self.went = now
        if change.signal in (Signal.CABLE_LOST, Signal.PORT_GONE) or change.after is State.ABSENT:
            self.unplugged = now if self.unplugged is None else self.unplugged
        elif change.signal is Signal.PORT_THERE:
            self.unplugged = None
            self._plugged_in()
        if change.signal is Signal.SILENT and change.before in WORKING:
            self._out(now)

    def _plugged_in(self) -> None:
        """Count again from zero: a person has done something to the cable."""
        for counted in (self.samples, self.known, self.outages, self.restarts, self.lows, self.units):
            counted.clear()
        self.missed = 0

    def _out(self, now: int) -> None:
        if not self.outages or self.heard > self.outages[-1][0]:
            self.outages.append((self.heard, now))

    def answered(self, number: int | None, now: int) -> None:
        """Take an answer."""
        unit = self.units.setdefault(number, Bus())
        if self.missed >= 2 and now - self.heard >= OUTAGE:
            self._out(now)
        unit.answered, unit.unanswered, self.heard, self.missed = now, 0, now, 0

    def failed(self, number: int | None, cause: Cause, now: int) -> None:
        """Take a request that came to nothing."""
        unit = self.units.setdefault(number, Bus())
        unit.failures.append((now, cause))
        unit.failed = now
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
        return mute or bool(_recent(self.outages, now))

    def summed(self, now: int, span: int = WINDOW) -> Counts:
        """What was counted within a span before now."""
        key = now, span
        if key not in self.known:  # several rules ask in one look
            self.known[key] = _sum(sample for stamp, sample in self.samples if stamp > now - span)
        return self.known[key]

    def failures(self, cause: Cause, now: int, span: int = WINDOW) -> int:
        """Failures of a kind within a span before now."""
        return sum(unit.count(cause, now - span) for unit in self.units.values())


def _sum(counts: Iterable[Counts]) -> Counts:
    frames_in = frames_out = bad = junk = timeouts = received = 0
    for one in counts:
        frames_in += one.frames_in
        frames_out += one.frames_out
        bad += one.bad
        junk += one.junk
        timeouts += one.timeouts
        received += one.received
    return Counts(frames_in, frames_out, bad, junk, timeouts, received)


def _anew(after: Counts, before: Counts) -> bool:
    """Whether a new driver counts, from zero. One that has got further in all of these looks like the old one."""
    counted = (
        (after.frames_in, before.frames_in), (after.frames_out, before.frames_out), (after.bad, before.bad),
        (after.junk, before.junk), (after.timeouts, before.timeouts),
    )  # fmt: skip
    return any(now < then for now, then in counted)


def _difference(after: Counts, before: Counts) -> Counts:
    return replace(
        after,
        frames_in=after.frames_in - before.frames_in, frames_out=after.frames_out - before.frames_out,
        bad=after.bad - before.bad, junk=after.junk - before.junk, timeouts=after.timeouts - before.timeouts,
        received=max(0, after.received - before.received),
    )  # fmt: skip


# --- the rules ------------------------------------------------------------------------------------------------------


def verdicts(lines: Mapping[str, LineWatch], now: int) -> Iterator[Verdict]:
    """What is wrong with the serial parts. One verdict for a part at most, or for a reader on its bus."""
    hub = _of_one_hub(lines, now)
    if len(hub) > 1:
        yield _hub_lost(hub)
    slow = _machine_is_slow(lines)
    for line in lines.values():
        if line not in hub or len(hub) < 2:
            found = _of_line(line, lines, now)
            yield from (one for one in found if not (slow and one.fault is Fault.ADAPTER_LATENCY))


def _machine_is_slow(lines: Mapping[str, LineWatch]) -> bool:
    """Whether most parts answer late at once. Then the machine has no time to read them: no adapter is to blame."""
    late = sum(map(_is_held_back, lines.values()))
    return late >= FEW_ADAPTERS and 2 * late > len(lines)


def _of_one_hub(lines: Mapping[str, LineWatch], now: int) -> list[LineWatch]:
    """The parts whose plugs went together."""
    out = [line for line in lines.values() if line.unplugged is not None and line.worked]
    out = [line for line in out if line.unplugged is not None and now - line.unplugged >= UNPLUGGED]
    groups = [
        [other for other in out if abs((other.unplugged or 0) - (line.unplugged or 0)) < TOGETHER] for line in out
    ]
    return max(groups, key=len, default=[])


def _hub_lost(hub: list[LineWatch]) -> Verdict:
    names = ", ".join(line.part.name for line in hub)
    since = min(line.unplugged or 0 for line in hub)
    evidence = (f"{len(hub)} ports went within a second: {names}", "all others stayed")
    return verdict(Fault.HUB_LOST, hub[0].part.name, "the USB hub", evidence, 85, since, other=names)


def _of_line(line: LineWatch, lines: Mapping[str, LineWatch], now: int) -> Iterator[Verdict]:
    if line.state is State.QUARANTINED:
        yield _refused(line, lines)
    elif line.unplugged is not None:
        if now - line.unplugged >= UNPLUGGED:
            yield _unplugged(line)
    elif line.state in WORKING:
        yield from _working(line, now)
    else:
        yield from _away(line, now)


def _say(line: LineWatch, fault: Fault, evidence: tuple[str, ...], sure: int, **names: str) -> Verdict:
    part = line.part
    return verdict(fault, part.name, line.place, evidence, sure, line.went, port=part.port, **names)


def _nearly(one: str, other: str | None) -> bool:
    """Whether two serial numbers differ by one or two characters, as damage makes of one."""
    return (
        other is not None and len(one) == len(other) and 0 < sum(a != b for a, b in zip(one, other, strict=True)) < 3
    )


def _refused(line: LineWatch, lines: Mapping[str, LineWatch]) -> Verdict:
    refused = line.refused
    seen = () if refused is None else (f"it says: {refused.found}",)
    if refused is not None and refused.serial is not None:
        owner = next((o for o in lines.values() if o.part.serial == refused.serial and o is not line), None)
        if owner is not None:
            belongs = f"that serial number belongs to {owner.part.name}"
            return _say(line, Fault.SWAPPED_PARTS, (*seen, belongs), 95, other=owner.part.name)
        if _nearly(refused.serial, line.part.serial):
            almost = "that differs from its own by a character or two"
            return _say(line, Fault.INTERFERENCE, (*seen, almost), 60)
    if any(sample.junk or sample.bad for _, sample in line.samples):
        damaged = "answers of it arrived damaged before, and the plug was in all the time"
        return _say(line, Fault.INTERFERENCE, (*seen, damaged), 60)
    if refused is not None and refused.other_version:
        return _say(line, Fault.OTHER_VERSION, seen, 90)
    serials = {other.refused.serial: other.part.port for other in lines.values() if other.refused is not None}
    if line.part.serial is not None and line.part.serial in serials:
        answers = f"{line.part.name} answers at {serials[line.part.serial]}"
        return _say(line, Fault.WRONG_PART, (*seen, answers), 95)
    return _say(line, Fault.WRONG_PART, (*seen, f"no other port tells of {line.part.name}"), 80)


def _unplugged(line: LineWatch) -> Verdict:
    when = f"the port {line.part.port} is not there"
    also = "the connection was interrupted in use" if line.worked else "it was never there"
    return _say(line, Fault.CABLE_PULLED, (when, also, "the other ports stayed"), 85)


def _away(line: LineWatch, now: int) -> Iterator[Verdict]:
    """It is plugged in, and does not work."""
    if line.signal is Signal.PORT_BUSY:
        yield _say(line, Fault.PORT_TAKEN, (f"{line.part.port} is locked by another process",), 90)
    elif line.signal is Signal.PORT_FORBIDDEN:
        yield _say(line, Fault.PORT_FORBIDDEN, (f"{line.part.port}: permission denied",), 90)
    elif line.answers_at is not None:
        baud, parity = line.answers_at
        told = f"table.toml says {line.part.baud} 8{line.part.parity}1"
        yield _say(line, Fault.WRONG_BAUD, (f"it answers at {baud} 8{parity}1", told), 97)
    elif now - line.went >= SETTLED:
        yield from _silent(line, now)


def _silent(line: LineWatch, now: int) -> Iterator[Verdict]:
    seconds = f"nothing was understood for {(now - line.went) / S:.0f} s"
    coming = line.summed(now, SETTLED)
    flaps = _recent(line.outages, now)
    if len(flaps) >= OUTAGES + 1:
        yield _unsteady(line, now)
    elif coming.received >= 12 or coming.bad >= DAMAGE:
        sure = 60 if line.worked else 80
        came = f"{coming.received} bytes came in {SETTLED // S} s, {coming.frames_in} answers among them"
        fault = Fault.INTERFERENCE if coming.frames_in or coming.bad else Fault.WRONG_BAUD
        yield _say(line, fault, (seconds, came), sure)
    elif line.broke is not None and line.broke > line.heard:
        low = "the line went low and stayed silent, as of a part without supply"
        yield _say(line, Fault.UNPOWERED, (seconds, low, "no byte has come since"), 75)
    else:
        yield _say(
            line,
            Fault.CABLE_OPEN,
            (seconds, "the line stayed quiet, and did not go low", "no byte has come since"),
            60,
        )


def _recent(outages: deque[tuple[int, int]], now: int) -> list[tuple[int, int]]:
    return [outage for outage in outages if outage[1] > now - WINDOW]


def _unsteady(line: LineWatch, now: int) -> Verdict:
    """It comes and goes: restarts if zeros came each time, as its supply breaks down, else a contact."""
    flaps = _recent(line.outages, now)
    fell = sum(any(began <= low <= ended for low in line.lows) for began, ended in flaps)
    gone = f"gone for a moment {len(flaps)} times in {WINDOW // S} s"
    if fell * 2 >= len(flaps):
        low = f"{fell} times the line went low, as of a part without supply"
        return _say(line, Fault.RESTARTING, (gone, low), _sure_of_restarts(fell) - SHOWN_BY_THE_LINE)
    if _damaged(line, now) >= DAMAGE and _damaged(line, now) >= MOSTLY_DAMAGED * _troubles(line, now):
        much = f"{_damaged(line, now)} of {_troubles(line, now)} failures are damaged answers"
        return _say(line, Fault.INTERFERENCE, (gone, much), 65)
    whole = f"{line.failures(Cause.GARBLED, now)} damaged answers, {line.failures(Cause.NO_ANSWER, now)} missing ones"
    return _say(line, Fault.BAD_CONTACT, (gone, whole, "between them all is well"), 75)


def _sure_of_restarts(times: int) -> int:
    return min(SUREST_OF_RESTARTS, 50 + ONE_RESTART * times)


def _damaged(line: LineWatch, now: int) -> int:
    """Answers that arrived damaged. Those of a display have no checksum, and leave errors and stray bytes."""
    counts = line.summed(now)
    stray = counts.junk // STRAY if not line.part.reads else 0
    return max(line.failures(Cause.GARBLED, now), counts.bad + stray)


def _unheard(line: LineWatch, now: int) -> int:
    """Requests without an answer. A display's driver asks again, and reports only the third."""
    reported = line.failures(Cause.NO_ANSWER, now)
    return reported if line.part.reads else max(reported, line.summed(now).timeouts)


def _troubles(line: LineWatch, now: int) -> int:
    return _damaged(line, now) + _unheard(line, now)


def _working(line: LineWatch, now: int) -> Iterator[Verdict]:
    """It works, and not as it should."""
    restarts = [stamp for stamp in line.restarts if stamp > now - WINDOW]
    if len(restarts) >= 2:
        told = f"it reported {len(restarts)} restarts in {WINDOW // S} s"
        yield _say(line, Fault.RESTARTING, (told,), _sure_of_restarts(len(restarts)))
        return
    yield from _of_bus(line, now)
    counts = line.summed(now)
    unheard, damaged = _unheard(line, now), _damaged(line, now)
    mute = _mute(line, now)
    if len(_recent(line.outages, now)) >= OUTAGES and damaged < MOSTLY_DAMAGED * (damaged + unheard) and not mute:
        yield _unsteady(line, now)
    elif not line.part.reads and unheard >= LOST and damaged < MOSTLY_DAMAGED * (damaged + unheard):
        seen = f"{unheard} requests had no answer in {WINDOW // S} s, and were answered when asked again"
        yield _say(line, Fault.BAD_CONTACT, (seen, f"{damaged} answers were damaged"), 65)
    elif damaged >= DAMAGE and not _one_address(line, now):
        wrong = "wrong checksums" if line.part.reads else "errors to right instructions"
        seen = f"{counts.bad} {wrong}, {counts.junk} stray bytes in {WINDOW // S} s"
        yield _say(
            line, Fault.INTERFERENCE, (seen, f"{unheard} requests had no answer", "it is never gone for long"), 75
        )
    elif line.last.trip is not None and _is_held_back(line):
        took = f"the quickest answer takes {line.last.trip / MS:.1f} ms, usual are {_usual(line) / MS:.1f} ms"
        yield _say(line, Fault.ADAPTER_LATENCY, (took, "no answer is damaged or missing"), 85)


def _is_held_back(line: LineWatch) -> bool:
    """Whether even the quickest answer came late."""
    return line.last.trip is not None and line.last.trip > _usual(line) + HELD_BACK


def _usual(line: LineWatch) -> int:
    kind = part_kind(line.part.kind).quick * MS
    return min(kind, line.usual) if line.usual is not None else kind


def _of_bus(line: LineWatch, now: int) -> Iterator[Verdict]:
    """Single readers of a bus that do not answer."""
    mute = _mute(line, now)
    if not mute:
        return
    numbers = sorted(int(number) for number in line.part.antennas)
    behind = numbers[numbers.index(mute[0]) :]
    first = line.place_of(mute[0])
    since = line.units[mute[0]].answered
    silent = f"no answer from {', '.join(f'{n} ({line.place_of(n)})' for n in mute)}"
    others = f"of {line.part.name} {len(numbers) - len(mute)} of {len(numbers)} readers answer"
    same = _one_address(line, now)
    if same is not None:
        twice = f"answers from {same} ({line.place_of(same)}) collide"
        yield verdict(
            Fault.SAME_ADDRESS, line.part.name, line.place_of(same), (twice, silent), 85, since, other=first
        )
    elif len(mute) > 1 and mute == behind:
        yield verdict(Fault.BUS_OPEN, line.part.name, first, (silent, others), 75, since)
    else:
        strange = [
            n for n, u in line.units.items() if str(n) not in line.part.antennas and u.answered > max(0, now - WINDOW)
        ]
        for number in mute:
            here = line.place_of(number)
            if strange and strange[0] is not None:
                answers = f"address {strange[0]} answers, which table.toml does not have"
                told = (f"no answer from address {number}", answers)
                yield verdict(Fault.WRONG_ADDRESS, line.part.name, here, told, 90, since, other=str(strange[0]))
                continue
            seen = (f"no answer from address {number}", others)
            yield verdict(Fault.READER_UNPOWERED, line.part.name, here, seen, 70, since)


def _mute(line: LineWatch, now: int) -> list[int]:
    """The addresses that do not answer, while another one of the bus does."""
    heard = any(now - unit.answered < SILENCE for unit in line.units.values())
    return sorted(
        number
        for number, unit in line.units.items()
        if str(number) in line.part.antennas
        and number is not None
        and heard
        and unit.unanswered >= 3
        and now - unit.answered >= SILENCE
    )


def _one_address(line: LineWatch, now: int) -> int | None:
    """The one address whose answers are damaged, if those of all others arrive sound."""
    damaged = [n for n, u in line.units.items() if u.count(Cause.GARBLED, now - WINDOW) >= DAMAGE]
    sound = [n for n, u in line.units.items() if now - u.answered < SILENCE and n not in damaged]
    return damaged[0] if len(damaged) == 1 and sound and damaged[0] is not None else None
