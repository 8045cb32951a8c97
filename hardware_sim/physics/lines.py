"""The table's GPIO lines as the sensors drive them: levels, planned edges, contact bounce, lines stuck by a fault.

Every sensor is open drain with a pull-up, so a line reads 1 at rest and 0 while its sensor acts:

    shoe:beam1, shoe:beam2   0 while a card stands in the beam (break-beam receiver)
    shoe:back                0 while the sensor sees a card's back
    shoe:lid, door           0 while closed: a torn wire reads as open
    button:N                 0 while the magnet of the dealer button lies on the spot (hall switch)
    post:N                   0 while something lies on the seat's ante and blind spot
    power                    0 while the supply is failing
"""

import random
from collections.abc import Callable, Mapping

from hardware_sim.parts.part import Agenda

from .noise import Noise

WORN = (16, 45_000_000)
"""Extra edge pairs of a worn switch, and the span (ns) in which they fall. Assumed."""

LineSink = Callable[[int, bool, int], None]
"""Called with line, level after the edge, time."""


def reference_lines(seats: int = 10) -> dict[str, int]:
    """The 26 lines of the reference table, 2-27 of a Raspberry Pi's header: name to number."""
    names = ["shoe:beam1", "shoe:beam2", "shoe:back", "shoe:lid"]
    seated = [f"{kind}:{seat}" for kind in ("button", "post") for seat in range(1, 11)]
    numbered = {name: number for number, name in enumerate([*names, *seated, "door", "power"], start=2)}
    absent = {f"{kind}:{seat}" for kind in ("button", "post") for seat in range(seats + 1, 11)}
    return {name: number for name, number in numbered.items() if name not in absent}


class NoSuchLine(LookupError):
    """The table has no line of that name or number."""


class Lines:
    """Levels of the lines, and the listeners to their changes."""

    AT_REST_LOW = ("shoe:lid", "door")

    def __init__(self, names: Mapping[str, int], agenda: Agenda, noise: Noise, luck: random.Random) -> None:
        self.names = dict(names)
        self._agenda = agenda
        self._noise = noise
        self._luck = luck
        self._driven = {number: name not in self.AT_REST_LOW for name, number in names.items()}
        self._stuck: dict[int, bool] = {}
        self.worn: dict[str, float] = {}
        """Switches that bounce more than they should, and in which share of their movements."""
        self._sinks: list[LineSink] = []

    def __contains__(self, number: int) -> bool:
        return number in self._driven

    def __len__(self) -> int:
        return len(self._driven)

    def number(self, name: str) -> int:
        """The number of a named line."""
        if name not in self.names:
            raise NoSuchLine(f"line {name!r} is not at this table. There are {', '.join(self.names)}")
        return self.names[name]

    def has(self, name: str) -> bool:
        """Whether the table has a line of that name."""
        return name in self.names

    def level(self, number: int) -> bool:
        """What the Pi would read."""
        if number not in self._driven:
            raise NoSuchLine(f"line {number} is not at this table. There are {sorted(self._driven)}")
        return self._stuck.get(number, self._driven[number])

    def listen(self, sink: LineSink) -> None:
        """Call ``sink`` at every edge from now on."""
        self._sinks.append(sink)

    def drive(self, name: str, level: bool, at: int) -> None:
        """Let the sensor of ``name`` take ``level``. No edge if it had it. A table without that line ignores it."""
        number = self.names.get(name)
        if number is None or self._driven[number] == level:
            return
        before = self.level(number)
        self._driven[number] = level
        self._tell(number, before, at)

    def plan(self, name: str, level: bool, when: int) -> None:
        """``drive`` at a later time."""
        self._agenda.at(when, lambda at: self.drive(name, level, at))

    def touch(self, name: str, level: bool, at: int) -> None:
        """``drive`` by a contact that bounces: it may go to and fro before it rests at ``level``."""
        worn = name in self.worn and self._luck.random() < self.worn[name]
        pairs, span = WORN if worn else self._noise.bounce
        least = pairs // 2 if worn else 0
        if pairs and self.names.get(name) is not None and self._driven[self.names[name]] != level:
            moments = sorted(at + self._luck.randint(1, span) for _ in range(2 * self._luck.randint(least, pairs)))
            for index, moment in enumerate(moments):
                self.plan(name, level ^ (index % 2 == 0), moment)
        self.drive(name, level, at)

    def exchange(self, name: str, other: str) -> None:
        """Swap the plugs of two lines: from now on each sensor drives the other's number."""
        one, two = self.number(name), self.number(other)
        self.names[name], self.names[other] = two, one

    def stick(self, name: str, level: bool | None, at: int) -> None:
        """Hold a line at ``level`` whatever its sensor does. None lets go."""
        number = self.number(name)
        before = self.level(number)
        if level is None:
            self._stuck.pop(number, None)
        else:
            self._stuck[number] = level
        self._tell(number, before, at)

    def _tell(self, number: int, before: bool, at: int) -> None:
        level = self.level(number)
        if level != before:
            for sink in self._sinks:
                sink(number, level, at)
