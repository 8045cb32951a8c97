"""Policies of the casino, limit and leaflet books at their exact boundaries, from one literal each."""

import pytest

from controller.poker.announced import half_of_what_was_said, make_up_what_was_said
from controller.poker.matters import Facing, Reading, Said, SilentChips
from controller.poker.silent import doubtful, first_motion_decides, several_chips_raise, void_bet
from controller.rulebooks.entry import Bound

NOTHING = Bound.silent()


def facing(call: int, full: int, *, before: int = 0, stack: int = 10_000, opening: bool = False) -> Facing:
    lowest = min(full, before + stack)
    return Facing(5, before, call, lowest, before + stack, full, stack, 100, opening)


def chips(f: Facing, *motion: int) -> SilentChips:
    return SilentChips(f, motion, f.before + sum(motion))


def test_two_chips_of_100_over_100_are_a_raise() -> None:
    assert several_chips_raise(chips(facing(100, 200), 100, 100), NOTHING) == Reading("raise", 200, "chip.multiple")


def test_several_chips_short_of_a_raise_are_left_to_the_next_test() -> None:
    assert several_chips_raise(chips(facing(100, 200), 100, 50), NOTHING) is None


def test_several_chips_first_in_are_no_raise() -> None:
    assert several_chips_raise(chips(facing(0, 100), 100, 100), NOTHING) is None


def test_a_single_chip_is_not_several() -> None:
    assert several_chips_raise(chips(facing(100, 200), 500), NOTHING) is None


def test_several_chips_by_a_seat_that_may_not_raise_are_left_alone() -> None:
    closed = facing(100, 200)._replace(lowest=None)
    assert several_chips_raise(chips(closed, 100, 100), NOTHING) is None


def test_a_bet_below_the_minimum_is_no_act_where_the_book_refuses_it() -> None:
    assert void_bet(chips(facing(0, 10, opening=True), 9), NOTHING) is None


def test_raise_said_then_the_call_alone_is_the_smallest_raise() -> None:
    assert first_motion_decides(chips(facing(20, 40), 20), NOTHING) == Reading("raise", 40, "announce.raise")


def test_raise_said_then_more_in_one_motion_is_its_total() -> None:
    assert first_motion_decides(chips(facing(20, 40), 25, 50), NOTHING) == Reading("raise", 75, "announce.raise")


def test_raise_said_by_a_short_stack_is_all_of_it() -> None:
    motion = chips(facing(20, 40, stack=27), 20)
    assert first_motion_decides(motion, NOTHING) == Reading("raise", 27, "announce.raise")


@pytest.mark.parametrize(
    ("amount", "reading"),
    [(145, ("call", 100)), (149, ("call", 100)), (150, ("raise", 200)), (199, ("raise", 200))],
)
def test_a_raise_said_too_small_is_made_up_from_half_of_its_part(amount: int, reading: tuple[str, int]) -> None:
    said = half_of_what_was_said(Said(facing(100, 200), "raise", amount), NOTHING)
    assert (said.act, said.total) == reading


def test_half_of_the_part_of_a_reraise_exactly() -> None:
    assert half_of_what_was_said(Said(facing(300, 600), "raise", 450), NOTHING).total == 600
    assert half_of_what_was_said(Said(facing(300, 600), "raise", 445), NOTHING).act == "call"


def test_a_raise_made_up_by_a_short_stack_is_all_of_it() -> None:
    said = half_of_what_was_said(Said(facing(100, 200, stack=170), "raise", 160), NOTHING)
    assert (said.act, said.total) == ("raise", 170)


def test_an_amount_below_the_call_binds_to_the_call_where_the_book_says_so() -> None:
    said = make_up_what_was_said(Said(facing(80, 160), "amount", 40), NOTHING)
    assert said == Reading("call", 80, "announce.short_call")


@pytest.mark.parametrize(
    ("motion", "answer"),
    [((500,), True), ((1000, 1000), True), ((1200, 1200), False), ((1000, 500), False)],
)
def test_chips_on_which_books_differ(motion: tuple[int, ...], answer: bool) -> None:
    matter = "chip.single" if len(motion) == 1 else "chip.multiple"
    assert doubtful(matter, chips(facing(1200, 2400), *motion)) is answer


def test_a_single_chip_first_in_is_in_no_doubt() -> None:
    assert not doubtful("chip.single", chips(facing(0, 100), 500))


def test_each_test_doubts_its_own_chips_alone() -> None:
    assert not doubtful("chip.single", chips(facing(1200, 2400), 1000, 1000))
    assert not doubtful("chip.multiple", chips(facing(1200, 2400), 5000))
