"""Random play beside PokerKit: what is to call, what may be raised, pots and final stacks agree.

Excluded by name, PokerKit being wrong or different there: a short all-in before the flop (it reopens the betting and
counts as a full raise), a big blind that is short (it lowers the call), odd chips (it gives them by its own order),
and in limit a cap that does not count the blind, and the half-bet rule.
"""

import random

import pytest
from pokerkit import Automation, FixedLimitTexasHoldem, Mode, NoLimitTexasHoldem, State

from controller.poker.cards import name
from controller.poker.places import SEATS
from controller.rulebooks import load
from controller.table import SeatSetup, Setup, Stakes, View
from tests.core.dealing import Dealer

AUTOMATIONS = tuple(a for a in Automation if a.name not in ("HOLE_DEALING", "BOARD_DEALING", "CARD_BURNING"))
BLINDS = (50, 100)


def peer(stacks: list[int], limit: bool) -> State:
    """The same table at PokerKit: seat 1 is the small blind, heads-up the big blind."""
    if limit:
        return FixedLimitTexasHoldem.create_state(
            AUTOMATIONS, True, 0, BLINDS, 100, 200, stacks, len(stacks), mode=Mode.CASH_GAME
        )
    return NoLimitTexasHoldem.create_state(
        AUTOMATIONS, True, 0, BLINDS, 100, stacks, len(stacks), mode=Mode.CASH_GAME
    )


class Pair:
    """One hand at both."""

    def __init__(self, seed: int, limit: bool) -> None:
        self.random = random.Random(seed)  # noqa: S311 (reproducible play, no secret)
        players = self.random.randint(2, 6)
        high = self.random.choice((600, 2000, 10000))
        stacks = [self.random.randrange(200, high, 50) for _ in range(players)]
        self.limit = limit
        structure = "limit" if limit else "no_limit"
        seats = tuple(SeatSetup(n, stack) for n, stack in enumerate(stacks, 1))
        setup = Setup(seats, players, Stakes(*BLINDS, small_bet=100, big_bet=200), "roberts", structure, 1)
        self.dealer = Dealer(setup, load("roberts", structure))
        self.peer = peer(stacks, limit)
        self.deck = self.random.sample(range(52), 52)
        self.short_allin = False
        self.raises = 1

    def play(self) -> None:
        d = self.dealer
        d.shuffle()
        d.settle()
        assert d.table.hand is not None
        order = d.table.hand.seats
        holes = {seat: (self.deck.pop(), self.deck.pop()) for seat in order}
        d.deal_holes(holes, order)
        for seat in sorted(holes):
            self.peer.deal_hole("".join(name(c) for c in holes[seat]))
        self._street()
        for count, first in ((3, 1), (1, 4), (1, 5)):
            if d.view.phase == "award":
                break
            faces = [self.deck.pop() for _ in range(count)]
            d.bring_in()
            d.deal_board(self.deck.pop(), faces, first)
            self.peer.burn_card("??")
            self.peer.deal_board("".join(name(c) for c in faces))
            self.raises = 0
            self._street()
        self._end()

    def _street(self) -> None:
        while (view := self.dealer.view).turn is not None:
            self._compare(view)
            self._act(view)
            if self.dealer.view.phase == "award":
                return

    def _compare(self, v: View) -> None:
        seat = v.turn
        assert seat is not None
        assert self.peer.actor_index == seat - 1
        assert self.peer.checking_or_calling_amount == v.to_call
        if self.short_allin or (self.limit and self.raises >= 3):
            return
        low = self.peer.min_completion_betting_or_raising_to_amount
        assert low == v.min_raise
        assert self.peer.max_completion_betting_or_raising_to_amount == v.max_raise

    def _act(self, v: View) -> None:
        choices = ["call"] * 4 + (["fold"] if v.to_call else [])
        may = self.peer.can_complete_bet_or_raise_to
        if v.min_raise is not None and v.max_raise is not None and may() and not (self.limit and self.raises >= 3):
            choices += ["raise"] * 2 + ["allin"] * (not self.limit)
        act = self.random.choice(choices)
        amount = None
        if act in ("raise", "allin"):
            assert v.min_raise is not None
            assert v.max_raise is not None
            amount = (
                v.max_raise if act == "allin" else min(v.max_raise, v.min_raise + self.random.randrange(0, 500, 50))
            )
            amount = v.min_raise if self.limit else amount
            self.raises += 1
            full = v.call_total + (100 if v.phase in ("preflop", "flop") else 200) if self.limit else v.min_raise
            seat = next(s for s in v.seats if s.seat == v.turn)
            if amount == seat.stack + seat.bet and (v.phase == "preflop" or self.limit) and amount <= full:
                self.short_allin = True  # all a seat has: not surely a full raise
            self.peer.complete_bet_or_raise_to(amount)
        elif act == "fold":
            self.peer.fold()
        else:
            self.peer.check_or_call()
        assert v.turn is not None
        self.dealer.key(v.turn, "raise" if amount is not None else act, amount)
        self.dealer.settle()

    def _end(self) -> None:
        d = self.dealer
        d.bring_in()
        if d.view.phase == "showdown":
            for seat in d.view.show_order:
                d.command("show", seat)
        d.award()
        assert d.view.phase == "claims"
        assert not d.view.alarms
        assert d.table.felt.accounted
        assert not self.peer.status
        ours = [d.table.stack[n] for n in range(1, len(self.peer.stacks) + 1)]
        odd = max(abs(a - b) for a, b in zip(ours, self.peer.stacks, strict=True))
        assert sum(ours) == sum(self.peer.stacks)
        assert odd <= len(SEATS)  # odd chips alone


@pytest.mark.parametrize("seed", range(250))
def test_no_limit_agrees(seed: int) -> None:
    Pair(seed, limit=False).play()


@pytest.mark.parametrize("seed", range(150))
def test_limit_agrees(seed: int) -> None:
    Pair(seed, limit=True).play()
