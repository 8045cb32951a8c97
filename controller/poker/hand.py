"""One hand: what is pinned when it begins, its state, and its parts. Its methods take it from phase to phase.

`controller.table` calls them. Each method changes together what belongs together.
"""

from collections.abc import Sequence
from copy import deepcopy
from enum import Enum
from typing import Final, NamedTuple

from controller.poker.act_records import ActRecords
from controller.poker.bet_lines import BetLines
from controller.poker.betting import NOBODY, Betting, clockwise
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
from controller.poker.pot_awards import PotAwards, Share
from controller.poker.raise_rules import BettingRules
from controller.poker.remedies import Remedies
from controller.poker.waiting_acts import WaitingActs
from controller.rulebooks.variants import GameVariant


class Phase(Enum):
    """The phase of a table. The values are the words of view and scenarios."""

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
    """The event that a street waits for."""

    CARDS = "cards"
    ACTS = "acts"
    HELD = "held"  # no acts until a remedy has been carried out
    GATHER = "gather"  # the round is closed. Until the next card its last act may be judged again
    DONE = "done"  # no more betting


ACTS, CARDS, GATHER = Stage.ACTS, Stage.CARDS, Stage.GATHER
DEALING, SHOWDOWN, AWARD, CLAIMS, CANCELLED = (
    Phase.DEALING, Phase.SHOWDOWN, Phase.AWARD, Phase.CLAIMS, Phase.CANCELLED,
)  # fmt: skip
"""Names of their own for what every event asks: a member of an enumeration costs five times a global."""

BETWEEN_HANDS: Final = (Phase.WAITING, Phase.CLAIMS, Phase.CANCELLED)
BEFORE_ACTS: Final = (Phase.SHUFFLE, Phase.POSTING, Phase.DEALING)
STREETS: Final = (Phase.PREFLOP, Phase.FLOP, Phase.TURN, Phase.RIVER)
LAST_STREET: Final = len(STREETS) - 1
SHOWDOWN_OVER: Final = (Phase.AWARD, Phase.CLAIMS)
OVER: Final = (*SHOWDOWN_OVER, Phase.CANCELLED)


class Voided(NamedTuple):
    """A hand as it was when it was declared void, except its faces, and the rake of the table by then."""

    hand: "Hand"
    dropped: int


