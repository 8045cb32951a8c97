"""A dealer who knows nothing but their page and what lies on the table before them.

The page is the message that browsers get. A movement is made by its sentence: which card, from where, to where. A
question is answered by looking: where the card lies, and how many have left the deck since.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from controller.pages.catalogue import catalogue
from firmware_bridge.messages.public import PublicAlarm, PublicAsk, PublicMove, PublicState, PublicStep, Text, Which
from firmware_bridge.messages.roles import Role
from firmware_bridge.messages.told import Answer, DealerCommand
from hardware_sim.demonstration import DemonstratingDealer, Wishes
from hardware_sim.due import misplaced
from hardware_sim.hands import DECK, DealersPlace
from hardware_sim.physics.noise import dice
from hardware_sim.physics.things import BOARD, OFF, SHOE, Card, ThingId
from hardware_sim.robot.dealer import FIRST_OF
from hardware_sim.robot.players import FAST, Script
from hardware_sim.shown import ShownStep, seats_of

from .desk_table import AtOnce, DeskTable

EACH = 1_500_000_000
"""A person takes so long over each movement, ns: the table has seen the one before."""

PILES = ("burn", "aside", "floor", "table")
"""What a person sees apart, and the simulated table has in one place."""

WITHOUT_CARDS = ("mix", "expose", "change")
"""Movements that leave every card at its place."""


D = TypeVar("D", bound=DemonstratingDealer)


class InSight(DealersPlace):
    """The dealer's place, for a person who looks at what lies there."""

    def at(self, place: str) -> list[ThingId]:
        """The cards at a place, in the order in which the page shows them."""
        return self._cards(place)


class Hands(InSight):
    """A person's hands, without the page that shows ten times a second what they do."""

    def _refresh(self, _now: int) -> None:
        self.look()


def demonstrating(table: DeskTable, wishes: Wishes) -> DemonstratingDealer:
    """The robot dealer of `sabot sim`."""
    return dealer_of(DemonstratingDealer, table, wishes)


def making_way(table: DeskTable, wishes: Wishes) -> DemonstratingDealer:
    """The robot dealer up to its mistake. From then on a person deals, and it does only what the players do."""
    return dealer_of(_MakingWay, table, wishes)


def dealer_of(kind: type[D], table: DeskTable, wishes: Wishes) -> D:
    """A robot dealer of a kind, at this table."""
    dealer = kind(table.top, table.link, table.players, FAST, table.sight, dice(1, "demonstration"))
    dealer.wishes = wishes
    return dealer


class _MakingWay(DemonstratingDealer):
    def _do_and_tell(self, step: ShownStep) -> Script:
        yield from super()._do_and_tell(step)
        if self.made:
            self.wishes.by_hand = True


