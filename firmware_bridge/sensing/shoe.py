"""The shoe's draws: beams, back-side sensor and the reader at its mouth. Pure.

    beam 1 (inner)   ‾‾|____________|‾‾‾‾‾‾       a card goes out: it clears the inner beam first
    beam 2 (outer)   ‾‾‾‾|____________|‾‾‾‾       broken and cleared the other way round: it was pushed back
    reader             [..X..][..XY.][..Y..]      X was in the mouth and has left. Y is the stub's next card

The reader sees the drawn card for 60-100 ms, and now and then the stub's next cards too. A read takes 15-90 ms. So
the drawn card's tag is read while the card stands in the mouth and is not read afterwards. A shoe whose stub shines
through is *leaky*. A tag may then be missing afterwards by chance, so three reads afterwards must agree.

- If the stub shines through often, its next card was mostly seen before it was drawn. A tag counts only if it is the
  only one that was seen before and has vanished, or the only one at all.
- If it shines through now and then, an earlier reading of a tag means nothing, and two are rare. The card's tag is in
  each look that saw anything while the card was certainly there. Of two such tags it is the one that was read in more
  looks.

If no tag meets this, none is reported. It is never guessed, as identity is proven where the card lands. If the shoe
is not leaky, two tags that were read alike are reported as two cards.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from firmware_bridge.messages.sensed import Orientation


class Ordered(Protocol):
    """Tags can be put in order, so that the same readings give the same report."""

    def __lt__(self, other: Any, /) -> bool: ...


T = TypeVar("T", bound=Ordered)

MS = 1_000_000

# A pitched card is within reach of the shoe's antenna for 60-100 ms (estimate).
DWELL_LEAST = 60 * MS
DWELL = 100 * MS
# A card pulled as far as the second beam and not further is no draw. After this time something blocks the beams.
JAM = 2000 * MS
# How long after the window it waits for reads that must agree: three reads, of a leaky stub's one or two cards.
OVERTIME = 250 * MS
# A look is on air at its beginning (an empty one is over after some 17 ms), and what follows is the firmware's time.
ON_AIR = 20 * MS
# A stub that is seen in this share of the looks at an empty mouth shines through often. Of four or five looks between
# two cards that is more than one. A next card that is seen in half of them is seen by one of five at least.
OFTEN = 0.2
# Reads afterwards that must agree: if one tag was seen and the stub never, and if there is more to doubt.
AGREEING = 1
AGREEING_DOUBT = 3
# Reads before a draw that tell what shines through: a next card seen in half of them is missed by all once in 250.
BEFORE = 8
# A card that left this long ago is out of reach, with any tag.
FORGOTTEN = 500 * MS
KEPT = 32


@dataclass(frozen=True, slots=True)
class Draw(Generic[T]):
    """A card left the shoe within (absent, present] ns. `tags` as far as they are certain."""

    tags: tuple[T, ...]
    orientation: Orientation
    absent: int
    present: int


@dataclass(frozen=True, slots=True)
class PushBack:
    """A card was pushed back into the shoe within (absent, present] ns."""

    absent: int
    present: int


@dataclass(frozen=True, slots=True)
class _Look(Generic[T]):
    tags: frozenset[T]
    began: int
    ended: int


@dataclass(slots=True)
class _Passage:
    """A card in the beams: when it broke them, which one first, and what the back-side sensor reported meanwhile."""

    broke: int
    inwards: bool
    both: bool = False
    back_seen: bool = False


@dataclass(slots=True)
class _Pending(Generic[T]):
    """A card that has left and whose tag is still being decided."""

    broke: int
    cleared: int
    orientation: Orientation
    due: int


class Shoe(Generic[T]):
    """Turns levels of the shoe's lines and readings of its antenna into draws. `window`: ns after the beams broke.

    `has_back`: whether there is a back-side sensor. Without one orientation is unknown.
    """

    def __init__(self, window: int, *, has_reader: bool = True, has_back: bool = True) -> None:
        self._window = window
        self._has_reader = has_reader
        self._has_back = has_back
        self._blocked = [False, False]
        self._back = False
        self._passage: _Passage | None = None
        self._pending: _Pending[T] | None = None
        self._looks: deque[_Look[T]] = deque(maxlen=KEPT)
        self._last: Draw[T] | None = None

    @property
    def deadline(self) -> int | None:
        """When `wake` must be called, ns."""
        return None if self._pending is None else self._pending.due

    @property
    def busy(self) -> bool:
        """Whether the mouth must be read without pause."""
        return self._passage is not None or self._pending is not None

    def back(self, seen: bool) -> None:
        """Take the back-side sensor's level: it sees a card's back, or no longer."""
        self._back = seen
        if seen and self._passage is not None:
            self._passage.back_seen = True

    def beam(self, number: int, blocked: bool, absent: int, present: int) -> list[Draw[T] | PushBack]:
        """Take a level of beam 1 (inner) or 2 (outer), which was broken or cleared within (absent, present]."""
        out = self.wake(present)
        self._blocked[number - 1] = blocked
        if blocked:
            return out + self._broken(absent)
        if self._passage is None:
            return out
        if not any(self._blocked):
            return out + self._cleared(number, absent, present)
        return out

    def _broken(self, at: int) -> list[Draw[T] | PushBack]:
        """End the window of the last card, if another card is in the mouth before it is decided."""
        out: list[Draw[T] | PushBack] = []
        if self._passage is None:
            if self._pending is not None:
                out.append(self._decide(self._pending, until=at))
            self._passage = _Passage(at, inwards=self._blocked[1], back_seen=self._back)
        self._passage.both |= all(self._blocked)
        return out

    def _cleared(self, last: int, absent: int, present: int) -> list[Draw[T] | PushBack]:
        passage, self._passage = self._passage, None
        if passage is None or not passage.both or present - passage.broke > JAM:
            return []
        if last == 1:
            return [PushBack(absent, present)] if passage.inwards else []  # half out and in again: it never left
        orientation: Orientation = "unknown" if not self._has_back else "down" if passage.back_seen else "up"
        self._pending = _Pending(passage.broke, present, orientation, max(present, passage.broke + self._window))
        if not self._has_reader:
            return [self._decide(self._pending, until=present)]
        return self.wake(present)

    def read(self, tags: frozenset[T], began: int, ended: int) -> list[Draw[T] | PushBack]:
        """Take a complete reading of the mouth's antenna."""
        self._looks.append(_Look(tags, began, ended))
        pending = self._pending
        if pending is None or len(self._after(pending, ended)) < self._agreeing(pending):
            return []
        return [self._decide(pending, until=ended)]

    def wake(self, now: int) -> list[Draw[T] | PushBack]:
        """Take the time. The window may be over, and the reader may have fallen silent."""
        pending = self._pending
        if pending is None or now < pending.due:
            return []
        if now >= pending.broke + self._window + OVERTIME:
            return [self._decide(pending, until=now)]
        pending.due = pending.broke + self._window + OVERTIME
        return []

    def forget(self) -> None:
        """Forget the looks, as the reader is gone and they prove nothing any more."""
        self._looks.clear()

    # deciding

    def _decide(self, pending: _Pending[T], until: int) -> Draw[T]:
        self._pending = None
        tags = tuple(sorted(self._certain(pending, until)))
        self._last = Draw(tags, pending.orientation, pending.broke, pending.cleared)
        return self._last

    def _certain(self, pending: _Pending[T], until: int) -> frozenset[T]:
        """The tags of the card (or two cards) that left, as far as there is no doubt."""
        after = self._after(pending, until)
        if len(after) < self._agreeing(pending):
            return frozenset()
        stayed, before = _seen(after), self._left_before(pending)
        left = self._inside(pending) - stayed
        left = (left - before) or (left - self._lingering(before, pending))
        if self._shines_often(pending):
            vanished = _seen(self._before(pending)) - stayed - before
            sure = (left & vanished) if vanished else left
            return sure if len(sure) == 1 and len(vanished) <= 1 else frozenset()
        return self._most_read(left, pending)

    def _most_read(self, left: frozenset[T], pending: _Pending[T]) -> frozenset[T]:
        """Of tags that were read in the mouth and not afterwards, return the card's own, or those of two cards."""
        for look in self._looks:
            if look.tags and pending.broke <= look.began <= pending.broke + DWELL_LEAST - ON_AIR:
                left &= look.tags
        times = {tag: sum(tag in look.tags for look in self._inside_looks(pending)) for tag in left}
        most = frozenset(tag for tag, count in times.items() if count == max(times.values()))
        if len(most) == 2 and not self._leaky(pending):
            return most
        return most if len(most) == 1 else frozenset()

    def _agreeing(self, pending: _Pending[T]) -> int:
        doubt = self._leaky(pending) or len(self._inside(pending)) > 1
        return AGREEING_DOUBT if doubt else AGREEING

    def _leaky(self, pending: _Pending[T]) -> bool:
        """Whether the stub shines through: a tag was read while no card was in the mouth, or stayed there."""
        after = (k for k in self._looks if k.began >= pending.broke + DWELL)
        return bool(_seen(self._before(pending)) or _seen(after))

    def _shines_often(self, pending: _Pending[T]) -> bool:
        """Whether the stub is seen in many of the looks at an empty mouth. Once is not often."""
        since = 0 if self._last is None else self._last.absent + DWELL
        empty = [
            k
            for k in self._looks
            if (k.began >= since and k.ended <= pending.broke) or k.began >= pending.broke + DWELL
        ]
        seen = sum(bool(k.tags) for k in empty)
        return seen > 1 and seen >= OFTEN * len(empty)

    def _inside(self, pending: _Pending[T]) -> frozenset[T]:
        """The tags read while the card was certainly within reach, for at least a part of the read."""
        return _seen(self._inside_looks(pending))

    def _inside_looks(self, pending: _Pending[T]) -> list[_Look[T]]:
        return [k for k in self._looks if k.ended > pending.broke and k.began < pending.broke + DWELL_LEAST]

    def _before(self, pending: _Pending[T]) -> list[_Look[T]]:
        """The last reads of the mouth with no card in it, neither this one nor the one drawn before."""
        since = 0 if self._last is None else self._last.absent + DWELL
        return [k for k in self._looks if k.began >= since and k.ended <= pending.broke][-BEFORE:]

    def _after(self, pending: _Pending[T], until: int) -> list[_Look[T]]:
        return [k for k in self._looks if k.began >= pending.broke + DWELL and k.ended <= until]

    def _left_before(self, pending: _Pending[T]) -> frozenset[T]:
        """The tags of a card drawn just before, which may still be within reach."""
        last = self._last
        return frozenset(last.tags) if last is not None and pending.broke - last.absent < FORGOTTEN else frozenset()

    def _lingering(self, left_before: frozenset[T], pending: _Pending[T]) -> frozenset[T]:
        """Return the tags of the card before that are still within reach: read in half of the looks since, or no look
        since.

        A tag that was not there in between was the stub's next card when it was read first.
        """
        looks = self._before(pending)
        return frozenset(tag for tag in left_before if 2 * sum(tag in look.tags for look in looks) >= len(looks))


def _seen(looks: Iterable[_Look[T]]) -> frozenset[T]:
    return frozenset[T]().union(*(look.tags for look in looks))
