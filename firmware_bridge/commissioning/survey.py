"""What was found as a table file, how each antenna reads, and what is to be put right at the table. Pure."""

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from firmware_bridge.messages.guided import NameNow
from firmware_bridge.messages.guided_facts import HearsTooMuch, NoName, OtherDebounce, OtherMisses, Remark
from firmware_bridge.messages.tablefile import GpioSection, Part, SensingSection, TableFile
from firmware_bridge.parts.pins import NAME as PINS
from firmware_bridge.proposal import near_groups

from .found import Commissioned, End, display_name, ends_of

OFTEN = 2
"""Hits after which an antenna reaches another's place. One alone may be a tag that was carried past it."""


RARE: Final = 1e-7
"""How often a tag that lies there may be taken for gone, by reading. `gone_after_misses` keeps to it."""

ENOUGH: Final = 100
"""Readings before a share of misses counts."""

SURE: Final = 1.96
"""Standard deviations of the bound on that share: it holds in 39 of 40 tables."""

MOST_MISSES: Final = 20
LONGEST_DEBOUNCE: Final = 1000
"""What `[sensing]` allows."""


def readings(found: Commissioned) -> tuple[NameNow, ...]:
    """Say of each name which end it has, how often that hears a tag there, and who else does."""
    names = {one.end: one.name for one in found.named}
    rows = []
    for named in found.named:
        there = [one for one in found.heard if one.place == named.name]
        own = next((f"{one.hits}/{one.looks}" for one in there if one.end == named.end), "")
        others = ", ".join(
            f"{names.get(one.end, one.end.said())} {one.hits}/{one.looks}"
            for one in sorted(there, key=lambda one: -one.hits / max(one.looks, 1))
            if one.end != named.end and one.hits
        )
        rows.append(NameNow(name=named.name, end=named.end.said(), reads=own, others=others[:200]))
    return tuple(rows)


def proposed(found: Commissioned, sensing: SensingSection) -> SensingSection:
    """The thresholds that fit what was read. One that need not change stays."""
    misses, looks = _missed(found)
    changed: dict[str, int] = {}
    surely = _at_least(misses, looks) if looks >= ENOUGH else 0.0
    needed = _needed_misses(misses / max(looks, 1))
    if surely**sensing.gone_after_misses > RARE and needed > sensing.gone_after_misses:
        changed["gone_after_misses"] = needed
    longest = max((one.ms for one in found.bounced), default=0)
    if longest > sensing.debounce_ms:
        changed["debounce_ms"] = min(2 * longest, LONGEST_DEBOUNCE)
    return sensing.model_copy(update=changed)


def _missed(found: Commissioned) -> tuple[int, int]:
    """How many readings missed the tag that lay there, and of how many. The shoe reads cards that fly past."""
    names = {one.end: one.name for one in found.named}
    own = [one for one in found.heard if names.get(one.end) == one.place != "shoe"]
    return sum(one.looks - one.hits for one in own), sum(one.looks for one in own)


def _at_least(misses: int, looks: int) -> float:
    """The lower bound of Wilson on the share of misses."""
    share, square = misses / looks, SURE**2
    spread = SURE * math.sqrt(share * (1 - share) / looks + square / (4 * looks**2))
    return max((share + square / (2 * looks) - spread) / (1 + square / looks), 0.0)


def _needed_misses(share: float) -> int:
    """How many misses in a row are `RARE` at this share of misses."""
    if not share:
        return 1
    return min(math.ceil(math.log(RARE) / math.log(min(share, 0.99))), MOST_MISSES)


def named_table(table: TableFile, found: Commissioned) -> TableFile:
    """Return the table with the names that were found. An end without a name is left out, and so is a part without
    one. Of each exclusion group only one field is on at a time.

    Raises ValueError if no table file can have these names.
    """
    names = {one.end: one.name for one in found.named}
    parts = [part for part in (_part(one, names) for one in table.part) if part is not None]
    gpio = None if table.gpio is None else _gpio(table.gpio, found)
    places = frozenset(place for part in parts for place in part.antennas.values())
    named = table.model_copy(
        update={
            "part": tuple(parts),
            "gpio": gpio,
            "fields": table.fields.model_copy(update={"exclusion": exclusion(found, places)}),
        }
    )
    return TableFile.model_validate(named.model_dump())


def _part(part: Part, names: dict[End, str]) -> Part | None:
    if not part.reads:
        seats = {display_name(seat): seat for seat in range(1, 11)}
        name = names.get(End(part=part.name))
        return None if name is None else part.model_copy(update={"seat": seats[name]})
    antennas = {number: names.get(End(part=part.name, number=int(number))) for number in part.antennas}
    known = {number: place for number, place in antennas.items() if place is not None}
    return part.model_copy(update={"antennas": known}) if known else None


def _gpio(gpio: GpioSection, found: Commissioned) -> GpioSection | None:
    lines = {one.name: one.end.number for one in found.named if one.end.part == PINS}
    return gpio.model_copy(update={"lines": lines}) if lines else None


def exclusion(found: Commissioned, places: frozenset[str]) -> tuple[tuple[str, ...], ...]:
    """Return the groups of places whose fields disturb each other.

    A card reader does not hear a chip, nor the other way round. So what lies near each other by the plan of a table
    stays apart, and what the survey heard is added.
    """
    groups = near_groups(places)
    together = {pair for group in groups for pair in combinations(sorted(group), 2)}
    names = {one.end: one.name for one in found.named}
    for one in found.heard:
        other = names.get(one.end)
        if other is None or other == one.place or one.hits < OFTEN or not {other, one.place} <= places:
            continue
        first, second = sorted((one.place, other))
        if (first, second) not in together:
            together.add((first, second))
            groups.append((first, second))
    return tuple(groups)


def remarks(found: Commissioned, table: TableFile) -> Iterator[Remark]:
    """What hears too much, which ends were left without a name, and which thresholds fit better."""
    yield from _other_thresholds(found, table.sensing)
    names = {one.end: one.name for one in found.named}
    for one in found.heard:
        if names.get(one.end, one.place) != one.place and 2 * one.hits >= one.looks:
            yield HearsTooMuch(
                other=names[one.end], end=one.end.said(), place=one.place, hits=one.hits, looks=one.looks
            )  # fmt: skip
    left = [end for end in ends_of(table).values() if end not in names]
    for part in dict.fromkeys(end.part for end in left):
        yield NoName(ends=", ".join(end.said() for end in left if end.part == part), part=part)


def _other_thresholds(found: Commissioned, sensing: SensingSection) -> Iterator[Remark]:
    better, (misses, looks) = proposed(found, sensing), _missed(found)
    if better.gone_after_misses != sensing.gone_after_misses:
        yield OtherMisses(
            now=sensing.gone_after_misses, better=better.gone_after_misses, misses=misses, looks=looks
        )  # fmt: skip
    if better.debounce_ms != sensing.debounce_ms:
        worst = max(found.bounced, key=lambda one: one.ms)
        yield OtherDebounce(now=sensing.debounce_ms, better=better.debounce_ms, line=worst.name, ms=worst.ms)
