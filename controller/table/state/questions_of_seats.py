"""Questions that a person answers: seats and chips between hands."""

from dataclasses import dataclass
from typing import ClassVar

from controller.poker.outcomes import Ask
from controller.poker.places import Seat
from controller.table.state.question import AWAY, HERE, NO_HAND_LEFT, TRANSFER, VACATED, VACATED_AT_DEAL, Question


@dataclass(frozen=True, slots=True)
class ChairEmpty(Question):
    """Whether the player of a chair that seems empty is away."""

    form = Ask(f"{VACATED}-{{seat}}", VACATED, "after", (AWAY, HERE), None, "dealer")
    seat: Seat


@dataclass(frozen=True, slots=True)
class ChairEmptyAtDeal(Question):
    """Whether the player of a chair that seemed empty was away when the deal ended."""

    form = Ask(f"{VACATED_AT_DEAL}-{{seat}}", VACATED_AT_DEAL, "hand", (AWAY, HERE), None, "dealer")
    seat: Seat


@dataclass(frozen=True, slots=True)
class NoHandLeft(Question):
    """What becomes of the blinds if no player was in place when the deal ended. No rulebook says it."""

    form = Ask(NO_HAND_LEFT, NO_HAND_LEFT, "hand", ("big_blind", "deal_again"), None, "floor")
    holds_play: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Reserved(Question):
    """Whether the player who takes a kept seat is the one for whom it is kept."""

    form = Ask("reserved-{seat}", "reserved", "after", ("his", "refuse"), None, "dealer")
    seat: Seat
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class SeatAtSmallBlind(Question):
    """Whether a moved player sits where the small blind will be."""

    form = Ask("seat-{seat}", "seat_small_blind", "after", ("confirm", "refuse"), "confirm", "floor")
    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class FirstButton(Question):
    """Whether the seat next to an empty one that was drawn has the first button."""

    form = Ask("first_button", "first_button", "after", ("confirm", "refuse"), "confirm", "floor")
    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatChange(Question):
    """Whether a player may change to the free seat where their chips lie."""

    form = Ask("change-{seat}", "seat_change", "after", ("refuse", "allow"), "refuse", "floor")
    giver: Seat
    seat: Seat


@dataclass(frozen=True, slots=True)
class Transfer(Question):
    """Whether chips of one player count at another one's seat."""

    giver: Seat
    taker: Seat
    amount: int

    @property
    def ask(self) -> Ask:
        return Ask(f"transfer-{self.giver}", TRANSFER, "after", ("back", "allow"), "back", "floor", self.giver)


@dataclass(frozen=True, slots=True)
class WrongSeats(Question):
    """What is done about two players who sat at each other's places."""

    first: Seat
    second: Seat

    @property
    def ask(self) -> Ask:
        return Ask(
            "wrong_seats", "wrong_seats", "after", ("swap_names", "change_places"), "swap_names", "floor", None,
            (("seats", (self.first, self.second)),),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class EqualStacks(Question):
    """Which of the players eliminated with equal stacks has the better place."""

    seats: tuple[Seat, ...]

    @property
    def ask(self) -> Ask:
        return Ask(
            "equal", "elimination_equal", "after", ("tie", *map(str, self.seats)), "tie", "floor", None,
            (("seats", self.seats),),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class RaceConflict(Question):
    """Who gets the chips of a race if they are fewer than the players who must keep their places."""

    form = Ask("race", "race_conflict", "after", ("protect_all", "by_cards"), "protect_all", "director")
    names = ("seats", "number")
    seats: tuple[Seat, ...]
    number: int
