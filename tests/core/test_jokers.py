"""A joker counts for nothing wherever it lies; where the book has no word on it the floor is asked."""

import pytest

from controller.poker.cards import JOKER
from controller.poker.events import CardDrawn, CardGone, CardPlaced, FloorDecision
from controller.poker.places import BOARD, SEAT
from controller.rulebooks import Rulebook, load
from controller.table import Parts, Step
from tests.core.dealing import Dealer
from tests.core.tables import CASINO, DECK, LFP, alarms, called, dealt, flop, matters, setup, shuffled

LEAFLET = load("leaflet", "no_limit")
BURN = 9  # the draw after eight hole cards


def flop_due(book: Rulebook = LFP) -> Dealer:
    """Everybody has called, and one card was burnt."""
    d = called(book)
    d.draw(DECK[8])
    return d


def joker(d: Dealer, spot: int) -> int:
    """A joker leaves the shoe, which does not tell what it is, and lies there; its draw."""
    d.exits += 1
    d.send(CardDrawn(d.exits, None, "down", d.at()))
    d.send(CardPlaced(d.exits, spot, JOKER, d.at()))
    return d.exits


def ruled(d: Dealer) -> list[str]:
    return [matter for matter in matters(d.outcomes) if matter.startswith(("deck.", "deal.", "flop.", "premature."))]


@pytest.mark.parametrize("nth", [1, 2, 3])
@pytest.mark.parametrize("book", [LFP, CASINO], ids=lambda book: book.key)
def test_a_joker_on_the_flop_is_set_aside_and_the_next_card_comes_for_it(book: Rulebook, nth: int) -> None:
    d = flop_due(book)
    for n in range(1, nth):
        d.deal(DECK[8 + n], BOARD + n)
    lies = joker(d, BOARD + nth)
    assert [[(m.verb, m.origin) for m in remedy.moves] for remedy in d.view.remedies] == [[("aside", "board")]]
    d.send(CardGone(lies, BOARD + nth, d.at()))
    for n in range(nth, 4):
        d.deal(DECK[8 + n], BOARD + n)
    assert (ruled(d), d.view.phase, len(d.view.board), d.view.turn) == (["deck.joker"], "flop", 3, 1)


def test_joker_reported_after_the_next_card_landed_leaves_room_for_one() -> None:
    d = flop_due()
    d.draw(None)
    d.deal(DECK[10], BOARD + 2)
    d.send(CardPlaced(BURN + 1, BOARD + 1, JOKER, d.at()))
    d.send(CardGone(BURN + 1, BOARD + 1, d.at()))
    d.deal(DECK[11], BOARD + 3)
    assert (d.view.phase, ruled(d)) == ("preflop", ["deck.joker"])
    d.deal(DECK[12], BOARD + 1)
    assert (d.view.phase, len(d.view.board), d.view.burns) == ("flop", 3, 1)


def test_a_joker_too_many_at_a_seat_is_no_wrong_number_of_cards() -> None:
    d = dealt(LFP)
    lies = joker(d, SEAT + 3)
    assert [[(m.verb, m.origin) for m in remedy.moves] for remedy in d.view.remedies] == [[("aside", "seat:3")]]
    d.send(CardGone(lies, SEAT + 3, d.at()))
    assert (ruled(d), alarms(d), d.view.turn) == (["deck.joker"], [], 3)


def test_a_joker_on_the_flop_is_the_floors_where_the_book_has_no_word_on_jokers() -> None:
    d = flop_due(LEAFLET)
    joker(d, BOARD + 1)
    assert [(ask.role, ask.options) for ask in d.view.asks] == [("floor", ("put_right", "misdeal"))]
    d.send(FloorDecision(f"joker-{BURN + 1}", "put_right", "", "f", "floor", d.at()))
    d.send(CardGone(BURN + 1, BOARD + 1, d.at()))
    for n in range(1, 4):
        d.deal(DECK[8 + n], BOARD + n)
    assert (d.view.phase, len(d.view.board)) == ("flop", 3)


