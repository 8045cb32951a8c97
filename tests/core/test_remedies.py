"""Remedies: play is held, wrong movements are said, and nothing is lost when the table is kept and restored."""

from controller.poker.cards import card, cards
from controller.poker.events import CardDrawn, CardGone, CardPlaced, FloorDecision
from controller.poker.outcomes import CardLabel
from controller.poker.places import BOARD, SEAT
from controller.table import Step, checkpoint, restore, view
from tests.core.dealing import Dealer
from tests.core.invariants import accounted
from tests.core.tables import DECK, LFP, alarms, dealt, matters, shuffled

FLOP = cards("Jh5d8c")


def exposed_third() -> Dealer:
    """Four players dealt to, the third card turned up by the dealer."""
    d = shuffled()
    assert d.table.hand is not None
    order = d.table.hand.seats
    for n in range(8):
        d.deal(DECK[n], SEAT + order[n % 4])
        if n == 2:
            d.command("exposed", "3:dealer")
    return d


def lift(d: Dealer, exit_: int, spot: int) -> None:
    d.send(CardGone(exit_, spot, d.at()))


def premature() -> Dealer:
    """Before the flop seat 3 is to act; a card is burnt and one of the flop laid."""
    d = dealt()
    d.draw(DECK[8])
    d.deal(FLOP[0], BOARD + 1)
    return d


def test_the_replacement_comes_after_the_deal_and_holds_the_betting() -> None:
    d = exposed_third()
    assert (d.view.phase, d.view.next_step) == (
        "dealing",
        Step("remedy_deal", (("cards", ()), ("from", "shoe"), ("to", "seat:3")), "deal"),
    )
    d.deal(DECK[8], SEAT + 3)
    assert d.view.phase == "dealing"
    lift(d, 3, SEAT + 3)
    assert (d.view.phase, d.view.turn) == ("preflop", 3)


def test_a_replacement_that_has_left_the_shoe_is_not_to_be_dealt_once_more() -> None:
    d = exposed_third()
    d.draw(DECK[8])
    assert d.view.next_step == Step("deal", (("seat", 3), ("round", 3)))
    assert [move.state for move in d.view.remedies[0].moves] == ["waiting", "waiting", "waiting"]
    d.send(CardPlaced(9, SEAT + 3, DECK[8], d.at()))
    assert [move.state for move in d.view.remedies[0].moves] == ["done", "next", "waiting"]


FIRST_OF_3 = CardLabel("hole", 3, 1)


def test_only_cards_that_everybody_has_seen_are_named() -> None:
    d = exposed_third()
    moves = d.view.remedies[0].moves
    assert [(m.verb, m.cards, m.labels) for m in moves] == [
        ("deal", (), ()), ("stub", (), (FIRST_OF_3,)), ("burn", (), (FIRST_OF_3,)),
    ]  # fmt: skip
    d.deal(DECK[8], SEAT + 3)
    moves = d.view.remedies[0].moves
    assert [(m.verb, m.cards) for m in moves] == [("deal", ()), ("stub", ("7c",)), ("burn", ("7c",))]


def test_a_table_kept_in_the_middle_of_a_remedy_goes_on_like_the_first() -> None:
    d = exposed_third()
    kept = restore(checkpoint(d.table))
    assert view(kept) == d.view
    other = Dealer(d.setup, LFP)
    other.table, other.exits, other.now = kept, d.exits, d.now
    for each in (d, other):
        each.deal(DECK[8], SEAT + 3)
        lift(each, 3, SEAT + 3)
    assert d.view == other.view
    assert checkpoint(d.table).body == checkpoint(other.table).body


def test_nobody_acts_while_a_card_has_to_leave_the_board() -> None:
    d = premature()
    assert matters(d.outcomes)[-1] == "premature.flop"
    held = d.view.turn
    d.key(3, "call")
    assert (held, alarms(d)[-1]) == (None, "out_of_turn")
    lift(d, 10, BOARD + 1)
    assert d.view.turn == 3
    d.key(3, "call")
    assert d.view.turn == 4


def test_the_flop_waits_for_the_shuffle() -> None:
    d = premature()
    lift(d, 10, BOARD + 1)
    for seat, key in ((3, "call"), (4, "call"), (1, "call"), (2, "check")):
        d.key(seat, key)
        d.settle()
    d.bring_in()
    assert d.view.next_step == Step("remedy_shuffle", (("cards", (10,)), ("from", "stub"), ("to", "stub")), "shuffle")
    d.draw(FLOP[1])
    assert alarms(d)[-1] == "remedy.not_before"
    d.command("done")  # the refused card is back on the stub
    d.command("done")
    for n, face in enumerate(cards("Ad8cTh")):
        d.deal(face, BOARD + 1 + n)
    assert (d.view.phase, d.view.board, d.view.burns) == ("flop", ("Ad", "8c", "Th"), 1)


