"""Questions that a person answers: cards of the deal and of the board."""

from dataclasses import dataclass
from typing import ClassVar, Final

from controller.poker.misdeals import Cause
from controller.poker.outcomes import Ask, CardLabel, Scope
from controller.poker.places import Seat
from controller.table.state.question import (
    BURNT_EARLY,
    FALSE_BOARD,
    FLASHED,
    MISSING,
    ORDER,
    RABBIT,
    BoardKind,
    Question,
)


@dataclass(frozen=True, slots=True)
class DealFault(Question):
    """Whether the hand is void for a fault of its deal. `cards`: how many the seat has, if that is the fault."""

    matter: str
    seat: Seat | None = None
    cards: int | None = None
    name: str = ""  # the id of the question, if it is not made of rule key and seat
    scope: Scope = "deal"

    @property
    def ask(self) -> Ask:
        return Ask(
            self.name or f"fault-{self.matter}-{self.seat or 0}", "deal_fault", self.scope, ("misdeal", "stands"),
            None, "floor", self.seat,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class DealOrder(Question):
    """Whether the hand is void because the order of the deal is wrong. `proposed`: the rulebook voids it."""

    matter: ClassVar[str] = "deal.order"
    seat: Seat | None
    proposed: bool

    @property
    def ask(self) -> Ask:
        return Ask(
            ORDER, "deal_order", "deal", ("misdeal", "deal_on"), "misdeal" if self.proposed else None,
            "dealer" if self.proposed else "floor", self.seat,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class FlashedCard(Question):
    """Whether the owner refuses a card that was seen as it landed. `left_open`: the rulebook asks the floor."""

    card: int
    seat: Seat | None
    left_open: bool

    @property
    def ask(self) -> Ask:
        return Ask(
            f"flashed-{self.card}", FLASHED, "deal", ("refuse", "keep"), None if self.left_open else "keep",
            "floor" if self.left_open else "dealer", self.seat, card=self.card,
        )  # fmt: skip


NTH: Final = ("card_one", "card_two", "card_three", "card_four")


@dataclass(frozen=True, slots=True)
class WhichCard(Question):
    """Which of the `cards` of a seat is meant, if nothing counted them.

    `word`: the report. `cause`: who caused the fault. `matter`: the rule key that the report may lead to.
    """

    seat: Seat
    word: str
    cause: Cause
    matter: str
    cards: int
    holds_play: ClassVar[bool] = True

    @property
    def ask(self) -> Ask:
        return Ask(
            f"card-{self.seat}", "which_card", "deal", NTH[: self.cards], None, "dealer", self.seat,
            (("matter", self.matter),),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class MissingCard(Question):
    """Where a card of the plan is. `which`: its name on the pages."""

    card: int
    seat: Seat | None
    options: tuple[str, ...]
    which: CardLabel

    @property
    def ask(self) -> Ask:
        return Ask(
            f"card-{self.card}", MISSING, "deal", self.options, None, "dealer", self.seat,
            (("which", self.which), ("number", self.card)), self.card,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Burned(Question):
    """Whether a burn was made before the street that lies there."""

    form = Ask("burn", "burned", "deal", ("burned", "not_burned"), None, "dealer")


@dataclass(frozen=True, slots=True)
class BurntEarly(Question):
    """Whether a burn was made before cards that came too early."""

    form = Ask(BURNT_EARLY, "burned", "deal", ("burned", "not_burned"), None, "dealer")
    holds_play: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class DeadOrCheck(Question):
    """Whether the seat that was still to act is out of the hand or checks."""

    form = Ask("skipped-board", "dead_or_check", "seat", ("dead", "check"), "dead", "floor")
    seat: Seat


@dataclass(frozen=True, slots=True)
class FalseBoard(Question):
    """What becomes of a board whose fault the rulebook leaves open. The facts depend on the rule key."""

    form = Ask(FALSE_BOARD, "deal_fault", "deal", (), None, "floor")
    holds_play: ClassVar[bool] = True
    matter: str
    options: tuple[str, ...] = ("put_right", "misdeal")
    card: int = 0  # its draw number
    street: int = 0
    kind: BoardKind = "no_burn"


@dataclass(frozen=True, slots=True)
class JokerQuestion(Question):
    """What becomes of a joker in play, if the rulebook leaves it open. No seat: it is in no player's hand."""

    form = Ask("joker-{card}", "deal_fault", "deal", (), None, "floor")
    holds_play: ClassVar[bool] = True
    matter: ClassVar[str] = "deck.joker"
    card: int
    seat: Seat | None
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MixedCards(Question):
    """What becomes of a hand that touched dead cards, if the rulebook leaves it open."""

    form = Ask("mixed-{seat}", "deal_fault", "deal", ("dead", "stands", "misdeal"), None, "floor")
    holds_play: ClassVar[bool] = True
    matter: ClassVar[str] = "deal.mixed"
    seat: Seat


LeftOpen = FalseBoard | JokerQuestion | MixedCards
"""A fault that the rulebook leaves open. The floor decides on it as a rulebook would."""


@dataclass(frozen=True, slots=True)
class RabbitHunt(Question):
    """Which player asked to see the cards that would have come."""

    seats: tuple[Seat, ...]

    @property
    def answers(self) -> dict[str, Seat | None]:
        """Who it was, by option. None: no player."""
        return {"nobody": None, **{f"seat_{seat}": seat for seat in self.seats}}

    @property
    def ask(self) -> Ask:
        return Ask(RABBIT, RABBIT, "after", tuple(self.answers), "nobody", "dealer")
