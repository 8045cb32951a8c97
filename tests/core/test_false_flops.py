"""False flops: two cards burnt or none, whichever draw the senses miss and wherever the card too many lies."""

import pytest

from controller.poker.events import CardGone, CardPlaced, FloorDecision, TimerFired
from controller.poker.places import BOARD
from controller.rulebooks.deal import Sight
from controller.table.deal.last_sight import SECOND as A_SECOND
from controller.table.deal.last_sight import SIGHT
from tests.core.dealing import Dealer
from tests.core.tables import DECK, called, dealt, matters

PATIENCE = Sight.silent().seconds

BURN, SECOND = 9, 10  # draws: eight hole cards, the burn, and the card that was burnt, too
FLOP = DECK[10:13]


def two_burnt() -> Dealer:
    """Everybody has called, and two cards left the shoe that lie with the burns."""
    d = called()
    d.draw(DECK[8])
    d.draw(DECK[9])
    return d


def lands(d: Dealer, exit_: int, spot: int) -> None:
    d.send(CardPlaced(exit_, BOARD + spot, DECK[exit_ - 1], d.at()))


def moves(d: Dealer) -> list[tuple[str, tuple[int, ...], str]]:
    return [(m.verb, m.exits, m.origin) for remedy in d.view.remedies for m in remedy.moves]


@pytest.mark.parametrize("missing", [10, 11, 12])
def test_whole_flop_with_an_unread_draw_is_a_question(missing: int) -> None:
    d = one_missing(missing)
    assert [(ask.id, ask.options) for ask in d.view.asks] == [(f"card-{missing}", ("fourth", "burned", "fallen"))]
    assert (d.view.phase, d.view.remedies) == ("preflop", ())


@pytest.mark.parametrize("missing", [10, 11, 12])
def test_they_are_two_burns_once_the_dealer_says_so(missing: int) -> None:
    d = one_missing(missing)
    says(d, missing, "burned")
    assert matters(d.outcomes)[-1] == "burn.double"
    assert moves(d) == [("lay", (missing,), "burn"), ("burn", (13,), "board")]


def test_where_the_dealer_says_that_it_fell_the_floor_is_asked() -> None:
    d = one_missing(SECOND)
    says(d, SECOND, "fallen")
    assert "burn.double" not in matters(d.outcomes)
    assert ("deal_fault", "floor") in [(ask.key, ask.role) for ask in d.view.asks]


def test_extra_card_is_the_fourth_of_the_flop_if_the_dealer_says_so() -> None:
    d = one_missing(SECOND)
    says(d, SECOND, "fourth")
    assert [remedy.matter for remedy in d.view.remedies] == ["flop.four"]
    assert moves(d) == [("burn", (13,), "board")]


def test_late_reading_replaces_the_entry_and_the_extra_card_is_the_fourth() -> None:
    d = two_burnt()
    for face in FLOP:
        d.draw(face)
    for exit_, spot in ((11, 2), (12, 3), (13, 4), (10, 1)):
        lands(d, exit_, spot)
    assert (d.view.asks, [remedy.matter for remedy in d.view.remedies]) == ((), ["flop.four"])


def one_missing(missing: int) -> Dealer:
    """Three cards lie at the places of the flop, and one of its draws lies nowhere."""
    d = two_burnt()
    for face in FLOP:
        d.draw(face)
    for spot, exit_ in enumerate((e for e in (10, 11, 12, 13) if e != missing), start=1):
        lands(d, exit_, spot)
    return d


def says(d: Dealer, exit_: int, where: str) -> None:
    d.send(FloorDecision(f"card-{exit_}", where, "", "d", "dealer", d.at()))


def test_a_spot_of_the_flop_that_is_empty_may_hold_the_card_that_nothing_reads() -> None:
    d = two_burnt()
    for face in FLOP:
        d.draw(face)
    for exit_, spot in ((10, 1), (12, 3), (13, 4)):
        lands(d, exit_, spot)
    assert ("burn.double" not in matters(d.outcomes), d.view.asks) == (True, ())


def burnt_by_word() -> Dealer:
    """The flop's cards are drawn, two are proven; the dealer, who is asked, says that he burnt the first."""
    d = two_burnt()
    d.deal(FLOP[0], BOARD + 1)
    d.deal(FLOP[1], BOARD + 2)
    d.draw(None)
    d.send(TimerFired(SIGHT, d.at()[1] + PATIENCE * A_SECOND))
    d.send(FloorDecision(f"card-{SECOND}", "burned", "", "d", "dealer", d.at()))
    return d


def test_a_card_too_many_that_is_proven_after_the_dealers_word_is_one_matter_with_it() -> None:
    d = burnt_by_word()
    lands(d, 13, 3)
    assert [matter for matter in matters(d.outcomes) if matter.startswith("burn.")] == ["burn.double"]
    assert moves(d) == [("lay", (SECOND,), "burn"), ("burn", (13,), "table")]


def test_both_movements_complete_the_flop_and_the_burn_before_the_turn() -> None:
    d = burnt_by_word()
    lands(d, 13, 3)
    lands(d, SECOND, 4)
    d.send(CardGone(13, BOARD + 3, d.at()))
    d.command("done")
    assert (d.view.phase, len(d.view.board), d.view.burns) == ("flop", 3, 2)


def test_a_flop_without_a_burn_is_judged_though_its_last_card_was_asked_after() -> None:
    d = called()
    d.deal(DECK[8], BOARD + 1)
    d.deal(DECK[9], BOARD + 2)
    d.draw(None)
    d.send(TimerFired(SIGHT, d.at()[1] + PATIENCE * A_SECOND))
    lands(d, 11, 3)
    assert matters(d.outcomes)[-1] == "burn.missing"


def test_flop_of_unknown_order_is_shuffled_though_two_are_not_told_yet() -> None:
    d = two_burnt()
    for _ in range(2):
        d.draw(None)
    d.deal(FLOP[2], BOARD + 3)
    d.send(TimerFired(SIGHT, d.at()[1] + PATIENCE * A_SECOND))
    d.send(FloorDecision(f"card-{SECOND}", "burned", "", "d", "dealer", d.at()))
    assert moves(d) == [
        ("mix", (11, 12, 13), "board"), ("draw", (11, 12, 13), "board"), ("expose", (11, 12, 13), "board"),
        ("mix", (9, 10), "burn"), ("lay", (9, 10), "burn"),
    ]  # fmt: skip


@pytest.mark.parametrize("unread", [(), (10, 12)])
def test_four_cards_drawn_before_one_is_seen_are_a_flop_of_four_in_an_all_in(unread: tuple[int, ...]) -> None:
    d = dealt()
    for seat in (3, 4):
        d.key(seat, "fold")
    d.key(1, "all_in")
    d.key(2, "call")
    d.settle()
    d.bring_in()
    for exit_ in range(BURN, 14):
        d.draw(None if exit_ in unread else DECK[exit_ - 1])
    for spot, exit_ in enumerate((10, 11, 12, 13), start=1):
        lands(d, exit_, spot)
    assert matters(d.outcomes)[-1] == "flop.four"
    by_lot = [(verb, (10, 11, 12, 13), "board") for verb in ("mix", "draw", "expose")]
    assert moves(d) == (by_lot if unread else [("burn", (13,), "board")])