def test_that_a_card_was_taken_from_under_two_others_is_the_dealers_word() -> None:
    d = exposed_third()
    d.deal(DECK[8], SEAT + 3)
    assert next(move.by for move in d.view.remedies[0].moves if move.state == "next") == "told"
    d.command("done")
    assert d.view.next_step == Step("act", (("seat", 3),))
    assert dict(d.view.cards_at)["seat:3"] == 2


def test_dealer_confirms_card_lost_before_its_move() -> None:
    d = exposed_third()
    lift(d, 3, SEAT + 3)
    d.deal(DECK[8], SEAT + 3)
    assert next(move.by for move in d.view.remedies[0].moves if move.state == "next") == "told"
    d.command("done")
    assert d.view.next_step == Step("act", (("seat", 3),))


def test_a_card_that_is_read_again_is_seen_to_go() -> None:
    d = exposed_third()
    lift(d, 3, SEAT + 3)
    d.send(CardPlaced(3, SEAT + 3, DECK[2], d.at()))
    lift(d, 7, SEAT + 3)  # one of the two on it is held up: a reader would miss the card
    d.deal(DECK[8], SEAT + 3)
    assert next(move.by for move in d.view.remedies[0].moves if move.state == "next") == "gone"
    d.command("done")
    assert alarms(d)[-1] == "remedy.not_seen"
    lift(d, 3, SEAT + 3)
    assert d.view.next_step == Step("act", (("seat", 3),))


def test_a_card_taken_from_under_two_others_goes_back_when_the_ruling_was_none() -> None:
    d = exposed_third()
    d.deal(DECK[8], SEAT + 3)
    d.command("done")
    ruling = d.view.remedies[0].ruling
    d.send(FloorDecision(ruling, "no_fault", "seen too late", "floor", "floor", d.at()))
    moves = d.view.remedies[0].moves
    assert [(m.verb, m.origin, m.goal) for m in moves] == [("back", "stub", "seat:3"), ("back", "seat:3", "shoe")]
    assert moves[0].by == "told"  # its reader has not missed it, and will not say that it is back
    d.command("done")
    assert d.view.next_step is not None
    assert d.view.next_step.key == "remedy_back"
    assert (dict(d.view.cards_at)["seat:3"], d.view.remedies[0].moves[0].state) == (3, "done")


def test_what_a_sensor_would_see_is_not_taken_from_a_word() -> None:
    d = premature()
    d.command("done")
    assert alarms(d)[-1] == "remedy.not_seen"
    assert d.view.turn is None


def test_the_floor_lets_the_rest_of_a_remedy_fall_away() -> None:
    d = exposed_third()
    ruling = d.view.remedies[0].ruling
    d.send(FloorDecision(ruling, "stands", "seen by nobody", "floor", "floor", d.at()))
    assert d.view.remedies == ()
    assert d.view.phase == "preflop"


def test_a_second_exposed_card_is_a_misdeal_and_everything_goes_back() -> None:
    d = exposed_third()
    d.command("exposed", "1:dealer")
    assert (d.view.phase, [s.stack for s in d.view.seats]) == ("cancelled", [10_000] * 4)
    d.settle()
    assert accounted(d.table.felt)
    assert [s.due for s in d.view.seats] == [0, 0, 0, 0]
    button = d.view.button
    d.shuffle()
    assert (d.view.phase, d.view.button) == ("shuffle", button)


def test_a_card_pushed_back_and_drawn_again_is_one_card() -> None:
    d = shuffled()
    d.draw(DECK[0])
    d.send(CardDrawn(1, DECK[0], "down", d.at()))
    d.send(CardPlaced(1, SEAT + 1, DECK[0], d.at()))
    assert alarms(d) == []
    assert d.view.next_step == Step("deal", (("seat", 2), ("round", 1)))


def test_a_card_that_left_the_shoe_after_the_hand_is_never_shown() -> None:
    d = dealt()
    for seat in (3, 4, 1):
        d.key(seat, "fold")
    d.draw(card("Ad"))
    assert matters(d.outcomes)[-1] == "rabbit"
    assert d.view.board == ()
    assert "Ad" not in str(d.view)
