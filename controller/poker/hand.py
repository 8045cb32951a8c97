"""One hand: what is pinned when it begins, and where it stands. Its writers are in `controller.table`."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from controller.poker.betting import NOBODY, SEAT_LISTS, Betting, BettingRules, clockwise
from controller.poker.cards import Faces
from controller.poker.matters import Facing
from controller.poker.outcomes import Award, RulingId
from controller.poker.places import Place, Seat
from controller.poker.plan import Plan


class Phase(Enum):
    """Where a table is; the values are the words of view and scenarios."""

    WAITING = "waiting"
    SHUFFLE = "shuffle"
    POSTING = "posting"
    DEALING = "dealing"
    PREFLOP = "preflop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    SHOWDOWN = "showdown"
    AWARD = "award"
    CLAIMS = "claims"
    CANCELLED = "cancelled"


class Stage(Enum):
    """What a street waits for."""

    CARDS = "cards"
    ACTS = "acts"
    GATHER = "gather"  # the round is closed; until the next card its last act may be read anew
    DONE = "done"  # no more betting


STREETS: Final = (Phase.PREFLOP, Phase.FLOP, Phase.TURN, Phase.RIVER)


class Share:
    """Why a seat won: for the view."""

    __slots__ = ("amount", "pot", "seat", "value")

    def __init__(self, pot: int, seat: Seat, amount: int, value: int | None) -> None:
        self.pot = pot
        self.seat = seat
        self.amount = amount
        self.value = value  # of a hand that was shown, else None

    def __repr__(self) -> str:
        return f"Share(pot={self.pot}, seat={self.seat}, amount={self.amount})"


class LastMotion:
    """The last act that was read from chips, for a second motion after it."""

    __slots__ = ("at", "chips", "front", "ruling", "seat")

    def __init__(self, seat: Seat, at: int, chips: tuple[int, ...], front: int, ruling: RulingId) -> None:
        self.seat = seat
        self.at = at  # ns, when it was first seen
        self.chips = chips
        self.front = front  # value in front before it
        self.ruling = ruling


class Hand:
    """A hand in play."""

    __slots__ = (
        "announced",
        "awards",
        "betting",
        "big_blind",
        "button",
        "closed_lines",
        "exposed",
        "faces",
        "first",
        "given_up",
        "lines",
        "motion",
        "number",
        "phase",
        "plan",
        "restrained",
        "ruling",
        "seats",
        "shares",
        "shown",
        "small_blind",
        "stage",
        "starting",
        "street",
        "told_winners",
        "won",
    )  # fmt: skip

    def __init__(
        self,
        number: int,
        button: Seat,
        blinds: tuple[Seat, Seat],
        seats: Sequence[Seat],
        stack: list[int],
        unseen: Sequence[Place] = (),
    ) -> None:
        self.number = number
        self.button = button
        self.small_blind, self.big_blind = blinds  # small blind NOBODY where there is none
        self.seats = tuple(clockwise(seats, button))  # in dealing order
        self.starting = tuple(stack)
        self.betting = Betting(stack, self.seats)
        self.plan = Plan(self.seats, unseen)
        self.faces = Faces()
        self.phase = Phase.SHUFFLE
        self.stage = Stage.CARDS
        self.street = 0
        self.first = self.seats[0]
        self.lines = [0] * SEAT_LISTS  # antes that still lie on the bet line
        self.closed_lines: tuple[int, ...] = ()  # as they were when the round closed
        self.announced = NOBODY  # said "raise" without an amount
        self.restrained: dict[Seat, tuple[str, ...]] = {}
        self.motion: LastMotion | None = None
        self.ruling: RulingId | None = None
        self.shown = 0  # seats whose cards are public
        self.given_up = 0  # seats that mucked at showdown
        self.exposed = 0  # seats whose hands must be face up, no more betting being possible
        self.won = [0] * SEAT_LISTS
        self.awards: list[Award] = []
        self.shares: list[Share] = []
        self.told_winners: tuple[tuple[Seat, ...], ...] = ()

    def facing(self, seat: Seat, rules: BettingRules) -> Facing:
        """What a seat faces, its restraints included."""
        facing = self.betting.facing(seat, rules)
        may = self.restrained.get(seat)
        return facing._replace(lowest=None) if may is not None and "raise" not in may else facing


def hole_cards(hand: Hand, seat: Seat) -> list[int] | None:
    """The faces of a seat's two cards, None unless both are known. Secret: for the evaluator and the public view
    only.
    """
    faces = hand.faces.by_exit
    held = [faces[e] for e in hand.plan.cards_of(seat) if e in faces]
    return held if len(held) == 2 else None


def board_cards(hand: Hand) -> list[int]:
    """The faces on the board, as far as they are known."""
    faces = hand.faces.by_exit
    return [faces[e] for e in hand.plan.board() if e in faces]
