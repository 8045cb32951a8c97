"""Questions that a person answers: hands, pots and penalties."""

from dataclasses import dataclass

from controller.poker.outcomes import Ask, Param
from controller.poker.places import Seat
from controller.table.state.question import ODD_CHIPS, SWEPT_IN, UNDETERMINED, Question
from firmware_bridge.messages.roles import LeastRole


@dataclass(frozen=True, slots=True)
class FoldAtMuck(Question):
    """Whether a card of the seat on turn at the muck is a fold."""

    form = Ask("fold-{seat}", "fold", "seat", ("fold", "no"), None, "dealer")
    seat: Seat


@dataclass(frozen=True, slots=True)
class LiveAtMuck(Question):
    """What it means that a card of a live hand lies at the muck while its seat is not on turn."""

    form = Ask("live-{seat}", "live_at_muck", "seat", ("fold", "killed", "thrown", "no"), None, "dealer")
    seat: Seat


@dataclass(frozen=True, slots=True)
class MixedWithMuck(Question):
    """Whether a hand given up at showdown is mixed with the muck."""

    form = Ask("mixed-{seat}", "mixed", "seat", ("mixed", "no"), None, "dealer")
    seat: Seat


@dataclass(frozen=True, slots=True)
class SeeHand(Question):
    """Whether a player may see another one's hand."""

    target: Seat
    asker: Seat
    default: str

    @property
    def ask(self) -> Ask:
        return Ask(
            f"see-{self.target}", "see", "hand", ("grant", "deny"), self.default, "floor", self.target,
            (("asker", self.asker),),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class DeadHand(Question):
    """Whether a hand that was disclosed or shown is dead."""

    form = Ask("dead-{seat}", "hand_dead", "seat", ("dead_hand", "no"), "dead_hand", "floor")
    seat: Seat


@dataclass(frozen=True, slots=True)
class OpenInMiddle(Question):
    """Whether a hand laid open in the middle is a fold or a call."""

    form = Ask("middle-{seat}", "middle", "seat", ("fold", "call"), None, "floor")
    seat: Seat
    default: str | None


@dataclass(frozen=True, slots=True)
class OddChips(Question):
    """How odd chips are divided, if the rulebook does not say."""

    form = Ask("odd_chip", "odd_chip", "hand", ODD_CHIPS, None, "floor")


@dataclass(frozen=True, slots=True)
class Undetermined(Question):
    """What becomes of pots whose winners were never shown. No seat is named, since everyone at the table reads it."""

    known: bool  # the whole board and every live hand

    @property
    def ask(self) -> Ask:
        return Ask(
            UNDETERMINED, UNDETERMINED if self.known else SWEPT_IN, "hand", self._options, self._options[0],
            "floor",
        )  # fmt: skip

    @property
    def _options(self) -> tuple[str, ...]:
        return ("award", "split") if self.known else ("split", "again")


@dataclass(frozen=True, slots=True)
class Claim(Question):
    """Whether an award stands that a player disputes."""

    form = Ask("claim", "claim", "after", ("stands", "again"), "stands", "floor")
    seat: Seat


@dataclass(frozen=True, slots=True)
class Penalty(Question):
    """Which penalty a seat gets under a rule key."""

    seat: Seat
    matter: str
    steps: tuple[str, ...]
    default: str | None
    role: LeastRole = "floor"
    count: int | None = None  # how often the seat has done it, if that is shown

    @property
    def ask(self) -> Ask:
        return Ask(
            f"penalty-{self.seat}", "penalty", "after", self.steps, self.default, self.role, self.seat,
            self._params,
        )  # fmt: skip

    @property
    def _params(self) -> tuple[tuple[str, Param], ...]:
        named: tuple[tuple[str, Param], ...] = (("matter", self.matter),)
        return named if self.count is None else (*named, ("count", self.count))


@dataclass(frozen=True, slots=True)
class Outsider(Question):
    """What is done about a person without a seat who disturbed a hand. `key`: which of them."""

    who: str
    key: str

    @property
    def ask(self) -> Ask:
        return Ask(f"outsider-{self.who}", self.key, "after", ("none", "warning", "sent_away"), "warning", "floor")
