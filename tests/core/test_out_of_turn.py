"""Acts before their turn, players passed over, acts at the same time, in the dark and on a condition."""

from dataclasses import replace

import pytest

from controller.poker.events import ChipsMoved, Declared, FloorDecision, SeatKey
from controller.poker.outcomes import Ask, Outcome, Ruling
from controller.poker.places import BET, STACK
from controller.rulebooks import Rulebook
from tests.core.dealing import MS, Dealer
from tests.core.tables import CASINO, LFP, LIMIT, NO_LIMIT, alarms, dealt, flop, matters, ruled, setup

CLOSE = 200 * MS  # within the window in which two act at the same time


def said(
    d: Dealer, seat: int, word: str, amount: int | None = None, *, dark: bool = False,
    condition: tuple[int, str] | None = None,
) -> list[Outcome]:  # fmt: skip
    event = Declared(seat, word, amount, "dealer", "dealer", None, d.at(), dark, condition)  # type: ignore[arg-type]  # texts that are words
    return d.send(event)


def count(d: Dealer, seat: int) -> int:
    return next(s.counted.get("out_of_turn", 0) for s in d.view.seats if s.seat == seat)


def cites(outcomes: list[Outcome], matter: str) -> tuple[str, ...]:
    for o in outcomes:
        if isinstance(o, Ruling) and o.matter == matter:
            return tuple(c.article for c in o.cites)
    raise AssertionError(f"no ruling on {matter}: {outcomes}")


# --- nothing changes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", [LFP, NO_LIMIT, CASINO], ids=lambda b: b.key)
def test_an_early_bet_stands_when_the_one_before_checks(book: Rulebook) -> None:
    d = flop(book)
    d.key(1, "check")
    d.push(3, 100, 100, 100)
    assert (d.view.turn, d.view.call_total) == (2, 0)
    d.key(2, "check")
    assert (d.view.turn, d.view.call_total, d.view.dues) == (4, 300, ())


def test_an_early_check_stands() -> None:
    d = flop(CASINO)
    d.key(2, "check")
    assert d.view.turn == 1
    d.key(1, "check")
    assert d.view.turn == 3


def test_an_early_call_stands_after_a_call() -> None:
    d = dealt()
    d.push(4, 100)
    d.key(3, "call")
    assert (d.view.turn, d.view.seats[3].bet) == (1, 100)


def test_an_early_fold_is_taken_at_once_and_stays() -> None:
    d = dealt()
    d.key(1, "fold")
    assert (d.view.turn, d.view.seats[0].folded) == (3, True)
    d.key(3, "raise", 600)
    d.key(4, "fold")
    assert d.view.turn == 2


def test_chips_done_early_wait_and_are_not_due_back() -> None:
    d = flop()
    d.push(3, 100, 100, 100)
    assert (d.view.dues, count(d, 3)) == ((), 1)


def test_a_fold_out_of_turn_that_leaves_one_hand_ends_the_round() -> None:
    d = dealt(table=setup(2))
    turn = d.view.turn
    assert turn is not None
    d.key(3 - turn, "fold")
    assert d.view.phase == "award"


# --- something changes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("total", [300, 400])
def test_freed_by_a_bet_with_all_choices(total: int) -> None:
    d = flop()
    d.key(1, "check")
    d.push(3, 100, 100, 100)
    outcomes = d.key(2, "bet" if total == 300 else "raise", total)
    assert cites(outcomes, "oot.changed") == ("lfp-7.20",)
    assert (d.view.turn, d.view.options) == (3, ("fold", "call", "raise", "all_in"))
    assert ("bet:3", -300) in d.view.dues


def test_call_or_fold_against_the_one_who_was_passed_over_and_a_fold_costs_the_chips() -> None:
    d = flop(CASINO)
    d.key(1, "check")
    d.push(3, 100, 100, 100)
    d.key(2, "raise", 900)
    assert (d.view.turn, d.view.options, d.view.to_call) == (3, ("fold", "call"), 600)
    d.key(3, "fold")
    assert (d.view.seats[2].stack, d.view.seats[2].due) == (10_000 - 100 - 300, 0)


def test_what_was_only_announced_is_paid_by_a_fold() -> None:
    d = dealt(CASINO)
    said(d, 4, "raise", 600)
    d.key(3, "raise", 1000)
    assert (d.view.turn, d.view.options, d.view.seats[3].due) == (4, ("fold", "call"), 600)
    d.key(4, "fold")
    assert d.view.seats[3].due == 600


def test_the_raise_of_a_second_one_who_was_passed_over_binds_him_too() -> None:
    d = flop(CASINO)
    d.push(3, 100, 100, 100)
    d.key(1, "check")
    d.key(2, "raise", 900)
    assert (d.view.turn, d.view.options, d.view.to_call) == (3, ("fold", "call"), 600)


def test_a_later_raise_of_a_third_player_frees_him() -> None:
    d = flop(CASINO)
    d.push(3, 100, 100, 100)
    d.key(1, "raise", 900)
    d.key(2, "fold")
    d.key(3, "call")
    d.key(4, "raise", 2700)
    d.key(1, "call")
    assert (d.view.turn, d.view.options) == (3, ("fold", "call", "raise", "all_in"))


