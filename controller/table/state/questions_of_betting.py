"""Questions that a person answers: what a player did, and whether it binds."""

from dataclasses import dataclass
from typing import ClassVar

from controller.poker.outcomes import Ask, RulingId
from controller.poker.places import Seat
from controller.table.state.question import CHANGED, DISPUTED, ONE_MOTION, Question

ONE_OR_TWO = Ask("motion-{seat}", ONE_MOTION, "seat", ("one", "two"), "two", "dealer")


@dataclass(frozen=True, slots=True)
class DoubtfulAct(Question):
    """Which act chips or words of the seat on turn make. `amount`: their total in minor units."""

    put: Ask  # as the rulebook's policies put it
    seat: Seat
    amount: int

    @property
    def ask(self) -> Ask:
        return self.put


@dataclass(frozen=True, slots=True)
class MotionAfterAct(Question):
    """Chips that followed an act after the turn had passed on: one motion with it, or two? `chips`: all of them."""

    form = ONE_OR_TWO
    seat: Seat
    front: int  # in front of the seat before the first motion
    chips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MotionOnTurn(Question):
    """Chips of the seat on turn that followed its last motion. The last `last` of `chips` are new."""

    form = ONE_OR_TWO
    seat: Seat
    at: int  # ns
    total: int
    last: int
    chips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MotionEarly(Question):
    """Chips that followed others out of turn. `moved`: all the chips that came."""

    form = ONE_OR_TWO
    seat: Seat
    moved: int
    chips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Forward(Question):
    """Whether a motion with chips short of the line binds."""

    form = Ask("forward-{seat}", "forward", "seat", ("complete", "no_action"), None, "floor")
    names = ("amount",)
    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class ActOrder(Question):
    """Whether an act came out of turn or at the same time as the one before it."""

    form = Ask("order-{seat}", "order", "seat", ("together", "early"), None, "dealer")
    seat: Seat


@dataclass(frozen=True, slots=True)
class OutOfTurn(Question):
    """Whether an act out of turn binds."""

    form = Ask("out_of_turn-{seat}", "out_of_turn", "seat", ("binding", "free"), "binding", "floor")
    seat: Seat


@dataclass(frozen=True, slots=True)
class OvertakenSeat(Question):
    """What is left to a seat that acted out of turn before a bet or raise."""

    form = Ask("overtaken-{seat}", "overtaken", "seat", CHANGED, None, "floor")
    seat: Seat


@dataclass(frozen=True, slots=True)
class Skipped(Question):
    """What is left to a seat that was passed over."""

    form = Ask("skipped-{seat}", "skipped", "seat", ("dead", "call_or_check", "keeps_all"), None, "floor")
    seat: Seat
    default: str


@dataclass(frozen=True, slots=True)
class DisputedAct(Question):
    """Whether the last act stands, if a player disputes it. `ruling`: the ruling on it."""

    form = Ask(DISPUTED, DISPUTED, "hand", ("stands", "void"), None, "floor")
    holds_play: ClassVar[bool] = True
    seat: Seat
    ruling: RulingId


@dataclass(frozen=True, slots=True)
class Confirm(Question):
    """Whether a superior confirms that the dealer overrules a ruling, named by its id."""

    ruling: str
    choice: str
    amount: int | None
    seat: Seat | None

    @property
    def ask(self) -> Ask:
        shown = self.choice if self.amount is None else f"{self.choice} {self.amount}"
        return Ask(
            f"confirm-{self.ruling}", "confirm", "seat", ("confirm", "no"), None, "floor", self.seat,
            (("decision", shown), ("ruling", self.ruling)),
        )  # fmt: skip
