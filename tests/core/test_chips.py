"""Chips on the felt as acts and as payments: what a motion counts as, which article says so, what is then due."""

from dataclasses import replace

import pytest

from controller.poker.events import ChipsMoved, Declared, FloorDecision, SeatKey
from controller.poker.outcomes import Ask, Ruling
from controller.poker.places import BET, POT, STACK
from controller.table import Stakes
from tests.core.dealing import MS, Dealer
from tests.core.invariants import accounted
from tests.core.tables import LIMIT, NO_LIMIT, alarms, dealt, due, matters, ruled, setup, to_flop


def opened(amount: int) -> Dealer:
    """Seat 3 has raised to an amount before the flop; seat 4 is on turn."""
    d = dealt()
    d.key(3, "raise", amount)
    d.settle()
    return d


def say(d: Dealer, seat: int, word: str, amount: int | None, when: str | None) -> list[object]:
    return list(d.send(Declared(seat, word, amount, "dealer", "dealer", when, d.at())))  # type: ignore[arg-type]


# --- silent chips, one motion ---------------------------------------------------------------------------------------


def test_two_chips_of_1000_over_1200_call_and_800_are_due_back() -> None:
    d = opened(1200)
    assert ruled(d.push(4, 1000, 1000)) == ("lfp-7.27", "call", 1200)
    assert due(d, 4) == -800


def test_the_change_comes_right_by_value() -> None:
    d = opened(1200)
    d.push(4, 1000, 1000)
    assert d.pull(4, 1000) == []
    assert due(d, 4) == 200
    assert d.push(4, 100, 100) == []
    assert due(d, 4) == 0
    assert alarms(d) == []


def test_two_chips_of_1000_over_1000_raise_to_2000() -> None:
    assert ruled(opened(1000).push(4, 1000, 1000)) == ("lfp-7.9", "raise", 2000)


def test_one_large_chip_calls() -> None:
    assert ruled(opened(400).push(4, 1000)) == ("lfp-7.26", "call", 400)


def test_one_large_chip_first_in_bets_its_value() -> None:
    assert ruled(to_flop().push(1, 500)) == ("lfp-7.2", "bet", 500)


@pytest.mark.parametrize(
    ("chips", "act", "total"), [((500, 100, 100, 50), "raise", 1000), ((500, 100, 100, 25), "call", 500)]
)
def test_short_raise_from_half_of_its_part(chips: tuple[int, ...], act: str, total: int) -> None:
    assert ruled(opened(500).push(4, *chips)) == ("lfp-7.16", act, total)


def test_short_opening_after_the_flop_is_made_up() -> None:
    d = to_flop()
    assert ruled(d.push(1, 25, 25)) == ("lfp-7.16", "bet", 100)
    assert due(d, 1) == 50


def test_short_opening_before_the_flop_is_made_up_to_the_blind() -> None:
    d = dealt()
    assert ruled(d.push(3, 25, 25)) == ("lfp-7.16", "call", 100)


def test_short_call_keeps_the_turn_and_may_only_be_completed_or_folded() -> None:
    d = opened(800)
    assert ruled(d.push(4, 500)) == ("lfp-7.16", "hold", 500)
    assert (d.view.turn, d.view.options, d.view.to_call) == (4, ("fold", "call"), 300)


def test_short_call_completed_by_a_second_motion() -> None:
    d = opened(600)
    d.push(4, 500)
    assert ruled(d.push(4, 100))[1:] == ("call", 600)
    assert d.view.turn == 1


def test_short_call_given_up_leaves_the_chips() -> None:
    d = opened(800)
    d.push(4, 500)
    d.key(4, "fold")
    assert (due(d, 4), d.view.pot_total) == (0, 800 + 500 + 150)


def test_short_call_is_made_up_under_roberts() -> None:
    d = dealt(NO_LIMIT)
    d.key(3, "raise", 800)
    d.settle()
    assert ruled(d.push(4, 500)) == ("roberts-3.5.16", "call", 800)
    assert due(d, 4) == 300


@pytest.mark.parametrize(
    ("chips", "expected"),
    [((3, 3, 3), ("roberts-3.5.14", "raise", 12)), ((5, 3), ("roberts-3.5.14", "call", 6))],
)
def test_a_bet_and_a_half_in_limit(chips: tuple[int, ...], expected: tuple[str, str, int]) -> None:
    d = dealt(LIMIT, setup(stakes=Stakes(3, 6, small_bet=6, big_bet=12)))
    assert ruled(d.push(3, *chips)) == expected


