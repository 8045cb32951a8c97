"""Answers to open questions: for each kind of question, the function that carries out what a person chose."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from controller.poker.events import FloorDecision
from controller.poker.hand import OVER, Hand, Phase, Stage
from controller.poker.matters import NO_FACING, SilentChips
from controller.poker.outcomes import Count, Kill, Ruling, Take, Void
from controller.table.betting.actions import act_with, provisional, read_again, say
from controller.table.betting.conduct import (
    answer_dead,
    answer_forward,
    answer_middle,
    answer_outsider,
    penalise,
    refuse_step,
)
from controller.table.betting.out_of_turn import (
    answer_order,
    answer_out_of_turn,
    answer_overtaken,
    answer_skipped,
    more_early,
)
from controller.table.betting.string_bets import incomplete, raise_was_said
from controller.table.chips.between_hands import answer_change, answer_transfer
from controller.table.chips.foreign_chips import answer_wrong_seats
from controller.table.deal import undo
from controller.table.deal.burns import not_burned
from controller.table.deal.dealer_reports import answer_flashed, answer_which_card
from controller.table.deal.early_cards import answer_burnt_early, skipped
from controller.table.deal.missing_cards import answer_missing
from controller.table.deal.rabbit_hunting import answer_rabbit
from controller.table.hand.act_corrections import confirmed, find_ruling, overrule
from controller.table.hand.award_review import answer_undetermined
from controller.table.hand.claims import answer_claim
from controller.table.hand.hand_rights import answer_live, answer_see, may_be_seen, muck
from controller.table.hand.showdown import award
from controller.table.remedies import engine
from controller.table.remedies.disputes import answer_dispute, close_dispute, disputed_act, reopen_dispute
from controller.table.seating.absences import big_blind_wins
from controller.table.seating.arrivals import (
    answer_reserved,
    answer_small_blind,
    answer_vacated,
    answer_vacated_at_deal,
)
from controller.table.seating.first_button import answer_first_button
from controller.table.state.command_args import Refused
from controller.table.state.facts import BoardGrew
from controller.table.state.fault import fault_of, notice
from controller.table.state.penalty_ladder import may_choose
from controller.table.state.question import Question
from controller.table.state.questions_of_betting import (
    ActOrder,
    Confirm,
    DisputedAct,
    DoubtfulAct,
    Forward,
    MotionAfterAct,
    MotionEarly,
    MotionOnTurn,
    OutOfTurn,
    OvertakenSeat,
    Skipped,
)
from controller.table.state.questions_of_deal import (
    Burned,
    BurntEarly,
    DeadOrCheck,
    DealFault,
    DealOrder,
    FalseBoard,
    FlashedCard,
    JokerQuestion,
    LeftOpen,
    MissingCard,
    MixedCards,
    RabbitHunt,
    WhichCard,
)
from controller.table.state.questions_of_hands import (
    Claim,
    DeadHand,
    FoldAtMuck,
    LiveAtMuck,
    MixedWithMuck,
    OddChips,
    OpenInMiddle,
    Outsider,
    Penalty,
    SeeHand,
    Undetermined,
)
from controller.table.state.questions_of_seats import (
    ChairEmpty,
    ChairEmptyAtDeal,
    EqualStacks,
    FirstButton,
    NoHandLeft,
    RaceConflict,
    Reserved,
    SeatAtSmallBlind,
    SeatChange,
    Transfer,
    WrongSeats,
)
from controller.table.state.rulings import rule
from controller.table.state.table import Table
from controller.table.tournament.chip_race import answer_conflict
from controller.table.tournament.elimination import answer_equal
from firmware_bridge.messages.roles import outranks


class Answer(NamedTuple):
    """A person's choice, and their role. `instead`: that role if they decide in a book's stead, "" elsewhere."""

    choice: str
    role: str
    instead: str


def floor_decision(table: Table, e: FloorDecision) -> None:
    """Carry out an answer to an open question, or a person's decision that overrules a ruling."""
    ask = table.asks.get(e.ask)
    ruling = find_ruling(table, e.ask) if ask is None else None
    if ruling is not None and _overruled(table, ruling, e):
        return
    if ask is None or e.choice not in ask.options or not outranks(e.role, ask.role):
        table.alarm("decision.refused")
        return
    question = table.questions[e.ask]
    if isinstance(question, Penalty) and not may_choose(table, question.seat, e.choice, question.matter, e.role):
        refuse_step(table, question.seat, e.choice, question.matter)
        return
    table.close(e.ask)
    try:
        _carry_out(table, question, Answer(e.choice, e.role, e.role if ask.role == "floor" else ""))
    except Refused:  # the subject of the question is overtaken
        table.alarm("decision.refused", ask.seat)


