"""Alarms about cards stand as long as their cause, and go with it."""

import pytest

from controller.poker.cards import JOKER
from controller.poker.events import CardDrawn, CardGone, CardPlaced, CardReturned, FloorDecision, TimerFired
from controller.poker.outcomes import Arm, Ruling
from controller.poker.places import BOARD, MUCK, SEAT
from controller.rulebooks.deal import Sight
from controller.table.deal.last_sight import SECOND, SIGHT
from controller.table.deal.misplaced_cards import ASTRAY
from controller.table.remedies.sensed_movements import MISSED
from tests.core.dealing import Dealer
from tests.core.tables import DECK, NO_LIMIT, alarms, dealt, shuffled, to_flop

PATIENCE = Sight.silent().seconds


def lands(d: Dealer, exit_: int, spot: int) -> None:
    d.send(CardPlaced(exit_, spot, DECK[exit_ - 1], d.at()))


def taken_up(d: Dealer, exit_: int, spot: int) -> None:
    d.send(CardGone(exit_, spot, d.at()))


def on(d: Dealer, key: str) -> list[int | None]:
    return [alarm.card for alarm in d.view.alarms if alarm.key == key]


# --- a card at the wrong place --------------------------------------------------------------------------------------


def test_a_card_at_the_wrong_place_is_said_until_it_lies_where_it_belongs() -> None:
    d = shuffled()
    d.deal(DECK[0], SEAT + 2)
    taken_up(d, 1, SEAT + 2)
    assert on(d, "card.misplaced") == [1]
    lands(d, 1, SEAT + 1)
    assert alarms(d) == []


def test_a_card_at_the_wrong_place_is_said_until_the_deal_is_void() -> None:
    d = shuffled()
    d.deal(DECK[0], SEAT + 2)
    d.draw(DECK[1])
    assert on(d, "card.misplaced") == [1]
    d.send(TimerFired(ASTRAY, d.at()[1]))
    assert (d.view.phase, alarms(d)) == ("cancelled", [])


def test_of_two_cards_at_wrong_places_the_other_is_said_once_the_first_is_put_right() -> None:
    d = shuffled()
    d.deal(DECK[0], SEAT + 2)
    d.send(CardDrawn(2, DECK[1], "down", (d.now, d.now)))
    d.send(CardPlaced(2, SEAT + 3, DECK[1], (d.now, d.now)))
    lands(d, 1, SEAT + 1)
    assert on(d, "card.misplaced") == [2]


def test_live_card_at_another_seat_keeps_its_alarm_until_mucked() -> None:
    d = dealt()
    lands(d, 1, SEAT + 4)
    assert on(d, "card.misplaced") == [1]
    lands(d, 1, MUCK)
    assert on(d, "card.misplaced") == []


# --- a card that was not due ----------------------------------------------------------------------------------------


def test_a_card_that_was_not_due_is_said_until_its_remedy_is_carried_out() -> None:
    d = to_flop()
    d.deal(DECK[12], BOARD + 4)
    assert ([remedy.matter for remedy in d.view.remedies], on(d, "card.not_due")) == (["flop.four"], [13])
    taken_up(d, 13, BOARD + 4)
    assert (d.view.remedies, alarms(d)) == ((), [])


def test_a_card_that_was_not_due_and_lies_nowhere_is_said_until_the_hand_is_over() -> None:
    d = to_flop()
    d.draw(DECK[12])
    for seat in (1, 2, 3):
        assert on(d, "card.not_due") == [13]
        d.key(seat, "fold")
    d.award()
    assert (d.view.phase, alarms(d)) == ("claims", [])


# --- cards that count for nothing -----------------------------------------------------------------------------------


def test_a_card_that_counts_for_nothing_is_said_as_long_as_it_lies_there() -> None:
    d = shuffled()
    d.send(CardDrawn(1, None, "up", d.at()))
    d.command("done")
    lands(d, 1, SEAT + 3)
    assert on(d, "card.out") == [1]
    taken_up(d, 1, SEAT + 3)
    assert alarms(d) == []


def test_a_card_that_went_back_is_said_until_the_next_leaves_the_deck() -> None:
    d = shuffled()
    d.draw(DECK[0])
    d.send(CardReturned(1, d.at()))
    d.send(TimerFired(SIGHT, d.at()[1] + PATIENCE * SECOND))
    assert alarms(d) == ["card.returned"]
    d.exits = 0
    d.draw(DECK[0])
    assert alarms(d) == []


def test_a_card_drawn_before_the_missing_one_is_found_is_said_until_that_is_found() -> None:
    d = shuffled()
    d.draw(DECK[0])
    d.send(TimerFired(SIGHT, d.at()[1] + PATIENCE * SECOND))
    d.draw(DECK[1])
    assert alarms(d) == ["card.before_found"]
    lands(d, 1, SEAT + 1)
    assert alarms(d) == []


# --- a joker that the shoe read ------------------------------------------------------------------------------------


def joker_read() -> Dealer:
    """The joker was read as the first card left the shoe."""
    d = shuffled()
    d.draw(JOKER)
    return d


def test_a_joker_read_at_the_shoe_is_said_and_decides_nothing() -> None:
    d = joker_read()
    assert (on(d, "card.joker_read"), d.view.remedies, d.view.phase) == ([1], (), "dealing")


