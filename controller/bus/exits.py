"""Which card is which: the number of its exit from the shoe, by its tag. Pure.

The core knows a card of the hand by its exit, from 1. The reader in the shoe sees the stub's tags too, so a tag read
at a draw is a belief; where the card lands is proof. A draw without a tag, or with two, stays open until then. A
table without a shoe numbers the cards at first sight.
"""

from __future__ import annotations

from collections.abc import Iterable
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

    def of(self, tag: TagId) -> int | None:
        """The exit of a tag that is known already."""
        return self._by_tag.get(tag)

    def draw(self, tags: Iterable[TagId]) -> Drawn:
        """A card left the shoe, with the tags that were in the window."""
        read = frozenset(tags)
        again = self._pushed_back is not None
        number = self._next() if self._pushed_back is None else self._pushed_back
        self._pushed_back = None
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

    def land(self, tag: TagId) -> int | None:
        """The exit of a card that is proven at a place; None where it cannot be told which draw it was."""
        number = self._by_tag.get(tag)
        if number is None:
            number = self._settle(tag) if self.shoe else self._next()
        if number is None:
            return None
        self._by_tag[tag] = number
        self._open.pop(number, None)
        self._landed.add(number)
        return number

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

    def _settle(self, tag: TagId) -> int | None:
        """The one open draw that this tag can be: first those that saw it, then those that saw none."""
        named = [number for number, may_be in self._open.items() if tag in may_be]
        blind = [number for number, may_be in self._open.items() if not may_be]
        candidates = named or blind
        return candidates[0] if len(candidates) == 1 else None

    def to_json(self) -> dict[str, Any]:
        """For a sealed record only: the tags stand in clear."""
        return {
            "last": self._last,
            "by_tag": [[tag.value, number] for tag, number in self._by_tag.items()],
            "open": [[number, sorted(tag.value for tag in may_be)] for number, may_be in self._open.items()],
            "landed": sorted(self._landed),
            "pushed_back": self._pushed_back,
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
        )