def _carry_out(table: Table, question: Question, answer: Answer) -> None:
    kind = type(question)
    if kind in AT_ANY_TIME:
        AT_ANY_TIME[kind](table, question, answer)
    elif table.hand is not None:
        IN_THE_HAND[kind](table, table.hand, question, answer)


def _overruled(table: Table, ruling: Ruling, e: FloorDecision) -> bool:
    """Whether the decision became another ruling. That also settles an open dispute."""
    ruling = disputed_act(table, ruling)
    question = close_dispute(table, e.role)
    if undo.overrule(table, ruling, e.choice, e.role) or overrule(table, ruling, e.choice, e.amount, e.role):
        return True
    reopen_dispute(table, question)
    return False


# --- betting --------------------------------------------------------------------------------------------------------


def _act(table: Table, hand: Hand, q: DoubtfulAct, answer: Answer) -> None:
    if answer.choice == "void" or hand.betting.turn != q.seat:
        return
    if answer.choice == "raise":  # the floor has said so: too little for one is the smallest there is
        say(table, q.seat, "raise", max(q.amount, hand.facing(q.seat, table.book.betting).lowest or 0))
    else:
        say(table, q.seat, answer.choice, None)


def _motion(table: Table, hand: Hand, q: MotionAfterAct, answer: Answer) -> None:
    """Chips that followed an act after the turn had passed on."""
    acts = hand.betting.acts
    if not acts or acts[-1].seat != q.seat or not provisional(hand):
        return
    if answer.choice == "one":
        matter = SilentChips(NO_FACING, q.chips, q.front + sum(q.chips), raise_was_said(hand.records.deeds))
        read_again(table, hand, matter, q.seat)
    else:
        rule(table, "string.first_motion", q.seat, ())


def _motion_on(table: Table, hand: Hand, q: MotionOnTurn, answer: Answer) -> None:
    """Chips of the seat on turn that followed an act which kept the turn, or chips that were none."""
    if hand.betting.turn != q.seat or hand.stage is not Stage.ACTS:
        return
    if answer.choice == "one" and incomplete(hand, q.seat):
        hand.commitments.release(q.seat)
        said = raise_was_said(hand.records.deeds)
        read_again(table, hand, SilentChips(NO_FACING, q.chips, q.total, said), q.seat)
        return
    of = q.chips if answer.choice == "one" else q.chips[len(q.chips) - q.last :]
    facing = hand.facing(q.seat, table.book.betting)
    announced = hand.commitments.announced == q.seat
    act_with(table, hand, SilentChips(facing, of, min(q.total, facing.all_in), announced), q.at)


def _motion_early(table: Table, hand: Hand, q: MotionEarly, answer: Answer) -> None:
    """Chips that followed others out of turn."""
    if answer.choice == "one":
        more_early(table, hand, q.seat, q.chips, q.moved)
    else:
        rule(table, "string.first_motion", q.seat, (Void(q.seat), Count(q.seat, "string")))


def _forward(table: Table, hand: Hand, q: Forward, answer: Answer) -> None:
    answer_forward(table, hand, answer.choice, q.seat, q.amount)


def _order(_table: Table, hand: Hand, q: ActOrder, answer: Answer) -> None:
    answer_order(hand, answer.choice, q.seat)


def _out_of_turn(table: Table, hand: Hand, q: OutOfTurn, answer: Answer) -> None:
    if hand.stage is Stage.ACTS:
        answer_out_of_turn(table, hand, answer.choice, q.seat)


def _overtaken(table: Table, hand: Hand, q: OvertakenSeat, answer: Answer) -> None:
    if hand.stage is Stage.ACTS:
        answer_overtaken(table, hand, answer.choice, q.seat)


def _skipped(table: Table, hand: Hand, q: Skipped, answer: Answer) -> None:
    if hand.stage is Stage.ACTS:
        answer_skipped(table, hand, answer.choice, q.seat)


def _disputed(table: Table, hand: Hand, q: DisputedAct, answer: Answer) -> None:
    answer_dispute(table, hand, q, answer.choice, answer.instead)


