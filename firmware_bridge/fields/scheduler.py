"""The field scheduler. Pure: time (ns), attention and results go in, the next request of each idle line comes out.

- Of antennas that exclude each other one field is on at a time. It is switched off before another one reads.
- A line has one request at a time.
- The first attended place is read back to back. Of four reads that cannot run at the same time (its line and its
  rivals) one goes to the others. So a change there is known after the rest of the read under way, two of its own
  reads and at most one other.
- In that gap its field goes off, so that a place of its line and a rival of it are read at the same time. A place
  that waits behind another keeps no line free. The line goes on until the place is next.
- While the shoe is the first attended place, what is near it and not pressing is held back for `HELD_BACK`. A card
  that passes during a long read of a neighbour would go by unread, and it does not come again.
- All other places are due a period after their last read. Attended and unsettled ones are due at once and have a head
  start. The oldest due goes first.
- A place that has waited longer than `LATE` holds its line and its rivals until it has been read. So every place is
  read in time, and `worst_age` computes how old a reading can become.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from .antennas import Antenna, FieldPlan
from .liveness import Pulse, Unit

MS = 1_000_000

# Reads of the attended place before another one gets its turn.
RUN = 3
# The same while something is decided between it and a place near it: "lying still" is two equal reads.
RUN_DECIDING = 2

# While something is attended a hand is on: unattended places twice a second, so that a card is seen to go in 2 s.
BUSY_PERIOD = 500 * MS
# Between hands the whole table once a second keeps the processor idle.
QUIET_PERIOD = 1000 * MS
# After this long past due a place may hold others back. Half a period, so that holding is the exception.
LATE = 250 * MS
# Places that are attended, and unsettled ones still more, go before others that have been due for this much longer:
# as long as the sweep of a line whose attended place takes three of four reads, so that they need not wait for it.
HEAD_ATTENDED = 1000 * MS
HEAD_UNSETTLED = 5000 * MS
# Where things pass by and do not come again. A read of a full tray (0.5 s) is as long as a card is drawn in.
FLEETING = "shoe"
# How long neighbours of the shoe wait past due: half a deal of twenty cards, two a second. It equals the head start
# of unsettled places, so that the bound on ages holds for both.
HELD_BACK = HEAD_UNSETTLED
# A read that failed though its reader answers (damage, RF error) is tried again after this.
RETRY = 50 * MS


class Task(Enum):
    """What a line shall do."""

    READ = "read"
    OFF = "field off"
    PING = "ping"


@dataclass(frozen=True, slots=True)
class Action:
    """A request for one line, for a `place`. `antenna` is its number on the line, None for the whole line."""

    task: Task
    line: str
    antenna: int | None
    place: str


@dataclass(slots=True)
class _Spot:
    """What is known of one place."""

    antenna: Antenna
    due: int
    read: int | None = None  # when its last complete reading ended
    lit: bool = False  # its field is on, as far as we know
    run: int = 0  # reads in a row without one that cannot run beside it
    unit: Unit | None = None  # the reader behind it. None while its line is not ready


class Scheduler:
    """Decides what each line does next. Lines that are not ready take no part."""

    def __init__(self, plan: FieldPlan, now: int = 0) -> None:
        self.plan = plan
        self._spots = {place: _Spot(antenna, now) for place, antenna in plan.antennas.items()}
        self._rivals = {place: plan.rivals(place) for place in plan.antennas}
        self._near = {place: plan.neighbourhood(place) for place in plan.antennas}
        self._by_line = {line: [self._spots[a.place] for a in plan.on_line(line)] for line in plan.lines}
        self._under_way: dict[str, Action] = {}
        self._ready: dict[str, dict[tuple[str, int | None], Unit]] = {}
        self._attended: tuple[str, ...] = ()
        self._urgent: frozenset[str] = frozenset()
        self._top: str | None = None
        self._just_pinged: set[str] = set()
        self._lent: dict[str, str] = {}  # lines that read what presses, each by the place that is next there
        self._overdue: set[str] = set()  # places that hold others back until they have been read
        self._focus: tuple[str, int] | None = None
        self._asked = now

    # what the bridge tells

    def line_ready(self, line: str, now: int) -> None:
        """The line's readers are identified. Its places are due at once."""
        units = self._ready[line] = {antenna.unit: Unit(now) for antenna in self.plan.on_line(line)}
        for spot in self._on(line):
            spot.due, spot.read, spot.lit, spot.unit = now, None, False, units[spot.antenna.unit]
        self.attend(self._attended, now)

    def line_gone(self, line: str) -> None:
        """The line's part is lost: nothing is under way there, and its fields count as off."""
        self._ready.pop(line, None)
        self._under_way.pop(line, None)
        self._lent.pop(line, None)
        for spot in self._on(line):
            spot.read, spot.lit, spot.unit = None, False, None
        self._top = self._first_readable()

    def attend(self, places: Sequence[str], now: int) -> None:
        """Read these places first, the most urgent one first. Names without an antenna are passed over."""
        self._attended = tuple(place for place in places if place in self._spots)
        self._top = self._first_readable()
        self._hurry(self._attended, now)

    def focus(self, place: str, until: int, now: int) -> None:
        """Something passes by this place that will not come again: nothing else near it is read until then."""
        if place in self._spots:
            self._focus = place, until
            self._hurry((place,), now)

    def urge(self, places: Iterable[str], now: int) -> None:
        """Read these places without delay, as they are not settled. They replace the earlier list."""
        self._urgent = frozenset(place for place in places if place in self._spots)
        self._hurry(self._urgent, now)

    def _first_readable(self) -> str | None:
        return next((place for place in self._attended if self._readable(self._spots[place])), None)

    def _hurry(self, places: Collection[str], now: int) -> None:
        for place in places:
            self._spots[place].due = min(self._spots[place].due, now)

    # results of the requests

    def silent_beside(self, place: str) -> frozenset[str]:
        """The places that jam this one, and whose readers do not answer. Their fields may be on."""
        return frozenset(rival for rival in self._rivals[place] if not self._readable(self._spots[rival]))

    def unit(self, place: str) -> Unit | None:
        """The sign of life of the reader behind a place. None while its line is not ready."""
        return self._spots[place].unit

    def units(self, line: str) -> dict[tuple[str, int | None], Unit]:
        """All readers of a line. Empty while it is not ready."""
        return self._ready.get(line, {})

    def finished(self, line: str, now: int, *, good: bool) -> Action | None:
        """Note that the line's request has ended. Return the request, None if there was none."""
        action = self._under_way.pop(line, None)
        if action is None or action.task is Task.PING:
            return action
        spot = self._spots[action.place]
        if action.task is Task.OFF:
            # A reader that will not switch off must not keep its neighbours dark for ever.
            spot.lit = False
            return action
        if good:
            spot.read = now
        else:
            spot.due = max(spot.due, now + RETRY)
        return action

    # what is to be done

    def actions(self, now: int) -> list[Action]:
        """The requests to start now. They count as under way until `finished` or `line_gone`."""
        self._asked = now
        return list(_Round(self, now).choose())

    @property
    def deadline(self) -> int | None:
        """When `actions` wants to be asked again at the latest. What is due already waits for a request to end."""
        idle = [line for line in self._ready if line not in self._under_way]
        dues = [self._may_start(spot) for line in idle for spot in self._on(line) if self._readable(spot)]
        dues += [unit.ping_due for line in idle for unit in self._ready[line].values()]
        return min((due for due in dues if due > self._asked), default=None)

    def ages(self, now: int) -> dict[str, int | None]:
        """Return how old the last complete reading of each place is (ns), None if there is none."""
        return {place: None if spot.read is None else now - spot.read for place, spot in self._spots.items()}

    def lit(self) -> frozenset[str]:
        """The places whose fields are on, as far as we know."""
        reading = {a.place for a in self._under_way.values() if a.task is Task.READ}
        return frozenset(place for place, spot in self._spots.items() if spot.lit or place in reading)

    # within the package

    def _on(self, line: str) -> list[_Spot]:
        return self._by_line[line]

    def _readable(self, spot: _Spot) -> bool:
        return spot.unit is not None and spot.unit.readable

    def _period(self, place: str) -> int:
        if place in self._urgent or place in self._attended or (self._focus is not None and place == self._focus[0]):
            return 0
        return BUSY_PERIOD if self._attended else QUIET_PERIOD

    def _may_start(self, spot: _Spot) -> int:
        """From when on it may be read: when it is due, later if cards are to pass beside it."""
        place = spot.antenna.place
        if self._top != FLEETING or self._pressing(place) or place not in self._near[FLEETING]:
            return spot.due
        return spot.due + HELD_BACK

    def _pressing(self, place: str) -> bool:
        return place in self._urgent or place in self._attended

    def _running(self, top: str) -> bool:
        """Whether the attended place goes first: until its run is over, sooner if another read decides with it."""
        deciding = not self._near[top].isdisjoint(self._urgent - {top})
        return self._spots[top].run < (RUN_DECIDING if deciding else RUN)

    def _since(self, place: str) -> int:
        """Since when it counts as due: what is pressing has a head start."""
        head = HEAD_UNSETTLED if place in self._urgent else HEAD_ATTENDED if place in self._attended else 0
        return self._spots[place].due - head

    def _start(self, action: Action, now: int) -> None:
        self._under_way[action.line] = action
        if action.task is Task.PING:
            self._just_pinged.add(action.line)
            return
        self._just_pinged.discard(action.line)
        if action.task is Task.OFF:
            return
        spot = self._spots[action.place]
        since = self._since(action.place)
        self._lent.pop(action.line, None)
        spot.due = now + self._period(action.place)
        for behind in self._on(action.line):
            if behind.unit is spot.unit:
                behind.lit = False
        spot.lit = spot.antenna.holds_field
        spot.run += 1
        self._overdue.discard(action.place)
        for other in self._near[action.place] - {action.place}:
            if not self._awaited(other, since):
                self._spots[other].run = 0

    def _awaited(self, place: str, since: int) -> bool:
        """Whether something near it has been due for very long, and since before that: it is next, and no other read
        gives this place a new run."""
        late = (self._spots[late] for late in self._overdue & self._near[place])
        return any(
            self._readable(spot)
            and self._asked - spot.due > HEAD_UNSETTLED
            and self._since(spot.antenna.place) < since
            for spot in late
        )