def test_all_in_by_silent_chips_need_not_be_a_full_raise() -> None:
    d = dealt(table=setup(stacks={4: 700}))
    d.key(3, "raise", 500)
    d.settle()
    assert ruled(d.push(4, 500, 100, 100))[1:] == ("raise", 700)


# --- announced, then paid -------------------------------------------------------------------------------------------


def test_an_announced_raise_is_paid_in_several_motions() -> None:
    d = opened(500)
    d.key(4, "raise", 1500)
    for _ in range(3):
        assert d.push(4, 500) == []
    assert (due(d, 4), d.view.turn) == (0, 1)


def test_chips_beyond_an_announced_raise_are_a_string_and_go_back() -> None:
    d = opened(500)
    d.key(4, "raise", 1500)
    d.push(4, 1000, 500)
    assert matters(d.push(4, 500)) == ["string.first_motion"]
    assert due(d, 4) == -500


def test_an_announced_raise_too_small_is_imposed() -> None:
    d = opened(500)
    assert ruled(d.key(4, "raise", 700)) == ("lfp-7.15", "raise", 1000)


def test_a_large_chip_for_an_announced_call_leaves_change_due() -> None:
    d = opened(400)
    d.key(4, "call")
    d.push(4, 1000)
    assert due(d, 4) == -600


def test_a_spoken_amount_below_the_call_is_no_act() -> None:
    d = opened(800)
    say(d, 4, "amount", 500, None)
    assert (d.view.turn, d.view.options) == (4, ("fold", "call", "raise", "all_in"))


def test_raise_then_the_call_then_more_is_the_sum() -> None:
    d = opened(1500)
    say(d, 4, "raise", None, None)
    d.push(4, 1000, 500)
    assert d.view.turn == 4
    assert ruled(d.push(4, 1000, 1000, 1000, 1000))[1:] == ("raise", 5500)


def test_the_second_part_of_a_raise_may_be_one_chip() -> None:
    d = opened(1500)
    say(d, 4, "raise", None, None)
    d.push(4, 1000, 500)
    assert ruled(d.push(4, 5000))[1:] == ("raise", 6500)


def test_who_said_raise_and_then_calls_raises_to_the_smallest() -> None:
    d = opened(500)
    say(d, 4, "raise", None, None)
    assert ruled(d.key(4, "call")) == ("lfp-7.15", "raise", 1000)


def test_raise_without_an_amount_takes_the_first_motion() -> None:
    d = opened(500)
    say(d, 4, "raise", None, None)
    assert ruled(d.push(4, 500, 500, 500))[1:] == ("raise", 1500)
    assert matters(d.push(4, 500)) == ["string.first_motion"]


def test_a_check_against_a_bet_changes_nothing() -> None:
    d = opened(300)
    before = (d.view.turn, d.view.pot_total, d.view.seats)
    assert matters(d.key(4, "check")) == ["check.facing_bet"]
    assert (d.view.turn, d.view.pot_total, d.view.seats) == before


# --- two motions ----------------------------------------------------------------------------------------------------


def test_a_second_motion_goes_back() -> None:
    d = opened(200)
    assert ruled(d.push(4, 100, 100))[1:] == ("call", 200)
    assert matters(d.push(4, 500)) == ["string.first_motion"]
    assert (due(d, 4), d.view.turn) == (-500, 1)


def test_the_first_motion_of_a_string_is_judged_alone() -> None:
    d = opened(200)
    assert ruled(d.push(4, 100, 100, 100)) == ("lfp-7.16", "raise", 400)
    d.push(4, 500)
    assert due(d, 4) == -400


def quick(d: Dealer, seat: int, *chips: int) -> list[object]:
    """A second motion 100 ms after the first."""
    d.now += 50 * MS
    d.send(ChipsMoved(STACK + seat, (), chips, (d.now, d.now)))
    d.now += 50 * MS
    return list(d.send(ChipsMoved(BET + seat, chips, (), (d.now, d.now))))


def test_two_motions_the_sensors_cannot_part_are_the_dealers_to_judge() -> None:
    d = opened(200)
    d.push(4, 100, 100)
    asks = quick(d, 4, 500)
    assert [a.key for a in asks if isinstance(a, Ask)] == ["one_motion_or_two"]


