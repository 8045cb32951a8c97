"""The betting fold: smallest raises, who may raise again, caps, uncalled bets. Amounts are totals in front."""

import pytest

from controller.poker.betting import NOBODY, Betting
from controller.poker.book import bind
from controller.poker.outcomes import ActKind
from controller.poker.raise_rules import BettingRules
from controller.rulebooks import load

LFP = bind(load("lfp")).betting
ROBERTS = bind(load("roberts", "no_limit")).betting
LIMIT = bind(load("roberts", "limit")).betting
Acts = list[tuple[int, ActKind, int]]


def street(
    acts: Acts, rules: BettingRules, stacks: dict[int, int] | None = None, blind: int = 100, unit: int = 0
) -> Betting:
    """Seats 2 to 8 on a street after the flop, seat 2 first to speak."""
    stack = [0] * 11
    for seat in range(2, 9):
        stack[seat] = (stacks or {}).get(seat, 10_000)
    betting = Betting(stack, range(2, 9))
    betting.open(2, blind, unit)
    for seat, act, total in acts:
        betting.turn = seat  # seats in between are left out of these examples
        betting.take(seat, act, total, rules)
    return betting


def preflop(acts: Acts, rules: BettingRules, stacks: dict[int, int] | None = None, unit: int = 0) -> Betting:
    """Seats 2 to 8, 2 and 3 with blinds of 50 and 100."""
    stack = [0] * 11
    for seat in range(2, 9):
        stack[seat] = (stacks or {}).get(seat, 10_000)
    betting = Betting(stack, range(2, 9))
    betting.post(2, 50)
    betting.post(3, 100)
    betting.open(4, 100, unit, 100)
    for seat, act, total in acts:
        betting.take(seat, act, total, rules)
    return betting


# --- the smallest raise ---------------------------------------------------------------------------------------------


def test_double_the_total() -> None:
    betting = preflop([(4, "raise", 250)], LFP)
    assert (betting.call, betting.next_raise()) == (250, 500)


def test_previous_increment() -> None:
    betting = preflop([(4, "raise", 250)], ROBERTS)
    assert (betting.call, betting.next_raise()) == (250, 400)


def test_all_in_below_the_big_blind_leaves_call_and_raise() -> None:
    betting = preflop([(4, "call", 30)], LFP, {4: 30})
    assert (betting.call, betting.next_raise()) == (100, 200)


def test_a_short_big_blind_counts_as_whole() -> None:
    betting = preflop([], LFP, {3: 40})
    assert (betting.call, betting.next_raise()) == (100, 200)


@pytest.mark.parametrize(("all_in", "smallest"), [(130, 230), (175, 275), (200, 400)])
def test_all_in_over_the_big_blind(all_in: int, smallest: int) -> None:
    betting = preflop([(4, "raise", all_in)], LFP, {4: all_in})
    assert (betting.call, betting.next_raise()) == (all_in, smallest)


def test_first_all_in_below_the_big_blind_after_the_flop() -> None:
    betting = street([(4, "bet", 30), (5, "raise", 80)], LFP, {4: 30, 5: 80})
    assert (betting.call, betting.next_raise()) == (80, 180)


def test_short_all_in_over_a_bet_adds_the_last_full_bet() -> None:
    betting = street([(2, "bet", 500), (5, "raise", 700)], LFP, {5: 700})
    assert (betting.call, betting.next_raise()) == (700, 1200)


@pytest.mark.parametrize(("all_in", "smallest"), [(15, 35), (9, 20)])
def test_limit_all_in_counts_as_a_bet_from_half_of_it(all_in: int, smallest: int) -> None:
    betting = street([(2, "bet", all_in)], LIMIT, {2: all_in}, unit=20)
    assert betting.next_raise() == smallest


# --- who may raise again --------------------------------------------------------------------------------------------


def test_short_all_ins_that_add_up_reopen() -> None:
    acts: Acts = [(2, "bet", 100), (3, "raise", 170), (4, "raise", 210)]
    betting = street(acts, LFP, {3: 170, 4: 210})
    assert betting.facing(2, LFP).lowest == 310
    assert betting.facing(5, LFP).lowest == 310


def test_one_short_all_in_does_not_reopen() -> None:
    betting = street([(2, "bet", 100), (3, "raise", 170), (5, "call", 170)], LFP, {3: 170})
    assert betting.facing(2, LFP).lowest is None
    assert betting.facing(6, LFP).lowest == 270


def test_who_checked_may_raise_over_a_short_all_in() -> None:
    betting = street([(2, "check", 0), (4, "bet", 30), (5, "call", 30)], LFP, {4: 30})
    assert betting.facing(2, LFP).lowest == 130


