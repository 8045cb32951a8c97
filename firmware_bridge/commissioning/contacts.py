"""Which GPIO line a switch or a beam acts on, and which display is touched. Pure."""

from collections.abc import Collection, Mapping
from typing import Final

from firmware_bridge.guided.checks import Found
from firmware_bridge.guided.seen import Broke, Look, Seen, Settled, Touched
from firmware_bridge.messages import guided_facts as facts
from firmware_bridge.messages.guided_orders import Order

from .finder import Finder
from .found import display_name

MS: Final = 1_000_000

RESTS: Final = 1000 * MS
"""After this long without a change it is over: a hand rests for 300-500 ms, and a hall switch has told it then."""


APART: Final = 60 * MS
"""Edges further apart are two movements of a contact. A worn one bounces for 45 ms."""


class ContactFinder(Finder):
    """What finders of contacts share: how long each line bounces is noted beside."""

    def __init__(self, labels: Mapping[str, str], named: Mapping[str, str]) -> None:
        super().__init__(labels, named)
        self._edges: dict[str, tuple[int, int]] = {}  # the first and the last edge of a movement

    def _note(self, seen: Seen) -> None:
        if isinstance(seen, Broke) and seen.line in self._labels:
            first, last = self._edges.get(seen.line, (seen.at, seen.at))
            first = seen.at if seen.at - last > APART else first
            self._edges[seen.line] = first, seen.at
            self.bounced[seen.line] = max(self.bounced.get(seen.line, 0), seen.at - first)


class SwitchFinder(ContactFinder):
    """Finds a line that acts while something lies there: the dealer button, a chip, a person on a chair.

    What is laid there next may come from another such spot, whose line rests then. `acting`: the lines that act.
    """

    expected = facts.Awaited(kind="one_line")

    def __init__(
        self, name: str, act: Order, labels: Mapping[str, str], named: Mapping[str, str], acting: Collection[str]
    ) -> None:
        super().__init__(labels, named)
        self.order = act
        self._name = name
        self._before = frozenset(acting)
        self._acting = set(acting)
        self._changed: int | None = None

    def take(self, seen: Seen, now: int) -> None:
        self._note(seen)
        if isinstance(seen, Settled) and seen.line in self._labels:
            (self._acting.add if seen.acting else self._acting.discard)(seen.line)
            self._changed = now

    def found(self, now: int) -> Found | None:
        new = self._acting - self._before
        if self._changed is None or now < self._changed + RESTS or not new:
            return None
        if len(new) > 1:
            return Found("fail", facts.AtEnds(kind="changed_together", ends=self._said(sorted(new))))
        (line,) = new
        if line in self._named:
            return self._taken(line)
        self.ends = {self._name: line}
        return Found("pass", facts.AtEnds(kind="lines_found", ends=self._labels[line]))

    def done(self, now: int) -> Found | None:
        if self._changed is not None:
            return self.found(now)
        return Found("fail", facts.Noticed(kind="no_line_changed"))


class LidFinder(ContactFinder):
    """Finds a line that acts while a lid or a door is closed: it is opened, and closed again."""

    expected = facts.Awaited(kind="to_and_fro")

    def __init__(
        self, name: str, opens: Order, closes: Order, labels: Mapping[str, str], named: Mapping[str, str]
    ) -> None:
        super().__init__(labels, named)
        self._name, self._opens, self._closes = name, opens, closes
        self._open: set[str] = set()
        self._closed: set[str] = set()
        self._changed = 0

    @property
    def order(self) -> Order:
        if self._open and not self._open - self._closed:
            return Order(key="leave_alone")  # for the moment until it is over: not to be opened once more
        return self._closes if self._open else self._opens

    def take(self, seen: Seen, now: int) -> None:
        self._note(seen)
        if isinstance(seen, Settled) and seen.line in self._labels:
            if not seen.acting:
                self._open.add(seen.line)
            elif seen.line in self._open:
                self._closed.add(seen.line)
            self._changed = now

    def found(self, now: int) -> Found | None:
        if not self._closed or now < self._changed + RESTS:
            return None
        if len(self._open) > 1:
            return Found("fail", facts.AtEnds(kind="changed_together", ends=self._said(sorted(self._open))))
        (line,) = self._closed
        if line in self._named:
            return self._taken(line)
        self.ends = {self._name: line}
        return Found("pass", facts.AtEnds(kind="lines_found", ends=self._labels[line]))

    def done(self, now: int) -> Found | None:
        if self._closed:
            return self.found(now)
        if self._open:
            return Found("fail", facts.AtEnds(kind="not_back", ends=self._said(sorted(self._open))))
        return Found("fail", facts.Noticed(kind="no_line_changed"))


class DrawFinder(Finder):
    """Finds the lines that a drawn card passes, in their order: both beams, or the back sensor if they are named."""

    def __init__(
        self, names: tuple[str, ...], draw: Order, labels: Mapping[str, str], named: Mapping[str, str]
    ) -> None:
        super().__init__(labels, named)
        self.expected = facts.PassedLines(lines=len(names))
        self.order = draw
        self._names = names
        self._first: dict[str, int] = {}  # its first edge, the bridge's time
        self._changed: int | None = None

    def take(self, seen: Seen, now: int) -> None:
        if isinstance(seen, Broke) and seen.line in self._labels and seen.line not in self._named:
            self._first.setdefault(seen.line, seen.at)
            self._changed = now

    def found(self, now: int) -> Found | None:
        if self._changed is None or now < self._changed + RESTS:
            return None
        lines = sorted(self._first, key=lambda line: self._first[line])
        if len(lines) == len(self._names):
            self.ends = dict(zip(self._names, lines, strict=True))
            return Found("pass", facts.AtEnds(kind="lines_found", ends=self._said(lines)))
        ends, wanted = self._said(lines), len(self._names)
        if len(lines) < wanted:
            return Found("fail", facts.LinesCounted(kind="too_few_lines", ends=ends, wanted=wanted))
        return Found("fail", facts.LinesCounted(kind="too_many_lines", ends=ends, wanted=wanted))

    def done(self, now: int) -> Found | None:
        return self.found(now) if self._changed is not None else Found("fail", facts.Noticed(kind="no_line_changed"))


class DisplayFinder(Finder):
    """Finds the display of a seat: all of them mark the same key, and this one is touched."""

    expected = facts.Awaited(kind="one_display")
    look = Look(key="time")

    def __init__(self, name: str, touch: Order, labels: Mapping[str, str], named: Mapping[str, str]) -> None:
        super().__init__(labels, named)
        self.order = touch
        self._name = name
        self._touched = ""

    def take(self, seen: Seen, now: int) -> None:  # noqa: ARG002 - one touch says all
        if isinstance(seen, Touched) and seen.pressed and (label := display_name(seen.seat)) in self._labels:
            self._touched = self._touched or label

    def found(self, now: int) -> Found | None:  # noqa: ARG002 - nothing is waited for
        if not self._touched:
            return None
        if self._touched in self._named:
            return self._taken(self._touched)
        self.ends = {self._name: self._touched}
        return Found("pass", facts.DisplayFound(end=self._labels[self._touched]))

    def done(self, now: int) -> Found:
        return self.found(now) or Found("fail", facts.Noticed(kind="no_touch"))
