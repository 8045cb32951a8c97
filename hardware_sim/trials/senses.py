"""Senses that err: the reports of a bridge when readings go wrong by the fault model.

Only readings are wrong here, not the world. Each fault is drawn from one seed and counted by its name.
"""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial

from firmware_bridge.messages.base import Interval, TagId
from firmware_bridge.messages.places import spot_called
from firmware_bridge.messages.sensed import CardDrawn, CardGone, CardPlaced, Orientation, Sensed, SensingGap
from hardware_sim.physics.noise import dice, within
from hardware_sim.physics.things import CARD_SPOTS, SEATS, STUB, Card, Chip, ThingId
from hardware_sim.physics.world import World
from hardware_sim.robot.senses import IdealSenses, Sight

from .model import FaultModel

READERS = "cards"
"""The part that reads seats, board and muck, while the simulator stands in for the bridge."""
MOMENT = 1_000_000
"""Time between the last reading without and the first one with something, in ns."""


class BlurredSenses(IdealSenses):
    """Implements `robot.tabletop.Witness`. Late reports wait in the world's agenda."""

    def __init__(
        self, world: World, sight: Sight, emit: Callable[[Sensed], None], model: FaultModel, seed: int
    ) -> None:
        super().__init__(world, sight, emit)
        self.model = model
        self.faults: Counter[str] = Counter()
        self.shoe: Counter[str] = Counter()
        """Cards that left the shoe, and how many of them a third of a second after the one before."""
        self._drawn_at = 0
        self._luck: random.Random = dice(seed, "senses")
        self._before: TagId | None = None  # the last card that left the shoe
        self._owed: TagId | None = None  # what the shoe reports of the next card, if two tags are exchanged
        self._shown: dict[ThingId, str] = {}  # where each card was last reported to lie
        self._covered: set[ThingId] = set()  # under a chip, and not read
        self._blind: dict[str, int] = {}  # spots whose antenna is dead, since when
        self._moves: Counter[ThingId] = Counter()  # a report that a later movement has overtaken is not made

    @property
    def reported(self) -> set[ThingId]:
        """Return the cards that are reported to lie somewhere."""
        return set(self._shown)

    def _happens(self, fault: str, chance: float) -> bool:
        if self._luck.random() >= chance:
            return False
        self.faults[fault] += 1
        return True

    def blind(self, spot: str, now: int) -> None:
        """Let the antenna of a spot die. Nothing is known of the spot from now on."""
        self._blind[spot] = now
        self.emit(SensingGap(part=READERS, places=(spot,), since=now, until=None))

    def sees_again(self, spot: str, now: int) -> None:
        """Let the antenna answer again. It reports what lies there."""
        self.emit(SensingGap(part=READERS, places=(spot,), since=self._blind.pop(spot), until=now))
        self._shown = {
            thing.id: place
            for place in sorted(self.sight.places)
            if place in CARD_SPOTS
            for thing in self.world.at(place)
            if isinstance(thing, Card)
        }
        self.emit(self.snapshot(now))

    # --- the shoe -------------------------------------------------------------------------------------------------

    def drawn(self, card: ThingId, now: int) -> None:
        if not self.sight.shoe:
            return
        self.shoe["cards"] += 1
        self.shoe["three a second"] += now - self._drawn_at <= self.model.pitch + MOMENT
        self._drawn_at = now
        self._moves[card] += 1
        self._leaves(card, now)
        up: Orientation = "up" if self.world.faces_up(card) else "down"
        self.emit(CardDrawn(tags=self._tags_of(card), orientation=up, at=_at(now)))
        self._before = self.tag(card)

    def drawn_together(self, one: ThingId, other: ThingId, now: int) -> None:
        """Two cards left as one: the beams count one, the window sees both."""
        self._moves.update((one, other))
        for card in (one, other):
            self._leaves(card, now)
        tags = tuple(sorted((self.tag(one), self.tag(other)), key=lambda tag: tag.value))
        self.emit(CardDrawn(tags=tags, orientation="down", at=_at(now)))
        self._before = self.tag(other)

    def _tags_of(self, card: ThingId) -> tuple[TagId, ...]:
        own, model, owed = self.tag(card), self.model, self._owed
        self._owed = None
        if not self._answers(card):
            return ()
        if owed is not None:
            return (owed,)
        if self._happens("no_read", model.no_read):
            return ()
        if self._before is not None and self._happens("stale", model.stale):
            return (self._before,)
        upper = self._upper()
        if upper is None:
            return (own,)
        if self._happens("next_card", model.next_card):
            return (upper,)
        if self._happens("both", model.both):
            return tuple(sorted((own, upper), key=lambda tag: tag.value))
        if self._happens("swapped", model.swapped):
            self._owed = own
            return (upper,)
        return (own,)

    def _upper(self) -> TagId | None:
        stub = self.world.at(STUB)
        return self.tag(stub[0].id) if stub else None

    def _answers(self, card: ThingId) -> bool:
        return self.world.thing(card).tag.alive

    # --- the spots ------------------------------------------------------------------------------------------------

    def card_moved(self, card: ThingId, origin: str, place: str, now: int) -> None:
        self._moves[card] += 1
        self._covered.discard(card)
        if not self._answers(card):
            return
        luck, model = self._luck, self.model
        if self.sight.cards_at(origin):
            heard = self._shown.get(card)
            self._later(card, now + within(luck, model.leaving), lambda at: self._left(card, heard, place, at))
        if self.sight.cards_at(place):
            self._lands(card, place, now)

    def _lands(self, card: ThingId, place: str, now: int) -> None:
        luck, model = self._luck, self.model
        read = now + within(luck, model.landing)
        if self._happens("no_read", model.no_read):
            read += within(luck, model.sweep)
        elif self._happens("late", model.late):
            read += within(luck, model.lateness)
        elif (beside := self._beside(place)) and self._happens("neighbour", model.neighbour):
            self._later(card, read, lambda at: self._seems(card, beside, at))
            read += within(luck, model.lateness)
        self._later(card, read, lambda at: self._seems(card, place, at))
        if self._happens("flicker", model.flicker):
            missed = read + within(luck, model.sweep)
            self._later(card, missed, lambda at: self._leaves(card, at))
            self._later(card, missed + within(luck, model.landing), lambda at: self._seems(card, place, at))

    def _beside(self, place: str) -> str:
        kind, number = spot_called(place)
        beside = [f"{kind}:{number + step}" for step in (1, -1)] if number else []
        return next((spot for spot in beside if self.sight.cards_at(spot)), "")

    def _later(self, card: ThingId, when: int, report: Callable[[int], None]) -> None:
        """Make a report at that time, if the card has not been moved meanwhile."""
        move = self._moves[card]
        self.world.agenda.at(when, lambda at: report(at) if self._moves[card] == move else None)

    def _leaves(self, card: ThingId, at: int) -> None:
        spot = self._shown.pop(card, None)
        if spot is not None and spot not in self._blind:
            self.emit(CardGone(tag=self.tag(card), spot=spot, at=_at(at)))

    def _left(self, card: ThingId, heard: str | None, place: str, at: int) -> None:
        """Report a card gone from the spot that it left, or from the one beside, once it lies at `place`.

        An antenna that hears it beside its new place goes on until it is read there.
        """
        if heard is not None and self._shown.get(card) == heard != place:
            self._leaves(card, at)

    def _seems(self, card: ThingId, place: str, at: int) -> None:
        if self._shown.get(card) == place:
            return
        self._leaves(card, at)
        if place in self._blind:
            return
        self._shown[card] = place
        self.emit(CardPlaced(tag=self.tag(card), spot=place, at=_at(at)))

    # --- chips on cards -------------------------------------------------------------------------------------------

    def chips_moved(self, chips: list[ThingId], origins: list[str], place: str, now: int) -> None:
        super().chips_moved(chips, origins, place, now)
        for spot in {place, *origins}:
            if spot in SEATS:
                self._capped(spot, now)

    def _capped(self, spot: str, now: int) -> None:
        """A chip was laid on the cards there, or taken off them."""
        capped = any(isinstance(thing, Chip) for thing in self.world.at(spot))
        for thing in self.world.at(spot):
            if not isinstance(thing, Card) or not self._answers(thing.id):
                continue
            card = thing.id
            if capped and self._happens("capped", self.model.capped):
                self._covered.add(card)
                when = now + within(self._luck, self.model.leaving)
                self._later(card, when, partial(self._is_covered, card))
            elif not capped:
                when = now + within(self._luck, self.model.landing)
                self._later(card, when, partial(self._is_bare, card, spot))

    def _is_covered(self, card: ThingId, at: int) -> None:
        """Report a card gone that was missed so often, unless it has been read since the chip was taken off."""
        if card in self._covered:
            self._leaves(card, at)

    def _is_bare(self, card: ThingId, spot: str, at: int) -> None:
        self._covered.discard(card)
        self._seems(card, spot, at)


def _at(now: int) -> Interval:
    return Interval(absent=now - MOMENT, present=now)
