"""Faults on which the book has no word: the floor is asked, nothing is done until it answers, and what it decides is
its own ruling."""

import pytest

from controller.poker.events import CardDrawn, CardGone, CardPlaced, FloorDecision, TimerFired
from controller.poker.outcomes import Ruling
from controller.poker.places import BOARD, SEAT
from controller.rulebooks import Rulebook, load
from controller.table.deal.misplaced_cards import ASTRAY
from controller.table.remedies.sensed_movements import DOUBT
from tests.core.dealing import Dealer
from tests.core.tables import CASINO, DECK, LFP, alarms, called, dealt, flop

SILENT = [CASINO, load("leaflet", "no_limit"), load("roberts", "no_limit"), load("limit", "no_limit")]
PLAIN = load("limit", "no_limit")


def fourth_on(book: Rulebook) -> Dealer:
    """A fourth card lies on the flop, which nobody has acted on."""
    d = flop(book)
    d.draw(DECK[12])
    d.send(CardPlaced(13, BOARD + 4, DECK[12], d.at()))
    return d


def flop_that_nothing_counted(book: Rulebook) -> Dealer:
    """The shoe says nothing; the dealer says that he burnt a card, and the flop lies there."""
    d = called(book)
    d.command("manual", "shoe")
    d.command("burned")
    for n, face in enumerate(DECK[9:12], 1):
        d.exits += 1
        d.send(CardPlaced(d.exits, BOARD + n, face, d.at()))
    return d


def test_a_burn_that_the_shoe_counted_is_not_said_to_be_missing() -> None:
    d = flop(LFP)
    d.command("false_board", "no_burn")
    assert (alarms(d), d.view.remedies, d.view.burns) == (["command.not_now"], (), 1)


def decides(d: Dealer, choice: str, ask: str = "board", role: str = "floor") -> None:
    d.send(FloorDecision(ask, choice, "", "f", role, d.at()))  # type: ignore[arg-type]


def of(d: Dealer, matter: str) -> list[Ruling]:
    return [o for o in d.outcomes if isinstance(o, Ruling) and o.matter == matter]


@pytest.mark.parametrize("book", SILENT, ids=lambda book: book.key)
def test_a_flop_of_four_is_asked_of_the_floor_and_nothing_moves_till_then(book: Rulebook) -> None:
    d = fourth_on(book)
    assert [(ask.role, ask.options) for ask in d.view.asks] == [("floor", ("put_right", "misdeal"))]
    assert ([(r.cites, r.decided) for r in of(d, "flop.four")], d.view.remedies) == ([((), "asked")], ())


def test_nobody_acts_on_the_flop_while_the_floor_is_asked() -> None:
    d = fourth_on(CASINO)
    d.key(1, "check")
    assert (d.view.turn, [a.key for a in d.view.alarms][-1:]) == (None, ["out_of_turn"])


def test_what_the_floor_has_put_right_is_its_ruling_without_an_article() -> None:
    d = fourth_on(CASINO)
    decides(d, "put_right")
    last = of(d, "flop.four")[-1]
    assert (last.cites, last.by, last.decided) == ((), "floor", "next_burn")
    d.send(CardGone(13, BOARD + 4, d.at()))
    assert (d.view.phase, len(d.view.board), d.view.turn) == ("flop", 3, 1)


def test_the_dealer_cannot_answer_for_the_floor() -> None:
    d = fourth_on(CASINO)
    decides(d, "put_right", role="dealer")
    assert ([ask.id for ask in d.view.asks], d.view.remedies) == (["board"], ())


def test_the_floor_calls_a_misdeal() -> None:
    d = fourth_on(CASINO)
    decides(d, "misdeal")
    assert (d.view.phase, of(d, "flop.four")[-1].by) == ("cancelled", "floor")


def test_where_the_book_decides_nobody_is_asked() -> None:
    d = fourth_on(LFP)
    assert (d.view.asks, [r.matter for r in d.view.remedies]) == ((), ["flop.four"])


def unburned(book: Rulebook) -> Dealer:
    """Three cards lie there as the flop, and none was burnt."""
    d = called(book)
    for n in range(3):
        d.deal(DECK[8 + n], BOARD + 1 + n)
    return d


def test_a_flop_without_a_burn_is_asked_once_where_the_book_knows_no_remedy() -> None:
    d = unburned(PLAIN)
    d.deal(DECK[11], BOARD + 4)
    assert ([ask.id for ask in d.view.asks], len(of(d, "burn.missing")), d.view.phase) == (["board"], 1, "preflop")


def test_the_flop_is_whole_once_the_floor_has_it_put_right() -> None:
    d = unburned(PLAIN)
    decides(d, "put_right")
    d.send(CardGone(9, BOARD + 1, d.at()))
    d.deal(DECK[11], BOARD + 4)
    assert (d.view.phase, len(d.view.board), d.view.burns) == ("flop", 3, 1)


