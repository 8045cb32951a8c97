"""Each policy at its exact boundary, from one literal: no table, no hand."""

from controller.poker.announced import impose_minimum, void_check, void_short_amount
from controller.poker.matters import Facing, Reading, Said, SilentChips
from controller.poker.pots import all_first_left, one_each_left
from controller.poker.silent import (
    chips_decide,
    complete_or_fold,
    complete_raise,
    half_of_raise_part,
    make_up_bet,
    make_up_call,
    minus_one,
    one_and_half,
    single_chip_calls,
)
from controller.rulebooks.entry import Bound


def facing(call: int, full: int, *, before: int = 0, stack: int = 10_000, opening: bool = False) -> Facing:
    return Facing(5, before, call, full, before + stack, full, stack, 100, opening)


def chips(f: Facing, *motion: int, announced: bool = False) -> SilentChips:
    return SilentChips(f, motion, f.before + sum(motion), announced)


NOTHING = Bound.silent()


def test_a_single_larger_chip_calls() -> None:
    assert single_chip_calls(chips(facing(100, 200), 500), NOTHING) == Reading("call", 100, "chip.single")


def test_a_single_chip_with_chips_in_front_calls_too() -> None:
    assert single_chip_calls(chips(facing(100, 200, before=50), 500), NOTHING) == Reading("call", 100, "chip.single")


def test_a_single_chip_at_the_blinds_option_is_a_check() -> None:
    assert single_chip_calls(chips(facing(100, 200, before=100), 500), NOTHING) == Reading(
        "check", 100, "chip.single"
    )


def test_a_single_chip_first_in_is_left_to_its_full_value() -> None:
    assert single_chip_calls(chips(facing(0, 100), 500), NOTHING) is None


def test_two_chips_of_1000_over_1200_call() -> None:
    assert minus_one(chips(facing(1200, 2400), 1000, 1000), NOTHING) == Reading("call", 1200, "chip.multiple")


def test_two_chips_of_1000_over_exactly_1000_do_not_call() -> None:
    assert minus_one(chips(facing(1000, 2000), 1000, 1000), NOTHING) is None


def test_chips_in_front_count_for_minus_one() -> None:
    assert minus_one(chips(facing(600, 1200, before=100), 500, 500), NOTHING) is None


def test_unlike_chips_are_worth_their_total() -> None:
    assert minus_one(chips(facing(1200, 2400), 1000, 500), NOTHING) is None


def test_one_chip_less_than_half_a_raise_above_the_call_calls() -> None:
    assert one_and_half(chips(facing(6, 12), 3, 3, 2), NOTHING) == Reading("call", 6, "chip.multiple")


def test_exactly_a_bet_and_a_half_is_no_call() -> None:
    assert one_and_half(chips(facing(6, 12), 3, 3, 3), NOTHING) is None


def test_half_of_the_raise_part_is_made_up() -> None:
    short = chips(facing(500, 1000), 500, 100, 100, 50)
    assert half_of_raise_part(short, NOTHING) == Reading("raise", 1000, "raise.short")


def test_below_half_of_the_raise_part_calls() -> None:
    short = chips(facing(500, 1000), 500, 100, 100, 25)
    assert half_of_raise_part(short, NOTHING) == Reading("call", 500, "raise.short")


def test_a_raise_made_up_ends_at_the_stack() -> None:
    f = facing(500, 1000, stack=900)._replace(lowest=900, highest=900)
    assert half_of_raise_part(chips(f, 500, 250), NOTHING) == Reading("raise", 900, "raise.short")


def test_every_short_raise_is_made_up_where_the_book_says_so() -> None:
    assert complete_raise(chips(facing(6, 12), 6, 3), NOTHING) == Reading("raise", 12, "raise.short")


def test_a_short_opening_is_made_up_to_the_blind_before_the_flop() -> None:
    f = facing(200, 400, opening=True)
    assert make_up_bet(chips(f, 100, 50), NOTHING) == Reading("call", 200, "bet.short")


def test_a_short_opening_is_made_up_to_a_bet_after_the_flop() -> None:
    f = facing(0, 200, opening=True)
    assert make_up_bet(chips(f, 100, 50), NOTHING) == Reading("bet", 200, "bet.short")


def test_a_short_call_holds_the_turn() -> None:
    assert complete_or_fold(chips(facing(800, 1600), 500), NOTHING) == Reading("hold", 500, "call.short")


def test_a_short_call_is_made_up_where_the_book_says_so() -> None:
    assert make_up_call(chips(facing(800, 1600), 500), NOTHING) == Reading("call", 800, "call.short")


def test_a_short_call_by_a_short_stack_is_made_up_to_the_stack() -> None:
    assert make_up_call(chips(facing(800, 1600, stack=600), 500), NOTHING) == Reading("call", 600, "call.short")


def test_raise_said_then_one_chip_is_a_raise_to_its_value() -> None:
    assert chips_decide(chips(facing(400, 800), 1000, announced=True), NOTHING) == Reading(
        "raise", 1000, "chip.single"
    )


def test_raise_said_then_one_chip_too_small_is_made_up() -> None:
    assert chips_decide(chips(facing(600, 1200), 1000, announced=True), NOTHING) == Reading(
        "raise", 1200, "chip.single"
    )


def test_raise_said_then_exactly_the_call_waits_for_the_second_part() -> None:
    held = chips_decide(chips(facing(500, 1000), 500, announced=True), NOTHING)
    assert held is not None
    assert held.act == "hold"


def test_raise_said_then_the_whole_in_one_motion_is_the_total() -> None:
    paid = chips(facing(500, 1000), 500, 500, 500, announced=True)
    assert chips_decide(paid, NOTHING) == Reading("raise", 1500, "announce.raise")


def test_an_announced_raise_too_small_binds_to_the_smallest() -> None:
    said = Said(facing(500, 1000), "raise", 700)
    assert impose_minimum(said, NOTHING) == Reading("raise", 1000, "announce.short_raise")


def test_an_amount_below_the_call_is_no_act() -> None:
    assert void_short_amount(Said(facing(800, 1600), "amount", 500), NOTHING) is None


def test_a_check_against_a_bet_is_no_act() -> None:
    assert void_check(Said(facing(300, 600), "check", None), NOTHING) is None


def test_odd_chips_one_each() -> None:
    assert one_each_left(2, 3) == [1, 1, 0]


def test_odd_chips_all_to_the_first() -> None:
    assert all_first_left(2, 3) == [2, 0, 0]
