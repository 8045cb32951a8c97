"""Which ends of a table get which name, in which order they are asked for, and what has been found. Pure."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from firmware_bridge.guided.checks import AtFirst, Check, Found
from firmware_bridge.guided.guide import Course
from firmware_bridge.guided.steps import Step
from firmware_bridge.messages.guided_facts import Expected
from firmware_bridge.messages.guided_orders import Order
from firmware_bridge.messages.part_kinds import part_kind
from firmware_bridge.messages.places import line_called, spot_called
from firmware_bridge.messages.tablefile import TableFile

from .antennas import AntennaFinder
from .contacts import MS, DisplayFinder, DrawFinder, LidFinder, SwitchFinder
from .finder import NONE, Finding
from .found import Bounced, Commissioned, End, HeardAt, display_name, ends_of

DRAWN: Final = ("shoe:beam1", "shoe:beam2")
"""One card face up passes both. The inner one comes first."""

Names = tuple[str, ...]
Begin = Callable[[AtFirst], Finding]


class NamingError(ValueError):
    """A name or a part that cannot be asked for. The text says what is allowed."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What one step finds: `names` of a `kind`, among the ends with these `labels`. `end`: what it is, in a word."""

    end: str
    names: Names
    kind: str
    labels: frozenset[str]
    begin: Begin


