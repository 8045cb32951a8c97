"""What lies on the table and belongs to no register, by place: told as alarms until it is taken away. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from firmware_bridge.messages.base import TagId
from firmware_bridge.messages.public import Text


class Foreign:
    """Tags that could not be valued, kept apart by what is wrong with them. It never shows a tag."""

    def __init__(self) -> None:
        self._lying: dict[tuple[str, str], set[TagId]] = {}

    def seen(self, key: str, place: str, tag: TagId) -> None:
        """A tag of that kind lies there."""
        self._lying.setdefault((key, place), set()).add(tag)

    def gone(self, place: str, tags: Iterable[TagId]) -> None:
        """These tags lie there no more."""
        left = set(tags)
        for (key, where), lying in list(self._lying.items()):
            if where == place:
                lying -= left
                if not lying:
                    del self._lying[key, where]

    def only(self, place: str, tags: Iterable[TagId]) -> None:
        """Nothing lies there but these."""
        kept = set(tags)
        for (_, where), lying in list(self._lying.items()):
            if where == place:
                self.gone(place, lying - kept)

    def forget(self, key: str) -> None:
        """Alarms of that kind are over (a new hand)."""
        for known, place in list(self._lying):
            if known == key:
                del self._lying[known, place]

    @property
    def alarms(self) -> tuple[Text, ...]:
        """One text for each kind and place, in the order in which they came."""
        return tuple(
            Text(key=f"alarm.{key}", params={"place": place, "count": len(tags)})
            for (key, place), tags in self._lying.items()
        )

    def to_json(self) -> list[Any]:
        """For a sealed record only: the tags stand in clear."""
        return [[key, place, sorted(t.value for t in tags)] for (key, place), tags in self._lying.items()]

    @classmethod
    def from_json(cls, data: list[Any]) -> Foreign:
        """What `to_json` gave."""
        foreign = cls()
        for key, place, tags in data:
            for tag in tags:
                foreign.seen(key, place, TagId(tag))
        return foreign
