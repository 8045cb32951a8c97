"""The diagnosis of a table: takes all that parts report, and gives the verdicts that stand. Pure.

`look` is called once a second. A verdict stands from the second look in a row that finds it, and goes when it has not
been found for a while. So one unlucky read makes none, and none flickers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Final, NamedTuple

from drivers.gpio import Edge
from drivers.nextion import DisplayReport, Rebooted, Touched
from drivers.reader import Alive, Failed, FieldOff, Identified, Reading, Refused, Report
from firmware_bridge.fields.antennas import plan_of
from firmware_bridge.messages.places import CARD_KINDS, line_called, spot_called
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.parts.lifecycle import WORKING, Change, Signal

from . import antennas, line_rules, pins, plugs, spots
from .antennas import NO_SINGLE_MISSES, PASSED_BY, AntennaWatch
from .contacts import Contacts
from .course import Course
from .lines import Cut, LineWatch
from .load import EXPLAINED, LoadWatch
from .machine import Machine, MachineWatch
from .pins import PinWatch
from .sampling import Counts
from .touches import TouchWatch
from .verdict import AT_ONCE, Fault, Verdict
from .wearing import Wearing

S: Final = 1_000_000_000

HELD: Final = 2
"""Looks in a row that must find a verdict before it stands."""

OF_TAGS: Final = frozenset({Fault.WEAK_TAG, Fault.STACK_TOO_HIGH, Fault.ANTENNA_DETUNED})
"""What differs only in which tags of a place are missed. One of them stands at a place at a time."""

HELD_LONGER: Final = 6
"""Looks for these, if they are chips: one tag crosses the threshold before the next."""

COUNTED: Final = frozenset({Fault.SWAPPED_POSTS, Fault.SWAPPED_ANTENNAS})
"""What rests on things that happened several times, and not on how something looks now. It stands at once."""

LASTS: Final = 20 * S
"""A verdict that is not found for so long is over."""

POST_TAKES: Final = 2_200_000_000
"""A player's hand carries a chip from the stack to the post spot in less."""

POST_SETTLES: Final = 2 * S
"""A chip that is missed for longer has left its stack. A player who riffles chips lifts them for up to two seconds
[estimate]."""

POST_KNOWN: Final = 10 * S
"""A stack that has not been read by then gave this chip or did not: nobody knows. The next chip is on its way
[estimate]."""

SOUND_READINGS: Final = frozenset({Fault.ADAPTER_LATENCY})
"""Faults of a line with which its readings are still worth something."""

RESTS_ACTING: Final = ("shoe:lid", "door")

Key = tuple[str, str, Fault]


class Heard(NamedTuple):
    """What an antenna gave: how many tags, when its last reading came (ns), and what it misses, in a thousand. None:
    not known."""

    tags: int | None
    at: int | None
    missed: int | None


@dataclass(slots=True)
class Posted:
    """A post spot that was covered: the stacks that are still to be asked whether they gave the chip, and those that
    did."""

    number: int
    at: int
    asked: set[int]
    stacks: set[int] = field(default_factory=set)


