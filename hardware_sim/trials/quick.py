"""A quick dealer: pitches the next card while the last one flies, before that one is identified."""

from collections.abc import Generator

from hardware_sim.physics.things import OFF, ThingId
from hardware_sim.robot.dealer import FIRST_OF, FLIGHT, Dealer
from hardware_sim.robot.players import Pace, Players, Script
from hardware_sim.robot.says import Pause, TableLink, Until, Wait
from hardware_sim.robot.senses import Sight
from hardware_sim.robot.tabletop import TableTop
from hardware_sim.shown import ShownStep

SEEN = 2_000_000_000
"""Time in ns after which a draw that the table has not seen is checked: four times the shoe's longest window."""


class QuickDealer(Dealer):
    """Deals at a fixed pace. `pitch`: ns from one card to the next."""

    def __init__(
        self, top: TableTop, link: TableLink, players: Players, pace: Pace, sight: Sight, pitch: int
    ) -> None:
        super().__init__(top, link, players, pace, sight)
        self.pitch = pitch
        self._next_pitch = 0
        self._due: dict[str, int] = {}  # cards that lie or fly to a place, by place

    def _start(self, stub: list[ThingId]) -> Script:
        self._due.clear()
        yield from super()._start(stub)

    def throw(self, place: str) -> Generator[Wait, None, ThingId]:
        """Draw a card and pitch it. It lands while the dealer goes on."""
        yield Pause(max(self._next_pitch, self.top.world.shoe_free_at) - self.top.now())
        self._next_pitch = self.top.now() + self.pitch
        card = self.top.draw()
        self._drawn.append(card)
        self._due[place] = self._due.get(place, 0) + 1
        self.top.world.agenda.at(self.top.now() + FLIGHT, lambda _at: self.top.lay(card, place))
        return card

    def _noticed(self, step: ShownStep) -> Until:
        return Until(
            lambda s: s.next_step != step or bool(s.asks), f"the draw for {step.key} is seen", SEEN, fatal=False
        )

    def _deal(self, step: ShownStep) -> Script:
        spot = f"seat:{step.seat}"
        if self._due.get(spot, 0) < step.number("round"):
            yield from self.throw(spot)
        yield self._noticed(step)

    def _burn(self, step: ShownStep) -> Script:
        yield from self.throw(OFF)
        yield self._noticed(step)

    def _board(self, step: ShownStep) -> Script:
        spot = f"board:{FIRST_OF[step.key] + step.number('card')}"
        if not self._due.get(spot):
            yield from self.throw(spot)
        yield self._noticed(step)