class _Round:
    """One walk over all places, the most pressing first, giving each idle line at most one request."""

    def __init__(self, scheduler: Scheduler, now: int) -> None:
        self.of = scheduler
        self.now = now
        self.held_lines: set[str] = set()
        self.kept_lines: dict[str, str] = {}  # for a place that waits for a rival: what presses may be read meanwhile
        self.held_places: set[str] = set()
        self.queued: set[str] = set()  # of these, what another place than the first attended one goes before
        self.standing_by = False  # the one that is next on the attended place's line keeps its rivals dark

    def choose(self) -> Iterator[Action]:
        """What would jam others goes dark. Then readers in doubt. Other signs of life never twice in a row while
        a read could go between them."""
        yield from self._darkening()
        yield from self._pings(lambda line, unit: unit.pulse is Pulse.SUSPECT or self._may_ping(line))
        for place in self._order():
            action = self._try(place)
            if action is not None:
                self.of._start(action, self.now)
                self._lend(action)
                yield action
        yield from self._pings(lambda line, _: line not in self.held_lines and line not in self.kept_lines)

    def _lend(self, action: Action) -> None:
        """A place whose line is used meanwhile keeps its rivals free until it has it back."""
        if action.task is Task.READ and action.line in self.kept_lines:
            self.of._lent[action.line] = self.kept_lines[action.line]

    def _darkening(self) -> Iterator[Action]:
        """Switch off fields that are not read. A rival then need not wait until this line has time to do it."""
        of = self.of
        for line in of._ready:
            if line in of._under_way:
                continue
            for spot in of._on(line):
                place = spot.antenna.place
                if spot.lit and of._rivals[place] and (place != of._top or self._yields(place)):
                    action = Action(Task.OFF, line, spot.antenna.number, place)
                    of._start(action, self.now)
                    yield action
                    break

    def _may_ping(self, line: str) -> bool:
        """Never twice in a row, and not when the attended place's run is over: what is read then goes on at once."""
        of, top = self.of, self.of._top
        gap = top is not None and line == of._spots[top].antenna.line and not of._running(top)
        return line not in of._just_pinged and not gap

    def _yields(self, top: str) -> bool:
        """Whether the attended place's run is over and something waits for its field to go off: in the dark its
        rivals are read while another read of its line goes on."""
        of = self.of
        waiting = (of._spots[rival] for rival in of._rivals[top])
        return not of._running(top) and any(of._readable(s) and of._may_start(s) <= self.now for s in waiting)

    def _pings(self, wanted: Callable[[str, Unit], bool]) -> Iterator[Action]:
        for line, units in self.of._ready.items():
            if line in self.of._under_way or not units:
                continue
            (_, number), unit = min(units.items(), key=lambda item: item[1].ping_due)
            if unit.ping_due <= self.now and wanted(line, unit):
                place = next(a.place for a in self.of.plan.on_line(line) if a.unit == (line, number))
                action = Action(Task.PING, line, number, place)
                self.of._start(action, self.now)
                yield action

    def _order(self) -> list[str]:
        """The first attended place, then all that is due, the oldest first. When its run is over, after them."""
        of = self.of
        busy = self._busy()
        due = [
            place
            for place, spot in of._spots.items()
            if place not in busy and of._may_start(spot) <= self.now and of._readable(spot)
        ]
        focus = of._focus[0] if of._focus is not None and self.now < of._focus[1] else None
        if focus is not None:
            due = [p for p in due if p == focus or p not in of._near[focus]]
        rest = sorted((p for p in due if p != of._top), key=lambda p: (p != focus, of._since(p), p))
        if of._top not in due:
            return rest
        return [of._top, *rest] if of._running(of._top) else [*rest, of._top]

    def _busy(self) -> set[str]:
        """Places that need not be tried, as their lines are under way: neither do they start, nor do they hold
        anything.

        Those on the attended place's line may hold others, and so may a place that has lent its line."""
        of = self.of
        top = None if of._top is None else of._spots[of._top].antenna.line
        lines = of._under_way.keys() - {top}
        return {spot.antenna.place for line in lines for spot in of._on(line)} - set(of._lent.values())

    def _try(self, place: str) -> Action | None:
        of, spot = self.of, self.of._spots[place]
        line = spot.antenna.line
        if line in of._under_way or line in self.held_lines:
            if place == of._top and of._running(place):
                self._hold(place)  # the next thing on its line. Nothing near it may start meanwhile
            elif of._lent.get(line) == place:
                self._hold(place, jammed=True)
            else:
                self._stand_by(place)
            return None
        if line in self.kept_lines and not of._pressing(place):
            return None
        if place in self.queued:
            return None  # its line may go on until it is next
        if self._jammed(place):
            self._hold(place, jammed=True)
            return None
        dark = self._next_to_darken(place)
        if dark is None:
            return Action(Task.READ, line, spot.antenna.number, place)
        self._hold(place, anyway=True)
        if dark.antenna.line in of._under_way:
            return None
        return Action(Task.OFF, dark.antenna.line, dark.antenna.number, dark.antenna.place)

    def _stand_by(self, place: str) -> None:
        """Let the place on the attended place's line that has waited too long start right after the run.

        Its own rivals stay dark. Others are read in that gap, too, and it ends with the first of them.
        """
        of = self.of
        if of._top is None or place == of._top or self.standing_by or place in self.queued:
            return
        beside = of._spots[place].antenna.line == of._spots[of._top].antenna.line
        if beside and self.now - of._since(place) > LATE:
            self.standing_by = True
            self.held_places |= of._rivals[place]
            self.queued |= of._rivals[place]

    def _jammed(self, place: str) -> bool:
        """Whether a rival is being read, or waits before us for its turn, or we wait for one being switched off."""
        rivals = self.of._rivals[place]
        if place in self.held_places:
            return True
        return any(a.place in rivals and a.task is not Task.PING for a in self.of._under_way.values())

    def _next_to_darken(self, place: str) -> _Spot | None:
        lit = (self.of._spots[rival] for rival in sorted(self.of._rivals[place]))
        return next((spot for spot in lit if spot.lit), None)

    def _hold(self, place: str, *, anyway: bool = False, jammed: bool = False) -> None:
        """Keep line and rivals free for a place that cannot start yet, if it is first or has waited too long.

        One that waits for a rival to be read (a stack takes as long as six card spots) leaves its line to what
        presses: a card that has landed two seats on is read in that time.
        """
        spot = self.of._spots[place]
        first = place == self.of._top and self.of._running(place)
        late = self.now - self.of._since(place) > LATE
        if late and not first:
            self.of._overdue.add(place)
        if anyway or first or late:
            if jammed and not first:
                self.kept_lines.setdefault(spot.antenna.line, place)
            else:
                self.held_lines.add(spot.antenna.line)
            self.held_places |= self.of._rivals[place]
            if not first:
                self.queued |= self.of._rivals[place]
