"""Where each tag is. Pure: complete readings go in, what came to lie and what left comes out.

Presence at RFID readers flickers, neighbours read each other's tags, and no reader tells signal strength. So:

- A tag has come to lie when it was read `placed_after` times, misses between them not counted. It has left after
  `gone_after` misses in a row.
- A tag lies at one place at most. Read at another place too, it is *undecided* until the place where it lay has been
  read again. If that misses it twice, it has moved, since cross-reads and a miss may coincide: of a full stack some
  chip is missed in every other read.
- One miss is enough if the tag is expected at the new place and was read there three times in a row. Twice is enough
  if another tag came with it.
- If both places read it, the hit ratio over the last `WINDOW` reads decides, and then, of two places near each other,
  the expected one. Otherwise it stays where it was.
- In a pile only the uppermost few answer. A tag that is missed while so many that came later have not left is
  *covered*, and lies where it lay.
- One tag cannot be heard firmly at two places that are far from each other. If it is, over a whole window of reads
  that took turns, it is there *twice*: two things with one tag. It still lies where it lay. Until that is known both
  places are read.
- A tag that the shoe reads while a card leaves it has left the place where it was missed last, after one miss, too.
  The same card may be dealt to the same place again before `gone_after` reads have looked.
- A place whose reader has just (re)appeared is *learning*. What lies there is noted, and nothing is reported until it
  is settled.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")

# Reads over which hit ratios are compared. They separate a neighbour that hears one read in four from the owner.
WINDOW = 8
# The owner of a tag is read at least this many times as often as a neighbour that overhears it.
CLEARLY = 2
# A tag at its place is heard in at least this share of the reads. With 2 % of misses a read it is missed three times
# in eight once in 2,500 windows. A tag that is only overheard is heard in half of them at most.
FIRMLY = 0.75
# For one miss at the old place to do, a tag needs this many reads in a row where it is expected, one bit each. Take
# 35 chips, each overheard in one read of 100 and missed in one of 50. Two reads in a row and a miss coincide every
# half hour, three every other day. This is calculated for a line that is read eight times a second.
STEADY = 0b111
STEADY_TOGETHER = 0b11
# Misses in a row before the absence of a tag holds back the report about its area: with 2 % of misses a read, one
# chip in 2,500 reads.
DOUBTFUL = 2


@dataclass(frozen=True, slots=True)
class Move(Generic[T]):
    """A tag came to lie at a place (`here`) or is no longer there, within (absent, present] ns."""

    tag: T
    place: str
    here: bool
    absent: int
    present: int


@dataclass(slots=True)
class Track:
    """The reads of one tag at one place since it was first read there."""

    absent: int  # when the last reading without it began
    present: int  # when the first reading with it ended
    began: int  # when the first reading with it began
    hits: int = 0
    misses: int = 0  # in a row
    seen_last: int = 0  # when the last reading with it began
    missed_first: int = 0  # when the first reading of the present or the last misses ended
    seen_before: int = 0  # when the last reading with it before those misses began
    back: int = 0  # when the first reading with it after misses began
    covered: bool = False  # missed, since others lie on it
    recent: int = 0  # one bit a read, the newest lowest
    reads: int = 0
    turns: int = 0  # readings with it, each after it was read where it lies, too
    turned: int = 0  # when the last of them ended

    def note(self, hit: bool, began: int, ended: int) -> None:
        self.recent = (self.recent << 1 | hit) & ((1 << WINDOW) - 1)
        self.reads += 1
        if hit:
            self.back = began if self.misses else self.back
            self.hits, self.misses, self.seen_last, self.covered = self.hits + 1, 0, began, False
            return
        self.misses += 1
        if self.misses == 1:
            self.missed_first, self.seen_before = ended, self.seen_last

    def beside(self, own: Track, ended: int) -> None:
        """Note that it was read here. `own` is its track at the place where it lies."""
        if own.misses == 0 and own.seen_last >= self.turned:
            self.turns, self.turned = self.turns + 1, ended

    @property
    def ratio(self) -> float:
        return self.recent.bit_count() / max(1, min(self.reads, WINDOW))


@dataclass(slots=True)
class _Place(Generic[T]):
    tracks: dict[T, Track] = field(default_factory=dict)
    read: int | None = None  # when its last reading began
    reads: int = 0
    learning: bool = True


def _rank(place: str, expected: Sequence[str]) -> int:
    return expected.index(place) if place in expected else len(expected)


def _sooner(place: str, other: str, expected: Sequence[str]) -> bool:
    """Whether something is due at the place before anything is due at the other."""
    return _rank(place, expected) < _rank(other, expected)


class Presence(Generic[T]):
    """All places that are read alike (cards, or chips) and the tags that lie there."""

    def __init__(
        self, places: Iterable[str], placed_after: int, gone_after: int, pile: int | None = None,
        near: Mapping[str, Collection[str]] | None = None,
    ) -> None:  # fmt: skip
        """Set up the places. `pile`: how many uppermost tags of a pile are read for certain, None for all.

        `near`: for each place, the places that may also hear what lies there.
        """
        self._places: dict[str, _Place[T]] = {place: _Place() for place in places}
        self._home: dict[T, str] = {}
        self._tracked: dict[T, set[str]] = {}
        self._restless: set[T] = set()  # all tags about which there can be a doubt
        self._placed_after = placed_after
        self._gone_after = gone_after
        self._pile = pile
        self._near = {} if near is None else near
        self._unsettled: frozenset[str] | None = None  # None: to be computed again, after a reading

    # what lies where

    def lies(self, place: str) -> frozenset[T]:
        """The tags that lie there."""
        return frozenset(tag for tag in self._places[place].tracks if self._home.get(tag) == place)

    def home(self, tag: T) -> str | None:
        """Return where the tag lies, None if no place is known."""
        return self._home.get(tag)

    def learning(self, place: str) -> bool:
        """Whether what lies there is not known yet, or not known again."""
        return self._places[place].learning

    def pending(self, place: str) -> bool:
        """Whether something there is still being decided: it does not lie still, or its place is undecided."""
        tracks = self._places[place].tracks
        return any(tag in tracks and self._in_doubt(tag, place, tracks[tag]) for tag in self._restless)

    def unsettled(self) -> frozenset[str]:
        """The places that must be read (again) to decide what is undecided."""
        if self._unsettled is None:
            self._unsettled = frozenset(place for tag in self._restless for place in self._wanted(tag))
        return self._unsettled

    def twice(self) -> frozenset[tuple[str, T]]:
        """The places, with the tag, at which a tag is heard as firmly as at a place far away where it lies."""
        doubtful = ((place, tag) for tag in self._restless for place in self._tracked[tag])
        return frozenset((place, tag) for place, tag in doubtful if self._two(tag, place))

    def _two(self, tag: T, place: str) -> bool:
        home = self._home.get(tag)
        if home is None or home == place or self._are_near(home, place):
            return False
        track, own = self._places[place].tracks[tag], self._places[home].tracks[tag]
        return track.turns >= WINDOW and min(track.ratio, own.ratio) >= FIRMLY

    def _maybe_two(self, place: str, home: str, track: Track, own: Track) -> bool:
        """Whether the tag was heard by turns at two places that it cannot be at together."""
        return 0 < track.turns < WINDOW and track.misses == own.misses == 0 and not self._are_near(home, place)

    def _are_near(self, place: str, other: str) -> bool:
        return other in self._near.get(place, ())

    def heard(self, tag: T, place: str) -> tuple[int, int]:
        """Return between when and when (ns) a tag that is read there came there."""
        track = self._places[place].tracks[tag]
        return track.absent, track.present

    # what the caller reports

    def forget(self, place: str) -> None:
        """Its reader is gone. Nothing is known of the place until it has been read again."""
        self._unsettled = None
        spot = self._places[place]
        for tag in list(spot.tracks):
            self._drop(tag, place)
        self._places[place] = _Place()

    def read(
        self, place: str, tags: Collection[T], began: int, ended: int, expected: Sequence[str] = ()
    ) -> list[Move[T]]:
        """Take a complete reading. Return what moved. `expected`: the places where something is due, most urgent
        first."""
        self._unsettled = None
        spot = self._places[place]
        before = began if spot.read is None else spot.read
        heard = frozenset(tags)
        for tag in tags:
            if tag not in spot.tracks:
                spot.tracks[tag] = Track(absent=before, present=ended, began=began)
                self._tracked.setdefault(tag, set()).add(place)
        for tag, track in spot.tracks.items():
            track.note(tag in heard, began, ended)
            if tag in heard and self._home.get(tag, place) != place:
                track.beside(self._places[self._home[tag]].tracks[tag], ended)
        spot.read, spot.reads = began, spot.reads + 1
        moves = [move for tag in list(spot.tracks) for move in self._judge(tag, place, expected)]
        return self._learnt(place) + moves if spot.learning else moves

    def drawn(self, tag: T, since: int) -> list[Move[T]]:
        """Note that the shoe read the tag while a card left it, not before `since` (ns). Return what moved.

        The tag has left the place where it was missed then, though the same card may have come back by now.
        """
        home = self._home.get(tag)
        if home is None:
            return []
        track = self._places[home].tracks[tag]
        if not track.misses and track.back < max(since, 1):
            return []
        self._unsettled = None
        self._drop(tag, home)
        if self._places[home].learning:
            return []
        return [Move(tag, home, here=False, absent=track.seen_before, present=track.missed_first)]

    def _learnt(self, place: str) -> list[Move[T]]:
        spot = self._places[place]
        spot.learning = spot.reads < self._placed_after or (self.pending(place) and spot.reads < WINDOW)
        return []

    # judging

    def _judge(self, tag: T, place: str, expected: Sequence[str]) -> list[Move[T]]:
        track = self._places[place].tracks[tag]
        if self._at_rest(tag, place, track):
            self._restless.discard(tag)
            return []
        self._restless.add(tag)
        moves: list[Move[T]] = []
        track.covered = track.misses >= self._gone_after and self._buried(tag, place, track)
        if track.misses >= self._gone_after and not track.covered:
            if self._home.get(tag) == place:
                moves += self._leave(tag, place)
            self._drop(tag, place)
        best = self._owner(tag, expected)
        home = self._home.get(tag)
        if best is None or best == home:
            return moves
        if home is not None:
            moves += self._leave(tag, home)
        return moves + self._settle(tag, best)

    def _buried(self, tag: T, place: str, track: Track) -> bool:
        """Whether the tag cannot answer, as so many that came later lie on it.

        Those are heard by turns themselves, as they are in the same pile. One that was heard once may be the last
        that came.
        """
        if self._pile is None or self._home.get(tag) != place:
            return False
        others = ((self._home.get(other), t) for other, t in self._places[place].tracks.items() if other != tag)
        on_it = (t for home, t in others if home in (place, None) and t.misses < self._gone_after)
        return sum(other.present >= track.present for other in on_it) >= self._pile

    def _at_rest(self, tag: T, place: str, track: Track) -> bool:
        return track.misses == 0 and self._home.get(tag) == place and len(self._tracked[tag]) == 1

    def _owner(self, tag: T, expected: Sequence[str]) -> str | None:
        """Return where the tag lies by all that is known. None if it is undecided, or lies nowhere."""
        tracks = {place: self._places[place].tracks[tag] for place in self._tracked.get(tag, ())}
        ready = {p: t for p, t in tracks.items() if t.hits >= self._placed_after and t.misses == 0}
        home = self._home.get(tag)
        rivals = [place for place in ready if place != home]
        if not rivals:
            return home
        best = max(rivals, key=lambda p: (ready[p].ratio, -_rank(p, expected), p))
        against = [(place, track) for place, track in tracks.items() if place != best]
        apart = None if home is None or self._are_near(home, best) else home
        won = all(self._beats(ready[best], best, track, place, expected, apart) for place, track in against)
        return best if won else home

    def _beats(
        self, new: Track, new_place: str, old: Track, old_place: str, expected: Sequence[str], apart: str | None
    ) -> bool:
        """`apart`: where the tag lies, if that is so far from the new place that it cannot be heard at both."""
        sure = self._steady(new, new_place) and _sooner(new_place, old_place, expected)
        needed = 1 if sure else 2
        if old.misses >= needed:
            return True
        if min(new.reads, old.reads) < WINDOW:
            return False
        if new.ratio == old.ratio:
            return old_place != apart and _sooner(new_place, old_place, expected)
        return new.ratio >= CLEARLY * old.ratio

    def _steady(self, new: Track, place: str) -> bool:
        """Whether its last reads at a place saw it. Fewer will do if another tag first showed with it."""
        others = (track for track in self._places[place].tracks.values() if track is not new)
        together = any(track.began == new.began and track.hits >= self._placed_after for track in others)
        wanted = STEADY_TOGETHER if together else STEADY
        return new.recent & wanted == wanted

    def _settle(self, tag: T, place: str) -> list[Move[T]]:
        self._home[tag] = place
        for other in self._tracked[tag]:
            self._places[other].tracks[tag].turns = 0
        spot = self._places[place]
        if spot.learning:
            return []
        track = spot.tracks[tag]
        return [Move(tag, place, here=True, absent=track.absent, present=track.present)]

    def _leave(self, tag: T, place: str) -> list[Move[T]]:
        del self._home[tag]
        spot = self._places[place]
        if spot.learning:
            return []
        track = spot.tracks[tag]
        gone = track.missed_first if track.misses else spot.read or track.seen_last
        return [Move(tag, place, here=False, absent=track.seen_last, present=max(gone, track.seen_last))]

    def _drop(self, tag: T, place: str) -> None:
        del self._places[place].tracks[tag]
        if self._home.get(tag) == place:
            del self._home[tag]
        self._tracked[tag].discard(place)
        if not self._tracked[tag]:
            del self._tracked[tag]
            self._restless.discard(tag)

    # doubts

    def _in_doubt(self, tag: T, place: str, track: Track) -> bool:
        home = self._home.get(tag)
        if home == place:
            return (track.misses >= DOUBTFUL and not track.covered) or self._challenged(tag)
        if home is None:
            return True
        return self._challenge(track, self._places[home].tracks[tag])

    def _challenged(self, tag: T) -> bool:
        home = self._home[tag]
        own = self._places[home].tracks[tag]
        others = (self._places[place].tracks[tag] for place in self._tracked[tag] if place != home)
        return any(self._challenge(track, own) for track in others)

    @staticmethod
    def _challenge(track: Track, own: Track) -> bool:
        """Whether a tag read elsewhere may have moved there: not yet read at its own place since."""
        return track.misses == 0 and (own.misses > 0 or own.seen_last < track.began)

    def _wanted(self, tag: T) -> Iterable[str]:
        home = self._home.get(tag)
        for place in self._tracked[tag]:
            track = self._places[place].tracks[tag]
            if place == home:
                if (track.misses >= DOUBTFUL and not track.covered) or self._challenged(tag):
                    yield place
            elif home is not None and self._maybe_two(place, home, track, self._places[home].tracks[tag]):
                yield from (place, home)
            elif track.reads < WINDOW and (home is None or self._challenge(track, self._places[home].tracks[tag])):
                yield place
