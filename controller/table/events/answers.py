"""Answers to open questions: for each kind of question, the function that carries out what a person chose."""

from collections.abc import Callable
from typing import Any, Final

from controller.poker.events import FloorDecision
from controller.poker.hand import OVER, Hand, Phase, Stage
from controller.poker.matters import NO_FACING, SilentChips
from controller.poker.outcomes import Count, Kill, Ruling, Take, Void
from controller.table.betting import conduct, out_of_turn
from controller.table.betting.actions import act_with, provisional, read_again, say
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
from controller.table.hand.hand_rights import answer_live, answer_see, muck
from controller.table.hand.showdown import award
from controller.table.remedies import engine
from controller.table.remedies.disputes import answer_dispute, close_dispute, disputed_act, reopen_dispute
from controller.table.seating import arrivals
from controller.table.seating.absences import big_blind_wins
from controller.table.seating.first_button import answer_first_button
from controller.table.state import questions_of_betting as of_betting
from controller.table.state import questions_of_deal as of_deal
from controller.table.state import questions_of_hands as of_hands
from controller.table.state import questions_of_seats as of_seats
from controller.table.state.command_args import Refused
from controller.table.state.facts import BoardGrew
from controller.table.state.fault import fault_of, notice
from controller.table.state.penalty_ladder import may_choose
from controller.table.state.question import Answer, Question
from controller.table.state.rulings import rule
from controller.table.state.table import Table
from controller.table.tournament.chip_race import answer_conflict
from controller.table.tournament.elimination import answer_equal
from firmware_bridge.messages.roles import outranks


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
    if isinstance(question, of_hands.Penalty) and not may_choose(
        table, question.seat, e.choice, question.matter, e.role
    ):
        conduct.refuse_step(table, question.seat, e.choice, question.matter)
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


def _act(table: Table, hand: Hand, q: of_betting.DoubtfulAct, answer: Answer) -> None:
    if answer.choice == "void" or hand.betting.turn != q.seat:
        return
    if answer.choice == "raise":  # the floor has said so: too little for one is the smallest there is
        say(table, q.seat, "raise", max(q.amount, hand.facing(q.seat, table.book.betting).lowest or 0))
    else:
        say(table, q.seat, answer.choice, None)


def _motion(table: Table, hand: Hand, q: of_betting.MotionAfterAct, answer: Answer) -> None:
    """Chips that followed an act after the turn had passed on."""
    acts = hand.betting.acts
    if not acts or acts[-1].seat != q.seat or not provisional(hand):
        return
    if answer.choice == "one":
        matter = SilentChips(NO_FACING, q.chips, q.front + sum(q.chips), raise_was_said(hand.records.deeds))
        read_again(table, hand, matter, q.seat)
    else:
        rule(table, "string.first_motion", q.seat, ())


def _motion_on(table: Table, hand: Hand, q: of_betting.MotionOnTurn, answer: Answer) -> None:
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


def _motion_early(table: Table, hand: Hand, q: of_betting.MotionEarly, answer: Answer) -> None:
    """Chips that followed others out of turn."""
    if answer.choice == "one":
        out_of_turn.more_early(table, hand, q.seat, q.chips, q.moved)
    else:
        rule(table, "string.first_motion", q.seat, (Void(q.seat), Count(q.seat, "string")))


def _confirm(table: Table, q: of_betting.Confirm, answer: Answer) -> None:
    if answer.choice == "confirm":
        confirmed(table, q, answer)


# --- hands, pots, penalties -----------------------------------------------------------------------------------------


def _fold(table: Table, hand: Hand, q: of_hands.FoldAtMuck, answer: Answer) -> None:
    if answer.choice == "fold" and hand.betting.turn == q.seat and hand.stage is Stage.ACTS:
        rule(table, "fold.muck", q.seat, (Take(q.seat, "fold", hand.left_by_fold(q.seat)),))


def _mixed(table: Table, hand: Hand, q: of_hands.MixedWithMuck, answer: Answer) -> None:
    if not hand.rights.has_renounced(q.seat) or hand.phase is not Phase.SHOWDOWN:
        return
    if answer.choice == "mixed":
        muck(table, q.seat)
    else:
        hand.rights.take_back(q.seat)


def _odd_chips(table: Table, hand: Hand, _q: of_hands.OddChips, answer: Answer) -> None:
    if hand.phase is Phase.SHOWDOWN:
        award(table, hand, odd=answer.choice)


def _no_hand_left(table: Table, hand: Hand, _q: of_seats.NoHandLeft, answer: Answer) -> None:
    if answer.choice == "deal_again":
        engine.cancel(table, hand, "absent.hand", None, by="floor")
    else:
        big_blind_wins(table, hand)


