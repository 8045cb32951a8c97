"""The robot dealer of `sabot sim`: makes mistakes on request, and lets a person deal."""

import random
from collections.abc import Mapping
from typing import Final

from controller.rulebooks.variants import variant_of
from firmware_bridge.messages.public import PublicMove
from hardware_sim.physics.things import ThingId
from hardware_sim.robot.players import Script
from hardware_sim.robot.says import Pause, Until
from hardware_sim.school.lessons import School
from hardware_sim.shown import ShownSituation, ShownStep
from hardware_sim.trials.erring import ErringDealer, Mistake, prepared
from hardware_sim.trials.mistakes import MISTAKES
from hardware_sim.trials.remedies import RemedyingDealer

EVERY: Final = 3
"""Hands from one mistake to the next, if there is to be one now and then. A person also sees hands without one."""

LOOK: Final = 500_000_000
"""How often the robot looks whether it is to deal again, in ns."""

SUPPOSED: Final = 10
"""The cards of a deal that the figures of mistakes suppose: five players, two cards each. The tenth is the last."""

OF_PLAYERS: Final = frozenset(
    {"act", "expose", "show", "show_or_muck"}
    | {f"post_{what}" for what in ("small_blind", "big_blind", "option", "entry", "ante", "big_blind_ante")}
)
"""Steps that players make. The robot carries them out even if a person deals."""


class Wishes:
    """The requests of people at the simulator's page to the robot dealer."""

    def __init__(self, offered: tuple[Mistake, ...] = MISTAKES) -> None:
        self.offered = {mistake.name: mistake for mistake in offered}
        self.wished: Mistake | None = None
        """The mistake to be made in the next hand."""
        self.now_and_then = False
        self.by_hand = False
        """Whether a person deals."""
        self.finishing = False
        """Whether the robot deals the rest of a hand in a hurry, because a person deals the next one."""
        self.school: School | None = None
        """The school, if a pupil is at the table."""
        self._hands = 0

    def wish(self, name: str) -> None:
        """Request this mistake in the next hand. Raises LookupError naming what is offered."""
        if name not in self.offered:
            raise LookupError(f"no mistake is called {name!r}. There are {', '.join(self.offered)}")
        self.wished = self.offered[name]

    def finish(self) -> None:
        """Have the robot deal the rest of this hand. A person deals the next one."""
        self.by_hand, self.finishing = False, True

    @property
    def rests(self) -> bool:
        """Whether the robot dealer leaves the table to a person: one who deals, or a pupil."""
        return self.by_hand or (self.school is not None and self.school.is_pupils)

    def next(self, luck: random.Random) -> Mistake | None:
        """Return the mistake of the hand that begins, if one is to be made."""
        self._hands += 1
        self.by_hand, self.finishing = self.by_hand or self.finishing, False
        if self.school is not None:
            self.school.begin_hand()
        wished, self.wished = self.wished, None
        if self.by_hand:
            return None
        if wished is None and self.school is not None:
            return self.offered[self.school.next_mistake()]
        if wished is None and self.now_and_then and self._hands % EVERY == 0:
            wished = luck.choice(list(self.offered.values()))
        return wished


class DemonstratingDealer(ErringDealer):
    """Deals hands with the mistakes that are requested. While a person deals, it only does what the players do."""

    wishes: Wishes

    def _do(self, step: ShownStep) -> Script:
        if step.key in OF_PLAYERS or self.player_mixes(step):
            yield from self._do_and_tell(step)
            return
        self._look()
        while self.wishes.rests and self.link.says.next_step == step:
            yield Until(lambda says: says.next_step != step, "the person deals", LOOK, fatal=False)
            self._look()
        if self.link.says.next_step == step:
            yield from self._do_and_tell(step)

    def _do_and_tell(self, step: ShownStep) -> Script:
        """Do a step. If that was the mistake of this hand, the school is told."""
        before = self.made
        yield from super()._do(step)
        if self.wishes.school is not None and self.mistake is not None and self.made and not before:
            self.wishes.school.made(self.mistake.name)

    def _look(self) -> None:
        """Let the school see what the table says before the robot does anything."""
        if self.wishes.school is not None:
            self.wishes.school.look(self.state, self.top.now())

    def _say_where(self, says: ShownSituation) -> Script:
        self._look()
        if self.wishes.rests:
            yield Pause(LOOK)
        else:
            yield from super()._say_where(says)

    def takes(self, card: ThingId) -> None:
        """Note that a person has drawn this card, so that the robot can go on from there."""
        self._drawn.append(card)

    @property
    def drawn(self) -> frozenset[ThingId]:
        """The cards that were drawn in this hand."""
        return frozenset(self._drawn)

    def prepare(self, mistake: Mistake, stub: list[ThingId], strangers: Mapping[str, ThingId]) -> list[ThingId]:
        """Make this mistake in the next hand. Return the shuffled deck as the mistake needs it."""
        players = sum(seat.stack > 0 for seat in self.link.says.seats)
        nth = self._moment(mistake, players)
        self.err(mistake, nth)
        self.slips_at = Unhurried()
        return prepared(stub, mistake, nth, strangers, players, self.luck)

    def _moment(self, mistake: Mistake, players: int) -> int:
        """The moment for a mistake. Its figures for mistakes of the deal suppose ten cards."""
        least, most = mistake.moments
        cards = players * variant_of(self.link.says.variant).hole_cards
        if mistake.at == "deal":
            least, most = (cards if nth == SUPPOSED else min(nth, cards - 1) for nth in mistake.moments)
        return self.luck.randint(least, most)


class Unhurried:
    """Waits before each movement of a remedy, so that people can read what the table tells the dealer."""

    def before(self, dealer: RemedyingDealer, _move: PublicMove) -> Script:
        """Wait. To be called when a movement is due."""
        yield Pause(2 * dealer.pace.act)
