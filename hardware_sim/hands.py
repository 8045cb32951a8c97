"""A person's hands at the dealer's place: orders of the simulator's page, carried out on the table's own time."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from controller.pages.catalogue import catalogue
from firmware_bridge.messages.languages import LANGUAGES
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.public import PublicMove, PublicState, Text
from firmware_bridge.messages.told import DealerCommand
from hardware_sim.demonstration import DemonstratingDealer, Wishes
from hardware_sim.depths.links import PublicLink
from hardware_sim.due import PILES, due, misplaced
from hardware_sim.errands import Errand
from hardware_sim.page import AntennaState, AttemptState, KindState, PlaceState, SchoolState, TableState
from hardware_sim.physics.fields import Fields, Listing, Outcome
from hardware_sim.physics.noise import dice
from hardware_sim.physics.things import BOARD, OFF, SHOE, STUB, Card, Technology, ThingId
from hardware_sim.robot.chips import exactly, lying, select
from hardware_sim.robot.dealer import FLIGHT
from hardware_sim.robot.players import FAST
from hardware_sim.robot.tabletop import TableTop
from hardware_sim.school.lessons import School
from hardware_sim.school.record import Attempt
from hardware_sim.sentences import Unable

REFRESH = 100_000_000
"""How old what the page shows may be, in ns. A tenth of a second looks immediate."""

SEATS = range(1, 11)
BETS = {f"bet:{seat}": seat for seat in SEATS}
"""Bet lines, and their seats."""

PLACES = (
    *(f"{kind}:{seat}" for kind in ("seat", "stack", "bet") for seat in SEATS),
    *BOARD,
    "muck", "dealer", "pot", "tray", "drop", OFF,
)  # fmt: skip
"""The places at which things lie in sight."""

SPARE = "spare"
"""What the page calls the cards that belong to no deck of this table, while none of them is in play."""


DECK = "deck"
"""What the page calls the cards that lie on the deck, face up. No antenna reads them.

One that the table asked for lies there until it is taken off or shuffled in. Any other one is boxed: it leaves the
shoe before the next card, and a shuffle does not turn it over.
"""


class Queue(Protocol):
    """Takes errands from any thread, and does them in the loop's."""

    def put(self, errand: Errand) -> None: ...