def test_an_early_checker_may_not_raise_after_a_bet_and_an_early_bettor_may() -> None:
    d = flop(NO_LIMIT)
    d.key(2, "check")
    d.key(1, "raise", 200)
    assert (d.view.turn, d.view.options) == (2, ("fold", "call"))
    d = flop(NO_LIMIT)
    d.push(2, 100, 100)
    d.key(1, "raise", 400)
    assert (d.view.turn, d.view.options) == (2, ("fold", "call", "raise", "all_in"))


def test_an_early_caller_gets_his_chips_back_and_may_not_raise() -> None:
    d = dealt(NO_LIMIT)
    d.push(4, 100)
    d.key(3, "raise", 600)
    assert (d.view.turn, d.view.options) == (4, ("fold", "call"))
    assert ("bet:4", -100) in d.view.dues


def test_where_the_one_between_calls_the_floor_may_free_him() -> None:
    d = dealt(NO_LIMIT)
    d.push(4, 100)
    outcomes = d.key(3, "call")
    ask = next(o for o in outcomes if isinstance(o, Ask))
    assert (ask.key, ask.role, ask.default, d.view.turn) == ("out_of_turn", "floor", "binding", 4)
    d.send(FloorDecision(ask.id, "free", "no harm", "bo", "floor", d.at()))
    assert (d.view.turn, d.view.options) == (4, ("fold", "call"))


def test_where_the_one_between_calls_the_floor_may_bind_him() -> None:
    d = dealt(NO_LIMIT)
    d.push(4, 100)
    ask = next(o for o in d.key(3, "call") if isinstance(o, Ask))
    d.send(FloorDecision(ask.id, "binding", "", "bo", "floor", d.at()))
    assert (d.view.turn, d.view.seats[3].bet) == (1, 100)


# --- passed over ----------------------------------------------------------------------------------------------------


def test_two_acts_with_chips_behind_leave_only_call_or_fold() -> None:
    d = flop(players=6)
    d.key(1, "check")
    d.push(3, 100, 100, 100)
    assert d.view.turn == 2
    d.push(4, 100, 100, 100)
    assert d.view.turn == 5
    d.key(5, "fold")
    d.key(6, "fold")
    d.key(1, "call")
    assert (d.view.turn, d.view.options) == (2, ("fold", "call"))
    assert matters(d.key(2, "raise", 900))[0] == "skipped"


def test_one_act_with_chips_and_a_fold_are_not_substantial() -> None:
    d = flop(players=6)
    d.push(2, 100, 100, 100)
    d.key(3, "fold")
    assert d.view.turn == 1


def test_three_acts_of_any_kind_are_substantial() -> None:
    d = flop(players=6)
    d.push(2, 100, 100, 100)
    d.key(3, "fold")
    d.key(4, "fold")
    assert d.view.turn == 5


def test_a_raise_after_his_decision_gives_the_skipped_player_all_choices() -> None:
    d = flop(players=6)
    d.push(2, 100, 100, 100)
    d.push(3, 100, 100, 100)
    d.key(4, "raise", 900)
    d.key(5, "fold")
    d.key(6, "fold")
    assert (d.view.turn, d.view.options) == (1, ("fold", "call", "raise", "all_in"))


def test_a_house_that_knows_no_number_keeps_the_right_however_many_act() -> None:
    d = flop(CASINO, players=6)
    for seat in (2, 3, 4, 5):
        d.key(seat, "check")
    assert (d.view.turn, d.view.options) == (1, ("fold", "check", "bet", "all_in"))


def test_after_three_behind_the_floor_is_asked() -> None:
    d = flop(NO_LIMIT, players=6)
    d.push(2, 100, 100)
    d.push(3, 100, 100)
    assert d.view.turn == 1
    outcomes = d.push(4, 100, 100)
    ask = next(o for o in outcomes if isinstance(o, Ask))
    assert (ask.key, ask.options, ask.default) == ("skipped", ("dead", "call_or_check", "keeps_all"), "dead")
    d.send(FloorDecision(ask.id, "dead", "asleep", "bo", "floor", d.at()))
    assert (d.view.seats[0].folded, d.view.turn) == (True, 5)


def test_the_third_time_out_of_turn_is_named_to_the_floor() -> None:
    d = flop()
    for _ in range(3):
        d.table.count(3, "out_of_turn")
    d.key(3, "check")
    assert alarms(d) == ["repeated.out_of_turn"]


# --- at the same time -----------------------------------------------------------------------------------------------


def chips_at(d: Dealer, seat: int, at: int, *chips: int) -> list[Outcome]:
    d.send(ChipsMoved(STACK + seat, (), chips, (at - MS, at)))
    return d.send(ChipsMoved(BET + seat, chips, (), (at - MS, at)))


