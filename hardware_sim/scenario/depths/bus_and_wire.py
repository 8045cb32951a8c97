"""Simulation levels bus and wire: the same acts as at level core, done by hands on the simulated table top.

- At bus, perfect sensing reports each act to the controller.
- At wire, the parts read the acts for themselves, which takes time. After an act the scenario waits until the
  controller reports what really lies on the felt.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, get_args

from controller.poker.cards import JOKER_NAME
from controller.poker.events import Key, Orientation, Told
from controller.poker.outcomes import Alarm
from controller.table import Setup
from firmware_bridge.messages import sensed
from firmware_bridge.messages.base import Interval, TagId
from firmware_bridge.messages.contest import Contest
from firmware_bridge.messages.places import spot_called
from firmware_bridge.messages.public import PublicSeat, PublicState
from hardware_sim.depths.room import Room
from hardware_sim.physics.fields import CARDS_READ
from hardware_sim.physics.things import DEALER, HAND_AT, MOUTH, OFF, SEATS, STUB, Chip, ThingId
from hardware_sim.robot.chips import Rack, lying, select
from hardware_sim.robot.senses import tag_of
from hardware_sim.scenario.language.notation import Chips
from hardware_sim.scenario.play.console_entries import message_of
from hardware_sim.scenario.play.core_commands import enter
from hardware_sim.scenario.play.display_text import texts_of
from hardware_sim.scenario.play.expectation_checker import Answer as Heard
from hardware_sim.scenario.play.level import MOTION, MS, Impossible, Unsupported
from hardware_sim.shown import ShownAlarm, ShownPrompt

from .hearing import Hearing
from .script_cards import CARD_PLACES, ScriptCards
from .waits import Waits, deals_beside

DRAW: Final = 350 * MS
"""Time from the draw until the card lies at its spot, in ns. A quick dealer pitches nearly three cards a second."""

DRAWN: Final = 1_000 * MS
"""Time in ns in which a display shows what it was told. A page of thirty texts takes some 60 ms."""

STEP: Final = 20 * MS
"""Interval in ns at which a display is looked at until then."""

DWELL: Final = 600 * MS
"""Time in ns for the button, which counts as placed after a dwell of 400 ms."""

AT_THE_ENTRY: Final = {"refused.role": "command.role", "refused.seat": "command.seat"}
"""What the controller refuses before it comes to the table, under the key that the table uses."""


class PhysicalDepth:
    """A `Depth` on a room. `end` is called when the scenario is over."""

    def __init__(self, room: Room, rack: Rack, setup: Setup, end: Callable[[], None]) -> None:
        self.room, self.rack, self.setup = room, rack, setup
        self.world, self.top = room.world, room.top
        self._end = end
        self._cards, self._hearing = ScriptCards(room.top), Hearing()
        self.waits = Waits(room, setup, self._cards, self._hearing)
        self._refused = 0
        self._posts: frozenset[int] = frozenset()
        self._drawn = 0  # how many cards left the shoe in this hand
        room.on_news = self._note
        self._note()
        self._hearing.take()

    # --- the table ----------------------------------------------------------------------------------------------

    def _note(self) -> None:
        if self.room.link.state is not None:
            self._hearing.note(self.room.link.state)

    @property
    def view(self) -> PublicState:
        return self.waits.view

    @property
    def course(self) -> PublicState:
        return self.view

    @property
    def contest(self) -> Contest | None:
        return self.view.contest

    def seat(self, number: int) -> PublicSeat | None:
        return next((seat for seat in self.view.seats if seat.seat == number), None)

    @property
    def phase(self) -> str:
        return self.waits.glance.phase

    @property
    def at(self) -> tuple[int, int]:
        now = self.room.loop.now()
        return (now - 1, now)

    def wait(self, duration: int) -> None:
        self.waits.wait(duration)

    def rest(self) -> None:
        self.waits.rest()

    def next_motion(self) -> None:
        self.waits.next_motion()

    def display(self, seat: int) -> tuple[str, ...]:
        """Return the texts of a display. At wire the display first gets the time to draw what it was told."""
        self.waits.catch_up()
        state = self.room.link.state
        page = next((one for one in state.displays if one.seat == seat), None) if state is not None else None
        if page is None:
            raise Unsupported(f"seat {seat} has no display")
        told = texts_of(page.values)
        if self.room.rig is None:
            return told
        display = self.room.rig.displays[seat]
        for _ in range(DRAWN // STEP):
            if texts_of(display.values()) == told:
                break
            self.room.run_for(STEP)
        return texts_of(display.values())

    def outcomes(self) -> list[Heard | ShownPrompt]:
        self.waits.catch_up()
        heard = self._hearing.take()
        refused = self.room.link.refusals
        if len(refused) > self._refused and not any(isinstance(one, ShownAlarm) for one in heard):
            heard.append(Alarm(AT_THE_ENTRY.get(refused[-1], "refused.entry")))
        self._refused = len(refused)
        return heard

    def tell(self, told: Told) -> None:
        role, message = message_of(told, {ask.id for ask in self.view.asks})
        self.room.link.tell(role, message)
        self.waits.act()

    def close(self) -> None:
        self._end()

    # --- chips --------------------------------------------------------------------------------------------------

    def chips(self, place: str) -> list[int]:
        return [thing.denomination for thing in self.world.at(place) if isinstance(thing, Chip)]

    def shift(self, chips: Chips, origin: str, goal: str, reach: int = MOTION) -> None:
        missing = Counter(chips) - Counter(self.chips(origin))
        if missing:
            short = " + ".join(f"{count}x{chip}" for chip, count in sorted(missing.items()))
            raise Impossible(f"{origin} has no {short}")
        self._carry(select(self.world, origin, Counter(chips)), HAND_AT.get(origin, DEALER), goal, reach)

    def _carry(self, chips: list[ThingId], hand: str, goal: str, reach: int) -> None:
        self.top.shift(chips, hand)
        self.room.run_for(reach)
        self.top.shift(chips, goal)
        self.waits.act()

    def sweep(self, origins: Sequence[str], goal: str) -> None:
        chips = [thing.id for place in origins for thing in self.world.at(place) if isinstance(thing, Chip)]
        self._carry(chips, "dealer", goal, MOTION)

    def bring(self, chips: Chips, goal: str) -> None:
        try:
            brought = self.rack.take(chips)
        except LookupError as error:
            raise Impossible(str(error)) from None
        self.room.run_for(MOTION)
        self.top.shift(brought, goal)
        self.waits.act()

    def exchange(self, place: str, chips: Chips) -> None:
        """Change chips in one step, as at core. Otherwise the tray's reader would see the halves at different times.

        Then wait until the table has read it. The value stays the same, so no public field shows when that is.
        """
        before = lying(self.world, place)
        came, went = Counter(chips) - before, before - Counter(chips)
        out = select(self.world, place, went)
        there = {thing.id for thing in self.world.at(place)}
        self.rack.put_back(out, self.room.loop.now())
        try:
            self.rack.hand_out(tuple(came.elements()), place, self.room.loop.now())
        except LookupError as error:
            raise Impossible(str(error)) from None
        self._tell_change(place, [t.id for t in self.world.at(place) if t.id not in there], out)
        self.waits.let_read([place])
        self.waits.act()

    def _tell_change(self, place: str, came: list[ThingId], went: list[ThingId]) -> None:
        if self.room.bridge is None or place not in self.room.sight.places:
            return
        self.room.bridge.put(
            sensed.ChipsMoved(
                area=place,
                added=tuple(self._tag(chip) for chip in came),
                removed=tuple(self._tag(chip) for chip in went),
                lies=tuple(tag_of(thing) for thing in self.world.at(place)),
                at=self._now(),
            )
        )

    # --- cards --------------------------------------------------------------------------------------------------

    def load(self, deck: Sequence[str]) -> None:
        """Take up all cards and load the shoe.

        No dealer shuffles before the readers miss the cards. A card dealt to its old place in less time would seem
        never to have left.
        """
        cards = [self._cards.ids[face] for face in deck]
        lay = [place for card in cards if (place := self.world.place_of(card)) in CARD_PLACES]
        self._cards.forget()
        self._drawn = 0
        self.world.load_shoe(cards, self.room.loop.now())
        if lay:
            self.waits.let_read(lay)

    def coming(self) -> str:
        stub = self.top.cards("stub")
        if not stub:
            raise Impossible("the shoe is empty")
        return self._cards.names[stub[0]]

    def draw(self, orientation: Orientation = "down", *, read: bool = True) -> str:
        coming = self.coming()
        card = self._cards.ids[coming]
        self.waits.draw()
        self.room.run_for(max(MS, self.world.shoe_free_at - self.room.loop.now()))
        self.world.turn(card, orientation == "up")
        if not self.room.sight.shoe:
            self.top.take_unseen()
        elif self.room.rig is not None:
            self.room.rig.faults.order("heal shoe" if read else "noread shoe 1", self.room.loop.now())
            self.top.draw()
        elif read:
            self.top.draw()
        else:
            self._draw_unread()
        self._drawn += 1
        if self.room.sight.shoe:
            self._cards.exits[coming] = self._drawn
        self.waits.act()
        return coming

    def _draw_unread(self) -> None:
        witness, self.top.witness = self.top.witness, None
        card = self.top.draw()
        self.top.witness = witness
        up: Orientation = "up" if self.world.faces_up(card) else "down"
        put = self._stood_in_for("a card that the shoe's reader misses")
        put(sensed.CardDrawn(tags=(), orientation=up, at=self._now()))

    def joker(self, place: str) -> None:
        self.world.move([self._cards.ids[JOKER_NAME]], STUB, self.room.loop.now())
        self.lay(self.draw(), place)
        if place == "aside":
            enter(self, "dealer", "joker_drawn")

    def restack(self, order: Sequence[str]) -> None:
        back = [card for card, place in self._cards.beside.items() if place == "stub"]
        stub = [self._cards.names[card] for card in self.top.cards(STUB)]
        if missing := [card for card in order if card not in stub and card not in back]:
            raise Impossible(f"{' '.join(missing)}: not in the stub")
        rest = [card for card in [*stub, *back] if card not in order]
        for card in back:
            self._cards.exits.pop(card, None)
            del self._cards.beside[card]
        self.world.move([self._cards.ids[card] for card in [*order, *rest]], STUB, self.room.loop.now())

    def of_exit(self, exit_: int) -> str:
        for card, number in self._cards.exits.items():
            if number == exit_:
                return card
        raise Impossible(f"no card that lies on the table left the shoe as number {exit_}")

    def lay(self, card: str, place: str) -> None:
        thing = self._cards.ids[card]
        self._cards.lifted.pop(card, None)
        self._cards.beside.pop(card, None)
        if place not in CARD_PLACES:
            self._cards.beside[card], place = place, OFF
        if self.world.place_of(thing) == STUB and self.room.sight.shoe and self._deals_beside():
            self.restack([card])  # it is the next of the shoe
            self.draw("up")
        if self.world.place_of(thing) in (MOUTH, DEALER) or self.room.rig is None:
            self.room.run_for(DRAW)
        if self.world.place_of(thing) == place:  # it lies there already: lifted, and laid back
            self.top.lay(thing, "dealer")
            self.room.run_for(DRAW)
        self._note_covered(thing)
        origin = self.world.place_of(thing)
        self.top.lay(thing, place)
        self.waits.changed(origin, place)
        if place in SEATS and self.waits.between_hands():
            self.waits.let_read([place])  # no count shows that the table has seen it
        if place in self.room.sight.places:
            self._cards.exits.setdefault(card, max(self._cards.exits.values(), default=0) + 1)
        self.waits.act()
        self.waits.take_away(origin, place)

    def _note_covered(self, card: ThingId) -> None:
        """Note a card that is drawn from under two others. No reader notices that it leaves or comes back."""
        place = self.world.place_of(card)
        lying = self.top.cards(place) if place in SEATS else []
        if self.room.rig is not None and card in lying[:-CARDS_READ]:
            self._cards.hidden[self._cards.names[card]] = place

    def _deals_beside(self) -> bool:
        state = self.room.link.state
        return state is not None and deals_beside(state)

    def lift(self, card: str) -> None:
        thing = self._cards.ids[card]
        place = self.world.place_of(thing)
        if place in SEATS:
            self._cards.lifted[card] = place
            self.top.lay(thing, f"hand:{spot_called(place).number}")
            self.waits.act()
            self.waits.take_away(place, OFF)

    def cards(self, place: str) -> list[str]:
        return self._cards.at(place)

    # --- the rest -----------------------------------------------------------------------------------------------

    def button(self, seat: int) -> None:
        self.top.button(seat)
        self.room.run_for(DWELL)
        self.waits.act()

    def post_spot(self, seat: int, present: bool) -> None:
        self.top.post(seat, present)
        self._posts = self._posts | {seat} if present else self._posts - {seat}
        self.waits.act()

    def press(self, seat: int, key: Key, amount: int | None) -> None:
        if key == "sit_in":
            raise Unsupported(f"a display's key for {key!r}. A display has {', '.join(get_args(sensed.Key))}")
        if self.room.bridge is not None:
            self.room.bridge.put(sensed.SeatKey(seat=seat, key=key, amount=amount, at=self._now()))
        else:
            self._dial(seat, amount)
            self.top.press(seat, key)
        self.waits.act()

    def _dial(self, seat: int, amount: int | None) -> None:
        """Set the raise key. Minus and plus move it by a big blind."""
        view = self.view
        step, least = self.setup.stakes.big_blind, view.min_raise
        if amount is None or view.turn != seat or least is None:
            return
        if amount < least or (amount - least) % step:
            raise Unsupported(f"a raise to {amount} by keys that stand at {least} and move by {step}")
        for _ in range((amount - least) // step):
            self.top.press(seat, "plus")
            self.room.run_for(MOTION)

    # --- sensors that see what is not so: at bus, where the simulator stands in for the bridge -------------------

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
        self.waits.act()
        return self.room.bridge.put

    def see_chips(self, place: str, chips: Chips) -> None:
        put = self._stood_in_for(f"sensors that see other chips at {place} than lie there")
        tags = tuple(self._tag(chip) for chip in self.rack.some(chips))
        put(self._snapshot({}, {place: tags}))

    def see_cards(self, place: str, cards: Sequence[str]) -> None:
        put = self._stood_in_for(f"sensors that see other cards at {place} than lie there")
        put(self._snapshot({place: tuple(self._tag(self._cards.ids[card]) for card in cards)}, {}))

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
