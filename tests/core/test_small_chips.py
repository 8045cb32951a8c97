"""The smallest chip that plays where a book ties it to the stakes, hand by hand."""

from controller.rulebooks import load
from controller.table import SeatSetup, Setup, Stakes
from tests.core.dealing import Dealer

ROBERTS = load("roberts")


def table(*stacks: tuple[int, ...], stakes: Stakes) -> Dealer:
    seats = tuple(SeatSetup(n, sum(chips), chips) for n, chips in enumerate(stacks, start=1))
    d = Dealer(Setup(seats, 1, stakes, "roberts"), ROBERTS)
    d.shuffle()
    return d


def test_chips_below_what_the_blinds_need_stay_out_of_the_hand() -> None:
    d = table((3,) * 10, (3,) * 10, (*(3,) * 10, 1, 1), stakes=Stakes(3, 6))
    assert (d.table.stacks.smallest, d.table.stacks.small[3], d.table.stack[3]) == (3, 2, 24)


def test_an_ante_of_smaller_chips_brings_them_in() -> None:
    d = table((3,) * 10, (3,) * 10, (*(3,) * 10, 1, 1), stakes=Stakes(3, 6, ante=1))
    assert (d.table.stacks.smallest, d.table.stacks.small[3]) == (1, 0)


def test_who_has_nothing_else_is_not_dealt_in() -> None:
    d = table((3,) * 10, (3,) * 10, (1, 1, 1, 1), stakes=Stakes(3, 6))
    assert [s.seat for s in d.view.seats if s.dealt_in] == [1, 2]
    assert d.view.seats[2].stack == 4


def test_a_stack_never_read_chip_by_chip_plays_as_a_whole() -> None:
    seats = tuple(SeatSetup(n, 31) for n in (1, 2, 3))
    d = Dealer(Setup(seats, 1, Stakes(3, 6), "roberts"), ROBERTS)
    d.shuffle()
    assert (d.table.stacks.smallest, d.table.stacks.small[3]) == (3, 0)
