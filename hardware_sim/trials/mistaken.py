"""Hands with one mistake each: which one, when, and whether the table named it and saw it repaired."""

from collections.abc import Sequence

from hardware_sim.physics.noise import dice
from hardware_sim.robot.players import Script

from .erring import COUNTED, ErringDealer, Mistake, prepared
from .evening import SEATS, Evening, Table
from .mistakes import MISTAKES
from .slips import Between, Clumsy
from .watch import Watch


class Erring:
    """The mistakes in turn, at random moments."""

    def __init__(
        self, evening: Evening, mistakes: Sequence[Mistake] = MISTAKES, share: float = 0.0,
        between: Sequence[Between] = (),
    ) -> None:  # fmt: skip
        """`share`: the share of the remedy's movements that are made wrongly first. `between`: what comes between
        them, in turn."""
        self.evening, self.mistakes, self.share, self.between = evening, tuple(mistakes), share, tuple(between)
        self.luck = dice(evening.seed, "mistakes")

    def play(self, number: int) -> bool:
        """Play a hand. Return whether its mistake was named rightly and repaired to the end."""
        mistake = self.mistakes[number % len(self.mistakes)]
        evening, dealt = self.evening, list[ErringDealer]()
        good = evening.play(lambda table, hand: self._hand(table, hand, mistake, dealt))
        watch, count = evening.watch, evening.count
        if watch is not None and dealt and dealt[0].made:
            count.mistakes[mistake.name] += 1
            count.ruled[f"{mistake.name}: {', '.join(watch.matters) or 'nothing'}"] += 1
            for fault in self._faults(mistake, dealt[0], watch) if good else ():
                evening.wrong(fault)
                good = False
        if not good:
            count.wrong[-1] = f"{mistake.name}: {count.wrong[-1]}"
        if mistake.spoils:
            evening.shut()
        return good

    def _faults(self, mistake: Mistake, dealer: ErringDealer, watch: Watch) -> list[str]:
        """What the table got wrong. If something came between, the mistake must still be named first."""
        clumsy = dealer.slips_at
        assert isinstance(clumsy, Clumsy)  # noqa: S101 - `_hand` gave it to him
        self.evening.count.slips.update(clumsy.made)
        said = [f"{mistake.name}: nothing was said of {slip}" for slip in clumsy.unsaid]
        first = [matter for matter in watch.matters if matter not in COUNTED][:1]
        mixed = bool(clumsy.made)
        return said + mistake.faults(self.evening.book, first if mixed else watch.matters, watch.keys, first=mixed)

    def _hand(self, table: Table, number: int, mistake: Mistake, dealt: list[ErringDealer]) -> Script:
        yield from table.between_hands()
        dealer = table.erring_dealer(number)
        dealt.append(dealer)
        between = self.between[number // len(self.mistakes) % len(self.between)] if self.between else None
        dealer.slips_at = Clumsy(dealer.luck, self.share, between, table.comes_between)
        dealer.err(mistake, self.luck.randint(*mistake.moments))
        table.players.habits.stay = mistake.stays
        stub = prepared(table.shuffled(number), mistake, dealer.nth, table.strangers, len(SEATS), self.luck)
        yield from dealer.hand(stub)
