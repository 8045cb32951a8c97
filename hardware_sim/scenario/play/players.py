"""What the players do, as hands at the table."""

from collections import Counter
from typing import Final

from controller.poker.events import Declared, Key, Word
from hardware_sim.robot.chips import exactly
from hardware_sim.scenario.language.act_nodes import Settles
from hardware_sim.scenario.language.notation import Chips
from hardware_sim.scenario.language.player_acts import (
    Brings,
    Chair,
    Plain,
    Pockets,
    Posts,
    Presses,
    Pushes,
    Says,
    Shows,
    Sits,
    TakesBack,
)
from hardware_sim.shown import ShownSeat

from .chip_makeup import make_up
from .core_commands import enter
from .level import MOTION, Depth, Impossible

AUTHOR: Final = "scenario"


class Players:
    """All who sit at the table. `smallest` is the smallest chip. `named`: the dealer enters shown cards."""

    def __init__(self, depth: Depth, smallest: int, *, named: bool = False) -> None:
        self.depth, self.smallest, self.named = depth, smallest, named

    # --- acts ---------------------------------------------------------------------------------------------------

    def plain(self, act: Plain) -> None:
        """Announce the act and do it with the right chips, seat after seat."""
        for seat in act.seats:
            cost = self._cost(seat, act)  # before it is announced
            self._declare(seat, act.act, act.total)
            self.depth.wait(MOTION)
            if act.act == "fold":
                self.throw(seat)
            elif act.chips:
                self.push(seat, act.chips)
            else:
                self.pay(seat, cost)
            self.depth.rest()

    def _cost(self, seat: int, act: Plain) -> int:
        behind = sum(self.depth.chips(f"stack:{seat}"))
        if act.act == "all_in":
            return behind
        if act.act == "call":
            return seat_of(self.depth, seat).to_call
        return min(behind, max(0, act.total - seat_of(self.depth, seat).bet)) if act.total else 0

    def _declare(self, seat: int, word: Word, amount: int | None) -> None:
        self.depth.tell(Declared(seat, word, amount, AUTHOR, "dealer", None, self.depth.at))

    def throw(self, seat: int) -> None:
        """Throw the cards of a seat into the muck."""
        for card in self.depth.cards(f"seat:{seat}"):
            self.depth.lay(card, "muck")

    def says(self, act: Says) -> None:
        """Enter words as the dealer does, without the pause after them."""
        word: Word = act.word  # type: ignore[assignment]  # the parser's words are these
        dark, condition = act.dark, act.condition
        self.depth.tell(
            Declared(act.seat, word, act.amount, AUTHOR, "dealer", act.when, self.depth.at, dark, condition)
        )

    def presses(self, act: Presses) -> None:
        """Press a key, without the pause after it."""
        self.depth.wait(act.gap or 0)
        key: Key = act.key  # type: ignore[assignment]  # the parser's words are the keys
        self.depth.press(act.seat, key, act.amount)

    def shows(self, act: Shows) -> None:
        """Table hands, one after the other."""
        for seat in act.seats:
            cards = act.cards or (tuple(self.depth.cards(f"seat:{seat}")) if self.named else ())
            if cards:
                enter(self.depth, "dealer", "shows", (str(seat), *cards))
            else:
                enter(self.depth, "dealer", "shows", (str(seat),))
            self.depth.rest()

    def chair(self, act: Chair) -> None:
        self.depth.chair(act.seat, act.present)
        self.depth.rest()

    def brings(self, act: Brings) -> None:
        """Bring chips from outside. If only a sum is given, the table's make-up decides which chips."""
        if act.sits:
            self.depth.chair(act.seat, present=True)
        chips = act.chips if len(act.chips) > 1 else make_up(act.chips[0], self.smallest)
        self.depth.bring(chips, f"stack:{act.seat}")
        self.depth.rest()

    def pockets(self, act: Pockets) -> None:
        stack = f"stack:{act.seat}"
        chips = tuple(self.depth.chips(stack)) if act.chips is None else self._worth(stack, sum(act.chips))
        self.depth.shift(chips, stack, "off")
        self.depth.rest()

    def sits(self, act: Sits) -> None:
        enter(self.depth, "dealer", "sit_out" if act.out else "sit_in", (str(act.seat),))
        self.depth.rest()

    # --- chips --------------------------------------------------------------------------------------------------

    def pushes(self, act: Pushes) -> None:
        """Make the motions from the stack, each at its time after the one before."""
        goal = f"stack:{act.seat}" if act.goal == "stack" else act.goal or f"bet:{act.seat}"
        for number, motion in enumerate(act.motions):
            if motion.gap is None:
                if number:
                    self.depth.next_motion()
                self.push(act.seat, motion.chips, goal)
            else:
                reach = min(MOTION, motion.gap // 2)
                self.depth.wait(motion.gap - reach)
                self.push(act.seat, motion.chips, goal, reach)
        if not act.at_once:
            self.depth.rest()

    def push(self, seat: int, chips: Chips, goal: str = "", reach: int = MOTION) -> None:
        """Move chips in one motion. They are changed first if the stack has the value in other chips."""
        stack = f"stack:{seat}"
        there = self.depth.chips(stack)
        if sum(chips) > sum(there):
            raise Impossible(f"seat {seat} has {sum(there)} behind and is to push {sum(chips)}")
        if Counter(chips) - Counter(there):
            self.depth.exchange(stack, (*chips, *make_up(sum(there) - sum(chips), self.smallest)))
        self.depth.shift(chips, stack, goal or f"bet:{seat}", reach)

    def pay(self, seat: int, amount: int) -> None:
        """Move chips worth an amount to the bet line, as few as possible."""
        if amount > 0:
            self.push(seat, self._worth(f"stack:{seat}", amount))

    def _worth(self, place: str, amount: int) -> Chips:
        found = exactly(Counter(self.depth.chips(place)), amount)
        return tuple(Counter(found).elements()) if found is not None else make_up(amount, self.smallest)

    def give_back(self, origin: str, goal: str, amount: int) -> None:
        """Move chips worth an amount from one place to another, with change from the tray if needed."""
        there = self.depth.chips(origin)
        if sum(there) < amount:
            raise Impossible(f"{origin} holds {sum(there)}, and {amount} is to leave it")
        chips = self._worth(origin, amount)
        if Counter(chips) - Counter(there):
            self.depth.exchange(origin, (*chips, *make_up(sum(there) - amount, self.smallest)))
        self.depth.shift(chips, origin, goal)
        self.depth.wait(MOTION)

    def takes_back(self, act: TakesBack) -> None:
        self.depth.shift(act.chips, act.origin or f"bet:{act.seat}", f"stack:{act.seat}")
        self.depth.rest()

    def posts(self, act: Posts) -> None:
        """Post these chips, or what is due."""
        for seat in act.seats:
            self.depth.post_spot(seat, present=True)
            if act.chips:
                self.push(seat, act.chips)
            else:
                self.pay(seat, self.to_post(seat))
            self.depth.wait(MOTION)

    def to_post(self, seat: int) -> int:
        """Return the amount that counts as put in by a seat but still lies on its stack. The bet line need not be
        sensed."""
        says = seat_of(self.depth, seat)
        return says.due if says.due > 0 else -missing(self.depth, says)

    def settle(self, act: Settles) -> None:
        """Bring or give back what is due on the bet lines."""
        for seat in act.seats or tuple(seat.seat for seat in self.depth.view.seats):
            due = seat_of(self.depth, seat).due
            if due < 0:
                self.give_back(f"bet:{seat}", f"stack:{seat}", -due)
            elif due > 0:
                self.pay(seat, due)
        self.depth.wait(MOTION)


def missing(depth: Depth, seat: ShownSeat) -> int:
    """Return the amount that counts as the seat's and does not lie on its stack.

    It is negative if chips lie there that count as put in.
    """
    contest = depth.contest
    void = contest.foreign.get(seat.seat, 0) if contest is not None else 0
    return seat.stack + void - sum(depth.chips(f"stack:{seat.seat}"))


def seat_of(depth: Depth, number: int) -> ShownSeat:
    """Return a seat as the table sees it. Raises Impossible if the seat has no player."""
    seat = depth.seat(number)
    if seat is None:
        raise Impossible(f"nobody holds seat {number}")
    return seat
