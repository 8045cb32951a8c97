"""Who sits where, as it counts between hands: taken, absent, new, waiting, owing.

Sets of seats are bit masks (bit n is seat n); lists are indexed by seat. A seat has no name here, nor anything
personal.
"""

from collections.abc import Collection, Iterable
from enum import Enum
from typing import Final, NamedTuple

from controller.poker.betting import NOBODY, SEAT_LISTS
from controller.poker.cards import Card
from controller.poker.places import Seat
from controller.table.state.setup import SeatSetup


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


MARKS: Final = (
    "assisted",
    "away",
    "broke",
    "dealt",
    "expected",
    "fresh",
    "leaving",
    "marked",
    "overdue",
    "posting",
    "reserved",
    "skips",
    "vacated",
    "waiting",
)
"""The marks of a seat that an effect may put on or take off, and that end when its player leaves."""


class Seating:
    """The seats of a table: who holds one, who is there, what is owed for a place."""

    __slots__ = (
        "absence_ends",
        "assisted",
        "away",
        "away_since",
        "broke",
        "clubs",
        "dealt",
        "debt",
        "drawing",
        "drawn",
        "ending",
        "expected",
        "fresh",
        "held",
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
        "sitting_out",
        "skips",
        "standing",
        "vacated",
        "vacated_at",
        "waiting",
    )  # fmt: skip

    def __init__(self, seats: Iterable[SeatSetup]) -> None:
        self.held = 0
        self.sitting_out = 0
        for s in seats:
            self.held |= 1 << s.seat
            self.sitting_out |= 1 << s.seat if s.sitting_out else 0
        self.standing = 0  # its player stands, as the dealer says
        self.clubs: dict[Seat, str] = {}  # of players, where somebody said them
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

    # --- what a seat is --------------------------------------------------------------------------------------------

    def is_held(self, seat: Seat) -> bool:
        """The seat is somebody's."""
        return self.held >> seat & 1 == 1

    def is_away(self, seat: Seat) -> bool:
        """The player is not in their chair."""
        return self.away >> seat & 1 == 1

    def is_reserved(self, seat: Seat) -> bool:
        """The seat is free and kept for somebody."""
        return self.reserved >> seat & 1 == 1

    def is_broke(self, seat: Seat) -> bool:
        """The seat is kept for a player without chips."""
        return self.broke >> seat & 1 == 1

    def is_expected(self, seat: Seat) -> bool:
        """A player of a tournament has not come yet."""
        return self.expected >> seat & 1 == 1

    def is_standing(self, seat: Seat) -> bool:
        """The player stands, as the dealer says."""
        return self.standing >> seat & 1 == 1

    def is_posting(self, seat: Seat) -> bool:
        """The player pays with the next hand what they owe."""
        return self.posting >> seat & 1 == 1

    def is_vacated(self, seat: Seat) -> bool:
        """The chair's sensor says that it is empty, and nobody has said what that means."""
        return self.vacated >> seat & 1 == 1

    # --- who holds a seat -------------------------------------------------------------------------------------------

    def hold(self, seat: Seat) -> None:
        """The seat is somebody's."""
        self.held |= 1 << seat

    def give_up(self, seat: Seat) -> None:
        """The seat is nobody's, as its player is out of the event."""
        self.held &= ~(1 << seat)

    def free(self, seat: Seat) -> None:
        """The player has left, and nothing that was known of the player counts for the seat."""
        self.give_up(seat)
        self.mark(seat, "sitting_out", on=False)
        for mark in MARKS:
            self.mark(seat, mark, on=False)
        self.reached[seat] = self.absence_ends[seat] = 0
        self.debt[seat] = ""

    def move(self, giver: Seat, seat: Seat) -> None:
        """The player of one seat has another one from now on, with all that is owed for it."""
        self.give_up(giver)
        self.hold(seat)
        self.debt[seat], self.debt[giver] = self.debt[giver], ""
        self.reached[seat], self.reached[giver] = self.reached[giver], 0
        self.fresh |= 1 << seat

    def mark(self, seat: Seat, mark: str, *, on: bool) -> None:
        """A mark of that name is put on a seat, or taken off."""
        marked = getattr(self, mark)
        setattr(self, mark, marked | 1 << seat if on else marked & ~(1 << seat))

    def nobody_sits_out(self) -> None:
        """Whoever sat out counts as away, and no longer as sitting out."""
        self.sitting_out = 0

    def keep(self, seat: Seat, amount: int) -> None:
        """The house keeps chips in the name of the player who had the seat."""
        self.kept.append(Kept(seat, amount))

    def pay_out(self, seat: Seat) -> None:
        """What was kept in the name of the player who had the seat is paid out."""
        self.kept = [kept for kept in self.kept if kept.seat != seat]

    def list_waits(self, players: int) -> None:
        """So many wait for a seat."""
        self.listed = players

    def join_club(self, seat: Seat, club: str) -> None:
        """Somebody said which club the player belongs to."""
        self.clubs[seat] = club

    # --- who is there -----------------------------------------------------------------------------------------------

    def leave_chair(self, seat: Seat, button: Seat) -> None:
        """The player is away from now on. The button is at that seat."""
        self.away |= 1 << seat
        self.away_since[seat] = button

    def back_in_chair(self, seat: Seat, *, after_deal: bool) -> None:
        """The player is there. `after_deal`: the last card had been given."""
        bit = 1 << seat
        if self.away & bit and after_deal:
            self.late |= bit
        self.away &= ~bit
        self.overdue &= ~bit

    def arrive(self, seat: Seat) -> None:
        """A newcomer is there."""
        self.away &= ~(1 << seat)

    def away_for_a_turn(self, seat: Seat) -> None:
        """The button has been where it was when the player left."""
        self.away_since[seat] = NOBODY

    def wait_until(self, seat: Seat, at: int) -> None:
        """The house waits for the player until that time (ns), 0: without end."""
        self.absence_ends[seat] = at

    def wait_no_longer(self, seat: Seat) -> bool:
        """Nobody is waited for at the seat. True if there was an end to it."""
        waited, self.absence_ends[seat] = self.absence_ends[seat], 0
        return bool(waited)

    def chair_seems_empty(self, seat: Seat, at: int) -> None:
        """A sensor says so, since that time (ns)."""
        self.vacated |= 1 << seat
        self.vacated_at[seat] = at

    def chair_settled(self, seat: Seat) -> None:
        """Where the player is has been said, asked, or seen."""
        self.vacated &= ~(1 << seat)

    def stand(self, seat: Seat) -> None:
        """The player stands, and cannot act."""
        self.standing |= 1 << seat

    def sit_down(self, seat: Seat) -> None:
        """The player does not stand."""
        self.standing &= ~(1 << seat)

    def said_here(self, seat: Seat) -> None:
        """The dealer says that the player sits there, and has come."""
        self.sit_down(seat)
        self.expected &= ~(1 << seat)

    def expect_absent(self) -> None:
        """The event starts: whoever is not there is expected."""
        self.expected |= self.held & (self.away | self.vacated)

    def expected_too_long(self) -> None:
        """The time of those who are expected is over."""
        self.overdue |= self.expected

    # --- what is owed for a place -----------------------------------------------------------------------------------

    def owe(self, seat: Seat, debt: str) -> None:
        """The seat pays under that rule key before it is dealt in, "" for nothing. What it missed is reckoned."""
        self.debt[seat] = debt
        self.reached[seat] = 0

    def reckoned(self, seat: Seat) -> None:
        """What the seat missed costs nothing."""
        self.reached[seat] = 0

    def blind_passed(self, seat: Seat) -> None:
        """The big blind has come to the seat while its player was away or out."""
        self.reached[seat] += 1

    def pay(self, seat: Seat) -> str:
        """The seat pays what it owes with the hand that begins, or what it paid with a cancelled one. Returns the
        rule key."""
        self.paid[seat] = self.debt[seat] or self.paid[seat]
        return self.paid[seat]

    def nothing_paid(self) -> None:
        """Another hand begins."""
        self.paid = [""] * SEAT_LISTS

    def begin_hand(self, seats: Iterable[Seat]) -> None:
        """These seats get cards: they are no longer new."""
        self.dealt = sum(1 << seat for seat in seats)
        self.fresh &= ~self.dealt
        self.skips = self.late = 0

    def join_hand(self, seat: Seat) -> str:
        """One more seat gets cards, and pays what it owes. Returns the rule key."""
        self.dealt |= 1 << seat
        self.fresh &= ~(1 << seat)
        self.paid[seat] = self.debt[seat]
        return self.paid[seat]

    # --- button and last hands --------------------------------------------------------------------------------------

    def button_starts(self, seat: Seat) -> None:
        """The first hand: the button is at that seat."""
        self.origin, self.round = seat, False

    def button_passes(self, way: Collection[Seat]) -> None:
        """The button has passed these seats. Once it has been where it began it has been round the table."""
        self.round = self.round or self.origin in way

    def draw_for_button(self) -> None:
        """Cards are dealt for the first button, one to each seat."""
        self.drawing = True
        self.drawn = [0] * SEAT_LISTS

    def draw(self, seat: Seat, face: Card) -> None:
        """A card for the first button lies at the seat."""
        self.drawn[seat] = face + 1

    def button_found(self) -> None:
        """No more cards are dealt for the first button."""
        self.drawing = False

    def announce_last_hands(self, hands: int) -> None:
        """The table closes after so many hands."""
        self.ending = hands

    def last_hand_begins(self) -> None:
        """One of the last hands begins."""
        self.ending -= 1

    def shift_clock(self, by: int) -> None:
        """Put every time on another clock (ns). 0 stands for none."""
        self.absence_ends = [at + by if at else 0 for at in self.absence_ends]
        self.vacated_at = [at + by if at else 0 for at in self.vacated_at]


def owed(debt: str, small: int, big: int) -> tuple[int, int]:
    """What a debt comes to at these blinds: (live, dead)."""
    if not debt:
        return 0, 0
    return big, small if debt == "missed" else 0
