"""What lies on the table and is in no register, by place. Each is an alarm until it is taken away. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from firmware_bridge.messages.base import TagId
from firmware_bridge.messages.public import PublicAlarm, alarm_of

UNKNOWN_CARD = "unknown_card"
FOREIGN_DRAWN = "foreign_drawn"  # the shoe read it: once it lies where it is due, the deck is foul
FOREIGN_UNREAD = "foreign_unread"  # the same, and no antenna looks where it is due
DOUBLE_CHIP = "double_chip"  # its tag lies in another place, too
NOT_DRAWN = "card_not_drawn"  # a card of ours lies there that no reading saw leave the shoe
DOUBLE_CARD = "double_card"  # its tag lies in its own place, too
UNDECIDED = "card_undecided"  # several draws were not read, and it could be any of them


class Foreign:
    """Tags that could not be valued, grouped by the fault. It never shows a tag."""

    def __init__(self) -> None:
        self._lying: dict[tuple[str, str], dict[TagId, int]] = {}  # each with its denomination, 0 for none

    def seen(self, key: str, place: str, tag: TagId, denomination: int = 0) -> None:
        """Note a tag of that kind at a place."""
        self._lying.setdefault((key, place), {})[tag] = denomination

    def gone(self, place: str, tags: Iterable[TagId]) -> None:
        """Note that these tags lie there no more."""
        left = set(tags)
        for (key, where), lying in list(self._lying.items()):
            if where == place:
                for tag in left & lying.keys():
                    del lying[tag]
                if not lying:
                    del self._lying[key, where]

    def only(self, place: str, tags: Iterable[TagId]) -> None:
        """Note that only these lie at a place."""
        kept = set(tags)
        for (_, where), lying in list(self._lying.items()):
            if where == place:
                self.gone(place, lying.keys() - kept)

    def rename(self, key: str, other: str, place: str) -> None:
        """Let the tags of one kind at a place count as of another kind."""
        for tag, worth in self._lying.pop((key, place), {}).items():
            self.seen(other, place, tag, worth)

    def forget(self, key: str) -> None:
        """End the alarms of that kind, such as at a new hand."""
        for known, place in list(self._lying):
            if known == key:
                del self._lying[known, place]

    @property
    def alarms(self) -> tuple[PublicAlarm, ...]:
        """One text for each kind and place, in the order in which they came. Chips are named by their
        denominations."""
        return tuple(
            alarm_of(key, place=place, count=len(tags), **_named(tags.values()))
            for (key, place), tags in self._lying.items()
        )

    def to_json(self) -> list[Any]:
        """Return it for a sealed record only, as the tags stand in clear."""
        return [
            [key, place, sorted([t.value, worth] for t, worth in tags.items())]
            for (key, place), tags in self._lying.items()
        ]

    @classmethod
    def from_json(cls, data: list[Any]) -> Foreign:
        """Return what `to_json` saved."""
        foreign = cls()
        for key, place, tags in data:
            for tag, worth in tags:
                foreign.seen(key, place, TagId(tag), worth)
        return foreign


def _named(denominations: Iterable[int]) -> dict[str, str]:
    """Return the chips of an alarm, the highest first. Nothing if they have no value."""
    chips = ", ".join(map(str, sorted((worth for worth in denominations if worth), reverse=True)))
    return {"chips": chips} if chips else {}
