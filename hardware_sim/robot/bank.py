"""Chips between hands: players without chips buy in again, and stacks of large chips are changed at the tray."""

from collections.abc import Callable, Sequence

from firmware_bridge.messages.told import FloorDecision
from hardware_sim.physics.things import DEALER, HAND_AT
from hardware_sim.shown import seats_of

from .chips import Rack, lying, select
from .players import Pace, Script
from .says import Pause, TableLink
from .tabletop import TableTop

CHANGES = ((1000, 100, 10), (500, 100, 5), (100, 25, 4))
"""A chip, the chip it is changed into, and how many of those."""

MANY = 8
"""How many small chips players keep when the others are changed up. Two rounds of blinds and antes take as many."""

SCARCE = 8
"""With fewer chips of a value in the tray, a large chip could not be changed twice. Players keep half of the
change."""


class Bank:
    """The floor's rack and the dealer's tray. `stake`: the chips of a buy-in. `changes`: as `CHANGES`."""

    def __init__(
        self, top: TableTop, rack: Rack, link: TableLink, pace: Callable[[], Pace], stake: Sequence[int],
        changes: Sequence[tuple[int, int, int]] = CHANGES,
    ) -> None:  # fmt: skip
        self.top, self.rack, self.link, self._pace, self.stake = top, rack, link, pace, stake
        self._changes = changes

    def serve(self, seat: int, least: int) -> Script:
        """Sell chips to a seat that has fewer than `least`, then change one of its large chips if it is short."""
        if seat not in seats_of(self.link.says):
            return  # out of the tournament
        if seats_of(self.link.says)[seat].stack < least:
            yield from self._buy_in(seat)
        yield from self.change(seat)

    def _buy_in(self, seat: int) -> Script:
        """Bring chips from the floor: entered first, then laid down."""
        decision = FloorDecision(decision="issue", seat=seat, amount=sum(self.stake), reason="buys in")
        self.link.tell("floor", decision)
        yield Pause(self._pace().motion)
        self.top.shift(self.rack.take(self.stake), f"stack:{seat}")
        yield Pause(self._pace().act)

    def change(self, seat: int, smallest: int = 0) -> Script:
        """Change a large chip of a seat that has few small ones, none below `smallest`."""
        stack, tray = lying(self.top.world, f"stack:{seat}"), lying(self.top.world, "tray")
        for large, small, number in self._changes:
            if small >= smallest and stack[small] < number // 2 and stack[large] and tray[small] >= number:
                yield from self._swap(seat, large, small, number)
                return

    def change_up(self, seat: int, smallest: int = 0) -> Script:
        """Take small chips of a seat that has many for a larger one, so that the tray has some for the others."""
        stack, tray = lying(self.top.world, f"stack:{seat}"), lying(self.top.world, "tray")
        for large, small, number in self._changes:
            kept = MANY if tray[small] >= SCARCE else number // 2
            if small >= smallest and stack[small] >= number + kept and tray[large]:
                yield from self._pass(f"stack:{seat}", {small: number}, "tray")
                yield from self._pass("tray", {large: 1}, f"stack:{seat}")
                return

    def _pass(self, origin: str, chips: dict[int, int], goal: str) -> Script:
        motion = Pause(self._pace().motion)
        moved = select(self.top.world, origin, chips)
        self.top.shift(moved, HAND_AT.get(origin, DEALER))
        yield motion
        self.top.shift(moved, goal)
        yield motion

    def _swap(self, seat: int, large: int, small: int, number: int) -> Script:
        yield from self._pass(f"stack:{seat}", {large: 1}, "tray")
        yield from self._pass("tray", {small: number}, f"stack:{seat}")