class Terms(NamedTuple):
    """The terms by which a hand is played.

    - `unseen`: the places without an antenna
    - `increment`, `chip`: the unit of bets and the smallest chip that plays, in minor units
    - `burns`: whether a card is burnt before each street
    """

    unseen: Sequence[Place]
    tournament: bool
    increment: int
    chip: int
    burns: bool
    variant: GameVariant


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
        self, number: int, button: Seat, blinds: tuple[Seat, Seat], seats: Sequence[Seat], stack: Sequence[int],
        terms: Terms,
    ) -> None:  # fmt: skip
        self.number = number
        self.variant = terms.variant
        self.button = button
        self.small_blind, self.big_blind = blinds  # small blind NOBODY if there is none
        self.seats = tuple(clockwise(seats, button))  # in dealing order
        self.starting = tuple(stack)
        self.betting = Betting(
            list(stack), self.seats, tournament=terms.tournament, increment=terms.increment, chip=terms.chip
        )
        self.plan = Plan(terms.variant, self.seats, terms.unseen, burns=terms.burns)
        self.faces = Faces()
        self.phase = Phase.SHUFFLE
        self.stage = CARDS
        self.street = 0
        self.bet_street = 0  # the last one with betting
        self.straddle = NOBODY  # posted an option before the deal …
        self.option = 0  # … of this much
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
        """One more seat gets cards. None has left the shoe yet."""
        self.seats = tuple(clockwise((*self.seats, seat), self.button))
        self.betting.deal_in(seat)
        self.plan = Plan(self.variant, self.seats, self.plan.ticked_unseen, burns=burns)

    def facing(
        self, seat: Seat, rules: BettingRules, replayed: Betting | None = None, *, released: bool = False
    ) -> Facing:
        """The facts that a seat faces, with its restraints. `replayed`: after the acts of that copy instead.
        `released`: as if no ruling restrained the seat."""
        betting = replayed or self.betting
        facing = betting.facing(seat, rules)
        held = self.commitments.restrained.get(seat)
        if held is None or released or "raise" in held.may or (held.until == "raise" and betting.call > held.call):
            return facing
        return facing._replace(lowest=None, closed=held.matter, staked=held.staked)

    def left_by_fold(self, seat: Seat) -> int:
        """The total that a fold leaves in front of the seat."""
        held = self.commitments.restrained.get(seat)
        return max(self.betting.bet[seat], held.staked if held is not None else 0)

    def is_dead(self, card: int) -> bool:
        """Whether a card is out of play, or of a hand that can no longer win."""
        if card in self.plan.out:
            return True
        if self.phase in BEFORE_ACTS:
            return False
        seat = self.plan.owner(card)
        return seat in self.seats and not self.betting.is_live(seat)

    def options(self, seat: Seat, rules: BettingRules) -> tuple[str, ...]:
        """The acts that a seat may choose from now: the one place that reads restraints, caps and reopened
        betting."""
        facing = self.facing(seat, rules)
        passive = ("fold", "call") if facing.faces_bet else ("fold", "check")
        if facing.lowest is None:
            return passive
        if self.commitments.announced == seat:
            return ("raise" if facing.call else "bet", "all_in")  # the word is said, so no lower act is left
        return (*passive, "raise" if facing.call else "bet", "all_in")

    # --- before the cards -------------------------------------------------------------------------------------------

    def offer_cut(self) -> Seat:
        """The neighbour on the dealer's right is to cut the deck. Return that seat."""
        self.cuts = self.seats[-2]
        return self.cuts

    def deck_cut(self) -> None:
        """The deck is cut."""
        self.cuts = NOBODY

    def post_option(self, seat: Seat, amount: int) -> None:
        """The seat posts an option, up to that amount."""
        self.straddle = seat
        self.option = self.betting.post(seat, amount)

    def review_posts(self, *, complete: bool) -> None:
        """Chips of the posts have moved. Cards are due once all of them lie there."""
        self.phase = DEALING if complete else Phase.POSTING

    def begin_deal(self) -> None:
        """The first card moves, even if posts are missing."""
        self.phase = DEALING

    # --- streets ----------------------------------------------------------------------------------------------------

    def open_first_round(self, after: Seat, smallest: int, unit: int, size: int) -> None:
        """The hole cards are out. The turn is sought left of `after`, and `size` is what a first raise must add. The
        other amounts are as in `Betting.open`."""
        self.phase = Phase.PREFLOP
        self.betting.open(after + 1, smallest, unit, max(smallest, self.option), size)
        self.stage = ACTS

    def next_street(self) -> None:
        """The cards of the next street lie there."""
        self.street += 1
        self.phase = STREETS[self.street]
        self.records.end_motion()

    def open_street(self, smallest: int, unit: int, event: int) -> None:
        """The betting of a street after the first begins with the event of that number."""
        self.bet_street = self.street
        self.betting.open(self.button + 1, smallest, unit)
        self.stage = ACTS
        self.records.open_street(event)
        self.waiting.open_street(self.street)

    def run_out(self) -> None:
        """No seat can bet on this street. The cards of the next one are due."""
        self.stage = CARDS
        self.plan.set_gate(self.street + 1)

    def close_round(self, sensed: Sequence[bool]) -> tuple[tuple[Seat, int], ...]:
        """Close the round: the uncalled bet goes back, the other bets belong to the pot, and the gate of the next
        street opens. `sensed`: whether a part reads a seat's bet line. Return (seat, amount) of what went back."""
        if self.street == LAST_STREET and self.records.deeds:
            self.offences.close_last_round(self._closed_softly())
        bets = tuple(self.betting.bet)
        returned = self.betting.close()
        self.waiting.close_round()
        self.commitments.close_round()
        self.lines.close_round(self.seats, bets, returned, sensed)
        self.stage = GATHER
        if self.betting.contested and self.street < LAST_STREET:
            self.plan.set_gate(self.street + 1)
        return returned

    def _closed_softly(self) -> Seat:
        """The seat that ended the last round by a check or call although it could have raised. `NOBODY` otherwise."""
        last, source = self.betting.acts[-1], self.records.deeds[-1].source
        soft = last.act in ("check", "call") and source is not None and source.facing.lowest is not None
        return last.seat if soft else NOBODY

    def gather(self, left: Sequence[int] = ()) -> None:
        """The bets are in the pot, except those `left` on their lines. The round cannot be read again."""
        self.lines.gather(left)
        self.records.end_motion()
        if self.stage is GATHER and self.phase is SHOWDOWN:
            self.stage = Stage.DONE
        elif self.stage is GATHER and self.phase in STREETS:
            self.stage = CARDS

    def reopen_round(self) -> None:
        """The act that closed the round is read again. Its gate shuts, and the bets lie in front again."""
        self.stage = ACTS
        self.phase = STREETS[self.street]
        self.lines.reopen_round()
        self.rights.reopen_betting()
        self.plan.set_gate(self.street)

    def hold(self) -> None:
        """No seat acts until a remedy is carried out, or a question is answered."""
        if self.stage is ACTS:
            self.stage = Stage.HELD

    def resume(self, rules: BettingRules) -> None:
        """Play goes on. A hand that died meanwhile does not keep the turn."""
        self.stage = ACTS
        betting = self.betting
        if betting.turn != NOBODY and not betting.is_live(betting.turn):
            betting.refold(list(betting.acts), rules)

    def end_betting(self) -> None:
        """A person ends the open betting. The bets belong to the pots."""
        self.betting.end()
        if self.stage is ACTS:
            self.stage = GATHER

    # --- showdown and award -----------------------------------------------------------------------------------------

    def begin_showdown(self) -> None:
        """Betting is over with more than one hand live. Bets may still have to be gathered."""
        self.phase = SHOWDOWN
        if self.stage is not GATHER:
            self.stage = Stage.DONE

    def go_to_showdown(self) -> None:
        """The betting was ended by a person, and the pots are won without another street."""
        self.phase = SHOWDOWN

    def divide(self, shares: list[Share]) -> None:
        """The pots are divided so. Their awards follow."""
        self.pots.divide(shares)
        self.lines.award()
        self.phase = AWARD

    def award_goes_back(self, *, by_ruling: bool = False) -> None:
        """The pots are to be won again, from the state before their award. `by_ruling`: at showdown, whatever street
        it was. Awards and rake go back by effects of their own."""
        last = self.street == LAST_STREET
        self.phase = SHOWDOWN if by_ruling or last else STREETS[self.street]
        self.lines.take_award_back()

    def reopen_award(self) -> None:
        """The awards have gone back by a claim. A person names the winners."""
        self.pots.take_back()
        self.betting.recount()
        self.phase = SHOWDOWN
        self.stage = Stage.DONE
        self.not_divided()

    def not_divided(self) -> None:
        """The pots cannot be divided by the hands that are live and shown now."""
        self.pots.not_divided(self.betting.live, self.rights.shown)

    def push_again(self) -> None:
        """The pots had been pushed, and their chips went back since."""
        self.phase = AWARD

    def begin_claims(self) -> None:
        """The pots are pushed. The award can be disputed for a while."""
        self.phase = CLAIMS
        self.stage = Stage.DONE

    # --- a hand that is void ----------------------------------------------------------------------------------------

    def keep_as_it_is(self, dropped: int) -> None:
        """The hand will be void. Keep a copy, as a person may decide that there was no fault. `dropped` is the
        house's rake since the table was made. A hand that is void already keeps the copy from before that."""
        if self.phase is CANCELLED:
            return
        before = deepcopy(self, {id(self.faces): Faces(), id(self.voided): None})
        self.voided = Voided(before, dropped)

    def go_on_with(self, faces: Faces) -> None:
        """The hand was not void after all. These faces were learned meanwhile."""
        self.faces = faces

    def void(self) -> int:
        """The hand is cancelled: every chip is its owner's again. Return the amount that the house had taken."""
        self.betting.void(self.seats, self.starting)
        self.lines.void()
        self.waiting.void()
        self.phase, self.stage = CANCELLED, Stage.DONE
        return self.pots.void()

    def shift_clock(self, by: int) -> None:
        """Put every time on another clock (ns)."""
        self.clock.shift_clock(by)
        self.watch.shift_clock(by)
        self.waiting.shift_clock(by)
        self.records.shift_clock(by)

    # --- chips ------------------------------------------------------------------------------------------------------

    def take_rake(self, pot: int, amount: int) -> None:
        """The house takes this amount of a pot. Less than 0: it gives that back."""
        self.betting.take_out(amount)
        self.pots.take_rake(pot, amount)

    def award(self, award: Award) -> None:
        """One pot goes to its winners, or back from them."""
        self.betting.pay(award.shares)
        self.pots.award(award)

    def gain(self, seat: Seat, amount: int) -> None:
        """The seat counts this much more, or less if negative. A round that is folded again, and a void hand, start
        from it too."""
        self.betting.gain(seat, amount)
        self.starting = tuple(n + amount if s == seat else n for s, n in enumerate(self.starting))

    def set_by_floor(self, seat: Seat, more: int) -> None:
        """A stack was set by the floor, and is played with at once."""
        self.betting.set_by_floor(seat, more)
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
