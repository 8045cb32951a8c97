"""The timers that wake a table, and the names of these timers in a journal and a checkpoint."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from controller.poker.places import SEATS, Seat

TABLE: Final = 0  # in place of a seat: the timer is the table's


class Timed(StrEnum):
    """The subject of a timer. The value is its word in a name."""

    DECISION = "clock"  # the player on turn, once the floor has started the clock
    SIGHT = "sight"  # cards that nothing reads
    ASTRAY = "astray"  # cards that may be misplaced, or too many
    MISSED = "missed"  # cards that may have been taken up in place of the one due
    POT_READ = "pot"  # bets on their way to the pot
    LIFTED = "lifted"  # chips that left a seat's bet line and have not landed
    REBUY = "rebuy"  # the player of a seat is buying in again
    RAIL = "rail"  # the player of a seat holds chips
    ABSENCE = "absence"  # the player of a seat is away
    RESERVED = "reserved"  # a seat is kept for a player who is to come
    LEVEL = "level"
    BREAK = "break"


OF_SEATS: Final = frozenset({Timed.LIFTED, Timed.REBUY, Timed.RAIL, Timed.ABSENCE, Timed.RESERVED})
"""The subjects that are timed for each seat by itself. All else is timed for the table."""


@dataclass(frozen=True, slots=True, order=True)
class Timer:
    """A timer of the table. `seat`: whose it is, of those in `OF_SEATS`. Arming it again replaces it."""

    times: Timed
    seat: Seat = TABLE

    @property
    def name(self) -> str:
        """Its name, for a record and for people. `named` finds the timer again."""
        return f"{self.times}:{self.seat}" if self.seat else self.times.value


_TIMERS: Final = {
    timer.name: timer
    for times in Timed
    for timer in ((Timer(times, seat) for seat in SEATS) if times in OF_SEATS else (Timer(times),))
}


def named(name: str) -> Timer:
    """Return the timer of that name. Raises ValueError: no timer has it."""
    try:
        return _TIMERS[name]
    except KeyError:
        raise ValueError(f"no timer is called {name!r}. Allowed: {', '.join(_TIMERS)}") from None
