"""What a tournament keeps from hand to hand at one table, beside the chips: level and clock, who is out, rebuys."""

from enum import Enum
from typing import Final, NamedTuple

from controller.poker.places import Seat
from controller.table.state.chip_race_state import Race
from controller.table.state.setup import Setup

CLOSING_HANDS: Final = 2  # after the rebuy period: one with rebuys, then one with add-ons alone


class Buying(Enum):
    """What may be bought now."""

    NOTHING = "nothing"  # a freezeout, or all of it is over
    REBUYS = "rebuys"
    ENDING = "ending"  # the period is over: one more hand with rebuys, then one with add-ons alone


class Standing(NamedTuple):
    """A player who is out, or has won. Equal places are ties; `hand` is the one he went out in."""

    place: int
    seat: Seat
    stack: int  # when that hand began
    hand: int


class Tournament:
    """Written by the effects of rulings, and by the clock of the levels."""

    __slots__ = (
        "addons",
        "begun",
        "buying",
        "debts",
        "deciding",
        "hand_for_hand",
        "last_of_period",
        "last_over",
        "left",
        "level",
        "level_ends",
        "level_left",
        "on_break",
        "out",
        "pause_ends",
        "race",
        "rebuys",
        "released",
        "standings",
        "started",
        "to_move",
        "withdrawn",
    )

    def __init__(self, setup: Setup) -> None:
        schedule = setup.schedule
        self.level = 0  # number of the last one announced, from 0
        self.level_ends = 0  # ns; 0: its clock does not run
        self.level_left = 0  # ns of it, while the clock is stopped
        self.last_over = False  # the last level has had its time: it stays, without a clock
        self.on_break = False
        self.pause_ends = 0  # ns; 0: when the floor says so
        self.begun = False  # the next hand has begun before its shuffle: new levels wait for the one after
        self.started = False
        self.hand_for_hand = False
        self.released = True  # the floor lets the next hand begin
        self.left = schedule.players or len(setup.seats)  # players still in, at all tables
        self.standings: list[Standing] = []
        self.out = 0  # seats whose players are out and may not be dealt in
        self.deciding: dict[Seat, int] = {}  # broke, and may still buy: with what the last hand began
        self.buying = Buying.REBUYS if schedule.rebuy_levels else Buying.NOTHING
        self.last_of_period = 0  # number of the hand during or after which the rebuy period ended
        self.rebuys: dict[Seat, int] = {}
        self.addons = 0  # seats that took theirs
        self.debts: dict[Seat, int] = {}  # chips announced and not paid for
        self.race: Race | None = None
        self.to_move: Seat = 0  # named for another table, and still here
        self.withdrawn: tuple[int, ...] = ()  # denominations that are out of the game
