"""Players who do what a hand file says, and complain if the table does not follow it."""

from collections.abc import Iterator

from firmware_bridge.messages.told import Declared, Word
from hardware_sim.phh import Act, BetRaise, CheckCall, Fold, Hand
from hardware_sim.physics.things import ThingId
from hardware_sim.shown import ShownSituation, seats_of

from .chips import exactly, lying, select
from .plan import Betting, ChipPlan
from .players import Pace, Script
from .says import Pause, Refused, Stuck, TableLink, summary
from .tabletop import TableTop


class ScriptedPlayers:
    """The players of one hand. Raises are announced. Calls are made by key and chips."""

    def __init__(self, hand: Hand, plan: ChipPlan, top: TableTop, link: TableLink, pace: Pace) -> None:
        self.hand, self.top, self.link, self.pace = hand, top, link, pace
        self.betting = Betting(hand)
        self._acts: Iterator[tuple[int, Act]] = iter(hand.acts)
        self._next = next(self._acts, None)
        self._planned = {hand.seat(p): [list(chips) for chips in paid] for p, paid in plan.payments.items()}

    @property
    def left(self) -> tuple[int, Act] | None:
        """The next act of the file that has not happened yet."""
        return self._next

    def act(self, seat: int, says: ShownSituation) -> Script:
        number, action = self._due(seat, says)
        yield Pause(self.pace.act)
        match action:
            case Fold():
                yield from self._fold(seat)
            case CheckCall():
                yield from self._check_or_call(seat, number, says)
            case BetRaise(total=total):
                yield from self._raise(seat, number, total, says)

    def _due(self, seat: int, says: ShownSituation) -> tuple[int, Act]:
        if self._next is None:
            raise Stuck(f"the file has no act left, the table expects one of seat {seat}: {summary(says)}")
        number, action = self._next
        if self.hand.seat(action.player) != seat:
            expected = self.hand.seat(action.player)
            raise Stuck(f"action {number}: seat {expected} is to act by the file. The table says: {summary(says)}")
        if says.to_call != self.betting.to_call[number]:
            call = self.betting.to_call[number]
            raise Stuck(
                f"action {number}: seat {seat} has {call:,} to call by the file, {says.to_call:,} at the table"
            )
        self._next = next(self._acts, None)
        return number, action

    def _fold(self, seat: int) -> Script:
        self.top.press(seat, "fold")
        yield Pause(self.pace.motion)
        for card in self.top.cards(f"seat:{seat}"):
            self.top.lay(card, "muck")
        yield Pause(self.pace.motion)

    def _check_or_call(self, seat: int, number: int, says: ShownSituation) -> Script:
        if "check" in says.options and not says.to_call:
            self.top.press(seat, "check")
            return
        self._allowed(number, seat, "call", says)
        self.top.press(seat, "call")
        yield Pause(self.pace.motion)
        yield from self.pay(seat, says.to_call)

    def _raise(self, seat: int, number: int, total: int, says: ShownSituation) -> Script:
        in_front = seats_of(says)[seat].bet
        everything = total - in_front >= seats_of(says)[seat].stack
        self._allowed(number, seat, "all_in" if everything else "bet" if not says.call_total else "raise", says)
        least, most = says.min_raise, says.max_raise
        if not everything and least is not None and not least <= total <= (most or total):
            raise Refused(f"action {number}: seat {seat} raises to {total:,}. Allowed are {least:,} to {most or 0:,}")
        word: Word = "all_in" if everything else "raise" if says.call_total else "bet"
        self.link.tell("dealer", Declared(seat=seat, word=word, amount=None if everything else total))
        yield Pause(self.pace.motion)
        yield from self.pay(seat, total - in_front)

    def _allowed(self, number: int, seat: int, word: str, says: ShownSituation) -> None:
        alike = {
            "bet": {"bet", "raise"},
            "raise": {"bet", "raise"},
            "all_in": {"all_in", "raise", "bet", "call"},
        }
        if not alike.get(word, {word}) & set(says.options):
            raise Refused(f"action {number}: seat {seat} may not {word}. Allowed are {', '.join(says.options)}")

    def pay(self, seat: int, amount: int) -> Script:
        chips = self._chips(seat, amount)
        self.top.shift(chips, f"hand:{seat}")
        yield Pause(self.pace.motion)
        self.top.shift(chips, f"bet:{seat}")
        yield Pause(self.pace.motion)

    def _chips(self, seat: int, amount: int) -> list[ThingId]:
        planned = self._planned[seat]
        stack = f"stack:{seat}"
        if planned and sum(planned[0]) == amount:
            return select(self.top.world, stack, _counted(planned.pop(0)))
        chips = exactly(lying(self.top.world, stack), amount)
        if chips is None:
            raise Stuck(f"seat {seat} is to pay {amount:,} and has no chips for it")
        return select(self.top.world, stack, chips)

    def shows(self, seat: int) -> bool:
        return not self.hand.mucks(seat)


def _counted(chips: list[int]) -> dict[int, int]:
    return {denomination: chips.count(denomination) for denomination in chips}
