"""The time to decide: who asked for it, whose clock runs, and until when."""

from typing import Final

from controller.poker.betting import NOBODY
from controller.poker.places import Seat
from controller.poker.timers import Timed, Timer

DECISION: Final = Timer(Timed.DECISION)


class DecisionClock:
    """At most one clock runs, for the seat on turn."""

    __slots__ = ("asked_at", "called_by_turn", "due", "seat", "ticking")

    def __init__(self) -> None:
        self.ticking = False  # a timer is armed
        self.seat = NOBODY  # whose time was called …
        self.due = 0  # … and when it is over, ns
        self.asked_at = (0, -1, NOBODY)  # for which turn a player last asked for time: street, acts before it, seat
        self.called_by_turn: tuple[int, Seat, int] | None = None  # by the seat on turn: street, seat, its acts before

    def ask(self, street: int, acts: int, turn: Seat) -> None:
        """A player asks for time on the seat on turn. The request is for this turn only."""
        self.asked_at = (street, acts, turn)

    def call_own(self, street: int, seat: Seat, acts: int) -> None:
        """The seat on turn keeps its right to act by calling for time. It has acted so often on the street."""
        self.called_by_turn = (street, seat, acts)

    def start(self, seat: Seat, due: int) -> None:
        """The floor starts the clock on the seat, until that time (ns)."""
        self.ticking, self.seat, self.due = True, seat, due

    def turn_passed(self) -> None:
        """The seat has acted: no timer is armed. Whose clock it was is kept, as the act may have come too late."""
        self.ticking = False

    def hand_died(self) -> None:
        """The time is over and the hand is dead. No clock runs."""
        self.seat = NOBODY

    def shift_clock(self, by: int) -> None:
        """Move every time to another clock (ns). 0 means no time."""
        self.due = self.due + by if self.due else 0
