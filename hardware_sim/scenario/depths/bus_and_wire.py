"""Simulation levels bus and wire: the same acts as at level core, done by hands on the simulated table top.

- At bus, perfect sensing reports each act to the controller.
- At wire, the parts read the acts for themselves, which takes time. After an act the scenario waits until the
  controller reports what really lies on the felt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, get_args

from controller.poker.cards import JOKER_NAME
from controller.poker.events import Key, Orientation, Told
from controller.poker.outcomes import Alarm
from controller.table import Setup
from firmware_bridge.messages import sensed
from firmware_bridge.messages.base import Interval, TagId
from firmware_bridge.messages.places import spot_called
from firmware_bridge.messages.public import PublicAsk, PublicState
from firmware_bridge.messages.tablefile import SensingSection
from firmware_bridge.messages.told import Answer
from hardware_sim.depths.room import Room
from hardware_sim.physics.fields import CARDS_READ
from hardware_sim.physics.things import (
    CARD_SPOTS,
    DEALER,
    HAND_AT,
    MOUTH,
    OFF,
    SEATS,
    STUB,
    Chip,
    ThingId,
    card_places,
)
from hardware_sim.robot.chips import Rack, lying, select
from hardware_sim.robot.senses import tag_of
from hardware_sim.scenario.language.notation import Chips
from hardware_sim.scenario.play.console_entries import message_of
from hardware_sim.scenario.play.core_commands import enter
from hardware_sim.scenario.play.display_text import texts_of
from hardware_sim.scenario.play.expectation_checker import Answer as Heard
from hardware_sim.scenario.play.level import MOTION, MS, PACE, Impossible, Unsupported, two_motions
from hardware_sim.shown import ShownAlarm, ShownPrompt

from .hearing import Hearing, of_the_table

DRAW: Final = 350 * MS
"""Time from the draw until the card lies at its spot, in ns. A quick dealer pitches nearly three cards a second."""

PATIENCE: Final = 6_000 * MS
"""The longest wait for readings, in ns, in which every antenna reads its place twice.

A sweep of all places that are not on the attention list takes about 1 s. While chips are undecided between a line and
its stack, it takes up to 3 s.
"""

GONE_AFTER: Final = SensingSection().gone_after_misses
"""How many reads must miss a tag until it counts as gone."""

READ_AGAIN: Final = 3_000 * MS
"""Time in ns in which a line is read again after its turn, so that the readings surely part two motions."""

APART: Final = 100 * MS
"""How much further apart two acts are than what counts as the same time, in ns."""

DRAWN: Final = 1_000 * MS
"""Time in ns in which a display shows what it was told. A page of thirty texts takes some 60 ms."""

STEP: Final = 20 * MS
"""Interval in ns at which a display is looked at until then."""

DWELL: Final = 600 * MS
"""Time in ns for the button, which counts as placed after a dwell of 400 ms."""

CARD_PLACES: Final = frozenset(card_places(10)) - {STUB, OFF}
"""Places where a card can lie by itself.