@pytest.mark.parametrize(("choice", "live"), [("put_right", True), ("dead", False)])
def test_a_joker_in_a_hand_is_the_floors_there(choice: str, live: bool) -> None:
    d = dealt(LEAFLET)
    d.command("joker", "3:2")
    assert (d.view.remedies, [ask.options for ask in d.view.asks]) == ((), [("put_right", "dead", "misdeal")])
    d.send(FloorDecision("joker-7", choice, "", "f", "floor", d.at()))
    assert next(seat.in_hand for seat in d.view.seats if seat.seat == 3) is live


def test_a_joker_on_a_street_that_was_bet_on_is_the_floors_under_every_book() -> None:
    d = flop()
    d.push(1, 100, 100)
    d.send(CardPlaced(BURN + 1, BOARD + 1, JOKER, d.at()))
    assert (d.view.remedies, [ask.options for ask in d.view.asks]) == ((), [("stands", "misdeal")])


def test_a_card_of_another_deck_on_the_board_is_a_foul_deck_still() -> None:
    d = flop_due()
    d.draw(None)
    d.send(CardPlaced(BURN + 1, BOARD + 1, 53, d.at()))
    assert (ruled(d), d.view.phase) == (["deck.foul"], "cancelled")


def test_without_a_shoe_a_joker_on_the_board_is_set_aside_and_its_place_is_due_again() -> None:
    d = shuffled(LFP, setup(parts=Parts(shoe=False)))
    for n, seat in enumerate((1, 2, 3, 4) * 2):
        d.send(CardPlaced(n + 1, SEAT + seat, DECK[n], d.at()))
    for seat, key in ((3, "call"), (4, "call"), (1, "call"), (2, "check")):
        d.key(seat, key)
        d.settle()
    d.bring_in()
    d.command("burned")
    d.send(CardPlaced(20, BOARD + 3, DECK[11], d.at()))
    d.send(CardPlaced(21, BOARD + 1, JOKER, d.at()))
    assert (d.view.board, ruled(d)) == (("8c",), ["deck.joker"])
    d.send(CardGone(21, BOARD + 1, d.at()))
    for n in (1, 2):
        d.send(CardPlaced(21 + n, BOARD + n, DECK[8 + n], d.at()))
    assert (d.view.phase, d.view.board, d.view.turn) == ("flop", ("Jh", "5d", "8c"), 1)


def test_nobody_acts_on_a_flop_with_a_joker_until_the_floor_has_answered() -> None:
    d = flop_due(LEAFLET)
    lies = joker(d, BOARD + 1)
    for n in (2, 3):
        d.deal(DECK[8 + n], BOARD + n)
    assert (d.view.turn, [ask.id for ask in d.view.asks]) == (None, [f"joker-{lies}"])


def test_play_goes_on_where_the_floor_lets_a_joker_stand() -> None:
    d = flop()
    d.push(1, 100, 100)
    d.send(CardPlaced(BURN + 1, BOARD + 1, JOKER, d.at()))
    assert d.view.turn is None
    d.send(FloorDecision(f"joker-{BURN + 1}", "stands", "", "f", "floor", d.at()))
    assert d.view.turn == 2


def test_the_card_that_comes_for_a_joker_is_the_second_of_its_seat_and_no_third() -> None:
    d = shuffled()
    d.deal(DECK[0], SEAT + 1)
    lies = joker(d, SEAT + 2)
    d.send(CardGone(lies, SEAT + 2, d.at()))
    for n, seat in enumerate((3, 4, 1, 2, 3, 4), 1):
        d.deal(DECK[n], SEAT + seat)
    assert [(m.verb, m.goal) for remedy in d.view.remedies for m in remedy.moves][-1] == ("deal", "seat:2")
    d.draw(DECK[7])
    assert d.view.next_step == Step("deal", (("seat", 2), ("round", 2)))


def test_a_card_that_was_only_turned_up_is_still_one_of_its_seat() -> None:
    d = shuffled(CASINO)
    for n, seat in enumerate((1, 2, 3, 4)):
        d.deal(DECK[n], SEAT + seat)
    d.command("flashed", 2)
    d.send(FloorDecision("flashed-2", "refuse", "", "f", "floor", d.at()))
    assert [m.verb for remedy in d.view.remedies for m in remedy.moves][:1] == ["turn"]
    d.command("done")
    d.deal(DECK[4], SEAT + 1)
    assert d.view.next_step == Step("deal", (("seat", 2), ("round", 2)))
