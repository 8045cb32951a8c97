"""Who sits where, as it counts between hands: taken, absent, new, waiting, owing. Written by effects alone.

Sets of seats are bit masks (bit n is seat n); lists are indexed by seat. A seat has no name here, nor anything
personal.
"""

from enum import Enum
from typing import NamedTuple

from controller.poker.betting import NOBODY, SEAT_LISTS
from controller.poker.places import Seat


class Kept(NamedTuple):
    """Chips that the house keeps in the name of the player who had that seat."""

    seat: Seat
    amount: int


class SeatState(Enum):
    """What a seat is, in the words of view and scenarios."""

    EMPTY = "empty"
    PLAYING = "playing"
    NEW = "new"  # taken, and not dealt in yet
    WAITING = "waiting"  # new or back, and waits for the big blind
    ABSENT = "absent"
    SITTING_OUT = "sitting_out"
    MISSED = "missed"  # marked: the blinds have passed it
    BROKE = "broke"  # without chips; the seat is kept for a while
    LEAVING = "leaving"  # gone in mid-hand; free once the hand is over
    RESERVED = "reserved"  # nobody's yet, and kept for somebody who is to come
    LATE = "late"  # of a tournament: its player has not come yet
    OUT = "out"  # of a tournament: its player is out, and still has to leave


class Seating:
    """The seats of a table, beside who holds one and what his stack is."""

    __slots__ = (
        "absence_ends",
        "assisted",
        "away",
        "away_since",
        "broke",
        "dealt",
        "debt",
        "drawing",
        "drawn",
        "ending",
        "expected",
        "fresh",
        "kept",
        "late",
        "leaving",
        "listed",
        "marked",
        "origin",
        "overdue",
        "paid",
        "posting",
        "reached",
        "reserved",
        "round",
        "skips",
        "vacated",
        "vacated_at",
        "waiting",
    )  # fmt: skip

    def __init__(self) -> None:
        self.assisted = 0  # the dealer acts for its player
        self.away = 0  # the player is not in his chair
        self.away_since = [NOBODY] * SEAT_LISTS  # where the button was when he left; NOBODY: it has been there again
        self.absence_ends = [0] * SEAT_LISTS  # when the house's patience ends with who is away, or to come; 0: never
        self.overdue = 0  # it has ended
        self.expected = 0  # of a tournament: has not come yet
        self.reserved = 0  # a free seat that is kept for somebody
        self.kept: list[Kept] = []  # in the order in which their players left
        self.dealt = 0  # had cards in the last hand
        self.late = 0  # was not in his chair when the last card of the deal was given
        self.fresh = 0  # taken since the last hand in which it was dealt in
        self.vacated = 0  # the chair's sensor says that it is empty; nobody has said yet what that means
        self.vacated_at = [0] * SEAT_LISTS  # since when, ns
        self.waiting = 0  # waits for the big blind
        self.posting = 0  # pays what it owes with the next hand
        self.skips = 0  # gets no cards in the next hand
        self.marked = 0  # with the missed-blinds button
        self.broke = 0  # kept for a player without chips
        self.leaving = 0  # gone for good in mid-hand
        self.reached = [0] * SEAT_LISTS  # how often the big blind has come to it while its player was away or out
        self.debt = [""] * SEAT_LISTS  # the matter under which it pays before it is dealt in, "" for nothing
        self.paid = [""] * SEAT_LISTS  # the debt that it pays with the hand in play
        self.origin: Seat = NOBODY  # where the button was first
        self.round = False  # the button has been round once
        self.listed = 0  # how many wait for a seat
        self.drawing = False  # cards are dealt for the first button …
        self.drawn = [0] * SEAT_LISTS  # … and these were, each one more than its number; 0: none yet
        self.ending = -1  # hands still to be played before the table closes; -1: nobody has said so


def owed(debt: str, small: int, big: int) -> tuple[int, int]:
    """What a debt comes to at these blinds: (live, dead)."""
    if not debt:
        return 0, 0
    return big, small if debt == "missed" else 0