class DealersPlace:
    """Implements `hardware_sim.page.TableControl`."""

    def __init__(
        self, loop: Loop, top: TableTop, link: PublicLink, errands: Queue, wishes: Wishes,
        dealer: DemonstratingDealer | None, spare: Sequence[ThingId] = (), fields: Fields | None = None,
    ) -> None:  # fmt: skip
        """`dealer`: the robot that makes way and offers its mistakes. None at a table without a robot dealer.

        `spare`: cards that do not belong to the deck, for a person to slip in. `fields`: what antennas read. None: at
        a table without antennas.
        """
        self.loop, self.top, self.link, self.errands, self.wishes = loop, top, link, errands, wishes
        self.dealer, self.spare, self.fields = dealer, spare, fields
        self._worth = {chip.tag.uid: chip.denomination for chip in top.world.chips}
        self.luck = dice(0, "the stub, shuffled by hand")
        self._on_deck: dict[ThingId, bool] = {}  # whether the table asked for it, by card, the last one uppermost
        self._state = TableState()
        self._refresh(loop.now())

    # --- called by the page, in its thread ------------------------------------------------------------------------

    def table(self) -> TableState:
        return self._state

    def deal_by_hand(self, on: bool) -> None:
        self.errands.put(lambda _now: self._deal_by_hand(on))

    def finish(self) -> None:
        self.errands.put(lambda _now: self._finish())

    def draw(self, place: str) -> None:
        self.errands.put(lambda now: self._draw(place, now))

    def lay(self, origin: str, nth: int, place: str) -> None:
        self.errands.put(lambda _now: self._lay(origin, nth, place))

    def turn(self, origin: str, nth: int) -> None:
        self.errands.put(lambda _now: self._turn(origin, nth))

    def carry(self, origin: str, amount: int | None, place: str) -> None:
        self.errands.put(lambda _now: self._carry(origin, amount, place))

    def sweep(self) -> None:
        self.errands.put(lambda _now: self._sweep())

    def shuffle(self) -> None:
        self.errands.put(lambda _now: self._shuffle())

    def collect(self) -> None:
        self.errands.put(lambda _now: self._collect())

    def done(self) -> None:
        self.errands.put(lambda _now: self._done())

    def put_button(self, seat: int) -> None:
        self.errands.put(lambda _now: self.top.button(seat))

    def close_lid(self, closed: bool) -> None:
        self.errands.put(lambda now: self.top.world.set_lid(closed, now))

    def close_door(self, closed: bool) -> None:
        self.errands.put(lambda now: self.top.world.set_door(closed, now))

    def show_me(self) -> None:
        self.errands.put(lambda _now: self._show_me())

    def mistake(self, name: str) -> None:
        self.errands.put(lambda _now: self.wishes.wish(name))

    def now_and_then(self, on: bool) -> None:
        self.errands.put(lambda _now: setattr(self.wishes, "now_and_then", on))

    # --- in the loop's thread -------------------------------------------------------------------------------------

    def _deal_by_hand(self, on: bool) -> None:
        if self.dealer is None:
            raise Unable("Only the robot deals a tournament.")
        self.wishes.by_hand, self.wishes.finishing = on, False
        if self.wishes.school is not None:
            self.wishes.school.deals(on)

    def _finish(self) -> None:
        if not self.wishes.by_hand or self.dealer is None:
            raise Unable("The robot deals already.")
        self.wishes.finish()
        self.dealer.pace = FAST

    def _show_me(self) -> None:
        if self.wishes.school is None or not self.wishes.school.is_pupils:
            raise Unable("Nothing is to be shown: the pupil has no mistake to put right.")
        self.wishes.school.show()

    def _moved(self) -> None:
        """Tell the school that a person has moved something."""
        if self.wishes.school is not None:
            self.wishes.school.moved()

    def _draw(self, place: str, now: int) -> None:
        """Draw a card. The shoe is free again a moment after the last one, so a quick hand waits for it."""
        if not self.wishes.rests or self.dealer is None:
            raise Unable("Press “Deal yourself” first: the robot deals.")
        if not self.top.world.at(STUB):
            raise Unable("The shoe is empty.")
        if now < (free := self.top.world.shoe_free_at):
            self.loop.call_at(free, lambda now: self._draw(place, now))
            return
        self._moved()
        self._slide_in(now)
        card = self.top.draw()
        self.dealer.takes(card)
        self.loop.call_at(now + FLIGHT, lambda _now: self.top.lay(card, place))

    def _slide_in(self, now: int) -> None:
        """The uppermost card on the deck that nobody asked for is the next one of the stub."""
        boxed = [card for card in self._cards(DECK) if not self._on_deck[card]][-1:]
        if boxed:
            del self._on_deck[boxed[0]]
            self.top.world.move([*boxed, *(thing.id for thing in self.top.world.at(STUB))], STUB, now)

    def _is_asked(self, origin: str) -> bool:
        """Whether the table asks for a card of that place on the deck, now or soon."""
        moves = [move for remedy in self.link.state.remedies for move in remedy.moves] if self.link.state else []
        begins = {PILES.get(move.origin, move.origin) for move in moves if move.state != "done" and _to_deck(move)}
        return origin in begins or (origin in BOARD and "board" in begins)

    def _lay(self, origin: str, nth: int, place: str) -> None:
        card = self._card(origin, nth)
        self._moved()
        self._on_deck.pop(card, None)
        if place == SHOE:
            self._on_deck[card] = self._is_asked(origin)
            self.top.lay(card, OFF)  # out of the sight of its antenna
            self.top.world.turn(card, face_up=True)
        else:
            self.top.lay(card, place)

    def _card(self, origin: str, nth: int) -> ThingId:
        cards = self._cards(origin)
        if nth >= len(cards):
            raise Unable("That card does not lie there any more.")
        return cards[nth]

    def _turn(self, origin: str, nth: int) -> None:
        card = self._card(origin, nth)
        self._moved()
        self.top.world.turn(card, face_up=not self.top.world.faces_up(card))

    def _shuffle(self) -> None:
        """Shuffle the stub, with what lies on it."""
        self._moved()
        world, on_deck = self.top.world, self._cards(DECK)
        for card in on_deck:
            world.turn(card, face_up=not self._on_deck.pop(card))
        stub = [*(thing.id for thing in world.at(STUB)), *on_deck]
        self.luck.shuffle(stub)
        world.move(stub, STUB, self.top.now())

    def _carry(self, origin: str, amount: int | None, place: str) -> None:
        there = lying(self.top.world, origin)
        wanted = dict(there) if amount is None else exactly(there, amount)
        if not wanted:
            raise Unable("The chips there do not make that amount.")
        self.top.shift(select(self.top.world, origin, wanted), place)
        if origin in BETS and not self.top.world.value(origin):
            self.top.post(BETS[origin], False)

    def _sweep(self) -> None:
        self.top.shift([chip.id for line in BETS for chip in self.top.world.at(line)], "pot")
        for seat in SEATS:
            self.top.post(seat, False)

    def _done(self) -> None:
        self._moved()
        self.link.tell("dealer", DealerCommand(word="done"))

    def _collect(self) -> None:
        self._moved()
        for card in [card for place in PLACES if place != OFF for card in self.top.cards(place)]:
            self.top.lay(card, OFF)

    # --- what the page shows --------------------------------------------------------------------------------------

    def _refresh(self, now: int) -> None:
        self.look()
        self.loop.call_at(now + REFRESH, self._refresh)

    def look(self) -> None:
        """Show the page what there is now. It is done by itself while the table's time passes."""
        wishes, world = self.wishes, self.top.world
        self._on_deck = {card: asked for card, asked in self._on_deck.items() if world.place_of(card) == OFF}
        if wishes.school is not None and self.link.state is not None:
            wishes.school.look(self.link.state, self.top.now())
        shown = self._open_cards()
        places = {place: self._at(place, shown) for place in (*PLACES, SPARE, DECK)}
        self._state = TableState(
            places={place: there for place, there in places.items() if there != PlaceState()},
            antennas=self._antennas(),
            lid=world.closed("shoe:lid"),
            door=world.closed("door"),
            stub=len(world.at(STUB)),
            button=world.button,
            seats=tuple(seat.seat for seat in self.link.state.seats) if self.link.state else (),
            mistakes=tuple(wishes.offered) if self.dealer is not None else (),
            wished=wishes.wished.name if wishes.wished else "",
            now_and_then=wishes.now_and_then,
            by_hand=wishes.by_hand,
            says=said(self.link.state) if self.link.state else {},
            due=due(self.link.state, world, on_deck=bool(self._cards(DECK))) if self.link.state else None,
            school=school_shown(wishes.school, self.top.now()) if wishes.school else None,
        )

    def _at(self, place: str, shown: Callable[[str, Card], bool]) -> PlaceState:
        world = self.top.world
        cards = [card for card in map(world.thing, self._cards(place)) if isinstance(card, Card)]
        chips = 0 if place in (OFF, SPARE, DECK) else world.value(place)
        return PlaceState(tuple(card.face if shown(place, card) else "" for card in cards), chips)

    def _antennas(self) -> dict[str, AntennaState]:
        fields = self.fields
        return {name: self._read(last) for name in fields.names if (last := fields.last(name))} if fields else {}

    def _read(self, last: Sequence[Listing]) -> AntennaState:
        tags = [tag for listing in last for tag in listing.tags]
        chips = [self._worth[tag.uid] for tag in tags if tag.uid in self._worth]
        return AntennaState(
            cards=sum(tag.technology is Technology.ISO14443A for tag in tags),
            chips=sum(chips),
            failed=any(listing.outcome is not Outcome.CLEAN for listing in last),
        )

    def _cards(self, place: str) -> list[ThingId]:
        """The cards at a place. Off the table those of this hand: burns, and what was laid aside."""
        if place in (OFF, SPARE, DECK):
            return self._beside(place)
        return self.top.cards(STUB if place == SHOE else place)

    def _beside(self, place: str) -> list[ThingId]:
        """The cards of a pile that no antenna reads."""
        lying, drawn = self.top.cards(OFF), self.dealer.drawn if self.dealer else frozenset()
        if place == DECK:
            return [card for card in self._on_deck if card in lying]
        cards = self.spare if place == SPARE else lying
        return [
            card
            for card in cards
            if card in lying and card not in self._on_deck and (card in drawn) == (place == OFF)
        ]

    def _open_cards(self) -> Callable[[str, Card], bool]:
        """The cards that lie open: those of the board, tabled hands, and boxed ones."""
        state = self.link.state
        tabled: Mapping[str, tuple[str, ...]] = (
            {f"seat:{s.seat}": s.shown or () for s in state.seats} if state else {}
        )

        def shown(place: str, card: Card) -> bool:
            open_ = place in (*BOARD, SPARE) or card.face in tabled.get(place, ())
            return open_ or self.top.world.faces_up(card.id)

        return shown