def test_one_motion_is_read_again_as_one() -> None:
    d = opened(200)
    d.push(4, 100, 100)
    quick(d, 4, 500)
    outcomes = d.send(FloorDecision("motion-4", "one", "", "dealer", "dealer", d.at()))
    ruling = next(o for o in outcomes if isinstance(o, Ruling))
    assert ruling.replaces is not None
    assert (d.view.call_total, d.view.turn, due(d, 4)) == (700, 1, 0)


def test_two_motions_stay_two() -> None:
    d = opened(200)
    d.push(4, 100, 100)
    quick(d, 4, 500)
    d.send(FloorDecision("motion-4", "two", "", "dealer", "dealer", d.at()))
    assert (d.view.call_total, due(d, 4)) == (200, -500)


def test_where_one_motion_is_what_the_first_of_two_was_nobody_is_asked() -> None:
    d = opened(200)
    d.push(4, 100, 100)
    assert not quick(d, 4, 50)
    assert (d.view.call_total, d.view.turn, due(d, 4)) == (200, 1, -50)


def test_a_third_motion_is_asked_about_with_the_other_two() -> None:
    d = opened(200)
    d.push(4, 100, 100)
    quick(d, 4, 500)
    quick(d, 4, 500)
    d.send(FloorDecision("motion-4", "one", "", "dealer", "dealer", d.at()))
    assert (d.view.call_total, due(d, 4)) == (1200, 0)


def test_chips_that_may_have_come_much_later_are_not_called_a_string_at_once() -> None:
    """They were first seen long after the others; when last looked, 50 ms after those, they were not there."""
    d = opened(200)
    d.push(4, 100, 100)
    seen = d.now + 50 * MS
    d.now += 3_000 * MS
    d.send(ChipsMoved(STACK + 4, (), (500,), (d.now, d.now)))
    asks = d.send(ChipsMoved(BET + 4, (500,), (), (seen, d.now)))
    assert [a.key for a in asks if isinstance(a, Ask)] == ["one_motion_or_two"]


def test_the_rest_of_a_short_call_may_have_been_one_motion_with_it() -> None:
    d = opened(400)
    d.push(4, 100)
    assert d.view.turn == 4
    asks = quick(d, 4, 500, 200)
    assert [a.key for a in asks if isinstance(a, Ask)] == ["one_motion_or_two"]
    d.send(FloorDecision("motion-4", "one", "", "dealer", "dealer", d.at()))
    assert (d.view.call_total, d.view.turn, due(d, 4)) == (800, 1, 0)


def test_the_rest_of_a_short_call_completes_it_where_it_is_another_motion() -> None:
    d = opened(400)
    d.push(4, 100)
    quick(d, 4, 500, 100)
    d.send(FloorDecision("motion-4", "two", "", "dealer", "dealer", d.at()))
    assert (d.view.call_total, d.view.turn, due(d, 4)) == (400, 1, -300)


def test_chips_right_after_others_out_of_turn_may_be_the_same_motion() -> None:
    d = opened(200)
    d.push(1, 100, 100)
    asks = quick(d, 1, 500)
    assert [a.key for a in asks if isinstance(a, Ask)] == ["one_motion_or_two"]
    d.send(FloorDecision("motion-1", "one", "", "dealer", "dealer", d.at()))
    d.push(4, 100, 100)
    assert (d.view.call_total, due(d, 1)) == (750, 0)  # the small blind of 50 among it


# --- a word before the chips, entered after them --------------------------------------------------------------------


def test_a_word_before_the_chips_has_them_read_again() -> None:
    d = opened(1200)
    d.push(4, 1000, 1000)
    say(d, 4, "raise", 2400, "before")
    assert (d.view.call_total, d.view.turn, due(d, 4)) == (2400, 1, 400)


def test_a_raise_said_before_one_chip_makes_it_a_raise() -> None:
    d = opened(400)
    d.push(4, 1000)
    say(d, 4, "raise", None, "before")
    assert (d.view.call_total, due(d, 4)) == (1000, 0)


def test_a_word_after_the_chips_is_no_act() -> None:
    d = opened(400)
    d.push(4, 1000)
    say(d, 4, "raise", 1000, "after")
    assert (d.view.call_total, due(d, 4)) == (400, -600)


def test_the_act_that_closed_the_round_may_be_read_again_until_the_gathering() -> None:
    d = dealt()
    for seat in (3, 4, 1):
        d.key(seat, "call")
        d.settle()
    d.push(2, 500)  # one chip at the option: a check
    assert d.view.next_step is not None
    say(d, 2, "raise", 500, "before")
    assert (d.view.turn, d.view.call_total, d.view.pot_total) == (3, 500, 300 + 500)


