"""What goes wrong between the machine and a part: plug, cable, supply, rate, adapter, the part itself. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from drivers.reader import Cause
from firmware_bridge.messages.part_kinds import part_kind
from firmware_bridge.messages.verdict_texts import Seen
from firmware_bridge.parts.lifecycle import WORKING, Signal, State

from . import plugs
from .lines import MS, WINDOW, LineWatch, S
from .plugs import SETTLED, say
from .sampling import Counts
from .verdict import Fault, Verdict, verdict

UNPLUGGED: Final = 1 * S
"""A plug that is out says so at once. A second lets the other parts of a hub follow."""

TOGETHER: Final = 1 * S
"""Plugs of one hub go within this time."""

REPLUGGED: Final = 3
RESETS: Final = 150 * S
"""Times that a plug goes and comes back within this time, before its contact or its hub is at fault. A person plugs
once or twice. A hub that resets each minute is named after two."""

OUTAGES: Final = 3
"""Times that a part is gone for a moment within `WINDOW` before that is a fault."""

DAMAGE: Final = 3
"""Damaged answers within `WINDOW` before they are a fault: a sound line has none."""

LOST: Final = 4
"""Requests to a display without an answer within `WINDOW` before that is a fault: a sound line has none."""

TOO_LATE: Final = 3
"""Whole answers since a part was given up. Of a part that is gone one may still have been under way."""

MOSTLY_LATE: Final = 6
"""Whole answers to nothing from a part that works, in at least half as many as its requests that had none in time."""

STRAY: Final = 3
"""Stray bytes of a display for one damaged answer: an answer has four at least."""

MOSTLY_DAMAGED: Final = 0.3
"""The share of damaged answers among failures. Single wrong bits damage answers as often as requests. A contact that
breaks takes whole requests away, and cuts few answers."""

CUTS: Final = 6
SHORT_ONES: Final = 40
"""Lists of tags that broke off within `WINDOW`, and answers that came whole, before length alone is to blame. Where
single bytes are lost a short answer fails in a tenth as many cases, so several of forty."""

ALIKE: Final = 0.9
"""Of the answers that break off so many end after the same number of bytes, if none comes whole. Chance cuts them
anywhere, and lets some pass."""

WHOLE_LISTS: Final = 0.25
"""Whole lists for one that broke off, at most. Chance damages some, and length all [estimate]."""

HELD_BACK: Final = 8 * MS
"""An answer that is later than usual by this much has been held back. The usual timer of an adapter is 16 ms."""

NOISE: Final = 12
"""Bytes that make no answer, where the line is not quiet: two short answers have as many."""

STIRS: Final = 3
"""Bytes that make no answer, since a part has fallen silent. An open cable lets none through [estimate]."""

FEW_ADAPTERS: Final = 3
"""So many adapters do not get a wrong timer at once."""

ONE_RESTART: Final = 10
"""Percent that each restart adds to 50: one may be a hand at the plug, and the next are hardly [estimate]."""

SUREST_OF_RESTARTS: Final = 90

SHOWN_BY_THE_LINE: Final = 10
"""Percent less if the part does not report its restarts: a line also goes low if its lead is cut [estimate]."""

SILENCE: Final = 4 * S
"""A reader of a bus that answers nothing for this long is mute."""

UNANSWERED: Final = 3
UNANSWERED_IN_NOISE: Final = 10
"""Questions in a row that a mute reader has left unanswered. Noise takes every second one away, so it takes more."""

SEARCHED: Final = 12
"""Addresses without a reader that are asked in turn when one is mute: there are 17, and a bus has five at most."""


def verdicts(lines: Mapping[str, LineWatch], now: int) -> Iterator[Verdict]:
    """What is wrong with the serial parts. One verdict for a part at most, or for a reader on its bus."""
    hub = [line for line in _of_one_hub(lines, now) if len(_outs(line, now)) < REPLUGGED]
    if len(hub) > 1:
        yield _hub_lost(hub, len(lines))
    resets = _replugged(lines, now)
    for group in resets:
        yield _resets(group)
    told = [line for group in resets for line in group] + (hub if len(hub) > 1 else [])
    slow = _machine_is_slow(lines)
    for line in lines.values():
        if line not in told:
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


def _outs(line: LineWatch, now: int) -> list[int]:
    return [stamp for stamp in line.outs if stamp > now - RESETS]


def _replugged(lines: Mapping[str, LineWatch], now: int) -> list[list[LineWatch]]:
    """The parts whose plugs go and come back again and again. Those that did so together stand together."""
    groups: list[list[LineWatch]] = []
    for line in lines.values():
        outs = _outs(line, now)
        if len(outs) < REPLUGGED:
            continue
        same = (g for g in groups if all(any(abs(a - b) < TOGETHER for b in _outs(g[0], now)) for a in outs))
        group = next(same, None)
        if group is None:
            groups.append([line])
        else:
            group.append(line)
    return groups


def _resets(group: list[LineWatch]) -> Verdict:
    first, times = group[0], len(group[0].outs)
    if len(group) == 1:
        came = Seen("port_came_back", times=times)
        return say(first, Fault.PLUG_LOOSE, (came, Seen("other_ports_stayed")), 80)
    names = ", ".join(line.part.name for line in group)
    together = Seen("ports_came_back", ports=len(group), times=times, parts=names)
    return verdict(Fault.HUB_RESETS, first.part.name, "the USB hub", (together,), 85, first.outs[0], other=names)


def _hub_lost(hub: list[LineWatch], of: int) -> Verdict:
    names = ", ".join(line.part.name for line in hub)
    since = min(line.unplugged or 0 for line in hub)
    rest = Seen("none_left") if len(hub) == of else Seen("others_stayed", others=of - len(hub))
    evidence = (Seen("ports_went", ports=len(hub), parts=names), rest)
    return verdict(Fault.HUB_LOST, hub[0].part.name, "the USB hub", evidence, 85, since, other=names)


def _of_line(line: LineWatch, lines: Mapping[str, LineWatch], now: int) -> Iterator[Verdict]:
    if line.state is State.QUARANTINED:
        yield plugs.refused(line, lines)
    elif line.unplugged is not None:
        if now - line.unplugged >= UNPLUGGED:
            yield _unplugged(line)
    elif line.state in WORKING:
        yield from _working(line, now)
    elif not line.answers and (swapped := plugs.silent(line, lines, now)) is not None:
        yield swapped
    else:
        yield from _away(line, now)


def _unplugged(line: LineWatch) -> Verdict:
    when = Seen("no_port", port=line.part.port)
    also = Seen("interrupted") if line.worked else Seen("never_there")
    return say(line, Fault.CABLE_PULLED, (when, also, Seen("other_ports_stayed")), 85)


def _away(line: LineWatch, now: int) -> Iterator[Verdict]:
    """It is plugged in, and does not work."""
    if line.signal is Signal.PORT_BUSY:
        yield say(line, Fault.PORT_TAKEN, (Seen("port_locked", port=line.part.port),), 90)
    elif line.signal is Signal.PORT_FORBIDDEN:
        yield say(line, Fault.PORT_FORBIDDEN, (Seen("permission_denied", port=line.part.port),), 90)
    elif line.answers_at is not None:
        baud, parity = line.answers_at
        right = _rate(line)
        seen = (Seen("answers_at", baud=baud, parity=parity), Seen("file_says", rate=right))
        yield say(line, Fault.WRONG_BAUD, seen, 97, value=right)
    elif now - line.went >= SETTLED:
        yield from _silent(line, now)


def _rate(line: LineWatch) -> str:
    """The rate of table.toml, as people write it: "115200 8N1"."""
    return f"{line.part.baud} 8{line.part.parity}1"


def _silent(line: LineWatch, now: int) -> Iterator[Verdict]:
    seconds = Seen("not_understood", seconds=round((now - line.went) / S))
    coming = line.summed(now, SETTLED)
    flaps = line.flaps(now)
    since = line.since_gone()
    if since.strays >= TOO_LATE and not (since.bad or since.junk):
        whole = Seen("late_answers", answers=since.strays)
        yield say(line, Fault.ADAPTER_LATENCY, (seconds, whole, Seen("none_damaged")), 80)
    elif len(flaps) >= OUTAGES + 1:
        yield _unsteady(line, now)
    elif coming.received >= NOISE or coming.bad >= DAMAGE:
        sure = 60 if line.worked else 80
        came = Seen("bytes_came", bytes=coming.received, seconds=SETTLED // S, answers=coming.frames_in)
        fault = Fault.INTERFERENCE if since.frames_in or since.bad else Fault.WRONG_BAUD
        yield say(line, fault, (seconds, came), sure, value=_rate(line))
    elif line.broke is not None and line.broke > line.heard:
        low = Seen("low_and_silent")
        yield say(line, Fault.UNPOWERED, (seconds, low, Seen("no_byte_since")), 75)
    elif since.received >= NOISE or since.junk >= STIRS:
        gone = round((now - line.went) / S)
        came = Seen("bytes_came", bytes=since.received, seconds=gone, answers=since.frames_in)
        yield say(line, Fault.INTERFERENCE, (seconds, came), 60)
    elif line.damaged_at_its_end() >= DAMAGE:
        yield say(line, Fault.INTERFERENCE, (seconds, Seen("damaged_before")), 60)
    elif not line.answers:
        yield say(line, Fault.NEVER_ANSWERS, (seconds, Seen("not_answered"), Seen("no_byte")), 70)
    else:
        yield say(
            line,
            Fault.CABLE_OPEN,
            (seconds, Seen("stayed_quiet"), Seen("no_byte_since")),
            60,
        )


def _unsteady(line: LineWatch, now: int) -> Verdict:
    """It comes and goes: restarts if zeros came each time, as its supply breaks down, else a contact."""
    flaps = line.flaps(now)
    fell = sum(any(began <= low <= ended for low in line.lows) for began, ended in flaps)
    gone = Seen("gone_for_moments", times=len(flaps), seconds=WINDOW // S)
    if fell * 2 >= len(flaps):
        low = Seen("went_low", times=fell)
        return say(line, Fault.RESTARTING, (gone, low), _sure_of_restarts(fell) - SHOWN_BY_THE_LINE)
    if _damaged(line, now) >= DAMAGE and _damaged(line, now) >= MOSTLY_DAMAGED * _troubles(line, now):
        much = Seen("damaged_failures", damaged=_damaged(line, now), failures=_troubles(line, now))
        return say(line, Fault.INTERFERENCE, (gone, much), 65)
    whole = Seen(
        "damaged_missing", damaged=line.failures(Cause.GARBLED, now), missing=line.failures(Cause.NO_ANSWER, now)
    )
    return say(line, Fault.BAD_CONTACT, (gone, whole, Seen("well_between")), 75)


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
        told = Seen("restarts", restarts=len(restarts), seconds=WINDOW // S)
        yield say(line, Fault.RESTARTING, (told,), _sure_of_restarts(len(restarts)))
        return
    counts = line.summed(now)
    late = min(counts.strays, counts.timeouts)  # an answer is late whose request had none in time
    if late >= MOSTLY_LATE and counts.strays >= counts.timeouts / 2 and not (counts.bad or counts.junk):
        whole = Seen("late_answers", answers=counts.strays)  # so none of its readers is mute
        yield say(line, Fault.ADAPTER_LATENCY, (whole, Seen("none_damaged")), 80)
        return
    yield from _of_bus(line, now) if part_kind(line.part.kind).addressed else _of_outputs(line, now)
    unheard, damaged = _unheard(line, now), _damaged(line, now)
    mute = _mute(line, now)
    if len(line.flaps(now)) >= OUTAGES and damaged < MOSTLY_DAMAGED * (damaged + unheard) and not mute:
        yield _unsteady(line, now)
    elif not line.part.reads and unheard >= LOST and damaged < MOSTLY_DAMAGED * (damaged + unheard):
        seen = Seen("asked_again", requests=unheard, seconds=WINDOW // S)
        yield say(line, Fault.BAD_CONTACT, (seen, Seen("were_damaged", answers=damaged)), 65)
    elif (
        damaged >= DAMAGE
        and not (mute and _one_address(line, now) is not None)  # those collide
        and (cut := _cut(line, counts, now)) is not None
    ):
        yield cut
    elif damaged >= max(DAMAGE, MOSTLY_DAMAGED * (damaged + unheard)) and not _may_collide(line, now):
        wrong = "wrong_checksums" if line.part.reads else "wrong_errors"
        seen = Seen(wrong, wrong=counts.bad, bytes=counts.junk, seconds=WINDOW // S)
        only = _one_address(line, now)
        where = Seen("never_gone_long") if only is None else Seen("all_from", where=line.place_of(only))
        yield say(line, Fault.INTERFERENCE, (seen, Seen("unanswered", requests=unheard), where), 75)
    elif line.last.trip is not None and _is_held_back(line):
        took = Seen("quickest_answer", ms=round(line.last.trip / MS, 1), usual=round(_usual(line) / MS, 1))
        yield say(line, Fault.ADAPTER_LATENCY, (took, Seen("none_damaged_or_missing")), 85)


def _cut(line: LineWatch, counts: Counts, now: int) -> Verdict | None:
    """Answers that break off by their length: all lists of tags, or each answer after the same number of bytes."""
    if counts.bad or line.failures(Cause.GARBLED, now) > sum(len(unit.cuts) for unit in line.units.values()):
        return None
    for number, unit in line.units.items():
        late = [(stamp, cut) for stamp, cut in unit.cuts if stamp > now - WINDOW]
        if len(late) < CUTS:
            continue
        lists = sum(cut.listing for _, cut in late)
        whole = sum(stamp > late[0][0] for stamp in unit.listed)
        ((came, alike),) = Counter(cut.came for _, cut in late).most_common(1)
        if lists == len(late) and whole <= WHOLE_LISTS * lists and counts.frames_in >= SHORT_ONES:
            broke = Seen("lists_cut", lists=lists, seconds=WINDOW // S)
            return say(line, Fault.ANSWERS_CUT, (broke, Seen("shorter_whole", answers=counts.frames_in)), 75)
        if alike >= ALIKE * len(late) and unit.answered <= late[0][0]:
            broke = Seen("cut_alike", answers=alike, where=line.place_of(number), bytes=came)
            return say(line, Fault.ANSWERS_CUT, (broke, Seen("none_whole")), 75)
    return None


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
    silent = Seen("no_answer_from", readers=", ".join(f"{n} ({line.place_of(n)})" for n in mute))
    others = Seen("readers_answer", line=line.part.name, answer=len(numbers) - len(mute), readers=len(numbers))
    same = _one_address(line, now)
    if same is not None:
        twice = Seen("collide", address=same, where=line.place_of(same))
        yield verdict(
            Fault.SAME_ADDRESS,
            line.part.name,
            line.place_of(same),
            (twice, silent),
            85,
            since,
            other=first,
            value=str(mute[0]),
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
                answers = Seen("stranger_answers", address=strange[0])
                told = (Seen("no_answer_at", address=number), answers)
                found = str(strange[0])
                yield verdict(
                    Fault.WRONG_ADDRESS, line.part.name, here, told, 90, since, other=found, value=str(number)
                )
                continue
            asked = _searched(line, number)
            searched = (Seen("none_elsewhere", addresses=asked),) if asked >= SEARCHED else ()
            seen = (Seen("no_answer_at", address=number), others, *searched)
            yield verdict(Fault.READER_UNPOWERED, line.part.name, here, seen, 75 if searched else 55, since)


def _searched(line: LineWatch, number: int) -> int:
    """How many addresses that table.toml does not have were asked since a reader was heard last."""
    since = line.units[number].answered
    return sum(str(one) not in line.part.antennas and unit.failed > since for one, unit in line.units.items())


def _of_outputs(line: LineWatch, now: int) -> Iterator[Verdict]:
    """Single antennas of one reader at which it never answers, while it does at others."""
    for number in _mute(line, now):
        seen = (Seen("no_answer_of", output=number), Seen("others_answer", line=line.part.name))
        here = line.place_of(number)
        yield verdict(Fault.ANTENNA_DEAD, line.part.name, here, seen, 60, line.units[number].answered)


def _mute(line: LineWatch, now: int) -> list[int]:
    """The addresses that do not answer, while another one of the bus does."""
    heard = any(now - unit.answered < SILENCE for unit in line.units.values())
    noisy = line.failures(Cause.GARBLED, now) >= DAMAGE and _one_address(line, now) is None
    least = UNANSWERED_IN_NOISE if noisy else UNANSWERED
    return sorted(
        number
        for number, unit in line.units.items()
        if str(number) in line.part.antennas
        and number is not None
        and heard
        and unit.unanswered >= least
        and now - unit.answered >= SILENCE
    )


def _one_address(line: LineWatch, now: int) -> int | None:
    """The one address of a bus whose answers are damaged, if those of all others arrive sound."""
    if not part_kind(line.part.kind).addressed:
        return None
    damaged = [n for n, u in line.units.items() if u.count(Cause.GARBLED, now - WINDOW) >= DAMAGE]
    sound = [n for n, u in line.units.items() if now - u.answered < SILENCE and n not in damaged]
    return damaged[0] if len(damaged) == 1 and sound and damaged[0] is not None else None


def _may_collide(line: LineWatch, now: int) -> bool:
    """Whether two readers may answer at the one address that is damaged: another one is mute, or may be found so."""
    only = _one_address(line, now)
    if only is None:
        return False
    first = min(at for at, cause in line.units[only].failures if cause is Cause.GARBLED and at >= now - WINDOW)
    return bool(_mute(line, now)) or now - first < SETTLED
