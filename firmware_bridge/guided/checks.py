"""How each kind of thing is judged while a technician tests it: antennas, lines, keys, pictures. Pure.

`at` in what is seen is the bridge's time, `now` the test's own. Both in ns. They are not compared with each other.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from firmware_bridge.diagnosis.pins import BOUNCE, CONTACT
from firmware_bridge.messages import guided_facts as facts
from firmware_bridge.messages.guided import Result
from firmware_bridge.messages.guided_facts import Expected, Finding
from firmware_bridge.messages.guided_orders import Order
from firmware_bridge.messages.places import line_called
from firmware_bridge.messages.sensed import Key

from .seen import Broke, Heard, Look, Seen, Settled, Touched, Unread
from .tags import TagsHeard

MS: Final = 1_000_000
S: Final = 1_000 * MS

BEFORE: Final = 3
"""Readings that show which tags lie at a place from the start. A sound antenna misses one tag in fifty."""

LOOKS: Final = 20
ENOUGH: Final = 17
"""Of so many readings so many must hear the tag, of more the same share. A sound antenna, which misses one in fifty,
fails once in 1,700 times. One that misses a third passes once in sixteen times."""

GONE: Final = 6
"""Readings without the tag after which it has been taken away. An antenna that misses a third does so once in 700."""

ELSEWHERE: Final = 3
"""Readings of a place nearby before it counts what it hears. If half of them hear the tag, it is heard there."""

PATIENCE: Final = 4 * LOOKS
"""Readings after which a place nearby is waited for no longer: it may be mute, or its line busy."""

NEAR: Final = 150 * MS
"""A contact bounces, and a card's edge flickers, so shortly before and after its line has settled. The worn switches
of the simulator bounce for 45 ms."""

SEARCH: Final = 3 * S
"""Each place that answers is read within this time. So a tag that lies anywhere is found."""

STILL_BEAM: Final = 5 * S
"""How long a beam must stay quiet. A dirty one breaks once a second or more often."""

STILL: Final = 1 * S
"""The same for switches, which a finger or a magnet has just left."""

TOUCH_SETTLES: Final = 500 * MS
"""A finger that touches once does not come again within this time, a bouncing key does."""

STUCK: Final = 5 * S
"""Nobody leaves a finger so long on a key that is to be touched once."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a step has shown."""

    result: Result
    seen: Finding


@dataclass(frozen=True, slots=True)
class AtFirst:
    """The table as a step finds it: the lines that act, and the tags that each place heard last.

    `heard`: how each place has heard each tag, which goes on in the step.
    """

    acting: frozenset[str]
    lies: Mapping[str, frozenset[str]]
    heard: TagsHeard = field(default_factory=TagsHeard)


class Check(Protocol):
    """One step while it lasts. `expected` for the sheet, `order` for the technician now. `asks`: it is a question."""

    look: Look
    asks: bool

    @property
    def expected(self) -> Expected: ...
    @property
    def order(self) -> Order: ...
    def take(self, seen: Seen, now: int) -> None: ...
    def found(self, now: int) -> Found | None:
        """What was found, once it is certain."""

    def done(self, now: int) -> Found | None:
        """What was found, as the technician says that they have carried out the order. None if that says nothing."""

    def answered(self, *, yes: bool) -> Found | None:
        """What was found, as the technician says yes or no. None if it asks nothing."""


class NoQuestion:
    """Of a check that asks nothing."""

    asks = False

    def answered(self, *, yes: bool) -> None:
        """It needs no answer."""


