"""A hand file in chips: each payment, the part that is not called, and the chips that each player starts with."""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from hardware_sim.phh import BetRaise, CheckCall, DealBoard, Fold, Hand

from .chips import DENOMINATIONS, made_up


@dataclass(frozen=True, slots=True)
class Payment:
    """`player` pushes `amount`. `action` is the number in the file, 0 for antes and blinds."""

    player: int
    amount: int
    action: int


@dataclass(slots=True)
class Betting:
    """The betting of a hand, followed by its own plain arithmetic."""

    hand: Hand
    payments: list[Payment] = field(default_factory=list)
    stacks: list[int] = field(default_factory=list)
    bets: list[int] = field(default_factory=list)
    returned: dict[int, int] = field(default_factory=dict)
    to_call: dict[int, int] = field(default_factory=dict)
    """Number of a betting action → the amount that its player has to add to call."""

    def __post_init__(self) -> None:
        self.stacks = list(self.hand.starting)
        self.bets = [0] * self.hand.players
        self._post()
        for number, action in self.hand.actions:
            if isinstance(action, DealBoard):
                self._gather()
            elif isinstance(action, CheckCall | BetRaise | Fold):
                self._act(number, action)
        self._gather()

    def _act(self, number: int, action: CheckCall | BetRaise | Fold) -> None:
        player = action.player
        self.to_call[number] = min(max(self.bets) - self.bets[player - 1], self.stacks[player - 1])
        if isinstance(action, CheckCall):
            self._pay(player, self.to_call[number], number)
        elif isinstance(action, BetRaise):
            self._pay(player, action.total - self.bets[player - 1], number)

    def _post(self) -> None:
        hand = self.hand
        _, big = hand.blind_players
        for player, blind in enumerate(hand.posts, start=1):
            ante = min(hand.ante + (hand.big_blind_ante if player == big else 0), self.stacks[player - 1])
            self._pay(player, ante + blind, 0)
            self.bets[player - 1] -= ante  # an ante is not part of the amount to call

    def _pay(self, player: int, wanted: int, action: int) -> None:
        amount = min(wanted, self.stacks[player - 1])
        if amount > 0:
            self.payments.append(Payment(player, amount, action))
        self.stacks[player - 1] -= max(amount, 0)
        self.bets[player - 1] += max(amount, 0)

    def _gather(self) -> None:
        """Close the round. The part that was not called goes back."""
        ranked = sorted(self.bets, reverse=True)
        excess = ranked[0] - ranked[1]
        if excess:
            player = self.bets.index(ranked[0]) + 1
            self.returned[player] = self.returned.get(player, 0) + excess
            self.stacks[player - 1] += excess
        self.bets = [0] * self.hand.players

    def won(self) -> tuple[Fraction, ...] | None:
        """Return what each player won according to the file's closing stacks."""
        if self.hand.finishing is None:
            return None
        return tuple(end - stack for end, stack in zip(self.hand.finishing, self.stacks, strict=True))


@dataclass(frozen=True, slots=True)
class ChipPlan:
    """The chips of each player: those for their payments in order, and the rest of their stack."""

    payments: dict[int, list[list[int]]]
    rest: dict[int, list[int]]

    def stack(self, player: int) -> list[int]:
        """All chips the player starts with."""
        return [*self.rest[player], *(chip for paid in self.payments[player] for chip in paid)]


def plan_chips(betting: Betting) -> ChipPlan:
    """Return chips with which every payment of the file, and every uncalled part given back, can be made exactly."""
    payments: dict[int, list[list[int]]] = {player: [] for player in range(1, betting.hand.players + 1)}
    left = dict(enumerate(betting.hand.starting, start=1))
    back = dict(betting.returned)
    last = {payment.player: index for index, payment in enumerate(betting.payments)}
    for index, payment in enumerate(betting.payments):
        over = min(back.get(payment.player, 0), payment.amount) if last[payment.player] == index else 0
        payments[payment.player].append([*made_up(payment.amount - over), *made_up(over)])
        left[payment.player] -= payment.amount
    return ChipPlan(payments, {player: made_up(amount) for player, amount in left.items()})


def rack_for(hands: list[Hand]) -> dict[int, int]:
    """Return how many chips of each denomination set up any of the hands, tray included."""
    needed: Counter[int] = Counter()
    for hand in hands:
        plan = plan_chips(Betting(hand))
        one = Counter(chip for player in plan.rest for chip in plan.stack(player))
        one.update(tray_chips(hand))
        needed |= one
    return dict(needed)


def tray_chips(hand: Hand) -> list[int]:
    """Return change for the dealer. It breaks one chip of each denomination that this hand can have, down to 1."""
    highest = max(chip for stack in hand.starting for chip in made_up(stack) or [1])
    pairs = [pair for pair in pairwise(DENOMINATIONS) if pair[0] <= highest]
    return [low for high, low in pairs for _ in range(high // low)]
