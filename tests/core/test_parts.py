"""The parts of a hand and of a table: what one change takes with it."""

from __future__ import annotations

from controller.poker.bet_lines import BetLines
from controller.poker.card_watch import CardWatch
from controller.poker.hand_rights import HandRights
from controller.poker.irregular import Early
from controller.poker.matters import Facing, Said
from controller.poker.outcomes import Award
from controller.poker.plan import Plan
from controller.poker.pot_awards import PotAwards
from controller.poker.remedies import Remedies
from controller.poker.remedy import Move, Remedy
from controller.poker.waiting_acts import WaitingActs
from controller.rulebooks.variants import HOLDEM
from controller.table.state.suspensions import Suspensions

FACING = Facing(3, 0, 500, None, 0, 0, 0, 0, opening=False)
EARLY = Early(3, "call", 500, 500, 0, Said(FACING, "call", None), "early", 2)
COLLECT = Move("collect", (), "table", "stub", "told")


def test_a_hand_that_is_tabled_is_not_pushed_away_any_longer() -> None:
    rights = HandRights()
    rights.push_away(4)
    rights.table_hand(4)
    assert (rights.renounced, rights.shown) == (0, 1 << 4)


def test_hands_swept_in_with_no_act_between_count_together() -> None:
    rights = HandRights()
    rights.sweep_in(2, street=3, acts=5)
    rights.sweep_in(6, street=3, acts=5)
    assert rights.swept_last(3, 5) == 1 << 2 | 1 << 6
    assert rights.swept_last(3, 6) == 0


def test_an_early_act_that_is_called_up_leaves_no_chips_waiting() -> None:
    waiting = WaitingActs()
    waiting.wait(EARLY, 500)
    waiting.call_up(EARLY)
    assert (waiting.early, waiting.chips[3]) == ([], 0)


def test_only_chips_that_were_lifted_are_swept_in_early() -> None:
    lines = BetLines()
    lines.lift(2, 300)
    assert lines.sweep_in((1, 2), 1000) == 700
    assert (lines.lifted[2], lines.total) == (0, -300)


def test_an_award_that_goes_back_leaves_nothing_won() -> None:
    pots = PotAwards()
    pots.award(Award(0, ((1, 900), (2, 100))))
    pots.award(Award(0, ((1, -900), (2, -100))))
    assert not any(pots.won)


def test_a_card_whose_order_was_judged_is_not_timed_any_more() -> None:
    watch = CardWatch()
    watch.goes_astray(7, 3, seen=10)
    watch.lies_too_many(8, seen=20)
    watch.order_judged()
    assert (watch.misplaced, watch.astray_since) == ({}, {8: 20})


def test_a_remedy_is_open_again_once_a_movement_is_taken_back() -> None:
    remedies, remedy = Remedies(), Remedy((1, 1), "deal.exposed", 2, (COLLECT,))
    remedies.begin(remedy)
    remedy.tick(0)
    remedies.complete()
    assert (remedies.open, remedies.completed) == ([], [remedy])
    remedies.reopen(remedy)
    assert (remedies.open, remedies.completed) == ([remedy], [])


def test_cards_that_a_movement_exposes_are_public_once() -> None:
    remedy = Remedy((1, 1), "deal.exposed", 2, (COLLECT,), exposes=(5,))
    assert (remedy.reveal(), remedy.reveal()) == ((5,), ())


def test_a_card_taken_before_its_gate_is_not_missing_when_the_gate_opens() -> None:
    plan = Plan(HOLDEM, (1, 2))
    plan.all_dealt()
    plan.not_due(9)
    plan.take_loose(9, proven=True)
    plan.set_gate(1)
    assert plan.missing == 3  # the burn is there, the flop is not


def test_two_rounds_of_suspension_end_with_the_third_big_blind() -> None:
    suspensions, served = Suspensions(), []
    suspensions.suspend(1, rounds=2)
    for big_blind in (1, 2, 1, 2, 1, 2):
        suspensions.begin_hand((1, 2), big_blind, again=False)
        served.append(1 in suspensions.serving)
        suspensions.end_hand()
    assert served == [True, True, True, True, False, False]


def test_a_cancelled_hand_is_no_further_round_of_a_suspension() -> None:
    suspensions = Suspensions()
    suspensions.suspend(1, rounds=1)
    suspensions.begin_hand((1, 2), 1, again=False)
    suspensions.begin_hand((1, 2), 1, again=True)
    assert suspensions.serving == (1,)