class PageReader:
    """Reads the page every `EACH`, and does one thing. `fell`: the robot let a card fall off the table."""

    def __init__(self, table: DeskTable, dealer: DemonstratingDealer, *, fell: bool = False) -> None:
        self.table, self.dealer, self.top, self.link = table, dealer, table.top, table.link
        self.place = Hands(table.loop, table.top, table.link, AtOnce(table.loop), dealer.wishes, dealer, table.spare)
        self.reads: Text | None = None
        """The sentence that they follow."""
        self._elsewhere = "floor" if fell else "burn"
        self._piles: dict[ThingId, str] = {}
        self._steps: dict[str, Callable[[PublicStep], None]] = {
            "deal": self.deal,
            "burn": lambda _step: self.place.draw(OFF),
            "flop": self._board,
            "turn": self._board,
            "river": self._board,
            "give_back": lambda step: self._give_back(step.seat, step.number("amount")),
            "gather": lambda _step: self._gather(),
            "award": lambda _step: self._award(),
            "take_in": self._take_in,
            "take_in_winner": self._take_in,
        }
        table.loop.call_at(table.loop.now() + EACH, self._look)

    def _look(self, now: int) -> None:
        if self.dealer.wishes.rests and self.link.state is not None:
            self.do(self.link.state)
        self.table.loop.call_at(now + EACH, self._look)

    def do(self, state: PublicState) -> None:
        """Do what the page says first: a question, a card taken up by mistake, a movement, a dead hand, the step."""
        wrong = [text for remedy in state.remedies for text in remedy.wrong]
        due = [move for remedy in state.remedies for move in remedy.moves if move.state == "next"]
        astray = misplaced(state) if state.turn is None else None
        dead = [prompt for prompt in state.prompts if prompt.key == "muck"]
        step = state.next_step
        self.reads = None
        if state.asks:
            self.reads = state.asks[0].text
            self._answer(state.asks[0])
        elif wrong:
            self.reads = wrong[0]
            self._lay(self.top.cards("dealer")[0], str(wrong[0].params["place"]))
        elif due and step is not None and step.verb:
            self.reads = due[0].text
            self._make(due[0], state)
        elif astray is not None:
            self.reads = astray.text
            self._put_right(astray)
        elif dead:
            self.reads = dead[0].text
            self._muck(dead[0].about or 0)
        elif step is not None and step.key in self._steps:
            self.reads = step.text
            self._steps[step.key](step)

    def _put_right(self, astray: PublicAlarm) -> None:
        """Lay a card at its own place, unless it has gone there already and the table has not read it yet. One of no
        deck goes aside."""
        if astray.card is None:
            for card in [card for card in self.top.cards(astray.place or "") if card in self.place.spare]:
                self._lay(card, "aside")
            return
        card = self.table.out[(astray.card or 1) - 1]
        if self.top.world.place_of(card) == astray.place:
            self._lay(card, f"seat:{astray.seat}" if astray.seat else "burn")

    # --- movements ------------------------------------------------------------------------------------------------

    def _make(self, move: PublicMove, state: PublicState) -> None:
        """Make a movement, and press the button below it if there is one."""
        if move.verb == "collect":
            self.place.collect()
        elif move.origin == "shoe" and not self.top.cards("dealer"):
            self.place.draw(self._where_to(move.goal))
        elif move.verb not in WITHOUT_CARDS:
            goal = "stub" if move.verb == "shuffle" else move.goal
            for card in self._meant(move):
                self._lay(card, goal)
        if move.verb == "shuffle":
            self.place.shuffle()
        for offer in state.answers:
            self.link.tell("dealer", DealerCommand(word=offer.word, seat=offer.seat))

    def _meant(self, move: PublicMove) -> list[ThingId]:
        """The cards that the sentence means, of those that lie where the movement begins."""
        lying = self._at(move.origin)
        if move.verb == "shuffle":
            return lying
        if move.verb == "draw" or (move.verb == "lay" and len(move.exits) > 1):
            return lying[:1]  # one by lot
        which = move.text.params.get("which")
        if not isinstance(which, Which) or "{which}" not in catalogue("en").words[move.text.key]:
            return lying[-1:]  # "the top one"
        found = self._called(which, lying)
        assert found, f"{catalogue('en').text(move.text)}: there lie {len(lying)} other cards"
        return found

    def _called(self, which: Which, lying: list[ThingId]) -> list[ThingId]:
        """The cards that are called so, of those that lie there."""
        if which.names:
            return [card for card in lying if self._face(card) in which.names]
        if which.called == "unseen":
            return lying[-(which.count or 1) :]
        if which.called in ("nth", "hole", "flop", "burn", "aside"):
            return lying[(which.nth or 1) - 1 :][:1]
        if which.called == "boxed":
            return [card for card in lying if self.top.world.faces_up(card)]
        if which.called == "joker":
            return [card for card in lying if self._face(card) == "joker"]
        return [card for card in lying if card == self._out(which)]

    def _face(self, card: ThingId) -> str:
        return cast("Card", self.top.world.thing(card)).face

    def _out(self, which: Which) -> ThingId:
        """The card that is called by its order out of the deck. "" if so many have not left it."""
        out, nth = self.table.out, which.nth or 1
        back = {"last": 1, "newest": 1, "before": 2, "earlier": 1 + nth}.get(which.called)
        at = nth - 1 if back is None else len(out) - back
        return out[at] if 0 <= at < len(out) else ""

    # --- places ---------------------------------------------------------------------------------------------------

    def _at(self, place: str) -> list[ThingId]:
        """The cards at a place as the page calls it, in the order in which they came."""
        if place == "board":
            return [card for spot in BOARD for card in self.top.cards(spot)]
        if place in PILES:
            return [card for card in self.place.at(OFF) if self._piles.get(card, self._elsewhere) == place]
        if place in ("stub", DECK):
            return self.place.at(DECK)
        return self.top.cards("dealer" if place == SHOE else place)

    def _where_to(self, goal: str) -> str:
        if goal == "board":
            return next(spot for spot in BOARD if not self.place.at(spot))
        return OFF if goal in PILES else SHOE if goal == "stub" else goal

    def _lay(self, card: ThingId, goal: str) -> None:
        self._piles[card] = goal
        origin = DECK if card in self.place.at(DECK) else self.top.world.place_of(card)
        place = self._where_to(goal)
        if (origin, place) != (DECK, SHOE) and place != origin:
            self.place.lay(origin, self.place.at(origin).index(card), place)

    # --- questions ------------------------------------------------------------------------------------------------

    def _answer(self, ask: PublicAsk) -> None:
        """Answer what can be seen. What a person wants or decides is as good as any other answer."""
        looks = {"which_draw": self._which_draw, "card_missing": self._where}
        option = looks[ask.key](ask) if ask.key in looks else ask.default or ask.options[0]
        assert option in ask.options, f"{catalogue('en').text(ask.text)}: {option} is not offered"
        self.link.tell(cast("Role", ask.role), Answer(ask=ask.id, option=option))

    def _which_draw(self, ask: PublicAsk) -> str:
        """Which of the cards that left the deck lies there."""
        there = self.top.cards(ask.place or "")
        named = {option: text.params["which"] for option, text in ask.said.items() if text.key != "draw.with"}
        found = [option for option, which in named.items() if isinstance(which, Which) and self._out(which) in there]
        return found[0] if found else "unseen"

    def _where(self, ask: PublicAsk) -> str:
        """Where the card is that no antenna reads."""
        if "fourth" in ask.options:
            return "fourth" if len(self._at("board")) > 3 else "burned"
        if self._at("floor"):
            return "fallen" if "fallen" in ask.options else "dealer"
        return "burned" if self.top.world.place_of(self.table.out[-1]) == OFF else "lies"

    # --- an ordinary hand -----------------------------------------------------------------------------------------

    def deal(self, step: PublicStep) -> None:
        self.place.draw(f"seat:{step.seat}")

    def _board(self, step: PublicStep) -> None:
        self.place.draw(f"board:{FIRST_OF[step.key] + step.number('card')}")

    def _give_back(self, seat: int, amount: int) -> None:
        self.place.carry(f"bet:{seat}", amount, f"stack:{seat}")

    def _gather(self) -> None:
        for seat in seats_of(self.link.says):
            if self.top.world.value(f"bet:{seat}"):
                self.place.carry(f"bet:{seat}", None, "pot")

    def _award(self) -> None:
        self._gather()
        for seat, said in seats_of(self.link.says).items():
            if missing := said.stack - self.top.world.value(f"stack:{seat}"):
                self.place.carry("pot", missing, f"stack:{seat}")

    def _take_in(self, step: PublicStep) -> None:
        for seat in step.seats or (step.seat,):
            self._muck(seat)

    def _muck(self, seat: int) -> None:
        for _ in self.top.cards(f"seat:{seat}"):
            self.place.lay(f"seat:{seat}", 0, "muck")
