"""One hand: what is pinned when it begins, and where it stands. Its writers are in `controller.table`."""

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from controller.poker.act_records import ActRecords
from controller.poker.bet_lines import BetLines
from controller.poker.betting import NOBODY, Betting, BettingRules, clockwise
from controller.poker.card_watch import CardWatch
from controller.poker.cards import Faces
from controller.poker.commitments import Commitments
from controller.poker.deal_errors import DealErrors
from controller.poker.decision_clock import DecisionClock
from controller.poker.hand_rights import HandRights
from controller.poker.matters import Facing
from controller.poker.offences import Offences
from controller.poker.outcomes import Award
from controller.poker.places import Place, Seat
from controller.poker.plan import Plan
from controller.poker.pot_awards import PotAwards
from controller.poker.remedies import Remedies
from controller.poker.waiting_acts import WaitingActs
from controller.rulebooks.variants import HOLDEM, GameVariant


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
    HELD = "held"  # nobody acts until a remedy has been carried out
    GATHER = "gather"  # the round is closed; until the next card its last act may be read anew
    DONE = "done"  # no more betting


BEFORE_ACTS: Final = (Phase.SHUFFLE, Phase.POSTING, Phase.DEALING)
STREETS: Final = (Phase.PREFLOP, Phase.FLOP, Phase.TURN, Phase.RIVER)
SHOWDOWN_OVER: Final = (Phase.AWARD, Phase.CLAIMS)
OVER: Final = (*SHOWDOWN_OVER, Phase.CANCELLED)


class Voided(NamedTuple):
    """A hand as it was when it was declared void, but for its faces, and what else that changed."""

    hand: "Hand"
    stack: tuple[int, ...]
    dropped: int


class Hand:
    """A hand in play."""

    __slots__ = (
        "bet_street",
        "betting",
        "big_blind",
        "button",
        "clock",
        "commitments",
        "cuts",
        "errors",
        "faces",
        "first",
        "lines",
        "number",
        "offences",
        "option",
        "phase",
        "plan",
        "pots",
        "records",
        "remedies",
        "rights",
        "seats",
        "small_blind",
        "stage",
        "starting",
        "straddle",
        "street",
        "variant",
        "voided",
        "waiting",
        "watch",
    )  # fmt: skip

    def __init__(
        self,
        number: int,
        button: Seat,
        blinds: tuple[Seat, Seat],
        seats: Sequence[Seat],
        stack: list[int],
        unseen: Sequence[Place] = (),
        *,
        tournament: bool = False,
        increment: int = 1,
        burns: bool = True,
        variant: GameVariant = HOLDEM,
    ) -> None:
        self.number = number
        self.variant = variant
        self.button = button
        self.small_blind, self.big_blind = blinds  # small blind NOBODY where there is none
        self.seats = tuple(clockwise(seats, button))  # in dealing order
        self.starting = tuple(stack)
        self.betting = Betting(stack, self.seats, tournament=tournament, increment=increment)
        self.plan = Plan(variant, self.seats, unseen, burns=burns)
        self.faces = Faces()
        self.phase = Phase.SHUFFLE
        self.stage = Stage.CARDS
        self.street = 0
        self.bet_street = 0  # the last one with betting
        self.straddle = NOBODY  # posted an option before the deal …
        self.option = 0  # … of this much
        self.first = self.seats[0]
        self.lines = BetLines()
        self.records = ActRecords()
        self.commitments = Commitments()
        self.waiting = WaitingActs()
        self.clock = DecisionClock()
        self.rights = HandRights()
        self.pots = PotAwards()
        self.offences = Offences()
        self.remedies = Remedies()
        self.watch = CardWatch()
        self.errors = DealErrors()
        self.voided: Voided | None = None  # what it was before it was void
        self.cuts = NOBODY  # the seat that has still to cut the deck

    def deal_in(self, seat: Seat, *, burns: bool) -> None:
        """One more seat gets cards; none has left the shoe yet."""
        self.seats = tuple(clockwise((*self.seats, seat), self.button))
        self.first = self.seats[0]
        self.betting.deal_in(seat)
        self.plan = Plan(self.variant, self.seats, self.plan.ticked_unseen, burns=burns)

    def facing(
        self, seat: Seat, rules: BettingRules, replayed: Betting | None = None, *, released: bool = False
    ) -> Facing:
        """What a seat faces, its restraints included. `replayed`: after the acts of that copy instead. `released`: as
        if nothing restrained the seat.
        """
        betting = replayed or self.betting
        facing = betting.facing(seat, rules)
        held = self.commitments.restrained.get(seat)
        if released or held is None or "raise" in held.may or (held.until == "raise" and betting.call > held.call):
            return facing
        return facing._replace(lowest=None, closed=held.matter, staked=held.staked)

    def left_by_fold(self, seat: Seat) -> int:
        """The total that a fold leaves in front of the seat."""
        held = self.commitments.restrained.get(seat)
        return max(self.betting.bet[seat], held.staked if held is not None else 0)

    def options(self, seat: Seat, rules: BettingRules) -> tuple[str, ...]:
        """What a seat may do now: the one place where restraints, caps and what reopens the betting are read."""
        facing = self.facing(seat, rules)
        passive = ("fold", "call") if facing.call > facing.before else ("fold", "check")
        if facing.lowest is None:
            return passive
        if self.commitments.announced == seat:
            return ("raise" if facing.call else "bet", "allin")  # the word is said: nothing less is left
        return (*passive, "raise" if facing.call else "bet", "allin")

    def take_rake(self, pot: int, amount: int) -> None:
        """The house takes so much of a pot. Less than 0: it gives that back."""
        self.betting.take_out(amount)
        self.pots.take_rake(pot, amount)

    def award(self, award: Award) -> None:
        """One pot goes to its winners, or back from them."""
        self.betting.pay(award.shares)
        self.pots.award(award)

    def restart_with(self, seat: Seat, more: int) -> None:
        """A stack was set by the floor: the round folded again, or the hand dealt anew, starts from it too."""
        self.betting.restart_with(seat, more)
        self.starting = tuple(n + more if s == seat else n for s, n in enumerate(self.starting))


def hole_cards(hand: Hand, seat: Seat) -> list[int] | None:
    """The faces of a seat's hole cards, None unless all are known. Secret: for the evaluator and the public view
    only.
    """
    faces = hand.faces.by_exit
    held = [faces[e] for e in hand.plan.cards_of(seat) if e in faces]
    return held if len(held) == hand.variant.hole_cards else None


def board_cards(hand: Hand) -> list[int]:
    """The faces on the board, as far as they are known."""
    faces = hand.faces.by_exit
    return [faces[e] for e in hand.plan.board() if e in faces]


def whole_board(hand: Hand) -> list[int] | None:
    """The faces of the board once all its cards are known, None before."""
    board = board_cards(hand)
    return board if len(board) == hand.variant.board_cards else None