class Naming:
    """Names the ends of a table. `table`: the file that the bridge runs on. `keep` takes all that was found, each
    time that something was."""

    def __init__(self, table: TableFile, found: Commissioned, keep: Callable[[Commissioned], None]) -> None:
        self.found = found
        self._keep = keep
        self._ends = ends_of(table)
        self._said = {label: end.said() for label, end in self._ends.items()}
        self._finder: Finding | None = None
        self._asked: set[str] = set()  # names that are asked again, and have not been found again
        self._sought = {one.names[0]: one for one in self._all(table)}

    def steps(self, names: Collection[str] = (), parts: Collection[str] = ()) -> list[Step]:
        """Return the steps of all that has no name yet. With `names` or `parts` those are asked again, and no others.

        A name that is asked again keeps its end until another is found. Raises NamingError with all that is wrong.
        """
        if names or parts:
            return self._again(frozenset(names), frozenset(parts))
        return [self._step(one) for one in self._sought.values() if not (self._named(one) or self._passed(one))]

    def course(self, steps: list[Step]) -> Course:
        """The course for a guide. Steps fall away once every end that may be it has a name."""
        return Course(steps, self._finished, self._settled, "help_naming")

    def _again(self, names: frozenset[str], parts: frozenset[str]) -> list[Step]:
        known = {name: one for one in self._sought.values() for name in one.names}
        there = {end.part for end in self._ends.values()}
        wrong = [f"place {name}: allowed are {', '.join(known)}" for name in sorted(names - known.keys())]
        wrong += [f"part {part}: allowed are {', '.join(sorted(there))}" for part in sorted(parts - there)]
        if wrong:
            raise NamingError("\n".join(wrong))
        ends = self.found.ends
        theirs = {name for name, end in ends.items() if end.part in parts}
        labels = {label for label, end in self._ends.items() if end.part in parts}
        asked = [
            one
            for one in self._sought.values()
            if (names | theirs).intersection(one.names)
            or (not self._named(one) and not one.labels.isdisjoint(labels))
        ]
        self._asked = {name for one in asked for name in one.names}
        return [self._step(one) for one in asked]

    def _named(self, one: Sought) -> bool:
        return all(name in self.found.ends for name in one.names)

    def _names(self) -> Mapping[End, str]:
        """The ends whose names stand."""
        return {one.end: one.name for one in self.found.named if one.name not in self._asked}

    def _settled(self, step: Step) -> bool:
        return self._passed(self._sought[step.thing])

    def _passed(self, one: Sought) -> bool:
        """Whether it need not be asked for: the table has none, or no end is left that may be it."""
        if one.kind in self.found.none and self._asked.isdisjoint(one.names):
            return True
        names = self._names()
        return all(self._ends[label] in names for label in one.labels)

    def _step(self, one: Sought) -> Step:
        return Step(one.end, one.names[0], partial(self._begin, one))

    def _begin(self, one: Sought, table: AtFirst) -> Check:
        self._finder = one.begin(table)
        return self._finder

    def _finished(self, step: Step, _expected: Expected, found: Found) -> None:
        finder, kind = self._finder, self._sought[step.thing].kind
        assert finder is not None  # noqa: S101 - a step that has been begun
        if found is NONE:
            gone = {name for one in self._sought.values() if one.kind == kind for name in one.names} & self._asked
            self.found = self.found.lacking(kind, gone)
            self._asked -= gone
        elif found.result != "pass":
            return
        else:
            named = {name: self._ends[label] for name, label in finder.ends.items()}
            heard = tuple(
                HeardAt(place=step.thing, end=self._ends[label], hits=hits, looks=looks)
                for label, (hits, looks) in finder.heard.items()
            )
            bounced = tuple(
                Bounced(name=name, ms=-(-finder.bounced[label] // MS))
                for name, label in finder.ends.items()
                if label in finder.bounced
            )
            self.found = self.found.with_names(named, heard, bounced)
            self._asked -= named.keys()
        self._keep(self.found)

    # --- what there is to find ------------------------------------------------------------------------------------

    def _all(self, table: TableFile) -> Iterator[Sought]:
        readers = [part for part in table.part if part.reads]
        chips = {place for p in readers if part_kind(p.kind).addressed for place in p.antennas.values()}
        cards = {place for p in readers for place in p.antennas.values()} - chips
        displays = {display_name(p.seat) for p in table.part if p.seat is not None and not p.reads}
        lines = frozenset() if table.gpio is None else frozenset(table.gpio.lines)
        seats = table.table.seats
        yield from self._antennas(_card_places(seats), frozenset(cards))
        yield from self._antennas(_chip_places(seats), frozenset(chips))
        for seat in seats if displays else ():
            name, touch = display_name(seat), Order(key="touch_key", number=seat)
            begin = partial(self._display, name, touch, frozenset(displays))
            yield Sought("display", (name,), "display", frozenset(displays), begin)
        if lines:
            yield from self._lines(seats, lines)

    def _antennas(self, places: Iterator[str], labels: frozenset[str]) -> Iterator[Sought]:
        for place in places if labels else ():
            kind, number = spot_called(place)
            lay = Order(key=f"lay_{kind}", number=number)
            yield Sought("antenna", (place,), kind, labels, partial(self._antenna, place, lay, labels))

    def _lines(self, seats: Collection[int], lines: frozenset[str]) -> Iterator[Sought]:
        face_up, back = Order(key="draw_face_up"), Order(key="act_back")
        yield Sought("line", DRAWN, "beam", lines, lambda _table: self._draw(DRAWN, face_up, lines))
        yield Sought("line", ("shoe:back",), "back", lines, lambda _table: self._draw(("shoe:back",), back, lines))
        for name in ("shoe:lid", "door"):
            yield Sought("line", (name,), line_called(name).kind, lines, partial(self._lid, name, lines))
        for kind in ("button", "post", "occupied"):
            for seat in seats:
                name = f"{kind}:{seat}"
                yield Sought("line", (name,), kind, lines, partial(self._switch, name, lines))

    def _of(self, labels: frozenset[str]) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """How these ends are said, and those of them that have a name."""
        names = self._names()
        named = {label: names[self._ends[label]] for label in labels if self._ends[label] in names}
        return {label: self._said[label] for label in sorted(labels)}, named

    def _antenna(self, place: str, lay: Order, labels: frozenset[str], table: AtFirst) -> Finding:
        return AntennaFinder(place, lay, *self._of(labels), table.heard)

    def _display(self, name: str, touch: Order, labels: frozenset[str], _table: AtFirst) -> Finding:
        return DisplayFinder(name, touch, *self._of(labels))

    def _draw(self, names: Names, draw: Order, lines: frozenset[str]) -> Finding:
        return DrawFinder(names, draw, *self._of(lines))

    def _lid(self, name: str, lines: frozenset[str], _table: AtFirst) -> Finding:
        kind = line_called(name).kind
        return LidFinder(name, Order(key=f"act_{kind}"), Order(key=f"rest_{kind}"), *self._of(lines))

    def _switch(self, name: str, lines: frozenset[str], table: AtFirst) -> Finding:
        kind, seat = line_called(name)
        return SwitchFinder(name, Order(key=f"act_{kind}", number=seat), *self._of(lines), table.acting)


def _card_places(seats: Collection[int]) -> Iterator[str]:
    yield "shoe"
    yield from (f"seat:{seat}" for seat in seats)
    yield from (f"board:{number}" for number in range(1, 6))
    yield "muck"


def _chip_places(seats: Collection[int]) -> Iterator[str]:
    for kind in ("bet", "stack"):
        yield from (f"{kind}:{seat}" for seat in seats)
    yield from ("pot", "tray", "drop")
