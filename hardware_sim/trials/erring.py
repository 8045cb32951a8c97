"""A dealer who makes one mistake by hand, and then does what the table says."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from controller.table.state.fault import Fault
from firmware_bridge.messages.told import DealerCommand
from hardware_sim.physics.things import STUB, ThingId
from hardware_sim.robot.players import Script
from hardware_sim.robot.says import Pause, Until
from hardware_sim.shown import ShownStep

from .remedies import RemedyingDealer

NOTICED: Final = 4_000_000_000
"""Time in ns in which the table notices what is wrong. A card that was missed is read by then."""

COUNTED: Final = ("deal.errors",)
"""Ruled besides any fault that the dealer made, under rulebooks that count them."""

Rulings = tuple[tuple[str, ...], ...]

BOOKS: Final = ("lfp", "casino_cash")
"""The rulebooks for which each mistake names its ruling."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """What a dealer, a player or the deck does wrong, and what the table is to rule.

    - `kind`: the fault.
    - `at`: the step before which it happens, if `when` holds.
    - `lfp`, `casino_cash`: what the rulebook may rule in the whole hand, each a list of rule keys in order. Only what
      counts the dealer's errors may come besides. None: as under `lfp`.
    - `shows`: keys of questions and alarms, one of which must come up.
    - `deck`: a card that is put into the stub first.
    - `stays`: all players stay in, so that the street comes.
    - `spoils`: a tag has changed afterwards, so the table is opened again.
    """

    name: str
    kind: Fault
    at: str
    commit: Callable[[ErringDealer, ShownStep], Script]
    lfp: Rulings = ((),)
    casino_cash: Rulings | None = None
    shows: tuple[str, ...] = ()
    when: Callable[[ErringDealer, ShownStep], bool] = lambda _dealer, _step: True
    moments: tuple[int, int] = (1, 1)
    deck: str = ""
    stays: bool = False
    spoils: bool = False

    def faults(self, book: str, matters: list[str], keys: set[str], *, first: bool = False) -> list[str]:
        """Return what is wrong with what the table ruled, in words. `first`: only the first ruling counts."""
        allowed: Rulings = {"lfp": self.lfp, "casino_cash": self.casino_cash or self.lfp}[book]
        if first:
            allowed = tuple(ruled[:1] for ruled in allowed)
        ruled = tuple(matter for matter in matters if matter not in COUNTED)
        found = [] if ruled in allowed else [f"{self.name} was ruled {', '.join(ruled) or 'nothing'}"]
        if self.shows and not first and not keys & set(self.shows):
            found.append(f"{self.name} brought none of {', '.join(self.shows)}. It brought {', '.join(sorted(keys))}")
        return found


class ErringDealer(RemedyingDealer):
    """Makes one mistake, the n-th time that its step is due."""

    mistake: Mistake | None = None
    nth = 1
    made = False
    dealt: frozenset[tuple[int, int]] = frozenset()
    """Seat and round of the cards that the dealer believes to have dealt."""
    free_place = "seat:6"
    """A place that no player holds."""
    mixes = 0
    """The seat that mixes its exposed card with its hand, once it is to be taken."""

    def err(self, mistake: Mistake, nth: int) -> None:
        """Make this mistake when its step is due for the n-th time in the hand."""
        self.mistake, self.nth, self.made = mistake, nth, False

    def _do(self, step: ShownStep) -> Script:
        mistake = self.mistake
        if self.player_mixes(step):
            self.say("mixed", self.mixes)
            self.mixes = 0
            yield Pause(self.pace.motion)
            return
        if mistake is not None and not self.made and step.key == mistake.at and self._open(step):
            self.nth -= mistake.when(self, step)
            if not self.nth:
                self.made = True
                yield from mistake.commit(self, step)
                return
        yield from super()._do(step)

    def player_mixes(self, step: ShownStep) -> bool:
        """Whether a player mixes an exposed card with their hand at this step, before the dealer can take it."""
        return bool(self.mixes) and step.verb not in (None, "collect")

    def _deal(self, step: ShownStep) -> Script:
        """Deal a card once. If it is due a second time, ask the table why."""
        slot = (step.seat, step.number("round"))
        if slot in self.dealt:
            yield Until(lambda s: s.next_step != step or bool(s.asks), "the card is seen, or asked for", fatal=False)
            return
        yield from super()._deal(step)

    def _open(self, step: ShownStep) -> bool:
        """Whether the card of the step has not been dealt yet. The table may only be slow to see it."""
        return step.key != "deal" or len(self.top.cards(f"seat:{step.seat}")) < step.number("round")

    def say(self, word: str, seat: int | None = None, choice: str | None = None) -> None:
        """Enter what only a dealer sees."""
        self.link.tell("dealer", DealerCommand(word=word, seat=seat, choice=choice))

    def draw_two(self) -> list[ThingId]:
        """Draw two cards as one. The second has the next draw number once it is found."""
        both = self.top.draw_two()
        self._drawn += both
        return both

    def take_past_the_shoe(self) -> ThingId:
        """Take the next card without the shoe. It has the next draw number once it is entered."""
        card = self.top.take_unseen()
        self._drawn.append(card)
        return card

    def draw_from_below(self) -> None:
        """Put the lowest card of the stub on top."""
        world = self.top.world
        world.move([world.at(STUB)[-1].id], STUB, self.top.now())

    def half_out(self) -> Script:
        """Move a card half out of the shoe and in again."""
        yield Pause(self.top.world.shoe_free_at - self.top.now())
        self.top.half_out()
        yield Pause(1_000_000_000)

    def noticed(self, step: ShownStep) -> Until:
        """Wait until the table says something else than before."""
        return Until(lambda s: s.next_step != step, "it is noticed", NOTICED, fatal=False)

    def another_seat(self, step: ShownStep) -> int:
        """Return a seat that is dealt in and not due."""
        dealt = [seat.seat for seat in self.link.says.seats if seat.in_hand and seat.seat != step.seat]
        return self.luck.choice(dealt)

    def seat_before(self, step: ShownStep) -> int:
        """Return the seat that is dealt its card just before the one that is due."""
        dealt = [seat.seat for seat in self.link.says.seats if seat.in_hand]
        return dealt[dealt.index(step.seat) - 1]


def prepared(
    stub: list[ThingId],
    mistake: Mistake,
    nth: int,
    strangers: Mapping[str, ThingId],
    players: int,
    luck: random.Random,
) -> list[ThingId]:
    """Return the shuffled deck, with the card that does not belong as the n-th. `strangers`: such cards by
    `mistake.deck`.

    The stranger "twin" has the tag of another card of the deck. That card is dealt before it, to another seat.
    """
    if not mistake.deck:
        return stub
    stranger = strangers[mistake.deck]
    if mistake.deck != "twin":
        return [*stub[: nth - 1], stranger, *stub[nth - 1 :]]
    doubled = strangers["doubled"]
    others = [card for card in stub if card != doubled]
    earlier = [n for n in range(nth - 1) if (nth - 1 - n) % players]
    others.insert(luck.choice(earlier), doubled)
    return [*others[: nth - 1], stranger, *others[nth - 1 :]]
