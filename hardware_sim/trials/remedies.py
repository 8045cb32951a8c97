"""A dealer who carries out by hand what the table shows of a remedy, movement by movement."""

from __future__ import annotations

import random
from collections.abc import Generator
from typing import Protocol

from firmware_bridge.messages.public import PublicMove, PublicState
from hardware_sim.depths.links import PublicLink
from hardware_sim.physics.things import BOARD, OFF, SEATS, STUB, ThingId
from hardware_sim.robot.dealer import FIRST_OF, Dealer
from hardware_sim.robot.players import Pace, Players, Script
from hardware_sim.robot.says import Pause, Stuck, Until, Wait, summary
from hardware_sim.robot.senses import Sight
from hardware_sim.robot.tabletop import TableTop
from hardware_sim.shown import ShownAsk, ShownStep

SEEN = 5_000_000_000
"""Time in ns in which the table sees a movement: twice as long as it takes to read a card that was missed."""

VERBS = (
    "deal", "turn", "burn", "show", "lay", "board", "stub", "aside", "muck", "back", "shuffle", "mix", "draw",
    "expose", "change", "collect",
)  # fmt: skip
"""Movements as `controller.poker.remedy` has them."""

SPOTLESS = ("stub", "aside", "burn", "floor", "table", "shoe")
"""Where cards lie without an antenna."""


class Slips(Protocol):
    """What a dealer wrongly does before a movement."""

    def before(self, dealer: RemedyingDealer, move: PublicMove) -> Script: ...


