"""A deck check: the whole deck runs through the shoe before play, until every card has been read. Pure.

The deck is right if both hold:

- a pass had exactly as many cards as the deck, none of them foreign
- all cards of the deck were read in that pass and those before it

So many different tags on so many cards leave no room for a missing, doubled or foreign card. A card that was not
read, or was read as its neighbour, is no fault of the deck. It takes another pass. A card is known by its place in
the pass, never by its face.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

from firmware_bridge.messages.base import TagId
from firmware_bridge.messages.public import PublicAlarm, alarm_of

DRAWS_NAMED = 8  # places in the pass that a line of a page has room for


class DeckCheck:
    """One check of one deck. `tags`: the tags of the deck's cards, without its jokers."""

    def __init__(self, deck: str, tags: Collection[TagId]) -> None:
        self.deck = deck
        self._tags = frozenset(tags)
        self._seen: set[TagId] = set()
        self._passed: list[tuple[TagId, ...]] = []
        self._before: list[tuple[TagId, ...]] = []  # the pass before this one
        self.passes = 0

    def __repr__(self) -> str:
        return f"<check of deck {self.deck}: {self.drawn} cards>"

    @property
    def drawn(self) -> int:
        """Cards of the present pass."""
        return len(self._passed)

    def draw(self, tags: Iterable[TagId]) -> None:
        """Take a card that went through the shoe, with the tags that were read of it."""
        read = tuple(tags)
        self._passed.append(read)
        if len(read) == 1 and read[0] in self._tags:
            self._seen.add(read[0])

    def push_back(self) -> None:
        """Note that the last card went back into the shoe. It comes once more."""
        if self._passed:
            self._passed.pop()

    def end_pass(self) -> bool:
        """End a pass, as the shoe is empty. True if the deck is proven to be right."""
        self.passes += 1
        right = self.drawn == len(self._tags) and self._seen == self._tags and not self.foreign
        self._before, self._passed = self._passed, []
        return right

    @property
    def _looked_at(self) -> list[tuple[TagId, ...]]:
        return self._passed or self._before

    @property
    def foreign(self) -> list[int]:
        """The places, in the last pass, of cards that are none of the deck's."""
        return [n for n, read in enumerate(self._looked_at, 1) if any(tag not in self._tags for tag in read)]

    @property
    def unread(self) -> list[int]:
        """The places, in the last pass, of cards that were not read."""
        return [n for n, read in enumerate(self._looked_at, 1) if not read]

    @property
    def doubled(self) -> list[int]:
        """The places, in the last pass, of cards that were read as one that had passed before."""
        times: Counter[TagId] = Counter()
        found = []
        for number, read in enumerate(self._looked_at, 1):
            found += [number] if any(times[tag] for tag in read) else []
            times.update(read)
        return found

    @property
    def missing(self) -> int:
        """How many of the deck's cards have not been read in any pass."""
        return len(self._tags - self._seen)

    @property
    def alarms(self) -> tuple[PublicAlarm, ...]:
        """The state of the check for the pages: progress, and what the last pass left open."""
        deck, of = self.deck, len(self._tags)
        lines = [alarm_of("deck_check", deck=deck, count=self.drawn, of=of)]
        if not self._passed and self._before:
            if len(self._before) != len(self._tags):
                lines.append(alarm_of("deck_count", deck=deck, count=len(self._before), of=of))
            if self.missing:
                lines.append(alarm_of("deck_missing", count=self.missing))
            found = (("unread", self.unread), ("doubled", self.doubled), ("foreign", self.foreign))
            lines += [alarm_of(f"deck_{what}", place=_places(at), count=len(at)) for what, at in found if at]
        return tuple(lines)

    def to_json(self) -> dict[str, Any]:
        """Return it for a sealed record only, as the tags stand in clear."""
        return {
            "deck": self.deck,
            "tags": sorted(tag.value for tag in self._tags),
            "seen": sorted(tag.value for tag in self._seen),
            "passed": [[tag.value for tag in read] for read in self._passed],
            "before": [[tag.value for tag in read] for read in self._before],
            "passes": self.passes,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any] | None) -> DeckCheck | None:
        """Return the check that `to_json` saved, None for none."""
        if data is None:
            return None
        check = cls(data["deck"], [TagId(tag) for tag in data["tags"]])
        check._seen = {TagId(tag) for tag in data["seen"]}
        check._passed = [tuple(map(TagId, read)) for read in data["passed"]]
        check._before = [tuple(map(TagId, read)) for read in data["before"]]
        check.passes = data["passes"]
        return check


def _places(at: list[int]) -> str:
    return ", ".join(map(str, at[:DRAWS_NAMED])) + (", …" if len(at) > DRAWS_NAMED else "")