class AntennaCheck(NoQuestion):
    """A tag is laid on one antenna and taken away again.

    `near`: places whose antennas may hear it as well. `lies`: what each place heard last.
    """

    def __init__(
        self, place: str, lay: Order, take_away: Order, near: Collection[str], lies: Mapping[str, frozenset[str]]
    ) -> None:
        self.expected = facts.OneTag(hits=ENOUGH, looks=LOOKS)
        self._near = frozenset(near)
        self.look = Look(places=(place, *sorted(near)))
        self._place, self._lay, self._take_away = place, lay, take_away
        self._before: set[str] = set()
        self._readings = self._hits = self._looks = self._misses = 0
        self._unread: Counter[str] = Counter()
        self._most = 0  # tags at once
        self._tag = ""
        self._lay_well = False
        self._search_ends: int | None = None
        self._failed: Found | None = None
        self._lies = dict(lies)
        self._came: Counter[str] = Counter()  # tags that are new there
        self._other_looks: Counter[str] = Counter()  # their readings, and those with the tag, while it lies here
        self._overheard: Counter[str] = Counter()

    @property
    def order(self) -> Order:
        if self._search_ends is not None and not self._tag:
            return Order(key="leave_there")
        return self._take_away if self._lay_well else self._lay

    def take(self, seen: Seen, now: int) -> None:  # noqa: ARG002 - readings are counted, not timed
        if isinstance(seen, Unread):
            self._unread[seen.place] += 1
        elif isinstance(seen, Heard) and seen.place == self._place:
            self._read(frozenset(seen.tags))
        elif isinstance(seen, Heard):
            self._read_elsewhere(seen.place, frozenset(seen.tags))

    def _read(self, tags: frozenset[str]) -> None:
        self._readings += 1
        if self._readings <= BEFORE:
            self._before |= tags
        elif self._lay_well:
            self._misses = 0 if self._tag in tags else self._misses + 1
        elif self._tag or tags - self._before:
            self._tag = self._tag or min(tags - self._before)
            self._most = max(self._most, len(tags - self._before))
            self._looks += 1
            self._hits += self._tag in tags
            self._judge()

    def _read_elsewhere(self, place: str, tags: frozenset[str]) -> None:
        if not self._tag:
            self._came[place] += bool(tags - self._lies.get(place, tags))
        elif not self._lay_well:
            self._other_looks[place] += 1
            self._overheard[place] += self._tag in tags
            self._judge()

    def _judge(self) -> None:
        """Judge how the tag is heard, once enough was read here and nearby."""
        near = all(self._other_looks[place] + self._unread[place] >= ELSEWHERE for place in self._near)
        if self._looks < LOOKS or not (near or self._looks >= PATIENCE):
            return
        if self._most > 1:
            self._failed = Found("fail", facts.ManyTags(tags=self._most))
        elif self._hits * LOOKS < ENOUGH * self._looks:
            self._failed = Found("fail", facts.Heard(kind="heard_badly", hits=self._hits, looks=self._looks))
        elif other := self._also_heard():
            self._failed = Found("fail", other)
        else:
            self._lay_well = True

    def _also_heard(self) -> facts.HeardElsewhere | None:
        for place, looks in self._other_looks.items():
            hits = self._overheard[place]
            if looks >= ELSEWHERE and 2 * hits >= looks:
                return facts.HeardElsewhere(other=place, hits=hits, looks=looks)
        return None

    def found(self, now: int) -> Found | None:
        if self._failed is None and self._misses >= GONE:
            return Found("pass", facts.Heard(kind="heard_then_gone", hits=self._hits, looks=self._looks))
        if self._search_ends is not None and not self._tag and now >= self._search_ends:
            return Found("fail", self._nothing_heard())
        return self._failed

    def done(self, now: int) -> Found | None:
        if self._lay_well and self._misses:
            return None
        if self._lay_well:
            return Found("fail", facts.Noticed(kind="still_heard"))
        if self._tag:
            self._near = frozenset()  # they are waited for no longer
            self._judge()
            return self._failed
        self._search_ends, self.look = now + SEARCH, Look()  # at all places alike
        return None

    def _nothing_heard(self) -> Finding:
        if not self._readings:
            asked = self._unread[self._place]
            return facts.NoAnswer(requests=asked) if asked else facts.Noticed(kind="never_read")
        if came := [place for place, count in self._came.most_common(1) if count]:
            return facts.NewTagElsewhere(readings=self._readings, other=came[0])
        return facts.NoNewTag(readings=self._readings, lying=len(self._before))


