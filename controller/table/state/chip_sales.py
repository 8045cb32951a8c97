"""The chips that may be or were bought in a tournament: rebuys, add-ons, debts, players who may still decide."""

from enum import Enum
from typing import Final

from controller.poker.places import Seat

CLOSING_HANDS: Final = 2  # after the rebuy period: one with rebuys, then one with add-ons alone


class Buying(Enum):
    """What may be bought now."""

    NOTHING = "nothing"  # a freezeout, or all of it is over
    REBUYS = "rebuys"
    ENDING = "ending"  # the period is over: one more hand with rebuys, then one with add-ons alone


class ChipSales:
    """Amounts are in minor units."""

    __slots__ = ("addons", "buying", "debts", "deciding", "last_of_period", "rebuys")

    def __init__(self, *, rebuys: bool) -> None:
        self.buying = Buying.REBUYS if rebuys else Buying.NOTHING
        self.last_of_period = 0  # number of the hand during or after which the rebuy period ended
        self.deciding: dict[Seat, int] = {}  # broke, and may still buy: their stacks when the last hand began
        self.rebuys: dict[Seat, int] = {}
        self.addons = 0  # seats that took theirs
        self.debts: dict[Seat, int] = {}  # chips announced and not paid for

    def rebuy(self, seat: Seat) -> None:
        """The player buys another stack."""
        self.deciding.pop(seat, None)
        self.rebuys[seat] = self.rebuys.get(seat, 0) + 1

    def add_on(self, seat: Seat) -> None:
        """The player takes the add-on."""
        self.deciding.pop(seat, None)
        self.addons |= 1 << seat

    def not_paid(self, seat: Seat, amount: int) -> None:
        """The cashier has no payment for what the player announced."""
        self.debts[seat] = amount

    def paid(self, seat: Seat) -> bool:
        """The player has paid. Return False if nothing was owed."""
        return self.debts.pop(seat, None) is not None

    def decides(self, seat: Seat, stack: int) -> None:
        """The player is broke and may still buy. The last hand began with that stack."""
        self.deciding[seat] = stack

    def decided(self) -> dict[Seat, int]:
        """The time to buy is over. Return the seats that had it, with their stacks when the last hand began."""
        over, self.deciding = self.deciding, {}
        return over

    def end_period(self, hand: int) -> None:
        """The rebuy period is over during or after the hand of that number. Two more hands belong to it."""
        self.buying = Buying.ENDING
        self.last_of_period = hand

    def same_hand_again(self) -> None:
        """A hand that was cancelled is dealt again, and is no further one."""
        self.last_of_period += 1

    def close(self) -> None:
        """Nothing is sold any more."""
        self.buying = Buying.NOTHING
