"""The antennas of a table as the field scheduler sees them, and which of them disturb each other."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from firmware_bridge.messages.part_kinds import part_kind
from firmware_bridge.messages.tablefile import Part, TableFile


@dataclass(frozen=True, slots=True)
class Antenna:
    """One antenna. `line` is the part's name, `number` the antenna number or bus address on that line.

    - `holds_field`: its field stays on after a read until it is switched off. Of the antennas behind one reader only
      the one read last can be lit.
    - `own_reader`: it has its own reader, which can fall silent without the others.
    """

    place: str
    line: str
    number: int
    kind: str
    baud: int
    holds_field: bool
    own_reader: bool

    @property
    def unit(self) -> tuple[str, int | None]:
        """The unit that answers or falls silent as one: the reader at this address, or the whole line."""
        return self.line, self.number if self.own_reader else None


class FieldPlan:
    """All antennas by place, and for each place the places that must be dark while it reads."""

    def __init__(self, antennas: Iterable[Antenna], exclusion: Iterable[Iterable[str]]) -> None:
        self.antennas: Mapping[str, Antenna] = {antenna.place: antenna for antenna in antennas}
        self.places = frozenset(self.antennas)
        self._rivals: dict[str, set[str]] = {place: set() for place in self.antennas}
        self._lines: dict[str, list[Antenna]] = {}
        for antenna in sorted(self.antennas.values(), key=lambda a: (a.line, a.number)):
            self._lines.setdefault(antenna.line, []).append(antenna)
        for group in exclusion:
            known = [place for place in group if place in self.antennas]
            for place in known:
                self._rivals[place].update(other for other in known if other != place)

    def rivals(self, place: str) -> frozenset[str]:
        """The places whose fields must be off while this one reads."""
        return frozenset(self._rivals[place])

    def on_line(self, line: str) -> list[Antenna]:
        """The antennas behind one port, in order of their numbers."""
        return self._lines.get(line, [])

    @property
    def lines(self) -> tuple[str, ...]:
        """The names of all reader lines."""
        return tuple(self._lines)

    def neighbourhood(self, place: str) -> frozenset[str]:
        """Return all places that cannot be read at the same time: its own line and its rivals."""
        line = self.on_line(self.antennas[place].line)
        return frozenset(antenna.place for antenna in line) | self._rivals[place]

    def holders(self, place: str) -> list[Antenna]:
        """The rivals whose field stays on after a read."""
        return [self.antennas[rival] for rival in sorted(self._rivals[place]) if self.antennas[rival].holds_field]


def antennas_of(part: Part) -> list[Antenna]:
    """The antennas of one part of the table file."""
    return [
        Antenna(
            place=place,
            line=part.name,
            number=int(number),
            kind=part.kind,
            baud=part.baud,
            holds_field=True,
            own_reader=part_kind(part.kind).addressed,
        )
        for number, place in part.antennas.items()
    ]


def plan_of(table: TableFile) -> FieldPlan:
    """The field plan of a table file."""
    antennas = [antenna for part in table.part for antenna in antennas_of(part)]
    return FieldPlan(antennas, table.fields.exclusion)
