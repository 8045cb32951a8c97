"""The betting of a hand: a fold over acts, one at a time.

These facts follow from the acts since the street opened:

- the amount to call and the size of the last full raise
- who must still act and who may raise
- whose turn it is

Sets of seats are bit masks (bit n is seat n). The next seat clockwise is the next bit. The object is changed in
place. `refold` starts a street again with other acts.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from copy import copy
from functools import cache
from operator import add
from typing import Final, NamedTuple

from controller.poker.matters import Facing
from controller.poker.outcomes import ActKind
from controller.poker.places import Seat
from controller.poker.raise_rules import BettingRules

NOBODY: Final = 0
SEAT_LISTS: Final = 11  # lists are indexed by seat, 1 to 10


class Act(NamedTuple):
    """One act: the total in front of the seat after it."""

    seat: Seat
    act: ActKind
    total: int


class Start(NamedTuple):
    """A street as it opened, to fold its acts again from there."""

    stack: tuple[int, ...]
    bet: tuple[int, ...]
    put: tuple[int, ...]
    pot: int
    live: int
    able: int
    first: Seat
    smallest: int
    call: int  # the highest blind, 0 after the flop
    size: int  # what a first raise over the blind must add


class Betting:
    """Stacks, bets and the turn. Lists are by seat. `able`, `acted`, `live`, `to_act`: a bit for each seat."""

    __slots__ = (
        "able", "acted", "acts", "aggressor", "base", "bet", "call", "capped", "chip", "full_at", "increment", "live",
        "pot", "put", "raises", "returned", "size", "stack", "start", "to_act", "tournament", "turn", "unit",
    )  # fmt: skip

    def __init__(
        self, stack: list[int], seats: Iterable[Seat], *, tournament: bool = False, increment: int = 1, chip: int = 1
    ) -> None:
        self.stack = stack
        self.tournament = tournament
        self.increment = increment  # bets are multiples of it
        self.chip = chip  # the smallest chip that plays
        self.bet = [0] * SEAT_LISTS
        self.put = [0] * SEAT_LISTS  # in the pots from earlier streets, antes included
        self.pot = 0
        self.returned = 0  # what went back uncalled in the last round that was closed
        self.live = set_of(seats)  # hold a hand
        self.able = set_of([s for s in seats if stack[s]])  # hold a hand and chips behind
        self.unit = 0
        self._note_start(NOBODY, 0, 0, 0)
        self._open(0, 0, NOBODY)

    def deal_in(self, seat: Seat) -> None:
        """One more seat holds a hand."""
        self.live |= 1 << seat
        self.able |= 1 << seat if self.stack[seat] else 0

    # --- a street ---------------------------------------------------------------------------------------------------

    def post(self, seat: Seat, amount: int) -> int:
        """Put up to `amount` in front of a seat as a blind. Return the amount that it had."""
        paid = min(amount, self.stack[seat])
        self.bet[seat] += paid
        self._pay(seat, paid)
        return paid

    def ante(self, seat: Seat, amount: int) -> int:
        """Put up to `amount` into the pot as the seat's own ante. Return the amount that it had."""
        paid = self.dead(seat, amount)
        self.put[seat] += paid
        return paid

    def dead(self, seat: Seat, amount: int) -> int:
        """Put up to `amount` into the main pot for all players (a big blind ante). Return the amount that it had."""
        paid = min(amount, self.stack[seat])
        self.pot += paid
        self._pay(seat, paid)
        return paid

    def _pay(self, seat: Seat, paid: int) -> None:
        self.stack[seat] -= paid
        if not self.stack[seat]:
            self.able &= ~(1 << seat)

    def open(self, first: Seat, smallest: int, unit: int, call: int = 0, size: int = 0) -> None:
        """Open a street.

        - `first`: the seat from which the turn is sought
        - `smallest`: the smallest bet
        - `unit`: the fixed bet in limit, otherwise 0
        - `call`: the highest blind before the flop
        - `size`: what a raise over it must add, the smallest bet if 0
        """
        self.unit = unit
        size = size or smallest
        self._open(call, size, first)
        self._note_start(first, smallest, call, size)

    def _note_start(self, first: Seat, smallest: int, call: int, size: int) -> None:
        stack, bet, put = tuple(self.stack), tuple(self.bet), tuple(self.put)
        self.start = Start(stack, bet, put, self.pot, self.live, self.able, first, smallest, call, size)

    def _open(self, call: int, size: int, first: Seat) -> None:
        self.call = call
        self.base = call  # the last full bet, for limit
        self.size = size
        self.raises = 1 if call else 0
        self.capped = False
        self.acted = 0
        self.full_at = [0] * SEAT_LISTS
        self.acts: list[Act] = []
        self.aggressor = NOBODY
        self.to_act = self.able  # still have to act in this round
        self.turn = NOBODY
        if first:
            self._quiet()
            self._pass_turn(first - 1)

    def refold(self, acts: Iterable[Act], rules: BettingRules) -> None:
        """Start the street again and take these acts instead."""
        stack, bet, put, pot, live, able, first, _, call, size = self.start
        self.stack[:] = stack
        self.bet[:] = bet
        self.put[:] = put
        self.pot, self.live, self.able = pot, live, able
        self._open(call, size, first)
        for seat, act, total in acts:
            self.take(seat, act, total, rules)

    def replayed(self, acts: Iterable[Act], rules: BettingRules) -> "Betting":
        """A copy whose street starts again with these acts instead. This one stays as it is."""
        twin = copy(self)
        twin._part_from_original()
        twin.refold(acts, rules)
        return twin

    def _part_from_original(self) -> None:
        """This is a copy, and has lists of its own from now on."""
        self.stack, self.bet, self.put = list(self.stack), list(self.bet), list(self.put)

    def gain(self, seat: Seat, amount: int) -> None:
        """So much more counts as the seat's. Less than 0: less. Acts folded again start from it too."""
        self.stack[seat] += amount
        stack = self.start.stack
        self.start = self.start._replace(stack=(*stack[:seat], stack[seat] + amount, *stack[seat + 1 :]))

    def set_by_floor(self, seat: Seat, more: int) -> None:
        """A stack was set by the floor, and is played with at once."""
        self.gain(seat, more)
        able = set_of([s for s in seats_of(self.start.live) if self.start.stack[s]])
        self.start = self.start._replace(able=able)
        self.recount()

    def recount(self) -> None:
        """Stacks changed otherwise than by acts. Update which seats hold a hand and have chips behind."""
        self.able = set_of([s for s in seats_of(self.live) if self.stack[s]])

    # --- one act ----------------------------------------------------------------------------------------------------

    def take(self, seat: Seat, act: ActKind, total: int, rules: BettingRules) -> None:
        """Take one act by a live seat. `total` is what is in front of it afterwards, for a fold what it leaves there.

        A "hold" keeps the turn. So does a fold by a seat that is not on turn. Any other act takes the turn with it.
        """
        bit = 1 << seat
        self.acts.append(Act(seat, act, total))
        paid = total - self.bet[seat]
        if paid:
            self.bet[seat] = total
            self.stack[seat] -= paid
            if not self.stack[seat]:
                self.able &= ~bit
        if act == "hold":
            return
        self.to_act &= ~bit
        self.acted |= bit
        if act == "fold":
            self.live &= ~bit
            self.able &= ~bit
        elif total > self.call:
            self._raised(seat, total, rules)
        self.full_at[seat] = self.unit or self.size
        if not self.able & self.able - 1:
            self._quiet()
        turn = self.turn
        self._pass_turn(turn - 1 if act == "fold" and turn and seat != turn else seat)

    def _raised(self, seat: Seat, total: int, rules: BettingRules) -> None:
        if self.unit:
            full = rules.reopens(total - self.base, self.unit)
            if full:
                self.base = total
            counts = full
        else:
            full = total - self.call >= self.size
            counts = full or rules.reopens(total - self.call, self.size)
            self.size = rules.grow(self.call, total) if full else rules.over(total, self.size)
        self.call = total
        self.aggressor = seat
        self.to_act = self.able & ~(1 << seat)
        if counts and rules.cap:
            self.raises += 1
            self._cap(rules)

    def _cap(self, rules: BettingRules) -> None:
        """Once capped, a street stays capped even if folds leave two players."""
        exempt = rules.heads_up_uncapped and not (self.tournament and rules.capped_in_tournaments)
        if self.raises >= rules.cap and (not exempt or self.able.bit_count() >= 3):
            self.capped = True

    def _quiet(self) -> None:
        """No seat need act when at most one seat has chips and it has matched every other live bet."""
        able = self.able
        if able & able - 1 or not self.to_act:
            return
        others = self.live & ~able
        if not able or not others or self.bet[able.bit_length() - 1] >= max(self.bet[n] for n in seats_of(others)):
            self.to_act = 0

    def _pass_turn(self, seat: Seat) -> None:
        to_act = self.to_act if self.live & self.live - 1 else 0
        behind = to_act >> seat + 1
        if behind:
            self.turn = seat + (behind & -behind).bit_length()
        else:
            self.turn = (to_act & -to_act).bit_length() - 1 if to_act else NOBODY

    def kill(self, seat: Seat) -> None:
        """A hand dies between rounds. If the round is judged again from its start, it stays dead."""
        mask = ~(1 << seat)
        self.live &= mask
        self.able &= mask
        self.to_act &= mask
        self.start = self.start._replace(live=self.start.live & mask, able=self.start.able & mask)

    def revive(self, seat: Seat) -> None:
        """A hand that died in an earlier round is live again."""
        bit = 1 << seat
        self.live |= bit
        if self.stack[seat]:
            self.able |= bit
            self.to_act |= bit if self.to_act or self.bet[seat] < self.call else 0
        self.start = self.start._replace(live=self.start.live | bit, able=self.start.able | self.able & bit)

    def void(self, seats: Iterable[Seat], starting: Sequence[int]) -> None:
        """The hand is cancelled: there is no bet and no seat to act. These seats have their starting stacks again."""
        for seat in seats:
            self.stack[seat] = starting[seat]
        self.bet = [0] * SEAT_LISTS
        self.put = [0] * SEAT_LISTS
        self.pot = self.live = self.able = self.to_act = self.call = 0
        self.turn = self.aggressor = NOBODY
        self.acts = []

    # --- what may be done -------------------------------------------------------------------------------------------

    def next_raise(self) -> int:
        """The smallest full bet or raise, for any seat."""
        return self.base + self.unit if self.unit else self.call + self.size

    def _is_open_to(self, seat: Seat, rules: BettingRules) -> bool:
        """Whether the betting is neither capped nor closed to the seat."""
        if self.capped:
            return False
        if not self.acted & 1 << seat:
            return True
        front = self._front_when_acted(seat)
        if not front and not (rules.raises_after_check and rules.check_counts):
            return rules.raises_after_check
        return rules.reopens(self.call - front, self.full_at[seat])

    def _front_when_acted(self, seat: Seat) -> int:
        """Return what lay before the seat after its last act in this round. A part put in since then is no act."""
        for act in reversed(self.acts):
            if act.seat == seat and act.act != "hold":
                return act.total
        return 0

    def _answerable(self, others: int) -> bool:
        """Whether one of these seats has more than the amount to call."""
        while others:
            seat = others.bit_length() - 1
            if self.bet[seat] + self.stack[seat] > self.call:
                return True
            others &= ~(1 << seat)
        return False

    def facing(self, seat: Seat, rules: BettingRules) -> Facing:
        """Return the facts that the seat faces, for policies."""
        before, stack, full, lowest = self.bet[seat], self.stack[seat], self.next_raise(), None
        highest = before + stack
        answerable = self._answerable(self.able & ~(1 << seat))
        if answerable and highest > self.call and self._is_open_to(seat, rules):
            over = full % self.increment if rules.rounds else 0  # after an uneven all-in
            lowest = min(full + self.increment - over if over else full, highest)
            if self.unit:
                highest = lowest
        if rules.pot_limit:
            highest = min(highest, max(self.pot_limit(before), lowest or 0))  # the smallest bet, if the pot is less
        closed = "raise.cap" if self.capped else "raise.closed"
        return Facing(
            seat, before, self.call, lowest, highest, full, stack, self.unit or self.start.smallest,
            not self.aggressor, self.increment, self.chip, closed, 0, answerable,
        )  # fmt: skip

    def pot_limit(self, before: int) -> int:
        """The largest total in pot-limit with `before` in front: the call, and on top the pot as it is after it."""
        return self.call + self.pot + sum(self.bet) + max(0, self.call - before)

    # --- the end of a street ----------------------------------------------------------------------------------------

    def close(self) -> tuple[tuple[Seat, int], ...]:
        """Give back the uncalled bet and bring the other bets into the pot. Return (seat, amount) of what went back.

        A dead hand gets nothing back here. If a rulebook leaves it a part, that went back when the hand died.
        """
        bet = self.bet
        second, top = sorted(bet)[-2:]
        seat = bet.index(top)
        self.returned = top - second if self.is_live(seat) else 0
        if self.returned:
            bet[seat] = second
            self.stack[seat] += self.returned
            self.able |= self.live & 1 << seat
        self.put = list(map(add, self.put, bet))
        self.pot += sum(bet)
        self.bet = [0] * SEAT_LISTS
        return ((seat, self.returned),) if self.returned else ()

    # --- the pots -------------------------------------------------------------------------------------------------

    def take_out(self, amount: int) -> None:
        """This amount leaves the pots for the house. Less than 0: it comes back."""
        self.pot -= amount

    def pay(self, shares: Iterable[tuple[Seat, int]]) -> None:
        """Each seat gets its share of the pots. Less than 0: it goes back to them."""
        for seat, amount in shares:
            self.stack[seat] += amount
            self.pot -= amount

    def forgive(self, seat: Seat, amount: int) -> None:
        """The pot is complete without what the seat never put in."""
        self.pay(((seat, amount),))
        self.able |= self.live & 1 << seat

    def end(self) -> None:
        """Betting ends by a person's decision: it is closed, and no seat is to act."""
        self.close()
        self.turn = NOBODY

    def is_live(self, seat: Seat) -> bool:
        """The seat holds a hand that has not been folded or killed."""
        return self.live >> seat & 1 == 1

    def is_to_act(self, seat: Seat) -> bool:
        """The seat still has to act in this round."""
        return self.to_act >> seat & 1 == 1

    @property
    def contested(self) -> bool:
        """More than one hand is live."""
        return bool(self.live & self.live - 1)

    @property
    def runs_out(self) -> bool:
        """No further bet is possible: at most one live hand has chips behind."""
        return not self.able & self.able - 1


def among(seats: int, seat: Seat) -> bool:
    """Whether a seat is in a set of seats."""
    return seats >> seat & 1 == 1


def set_of(seats: Iterable[Seat]) -> int:
    """These seats as a set: bit n is seat n."""
    found = 0
    for seat in seats:
        found |= 1 << seat
    return found


@cache  # ten seats have a thousand sets, and every event asks for some of them
def seats_of(mask: int) -> tuple[Seat, ...]:
    """The seats of a mask, ascending."""
    return tuple(s for s in range(1, SEAT_LISTS) if mask >> s & 1)


def clockwise(seats: Iterable[Seat], after: Seat) -> list[Seat]:
    """Return seats in order, beginning left of `after`. `after` itself comes last."""
    ordered = sorted(seats)
    left = bisect_right(ordered, after)
    return ordered[left:] + ordered[:left]
