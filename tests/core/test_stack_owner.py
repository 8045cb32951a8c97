"""Stacks have one owner at a time: what changes one in mid-hand counts after a correction, and after a void hand."""

from collections.abc import Callable

from controller.poker.events import ChipsMoved
from controller.poker.places import STACK
from controller.table import checkpoint, restore
from controller.table.chips.chips_in_hand import not_played
from controller.table.remedies.engine import cancel
from controller.table.view.tournament import total_of
from tests.core.dealing import Dealer
from tests.core.tables import CASINO, flop
from tests.entries import entered

NEWCOMER = 9


def raised() -> Dealer:
    """On the flop seat 1 has bet 500, and seat 2 has raised to 1,000."""
    d = flop(CASINO, 6)
    d.key(1, "raise", 500)
    d.settle()
    d.key(2, "raise", 1000)
    return d


def correct(d: Dealer) -> None:
    """The raise was a call: the round is folded again from its start."""
    d.send(entered("misread", "2:call", "anna", "dealer", d.at()))


def void(d: Dealer) -> None:
    hand = d.table.hand
    assert hand is not None
    cancel(d.table, hand, "deal.misdeal", None)


def total_after(change: Callable[[Dealer], None]) -> int:
    """What counts in play when chips of seat 3 have left the table, and then that."""
    d = raised()
    not_played(d.table, 3, 400)
    change(d)
    return total_of(d.table)


def test_chips_that_leave_the_table_count_once_after_a_correction() -> None:
    assert total_after(correct) == total_of(raised().table)


def test_chips_that_leave_the_table_count_once_after_a_void_hand() -> None:
    assert total_after(void) == total_of(raised().table)


def test_who_buys_in_during_a_hand_keeps_the_chips_after_a_correction() -> None:
    d = raised()
    d.send(ChipsMoved(STACK + NEWCOMER, (1000,) * 20, (), d.at()))
    d.send(entered("seat", f"{NEWCOMER}:20000", "bo", "floor", d.at()))
    correct(d)
    assert d.table.stack[NEWCOMER] == 20_000


def test_a_restored_table_and_its_hand_have_one_stack() -> None:
    d = raised()
    table = restore(checkpoint(d.table))
    assert table.hand is not None
    table.hand.betting.gain(4, 300)
    assert table.stack[4] == d.table.stack[4] + 300


def test_a_hand_leaves_its_stacks_to_the_table() -> None:
    d = raised()
    stacks = list(d.table.stack)
    d.table.end_hand()
    assert list(d.table.stack) == stacks
