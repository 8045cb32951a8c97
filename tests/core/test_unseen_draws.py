"""Cards leave the shoe while no reader looks, and the burn before them may have left unseen as well."""

import pytest

from controller.poker.cards import Card
from controller.poker.events import CardDrawn, CardPlaced, FloorDecision
from controller.poker.outcomes import Outcome
from controller.poker.places import BOARD, Place
from controller.table.view.model import Step
from tests.core.dealing import Dealer
from tests.core.tables import DECK, called, matters

FLOP = DECK[9:12]


def lies_unseen(d: Dealer, face: Card, spot: Place) -> list[Outcome]:
    """A card is found at a spot. No reading saw it leave the shoe."""
    d.exits += 1
    return d.send(CardDrawn(d.exits, face, "unknown", d.at(), lies=spot)) + d.send(
        CardPlaced(d.exits, spot, face, d.at())
    )


def flop_unseen() -> tuple[Dealer, list[Outcome]]:
    """A table whose flop came while the shoe did not look, and what it said."""
    d = called()
    return d, [told for n, face in enumerate(FLOP) for told in lies_unseen(d, face, BOARD + 1 + n)]


def answer(d: Dealer, option: str) -> list[Outcome]:
    return d.send(FloorDecision("burn", option, "", "dealer", "dealer", d.at()))


def test_a_flop_that_came_unseen_is_no_flop_without_a_burn() -> None:
    d, told = flop_unseen()
    assert matters(told) == []
    assert (d.view.phase, [ask.options for ask in d.view.asks]) == ("preflop", [("burned", "not_burned")])


def test_the_street_begins_once_the_dealer_says_that_they_burned() -> None:
    d, _ = flop_unseen()
    answer(d, "burned")
    assert (d.view.phase, d.view.burns, d.view.asks, d.view.alarms) == ("flop", 1, (), ())


def test_the_next_street_comes_from_the_shoe_as_ever() -> None:
    d, _ = flop_unseen()
    answer(d, "burned")
    for seat in (1, 2, 3, 4):
        d.key(seat, "check")
    d.deal_board(DECK[12], DECK[13:14], 4)
    assert (d.view.phase, d.view.burns, d.view.alarms) == ("turn", 2, ())


def test_a_flop_that_was_not_burned_before_is_put_right() -> None:
    d, _ = flop_unseen()
    assert matters(answer(d, "not_burned")) == ["burn.missing"]
    assert [move.goal for remedy in d.view.remedies for move in remedy.moves][:1] == ["burn"]


@pytest.mark.parametrize("unseen", [1, 2])
def test_the_rest_of_a_flop_may_be_seen_to_leave_the_shoe(unseen: int) -> None:
    d = called()
    for n, face in enumerate(FLOP[:unseen]):
        lies_unseen(d, face, BOARD + 1 + n)
    assert not d.view.asks
    for n, face in enumerate(FLOP[unseen:]):
        d.deal(face, BOARD + 1 + unseen + n)
    assert [ask.options for ask in d.view.asks] == [("burned", "not_burned")]
    answer(d, "burned")
    assert (d.view.phase, d.view.burns, d.view.alarms) == ("flop", 1, ())


def test_the_dealer_says_that_they_burned_before_the_flop_lies_there() -> None:
    d = called()
    lies_unseen(d, FLOP[0], BOARD + 1)
    d.command("burned")
    for n, face in enumerate(FLOP[1:]):
        d.deal(face, BOARD + 2 + n)
    assert (d.view.phase, d.view.burns, d.view.asks) == ("flop", 1, ())


def test_a_burn_that_the_shoe_did_not_see_may_be_entered() -> None:
    d = called()
    d.command("burned")
    assert d.view.next_step == Step("flop", (("card", 1), ("of", 3)))
    told = [one for n, face in enumerate(FLOP) for one in d.deal(face, BOARD + 1 + n)]
    assert (d.view.phase, d.view.burns, matters(told)) == ("flop", 1, [])