A card laid on the stub is shuffled in later. Cards off the table lie in one heap with those that are set aside, the
burns and the joker.
"""

BETWEEN_HANDS: Final = frozenset({"waiting", "shuffle", "posting", "claims"})
"""Phases in which the table counts no cards at their places, unless it deals for a race or the first button."""

AT_THE_ENTRY: Final = {"refused.role": "command.role", "refused.seat": "command.seat"}
"""What the controller refuses before it comes to the table, under the key that the table uses."""


class PhysicalDepth:
    """A `Depth` on a room. `end` is called when the scenario is over."""

    def __init__(self, room: Room, rack: Rack, setup: Setup, end: Callable[[], None]) -> None:
        self.room, self.rack, self.setup = room, rack, setup
        self.world, self.top = room.world, room.top
        self._end = end
        self._faces = {card.face: card.id for card in self.world.cards}
        self._names = {card.id: card.face for card in self.world.cards}
        self._hearing = Hearing()
        self._refused = self._alarms = 0
        self._posts: frozenset[int] = frozenset()
        self._beside: dict[str, str] = {}  # card and the place without an antenna where it lies, such as the burns
        self._lifted: dict[str, str] = {}  # card and the place it belongs to
        self._exits: dict[str, int] = {}  # card and its draw number, or the next number if it appeared without a draw
        self._drawn = 0  # how many cards left the shoe in this hand
        self._hidden: dict[str, str] = {}  # card and the place that it left unnoticed, or came back to
        self._acted = 0  # when something was last done, ns
        self._taken: tuple[str, int] | None = None  # where a card was last taken out of sight, and when (ns)
        self._rested = (0, -1)  # start and end of the last rest, ns
        self._moved = False
        self._in_vain: dict[str, tuple[int, int]] = {}  # of `_unread_cards`, what was waited for to no avail
        self._over_bets = False  # a card was drawn over bets that still lie there
        self._heard: PublicState | None = None
        self._which: list[PublicAsk] = []  # questions as to which card from the shoe lies somewhere
        room.on_news = self._note
        self._note()
        self._hearing.take()

    # --- the table ----------------------------------------------------------------------------------------------

    def _note(self) -> None:
        state = self.room.link.state
        if state is not None:
            self._heard = of_the_table(state)
            self._which = [ask for ask in state.asks if ask.scope == "senses"]
            self._hearing.note(self._heard)

    @property
    def view(self) -> PublicState:
        self._catch_up()
        return self._glance

    @property
    def phase(self) -> str:
        return self._glance.phase

    @property
    def _glance(self) -> PublicState:
        assert self._heard is not None  # noqa: S101 - a room is open once it has spoken
        return self._heard

    def display(self, seat: int) -> tuple[str, ...]:
        """Return the texts of a display. At wire the display first gets the time to draw what it was told."""
        self._catch_up()
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
        self._catch_up()
        heard = self._hearing.take()
        refused = self.room.link.refused
        if len(refused) > self._refused and not any(isinstance(one, ShownAlarm) for one in heard):
            heard.append(Alarm(AT_THE_ENTRY.get(refused[-1], "refused.entry")))
        self._refused = len(refused)
        return heard

    @property
    def at(self) -> tuple[int, int]:
        now = self.room.loop.now()
        return (now - 1, now)

    def wait(self, duration: int) -> None:
        """Let time pass. After a rest, the time counts as if the rest had been as long as at level core."""
        now = self.room.loop.now()
        began = self._rested[0] + PACE if self._rested[1] == self._acted else now
        self.room.run_for(max(0, began + duration - now))
        self._act()

    def rest(self) -> None:
        """Pause after an act. At wire, a quick player waits for the table, but longer than two motions need.

        - While time is being counted for a player, for a card out of sight, or for bets that cards were dealt over,
          the pace is the usual one. So the times of the script come out.
        - At any other alarm a dealer looks up until the table has read what lies there, and then rests for that pace.
        """
        if self.room.rig is None:
            self.room.run_for(PACE)
            return
        now, self._moved = self.room.loop.now(), True
        view = self.view
        began = self._missed()
        self._over_bets = self._over_bets and any(self.world.at(f"bet:{seat}") for seat in self.setup.chairs)
        counted = view.clock or self._lifted or self._over_bets or "off" in self._beside.values()
        alarmed, self._alarms = len(view.alarms) > self._alarms, len(view.alarms)
        if alarmed and not counted:
            self._catch_up()
            self.room.run_for(PACE)
        over = began + PACE if counted else now + max(MOTION, self.setup.simultaneous + APART)
        self.room.run_for(max(0, over - self.room.loop.now()))
        self._act()
        self._rested = (began, self._acted)

    def _missed(self) -> int:
        """When the last act counts as done, in ns.

        A card taken out of sight counts as gone once its place has been read without it, some 2 s later at most.
        """
        if self._taken is None or self.room.rig is None or self._taken[1] != self._acted:
            return self._acted
        place, moment = self._taken
        return next(iter(self.room.rig.fields.read_since(place, moment)), self._acted)

    def _act(self) -> None:
        """Note that something was done that the table has still to see."""
        self._moved, self._acted = True, self.room.loop.now()

    def next_motion(self) -> None:
        self._act()
        if self.room.rig is None:
            self.room.run_for(two_motions(self.setup.motion_resolution))
        else:
            self._catch_up()
            self.room.run_for(READ_AGAIN + self.setup.motion_resolution)

    def _catch_up(self) -> None:
        """Wait until the table has seen what was done. If a part does not see it, wait as long as it could take."""
        if not self._moved and not self._which:
            return
        self._moved = False
        self._look()
        while (answer := self._which_lies()) is not None:
            self.room.link.tell("dealer", answer)
            self.room.settle()
            self._look()

    def _look(self) -> None:
        if self.room.rig is not None:
            unread = self._unread_cards()
            self._in_vain = {place: found for place, found in self._in_vain.items() if unread.get(place) == found}
            if not self.room.run_until(lambda: self._seen() or self._which_lies() is not None, PATIENCE):
                self._in_vain = self._unread_cards()
        self.room.settle()

    def _which_lies(self) -> Answer | None:
        """The answer to a question which card lies at a place. The table asks it if shoe and plan disagree."""
        for ask in self._which:
            lying = self.cards(ask.place) if ask.place else []
            option = next((n for card in lying if (n := str(self._exits.get(card))) in ask.options), None)
            if option is not None:
                return Answer(ask=ask.id, option=option)
        return None

    def _seen(self) -> bool:
        """Whether the table has read all that can be read. What it missed for `PATIENCE` it goes on missing."""
        state = self.room.link.state
        if state is None:
            return False
        chips = (place for place in self.room.sight.places if place in HAND_AT or place == "pot")
        unread = self._unread_cards().items()
        return all(state.chips_at.get(place, 0) == self.world.value(place) for place in chips) and all(
            self._in_vain.get(place) == found for place, found in unread
        )

    def _unread_cards(self) -> dict[str, tuple[int, int]]:
        """How many cards lie, and how many count, at each place where the table is still to read them."""
        state = self.room.link.state
        if state is None or self._between_hands():
            return {}
        places = (place for place in self.room.sight.places if place in CARD_SPOTS)
        found = {place: (len(self.top.cards(place)), state.cards_at.get(place, 0)) for place in places}
        return {place: cards for place, cards in found.items() if not self._as_seen(place, *cards)}

    def _between_hands(self) -> bool:
        state = self.room.link.state
        return state is not None and state.phase in BETWEEN_HANDS and not _deals_beside(state)

    def _as_seen(self, place: str, lie: int, counted: int) -> bool:
        """Whether as many cards count as lie there. The dealer decides about cards that the reader did not notice."""
        unnoticed = [self._faces[card] for card, left in self._hidden.items() if left == place]
        back = sum(self.world.place_of(card) == place for card in unnoticed)
        return -back <= counted - lie <= len(unnoticed) - back

    def tell(self, told: Told) -> None:
        role, message = message_of(told, {ask.id for ask in self.view.asks})
        self.room.link.tell(role, message)
        self._act()

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
        self._carry(select(self.world, origin, Counter(chips)), _hand_of(origin), goal, reach)

    def _carry(self, chips: list[ThingId], hand: str, goal: str, reach: int) -> None:
        self.top.shift(chips, hand)
        self.room.run_for(reach)
        self.top.shift(chips, goal)
        self._act()

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
        self._act()

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
        self._let_read([place])
        self._act()

    def _let_read(self, places: Sequence[str]) -> None:
        """Wait until the places have been read as often as it takes to miss what is gone, and once more."""
        moment = self.room.loop.now()
        fields = None if self.room.rig is None else self.room.rig.fields
        while fields is not None and self.room.loop.now() < moment + 2 * PATIENCE:
            self.room.run_for(MOTION)
            read = [place for place in places if place in fields.names]
            if all(len(fields.read_since(place, moment)) > GONE_AFTER for place in read):
                return

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

    def _tag(self, thing: ThingId) -> TagId:
        return tag_of(self.world.thing(thing))

    def _now(self) -> Interval:
        absent, present = self.at
        return Interval(absent=absent, present=present)

    # --- cards --------------------------------------------------------------------------------------------------

    def load(self, deck: Sequence[str]) -> None:
        """Take up all cards and load the shoe.

        No dealer shuffles before the readers miss the cards. A card dealt to its old place in less time would seem
        never to have left.
        """
        cards = [self._faces[face] for face in deck]
        lay = [place for card in cards if (place := self.world.place_of(card)) in CARD_PLACES]
        self._lifted.clear()
        self._beside.clear()
        self._exits.clear()
        self._hidden.clear()
        self._drawn = 0
        self.world.load_shoe(cards, self.room.loop.now())
        if lay:
            self._let_read(lay)

    def coming(self) -> str:
        stub = self.top.cards("stub")
        if not stub:
            raise Impossible("the shoe is empty")
        return self._names[stub[0]]

    def draw(self, orientation: Orientation = "down", *, read: bool = True) -> str:
        coming = self.coming()
        card = self._faces[coming]
        step = self._glance.next_step
        self._over_bets = self._over_bets or (step is not None and step.key == "gather")
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
            self._exits[coming] = self._drawn
        self._act()
        return coming

    def _draw_unread(self) -> None:
        witness, self.top.witness = self.top.witness, None
        card = self.top.draw()
        self.top.witness = witness
        up: Orientation = "up" if self.world.faces_up(card) else "down"
        put = self._stood_in_for("a card that the shoe's reader misses")
        put(sensed.CardDrawn(tags=(), orientation=up, at=self._now()))

    def joker(self, place: str) -> None:
        self.world.move([self._faces[JOKER_NAME]], STUB, self.room.loop.now())
        self.lay(self.draw(), place)
        if place == "aside":
            enter(self, "dealer", "joker_drawn")

    def restack(self, order: Sequence[str]) -> None:
        back = [card for card, place in self._beside.items() if place == "stub"]
        stub = [self._names[card] for card in self.top.cards(STUB)]
        if missing := [card for card in order if card not in stub and card not in back]:
            raise Impossible(f"{' '.join(missing)}: not in the stub")
        rest = [card for card in [*stub, *back] if card not in order]
        for card in back:
            self._exits.pop(card, None)
            del self._beside[card]
        self.world.move([self._faces[card] for card in [*order, *rest]], STUB, self.room.loop.now())

    def of_exit(self, exit_: int) -> str:
        for card, number in self._exits.items():
            if number == exit_:
                return card
        raise Impossible(f"no card that lies on the table left the shoe as number {exit_}")

    def lay(self, card: str, place: str) -> None:
        thing = self._faces[card]
        self._lifted.pop(card, None)
        self._beside.pop(card, None)
        if place not in CARD_PLACES:
            self._beside[card], place = place, OFF
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
        for changed in (origin, place):
            self._in_vain.pop(changed, None)
        if place in SEATS and self._between_hands():
            self._let_read([place])  # no count shows that the table has seen it
        if place in self.room.sight.places:
            self._exits.setdefault(card, max(self._exits.values(), default=0) + 1)
        self._act()
        self._note_taken(origin, place)

    def _note_taken(self, origin: str, goal: str = OFF) -> None:
        if origin in self.room.sight.places and goal not in self.room.sight.places:
            self._taken = origin, self._acted

    def _note_covered(self, card: ThingId) -> None:
        """Note a card that is drawn from under two others. No reader notices that it leaves or comes back."""
        place = self.world.place_of(card)
        lying = self.top.cards(place) if place in SEATS else []
        if self.room.rig is not None and card in lying[:-CARDS_READ]:
            self._hidden[self._names[card]] = place

    def _deals_beside(self) -> bool:
        state = self.room.link.state
        return state is not None and _deals_beside(state)

    def lift(self, card: str) -> None:
        thing = self._faces[card]
        place = self.world.place_of(thing)
        if place in SEATS:
            self._lifted[card] = place
            self.top.lay(thing, f"hand:{spot_called(place).number}")
            self._act()
            self._note_taken(place)

    def cards(self, place: str) -> list[str]:
        held = [card for card, origin in (self._lifted | self._beside).items() if origin == place]
        lying = self.top.cards(place) if place in CARD_PLACES else ()
        return [*(self._names[thing] for thing in lying), *held]

    # --- the rest -----------------------------------------------------------------------------------------------

    def button(self, seat: int) -> None:
        self.top.button(seat)
        self.room.run_for(DWELL)
        self._act()

    def post_spot(self, seat: int, present: bool) -> None:
        self.top.post(seat, present)
        self._posts = self._posts | {seat} if present else self._posts - {seat}
        self._act()

    def chair(self, seat: int, present: bool) -> None:
        bridge = self._stood_in_for("a chair that senses who sits on it")
        bridge(sensed.SeatOccupied(seat=seat, present=present, at=self._now()))

    def press(self, seat: int, key: Key, amount: int | None) -> None:
        if key == "sit_in":
            raise Unsupported(f"a display's key for {key!r}. A display has {', '.join(get_args(sensed.Key))}")
        if self.room.bridge is not None:
            self.room.bridge.put(sensed.SeatKey(seat=seat, key=key, amount=amount, at=self._now()))
        else:
            self._dial(seat, amount)
            self.top.press(seat, key)
        self._act()

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

    # --- sensors that disagree ------------------------------------------------------------------------------------

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


def _deals_beside(state: PublicState) -> bool:
    """Whether cards are dealt outside a hand: in a race, or for the first button."""
    return state.next_step is not None and state.next_step.key in ("race_card", "draw_card")


def _hand_of(place: str) -> str:
    """The hand into which chips go from a place."""
    return HAND_AT.get(place, DEALER)