def _penalty(table: Table, q: of_hands.Penalty, answer: Answer) -> None:
    conduct.penalise(table, q.seat, answer.choice, 0, q.matter, answer.role)


# --- the deal -------------------------------------------------------------------------------------------------------


def _deal_fault(table: Table, hand: Hand, q: of_deal.DealFault | of_deal.DealOrder, answer: Answer) -> None:
    """Decide whether a hand with a fault of its deal is void. If it stands, the fault is treated as the answer
    says. A fault of the deck can still void a hand that is over."""
    if hand.phase is Phase.CANCELLED or (hand.phase in OVER and not fault_of(q.matter).new_deck):
        return
    if answer.choice == "misdeal":
        engine.cancel(table, hand, "deal.misdeal", q.seat, by=answer.instead)
    elif carry_out := fault_of(q.matter).choices.get(answer.choice):
        carry_out(table, hand, q, answer.instead)


def _left_open(table: Table, hand: Hand, q: of_deal.LeftOpen, answer: Answer) -> None:
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


def _burned(table: Table, hand: Hand, _q: of_deal.Burned, answer: Answer) -> None:
    """Either the dealer burned without entering it, or they did not burn and the board is put right."""
    if answer.choice == "not_burned":
        not_burned(table, hand, hand.street + 1)
    else:
        hand.plan.burned()
        notice(table, hand, BoardGrew())


def _burnt_early(table: Table, hand: Hand, _q: of_deal.BurntEarly, answer: Answer) -> None:
    answer_burnt_early(table, hand, answer.choice)


def _dead_or_check(table: Table, hand: Hand, _q: of_deal.DeadOrCheck, answer: Answer) -> None:
    seat = hand.betting.turn
    if hand.stage is not Stage.ACTS or not seat:
        return
    if answer.choice == "dead":
        rule(table, skipped(hand), seat, (Kill(seat),))
    else:
        say(table, seat, "check", None)


# --- seats and chips ------------------------------------------------------------------------------------------------


AT_ANY_TIME: Final[dict[type[Question], Callable[[Table, Any, Answer], None]]] = {
    of_betting.Confirm: _confirm,
    of_hands.Penalty: _penalty,
    of_hands.Outsider: conduct.answer_outsider,
    of_deal.RabbitHunt: answer_rabbit,
    of_seats.ChairEmpty: arrivals.answer_vacated,
    of_seats.ChairEmptyAtDeal: arrivals.answer_vacated_at_deal,
    of_seats.Reserved: arrivals.answer_reserved,
    of_seats.SeatAtSmallBlind: arrivals.answer_small_blind,
    of_seats.FirstButton: answer_first_button,
    of_seats.SeatChange: answer_change,
    of_seats.Transfer: answer_transfer,
    of_seats.WrongSeats: answer_wrong_seats,
    of_seats.EqualStacks: answer_equal,
    of_seats.RaceConflict: answer_conflict,
}
IN_THE_HAND: Final[dict[type[Question], Callable[[Table, Hand, Any, Answer], None]]] = {
    of_betting.DoubtfulAct: _act,
    of_betting.MotionAfterAct: _motion,
    of_betting.MotionOnTurn: _motion_on,
    of_betting.MotionEarly: _motion_early,
    of_betting.Forward: conduct.answer_forward,
    of_betting.ActOrder: out_of_turn.answer_order,
    of_betting.OutOfTurn: out_of_turn.answer_out_of_turn,
    of_betting.OvertakenSeat: out_of_turn.answer_overtaken,
    of_betting.Skipped: out_of_turn.answer_skipped,
    of_betting.DisputedAct: answer_dispute,
    of_hands.FoldAtMuck: _fold,
    of_hands.LiveAtMuck: answer_live,
    of_hands.MixedWithMuck: _mixed,
    of_hands.SeeHand: answer_see,
    of_hands.DeadHand: conduct.answer_dead,
    of_hands.OpenInMiddle: conduct.answer_middle,
    of_hands.OddChips: _odd_chips,
    of_hands.Undetermined: answer_undetermined,
    of_seats.NoHandLeft: _no_hand_left,
    of_hands.Claim: answer_claim,
    of_deal.DealFault: _deal_fault,
    of_deal.DealOrder: _deal_fault,
    of_deal.Burned: _burned,
    of_deal.BurntEarly: _burnt_early,
    of_deal.FlashedCard: answer_flashed,
    of_deal.WhichCard: answer_which_card,
    of_deal.MissingCard: answer_missing,
    of_deal.DeadOrCheck: _dead_or_check,
    of_deal.FalseBoard: _left_open,
    of_deal.JokerQuestion: _left_open,
    of_deal.MixedCards: _left_open,
}
