"""What a commissioning has found: which end has which name, and what each antenna heard. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Final

from pydantic import Field

from firmware_bridge.messages.base import Count, Message, Name
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.parts.pins import NAME as PINS

MOST: Final = 4000
"""Names, and antennas that heard something. Forty antennas hear 1,600 pairs at most."""

POWER: Final = "power"
"""A line that no technician can act on: the table would lose its supply. It is named by a person, and keeps its name.
"""


class End(Message):
    """An antenna of a part (`number`: as in the table file), a display (0), or a GPIO line of the part `gpio`."""

    part: Name
    number: Count = 0

    def said(self) -> str:
        """The end as people read it: `cards-1:3`, `gpio:17`, `display-2`."""
        return f"{self.part}:{self.number}" if self.number else self.part


class Named(Message):
    """An end and its name."""

    name: Name
    end: End


class HeardAt(Message):
    """How an antenna heard the tag that lay at a place: `hits` of `looks` readings."""

    place: Name
    end: End
    hits: Count
    looks: Count


class Bounced(Message):
    """How long (ms) a line was seen to bounce before it rested."""

    name: Name
    ms: Count


class Commissioned(Message):
    """All that has been found so far. `none`: the kinds that the table has none of, or no more."""

    named: Annotated[tuple[Named, ...], Field(max_length=MOST)] = ()
    none: Annotated[tuple[Name, ...], Field(max_length=MOST)] = ()
    heard: Annotated[tuple[HeardAt, ...], Field(max_length=MOST)] = ()
    bounced: Annotated[tuple[Bounced, ...], Field(max_length=MOST)] = ()

    @property
    def ends(self) -> Mapping[str, End]:
        """The ends by their names."""
        return {one.name: one.end for one in self.named}

    def with_names(
        self, named: Mapping[str, End], heard: tuple[HeardAt, ...] = (), bounced: tuple[Bounced, ...] = ()
    ) -> Commissioned:
        """The same with these names, and with what was heard and seen there. Their ends lose another name."""
        kept = [one for one in self.named if one.name not in named and one.end not in named.values()]
        names = (*kept, *(Named(name=name, end=end) for name, end in named.items()))
        there = {one.name for one in kept}
        return self.model_copy(
            update={
                "named": names,
                "heard": (*(one for one in self.heard if one.place in there), *heard),
                "bounced": (*(one for one in self.bounced if one.name in there), *bounced),
            }
        )

    def lacking(self, kind: str, names: Collection[str]) -> Commissioned:
        """The same, where the table has none of a kind, or no more, and these names have lost their ends."""
        named = tuple(one for one in self.named if one.name not in names)
        return self.model_copy(update={"named": named, "none": (*self.none, kind)})


def display_name(seat: int) -> str:
    """The name of a seat's display."""
    return f"display:{seat}"


def ends_of(table: TableFile) -> dict[str, End]:
    """Each end of a table by the name that its file gives it."""
    antennas = {
        place: End(part=part.name, number=int(number))
        for part in table.part
        for number, place in part.antennas.items()
    }
    displays = {
        display_name(part.seat): End(part=part.name)
        for part in table.part
        if part.seat is not None and not part.reads
    }
    lines = {} if table.gpio is None else table.gpio.lines
    return antennas | displays | {name: End(part=PINS, number=number) for name, number in lines.items()}


def as_named(table: TableFile) -> Commissioned:
    """What is found at a table whose file has the right names."""
    return Commissioned(named=tuple(Named(name=name, end=end) for name, end in ends_of(table).items()))


def renamed(found: Commissioned, table: TableFile) -> Commissioned:
    """What was found, with the names that the file of the table has."""
    return as_named(table).model_copy(update={"heard": found.heard, "bounced": found.bounced, "none": found.none})
