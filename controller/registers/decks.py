"""Which tag is which card. A registration gives every card a random identity of its own, so that no number of an
earlier registration says anything about this one.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from controller.poker.cards import Card, card, name
from firmware_bridge.messages.base import TagId

IDENTITY_SIZE = 8  # bytes; 52 of them collide with a probability of 1e-16


class Known(Enum):
    """What a register says of a tag that it cannot turn into a thing."""

    UNKNOWN = "unknown"


class DeckRegister:
    """Decks by name; tags and faces never show in a text of it."""

    def __init__(self, decks: Mapping[str, Mapping[TagId, Card]] | None = None) -> None:
        self._decks = {deck: dict(tags) for deck, tags in (decks or {}).items()}
        self._deck_of = {tag: deck for deck, tags in self._decks.items() for tag in tags}
        self._cards = {tag: face for tags in self._decks.values() for tag, face in tags.items()}

    def __repr__(self) -> str:
        return f"<decks {', '.join(self._decks) or 'none'}>"

    def __len__(self) -> int:
        return len(self._decks)

    @property
    def names(self) -> tuple[str, ...]:
        """The registered decks, in order of registration."""
        return tuple(self._decks)

    def card(self, tag: TagId) -> Card | Known:
        """The card of a tag, or that the tag is of no registered deck."""
        return self._cards.get(tag, Known.UNKNOWN)

    def deck_of(self, tag: TagId) -> str | None:
        """The deck that the tag belongs to; None where it is of no registered one."""
        return self._deck_of.get(tag)

    def registered(self, deck: str, tags: Mapping[TagId, Card]) -> DeckRegister:
        """The register with that deck added or replaced. Raises ValueError where a tag belongs to another deck."""
        others = {other: cards for other, cards in self._decks.items() if other != deck}
        for other, cards in others.items():
            shared = len(tags.keys() & cards.keys())
            if shared:
                raise ValueError(f"{shared} tags of deck {deck!r} belong to deck {other!r} already")
        return DeckRegister(others | {deck: tags})

    def to_json(self) -> list[Any]:
        """For the sealed file only: it is in clear. Cards stand in the order of their fresh random identities."""
        return [[deck, _rows(tags.items())] for deck, tags in self._decks.items()]

    @classmethod
    def from_json(cls, data: Iterable[Any]) -> DeckRegister:
        """The register of `to_json`."""
        return cls({deck: {TagId(tag): card(face) for _, tag, face in rows} for deck, rows in data})


def _rows(tags: Iterable[tuple[TagId, Card]]) -> list[list[str]]:
    return sorted([secrets.token_hex(IDENTITY_SIZE), tag.value, name(face)] for tag, face in tags)
