"""Ideal senses: the reports of a bridge whose antennas see everything at once and never err."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import get_args

from firmware_bridge.messages.base import Interval, TagId
from firmware_bridge.messages.places import spot_called
from firmware_bridge.messages.sensed import (
    ButtonPlaced,
    CardDrawn,
    CardGone,
    CardPlaced,
    ChipsMoved,
    Key,
    Orientation,
    PostPlaced,
    SeatKey,
    Sensed,
    Snapshot,
)
from hardware_sim.physics.things import CARD_SPOTS, CHIP_AREAS, Card, Chip, Technology, Thing, ThingId
from hardware_sim.physics.world import World

READ = frozenset({"shoe", *CARD_SPOTS, *CHIP_AREAS})
EVERYTHING = READ | {"button", "posts"}


@dataclass(frozen=True, slots=True)
class Sight:
    """Which places antennas look at. The dealer enters what happens at other places."""

    places: frozenset[str] = EVERYTHING

    @property
    def shoe(self) -> bool:
        return "shoe" in self.places

    @property
    def chips(self) -> bool:
        """Whether stacks, bets and the pot are read at all."""
        return "pot" in self.places

    def cards_at(self, place: str) -> bool:
        return place in self.places

    def chips_at(self, place: str) -> bool:
        """An antenna for cards reports no chip that is laid on them."""
        return place in self.places and place in CHIP_AREAS

    def without(self, *kinds: str) -> Sight:
        """Return the same sight without these places or kinds of place (`stack`, `bet`)."""
        gone = {p for p in READ if spot_called(p).kind in kinds}
        return Sight(self.places - gone - frozenset(kinds))


@dataclass(slots=True)
class IdealSenses:
    """A `Witness` that turns each act into the messages a perfect bridge would send."""

    world: World
    sight: Sight
    emit: Callable[[Sensed], None]
    _tags: dict[ThingId, TagId] = field(default_factory=dict)

    def tag(self, thing: ThingId) -> TagId:
        """The thing's tag in the form of messages."""
        if thing not in self._tags:
            self._tags[thing] = tag_of(self.world.thing(thing))
        return self._tags[thing]

    def drawn(self, card: ThingId, now: int) -> None:
        if self.sight.shoe:
            up: Orientation = "up" if self.world.faces_up(card) else "down"
            self.emit(CardDrawn(tags=(self.tag(card),), orientation=up, at=_at(now)))

    def drawn_together(self, one: ThingId, other: ThingId, now: int) -> None:
        """Two cards left as one: the beams count one, the window sees both."""
        if self.sight.shoe:
            tags = tuple(sorted((self.tag(one), self.tag(other)), key=lambda tag: tag.value))
            self.emit(CardDrawn(tags=tags, orientation="down", at=_at(now)))

    def card_moved(self, card: ThingId, origin: str, place: str, now: int) -> None:
        if self.sight.cards_at(origin):
            self.emit(CardGone(tag=self.tag(card), spot=origin, at=_at(now)))
        if self.sight.cards_at(place):
            self.emit(CardPlaced(tag=self.tag(card), spot=place, at=_at(now)))

    def chips_moved(self, chips: list[ThingId], origins: list[str], place: str, now: int) -> None:
        for origin in dict.fromkeys(origins):
            self._area(origin, (), [c for c, o in zip(chips, origins, strict=True) if o == origin], now)
        self._area(place, chips, (), now)

    def _area(self, area: str, added: Iterable[ThingId], removed: Iterable[ThingId], now: int) -> None:
        if self.sight.chips_at(area):
            self.emit(
                ChipsMoved(
                    area=area,
                    added=tuple(map(self.tag, added)),
                    removed=tuple(map(self.tag, removed)),
                    lies=self._chips(area),
                    at=_at(now),
                )
            )

    def button_moved(self, seat: int | None, now: int) -> None:
        if "button" in self.sight.places:
            self.emit(ButtonPlaced(seat=seat, at=_at(now)))

    def post_changed(self, seat: int, present: bool, now: int) -> None:
        if "posts" in self.sight.places:
            self.emit(PostPlaced(seat=seat, present=present, at=_at(now)))

    def key_pressed(self, seat: int, key: str, now: int) -> None:
        pressed = next((k for k in get_args(Key) if k == key), None)
        if pressed is not None:  # plus and minus change what the display shows, and are no act
            self.emit(SeatKey(seat=seat, key=pressed, at=_at(now)))

    def snapshot(self, now: int) -> Snapshot:
        """Return everything that lies where an antenna looks."""
        places = sorted(self.sight.places)
        cards = {p: self._cards(p) for p in places if p in CARD_SPOTS}
        chips = {p: self._chips(p) for p in places if self.sight.chips_at(p)}
        button = self.world.button if "button" in self.sight.places else None
        return Snapshot(cards=cards, chips=chips, button=button, posts=(), unread=(), at=_at(now))

    def _cards(self, place: str) -> tuple[TagId, ...]:
        return tuple(self.tag(thing.id) for thing in self.world.at(place) if isinstance(thing, Card))

    def _chips(self, place: str) -> tuple[TagId, ...]:
        return tuple(self.tag(thing.id) for thing in self.world.at(place) if isinstance(thing, Chip))


def tag_of(thing: Thing) -> TagId:
    """Return a thing's tag in the form of messages."""
    return _written(thing.tag.technology, thing.tag.uid)


@lru_cache(maxsize=4096)  # the chips and cards of a large table, which are the same things in a thousand hands
def _written(technology: Technology, uid: bytes) -> TagId:
    return TagId(f"{technology.value}:{uid.hex().upper()}")


@lru_cache(maxsize=4)  # what is moved in one go is reported with one time
def _at(now: int) -> Interval:
    return Interval(absent=now - 1, present=now)
