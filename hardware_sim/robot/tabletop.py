"""What hands can do at a table: every act of robot and players goes through here to the physical world.

A `Witness` senses the acts ideally, without bytes. At level wire there is none: the parts read for themselves, and
the keys go to the displays.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

from hardware_sim.physics.things import MOUTH, Card, ThingId
from hardware_sim.physics.world import Way, World


class Witness(Protocol):
    """Sees every act at once and without error."""

    def drawn(self, card: ThingId, now: int) -> None: ...

    def drawn_together(self, one: ThingId, other: ThingId, now: int) -> None: ...

    def card_moved(self, card: ThingId, origin: str, place: str, now: int) -> None: ...

    def chips_moved(self, chips: list[ThingId], origins: list[str], place: str, now: int) -> None: ...

    def button_moved(self, seat: int | None, now: int) -> None: ...

    def post_changed(self, seat: int, present: bool, now: int) -> None: ...

    def key_pressed(self, seat: int, key: str, now: int) -> None: ...


class TableTop:
    """The table under the hands. `clock` tells the table's time."""

    def __init__(self, world: World, clock: Callable[[], int], witness: Witness | None = None) -> None:
        self.world = world
        self.now = clock
        self.witness = witness
        self.touch: Callable[[int, str], None] | None = None
        """Presses a touch area of a seat's display. None: `witness` hears of the key."""

    def draw(self) -> ThingId:
        """Pitch the next card out of the shoe."""
        now = self.now()
        self.world.agenda.run(now)
        card = self.world.draw(now)[0].id
        if self.witness:
            self.witness.drawn(card, now)
        return card

    def draw_two(self) -> list[ThingId]:
        """Two cards slip out of the shoe as one: the beams see one card."""
        now = self.now()
        self.world.agenda.run(now)
        one, other = (card.id for card in self.world.draw(now, cards=2))
        if self.witness:
            self.witness.drawn_together(one, other, now)
        return [one, other]

    def half_out(self) -> None:
        """Move the next card half out of the shoe and in again. Whatever counts cards counts none."""
        self.world.agenda.run(self.now())
        self.world.draw(self.now(), way=Way.PUSHED_BACK)

    def take_unseen(self) -> ThingId:
        """Take the next card of a deck in the dealer's hand. No shoe sees it."""
        card = self.world.at("stub")[0].id
        self.world.move([card], "dealer", self.now())
        return card

    def lay(self, card: ThingId, place: str) -> None:
        """Lay a card at a place."""
        origin = self.world.place_of(card)
        self.world.move([card], place, self.now())
        if self.witness and origin != MOUTH:
            self.witness.card_moved(card, origin, place, self.now())
        elif self.witness:
            self.witness.card_moved(card, "dealer", place, self.now())

    def cards(self, place: str) -> list[ThingId]:
        """Return the cards at a place."""
        return [thing.id for thing in self.world.at(place) if isinstance(thing, Card)]

    def shift(self, chips: Iterable[ThingId], place: str) -> None:
        """Move chips to a place in one motion."""
        moving = list(chips)
        origins = [self.world.place_of(chip) for chip in moving]
        self.world.move(moving, place, self.now())
        if self.witness and moving:
            self.witness.chips_moved(moving, origins, place, self.now())

    def button(self, seat: int) -> None:
        """Put the dealer button at a seat."""
        if self.world.button != seat:
            self.world.place_button(seat, self.now())
            if self.witness:
                self.witness.button_moved(seat, self.now())

    def post(self, seat: int, present: bool) -> None:
        """Cover or free a seat's ante and blind spot."""
        self.world.set_post(seat, present, self.now())
        if self.witness:
            self.witness.post_changed(seat, present, self.now())

    def press(self, seat: int, key: str) -> None:
        """Press a seat's key, by its name on the display: fold, check, call, raise, minus, plus, all_in, time."""
        if self.touch is not None:
            self.touch(seat, key)
        elif self.witness:
            self.witness.key_pressed(seat, key, self.now())