def test_after_the_gathering_the_round_stands() -> None:
    d = to_flop()
    say(d, 2, "raise", 500, "before")
    assert d.view.phase == "flop"
    assert d.view.call_total == 0


# --- out of turn, from nowhere --------------------------------------------------------------------------------------


def test_a_key_out_of_turn_waits_and_is_named() -> None:
    d = opened(300)
    before = (d.view.turn, [(s.stack, s.bet) for s in d.view.seats], d.view.pot_total)
    assert matters(d.key(1, "raise", 900)) == ["oot.unchanged"]
    assert (d.view.turn, [(s.stack, s.bet) for s in d.view.seats], d.view.pot_total) == before


def test_a_key_of_a_seat_that_has_acted_changes_nothing_but_says_so() -> None:
    d = opened(300)
    d.key(3, "raise", 900)
    assert (d.view.turn, alarms(d)) == (4, ["out_of_turn"])


def test_chips_of_a_seat_that_has_acted_are_named_and_due_back() -> None:
    d = opened(300)
    d.key(4, "call")
    d.settle()
    d.push(3, 500)
    alarm = d.view.alarms[0]
    assert (alarm.key, alarm.seat, alarm.amount, d.view.turn, due(d, 3)) == ("chips.out_of_turn", 3, 500, 1, -500)


def test_a_chip_from_nowhere_is_named() -> None:
    d = opened(300)
    d.move(STACK + 2, (500,))
    alarm = d.view.alarms[0]
    assert (alarm.key, alarm.seat, alarm.amount, alarm.place) == ("chips.from_nowhere", 2, 500, "stack:2")
    assert accounted(d.table.felt)


def test_chips_taken_back_are_named() -> None:
    d = opened(300)
    d.pull(3, 100)
    alarm = d.view.alarms[0]
    assert (alarm.key, alarm.seat, alarm.amount, due(d, 3)) == ("chips.taken_back", 3, 100, 100)


def test_chips_lifted_and_put_back_are_nothing() -> None:
    d = opened(300)
    d.move(STACK + 4, (), (100, 100))
    assert next(s.holding for s in d.view.seats if s.seat == 4) == 200
    assert d.move(STACK + 4, (100, 100)) == []
    assert (d.view.turn, alarms(d)) == (4, [])


def test_change_from_the_pot_moves_no_account() -> None:
    d = to_flop()
    d.key(1, "raise", 300)
    d.push(1, 500)
    assert due(d, 1) == -200
    d.move(POT, (), (100, 100))
    d.move(STACK + 1, (100, 100))
    d.move(BET + 1, (), (500,))
    d.move(POT, (100, 100))
    d.move(BET + 1, (100, 100, 100))
    assert d.view.dues == ()
    assert accounted(d.table.felt)


# --- the price ------------------------------------------------------------------------------------------------------


def test_what_a_seat_faces_is_shown() -> None:
    d = opened(250)
    v = d.view
    assert (v.turn, v.to_call, v.call_total, v.min_raise, v.max_raise) == (4, 250, 250, 500, 10_000)


def test_chips_smaller_than_the_smallest_that_plays_are_refused() -> None:
    d = dealt(NO_LIMIT, replace(setup(stakes=Stakes(3, 6)), smallest_chip=3, seats=setup(stack=9999).seats))
    assert matters(d.push(3, 1, 1, 1, 1, 1, 1)) == ["chip.small"]
    assert (d.view.turn, due(d, 3)) == (3, -6)


def test_strings_are_counted() -> None:
    d = opened(200)
    d.push(4, 100, 100)
    d.push(4, 500)
    assert [(s.seat, s.counted) for s in d.view.seats if s.counted] == [(4, {"string": 1})]


def test_a_question_lapses_with_the_next_act() -> None:
    d = opened(200)
    d.push(4, 100, 100)
    quick(d, 4, 500)
    d.key(1, "fold")
    assert d.view.asks == ()


def test_time_is_no_act() -> None:
    d = opened(250)
    d.send(SeatKey(4, "time", None, d.at()))
    assert d.view.turn == 4


def test_rulebooks_differ_on_the_smallest_raise() -> None:
    d = dealt(NO_LIMIT)
    d.key(3, "raise", 250)
    assert d.view.min_raise == 400