class LineCheck(NoQuestion):
    """A switch or a beam acts once and rests again. `rest` None: it rests by itself."""

    def __init__(
        self, line: str, act: Order, rest: Order | None, acting: Collection[str], *, resting_acts: bool
    ) -> None:
        beam = line_called(line).kind == "beam"
        self.look = Look()
        self._line, self._act, self._rest = line, act, rest
        self._still = STILL_BEAM if beam else STILL
        self.expected = facts.ActsOnce(seconds=self._still // S)
        self._resting_acts = resting_acts
        self._away = (line in acting) != resting_acts  # not at rest from the start
        self._edges: list[int] = []
        self._settled: list[int] = []
        self._acts = 0
        self._acting = False
        self._rested: int | None = None
        self._others: set[str] = set()

    @property
    def order(self) -> Order:
        if self._rested is not None:
            return Order(key="leave_alone")
        return self._rest if self._acting and self._rest is not None else self._act

    def take(self, seen: Seen, now: int) -> None:
        if isinstance(seen, Broke) and seen.line == self._line:
            self._edges.append(seen.at)
        elif isinstance(seen, Settled) and seen.line == self._line:
            self._settled.append(seen.at)
            self._acting = seen.acting != self._resting_acts
            self._acts += self._acting
            if self._acts and not self._acting:
                self._rested = now
        elif isinstance(seen, Settled):
            self._others.add(seen.line)

    def found(self, now: int) -> Found | None:
        if self._rested is None or now < self._rested + self._still:
            return None
        if stray := self._stray():
            return Found("fail", facts.ShortBreaks(breaks=stray))
        if self._acts > 1 or self._bounces():
            return Found("fail", facts.Bounced(acts=self._acts, edges=len(self._edges)))
        return Found("pass", facts.Noticed(kind="acted_once"))

    def _bounces(self) -> bool:
        return any(sum(abs(edge - at) <= BOUNCE for edge in self._edges) >= CONTACT for at in self._settled)

    def _stray(self) -> int:
        """How many edges came while the line did not move."""
        return sum(all(abs(edge - at) > NEAR for at in self._settled) for edge in self._edges)

    def done(self, now: int) -> Found | None:
        if self._rested is not None:
            return self.found(now)
        if self._acts:
            return Found("fail", facts.Noticed(kind="acted_and_stayed"))
        if self._away:
            return Found("fail", facts.Noticed(kind="acted_from_before"))
        if stray := self._stray():
            return Found("fail", facts.ShortBreaks(breaks=stray))
        if self._others:
            return Found("fail", facts.OtherActed(other=min(self._others)))
        return Found("fail", facts.Noticed(kind="never_acted"))


class KeyCheck(NoQuestion):
    """One touch area of a display is touched once, where the display shows it."""

    expected = facts.Awaited(kind="one_touch")

    def __init__(self, seat: int, key: Key) -> None:
        self.look = Look(seat=seat, key=key)
        self._seat, self._key = seat, key
        self._presses = 0
        self._down = False
        self._last: int | None = None
        self._other: Finding | None = None  # it was reported instead

    @property
    def order(self) -> Order:
        return Order(key="touch_key", number=self._seat)

    def take(self, seen: Seen, now: int) -> None:
        if not isinstance(seen, Touched) or seen.seat != self._seat:
            if isinstance(seen, Touched):
                self._other, self._last = facts.OtherDisplay(seat=seen.seat), now
            return
        self._last = now
        if seen.key != self._key:
            self._other = facts.OtherKey(key=seen.key)
            return
        self._down = seen.pressed
        self._presses += seen.pressed

    def found(self, now: int) -> Found | None:
        if self._last is None or now < self._last + TOUCH_SETTLES:
            return None
        if self._other:
            return Found("fail", self._other)
        if self._down:
            return Found("fail", facts.Noticed(kind="never_let_go")) if now >= self._last + STUCK else None
        if self._presses > 1:
            return Found("fail", facts.PressedOften(presses=self._presses))
        return Found("pass", facts.Noticed(kind="pressed_once"))

    def done(self, now: int) -> Found:
        return self.found(now) or Found("fail", facts.Noticed(kind="never_let_go" if self._down else "no_touch"))


class PictureCheck:
    """The technician looks at a display and says what they see."""

    expected = facts.Awaited(kind="whole_picture")
    asks = True

    def __init__(self, seat: int) -> None:
        self.look = Look()
        self._seat = seat

    @property
    def order(self) -> Order:
        return Order(key="look", number=self._seat)

    def take(self, seen: Seen, now: int) -> None:
        """Nothing that is sensed tells how it looks."""

    def found(self, now: int) -> None:
        """Only the technician knows."""

    def done(self, now: int) -> None:
        """The question is answered by yes or no."""

    @staticmethod
    def answered(*, yes: bool) -> Found:
        """What the technician saw."""
        if yes:
            return Found("pass", facts.Noticed(kind="readable"))
        return Found("fail", facts.Noticed(kind="not_readable"))
