"""The shoe's draws: beams, back-side sensor and the reader at its mouth. Pure.

    beam 1 (inner)   ‾‾|____________|‾‾‾‾‾‾       a card goes out: it clears the inner beam first
    beam 2 (outer)   ‾‾‾‾|____________|‾‾‾‾       the other way round: it was pushed back
    reader             [..X..][..XY.][..Y..]      X was in the mouth and has left; Y is the stub's next card

The reader sees the stub's next cards too, now and then, and the drawn card for 60-100 ms. So the drawn card's tag is
the one that every read of the mouth saw while the card stood in it, and that no read saw afterwards. Where that is
no tag, none is reported; where it is two, and they were read often enough that it is no chance, both are (two cards
at once); else none. It is never guessed: identity is proven where the card lands.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from firmware_bridge.messages.sensed import Orientation


class Ordered(Protocol):
    """Tags can be put in order, so that the same readings give the same report."""

    def __lt__(self, other: Any, /) -> bool: ...


T = TypeVar("T", bound=Ordered)

MS = 1_000_000

# The longest that a pitched card is within reach of the shoe's antenna (estimate: 60-100 ms).
DWELL = 100 * MS
# The shortest: reads that ended within it saw the card all the time.
DWELL_LEAST = 60 * MS
# A card pulled as far as the second beam and not further is no draw; after this the beams are blocked by something.
JAM = 2000 * MS
# A read that is under way at the end of the window is waited for: no read of two cards takes longer.
OVERTIME = 150 * MS
# Reads that must agree before two tags count as two cards.
AGREEING = 2
KEPT = 32


@dataclass(frozen=True, slots=True)
class Draw(Generic[T]):
    """A card left the shoe within (absent, present] ns; `tags` as far as they are certain."""

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
    """A card in the beams: when it broke them, and what the back-side sensor said meanwhile."""

    broke: int
    both: bool = False
    back_seen: bool = False
    left_outwards: int | None = None


@dataclass(slots=True)
class _Pending(Generic[T]):
    """A card that has left and whose tag is still being decided."""

    broke: int
    cleared: int
    orientation: Orientation
    due: int
    gone: set[T] = field(default_factory=set)  # tags of a card drawn before, still within reach


class Shoe(Generic[T]):
    """Turns levels of the shoe's lines and readings of its antenna into draws. `window`: ns after the beams broke.

    `has_back`: whether there is a back-side sensor; without one orientation is unknown.
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
        self._drawn: set[T] = set()

    @property
    def deadline(self) -> int | None:
        """When `wake` must be called, ns."""
        return None if self._pending is None else self._pending.due

    @property
    def busy(self) -> bool:
        """Whether the mouth must be read without pause."""
        return self._passage is not None or self._pending is not None

    def back(self, seen: bool) -> None:
        """The back-side sensor sees a card's back, or no longer."""
        self._back = seen
        if seen and self._passage is not None:
            self._passage.back_seen = True

    def beam(self, number: int, blocked: bool, absent: int, present: int) -> list[Draw[T] | PushBack]:
        """Beam 1 (inner) or 2 (outer) was broken or cleared within (absent, present]."""
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
        """Another card in the mouth before the last one is decided ends its window."""
        out: list[Draw[T] | PushBack] = []
        if self._passage is None:
            if self._pending is not None:
                out.append(self._decide(self._pending, until=at))
            self._passage = _Passage(at, back_seen=self._back)
        self._passage.both |= all(self._blocked)
        return out

    def _cleared(self, last: int, absent: int, present: int) -> list[Draw[T] | PushBack]:
        passage, self._passage = self._passage, None
        if passage is None or not passage.both or present - passage.broke > JAM:
            return []
        if last == 1:
            return [PushBack(absent, present)]
        orientation: Orientation = "unknown" if not self._has_back else "down" if passage.back_seen else "up"
        self._pending = _Pending(
            passage.broke, present, orientation, max(present, passage.broke + self._window), set(self._drawn)
        )
        if not self._has_reader:
            return [self._decide(self._pending, until=present)]
        return self.wake(present)

    def read(self, tags: frozenset[T], began: int, ended: int) -> list[Draw[T] | PushBack]:
        """Take a complete reading of the mouth's antenna."""
        self._looks.append(_Look(tags, began, ended))
        self._drawn &= tags
        pending = self._pending
        if pending is None:
            return []
        after = self._after(pending, ended)
        clear = len(self._left(pending, ended)) == 1 and not any(look.tags for look in after)
        if clear or len(after) >= AGREEING:
            return [self._decide(pending, until=ended)]
        return []

    def wake(self, now: int) -> list[Draw[T] | PushBack]:
        """Tell the time: the window may be over, and the reader may have fallen silent."""
        pending = self._pending
        if pending is None or now < pending.due:
            return []
        if now >= pending.broke + self._window + OVERTIME or len(self._left(pending, now)) == 1:
            return [self._decide(pending, until=now)]
        pending.due = pending.broke + self._window + OVERTIME
        return []

    def forget(self) -> None:
        """The reader is gone: what it saw proves nothing any more."""
        self._looks.clear()
        self._drawn.clear()

    # deciding

    def _decide(self, pending: _Pending[T], until: int) -> Draw[T]:
        self._pending = None
        left = self._left(pending, until)
        certain = len(left) == 1 or (len(left) == 2 and self._agreed(pending, until))
        tags = tuple(sorted(left)) if certain else ()
        self._drawn |= set(tags)
        return Draw(tags, pending.orientation, pending.broke, pending.cleared)

    def _inside(self, pending: _Pending[T], until: int) -> list[_Look[T]]:
        """Reads that saw the mouth with the card in it: those all the time if there are such, else those in part."""
        near = [k for k in self._looks if k.ended > pending.broke and k.began < min(until, pending.broke + DWELL)]
        whole = [k for k in near if k.began >= pending.broke and k.ended <= pending.broke + DWELL_LEAST]
        return whole or near

    def _after(self, pending: _Pending[T], until: int) -> list[_Look[T]]:
        return [k for k in self._looks if k.began >= pending.broke + DWELL and k.ended <= until]

    def _left(self, pending: _Pending[T], until: int) -> set[T]:
        """The tags that were in the mouth with the card and are not there any more; none without a read after it."""
        inside, after = self._inside(pending, until), self._after(pending, until)
        if not after or not inside:
            return set()
        seen = set().union(*(look.tags for look in inside)) - pending.gone
        seen -= set().union(*(look.tags for look in after))
        always = {tag for tag in seen if all(tag in look.tags for look in inside)}
        return always or seen

    def _agreed(self, pending: _Pending[T], until: int) -> bool:
        return len(self._inside(pending, until)) >= AGREEING and len(self._after(pending, until)) >= AGREEING
