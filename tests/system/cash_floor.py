"""Between two hands of a cash game: players come with their chips, leave, stay away, come back, buy more.

Each of these is an entry of the dealer, and chips that are carried.
"""

from __future__ import annotations

from collections.abc import Sequence

from firmware_bridge.messages.told import DealerCommand
from hardware_sim.physics.things import OFF, Chip
from hardware_sim.robot.chips import Rack
from hardware_sim.robot.players import Pace, Script
from hardware_sim.robot.says import Pause, TableLink
from hardware_sim.robot.tabletop import TableTop


class CashFloor:
    """The floor of a cash game. `rack`: the chips that players bring come from it, and those they take home go
    there."""

    def __init__(self, top: TableTop, rack: Rack, link: TableLink, pace: Pace) -> None:
        self.top, self.rack, self.link, self.pace = top, rack, link, pace

    def comes(self, seat: int, chips: Sequence[int], *, returned: bool = False) -> Script:
        """A player lays down their chips and takes the seat, on the first visit of the day or on a later one."""
        yield from self._bring(seat, chips)
        self.link.tell("dealer", DealerCommand(word="seat", seat=seat, choice="returned" if returned else None))
        yield Pause(self.pace.act)

    def leaves(self, seat: int) -> Script:
        """A player leaves for good, with their chips."""
        yield from self.says("leave", seat)
        chips = [thing.id for thing in self.top.world.at(f"stack:{seat}") if isinstance(thing, Chip)]
        if chips:
            self.top.shift(chips, OFF)
            self.rack.put_back(chips, self.top.now())
        yield Pause(self.pace.act)

    def buys(self, seat: int, chips: Sequence[int]) -> Script:
        """A player buys more chips: entered first, then laid down."""
        self.link.tell("dealer", DealerCommand(word="buyin", seat=seat, amount=sum(chips)))
        yield Pause(self.pace.act)
        yield from self._bring(seat, chips)

    def asks_for(self, seat: int, amount: int) -> Script:
        """A player asks to buy so much. No chips come."""
        self.link.tell("dealer", DealerCommand(word="buyin", seat=seat, amount=amount))
        yield Pause(self.pace.act)

    def says(self, word: str, seat: int) -> Script:
        """Enter what a player says: away, back, post, wait, leave."""
        self.link.tell("dealer", DealerCommand(word=word, seat=seat))
        yield Pause(self.pace.act)

    def _bring(self, seat: int, chips: Sequence[int]) -> Script:
        self.top.shift(self.rack.take(chips), f"stack:{seat}")
        yield Pause(self.pace.act)