def test_it_is_said_no_more_once_the_card_lies_there_and_is_none() -> None:
    d = joker_read()
    lands(d, 1, SEAT + 1)
    assert (alarms(d), d.view.remedies) == ([], ())


def test_it_is_said_no_more_once_the_dealer_says_that_it_is_one() -> None:
    d = joker_read()
    d.command("joker_drawn")
    assert (alarms(d), [remedy.matter for remedy in d.view.remedies]) == ([], ["deck.joker"])


def test_joker_seen_under_the_card_before_is_reported_with_its_own_draw() -> None:
    d = joker_read()
    d.draw(JOKER)
    assert on(d, "card.joker_read") == [2]
    d.command("joker_drawn")
    assert alarms(d) == []


# --- the burn, and the movements of a remedy ------------------------------------------------------------------------


def without_a_burn() -> Dealer:
    d = dealt()
    for seat, key in ((3, "call"), (4, "call"), (1, "call"), (2, "check")):
        d.key(seat, key)
        d.settle()
    d.bring_in()
    d.deal(DECK[8], BOARD + 1)
    return d


def test_a_flop_without_a_burn_is_said_until_the_burn_is_off_the_board() -> None:
    d = without_a_burn()
    for n in (1, 2):
        d.deal(DECK[8 + n], BOARD + 1 + n)
        assert alarms(d) == ["burn.missing"]
    taken_up(d, 9, BOARD + 1)
    assert alarms(d) == []


def burn_on_the_flop() -> Dealer:
    """The card that was not burnt is to be taken off a flop of three."""
    d = without_a_burn()
    d.deal(DECK[9], BOARD + 2)
    d.deal(DECK[10], BOARD + 3)
    return d


def looked_for(d: Dealer) -> None:
    """The table looks where the cards are that are read no longer."""
    due = [o.due for o in d.outcomes if isinstance(o, Arm) and o.timer == MISSED and o.due is not None]
    d.now = max(due)
    d.send(TimerFired(MISSED, d.now))


def times_ruled(d: Dealer) -> int:
    return sum(isinstance(o, Ruling) and o.matter == "burn.missing" for o in d.outcomes)


def test_another_card_taken_up_than_the_one_due_is_said_until_it_is_back() -> None:
    d = burn_on_the_flop()
    taken_up(d, 10, BOARD + 2)
    looked_for(d)
    assert (on(d, "remedy.wrong_card"), times_ruled(d)) == ([10], 2)
    lands(d, 10, BOARD + 2)
    assert on(d, "remedy.wrong_card") == []


def test_wrong_card_taken_up_off_the_board_is_reported_at_once() -> None:
    d = burn_on_the_flop()
    taken_up(d, 10, BOARD + 2)
    lands(d, 10, MUCK)
    assert on(d, "remedy.wrong_card") == [10]


def test_two_other_cards_taken_up_one_after_the_other_are_both_said() -> None:
    d = burn_on_the_flop()
    d.send(CardGone(10, BOARD + 2, (d.now, d.now)))
    d.send(CardGone(11, BOARD + 3, (d.now, d.now + SECOND // 2)))
    d.send(TimerFired(MISSED, d.now + SECOND))
    assert on(d, "remedy.wrong_card") == [10]
    d.send(TimerFired(MISSED, d.now + 3 * SECOND // 2))
    assert on(d, "remedy.wrong_card") == [10, 11]


@pytest.mark.parametrize("read_at", [BOARD + 2, BOARD + 4], ids=["its own spot", "the spot beside it"])
def test_board_card_missed_or_cross_read_was_not_taken_up(
    read_at: int,
) -> None:
    d = burn_on_the_flop()
    taken_up(d, 10, BOARD + 2)
    assert on(d, "remedy.wrong_card") == []
    lands(d, 10, read_at)
    looked_for(d)
    assert (on(d, "remedy.wrong_card"), times_ruled(d)) == ([], 1)
    taken_up(d, 9, BOARD + 1)
    assert d.view.remedies == ()


def test_a_movement_said_to_be_made_that_was_not_seen_is_an_alarm_until_it_is_made() -> None:
    d = without_a_burn()
    d.deal(DECK[9], BOARD + 2)
    d.deal(DECK[10], BOARD + 3)
    d.command("done")
    assert on(d, "remedy.not_seen") == [9]
    taken_up(d, 9, BOARD + 1)
    assert on(d, "remedy.not_seen") == []


def test_extra_card_keeps_its_alarm_until_mucked_if_the_deal_stands() -> None:
    d = dealt(NO_LIMIT)
    d.deal(DECK[8], SEAT + 3)
    d.now = max(o.due for o in d.outcomes if isinstance(o, Arm) and o.timer == ASTRAY and o.due is not None)
    d.send(TimerFired(ASTRAY, d.now))
    (ask,) = d.view.asks
    d.send(FloorDecision(ask.id, "stands", "", "floor", "floor", d.at()))
    assert on(d, "card.not_due") == [9]
    taken_up(d, 9, SEAT + 3)
    lands(d, 9, MUCK)
    assert d.table.hand is not None
    assert (alarms(d), d.table.hand.plan.loose, d.view.turn) == ([], [], 3)
