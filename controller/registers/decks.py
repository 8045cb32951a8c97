"""Which tag is which card. Two people make a registration.

A registration gives every card a random identity of its own. So no number of an earlier registration tells anything
about this one.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from controller.poker.cards import JOKER, JOKER_NAME, Card, card, name
from firmware_bridge.messages.base import TagId

IDENTITY_SIZE = 8  # bytes. 52 of them collide with a probability of 1e-16


class Known(Enum):
    """The answer of a register for a tag that it does not have."""

    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Registered:
    """One deck: its cards by tag, each one's random identity, and the two who registered it."""

    cards: Mapping[TagId, Card]
    identities: Mapping[TagId, str]
    people: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<a deck of {len(self.cards)}>"


class DeckRegister:
    """Decks by name. No text of the register shows a tag or a face."""

    def __init__(self, decks: Mapping[str, Registered] | None = None) -> None:
        self._decks = dict(decks or {})
        self._deck_of = {tag: deck for deck, made in self._decks.items() for tag in made.cards}
        self._cards = {tag: face for made in self._decks.values() for tag, face in made.cards.items()}

    def __repr__(self) -> str:
        return f"<decks {', '.join(self._decks) or 'none'}>"

    def __len__(self) -> int:
        return len(self._decks)

    @property
    def names(self) -> tuple[str, ...]:
        """The registered decks, in order of registration."""
        return tuple(self._decks)

    def card(self, tag: TagId) -> Card | Known:
        """The card of a tag, JOKER for a joker's, or that the tag is of no registered deck."""
        return self._cards.get(tag, Known.UNKNOWN)

    def deck_of(self, tag: TagId) -> str | None:
        """Return the deck that the tag belongs to, None if it is of no registered deck."""
        return self._deck_of.get(tag)

    def deck(self, named: str) -> Registered:
        """Return a deck by its name. Raises LookupError, which names the registered decks."""
        if named not in self._decks:
            raise LookupError(
                f"{named!r} is no deck of this table. Registered are {', '.join(self._decks) or 'none'}"
            )
        return self._decks[named]

    def registered(self, deck: str, tags: Mapping[TagId, Card], people: tuple[str, ...] = ()) -> DeckRegister:
        """Return the register with that deck added or replaced. Raises ValueError if a tag belongs to another
        deck."""
        others = {other: made for other, made in self._decks.items() if other != deck}
        for other, made in others.items():
            shared = len(tags.keys() & made.cards.keys())
            if shared:
                raise ValueError(f"{shared} tags of deck {deck!r} belong to deck {other!r} already")
        identities = {tag: secrets.token_hex(IDENTITY_SIZE) for tag in tags}
        return DeckRegister(others | {deck: Registered(dict(tags), identities, people)})

    def to_json(self) -> list[Any]:
        """Return them for the sealed file only, as they are in clear. Cards stand in the order of their random
        identities."""
        return [[deck, _rows(made), list(made.people)] for deck, made in self._decks.items()]

    @classmethod
    def from_json(cls, data: Iterable[Any]) -> DeckRegister:
        """Return the register that `to_json` saved."""
        return cls({deck: _made(rows, people) for deck, rows, people in data})


def card_or_joker(text: str) -> Card:
    """Return the card of a name, which may be "joker". Raises ValueError, which does not repeat the text."""
    return JOKER if text == JOKER_NAME else card(text)


def face_name(face: Card) -> str:
    """Return the name that `card_or_joker` reads."""
    return JOKER_NAME if face == JOKER else name(face)


def _rows(made: Registered) -> list[list[str]]:
    return sorted([made.identities[tag], tag.value, face_name(face)] for tag, face in made.cards.items())


def _made(rows: Iterable[list[str]], people: Iterable[str]) -> Registered:
    kept = [(identity, TagId(tag), card_or_joker(face)) for identity, tag, face in rows]
    faces = {tag: face for _, tag, face in kept}
    return Registered(faces, {tag: identity for identity, tag, _ in kept}, tuple(people))
