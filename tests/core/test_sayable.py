"""What pages offer at each moment, and the entry that takes the last act back."""

from typing import Final

import pytest

from controller.poker.entries import ENTRIES, OFTEN, Moment, kinds_of
from controller.poker.events import Declared, Word
from controller.table import Offer, Parts, step
from tests.core.dealing import Dealer
from tests.core.tables import CASINO, LFP, dealt, flop, setup, shuffled, to_flop
from tests.entries import is_possible

BLIND = Parts(shoe=False, card_spots=False, chips=(), pot=False, board=False, button=False)


SHOWDOWN: Final[tuple[Moment, ...]] = ("showdown",)


def said(d: Dealer, seat: int, word: Word) -> None:
    step(d.table, Declared(seat, word, None, "test", "dealer", None, d.at()), d.rulebook)


def test_each_part_of_a_hand_is_a_moment_of_its_own() -> None:
    d = Dealer(setup(), LFP)
    assert d.view.moments == ("between",)
    d.shuffle()
    assert d.view.moments == ("dealing",)
    assert dealt().view.moments == ("acting",)


def test_between_two_streets_it_is_the_moment_of_the_cards() -> None:
    d = to_flop()
    for seat in (1, 2, 3, 4):
        d.key(seat, "check")
    assert d.view.moments == ("cards",)


def test_a_step_that_sensors_see_needs_no_entry() -> None:
    d = shuffled()
    assert d.view.next_step is not None
    assert (d.view.next_step.key, d.view.answers) == ("deal", ())


def test_a_step_that_no_sensor_sees_is_answered_by_its_entry() -> None:
    d = Dealer(setup(parts=BLIND), LFP)
    assert d.view.answers == (Offer("shuffle"),)
    d.shuffle()
    assert d.view.next_step is not None
    assert (d.view.next_step.key, d.view.answers) == ("deal_all", (Offer("deal_done"),))


@pytest.mark.parametrize(("read", "answers"), [((1, 2, 3, 4), ()), ((1, 2, 3), (Offer("awarded"),))])
def test_the_push_to_a_stack_that_no_reader_sees_is_entered(
    read: tuple[int, ...], answers: tuple[Offer, ...]
) -> None:
    d = flop(CASINO, table=setup(parts=Parts(chips=read)))
    for seat in (1, 2, 3):
        d.key(seat, "fold")
    assert d.view.next_step is not None
    assert (d.view.next_step.key, d.view.answers) == ("award", answers)


def test_an_entered_act_can_be_taken_back() -> None:
    d = flop()
    said(d, 1, "check")
    assert d.view.undo == Offer("withdraw", 1)
    d.command("withdraw", 1)
    after = d.view
    assert after.turn == 1
    assert after.undo is None


def test_an_act_that_a_key_made_is_not_taken_back() -> None:
    d = flop()
    d.key(1, "check")
    assert d.view.undo is None


def test_of_two_entered_acts_the_later_one_is_taken_back() -> None:
    d = flop()
    said(d, 1, "check")
    said(d, 2, "check")
    assert d.view.undo == Offer("withdraw", 2)


@pytest.mark.parametrize("word", [word for word, form in ENTRIES.items() if form.undone_by])
def test_an_entry_that_takes_another_back_is_taken_back_by_it(word: str) -> None:
    assert ENTRIES[ENTRIES[word].undone_by].undone_by == word


def test_what_is_offered_often_can_be_true_at_that_moment() -> None:
    assert [(m, word) for m, words in OFTEN.items() for word in words if not is_possible(word, (m,))] == []


def test_a_folded_hand_is_not_offered_to_be_shown_on_turn() -> None:
    dead = kinds_of(held=True, reserved=False, dealt_in=True, live=False)
    assert not is_possible("mucks", SHOWDOWN, dead)
    assert is_possible("retrieve", SHOWDOWN, dead)