def _confirm(table: Table, q: Confirm, answer: Answer) -> None:
    if answer.choice == "confirm":
        confirmed(table, q, answer.role)


# --- hands, pots, penalties -----------------------------------------------------------------------------------------


def _fold(table: Table, hand: Hand, q: FoldAtMuck, answer: Answer) -> None:
    if answer.choice == "fold" and hand.betting.turn == q.seat and hand.stage is Stage.ACTS:
        rule(table, "fold.muck", q.seat, (Take(q.seat, "fold", hand.left_by_fold(q.seat)),))


def _live(table: Table, hand: Hand, q: LiveAtMuck, answer: Answer) -> None:
    answer_live(table, hand, answer.choice, q.seat)


def _mixed(table: Table, hand: Hand, q: MixedWithMuck, answer: Answer) -> None:
    if not hand.rights.has_renounced(q.seat) or hand.phase is not Phase.SHOWDOWN:
        return
    if answer.choice == "mixed":
        muck(table, q.seat)
    else:
        hand.rights.take_back(q.seat)


def _see(table: Table, hand: Hand, q: SeeHand, answer: Answer) -> None:
    if may_be_seen(hand):
        answer_see(table, hand, answer.choice, q.target, q.asker)


def _dead(table: Table, _hand: Hand, q: DeadHand, answer: Answer) -> None:
    answer_dead(table, answer.choice, q.seat)


def _middle(table: Table, hand: Hand, q: OpenInMiddle, answer: Answer) -> None:
    answer_middle(table, hand, answer.choice, q.seat)


def _odd_chips(table: Table, hand: Hand, _q: OddChips, answer: Answer) -> None:
    if hand.phase is Phase.SHOWDOWN:
        award(table, hand, odd=answer.choice)


def _no_hand_left(table: Table, hand: Hand, _q: NoHandLeft, answer: Answer) -> None:
    if answer.choice == "deal_again":
        engine.cancel(table, hand, "absent.hand", None, by="floor")
    else:
        big_blind_wins(table, hand)


def _undetermined(table: Table, hand: Hand, _q: Undetermined, answer: Answer) -> None:
    answer_undetermined(table, hand, answer.choice, "floor")


def _claim(table: Table, hand: Hand, q: Claim, answer: Answer) -> None:
    answer_claim(table, hand, answer.choice, q.seat)


def _penalty(table: Table, q: Penalty, answer: Answer) -> None:
    penalise(table, q.seat, answer.choice, 0, q.matter, answer.role)


def _outsider(table: Table, _q: Outsider, answer: Answer) -> None:
    answer_outsider(table, answer.choice)


# --- the deal -------------------------------------------------------------------------------------------------------


def _deal_fault(table: Table, hand: Hand, q: DealFault | DealOrder, answer: Answer) -> None:
    """Decide whether a hand with a fault of its deal is void. If it stands, the fault is treated as the answer
    says. A fault of the deck can still void a hand that is over."""
    if hand.phase is Phase.CANCELLED or (hand.phase in OVER and not fault_of(q.matter).new_deck):
        return
    if answer.choice == "misdeal":
        engine.cancel(table, hand, "deal.misdeal", q.seat, by=answer.instead)
    elif carry_out := fault_of(q.matter).choices.get(answer.choice):
        carry_out(table, hand, q, answer.instead)


def _left_open(table: Table, hand: Hand, q: LeftOpen, answer: Answer) -> None:
    """A fault on which the book has no rule: the floor's decision is a ruling of its own."""
    if hand.phase in OVER:
        return
    if answer.choice == "misdeal":
        engine.cancel(table, hand, q.matter, None, by=answer.instead)
        return
    fault = fault_of(q.matter)
    if answer.choice == "put_right":
        fault.remedy(table, hand, q, answer.instead)
    elif carry_out := fault.choices.get(answer.choice):
        carry_out(table, hand, q, answer.instead)
    engine.proceed(table, hand)


def _burned(table: Table, hand: Hand, _q: Burned, answer: Answer) -> None:
    """Either the dealer burned without entering it, or they did not burn and the board is put right."""
    if answer.choice == "not_burned":
        not_burned(table, hand, hand.street + 1)
    else:
        hand.plan.burned()
        notice(table, hand, BoardGrew())


def _burnt_early(table: Table, hand: Hand, _q: BurntEarly, answer: Answer) -> None:
    answer_burnt_early(table, hand, answer.choice)


