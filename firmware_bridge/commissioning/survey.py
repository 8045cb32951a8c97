"""What was found as a table file, and what is to be put right at the table. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from firmware_bridge.messages.guided_facts import HearsTooMuch, NoName, Remark
from firmware_bridge.messages.tablefile import GpioSection, Part, TableFile
from firmware_bridge.parts.pins import NAME as PINS
from firmware_bridge.proposal import near_groups

from .found import Commissioned, End, display_name, ends_of

OFTEN = 2
"""Hits after which an antenna reaches another's place. One alone may be a tag that was carried past it."""


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
    """What hears too much, and which ends were left without a name."""
    names = {one.end: one.name for one in found.named}
    for one in found.heard:
        if names.get(one.end, one.place) != one.place and 2 * one.hits >= one.looks:
            yield HearsTooMuch(
                other=names[one.end], end=one.end.said(), place=one.place, hits=one.hits, looks=one.looks
            )  # fmt: skip
    for end in ends_of(table).values():
        if end not in names:
            yield NoName(end=end.said(), part=end.part)