class Diagnosis:
    """All that is known of a table's parts."""

    def __init__(self, table: TableFile, now: int, wearing: Wearing) -> None:
        self._wearing = wearing
        self._contacts = Contacts(table)
        self._lines = {part.name: LineWatch(part, now, went=now) for part in table.part}
        self._table = table
        self._watch_play(now)
        self._missed = {place: Course() for place in table.places}
        self._machine = MachineWatch()
        self._load = LoadWatch()
        self._shoe = next((p.name for p in table.part if "shoe" in p.antennas.values()), "shoe")
        self._shoe_line = {(p.name, int(n)) for p in table.part for n, place in p.antennas.items() if place == "shoe"}
        self._away: frozenset[str] = frozenset()  # parts whose readings are worth nothing now
        self._posted: deque[Posted] = deque(maxlen=20)
        self._found: dict[Key, int] = {}  # looks in a row
        self._standing: dict[Key, tuple[Verdict, int]] = {}

    def _watch_play(self, now: int) -> None:
        """Begin with all that tells a fault by the way people play: tags, lines, touches."""
        table = self._table
        self._touches = {part.name: TouchWatch(part.name, part.seat) for part in table.part if part.seat is not None}
        self._antennas = AntennaWatch(plan_of(table), now)
        names = () if table.gpio is None else tuple(table.gpio.lines)
        self._pins = PinWatch(names, RESTS_ACTING, self._antennas.cards.drawn)

    # what is observed

    def not_played(self, now: int) -> None:
        """Forget how people played. What a technician does at a table in test mode proves nothing."""
        self._watch_play(now)
        self._posted.clear()

    def changed(self, part: str, change: Change, refused: Refused | None, identity: str, now: int) -> None:
        """Take a change of a part's state. `refused`: what answered in its place, if something did."""
        line = self._lines.get(part)
        if line is None:
            return
        line.changed(change, refused, identity, now)
        if change.signal is Signal.PORT_THERE:
            self._standing = {key: one for key, one in self._standing.items() if key[0] != part}
        if change.after not in WORKING and part in self._touches:
            self._touches[part].forget()

    def counted(self, part: str, counts: Counts, now: int) -> None:
        """Take the counters of a part, once a second."""
        self._lines[part].counted(counts, now)

    def reported(self, part: str, report: Report, now: int) -> None:
        """Take what a reader reports."""
        line = self._lines[part]
        match report:
            case Failed(antenna=antenna, cause=cause):
                line.failed(antenna, cause, now, Cut(report.listing, report.came) if report.came else None)
                self._antennas.failed(part, report, now)
            case Reading(antenna=antenna, tags=tags):
                line.answered(antenna, now)
                line.listed(antenna, len(tags), now)
                self._antennas.reading(part, report, now)
                if (part, antenna) in self._shoe_line:
                    self._pins.shoe_read(tags, now)
                    self._antennas.cards.passed(tags, now)
            case FieldOff(antenna=antenna):
                line.answered(antenna, now)
            case Alive(antenna=antenna) | Identified(antenna=antenna):
                line.answered(antenna, now)
            case Refused():
                pass

    def shown(self, part: str, report: DisplayReport, now: int) -> None:
        """Take what a display reports."""
        line = self._lines[part]
        match report:
            case Touched():
                self._touches[part].touched(report)
                line.answered(None, now)
            case Rebooted():
                line.restarts.append(now)
            case Failed(cause=cause):
                line.failed(None, cause, now)
            case _:
                line.answered(None, now)

    def edge(self, line: str, edge: Edge) -> None:
        """Take an edge of a GPIO line."""
        self._pins.edge(line, edge)

    def levels(self, acting: frozenset[str], now: int) -> None:
        """Take the lines that act at the beginning."""
        self._pins.levels(acting, now)

    def settled(self, line: str, acting: bool, now: int) -> None:
        """Take a level of a line that has held."""
        self._pins.settled(line, acting, now)
        kind, number = line_called(line)
        if acting and kind == "post":
            self._posted.append(Posted(number, now, set(self._antennas.stacks)))
            self._antennas.posted(number, now)

    def attended(self, places: tuple[str, ...], now: int) -> None:  # noqa: ARG002 - one form for all observations
        """Take what is due next, as the controller says it."""
        self._antennas.cards.attended(places)

    def sampled(self, machine: Machine, now: int) -> None:
        """Take one look at the machine."""
        self._machine.sampled(machine, now)

    def ticked(self, late: int, now: int) -> None:
        """Take a tick of the machine, each `TICK_EVERY`. `late`: how long ago it was due (ns)."""
        self._load.ticked(late, now)

    # what is known

    def line(self, part: str) -> LineWatch:
        """The part's line: its counters, and when it was heard."""
        return self._lines[part]

    def antenna(self, place: str, now: int) -> Heard:
        """What the antenna at a place gave. How many tags, never which."""
        watch, kind = self._antennas.tags.places[place], spot_called(place).kind
        missed = None if kind in NO_SINGLE_MISSES else self._missed[place].lately(now)
        if not watch.reads:
            return Heard(None, None, missed)
        at, count = watch.reads[-1]
        return Heard(watch.lying() if kind in (*CARD_KINDS, "shoe") else count, at, missed)

    def last_edge(self, name: str) -> int | None:
        """When a GPIO line last changed, None if it has not."""
        edges = self._pins.lines[name].edges
        return edges[-1] if edges else None

    # the verdicts

    def look(self, now: int) -> tuple[Verdict, ...]:
        """Return the verdicts that stand now, the surest first."""
        for _ in self.looking(now):
            pass
        return self.verdicts

    def looking(self, now: int) -> Iterator[None]:
        """Look in steps of a millisecond or two. After the last one `verdicts` are those that stand."""
        slow = self._load.doubts(now)
        if slow:
            self._antennas.forget_moves()
            self._wearing.skip(self._lines)
        self._pins.look(now)
        self._ask_who_posted(now)
        self._antennas.cards.look(now)
        for place, watch in self._antennas.tags.places.items():
            self._missed[place].add(*watch.drained(), now)
        contacts = partial(self._contacts.tallied, self._pins, self._touches)
        self._wearing.gather(self._antennas.tags.places, self._lines, contacts, now)
        found: dict[Key, Verdict] = {}
        for group in self._groups(now):
            yield
            found |= {(one.part, one.place, one.fault): one for one in group}
        self._stand({key: one for key, one in found.items() if not (slow and one.fault in EXPLAINED)}, now)

    def _stand(self, found: Mapping[Key, Verdict], now: int) -> None:
        """Keep what was found in enough looks, and what was found a short time ago."""
        found = {key: one for key, one in found.items() if not self._is_jammed(key) and not self._is_worn(key, now)}
        self._found = {key: self._found.get(key, 0) + 1 for key in found}
        for key, looks in self._found.items():
            if looks >= _held(key) or key in self._standing:
                since = self._standing[key][0].since if key in self._standing else found[key].since
                self._standing[key] = _since(found[key], since), now
                self._supersede(key)
        self._standing = {
            key: (one, at)
            for key, (one, at) in self._standing.items()
            if at == now or (one.fault not in AT_ONCE and now - at < LASTS and one.part not in self._away)
            if not self._is_worn(key, now)
        }

    def _ask_who_posted(self, now: int) -> None:
        """Ask each stack whether it gave the chip on a post spot, once it has been read."""
        for post in list(self._posted):
            since, settled = post.at - POST_TAKES, post.at + POST_SETTLES
            gave = {stack: self._antennas.gave(stack, since, post.at, settled) for stack in post.asked}
            post.asked -= {stack for stack, known in gave.items() if known is not None}
            post.stacks |= {stack for stack, known in gave.items() if known}
            if not post.asked or now - post.at > POST_KNOWN:
                self._posted.remove(post)
                self._pins.posted(post.number, post.stacks)

    def _is_jammed(self, key: Key) -> bool:
        """Whether a field comes from outside no more, as it was found where it comes from."""
        jams = {place for _, place, fault in self._standing if fault is Fault.JAMMED}
        return key[2] is Fault.FOREIGN_FIELD and not jams.isdisjoint(self._antennas.plan.rivals(key[1]))

    def _is_worn(self, key: Key, now: int) -> bool:
        """Whether a line is damaged no more than it wears, so that nothing interferes with it."""
        return key[2] is Fault.INTERFERENCE and self._wearing.explains(self._lines[key[0]], now)

    def _supersede(self, key: Key) -> None:
        if key[2] is Fault.JAMMED:  # its own field, so none from outside
            for rival in self._antennas.plan.rivals(key[1]):
                self._standing.pop((self._line_of(rival), rival, Fault.FOREIGN_FIELD), None)
        if key[2] is Fault.FOREIGN_FIELD:  # one field disturbs several places, now this one most
            for rival in self._antennas.plan.rivals(key[1]):
                self._standing.pop((self._line_of(rival), rival, key[2]), None)
        if key[2] in OF_TAGS:
            for other in OF_TAGS - {key[2]}:
                self._standing.pop((key[0], key[1], other), None)

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdicts that stand, the surest first."""
        return tuple(sorted((one for one, _ in self._standing.values()), key=lambda one: (-one.sure, one.since)))

    def _groups(self, now: int) -> Iterator[Iterable[Verdict]]:
        """What each group of rules finds. The next group is asked for once one has been taken to its end."""
        unproven = plugs.unproven(self._lines, self._antennas, now)
        swapped = list(plugs.swapped(unproven, self._antennas))
        names = {name for one in swapped for name in (one.part, one.other)}  # on each other's bus some do not answer
        of_lines = [*(one for one in line_rules.verdicts(self._lines, now) if one.part not in names), *swapped]
        yield of_lines
        away = {name for name, line in self._lines.items() if line.state not in WORKING or line.doubtful(now)}
        away |= {one.part for one in of_lines if one.fault not in SOUND_READINGS}
        away |= {line.part.name for pair in unproven for line in pair}
        self._antennas.forget_fields(self._away | away)
        self._away = frozenset(away)
        yield from antennas.by_rule(self._antennas, self._away, now)
        # a release of a touch may be lost on the way
        touches = (touch.verdicts(now) for touch in self._touches.values() if touch.part not in away)
        acting = chain(
            pins.verdicts(self._pins, self._shoe, now), spots.verdicts(self._pins, self._antennas.cards, now)
        )
        yield chain((one for one in acting if one.part not in away), *touches)
        worn = self._wearing.verdicts(self._antennas.tags, self._lines, self._line_of, self._shoe, now)
        contacts = self._contacts.verdicts(self._wearing.wear, now)
        yield chain(self._machine.verdicts(now), self._load.verdicts(now), worn, contacts)

    def _line_of(self, place: str) -> str:
        return self._antennas.plan.antennas[place].line


def _held(key: Key) -> int:
    """Looks in a row that must find a verdict. Of cards, and of chips that pass by, several are counted together."""
    kind = spot_called(key[1]).kind if key[2] in OF_TAGS else None
    if kind is None:
        return 1 if key[2] in COUNTED else HELD
    if kind in CARD_KINDS:
        return 1
    return HELD if kind in PASSED_BY and key[2] is Fault.ANTENNA_DETUNED else HELD_LONGER


def _since(one: Verdict, since: int) -> Verdict:
    return replace(one, since=since)
