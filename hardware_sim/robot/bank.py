"""Chips between hands: who has none buys in again, and a stack of large ones is changed at the tray."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firmware_bridge.messages.told import FloorDecision

from .chips import Rack, lying, select
from .players import Pace, Script
from .says import Pause, TableLink
from .tabletop import TableTop

CHANGES = ((1000, 100, 10), (500, 100, 5), (100, 25, 4))
"""A chip, what it is changed into, how many of those."""


class Bank:
    """The floor's rack and the dealer's tray. `stake`: the chips of a buy-in."""

    def __init__(
        self, top: TableTop, rack: Rack, link: TableLink, pace: Callable[[], Pace], stake: Sequence[int]
    ) -> None:
        self.top, self.rack, self.link, self._pace, self.stake = top, rack, link, pace, stake

    def serve(self, seat: int, least: int) -> Script:
        """Sell chips to a seat that has fewer than `least`, then change one of its large chips if it is short."""
        if seat not in self.link.says.seats:
            return  # out of the tournament
        if self.link.says.seats[seat].stack < least:
            yield from self._buy_in(seat)
        yield from self._change(seat)

    def _buy_in(self, seat: int) -> Script:
        """The floor brings chips: said first, then laid down."""
        decision = FloorDecision(decision="issue", seat=seat, amount=sum(self.stake), reason="buys in")
        self.link.tell("floor", decision)
        yield Pause(self._pace().motion)
        self.top.shift(self.rack.take(self.stake), f"stack:{seat}")
        yield Pause(self._pace().act)

    def _change(self, seat: int) -> Script:
        stack, tray = lying(self.top.world, f"stack:{seat}"), lying(self.top.world, "tray")
        for large, small, number in CHANGES:
            if stack[small] < number // 2 and stack[large] and tray[small] >= number:
                yield from self._swap(seat, large, small, number)
                return

    def _swap(self, seat: int, large: int, small: int, number: int) -> Script:
        motion = Pause(self._pace().motion)
        given = select(self.top.world, f"stack:{seat}", {large: 1})
        self.top.shift(given, f"hand:{seat}")
        yield motion
        self.top.shift(given, "tray")
        yield motion
        taken = select(self.top.world, "tray", {small: number})
        self.top.shift(taken, "dealer")
        yield motion
        self.top.shift(taken, f"stack:{seat}")
        yield motion