def test_the_big_blind_has_not_acted() -> None:
    acts: Acts = [(4, "fold", 0), (5, "fold", 0), (6, "fold", 0), (7, "raise", 130), (8, "fold", 0), (2, "call", 130)]
    betting = preflop(acts, LFP, {7: 130})
    assert betting.turn == 3
    assert betting.facing(3, LFP).lowest == 230


@pytest.mark.parametrize(("second", "opens"), [(550, False), (600, True)])
def test_a_raiser_is_measured_by_the_raise_due_when_he_acted(second: int, opens: bool) -> None:
    acts: Acts = [(2, "bet", 100), (3, "raise", 300), (4, "raise", 450), (5, "raise", second)]
    betting = street(acts, LFP, {4: 450, 5: second})
    assert (betting.facing(3, LFP).lowest is not None) is opens


@pytest.mark.parametrize(("all_in", "opens"), [(29, False), (30, True)])
def test_limit_reopens_at_half_a_bet_in_all(all_in: int, opens: bool) -> None:
    betting = street([(2, "bet", 20), (4, "raise", 26), (6, "raise", all_in)], LIMIT, {4: 26, 6: all_in}, unit=20)
    assert (betting.facing(2, LIMIT).lowest is not None) is opens


# --- caps -----------------------------------------------------------------------------------------------------------


def test_limit_stops_at_a_bet_and_three_raises() -> None:
    acts: Acts = [(n, "fold", 0) for n in (3, 5, 6, 8)]
    acts += [(4, "bet", 10), (7, "raise", 20), (2, "raise", 30), (4, "raise", 40), (7, "call", 40)]
    assert street(acts, LIMIT, unit=10).facing(2, LIMIT).lowest is None


def test_limit_has_no_cap_with_two_not_all_in() -> None:
    acts: Acts = [(n, "fold", 0) for n in (3, 5, 6, 8)]
    acts += [(4, "bet", 10), (7, "raise", 20), (2, "raise", 30), (4, "raise", 40)]
    assert street(acts, LIMIT, {7: 20}, unit=10).facing(2, LIMIT).lowest == 50


def test_a_capped_street_stays_capped_after_a_fold() -> None:
    acts: Acts = [(n, "fold", 0) for n in (3, 5, 6, 8)]
    acts += [(4, "bet", 10), (7, "raise", 20), (2, "raise", 30), (4, "raise", 40), (7, "fold", 20)]
    assert street(acts, LIMIT, unit=10).facing(2, LIMIT).lowest is None


# --- the turn, and the end ------------------------------------------------------------------------------------------


def test_turn_passes_over_folded_and_all_in_seats() -> None:
    betting = preflop([(4, "fold", 0), (5, "raise", 300), (6, "call", 300)], LFP, {6: 300})
    assert betting.turn == 7


def test_the_round_ends_when_everybody_has_answered() -> None:
    acts: Acts = [(n, "fold", 0) for n in (4, 5, 6, 7, 8)]
    betting = preflop([*acts, (2, "call", 100), (3, "check", 100)], LFP)
    assert betting.turn == NOBODY


def test_a_big_blind_with_nobody_left_to_bet_against_need_not_act() -> None:
    acts: Acts = [(n, "fold", 0) for n in (4, 5, 6, 7, 8)]
    betting = preflop([*acts, (2, "call", 80)], LFP, {2: 80})
    assert betting.turn == NOBODY


def test_what_nobody_called_goes_back() -> None:
    acts: Acts = [(n, "fold", 0) for n in (3, 4, 5, 6, 8)]
    betting = street([*acts, (2, "bet", 1000), (7, "call", 400)], LFP, {7: 400})
    assert betting.close() == ((2, 600),)
    assert (betting.pot, betting.stack[2]) == (800, 9600)


def test_a_folded_bet_is_matched_all_the_same() -> None:
    acts: Acts = [(n, "fold", 0) for n in (3, 4, 5, 6, 8)]
    betting = street([*acts, (2, "bet", 300), (7, "raise", 900), (2, "fold", 300)], LFP)
    assert betting.close() == ((7, 600),)
    assert betting.pot == 600


def test_a_street_folded_again_with_another_act_is_as_if_it_had_been_played_so() -> None:
    betting = preflop([(4, "raise", 300), (5, "call", 300)], LFP)
    betting.refold([*betting.acts[:-1]], LFP)
    betting.take(5, "raise", 900, LFP)
    played = preflop([(4, "raise", 300), (5, "raise", 900)], LFP)
    assert (betting.stack, betting.bet, betting.turn, betting.call) == (
        played.stack, played.bet, played.turn, played.call,
    )  # fmt: skip
