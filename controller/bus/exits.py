"""Which card is which: the number of its exit from the shoe, by its tag. Pure.

The core knows a card of the hand by its exit, from 1. The reader in the shoe sees the stub's tags too, so a tag read
at a draw is a belief; where the card lands is proof. A draw without a tag, or with two, stays open until then. Of
several open draws a card can be none that came after it was seen to lie; of the others it is the one that was due
where it lies, if that is one. A table without a shoe numbers the cards at first sight.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from firmware_bridge.messages.base import TagId


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card left the shoe: its exit, its tag if one was read, and whether it is the one just pushed back."""

    exit: int
    tag: TagId | None
    again: bool = False


@dataclass(slots=True)
class Exits:
    """The exits of one hand. It never shows a tag."""

    shoe: bool
    _last: int = 0
    _by_tag: dict[TagId, int] = field(default_factory=dict, repr=False)
    _open: dict[int, frozenset[TagId]] = field(
        default_factory=dict, repr=False
    )  # exit → the tags it may be; none: any
    _landed: set[int] = field(default_factory=set, repr=False)
    _pushed_back: int | None = None
    _drawn_at: dict[int, int] = field(default_factory=dict)

    def of(self, tag: TagId) -> int | None:
        """The exit of a tag that is known already."""
        return self._by_tag.get(tag)

    def draw(self, tags: Iterable[TagId], at: int = 0) -> Drawn:
        """A card left the shoe, not before `at` (ns), with the tags that were in the window."""
        read = frozenset(tags)
        again = self._pushed_back is not None
        number = self._next() if self._pushed_back is None else self._pushed_back
        self._pushed_back = None
        self._drawn_at[number] = at
        if len(read) != 1:
            if number not in self._by_tag.values():
                self._open[number] = read
            return Drawn(number, None, again)
        (tag,) = read
        self._rebind(tag, number)
        return Drawn(number, tag, again)

    def push_back(self) -> int | None:
        """The last card went back into the shoe; the next draw is the same card. None where nothing was drawn."""
        self._pushed_back = self._last or None
        return self._pushed_back

    def land(self, tag: TagId, by: int, due: Collection[int] = ()) -> int | None:
        """The exit of a card that is proven at a place since `by` (ns) at the latest; None where it cannot be told
        which draw it was. `due`: the exits that belong there."""
        number = self._by_tag.get(tag)
        if number is None:
            number = self._settle(tag, by, due) if self.shoe else self._next()
        if number is None:
            return None
        self.land_as(tag, number)
        return number

    def land_as(self, tag: TagId, number: int) -> None:
        """A person says which draw it was."""
        self._by_tag[tag] = number
        self._open.pop(number, None)
        self._landed.add(number)

    def candidates(self, tag: TagId, by: int) -> tuple[int, ...]:
        """The open draws that a card which lay somewhere by then can be: those that saw it, else those that saw
        none."""
        before = [number for number in self._open if self._drawn_at.get(number, 0) <= by]
        named = [number for number in before if tag in self._open[number]]
        return tuple(named or [number for number in before if not self._open[number]])

    def unseen(self, tag: TagId) -> Drawn:
        """A card of which is only known that it left the shoe while nobody looked: it takes the next number."""
        number = self._next()
        self._by_tag[tag] = number
        return Drawn(number, tag)

    @property
    def undecided(self) -> int:
        """How many draws still wait to be told which card they were."""
        return len(self._open)

    def _next(self) -> int:
        self._last += 1
        return self._last

    def _rebind(self, tag: TagId, number: int) -> None:
        """The tag left now; an earlier draw that was believed to be it, and has not landed, is open again."""
        earlier = self._by_tag.get(tag)
        if earlier is not None and earlier != number and earlier not in self._landed:
            self._open[earlier] = frozenset()
        for other in [t for t, n in self._by_tag.items() if n == number]:
            del self._by_tag[other]
        self._by_tag[tag] = number
        self._open.pop(number, None)

    def _settle(self, tag: TagId, by: int, due: Collection[int]) -> int | None:
        """The one open draw that this tag can be, or of several the one that was due there."""
        candidates = self.candidates(tag, by)
        if len(candidates) > 1:
            candidates = tuple(number for number in candidates if number in due)
        return candidates[0] if len(candidates) == 1 else None

    def to_json(self) -> dict[str, Any]:
        """For a sealed record only: the tags stand in clear."""
        return {
            "last": self._last,
            "by_tag": [[tag.value, number] for tag, number in self._by_tag.items()],
            "open": [[number, sorted(tag.value for tag in may_be)] for number, may_be in self._open.items()],
            "landed": sorted(self._landed),
            "pushed_back": self._pushed_back,
            "drawn_at": [[number, at] for number, at in self._drawn_at.items()],
        }

    @classmethod
    def from_json(cls, shoe: bool, data: dict[str, Any]) -> Exits:
        """The exits of `to_json`."""
        return cls(
            shoe,
            data["last"],
            {TagId(tag): number for tag, number in data["by_tag"]},
            {number: frozenset(map(TagId, tags)) for number, tags in data["open"]},
            set(data["landed"]),
            data["pushed_back"],
            dict(data.get("drawn_at", ())),
        )
