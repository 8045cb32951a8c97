"""What a house's book leaves to the floor is asked, nothing is applied before the answer, and the answer is."""

from dataclasses import replace

import pytest

from controller.poker.events import FloorDecision
from controller.poker.outcomes import Ask, Outcome
from controller.rulebooks import Rulebook, load, loads
from controller.table import Parts
from tests.core.dealing import Dealer
from tests.core.tables import LFP, alarms, dealt, flop, matters, ruled, setup, to_showdown
from tests.entries import entered

HOUSE = 'key = "house"\ntitle = "House"\nbase = "lfp"\n'
BET = (100, 100, 100)


def house(text: str) -> Rulebook:
    """The league's book, otherwise on some matters."""
    return loads(HOUSE + text)


def asked(d: Dealer) -> list[str]:
    return [ask.key for ask in d.view.asks]


def answer(d: Dealer, choice: str, role: str = "floor") -> list[Outcome]:
    ask = d.view.asks[0]
    return d.send(FloorDecision(ask.id, choice, "", "anna", role, d.at()))  # type: ignore[arg-type]  # a role's text


# --- out of turn ----------------------------------------------------------------------------------------------------

UNCHANGED = house('[rules.oot.unchanged]\npolicy = "ask"\narticle = "house-1"\n')
CHANGED = house('[rules.oot.changed]\npolicy = "ask"\narticle = "house-1"\n')


def early_bet(book: Rulebook) -> Dealer:
    """Seat 2 bets 300 before seat 1 has acted."""
    d = flop(book)
    d.push(2, *BET)
    return d


def test_whether_an_act_out_of_turn_binds_is_asked_when_its_turn_comes() -> None:
    d = early_bet(UNCHANGED)
    assert asked(d) == []
    d.key(1, "check")
    assert (asked(d), d.view.turn, d.view.call_total, d.view.dues) == (["out_of_turn"], 2, 0, ())


def test_an_act_that_the_floor_holds_binding_is_taken() -> None:
    d = early_bet(UNCHANGED)
    d.key(1, "check")
    assert ruled(answer(d, "binding"))[1:] == ("bet", 300)
    assert d.view.turn == 3


def test_an_act_that_the_floor_frees_is_none() -> None:
    d = early_bet(UNCHANGED)
    d.key(1, "check")
    answer(d, "free")
    assert (d.view.turn, d.view.call_total, d.view.dues) == (2, 0, (("bet:2", -300),))


def test_who_checked_too_early_and_is_freed_may_not_bet() -> None:
    d = flop(UNCHANGED)
    d.key(2, "check")
    d.key(1, "check")
    answer(d, "free")
    assert (d.view.turn, d.view.options) == (2, ("fold", "check"))


def test_what_is_left_to_who_was_overtaken_is_asked() -> None:
    d = early_bet(CHANGED)
    d.push(1, 500)
    assert (asked(d), d.view.turn, d.view.call_total) == (["overtaken"], 2, 500)
    assert ("bet:2", -300) not in d.view.dues


@pytest.mark.parametrize("choice", ["free", "void_if_raised"])
def test_a_bet_that_was_overtaken_goes_back_where_the_floor_says_so(choice: str) -> None:
    d = early_bet(CHANGED)
    d.push(1, 500)
    answer(d, choice)
    assert (d.view.turn, "raise" in d.view.options, d.view.seats[1].due) == (2, True, -300)


def test_a_bet_that_was_overtaken_stays_where_the_floor_says_call_or_fold() -> None:
    d = early_bet(CHANGED)
    d.push(1, 500)
    answer(d, "call_or_fold")
    assert (d.view.turn, d.view.options, d.view.seats[1].bet, d.view.to_call) == (2, ("fold", "call"), 300, 200)


# --- passed over ----------------------------------------------------------------------------------------------------


def two_behind(book: Rulebook) -> Dealer:
    """Seats 2 and 3 have bet and called; seat 1 was passed over."""
    d = early_bet(book)
    d.push(3, *BET)
    return d


