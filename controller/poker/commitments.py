"""What binds a seat before it acts: an announced raise without its amount, and restraints by rulings."""

from controller.poker.betting import NOBODY
from controller.poker.irregular import Restraint
from controller.poker.places import Seat


class Commitments:
    """Commitments of the round. An act of the seat, a turn that goes back to it and the end of the round lift
    them."""

    __slots__ = ("announced", "restrained", "split_raise_by")

    def __init__(self) -> None:
        self.announced = NOBODY  # said "raise" without an amount
        self.split_raise_by = NOBODY  # … and then the amount to call: the first of two parts
        self.restrained: dict[Seat, Restraint] = {}

    def announce_raise(self, seat: Seat) -> None:
        """The seat on turn said "raise" without an amount."""
        self.announced = seat

    def announce_first_part(self, seat: Seat) -> None:
        """The seat that announced a raise named the amount to call, or put it in. The second part follows."""
        self.split_raise_by = seat

    def restrain(self, seat: Seat, restraint: Restraint) -> None:
        """A ruling restrains the acts of the seat."""
        self.restrained[seat] = restraint

    def release(self, seat: Seat) -> None:
        """The seat may choose any act again."""
        self.restrained.pop(seat, None)

    def act_taken(self, seat: Seat, *, keeps_turn: bool) -> None:
        """The seat has acted, and its restraint is over. A raise stays announced by an act that keeps the turn."""
        if not keeps_turn:
            self.announced = self.split_raise_by = NOBODY
        self.restrained.pop(seat, None)

    def close_round(self) -> None:
        """The round is over, and no seat is bound any more."""
        self.announced = self.split_raise_by = NOBODY
        self.restrained.clear()
