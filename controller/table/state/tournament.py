"""What a tournament keeps from hand to hand at one table, beside the chips: levels, places, sales."""

from collections.abc import Collection
from typing import NamedTuple

from controller.poker.betting import NOBODY
from controller.poker.places import Seat
from controller.table.state.chip_race_state import Race
from controller.table.state.chip_sales import ChipSales
from controller.table.state.level_clock import LevelClock
from controller.table.state.setup import Setup


class Standing(NamedTuple):
    """A player who is out, or has won. Equal places are ties. `hand`: the number of the hand they went out in."""

    place: int
    seat: Seat
    stack: int  # when that hand began
    hand: int


class Tournament:
    """Which players are still in, and what the next hand waits for. Sets of seats are bit masks."""

    __slots__ = (
        "clock",
        "displaced",
        "hand_for_hand",
        "left",
        "out",
        "race",
        "released",
        "sales",
        "standings",
        "to_move",
        "withdrawn",
    )

    def __init__(self, setup: Setup) -> None:
        schedule = setup.schedule
        self.clock = LevelClock()
        self.sales = ChipSales(rebuys=schedule.rebuy_levels > 0)
        self.hand_for_hand = False
        self.released = True  # the floor lets the next hand begin
        self.left = schedule.players or len(setup.seats)  # players still in, at all tables
        self.standings: list[Standing] = []
        self.out = 0  # seats whose players are out and may not be dealt in
        self.race: Race | None = None
        self.displaced: list[Seat] = []  # newcomers gave these back to players who are not out. They wait for others
        self.to_move: Seat = NOBODY  # named for another table, and still here
        self.withdrawn: tuple[int, ...] = ()  # denominations that are out of the game

    def enter(self) -> None:
        """One more player is in the event."""
        self.left += 1

    def players_left(self, players: int) -> None:
        """The floor enters how many players are still in, at all tables."""
        self.left = players

    def rank(self, standing: Standing) -> None:
        """A player is out with that place, or has won."""
        self.standings.append(standing)
        if standing.place != 1:
            self.left -= 1
            self.out |= 1 << standing.seat

    def unrank(self, seat: Seat, hand: int) -> None:
        """A player did not go out in that hand."""
        back = [s for s in self.standings if (s.seat, s.hand) == (seat, hand)]
        self.standings = [s for s in self.standings if s not in back]
        if any(s.place != 1 for s in back):
            self.left += 1
            self.out &= ~(1 << seat)

    def is_out(self, seat: Seat) -> bool:
        """Whether the player of the seat is out of the tournament."""
        return self.out >> seat & 1 == 1

    def leave(self, seat: Seat) -> None:
        """The player who was out has left the seat."""
        self.out &= ~(1 << seat)

    def free(self, seat: Seat) -> None:
        """No player holds the seat any more."""
        self.leave(seat)
        if self.to_move == seat:
            self.to_move = NOBODY

    def displace(self, seat: Seat) -> None:
        """A newcomer, whom the event has counted, gives the seat back and waits for another one."""
        self.displaced.append(seat)

    def seat_displaced(self) -> Seat:
        """The first newcomer who waits takes another seat. Return the one they had given back."""
        return self.displaced.pop(0)

    def name_to_move(self, seat: Seat) -> None:
        """That player goes to another table."""
        self.to_move = seat

    def play_hand_for_hand(self, *, on: bool, released: bool) -> None:
        """Set whether each hand waits for the floor. `released`: the next one may begin."""
        self.hand_for_hand = on
        self.released = released

    def hand_begins(self, *, again: bool) -> None:
        """A hand begins. In hand for hand play, the one after it waits for the floor.

        `again`: the hand was cancelled, and is no further one.
        """
        self.released = not self.hand_for_hand
        if again:
            self.sales.same_hand_again()

    def begin_race(self, race: Race) -> None:
        """A denomination is to leave the game."""
        self.race = race

    def end_race(self, low: int) -> None:
        """That denomination has left the game."""
        self.race = None
        self.withdrawn = (*self.withdrawn, low)

    def play_again(self, chips: Collection[int]) -> None:
        """The floor has brought these denominations into the game, whether they had left it or not."""
        self.withdrawn = tuple(chip for chip in self.withdrawn if chip not in chips)
