"""How well each card is read: its draws that the shoe named, and those that it did not. Pure.

A tag that is dying is missed more and more often. Replace it before it stops a hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from firmware_bridge.messages.base import TagId

ENOUGH = 40
"""Draws before a card is judged. Of a good card (5 % missed, with the shoe's errors) ten of forty are missed once in
40,000 cards."""
WEAK = 0.25
"""Share of missed draws from which on a card is to be replaced: five times what a good tag misses."""
FORGET = 200
"""Draws after which both counts are halved, so that what was long ago counts less."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The tally of one card."""

    read: int = 0
    missed: int = 0

    @property
    def draws(self) -> int:
        return self.read + self.missed

    @property
    def share(self) -> float:
        """The share of the draws that were missed."""
        return self.missed / self.draws if self.draws else 0.0

    @property
    def weak(self) -> bool:
        """Whether the card is to be replaced."""
        return self.draws >= ENOUGH and self.share >= WEAK


class Readings:
    """Tallies by tag. It never shows a tag."""

    def __init__(self, tallies: dict[TagId, Tally] | None = None) -> None:
        self._tallies = dict(tallies or {})
        self._weak = {tag for tag, tally in self._tallies.items() if tally.weak}

    def __repr__(self) -> str:
        return f"<readings of {len(self._tallies)} cards>"

    def of(self, tag: TagId) -> Tally:
        """The tally of a card."""
        return self._tallies.get(tag, Tally())

    def note(self, tag: TagId, *, read: bool) -> None:
        """Note that the card has left the shoe, and whether the shoe named it."""
        tally = self.of(tag)
        tally = Tally(tally.read + read, tally.missed + (not read))
        if tally.draws > FORGET:
            tally = Tally(tally.read // 2, tally.missed // 2)
        self._tallies[tag] = tally
        (self._weak.add if tally.weak else self._weak.discard)(tag)

    def weak(self, tags: Iterable[TagId]) -> int:
        """Return how many of these cards are to be replaced. Each publication calls it. It is usually 0."""
        return sum(tag in self._weak for tag in tags) if self._weak else 0

    def to_json(self) -> list[Any]:
        """Return them for a sealed record only, as the tags stand in clear."""
        return [[tag.value, tally.read, tally.missed] for tag, tally in self._tallies.items()]

    @classmethod
    def from_json(cls, data: Iterable[Any]) -> Readings:
        """Return what `to_json` saved."""
        return cls({TagId(tag): Tally(read, missed) for tag, read, missed in data})
