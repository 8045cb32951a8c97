"""One hand of random play under `roberts` and at PokerKit, compared at every decision, every pot and every share.

Where the two differ on purpose the difference has a name and a condition of its own, and is counted; any other
difference fails.
"""

import random
from collections import Counter
from enum import StrEnum
from itertools import combinations
from typing import Final

from pokerkit import Automation, FixedLimitTexasHoldem, Mode, NoLimitTexasHoldem, PotLimitOmahaHoldem, State
from treys import Card, Evaluator

from controller.poker.cards import name
from controller.rulebooks import Rulebook, load
from controller.rulebooks.variants import HOLDEM, OMAHA
from controller.table import SeatSetup, Setup, Stakes, View
from tests.core.dealing import Dealer
from tests.core.invariants import accounted

BY_HAND: Final = ("HOLE_DEALING", "BOARD_DEALING", "CARD_BURNING", "HOLE_CARDS_SHOWING_OR_MUCKING")
AUTOMATIONS: Final = tuple(a for a in Automation if a.name not in BY_HAND)
BLINDS: Final = (50, 100)
BETS: Final = {"preflop": 100, "flop": 100, "turn": 200, "river": 200}  # the fixed bet in limit
PLAYED: Final = {"no_limit": HOLDEM, "limit": HOLDEM, "pot_limit": OMAHA}  # the game beside each structure
BOOKS: Final[dict[str, Rulebook]] = {s: load("roberts", s, variant=game.key) for s, game in PLAYED.items()}
CAP: Final = 4  # a bet and three raises; the blind is the bet
RANKS: Final = Evaluator()


class Known(StrEnum):
    """What differs on purpose."""

    SHORT_BIG_BLIND = "a short big blind lowers PokerKit's price to call"  # the whole hand
    SHORT_FIRST = "an all-in below the first full bet or raise of a street counts as full at PokerKit"
    CUMULATED = "PokerKit forgets what short all-ins came to once another one follows"
    HALF_BET = "limit: PokerKit has no half-bet rule, and puts a whole bet on top of a short all-in"
    CHECKED = "limit: PokerKit lets one who has checked raise over an all-in of less than half a bet"
    CAP = "limit: PokerKit's cap does not count the blind, nor the tournament: it plays uncapped here"
    IDLE = "PokerKit asks a big blind who is alone with chips, and has matched every bet, for a check"
    ODD_CHIP = "PokerKit gives odd chips by its own order"


class Uncapped(FixedLimitTexasHoldem):
    """Limit without PokerKit's cap: the cap of the book is held against a count of the test's own."""

    max_completion_betting_or_raising_count = None


class Round:
    """A limit round as the test counts it: the level of the last full bet, how many there were, who has acted, and
    the cap, which two players in a cash game do not have.
    """

    def __init__(self, unit: int, level: int, tournament: bool) -> None:
        self.unit = unit
        self.tournament = tournament
        self.level = level
        self.bets = 1 if level else 0
        self.acted: set[int] = set()
        self.capped = False
        self.uneven = False  # some all-in was no full bet or raise

    def raised(self, total: int, able: int) -> None:
        """Somebody put in more than there was; `able` seats still have chips."""
        self.uneven = self.uneven or total != self.level + self.unit
        if 2 * (total - self.level) < self.unit:
            return
        self.level = total
        self.bets += 1
        self.capped = self.capped or (self.bets >= CAP and (able >= 3 or self.tournament))

    def closed(self, v: View) -> bool:
        """The seat on turn has acted, if only by a check, and faces less than half a bet (roberts-3.5.7)."""
        seat = v.seats[(v.turn or 0) - 1]
        return seat.seat in self.acted and 2 * (v.call_total - seat.bet) < self.unit

    def lowest(self, v: View) -> int | None:
        """What the seat on turn may raise to: a whole bet above the last that counted as one, or all it has."""
        seat = v.seats[(v.turn or 0) - 1]
        rich = [s for s in v.seats if s.in_hand and s.seat != v.turn and s.stack + s.bet > v.call_total]
        if self.capped or self.closed(v) or not rich or seat.stack + seat.bet <= v.call_total:
            return None
        return min(self.level + self.unit, seat.stack + seat.bet)


def peer(stacks: list[int], structure: str) -> State:
    """The same table at PokerKit: seat 1 is the small blind, heads-up the big blind."""
    count = len(stacks)
    if structure == "limit":
        return Uncapped.create_state(AUTOMATIONS, True, 0, BLINDS, 100, 200, stacks, count, mode=Mode.CASH_GAME)
    game = PotLimitOmahaHoldem if structure == "pot_limit" else NoLimitTexasHoldem
    return game.create_state(AUTOMATIONS, True, 0, BLINDS, 100, stacks, count, mode=Mode.CASH_GAME)