def _flashed(table: Table, hand: Hand, q: FlashedCard, answer: Answer) -> None:
    answer_flashed(table, hand, answer.choice, q.card)


def _which_card(table: Table, hand: Hand, q: WhichCard, answer: Answer) -> None:
    answer_which_card(table, hand, q, answer.choice)


def _missing(table: Table, hand: Hand, q: MissingCard, answer: Answer) -> None:
    answer_missing(table, hand, answer.choice, q.card)


def _dead_or_check(table: Table, hand: Hand, _q: DeadOrCheck, answer: Answer) -> None:
    seat = hand.betting.turn
    if hand.stage is not Stage.ACTS or not seat:
        return
    if answer.choice == "dead":
        rule(table, skipped(hand), seat, (Kill(seat),))
    else:
        say(table, seat, "check", None)


def _rabbit(table: Table, q: RabbitHunt, answer: Answer) -> None:
    answer_rabbit(table, q.answers[answer.choice])


# --- seats and chips ------------------------------------------------------------------------------------------------


def _chair_empty(table: Table, q: ChairEmpty, answer: Answer) -> None:
    answer_vacated(table, answer.choice, q.seat)


def _chair_empty_at_deal(table: Table, q: ChairEmptyAtDeal, answer: Answer) -> None:
    answer_vacated_at_deal(table, answer.choice, q.seat)


def _reserved(table: Table, q: Reserved, answer: Answer) -> None:
    answer_reserved(table, answer.choice, q.seat, q.amount, q.reason)


def _small_blind(table: Table, q: SeatAtSmallBlind, answer: Answer) -> None:
    answer_small_blind(table, answer.choice, q.seat, q.amount)


def _first_button(table: Table, q: FirstButton, answer: Answer) -> None:
    answer_first_button(table, answer.choice, q.seat)


def _seat_change(table: Table, q: SeatChange, answer: Answer) -> None:
    answer_change(table, answer.choice, q.giver, q.seat)


def _transfer(table: Table, q: Transfer, answer: Answer) -> None:
    answer_transfer(table, answer.choice, q.giver, q.taker, q.amount)


def _wrong_seats(table: Table, q: WrongSeats, answer: Answer) -> None:
    answer_wrong_seats(table, answer.choice, q.first, q.second)


def _equal(table: Table, _q: EqualStacks, answer: Answer) -> None:
    answer_equal(table, answer.choice)


def _race(table: Table, _q: RaceConflict, answer: Answer) -> None:
    answer_conflict(table, answer.choice)


AT_ANY_TIME: Final[dict[type[Question], Callable[[Table, Any, Answer], None]]] = {
    Confirm: _confirm,
    Penalty: _penalty,
    Outsider: _outsider,
    RabbitHunt: _rabbit,
    ChairEmpty: _chair_empty,
    ChairEmptyAtDeal: _chair_empty_at_deal,
    Reserved: _reserved,
    SeatAtSmallBlind: _small_blind,
    FirstButton: _first_button,
    SeatChange: _seat_change,
    Transfer: _transfer,
    WrongSeats: _wrong_seats,
    EqualStacks: _equal,
    RaceConflict: _race,
}
IN_THE_HAND: Final[dict[type[Question], Callable[[Table, Hand, Any, Answer], None]]] = {
    DoubtfulAct: _act,
    MotionAfterAct: _motion,
    MotionOnTurn: _motion_on,
    MotionEarly: _motion_early,
    Forward: _forward,
    ActOrder: _order,
    OutOfTurn: _out_of_turn,
    OvertakenSeat: _overtaken,
    Skipped: _skipped,
    DisputedAct: _disputed,
    FoldAtMuck: _fold,
    LiveAtMuck: _live,
    MixedWithMuck: _mixed,
    SeeHand: _see,
    DeadHand: _dead,
    OpenInMiddle: _middle,
    OddChips: _odd_chips,
    Undetermined: _undetermined,
    NoHandLeft: _no_hand_left,
    Claim: _claim,
    DealFault: _deal_fault,
    DealOrder: _deal_fault,
    Burned: _burned,
    BurntEarly: _burnt_early,
    FlashedCard: _flashed,
    WhichCard: _which_card,
    MissingCard: _missing,
    DeadOrCheck: _dead_or_check,
    FalseBoard: _left_open,
    JokerQuestion: _left_open,
    MixedCards: _left_open,
}