def _to_deck(move: PublicMove) -> bool:
    return move.goal == "stub" or move.verb == "shuffle"


def told(state: PublicState) -> list[Text]:
    """Return what the table tells the dealer, as on their page: what to do now comes last.

    A movement of a remedy that is due stands without alarms.
    """
    asked, step = [ask.text for ask in state.asks], state.next_step
    for remedy in state.remedies if step and step.verb else ():
        if due := [move.text for move in remedy.moves if move.state == "next"]:
            return [remedy.title, *remedy.wrong, *due]
    prompts = [prompt.text for prompt in state.prompts if step is None or prompt.key != step.key]
    first = misplaced(state) if state.turn is None else None
    alarms = [alarm.text for alarm in state.alarms if alarm is not first]
    now = [first.text] if first else [step.text] if step else []
    return [*alarms, *prompts, *(asked or now)]


def said(state: PublicState) -> dict[str, tuple[str, ...]]:
    """Return what the table tells the dealer, in the words of each language."""
    texts = told(state)
    return {language: tuple(map(catalogue(language).text, texts)) for language in LANGUAGES}


def school_shown(school: School, now: int) -> SchoolState:
    """Return what the page shows of a pupil's lesson and record."""
    examiner = school.examiner
    return SchoolState(
        pupil=school.record.pupil,
        lesson=school.lesson,
        seconds=int(examiner.seconds(now)) if examiner else 0,
        wrong=examiner.wrong if examiner else 0,
        last=_attempt(school.last),
        kinds=tuple(
            KindState(kind, len(tried), school.record.bad(kind), _attempt(tried[-1] if tried else None))
            for kind in school.kinds
            for tried in [school.record.of(kind)]
        ),
    )


def _attempt(last: Attempt | None) -> AttemptState | None:
    return AttemptState(last.kind, last.seconds, last.wrong, last.shown) if last else None
