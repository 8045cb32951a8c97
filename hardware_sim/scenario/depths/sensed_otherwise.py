"""Sensors that see what is not so. It needs level bus, where the simulator stands in for the bridge."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firmware_bridge.messages import sensed
from firmware_bridge.messages.base import Interval, TagId
from hardware_sim.depths.room import Room
from hardware_sim.physics.things import (
    ThingId,
)
from hardware_sim.physics.world import World
from hardware_sim.robot.chips import Rack
from hardware_sim.robot.senses import tag_of
from hardware_sim.scenario.language.notation import Chips
from hardware_sim.scenario.play.level import Unsupported


class SensedOtherwise:
    """The part of a `PhysicalDepth`, which has the parts named here, for readings of what is not so."""

    room: Room
    rack: Rack
    world: World
    _faces: dict[str, ThingId]
    _posts: frozenset[int]

    @property
    def at(self) -> tuple[int, int]:
        """When what is done now was last absent and first present, in ns."""
        raise NotImplementedError

    def _act(self) -> None:
        raise NotImplementedError

    def _tag(self, thing: ThingId) -> TagId:
        return tag_of(self.world.thing(thing))

    def _now(self) -> Interval:
        absent, present = self.at
        return Interval(absent=absent, present=present)

    def chair(self, seat: int, present: bool) -> None:
        bridge = self._stood_in_for("a chair that senses who sits on it")
        bridge(sensed.SeatOccupied(seat=seat, present=present, at=self._now()))

    def _stood_in_for(self, what: str) -> Callable[[sensed.Sensed], None]:
        """Return how to publish what is not so, which only works if the simulator stands in for the bridge.

        Raises Unsupported if it does not.
        """
        if self.room.bridge is None:
            raise Unsupported(what)
        self._act()
        return self.room.bridge.put

    def see_chips(self, place: str, chips: Chips) -> None:
        put = self._stood_in_for(f"sensors that see other chips at {place} than lie there")
        tags = tuple(self._tag(chip) for chip in self.rack.some(chips))
        put(self._snapshot({}, {place: tags}))

    def see_cards(self, place: str, cards: Sequence[str]) -> None:
        put = self._stood_in_for(f"sensors that see other cards at {place} than lie there")
        put(self._snapshot({place: tuple(self._tag(self._faces[card]) for card in cards)}, {}))

    def _snapshot(self, cards: dict[str, tuple[TagId, ...]], chips: dict[str, tuple[TagId, ...]]) -> sensed.Snapshot:
        """A snapshot of one place, without the others."""
        posts = tuple(sorted(self._posts))
        return sensed.Snapshot(cards=cards, chips=chips, button=None, posts=posts, unread=(), at=self._now())

    def see_button(self, seat: int | None) -> None:
        self._stood_in_for("sensors that see the button where it is not")(
            sensed.ButtonPlaced(seat=seat, at=self._now())
        )

    def blind(self, source: str, duration: int) -> None:
        put = self._stood_in_for("a source that was blind for an exact time")
        now = self.room.loop.now()
        put(sensed.SensingGap(part=source, places=(), since=now - duration, until=None))
        put(sensed.SensingGap(part=source, places=(), since=now - duration, until=now))