def test_what_is_left_to_who_was_passed_over_is_asked_after_substantial_action() -> None:
    d = two_behind(house('[rules.skipped]\npolicy = "ask"\narticle = "house-1"\n'))
    assert asked(d) == ["skipped"]


def test_where_the_book_says_fold_who_was_passed_over_is_out() -> None:
    d = two_behind(house('[rules.skipped]\npolicy = "until_substantial"\nafterwards = "fold"\narticle = "house-1"\n'))
    assert (asked(d), d.view.seats[0].folded, d.view.turn, d.view.call_total) == ([], True, 4, 300)


# --- odd chips ------------------------------------------------------------------------------------------------------

ODD = house('[rules.odd_chip]\npolicy = "ask"\narticle = []\n')


def tied(book: Rulebook) -> Dealer:
    """Three of four share 400 in chips of 50: two chips each, and two are left."""
    d = to_showdown(book, replace(setup(parts=Parts(faces=False)), smallest_chip=50))
    d.command("wins", "1,2,3")
    return d


def test_who_gets_odd_chips_is_asked() -> None:
    d = tied(ODD)
    assert (asked(d), d.view.phase, d.view.awards) == (["odd_chip"], "showdown", ())


@pytest.mark.parametrize(
    ("choice", "awards"),
    [("one_each_left", ((1, 150), (2, 150), (3, 100))), ("all_first_left", ((1, 200), (2, 100), (3, 100)))],
)
def test_odd_chips_go_where_the_floor_says(choice: str, awards: tuple[tuple[int, int], ...]) -> None:
    d = tied(ODD)
    answer(d, choice)
    assert (d.view.phase, d.view.awards) == ("award", awards)


# --- time -----------------------------------------------------------------------------------------------------------

PLAYERS = house(
    '[rules.time]\nseconds = 70\naloud = 10\ndies = "when_declared"\nasked_by = "players"\narticle = "house-1"\n'
)


def clock(d: Dealer) -> list[str]:
    return matters(d.send(entered("clock", None, "anna", "floor", d.at())))


def test_where_players_alone_ask_for_time_the_floor_does_not_begin_by_itself() -> None:
    d = dealt(PLAYERS)
    clock(d)
    assert d.view.clock is None
    d.key(1, "time")
    clock(d)
    assert d.view.clock is not None


def test_a_request_for_time_is_for_one_turn_alone() -> None:
    d = dealt(PLAYERS)
    d.key(1, "time")
    d.key(3, "call")
    clock(d)
    assert d.view.clock is None


# --- what bets are multiples of -------------------------------------------------------------------------------------


def test_a_bet_that_is_no_multiple_is_asked_where_no_rule_rounds_it() -> None:
    d = flop(load("limit", "no_limit"), table=replace(setup(), bet_unit=50))
    d.push(1, 100, 25)
    assert (asked(d), d.view.call_total) == (["silent_chips"], 0)


def test_all_in_is_no_multiple_and_stands() -> None:
    d = flop(load("limit", "no_limit"), table=replace(setup(stacks={1: 225}), bet_unit=50))
    assert ruled(d.key(1, "all_in"))[1:] == ("bet", 125)


# --- the end --------------------------------------------------------------------------------------------------------


def test_card_drawn_after_the_last_fold_is_ignored_if_the_book_is_silent() -> None:
    d = flop(house('[rules.show]\nwin = { last_live = "none", uncontested = "none", article = "house-1" }\n'))
    d.push(1, *BET)
    for seat in (2, 3, 4):
        d.key(seat, "fold")
    d.send(entered("one_card", 1, "anna", "dealer", d.at()))
    assert alarms(d) == ["refused.no_rule"]


def test_it_is_a_right_where_the_book_says_so() -> None:
    d = flop(LFP)
    d.push(1, *BET)
    for seat in (2, 3, 4):
        d.key(seat, "fold")
    outcomes = d.send(entered("one_card", 1, "anna", "dealer", d.at()))
    assert (matters(outcomes), [o for o in outcomes if isinstance(o, Ask)]) == (["show.win"], [])