@pytest.mark.parametrize(("apart", "held"), [(500 * MS, True), (501 * MS, False)])
def test_two_at_once_act_in_turn_order(apart: int, held: bool) -> None:
    d = flop()
    now = d.now + 1000 * MS
    chips_at(d, 2, now, 100, 100)
    outcomes = chips_at(d, 1, now + apart, 100, 100, 100)
    if held:
        assert cites(outcomes, "act.simultaneous") == ("lfp-7.22", "lfp-7.16")
        assert (d.view.turn, d.view.options, d.view.to_call, count(d, 2)) == (2, ("fold", "call"), 100, 0)
    else:
        assert (d.view.turn, d.view.options, count(d, 2)) == (2, ("fold", "call", "raise", "all_in"), 1)


def test_a_check_at_the_same_time_as_a_bet_is_void() -> None:
    d = flop()
    now = d.now + 1000 * MS
    d.send(SeatKey(2, "check", None, (now - MS, now)))
    outcomes = chips_at(d, 1, now + CLOSE, 100, 100, 100)
    assert "act.simultaneous" in matters(outcomes)
    assert (d.view.turn, d.view.options[1], count(d, 2)) == (2, "call", 0)


def test_dealer_says_who_was_first_if_book_and_sensors_do_not() -> None:
    d = flop(CASINO)
    now = d.now + 1000 * MS
    chips_at(d, 2, now, 100, 100)
    outcomes = chips_at(d, 1, now + CLOSE, 100, 100, 100)
    ask = next(o for o in outcomes if isinstance(o, Ask))
    assert (ask.key, ask.options, d.view.turn) == ("order", ("together", "early"), 2)
    d.send(FloorDecision(ask.id, "early", "", "anna", "dealer", d.at()))
    assert (d.view.turn, d.view.options) == (2, ("fold", "call"))


# --- in the dark, on a condition ------------------------------------------------------------------------------------


def test_bets_in_the_dark_bind_in_turn() -> None:
    d = dealt()
    for seat, key in ((3, "call"), (4, "call"), (1, "call"), (2, "check")):
        d.key(seat, key)
        d.settle()
    d.bring_in()
    said(d, 1, "bet", 500, dark=True)
    said(d, 2, "raise", 1000, dark=True)
    d.deal_board(3, (40, 41, 42), 1)
    assert (d.view.turn, d.view.call_total, d.view.min_raise) == (3, 1000, 2000)


def test_a_check_in_the_dark_for_two_streets() -> None:
    d = dealt(table=setup(2))
    while (turn := d.view.turn) is not None:
        d.key(turn, "call")
        d.settle()
    d.bring_in()
    first = 1 if d.view.button == 2 else 2
    said(d, first, "check", dark=True)
    said(d, first, "check", dark=True)
    d.deal_board(3, (40, 41, 42), 1)
    assert d.view.turn == 3 - first
    d.key(3 - first, "check")
    d.deal_board(4, (43,), 4)
    assert d.view.turn == 3 - first


def test_a_word_for_the_next_street_is_taken_once_the_seat_is_done_on_this_one() -> None:
    d = dealt()
    said(d, 4, "check", dark=True)
    assert alarms(d) == ["out_of_turn"]
    d.key(3, "call")
    assert matters(said(d, 3, "check", dark=True)) == ["act.dark"]


def test_a_word_in_the_dark_overtaken_by_a_bet_frees() -> None:
    d = dealt()
    for seat, key in ((3, "call"), (4, "call"), (1, "call"), (2, "check")):
        d.key(seat, key)
        d.settle()
    d.bring_in()
    said(d, 2, "check", dark=True)
    d.deal_board(3, (40, 41, 42), 1)
    d.key(1, "raise", 300)
    assert (d.view.turn, d.view.options) == (2, ("fold", "call", "raise", "all_in"))


def test_a_condition_that_comes_true_binds() -> None:
    d = flop()
    said(d, 2, "bet", 600, condition=(1, "check"))
    assert (count(d, 2), d.view.turn) == (1, 1)
    d.key(1, "check")
    assert (d.view.turn, d.view.call_total) == (3, 600)


def test_a_condition_that_does_not_come_true_frees() -> None:
    d = flop()
    said(d, 2, "bet", 600, condition=(1, "check"))
    d.key(1, "raise", 300)
    assert (d.view.turn, d.view.call_total) == (2, 300)


def test_limit_has_out_of_turn_rules_too() -> None:
    d = flop(LIMIT)
    d.key(2, "check")
    d.key(1, "check")
    assert d.view.turn == 3


def test_a_table_may_choose_its_window() -> None:
    d = Dealer(replace(setup(), simultaneous=0), LFP)
    assert d.table.setup.simultaneous == 0


def test_unofficial_words_are_no_act() -> None:
    d = dealt()
    assert matters(said(d, 3, "other")) == ["act.unofficial"]
    assert d.view.turn == 3


def test_an_early_call_is_judged_as_what_it_was() -> None:
    d = dealt()
    d.push(4, 100)
    outcomes = d.key(3, "call")
    assert ruled(outcomes)[1] == "call"
