"""What binds a seat before it acts: an announced raise without its amount, and restraints by rulings."""

from controller.poker.betting import NOBODY
from controller.poker.irregular import Restraint
from controller.poker.places import Seat


class Commitments:
    """Commitments of the round. A turn that goes back to the seat and the end of the round lift them, and so does an
    act of the seat, save a restraint that lasts until a raise."""

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
        """The seat has acted. A raise stays announced by an act that keeps the turn. A restraint until a raise
        holds if the turn comes again."""
        if not keeps_turn:
            self.announced = self.split_raise_by = NOBODY
        held = self.restrained.get(seat)
        if held is not None and held.until != "raise":
            self.release(seat)

    def turn_goes_back(self, seat: Seat) -> None:
        """Void what the seat did, so that it acts again without commitments."""
        self.announced = self.split_raise_by = NOBODY
        self.release(seat)

    def close_round(self) -> None:
        """The round is over, and no seat is bound any more."""
        self.announced = self.split_raise_by = NOBODY
        self.restrained.clear()