def test_bets_on_a_false_board_are_the_floors_where_the_book_has_no_word_on_them() -> None:
    d = flop_that_nothing_counted(CASINO)
    d.push(1, 100, 100)
    d.command("false_board", "no_burn")
    assert [(r.cites, r.decided) for r in of(d, "premature.bets")] == [((), "asked")]
    decides(d, "put_right")
    assert [r.by for r in (*of(d, "premature.bets")[1:], *of(d, "burn.missing"))] == ["floor", "floor"]


def test_before_any_bet_a_missing_burn_is_ruled_by_the_book_alone() -> None:
    d = flop_that_nothing_counted(CASINO)
    d.command("false_board", "no_burn")
    assert (d.view.asks, of(d, "premature.bets"), len(of(d, "burn.missing"))) == ((), [], 1)


def test_a_false_board_seen_late_stands_if_the_floor_says_so() -> None:
    d = flop(CASINO)
    for seat in (1, 2, 3):
        d.key(seat, "check")
    d.command("false_board", "no_burn")
    assert [ask.options for ask in d.view.asks] == [("stands", "misdeal")]
    decides(d, "stands")
    assert ([(r.by, r.decided) for r in of(d, "board.stands")][1:], d.view.turn) == ([("floor", "two_burns_next")], 4)


def test_entered_wrong_order_has_the_outcome_of_a_sensed_one() -> None:
    for book in SILENT[1:]:
        d = dealt(book)
        d.command("misdealt", "order")
        assert [(ask.key, ask.role, ask.options) for ask in d.view.asks] == [
            ("deal_order", "floor", ("misdeal", "deal_on"))
        ]
        decides(d, "misdeal", ask="order")
        assert d.view.phase == "cancelled"


def test_that_a_deck_counts_says_nothing_of_cards_that_came_too_early() -> None:
    d = fourth_on(PLAIN)
    d.command("foul", "double")
    decides(d, "stands", ask="deck")
    assert ([ask.id for ask in d.view.asks], len(d.view.board)) == (["board"], 3)
    decides(d, "put_right")
    assert of(d, "flop.four")[-1].decided == "next_burn"


@pytest.mark.parametrize("book", SILENT, ids=lambda book: book.key)
def test_one_more_card_on_the_board_is_an_alarm_while_the_floor_is_asked(book: Rulebook) -> None:
    d = fourth_on(book)
    d.deal(DECK[13], BOARD + 5)
    assert ([ask.id for ask in d.view.asks], d.view.remedies, d.view.alarms[-1].key) == (
        ["board"],
        (),
        "card.misplaced",
    )


def test_once_the_floor_has_the_deal_go_on_its_order_is_not_asked_of_again() -> None:
    d = dealt(PLAIN)
    d.command("misdealt", "order")
    decides(d, "deal_on", ask="order")
    d.send(CardDrawn(9, DECK[8], "unknown", d.at(), before=7))
    d.send(CardPlaced(9, SEAT + 2, DECK[8], d.at()))
    d.send(TimerFired(ASTRAY, d.now + DOUBT))
    assert ([r.decided for r in of(d, "deal.order")], len(of(d, "deal.count"))) == (["asked"], 1)


def test_a_deck_that_is_not_whole_is_an_alarm_alone_where_no_article_speaks_of_it() -> None:
    d = dealt(PLAIN)
    d.command("deck_ready", "51:7c")
    assert (of(d, "deck.shuffle"), alarms(d), d.table.deck.due) == ([], ["deck.incomplete"], True)


def test_after_a_flop_of_four_a_card_more_is_the_turn_too_early() -> None:
    d = fourth_on(LFP)
    d.send(CardGone(13, BOARD + 4, d.at()))
    d.deal(DECK[13], BOARD + 4)
    assert (len(of(d, "flop.four")), [r.decided for r in of(d, "premature.turn")]) == (1, ["river_is_turn"])


def test_two_faults_of_a_deal_are_two_questions_each_with_its_answer() -> None:
    d = dealt(PLAIN)
    d.command("misdealt", "count:3:3")
    d.command("misdealt", "missed:4")
    asked = [ask for ask in d.view.asks if ask.key == "deal_fault"]
    assert [(ask.seat, ask.options) for ask in asked] == [(3, ("misdeal", "stands")), (4, ("misdeal", "stands"))]
    decides(d, "stands", asked[0].id)
    assert [ask.id for ask in d.view.asks] == [asked[1].id]


def test_a_false_board_of_which_the_floor_is_asked_is_not_reported_as_another_one() -> None:
    d = flop(PLAIN)
    for seat in (1, 2, 3):
        d.key(seat, "check")
        d.settle()
    d.command("false_board", "no_burn")
    assert [ask.id for ask in d.view.asks] == ["board"]
    d.command("false_board", "two_burns")
    assert [a.key for a in d.view.alarms][-1:] == ["command.not_now"]
