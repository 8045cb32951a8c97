"""A card that goes back into the shoe, and one that is there twice."""

from controller.poker.events import CardPlaced, CardReturned
from controller.poker.outcomes import Ruling
from controller.poker.places import SEAT
from tests.core.dealing import Dealer
from tests.core.tables import DECK, alarms, shuffled


def test_a_card_pushed_back_is_due_again() -> None:
    d = shuffled()
    d.deal(DECK[0], SEAT + 1)
    d.draw(DECK[1])
    d.send(CardReturned(2, d.at()))
    assert alarms(d) == ["card.returned"]
    assert dict(d.view.next_step.params)["seat"] == 2  # type: ignore[union-attr]
    d.exits = 1
    d.deal(DECK[1], SEAT + 2)
    assert dict(d.view.next_step.params)["seat"] == 3  # type: ignore[union-attr]


def test_a_card_that_lay_somewhere_stays_where_it_was_proven() -> None:
    d = shuffled()
    d.deal(DECK[0], SEAT + 1)
    d.send(CardReturned(1, d.at()))
    assert dict(d.view.next_step.params)["seat"] == 2  # type: ignore[union-attr]


def test_a_card_that_came_before_its_time_and_went_back_is_forgotten() -> None:
    d = dealt_with(DECK[:8])
    d.draw(DECK[8])
    d.send(CardReturned(9, d.at()))
    assert alarms(d) == ["card.returned"]
    assert d.table.hand is not None
    assert not d.table.hand.plan.knows(9)


def dealt_with(faces: tuple[int, ...]) -> Dealer:
    d = shuffled()
    assert d.table.hand is not None
    for n, face in enumerate(faces):
        d.deal(face, SEAT + d.table.hand.seats[n % 4])
    return d


def test_a_card_proven_at_two_places_voids_the_hand_before_anybody_acts() -> None:
    d = dealt_with((*DECK[:7], DECK[2]))
    assert d.view.phase == "cancelled"
    assert "deck.foul" in [o.matter for o in d.outcomes if isinstance(o, Ruling)]


def test_what_only_the_shoe_took_for_the_same_card_voids_nothing() -> None:
    d = dealt_with(DECK[:7])
    d.draw(DECK[2])  # the card before, heard once more
    d.send(CardPlaced(8, SEAT + 4, DECK[7], d.at()))
    assert d.view.phase == "preflop"
