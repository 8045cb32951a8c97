"""A card that left the shoe and is proven nowhere is asked for, and holds the deal until that is answered."""

import pytest

from controller.poker.events import CardPlaced, FloorDecision, TimerFired
from controller.poker.outcomes import Alarm, Arm, Ask, CardLabel
from controller.poker.places import SEAT
from controller.rulebooks.deal import Sight
from controller.table import checkpoint, restore
from controller.table.deal.last_sight import SECOND, SIGHT
from tests.core.dealing import Dealer
from tests.core.tables import DECK, shuffled

PATIENCE = Sight.silent().seconds

PROOF = PATIENCE * SECOND


def one_in_the_air() -> Dealer:
    """Two cards lie where they should, the third has left the shoe for seat 3."""
    d = shuffled()
    for n in range(2):
        d.deal(DECK[n], SEAT + n + 1)
    d.draw(DECK[2])
    return d


def fire(d: Dealer, later: int) -> list[Ask]:
    """The timer fires so many ns after the last event; the questions that this raises."""
    d.now += later
    return [o for o in d.send(TimerFired(SIGHT, d.now)) if isinstance(o, Ask)]


def test_a_card_proven_nowhere_is_asked_for_by_number_and_seat() -> None:
    (ask,) = fire(one_in_the_air(), PROOF)
    assert (ask.key, ask.seat, ask.params, ask.options) == (
        "card_missing", 3, (("which", CardLabel("hole", 3, 1)), ("number", 3)), ("lies", "dealer", "player", "own"),
    )  # fmt: skip


def test_a_card_on_its_way_is_waited_for() -> None:
    d = one_in_the_air()
    drawn = d.now
    assert fire(d, PROOF - 1) == []
    assert Arm(SIGHT, drawn + PROOF) in d.outcomes


def test_nothing_is_waited_for_once_every_card_lies_there() -> None:
    d = one_in_the_air()
    d.send(CardPlaced(3, SEAT + 3, DECK[2], d.at()))
    d.now += PROOF
    assert d.send(TimerFired(SIGHT, d.now)) == []


def test_a_card_that_turns_up_answers_the_question() -> None:
    d = one_in_the_air()
    fire(d, PROOF)
    d.send(CardPlaced(3, SEAT + 3, DECK[2], d.at()))
    assert d.view.asks == ()


def test_the_next_card_is_not_to_leave_the_shoe_before_it_is_known_where_that_one_is() -> None:
    d = one_in_the_air()
    fire(d, PROOF)
    assert Alarm("card.before_found", params=(("which", CardLabel("last")),), card=4) in d.draw(DECK[3])


@pytest.mark.parametrize(("choice", "phase"), [("lies", "dealing"), ("own", "dealing"), ("dealer", "dealing")])
def test_the_answer_lets_the_deal_go_on(choice: str, phase: str) -> None:
    d = one_in_the_air()
    fire(d, PROOF)
    d.send(FloorDecision("card-3", choice, "", "d", "dealer", d.at()))
    assert not [o for o in d.draw(DECK[3]) if isinstance(o, Alarm) and o.key == "card.before_found"]
    assert d.view.phase == phase


def test_a_restart_between_question_and_answer_changes_nothing() -> None:
    d = one_in_the_air()
    fire(d, PROOF)
    d.table = restore(checkpoint(d.table))
    d.send(FloorDecision("card-3", "lies", "", "d", "dealer", d.at()))
    assert d.view.asks == ()
    assert next(s for s in d.view.seats if s.seat == 3).cards == 1


def test_a_card_that_is_only_said_to_lie_there_is_not_what_the_shoe_read() -> None:
    d = one_in_the_air()
    fire(d, PROOF)
    d.send(FloorDecision("card-3", "lies", "", "d", "dealer", d.at()))
    assert d.table.hand is not None
    assert sorted(d.table.hand.faces.by_exit) == [1, 2]
    d.send(CardPlaced(3, SEAT + 3, DECK[2], d.at()))
    assert d.table.hand.faces.by_exit[3] == DECK[2]
