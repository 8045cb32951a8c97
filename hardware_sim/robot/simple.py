"""Simple players: they look at their hole cards and the board, call, raise or fold by a rough measure, and fidget.

They act in all the ways that people do: by key, by word, by silent chips, by throwing their cards away.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import Final

from controller.poker.cards import DECK_SIZE, Card, card, cards, name
from controller.poker.evaluator import hand_value
from controller.rulebooks.variants import GameVariant, variant_of
from firmware_bridge.messages.told import DealerCommand, Declared
from hardware_sim.physics.things import Card as PlayingCard
from hardware_sim.physics.things import ThingId
from hardware_sim.shown import ShownSituation, seats_of

from .chips import at_least, exactly, lying, select
from .players import Pace, Script
from .says import Pause, TableLink, Until
from .senses import Sight
from .tabletop import TableTop

PRESS = 250_000_000
"""Time between two presses of a key, in ns. A finger goes up and down four times a second."""


class Wish(Enum):
    """What a player wants to do."""

    FOLD = "fold"
    CALL = "call"  # or check
    RAISE = "raise"
    ALL_IN = "all in"


@dataclass(slots=True)
class Habits:
    """How often (0-1) simple players do what. `stay`: all stay in without bets, so that every street is played."""

    bluff: float = 0.06
    all_in: float = 0.01
    peek: float = 0.25
    riffle: float = 0.2
    cap: float = 0.1
    cap_acts: int = 1
    """How many acts a chip lies on the cards."""
    silent: float = 0.4
    throw: float = 0.3
    by_word: float = 0.5
    stay: bool = False
    pressed: float = 0.0
    """How much better a hand looks to players with ten big blinds or less. It grows as the stack shrinks."""


def promise(hole: Sequence[Card], board: Sequence[Card], game: GameVariant) -> float:
    """Return how good a hand looks, 0 to 1: before the flop by its best two cards, after it by its category."""
    if not board:
        return max(_of_two(first, second) for first, second in combinations(hole, 2))
    made, lying_there = hand_value(hole, board, game.hole_used) >> 20, _shared(board)
    gained = made - lying_there
    return min(1.0, 0.12 + 0.25 * gained + (0.1 if gained > 0 and made >= 2 else 0.0) + max(hole) // 4 / 100)


def _of_two(first: Card, second: Card) -> float:
    """By ranks, pair and suit."""
    low, high = sorted((first // 4, second // 4))
    pair = 0.45 if low == high else 0.0
    suited = 0.08 if first % 4 == second % 4 else 0.0
    close = 0.05 if 0 < high - low <= 2 else 0.0
    return min(1.0, (high * 1.4 + low) / 48 + pair + suited + close)


def _shared(board: Sequence[Card]) -> int:
    """The category that the board alone makes, as far as its pairs go."""
    counts = sorted((sum(c // 4 == rank for c in board) for rank in range(13)), reverse=True)
    return {1: 0, 2: 1 if counts[1] < 2 else 2, 3: 3, 4: 7}[counts[0]]


_FACES: Final = frozenset(name(face) for face in range(DECK_SIZE))


class SimplePlayers:
    """All simple players of a table. `human` is the seat that they do not play."""

    def __init__(
        self, top: TableTop, link: TableLink, pace: Callable[[], Pace], sight: Sight, seed: int, big_blind: int
    ) -> None:
        self.top, self.link, self._pace, self.sight, self.big_blind = top, link, pace, sight, big_blind
        self.habits = Habits()
        self.human: int | None = None
        self.hurried: Callable[[], bool] = lambda: False
        """Whether the hand is to end soon. All then fold to a bet, and make none."""
        self.fidgets: Counter[str] = Counter()
        """What they did besides their acts, by kind: peek, riffle, cap."""
        self._luck = random.Random(f"{seed}/players")  # noqa: S311 - a game of no stakes

    @property
    def pace(self) -> Pace:
        return self._pace()

    # --- on turn --------------------------------------------------------------------------------------------------

    def act(self, seat: int, says: ShownSituation) -> Script:
        if seat == self.human:
            yield Until(lambda s: s.turn != seat or s.hand != says.hand, "the person has acted", None)
            return
        if not self.hurried():
            yield from self._fidget(seat)
        yield Pause(self.pace.act)
        says = self.link.says
        if says.turn != seat or seat == self.human:
            return
        match self._wish(seat, says):
            case Wish.FOLD:
                yield from self._fold(seat)
            case Wish.CALL:
                yield from self._call(seat, says)
            case Wish.RAISE:
                yield from self._raise(seat, says)
            case Wish.ALL_IN:
                yield from self._all_in(seat)

    def _wish(self, seat: int, says: ShownSituation) -> Wish:
        hole = self._hole(seat)
        if self.habits.stay:
            return Wish.CALL
        variant = variant_of(says.variant)
        if self.hurried() or len(hole) != variant.hole_cards:
            return Wish.CALL if not says.to_call else Wish.FOLD
        good = promise(hole, cards("".join(says.board)), variant) + self._luck.uniform(-0.08, 0.08)
        good += self.habits.pressed * self._pressure(seat, says)
        middle = sum(pot.amount for pot in says.pots) + sum(seat.bet for seat in says.seats)
        dear, risk = says.to_call / max(1, middle), says.to_call / max(1, seats_of(says)[seat].stack)
        may_raise = bool({"bet", "raise"} & set(says.options))
        if "all_in" in says.options and self._luck.random() < self.habits.all_in * (2 if good > 0.6 else 0.5):
            return Wish.ALL_IN
        if may_raise and (good > 0.62 + dear / 3 + risk or self._luck.random() < self.habits.bluff):
            return Wish.RAISE
        return Wish.CALL if not says.to_call or good > 0.3 + dear / 2 + risk / 2 else Wish.FOLD

    def _pressure(self, seat: int, says: ShownSituation) -> float:
        """How short a stack is, from 0 (many big blinds) to 1 (none)."""
        blinds = seats_of(says)[seat].stack / (says.big_blind or self.big_blind or 1)
        return max(0.0, 1 - blinds / 10)

    def _hole(self, seat: int) -> list[Card]:
        """The player's own cards, as they see them. A card that is not of the deck makes no hand."""
        faces = [thing.face for thing in self.top.world.at(f"seat:{seat}") if isinstance(thing, PlayingCard)]
        return [card(face) for face in faces if face in _FACES]

    def _fold(self, seat: int) -> Script:
        thrown = self._luck.random() < self.habits.throw
        if thrown:
            self.link.tell("dealer", DealerCommand(word="folded", seat=seat))
        else:
            self.top.press(seat, "fold")
        yield Pause(self.pace.motion)
        for hole_card in self.top.cards(f"seat:{seat}"):
            self.top.lay(hole_card, "muck")
        yield Pause(self.pace.motion)

    def _call(self, seat: int, says: ShownSituation) -> Script:
        if not says.to_call:  # one without a chip left in play calls for nothing
            self.top.press(seat, "call" if "call" in says.options else "check")
            return
        silent = self.sight.chips and self._luck.random() < self.habits.silent
        if not (silent and self._exact(seat, says.to_call)):
            self.top.press(seat, "call")
            yield Pause(self.pace.motion)
        yield from self.pay(seat, says.to_call)

    def _raise(self, seat: int, says: ShownSituation) -> Script:
        least = says.min_raise or says.call_total
        most = says.max_raise or least
        step = says.big_blind or self.big_blind  # what a press of plus adds
        total = min(most, least + step * self._luck.choice((0, 0, 0, 1, 1, 2, 4)))
        if total == most:
            yield from self._all_in(seat)
            return
        if self._luck.random() < self.habits.by_word:
            self.link.tell(
                "dealer", Declared(seat=seat, word="raise" if says.call_total else "bet", amount=total, when=None)
            )
        else:
            for _ in range((total - least) // step):
                self.top.press(seat, "plus")
                yield Pause(PRESS)
            self.top.press(seat, "raise")
        yield Pause(self.pace.motion)
        yield from self._pay_to(seat, says.hand)

    def _all_in(self, seat: int) -> Script:
        if self._luck.random() < self.habits.by_word:
            self.link.tell("dealer", Declared(seat=seat, word="all_in"))
        else:
            self.top.press(seat, "all_in")
        yield Pause(self.pace.motion)
        yield from self._pay_to(seat, self.link.says.hand)

    def _pay_to(self, seat: int, hand: int) -> Script:
        """Push what the table counts as the seat's bet. Push nothing if it refused the word or key."""
        yield Until(lambda s: s.turn != seat or s.hand != hand, "the act counts", 5_000_000_000, fatal=False)
        owed = seats_of(self.link.says)[seat].bet - self.top.world.value(f"bet:{seat}")
        if owed > 0:
            yield from self.pay(seat, owed)

    # --- chips ----------------------------------------------------------------------------------------------------

    def pay(self, seat: int, amount: int) -> Script:
        chips = self._chips(seat, amount)
        if chips:
            self.top.shift(chips, f"hand:{seat}")
            yield Pause(self.pace.motion)
            self.top.shift(chips, f"bet:{seat}")
        yield Pause(self.pace.motion)

    def _exact(self, seat: int, amount: int) -> bool:
        return exactly(lying(self.top.world, f"stack:{seat}"), amount) is not None

    def _chips(self, seat: int, amount: int) -> list[ThingId]:
        stack = f"stack:{seat}"
        there = lying(self.top.world, stack)
        wanted = exactly(there, amount)
        return select(self.top.world, stack, at_least(there, amount) if wanted is None else wanted)

    def shows(self, seat: int) -> bool:
        del seat
        return self._luck.random() < 0.8

    # --- fidgeting ------------------------------------------------------------------------------------------------

    def _fidget(self, seat: int) -> Script:
        """Look at the cards or riffle a chip. It is no act, and the table must not take it for one."""
        if self._luck.random() < self.habits.peek:
            self.fidgets["peek"] += 1
            yield from self._peek(seat)
        if self._luck.random() < self.habits.riffle:
            self.fidgets["riffle"] += 1
            yield from self._lift_chip(seat, f"hand:{seat}", self.pace.act)
        elif self._luck.random() < self.habits.cap:
            self.fidgets["cap"] += 1
            yield from self._lift_chip(seat, f"seat:{seat}", self.pace.act * self.habits.cap_acts)

    def _peek(self, seat: int) -> Script:
        held = self.top.cards(f"seat:{seat}")
        for one in held:
            self.top.lay(one, f"hand:{seat}")
        yield Pause(self.pace.act)
        for one in held:
            self.top.lay(one, f"seat:{seat}")
        yield Pause(self.pace.motion)

    def _lift_chip(self, seat: int, place: str, span: int) -> Script:
        """Move a chip round the fingers, or lay it on the cards for a while."""
        lying_there = lying(self.top.world, f"stack:{seat}")
        if lying_there:
            chip = select(self.top.world, f"stack:{seat}", {min(lying_there): 1})
            self.top.shift(chip, place)
            yield Pause(span)
            self.top.shift(chip, f"stack:{seat}")
            yield Pause(self.pace.motion)