def uneven_stacks(rng: random.Random, players: int) -> list[int]:
    """Many short ones, some deep, now and then one that cannot pay a blind."""
    highs = rng.choices((300, 1_000, 4_000, 20_000), weights=(3, 4, 3, 1), k=players)
    low = 1 if rng.random() < 0.04 else 100
    step = rng.choice((1, 5, 50))
    return [max(step, rng.randrange(low, high) // step * step) for high in highs]


class Pair:
    """One hand at both. `known` counts the differences by name, `decisions` the acts that were compared."""

    def __init__(self, seed: str, structure: str, known: Counter[Known]) -> None:
        self.random = random.Random(seed)  # noqa: S311 (reproducible play, no secret)
        self.known = known
        self.structure, self.game = structure, PLAYED[structure]
        self.limit = structure == "limit"
        self.decisions = 0
        self.allins = 0
        players = self.random.randint(2, 10)
        self.stacks = uneven_stacks(self.random, players)
        self.tournament = self.random.random() < 0.5
        seats = tuple(SeatSetup(n, stack) for n, stack in enumerate(self.stacks, 1))
        stakes = Stakes(*BLINDS, small_bet=100, big_bet=200)
        setup = Setup(seats, players, stakes, structure=structure, tournament=self.tournament, variant=self.game)
        self.dealer = Dealer(setup, BOOKS[structure])
        self.deck = self.random.sample(range(52), 52)
        self.board: list[int] = []

    def play(self) -> None:
        """The whole hand; AssertionError at the first difference that has no name."""
        d = self.dealer
        d.shuffle()
        d.settle()
        assert d.table.hand is not None
        if self.stacks[d.table.hand.big_blind - 1] < BLINDS[1]:
            self.known[Known.SHORT_BIG_BLIND] += 1
            return
        self.peer = peer(self.stacks, self.structure)
        order = d.table.hand.seats
        self.holes = {seat: tuple(self.deck.pop() for _ in range(self.game.hole_cards)) for seat in order}
        d.deal_holes(self.holes, order)
        for seat in sorted(self.holes):
            self.peer.deal_hole("".join(name(c) for c in self.holes[seat]))
        self._street()
        for count, first in ((3, 1), (1, 4), (1, 5)):
            if d.table.phase.value == "award":
                break
            self._deal(count, first)
            self._street()
        self._end()

    def _deal(self, count: int, first: int) -> None:
        faces = [self.deck.pop() for _ in range(count)]
        self.board += faces
        self.dealer.bring_in()
        self.dealer.deal_board(self.deck.pop(), faces, first)
        self.peer.burn_card("??")
        self.peer.deal_board("".join(name(c) for c in faces))

    # --- a street ---------------------------------------------------------------------------------------------------

    def _street(self) -> None:
        view = self.dealer.view
        self.round = Round(BETS.get(view.phase, 0), view.call_total, self.tournament)
        while view.turn is not None:
            self._act(view, self._compare(view))
            view = self.dealer.view
        if self.peer.actor_index is not None:
            self._pass_idle()
        if view.phase != "award" and self.peer.status:  # once all hands lie open PokerKit pushes with the last card
            self._compare_pots(view)
        while self.peer.can_show_or_muck_hole_cards(True):
            self.peer.show_or_muck_hole_cards(True)

    def _pass_idle(self) -> None:
        assert self.peer.checking_or_calling_amount == 0
        assert self.peer.min_completion_betting_or_raising_to_amount is None
        self.known[Known.IDLE] += 1
        self.peer.check_or_call()

    def _compare_pots(self, v: View) -> None:
        """Main and side pots, and who can win each."""
        theirs = [(pot.amount, tuple(i + 1 for i in pot.player_indices)) for pot in self.peer.pots]
        assert [(pot.amount, pot.seats) for pot in v.pots] == theirs
        self.pots = v.pots

    def _compare(self, v: View) -> bool:
        """Who acts, what it costs, what a raise must and may be; True if both let the seat raise alike."""
        self.decisions += 1
        assert v.turn is not None
        assert self.peer.actor_index == v.turn - 1
        assert self.peer.checking_or_calling_amount == v.to_call
        assert v.options[:2] == (("fold", "call") if v.to_call else ("fold", "check"))
        assert ("all_in" in v.options) == (v.min_raise is not None)
        if self.limit:
            assert v.min_raise == v.max_raise == self.round.lowest(v)
        low = self.peer.min_completion_betting_or_raising_to_amount
        high = self.peer.max_completion_betting_or_raising_to_amount
        if (low, high) == (v.min_raise, v.max_raise):
            return low is not None
        self.known[self._limit_name(v, low) if self.limit else self._name(v, low)] += 1
        return False

    def _limit_name(self, v: View, low: int | None) -> Known:
        """What the test's own count has decided against PokerKit."""
        if self.round.closed(v) and not self.round.capped and not v.seats[(v.turn or 0) - 1].bet:
            assert low is not None
            return Known.CHECKED
        if self.round.uneven:
            return Known.HALF_BET
        assert self.round.capped
        return Known.CAP

    def _name(self, v: View, low: int | None) -> Known:
        """Who may raise is all that may differ, and where it does, what the seat faces decides."""
        size = self.peer.completion_betting_or_raising_amount
        if v.min_raise is None:
            assert low is not None
            assert 0 < v.to_call < BLINDS[1]
            assert size < BLINDS[1]
            return Known.SHORT_FIRST
        assert low is None
        assert self.peer.consecutive_short_all_in_amounts
        assert v.to_call >= max(size, BLINDS[1])
        return Known.CUMULATED

    def _act(self, v: View, alike: bool) -> None:
        raises = ["raise", "raise", "all_in"] if alike and not self.limit else ["raise"] * 3 if alike else []
        act = self.random.choice([*["call"] * 4, *(["fold"] if v.to_call else []), *raises])
        amount = None
        assert v.turn is not None
        if act in ("raise", "all_in"):
            amount = self._raise(v, act)
        elif act == "fold":
            self.peer.fold()
        else:
            self.peer.check_or_call()
        self.round.acted.add(v.turn)
        self.dealer.key(v.turn, "raise" if amount is not None else act, amount)
        self.dealer.settle()

    def _raise(self, v: View, act: str) -> int:
        assert v.min_raise is not None
        assert v.max_raise is not None
        wanted = v.min_raise + self.random.choice((0, 0, 1, 25, 50, 110, 300))
        amount = v.max_raise if act == "all_in" else min(v.max_raise, wanted)
        seat = v.seats[(v.turn or 0) - 1]
        gone = amount == seat.stack + seat.bet
        self.allins += gone
        able = sum(1 for s in v.seats if s.in_hand and s.stack) - gone
        self.round.raised(amount, able)
        self.peer.complete_bet_or_raise_to(amount)
        return amount

    # --- the end ----------------------------------------------------------------------------------------------------

    def _end(self) -> None:
        d = self.dealer
        d.bring_in()
        contested = d.table.phase.value == "showdown"
        if contested:
            for seat in d.view.show_order:
                d.command("shows", seat)
        v = d.view
        assert v.phase == "award"
        odd_chips = self._compare_shares(v) if contested else 0
        d.award()
        assert d.table.phase.value == "claims"
        assert not d.view.alarms
        assert accounted(d.table.felt)
        assert not self.peer.status
        self._compare_stacks(odd_chips)

    def _compare_shares(self, v: View) -> int:
        """Each pot to the best hands among those that can win it, in equal shares; returns the odd chips."""
        odd_chips = 0
        for number, pot in enumerate(self.pots):
            ours = {w.seat: w.amount for w in v.winners if w.pot == number}
            assert set(ours) == self._best(pot.seats)
            each, odd = divmod(pot.amount, len(ours))
            assert sum(ours.values()) == pot.amount
            assert all(0 <= amount - each <= odd for amount in ours.values())
            odd_chips += odd
        return odd_chips

    def _best(self, seats: tuple[int, ...]) -> set[int]:
        """The winners among the seats, as treys ranks their hands (lower is better)."""
        board = [Card.new(name(c)) for c in self.board]
        rank = {s: self._rank(board, [Card.new(name(c)) for c in self.holes[s]]) for s in seats}
        return {s for s in seats if rank[s] == min(rank.values())}

    def _rank(self, board: list[int], hole: list[int]) -> int:
        used = self.game.hole_used
        fives = [(hole, board)]
        if used is not None:
            fives = [(list(h), list(b)) for h in combinations(hole, used) for b in combinations(board, 5 - used)]
        return min(int(RANKS.evaluate(shared, own)) for own, shared in fives)

    def _compare_stacks(self, odd_chips: int) -> None:
        ours = [self.dealer.table.stack[n] for n in range(1, len(self.stacks) + 1)]
        assert sum(ours) == sum(self.peer.stacks) == sum(self.stacks)
        if ours == self.peer.stacks:
            return
        assert max(abs(a - b) for a, b in zip(ours, self.peer.stacks, strict=True)) <= odd_chips
        self.known[Known.ODD_CHIP] += 1
