"""Which part is behind which plug: another part, or two plugs that were swapped. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from firmware_bridge.messages.verdict_texts import Seen
from firmware_bridge.parts.lifecycle import WORKING

from .antennas import AntennaWatch
from .lines import LineWatch, S
from .verdict import Fault, Verdict, verdict

SETTLED: Final = 8 * S
"""A part that is away for less may come back: a restart takes up to a second, the wait before it up to four."""

WATCHED: Final = 600 * S
"""How long two lines are watched whose plugs were out together: by then each antenna has read something."""

ASTRAY: Final = 2
"""Cards that came from one of two such lines to the other, before their plugs are swapped."""

AT_ONCE: Final = 15 * S
CHANGED_PLACES: Final = 3
"""Chips that changed from one of two such lines to the same number of the other, so soon after the plugs went in."""


def say(line: LineWatch, fault: Fault, evidence: tuple[Seen, ...], sure: int, **names: str) -> Verdict:
    """Make a verdict on a serial part."""
    part = line.part
    return verdict(fault, part.name, line.place, evidence, sure, line.went, port=part.port, **names)


def _nearly(one: str, other: str | None) -> bool:
    """Whether two serial numbers differ by one or two characters, as damage makes of one."""
    return (
        other is not None and len(one) == len(other) and 0 < sum(a != b for a, b in zip(one, other, strict=True)) < 3
    )


def refused(line: LineWatch, lines: Mapping[str, LineWatch]) -> Verdict:
    """Something else has answered at its port."""
    found = line.refused
    seen = () if found is None else (Seen("says", found=found.found),)
    if found is not None and found.serial is not None:
        owner = next((o for o in lines.values() if o.part.serial == found.serial and o is not line), None)
        if owner is not None:
            belongs = Seen("serial_of", part=owner.part.name)
            return say(line, Fault.SWAPPED_PARTS, (*seen, belongs), 95, other=owner.part.name)
        if _nearly(found.serial, line.part.serial):
            almost = Seen("almost_its_own")
            return say(line, Fault.INTERFERENCE, (*seen, almost), 60)
    other_kind = None if found is None else found.kind
    if other_kind is None and any(sample.junk or sample.bad for _, sample in line.samples):
        damaged = Seen("damaged_before")
        return say(line, Fault.INTERFERENCE, (*seen, damaged), 60)
    if found is not None and found.other_version:
        return say(line, Fault.OTHER_VERSION, seen, 90)
    elsewhere = _found_at(line, lines)
    if elsewhere is not None:
        answers = Seen("answers_elsewhere", part=line.part.name, port=elsewhere.part.port)
        fault = Fault.SWAPPED_PARTS if other_kind == elsewhere.part.kind else Fault.WRONG_PART
        return say(line, fault, (*seen, answers), 95, other=elsewhere.part.name)
    return say(line, Fault.WRONG_PART, (*seen, Seen("no_port_tells", part=line.part.name)), 80)


def _found_at(line: LineWatch, lines: Mapping[str, LineWatch]) -> LineWatch | None:
    """Return the line at whose port a part has answered, by its serial number."""
    serial = line.part.serial
    found = (other for other in lines.values() if other is not line and other.refused is not None)
    return next((o for o in found if serial is not None and o.refused and o.refused.serial == serial), None)


def silent(line: LineWatch, lines: Mapping[str, LineWatch], now: int) -> Verdict | None:
    """Nothing has answered at its port since the plug went in. Return the verdict if plugs were swapped."""
    elsewhere = _found_at(line, lines)
    if elsewhere is not None:
        told = Seen("answers_elsewhere", part=line.part.name, port=elsewhere.part.port)
        seen = (told, Seen("nothing_here"))
        return say(line, Fault.SWAPPED_PARTS, seen, 85, other=elsewhere.part.name)
    if now - line.went < SETTLED:
        return None
    others = (one for one in lines.values() if one is not line and not one.answers and one.answers_at is None)
    other = next((one for one in others if _were_out_together(line, one)), None)
    if other is None:
        return None
    both = Seen("both_out", part=other.part.name)
    return say(line, Fault.SWAPPED_PARTS, (both, Seen("neither_answered")), 65, other=other.part.name)


def _were_out_together(one: LineWatch, other: LineWatch) -> bool:
    return one.out is not None and other.out is not None and one.out[0] < other.out[1] and other.out[0] < one.out[1]


def unproven(
    lines: Mapping[str, LineWatch], antennas: AntennaWatch, now: int
) -> Sequence[tuple[LineWatch, LineWatch]]:
    """Return the readers of one kind whose plugs were out together, and that have read nothing since where it was
    before, or was due."""
    lately = [line for line in lines.values() if line.out is not None and now - line.out[1] < WATCHED]
    lately = [line for line in lately if line.part.reads and line.state in WORKING]
    return [
        (one, other)
        for one, other in combinations(lately, 2)
        if one.part.kind == other.part.kind
        and _were_out_together(one, other)
        and not any(_reads_what_is_due(line, antennas) for line in (one, other))
        and _stayed(one, antennas) + _stayed(other, antennas) <= _changed_places(one, other, antennas)
    ]


def _reads_what_is_due(line: LineWatch, antennas: AntennaWatch) -> bool:
    back = (line.out or (0, 0))[1]
    places = line.part.antennas.values()
    return any(one.known and one.at > back and one.place == one.due in places for one in antennas.cards.landings)


def _stayed(line: LineWatch, antennas: AntennaWatch) -> int:
    """How many tags a line reads where it read them before its plug came out."""
    out, back = line.out or (0, 0)
    tags = antennas.tags
    moved = {move.tag for move in tags.moves if move.came > out}
    return sum(
        hearing.first < out and hearing.last > back and tags.home.get(tag) == place and tag not in moved
        for place in line.part.antennas.values()
        for tag, hearing in tags.places[place].hearings.items()
    )


def _changed_places(one: LineWatch, other: LineWatch, antennas: AntennaWatch) -> int:
    """How many tags came from one line to the same number of the other as the plugs went in. A few are carried there
    while the plugs are out, as bets are."""
    plan, names = antennas.plan.antennas, {one.part.name, other.part.name}
    back = max(line.out[1] for line in (one, other) if line.out is not None)
    return sum(
        {plan[move.origin].line, plan[move.place].line} == names
        and plan[move.origin].number == plan[move.place].number
        and 0 <= move.came - back < AT_ONCE
        for move in antennas.tags.moves
    )


def swapped(pairs: Sequence[tuple[LineWatch, LineWatch]], antennas: AntennaWatch) -> Iterator[Verdict]:
    """Such readers whose plugs are swapped: what is due at one comes to the other."""
    plan = antennas.plan.antennas
    for one, other in pairs:
        names = {one.part.name, other.part.name}
        cards = sum({plan[due].line, plan[came].line} == names for due, came in antennas.cards.astray)
        chips = _changed_places(one, other, antennas)
        if cards >= ASTRAY or chips >= CHANGED_PLACES:
            together = Seen("plugs_out")
            seen = (together, Seen("came_across", things=cards + chips))
            yield say(one, Fault.SWAPPED_PARTS, seen, 85, other=other.part.name)
