"""What the antennas read over time: how well each tag is heard at each place, and where tags go. Pure.

Tags are kept, as in the sensing. None of them leaves this module: verdicts name places.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from drivers.reader import Tag
from firmware_bridge.messages.places import spot_called

S: Final = 1_000_000_000

GAP: Final = 8
"""Misses in a row after which a tag counts as taken away. It is lifted for longer when a person looks at it."""

LIFTED: Final = 3
"""Misses in a row that count at most: a chip that is lifted for a moment is missed in more, and is not weak."""

KEPT: Final = 24
"""Reads over which the misses of a tag are counted: at one read a second less than half a minute."""

MOVED: Final = 2
"""Misses in a row at its old place before a tag that is heard elsewhere has moved."""

SELDOM: Final = 3
"""Reads of sixteen that must hear a tag before it has come, though no two in a row do."""

ALL_GONE: Final = 4
"""Reads in a row without a tag, after which it was heard once and is not there."""

ONCE_WITHIN: Final = 60 * S
"""Over how long tags are counted that were heard once."""

MET: Final = 1_000
"""Tags that are known to be there: all of a table, and some that were replaced."""

ALONE: Final = 6
"""Reads in a row with one tag after which all others have gone."""

LONG: Final = 32
"""Reads over which it is counted whether a place hears a tag at all."""


OVERHEARD: Final = 0.28
"""The share of reads that hear a tag of another place. By the plan of the table it is 0.03 at most."""


BAD: Final = 0.29
"""A tag that is missed in so many reads is weak, or its antenna is. A good field misses one in fifty."""

ENOUGH: Final = 24
"""Reads of a tag before its misses mean something."""

GAPS: Final = 4
"""How often a tag must be missed apart from each other. A hand that lifts it makes one gap of several reads."""

HERE: Final = 8
BADLY_HERE: Final = 0.2
HERE_TOO: Final = 2
"""What of this must be seen at the last place alone: so many reads, so many misses among them, so often. A sound tag
that comes from a bad antenna misses none in eight [estimate]."""


def _missed(reads: tuple[bool, ...] | deque[bool]) -> float:
    return reads.count(False) / max(1, len(reads))


def _gaps(reads: Iterable[bool]) -> int:
    return sum(before and not after for before, after in pairwise((True, *reads)))


@dataclass(slots=True)
class Hearing:
    """One tag at one place. `inner` has one entry for each read between two with the tag, False for a miss."""

    first: int
    last: int  # when it was last heard
    back: int = 0  # since when it has been heard without a miss
    since: int = 0  # since when it has not been missed so often that it counts as taken away
    bits: int = 0  # the last reads, the newest lowest
    reads: int = 0
    gap: int = 0  # misses in a row
    singly: int = 0  # of these, the reads that heard others
    before: tuple[bool, ...] = ()  # as `inner`, of the places where it lay before
    inner: deque[bool] = field(default_factory=lambda: deque(maxlen=KEPT))

    def note(self, hit: bool, now: int, others: bool = False) -> int:
        """Take a read. Return the misses before a hit, if the tag was not lifted meanwhile.

        `others`: whether the read heard any tag.
        """
        self.bits = (self.bits << 1 | hit) & ((1 << LONG) - 1)
        self.reads += 1
        if not hit:
            self.gap += 1
            self.singly += others
            return 0
        if self.gap or self.reads == 1:
            self.back = now
        if self.gap > GAP or self.reads == 1:
            self.since = now
        gap, self.gap, self.singly, self.last = self.gap, 0, 0, now
        if gap <= GAP:
            self.inner.extend([False] * min(gap, LIFTED))
        self.inner.append(True)
        return gap if gap <= LIFTED else 0

    @property
    def missed(self) -> float:
        """The share of reads that missed it while it lay there."""
        return _missed(self.inner)

    @property
    def gaps(self) -> int:
        """How often in these reads it was missed, once or several times in a row."""
        return _gaps(self.inner)

    @property
    def everywhere(self) -> tuple[bool, ...]:
        """The last reads of it here and where it lay before, as `inner`. A chip in play stays nowhere for long."""
        return (*self.before, *self.inner)[-KEPT:]

    @property
    def weak(self) -> bool:
        """Whether it is missed everywhere, this place included."""
        known = self.everywhere
        if len(known) < ENOUGH or _missed(known) < BAD or _gaps(known) < GAPS:
            return False
        return not self.before or (len(self.inner) >= HERE and self.missed >= BADLY_HERE and self.gaps >= HERE_TOO)

    @property
    def heard(self) -> float:
        """The share of the last reads that heard it."""
        return self.bits.bit_count() / max(1, min(self.reads, LONG))

    def among(self, full: int) -> float:
        """The share of those of the last reads that heard any tag. `full`: which ones, as `bits`."""
        return self.bits.bit_count() / max(1, (full & (1 << min(self.reads, LONG)) - 1).bit_count())

    @property
    def steady(self) -> bool:
        """Whether the last reads but one heard it."""
        return self.reads >= 3 and (self.bits & 0b111).bit_count() >= 2


@dataclass(slots=True)
class Twofold:
    """A tag that two places hear in turn, and neither has missed since. `turns`: from one to the other."""

    places: tuple[str, str]
    began: int
    last: str
    turns: int = 0

    @property
    def returns(self) -> int:
        """How often it came back to the second place. What is overheard there once does not."""
        return self.turns // 2


@dataclass(frozen=True, slots=True)
class Move:
    """A tag was last heard at `origin` (`left`), then at `place` (from `came` on)."""

    tag: Tag
    origin: str
    place: str
    left: int
    came: int

    @property
    def unseen(self) -> int:
        """How long it was heard nowhere, ns."""
        return self.came - self.left


@dataclass(slots=True)
class PlaceWatch:
    """The reads of one place."""

    place: str
    line: str
    number: int
    reads: deque[tuple[int, int]] = field(default_factory=lambda: deque(maxlen=400))  # when, how many tags
    errors: deque[int] = field(default_factory=lambda: deque(maxlen=100))  # reads that the reader calls disturbed
    full: int = 0  # which of the last reads heard any tag, the newest lowest
    blanks: deque[tuple[int, int]] = field(default_factory=lambda: deque(maxlen=40))
    """Empty reads between two with the same tags: when, and how many in a row."""
    hearings: dict[Tag, Hearing] = field(default_factory=dict)
    empty_since: int | None = None  # the first of the present empty reads
    empty_reads: int = 0
    before: frozenset[Tag] = frozenset()  # what the last reading with tags had
    same: int = 0  # readings in a row with exactly the same tags
    changed: int = 0  # when a reading last had other tags than the one before
    cleared: dict[Tag, int] = field(default_factory=dict)  # how often a tag stayed when all others went
    alone: int = 0  # reads in a row with one and the same tag
    company: bool = False  # whether it was read with others since, twice in a row and not by chance from beside
    hits: int = 0  # since `drained`: tags heard, and missed between two hits
    misses: int = 0
    passing: deque[tuple[int, Tag, int]] = field(default_factory=lambda: deque(maxlen=400))
    """Reads with a tag, by all tags that came by: when, which, and in how many reads before it alone was missed."""
    overheard: deque[tuple[int, str, Tag, bool]] = field(default_factory=lambda: deque(maxlen=400))
    """At a bet line, reads while a tag lay at another one: when, where, which, and whether it was heard here, too."""
    tallies: dict[Tag, list[int]] = field(default_factory=dict)  # since `tallied`: by tag, reads, and single misses

    def read(self, tags: frozenset[Tag], began: int, now: int, overheard: Collection[Tag] = ()) -> None:
        """Take a reading. `overheard`: tags in it that lie elsewhere."""
        self.reads.append((now, len(tags)))
        self.full = (self.full << 1 | bool(tags)) & ((1 << LONG) - 1)
        self.hits += len(tags)
        self.same = self.same + 1 if tags and tags == self.before and not self.empty_reads else 0
        self.changed = self.changed if self.same else now
        if tags:
            self._filled(tags, now, overheard)
        else:
            self.empty_since = began if self.empty_since is None else self.empty_since
            self.empty_reads += 1
            if self.empty_reads > GAP:
                self.cleared, self.company, self.alone = {}, False, 0
        for tag in tags - self.hearings.keys():
            self.hearings[tag] = Hearing(began, now)
        for tag, hearing in list(self.hearings.items()):
            alone = hearing.singly
            missed = hearing.note(tag in tags, now, bool(tags))
            if tag in tags and tag not in overheard:
                self.passing.append((now, tag, alone if missed else 0))
            self.misses += missed
            if tag in tags:
                tally = self.tallies.setdefault(tag, [0, 0])
                tally[0] += 1 + (missed == 1)
                tally[1] += missed == 1
            if hearing.gap > LONG:
                del self.hearings[tag]

    def _filled(self, tags: frozenset[Tag], now: int, overheard: Collection[Tag]) -> None:
        if self.empty_reads and self.empty_reads <= 2 * GAP and tags & self.before:
            self.blanks.append((now, self.empty_reads))
        self.alone = self.alone + 1 if len(tags) == 1 and tags <= self.before else 0
        self.company = self.company or len((tags & self.before).difference(overheard)) > 1
        missed = (tag for tag in self.cleared if (known := self.hearings.get(tag)) is not None and known.gap < MOVED)
        self.cleared = {tag: self.cleared.get(tag, 0) for tag in (*missed, *tags)}
        if self.alone == ALONE and self.company:
            (left,) = tags
            self.cleared[left] += 1
            self.company = False
        self.before, self.empty_since, self.empty_reads = tags, None, 0

    def lying(self) -> int:
        """How many tags lie there. One that is missed for a moment is counted, and one that is overheard is not.

        So the number does not mark a card that is read badly.
        """
        return sum(hearing.gap <= GAP and hearing.heard >= OVERHEARD for hearing in self.hearings.values())

    def drained(self) -> tuple[int, int]:
        """Return how many tags should have been heard since the last call, and how many of them were not."""
        counted = self.hits + self.misses, self.misses
        self.hits = self.misses = 0
        return counted

    def tallied(self) -> dict[Tag, tuple[int, int]]:
        """Return for each tag its reads since the last call, and those that missed it alone. More misses in a row are
        mostly a chip or a card that was lifted."""
        counted = {tag: (tried, failed) for tag, (tried, failed) in self.tallies.items()}
        self.tallies.clear()
        return counted

    def stirred_since(self, moment: int) -> bool:
        """Whether a read was disturbed since a time, or empty between two with the same tags."""
        last = max(self.errors[-1] if self.errors else 0, self.blanks[-1][0] if self.blanks else 0)
        return last >= moment and last > 0

    def disturbances(self, since: int) -> int:
        """How many reads were disturbed since a time, or empty between two with the same tags."""
        empty = sum(count for stamp, count in self.blanks if stamp > since)
        return empty + sum(stamp > since for stamp in self.errors)

    def missed_first(self, tag: Tag) -> int:
        """When it was first read without a tag that was heard there before."""
        return next((stamp for stamp, _ in self.reads if stamp > self.hearings[tag].last), 0)

    def heard_since(self, moment: int) -> bool:
        """Whether any tag was heard since a time."""
        return any(stamp >= moment and count for stamp, count in self.reads)


class Whereabouts:
    """Where each tag lies, and how it came there."""

    def __init__(self, places: Iterable[PlaceWatch]) -> None:
        self.places = {place.place: place for place in places}
        self.home: dict[Tag, str] = {}
        self.heard: dict[Tag, int] = {}  # when it was last heard at home
        self.moves: deque[Move] = deque(maxlen=300)
        self.twofold: dict[Tag, Twofold] = {}
        self._single: dict[Tag, tuple[str, int]] = {}  # tags that were heard once so far: where and when
        self._met: dict[Tag, None] = {}  # those that were heard again
        bets = [place for place in self.places if spot_called(place).kind == "bet"]
        self._beside = {place: [self.places[other] for other in bets if other != place] for place in bets}
        self._returned: deque[tuple[Tag, Twofold]] = deque(maxlen=300)  # those that are over, with a return or more

    def read(self, place: str, tags: frozenset[Tag], began: int, now: int) -> None:
        """Take a reading."""
        watch = self.places[place]
        elsewhere = [tag for tag in tags if self._is_heard_elsewhere(tag, place)]
        watch.read(tags, began, now, elsewhere)
        self._take_turns(watch, tags, now)
        if place in self._beside:
            self._overhear(watch, tags, now)
        self._meet(place, tags, now)
        for tag in tags:
            if self.home.get(tag) == place:
                self.heard[tag] = now
            elif watch.hearings[tag].bits & 0b11 == 0b11 or self._is_seldom_heard(tag, watch):
                self._arrive(tag, watch, now)

    def _is_heard_elsewhere(self, tag: Tag, place: str) -> bool:
        home = self.home.get(tag, place)
        return home != place and _is_heard(self.places[home], tag)

    def _is_seldom_heard(self, tag: Tag, watch: PlaceWatch) -> bool:
        """Whether a very weak tag came here: it is heard now and then, and its old place hears it no more."""
        there = self.places[self.home[tag]].hearings.get(tag) if tag in self.home else None
        lately = watch.hearings[tag].bits & (1 << 2 * GAP) - 1
        return lately.bit_count() >= SELDOM and (there is None or there.gap > GAP)

    def _take_turns(self, watch: PlaceWatch, tags: frozenset[Tag], now: int) -> None:
        """Count for each tag here how often it was heard here and at another place in turn."""
        place = watch.place
        over = [tag for tag, two in self.twofold.items() if place in two.places and tag not in tags]
        for tag in over:
            if (two := self.twofold.pop(tag)).returns:
                self._returned.append((tag, two))
        for tag in tags:
            here, home = self.twofold.get(tag), self.home.get(tag, place)
            if here is None and home != place and _is_heard(self.places[home], tag):
                self.twofold[tag] = Twofold((home, place), now, place)
            elif here is not None and place in here.places and place != here.last:
                here.last, here.turns = place, here.turns + 1

    def _overhear(self, watch: PlaceWatch, tags: frozenset[Tag], now: int) -> None:
        """Note which tags that lie at a place beside this one are heard here, too."""
        for other in self._beside[watch.place]:
            for tag, hearing in other.hearings.items():
                if not hearing.gap and self.home.get(tag) == other.place:
                    watch.overheard.append((now, other.place, tag, tag in tags))

    def _meet(self, place: str, tags: Collection[Tag], now: int) -> None:
        """Note which tags were never heard before."""
        for tag in tags:
            if self._single.pop(tag, None) is not None:
                self._met[tag] = None
            elif tag not in self._met and tag not in self.home:
                self._single[tag] = place, now
        while len(self._met) > MET:
            del self._met[next(iter(self._met))]
        while self._single and next(iter(self._single.values()))[1] <= now - ONCE_WITHIN:
            del self._single[next(iter(self._single))]

    def heard_once(self, place: str, now: int) -> int:
        """How many tags a place heard of late in one read, that no place heard before or after."""
        heard = self.places[place].hearings
        once = [tag for tag, (where, at) in self._single.items() if where == place and at > now - ONCE_WITHIN]
        return sum(tag not in heard or heard[tag].gap >= ALL_GONE for tag in once)

    def returned(self, tag: Tag, since: int) -> tuple[int, int]:
        """Return how often a tag that two places hear came back to the second one, wherever that was, and since when.

        What began before `since` (ns) is left out.
        """
        known = [two for one, two in self._returned if one == tag and two.began > since]
        known += [two for one, two in self.twofold.items() if one == tag]
        return sum(two.returns for two in known), min((two.began for two in known), default=since)

    def _arrive(self, tag: Tag, watch: PlaceWatch, now: int) -> None:
        """It was read here twice in a row: it lies here now, if its old place has missed it twice since."""
        old, came = self.home.get(tag), watch.hearings[tag].back
        if old is not None:
            there = self.places[old].hearings.get(tag)
            if there is not None and there.gap < MOVED:
                return
            gone = self.places[old].hearings.pop(tag, None)
            watch.hearings[tag].before = () if gone is None else gone.everywhere
            left = self.heard[tag]
            self.moves.append(Move(tag, old, watch.place, left, max(came, left)))
        self.home[tag], self.heard[tag] = watch.place, now

    def lying(self, place: str) -> list[Tag]:
        """The tags whose last place it is."""
        return [tag for tag, home in self.home.items() if home == place]


def _is_heard(watch: PlaceWatch, tag: Tag) -> bool:
    """Whether the last read of a place heard a tag."""
    hearing = watch.hearings.get(tag)
    return hearing is not None and hearing.gap == 0
