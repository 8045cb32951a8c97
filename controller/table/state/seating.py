"""The state of the seats between hands: taken, absent, new, waiting, owing.

Sets of seats are bit masks (bit n is seat n). Lists are indexed by seat. A seat has no name and no personal data.
"""

from collections.abc import Collection, Iterable
from enum import Enum
from typing import Final, NamedTuple

from controller.poker.betting import NOBODY, SEAT_LISTS, set_of
from controller.poker.cards import Card
from controller.poker.places import Seat
from controller.table.state.setup import SeatSetup


class Kept(NamedTuple):
    """Chips that the house keeps in the name of the player who had that seat."""

    seat: Seat
    amount: int


class SeatState(Enum):
    """The state of a seat, in the words of view and scenarios."""

    EMPTY = "empty"
    PLAYING = "playing"
    NEW = "new"  # taken, and not dealt in yet
    WAITING = "waiting"  # new or back, and waits for the big blind
    ABSENT = "absent"
    SITTING_OUT = "sitting_out"
    MISSED = "missed"  # marked: the blinds have passed it
    BROKE = "broke"  # without chips: the seat is kept for a while
    LEAVING = "leaving"  # gone in mid-hand: free once the hand is over
    RESERVED = "reserved"  # free, and kept for a player who is to come
    LATE = "late"  # in a tournament: its player has not come yet
    OUT = "out"  # in a tournament: its player is out, and still has to leave


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
    """The seats of a table: which are held, which players are there, and what a seat owes."""

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
        "waits_from",
    )  # fmt: skip

    def __init__(self, seats: Iterable[SeatSetup]) -> None:
        self.held = 0
        self.sitting_out = 0
        for s in seats:
            self.held |= 1 << s.seat
            self.sitting_out |= 1 << s.seat if s.sitting_out else 0
        self.standing = 0  # its player stands, as the dealer says
        self.clubs: dict[Seat, str] = {}  # of players, if a person entered them
        self.assisted = 0  # the dealer acts for its player
        self.away = 0  # the player is not in their chair
        self.away_since = [NOBODY] * SEAT_LISTS  # the button when they left, `NOBODY` once it has been there again
        self.absence_ends = [0] * SEAT_LISTS  # until when the house waits for an absent player, ns. 0: no end
        self.overdue = 0  # that time is over
        self.expected = 0  # in a tournament: the player has not come yet
        self.reserved = 0  # a free seat that is kept for a player
        self.kept: list[Kept] = []  # in the order in which their players left
        self.dealt = 0  # had cards in the last hand
        self.late = 0  # the player was not in their chair when the last card of the deal was given
        self.fresh = 0  # taken since the last hand in which it was dealt in
        self.vacated = 0  # the chair's sensor reports it empty, and no person has entered yet what that means
        self.vacated_at = [0] * SEAT_LISTS  # since when, ns
        self.waiting = 0  # waits for the big blind
        self.posting = 0  # pays what it owes with the next hand
        self.skips = 0  # gets no cards in the next hand
        self.marked = 0  # with the missed-blinds button
        self.broke = 0  # kept for a player without chips
        self.leaving = 0  # gone for good in mid-hand
        self.reached = [0] * SEAT_LISTS  # how often the big blind has come to it while its player was away or out
        self.debt = [""] * SEAT_LISTS  # the rule key under which it pays before it is dealt in, "" for nothing
        self.paid = [""] * SEAT_LISTS  # the debt that it pays with the hand in play
        self.origin: Seat = NOBODY  # where the button was first
        self.round = False  # the button has been round once
        self.listed = 0  # how many wait for a seat
        self.drawing = False  # cards are dealt for the first button …
        self.drawn = [0] * SEAT_LISTS  # … and these were: the number of each card plus 1, 0 for none yet
        self.waits_from = 0  # when a table that was locked went on, ns: no absence began before
        self.ending = -1  # hands still to be played before the table closes, -1 if that is not announced

    # --- what a seat is --------------------------------------------------------------------------------------------

    def is_held(self, seat: Seat) -> bool:
        """Whether a player holds the seat."""
        return self.held >> seat & 1 == 1

    def is_away(self, seat: Seat) -> bool:
        """Whether the player is not in their chair."""
        return self.away >> seat & 1 == 1

    def is_reserved(self, seat: Seat) -> bool:
        """Whether the seat is free and kept for a player."""
        return self.reserved >> seat & 1 == 1

    def is_broke(self, seat: Seat) -> bool:
        """Whether the seat is kept for a player without chips."""
        return self.broke >> seat & 1 == 1

    def is_expected(self, seat: Seat) -> bool:
        """Whether the seat's player in a tournament has not come yet."""
        return self.expected >> seat & 1 == 1

    def is_standing(self, seat: Seat) -> bool:
        """Whether the player stands, as the dealer entered."""
        return self.standing >> seat & 1 == 1

    def is_posting(self, seat: Seat) -> bool:
        """Whether the player pays with the next hand what they owe."""
        return self.posting >> seat & 1 == 1

    def is_vacated(self, seat: Seat) -> bool:
        """Whether the chair's sensor reports it empty, and no person has entered what that means."""
        return self.vacated >> seat & 1 == 1

    # --- who holds a seat -------------------------------------------------------------------------------------------

    def hold(self, seat: Seat) -> None:
        """A player takes the seat."""
        self.held |= 1 << seat

    def give_up(self, seat: Seat) -> None:
        """Free the seat, as its player is out of the event."""
        self.held &= ~(1 << seat)

    def free(self, seat: Seat) -> None:
        """The player has left. Clear all that the seat holds about them."""
        self.give_up(seat)
        self.mark(seat, "sitting_out", on=False)
        for mark in MARKS:
            self.mark(seat, mark, on=False)
        self.reached[seat] = self.absence_ends[seat] = 0
        self.debt[seat] = ""

    def move(self, giver: Seat, seat: Seat) -> None:
        """Move a player to another seat, with all that they owe."""
        self.give_up(giver)
        self.hold(seat)
        self.debt[seat], self.debt[giver] = self.debt[giver], ""
        self.reached[seat], self.reached[giver] = self.reached[giver], 0
        self.fresh |= 1 << seat

    def mark(self, seat: Seat, mark: str, *, on: bool) -> None:
        """Put a mark of that name on a seat, or take it off."""
        marked = getattr(self, mark)
        setattr(self, mark, marked | 1 << seat if on else marked & ~(1 << seat))

    def nobody_sits_out(self) -> None:
        """Players who sat out count as away, and no longer as sitting out."""
        self.sitting_out = 0

    def keep(self, seat: Seat, amount: int) -> None:
        """The house keeps chips in the name of the player who had the seat."""
        self.kept.append(Kept(seat, amount))

    def pay_out(self, seat: Seat, amount: int) -> None:
        """Keep so much less in the name of the player who had the seat, of what came last first."""
        stay: list[Kept] = []
        for kept in reversed(self.kept):
            part = min(kept.amount, amount) if kept.seat == seat else 0
            amount -= part
            if part < kept.amount:
                stay.append(Kept(kept.seat, kept.amount - part))
        self.kept = stay[::-1]

    def list_waits(self, players: int) -> None:
        """Enter how many players wait for a seat."""
        self.listed = players

    def join_club(self, seat: Seat, club: str) -> None:
        """Enter the club of the player."""
        self.clubs[seat] = club

    # --- who is there -----------------------------------------------------------------------------------------------

    def leave_chair(self, seat: Seat, button: Seat) -> None:
        """The player is away from now on. `button`: where the button is now."""
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
        """A newcomer has arrived."""
        self.away &= ~(1 << seat)

    def away_for_a_turn(self, seat: Seat) -> None:
        """The button is again where it was when the player left."""
        self.away_since[seat] = NOBODY

    def wait_until(self, seat: Seat, at: int) -> None:
        """The house waits for the player until that time (ns), 0: without end."""
        self.absence_ends[seat] = at

    def wait_for_absent(self, seat: Seat, since: int, limit: int) -> None:
        """The player has left their chair at `since`. The house waits for `limit` (ns) of play."""
        self.absence_ends[seat] = max(since, self.waits_from) + limit

    def wait_no_longer(self, seat: Seat) -> bool:
        """Stop waiting for a player at the seat. Return True if the wait had an end."""
        waited, self.absence_ends[seat] = self.absence_ends[seat], 0
        return bool(waited)

    def chair_seems_empty(self, seat: Seat, at: int) -> None:
        """A sensor reports the chair empty since that time (ns)."""
        self.vacated |= 1 << seat
        self.vacated_at[seat] = at

    def chair_settled(self, seat: Seat) -> None:
        """It has been entered, asked or seen where the player is."""
        self.vacated &= ~(1 << seat)

    def stand(self, seat: Seat) -> None:
        """The player stands, and cannot act."""
        self.standing |= 1 << seat

    def sit_down(self, seat: Seat) -> None:
        """The player does not stand."""
        self.standing &= ~(1 << seat)

    def said_here(self, seat: Seat) -> None:
        """The dealer enters that the player sits there, and has come."""
        self.sit_down(seat)
        self.expected &= ~(1 << seat)

    def expect_absent(self) -> None:
        """The event starts. Players who are not there are expected."""
        self.expected |= self.held & (self.away | self.vacated)

    def expected_too_long(self) -> None:
        """The time for expected players is over."""
        self.overdue |= self.expected

    # --- what is owed for a place -----------------------------------------------------------------------------------

    def owe(self, seat: Seat, debt: str) -> None:
        """The seat pays under that rule key before it is dealt in, "" for nothing. This settles missed blinds."""
        self.debt[seat] = debt
        self.reached[seat] = 0

    def reckoned(self, seat: Seat) -> None:
        """The blinds that the seat missed cost nothing."""
        self.reached[seat] = 0

    def blind_passed(self, seat: Seat) -> None:
        """The big blind has come to the seat while its player was away or out."""
        self.reached[seat] += 1

    def pay(self, seat: Seat) -> str:
        """The seat pays its debt with the hand that begins, or again what it paid with a cancelled one.

        Return the rule key.
        """
        self.paid[seat] = self.debt[seat] or self.paid[seat]
        return self.paid[seat]

    def nothing_paid(self) -> None:
        """Another hand begins, in which no debt is paid yet."""
        self.paid = [""] * SEAT_LISTS

    def begin_hand(self, seats: Iterable[Seat]) -> None:
        """These seats get cards, so they are no longer new."""
        self.dealt = set_of(seats)
        self.fresh &= ~self.dealt
        self.skips = self.late = 0

    def join_hand(self, seat: Seat) -> str:
        """One more seat gets cards, and pays what it owes. Return the rule key."""
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
        """The table closes after this number of hands."""
        self.ending = hands

    def last_hand_begins(self) -> None:
        """One of the last hands begins."""
        self.ending -= 1

    def shift_clock(self, by: int) -> None:
        """Shift every stored time by `by` (ns). 0 stands for no time."""
        self.absence_ends = [at + by if at else 0 for at in self.absence_ends]
        self.vacated_at = [at + by if at else 0 for at in self.vacated_at]
        self.waits_from = self.waits_from + by if self.waits_from else 0

    def went_on(self, by: int, at: int) -> None:
        """The table was locked for `by` until `at` (ns): every wait lasts so much longer."""
        self.absence_ends = [end + by if end else 0 for end in self.absence_ends]
        self.waits_from = at


def owed(debt: str, small: int, big: int) -> tuple[int, int]:
    """The (live, dead) amounts of a debt at these blinds, in minor units."""
    if not debt:
        return 0, 0
    return big, small if debt == "missed" else 0