class RemedyingDealer(Dealer):
    """Follows the movements of the open remedies, and enters what no sensor sees."""

    def __init__(
        self, top: TableTop, link: PublicLink, players: Players, pace: Pace, sight: Sight, luck: random.Random
    ) -> None:
        super().__init__(top, link, players, pace, sight)
        self.public = link
        self.luck = luck
        self.movements = 0
        """How many movements the dealer made in this hand."""
        self.thrown: set[ThingId] = set()
        """Cards that the dealer threw to a seat without being due there, and knows of."""
        self.slips_at: Slips | None = None
        """What goes wrong with movements first. None: nothing."""
        self._steps |= dict.fromkeys((f"remedy_{verb}" for verb in VERBS), self._remedy)

    @property
    def state(self) -> PublicState:
        """The public state, as the dealer's page shows it."""
        if self.public.state is None:
            raise Stuck("the table has said nothing yet")
        return self.public.state

    def _remedy(self, step: ShownStep) -> Script:
        """Make movement after movement, as long as the table asks for the same again."""
        while self.link.says.next_step == step:
            done = self._ticked()
            yield from self._movement()
            if self._ticked() == done:
                return

    def _movement(self) -> Script:
        move = self.due()
        if move is None:
            raise Stuck(f"a remedy's movement is due and none is shown: {summary(self.link.says)}")
        self.movements += 1
        if self.slips_at is not None:
            yield from self.slips_at.before(self, move)
            if move.by == "drawn" and not self.still_due(move):  # a misplaced card is put away
                return
        if move.verb == "shuffle":
            self._shuffle(move)
        elif move.verb == "collect":
            self._collect_all()
        elif move.by == "drawn":
            yield from self._next_card(move)
        elif move.verb not in ("mix", "expose", "change"):
            yield from self._with_cards(move)
        yield Pause(self.pace.motion)
        done = self._ticked()
        if move.by == "told" and self.still_due(move):
            self._tell("done")
        yield Until(lambda _s: self._ticked() != done or self.due() != move, "it is seen", SEEN, fatal=False)
        if move.by != "told" and self._asked_for_his_word(move):
            self._tell("done")
            yield Until(lambda _s: self._ticked() != done, "it is taken", SEEN, fatal=False)

    def _asked_for_his_word(self, move: PublicMove) -> bool:
        """Whether the table has found meanwhile that no reader will see the movement."""
        due = self.due()
        return due is not None and self.still_due(move) and due.by == "told"

    def _ticked(self) -> int:
        """How many movements the table counts as made."""
        return sum(move.state == "done" for remedy in self.state.remedies for move in remedy.moves)

    def due(self) -> PublicMove | None:
        """Return the movement that is to be made now."""
        return next((m for r in self.state.remedies for m in r.moves if m.state == "next"), None)

    def still_due(self, move: PublicMove) -> bool:
        """Whether that movement is the next one, even if its card has another name meanwhile."""
        due = self.due()
        return due is not None and (due.verb, due.exits, due.origin, due.goal) == (
            move.verb, move.exits, move.origin, move.goal,
        )  # fmt: skip

    def _next_card(self, move: PublicMove) -> Generator[Wait, None, None]:
        card = yield from self._draw()
        self.top.lay(card, self._place(move.goal))

    def _with_cards(self, move: PublicMove) -> Script:
        blind = move.verb in ("draw", "lay") and len(move.exits) > 1  # among cards that lie face down
        cards = self.cards_of(move)
        if blind and move.origin == "board":  # the dealer draws from what lies there, whatever the table takes it for
            cards = [card for card in cards if card in self._on_the_board()] or cards
        for card in [self.luck.choice(cards)] if blind else cards:
            self.top.lay(card, self._place(move.goal))
            yield Pause(self.pace.motion)

    def cards_of(self, move: PublicMove) -> list[ThingId]:
        """Return the cards of a movement, by the faces on the dealer's page, or else by their draw numbers.

        The last burn card is the one that the dealer burnt last. The card from the shoe is the one in their hand,
        whatever was read there.
        """
        if move.origin == "shoe" and len(held := self.top.cards("dealer")) == len(move.exits):
            return held
        if (move.verb, move.origin) == ("lay", "burn") and len(move.exits) == 1:
            return [card for card in self._drawn if self.top.world.place_of(card) == OFF][-1:]
        if len(move.cards) == len(move.exits):
            faces = {card.face: card.id for card in self.top.world.cards if card.id in self._drawn}
            if set(move.cards) <= faces.keys():
                return [faces[face] for face in move.cards]
        return [self.card_of(exit_) for exit_ in move.exits]

    def _board(self, step: ShownStep) -> Script:
        """Lay a card of the board. A card that a remedy brought may lie in the way, and is slid to its place
        first."""
        yield from self._line_up()
        stray = self._stray()
        if stray:
            self.top.lay(stray, self._place("board"))
            yield Until(lambda s: s.next_step != step, "it is seen where it belongs", SEEN, fatal=False)
        if self.link.says.next_step == step:
            yield from self._clear_the_board(step)
            yield from super()._board(step)

    def _on_the_board(self) -> list[ThingId]:
        return [card for spot in BOARD for card in self.top.cards(spot)]

    def _line_up(self) -> Script:
        """Lay the cards of the board side by side, from the first spot on."""
        for number, card in enumerate(self._on_the_board(), start=1):
            if self.top.world.place_of(card) != f"board:{number}":
                self.top.lay(card, f"board:{number}")
                yield Pause(self.pace.motion)

    def _clear_the_board(self, step: ShownStep) -> Script:
        """Take the cards that the table does not count off the board, if the card that is due has no spot."""
        due = FIRST_OF[step.key] + step.number("card")
        lying = self._on_the_board()
        if len(lying) < due:
            return
        yield Until(lambda s: s.next_step != step or bool(s.asks), "it is read", SEEN, fatal=False)
        if self.link.says.next_step == step and not self.link.says.asks:
            faces = {card.id: card.face for card in self.top.world.cards}
            for card in [card for card in lying if faces[card] not in self.link.says.board]:
                self.top.lay(card, OFF)
            yield from self._line_up()

    def _stray(self) -> ThingId:
        """The board's card that lies at a seat according to the table, or "" for none."""
        for alarm in self.state.alarms:
            if alarm.key != "card.misplaced" or alarm.seat or alarm.card is None:
                continue
            if alarm.card <= len(self._drawn):
                card = self.card_of(alarm.card)
                if self.top.world.place_of(card) in SEATS:
                    return card
        return ""

    def _where(self, ask: ShownAsk) -> str:
        """Answer where a card is.

        - A card of the board found with a seat is laid where it belongs. Its reading is the answer.
        - A card that the dealer threw to another seat is laid where it belongs, and then it lies there.
        """
        if ask.card is None:
            return ""
        card = self.card_of(ask.card)
        if card in self.thrown and ask.seat:
            self.thrown.remove(card)
            self.top.lay(card, f"seat:{ask.seat}")
            return "lies"
        if "fallen" in ask.options and self.top.world.place_of(card) in SEATS:
            self.top.lay(card, self._place("board"))
            return ""
        return super()._where(ask)

    def live_seats(self) -> list[int]:
        """Return the seats that still hold cards."""
        return [seat.seat for seat in self.link.says.seats if seat.in_hand]

    def card_of(self, exit_: int) -> ThingId:
        """Return the card with a draw number."""
        return self._drawn[exit_ - 1]

    def _place(self, goal: str) -> str:
        if goal == "board":
            return next(spot for spot in BOARD if not self.top.cards(spot))
        return OFF if goal in SPOTLESS else goal

    def _shuffle(self, move: PublicMove) -> None:
        """Shuffle what went back to the stub into it."""
        world, now = self.top.world, self.top.now()
        cards = self.cards_of(move)
        for card in cards:
            self.top.lay(card, OFF)
        stub = [thing.id for thing in world.at(STUB)] + cards
        self.luck.shuffle(stub)
        world.move(stub, STUB, now)

    def _collect_all(self) -> None:
        places = ("dealer", "muck", *BOARD, *(f"seat:{n}" for n in self._seats()))
        for place in places:
            for card in self.top.cards(place):
                self.top.lay(card, OFF)

    def pitch(self, place: str) -> Generator[Wait, None, ThingId]:
        """Draw a card and lay it somewhere, whatever is due."""
        card = yield from self._draw_next()
        self.top.lay(card, place)
        return card
