"""What may be wagered: pot-limit, multiples, shortened and split amounts, options before the deal, caps."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.poker.betting import Betting
from controller.poker.book import bind
from controller.poker.events import Declared, FloorDecision
from controller.poker.judge import judge
from controller.poker.matters import Said
from controller.poker.outcomes import Outcome, Ruling, Take
from controller.poker.places import BET, STACK
from controller.poker.silent import nearest_multiple
from controller.rulebooks import Rulebook, available, load
from controller.table import Setup, Stakes
from tests.core.dealing import Dealer
from tests.core.tables import (
    CASINO,
    DECK,
    LFP,
    LIMIT,
    NO_LIMIT,
    asked,
    deal_all,
    dealt,
    flop,
    matters,
    ruled,
    setup,
    shuffled,
)

POT_LIMIT = load("roberts", "pot_limit")
TOURNAMENT = load("casino_tournament")


def said(d: Dealer, seat: int, word: str, amount: int | None = None) -> list[Outcome]:
    return d.send(Declared(seat, word, amount, "anna", "dealer", None, d.at()))  # type: ignore[arg-type]


def stakes(small: int, big: int, smallest_chip: int = 1) -> Setup:
    return replace(setup(stakes=Stakes(small, big)), smallest_chip=smallest_chip)


# --- pot-limit ------------------------------------------------------------------------------------------------------


def test_the_largest_raise_in_pot_limit_is_the_call_and_then_the_pot() -> None:
    d = flop(POT_LIMIT)
    assert d.view.pot_total == 400
    d.key(1, "raise", 200)
    assert (d.view.turn, d.view.min_raise, d.view.max_raise) == (2, 400, 1000)
    assert ruled(d.key(2, "raise", 5000))[1:] == ("raise", 1000)


def test_pot_in_pot_limit_is_that_raise() -> None:
    d = flop(POT_LIMIT)
    d.key(1, "raise", 200)
    assert ruled(said(d, 2, "pot"))[1:] == ("raise", 1000)


def test_all_in_beyond_the_pot_is_cut_to_it() -> None:
    d = flop(POT_LIMIT)
    assert ruled(d.key(1, "all_in"))[1:] == ("bet", 400)


def test_more_said_than_the_stack_holds_is_all_in_by_the_article_on_it() -> None:
    def articles(amount: int) -> set[str]:
        ruling = next(o for o in said(flop(CASINO), 1, "bet", amount) if isinstance(o, Ruling))
        return {cite.article for cite in ruling.cites}

    held = flop(CASINO).view.seats[0].stack
    assert "casino-D21" in articles(held + 100)
    assert "casino-D21" not in articles(held)


def test_an_all_in_below_the_smallest_raise_stays_legal_in_pot_limit() -> None:
    d = dealt(POT_LIMIT, setup(stacks={3: 150}))
    assert ruled(d.key(3, "all_in"))[1:] == ("raise", 150)


def test_pot_is_no_bet_in_a_book_that_forbids_it() -> None:
    d = flop(LFP)
    assert matters(said(d, 1, "pot")) == ["announce.pot"]
    assert d.view.turn == 1


def test_pot_is_counted_and_confirmed_where_it_is_accepted() -> None:
    d = flop(CASINO)
    d.key(1, "raise", 200)
    ask = asked(said(d, 2, "pot"))
    assert (ask.key, ask.role, ask.params) == ("pot", "dealer", (("amount", 1000),))
    d.send(FloorDecision(ask.id, "raise", "", "anna", "dealer", d.at()))
    assert d.view.call_total == 1000


# --- amounts said ---------------------------------------------------------------------------------------------------


def test_a_supplement_is_the_total() -> None:
    d = flop(LFP)
    d.key(1, "raise", 2500)
    assert ruled(said(d, 2, "plus", 4000)) == ("lfp-7.16", "raise", 5000)


@pytest.mark.parametrize(("amount", "expected"), [(3750, ("raise", 5000)), (3749, ("call", 2500))])
def test_a_supplement_at_half_of_the_raise_part(amount: int, expected: tuple[str, int]) -> None:
    d = flop(LFP)
    d.key(1, "raise", 2500)
    assert ruled(said(d, 2, "plus", amount))[1:] == expected


def test_raise_then_the_call_then_a_supplement_is_both_together() -> None:
    d = flop(LFP)
    d.key(1, "raise", 1500)
    said(d, 2, "raise")
    assert said(d, 2, "amount", 1500) == []
    assert ruled(said(d, 2, "plus", 4000))[1:] == ("raise", 5500)


def test_a_shortened_figure_is_the_smallest_legal_amount_and_confirmed() -> None:
    d = flop(LFP, table=stakes(50, 100, smallest_chip=100))
    d.key(1, "raise", 1000)
    ask = asked(said(d, 2, "amount", 5))
    assert (ask.key, ask.params, ask.options) == ("shortened", (("amount", 5000),), ("raise", "void"))
    d.send(FloorDecision(ask.id, "raise", "", "anna", "dealer", d.at()))
    assert d.view.call_total == 5000


def test_a_shortened_figure_first_in_is_five_hundred() -> None:
    d = flop(LFP, table=stakes(50, 100, smallest_chip=100))
    said(d, 1, "amount", 5)
    assert d.view.call_total == 500


def test_a_shortened_figure_may_be_the_call() -> None:
    d = flop(LFP, table=stakes(50, 100, smallest_chip=100))
    d.key(1, "raise", 500)
    said(d, 2, "amount", 5)
    assert (d.view.seats[1].bet, d.view.call_total) == (500, 500)


# --- multiples ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("total", "nearest"), [(22, 20), (23, 25), (25, 25), (45, 45)])
def test_the_nearest_multiple_of_five(total: int, nearest: int) -> None:
    assert nearest_multiple(total, 5) == nearest


def test_exactly_between_two_multiples_goes_down() -> None:
    assert nearest_multiple(450, 100) == 400


def test_a_raise_in_a_tournament_is_a_multiple_of_the_smallest_chip() -> None:
    d = dealt(TOURNAMENT, stakes(100, 200, smallest_chip=25))
    assert ruled(said(d, 3, "raise", 425))[1:] == ("raise", 425)
    d = dealt(TOURNAMENT, stakes(100, 200, smallest_chip=25))
    outcomes = said(d, 3, "raise", 430)
    assert (ruled(outcomes)[1:], matters(outcomes)) == (("raise", 425), ["bet.rounding"])


def test_a_raise_in_a_cash_game_is_a_multiple_of_the_small_blind() -> None:
    d = dealt(CASINO, stakes(5, 10))
    assert ruled(said(d, 3, "raise", 45))[1:] == ("raise", 45)
    d = dealt(CASINO, stakes(5, 10))
    assert ruled(said(d, 3, "raise", 43))[1:] == ("raise", 45)


def test_an_all_in_need_be_no_multiple() -> None:
    d = dealt(CASINO, replace(setup(stakes=Stakes(5, 10), stacks={3: 43}), smallest_chip=1))
    assert ruled(d.key(3, "all_in"))[1:] == ("raise", 43)


def test_a_wrong_amount_and_its_call_both_become_the_nearest() -> None:
    d = flop(NO_LIMIT, table=stakes(5, 10, smallest_chip=5))
    assert ruled(said(d, 1, "bet", 23))[1:] == ("bet", 25)
    assert ruled(said(d, 2, "amount", 23))[1:] == ("call", 25)
    assert [s.due for s in d.view.seats[:2]] == [25, 25]


# --- options --------------------------------------------------------------------------------------------------------


def before_the_deal(book: Rulebook, players: int = 6) -> Dealer:
    return shuffled(book, setup(players))


def deal_on(d: Dealer) -> None:
    deal_all(d, DECK[:2] + tuple(range(20, 40)))


def test_an_option_is_a_live_blind_and_its_poster_speaks_last() -> None:
    d = before_the_deal(CASINO)
    assert matters(d.push(3, 100, 100)) == ["option"]
    deal_on(d)
    assert (d.view.turn, d.view.call_total, d.view.min_raise) == (4, 200, 400)
    for seat in (4, 5, 6, 1, 2):
        d.key(seat, "call")
    assert (d.view.turn, d.view.options) == (3, ("fold", "check", "raise", "all_in"))


def test_the_big_blind_does_not_check_under_an_option() -> None:
    d = before_the_deal(CASINO)
    d.push(3, 100, 100)
    deal_on(d)
    for seat in (4, 5, 6, 1):
        d.key(seat, "call")
    assert (d.view.turn, d.view.to_call) == (2, 100)


@pytest.mark.parametrize(("seat", "amount"), [(3, 300), (3, 100), (4, 200)])
def test_an_option_is_exactly_twice_the_big_blind_and_left_of_it(seat: int, amount: int) -> None:
    d = before_the_deal(CASINO)
    assert d.push(seat, *[100] * (amount // 100))
    deal_on(d)
    assert (d.view.turn, d.view.call_total) == (3, 100)


@pytest.mark.parametrize("book", [LFP, TOURNAMENT], ids=lambda b: b.key)
def test_no_option_in_a_tournament(book: Rulebook) -> None:
    d = before_the_deal(book)
    d.push(3, 100, 100)
    assert ("bet:3", -200) in d.view.dues
    deal_on(d)
    assert d.view.call_total == 100


def test_chips_during_the_deal_are_an_act_out_of_turn() -> None:
    d = before_the_deal(CASINO)
    d.deal(0, 1)
    assert matters(d.push(3, 100, 100)) == ["oot.unchanged"]
    assert d.table.hand is not None
    for n, seat in enumerate((*range(2, 7), *range(1, 7)), 1):
        d.deal(n, seat)
    assert (d.view.turn, d.view.call_total, d.table.felt.total[BET + 3]) == (4, 200, 200)


# --- caps -----------------------------------------------------------------------------------------------------------


def raised_to(total: int, *, tournament: bool, rules: Rulebook) -> Betting:
    """Two players on a street of units of 10, raised by turns."""
    betting = Betting([0, 0, 1000, 1000, *[0] * 7], (2, 3), tournament=tournament)
    betting.open(2, 10, 10)
    for amount in range(10, total + 10, 10):
        betting.take(betting.turn, "raise", amount, bind(rules).betting)
    return betting


def test_heads_up_is_uncapped_in_cash_and_capped_in_tournaments() -> None:
    rules = bind(LIMIT).betting
    cash, tournament = (raised_to(40, tournament=t, rules=LIMIT) for t in (False, True))
    assert (cash.facing(cash.turn, rules).lowest, tournament.facing(tournament.turn, rules).lowest) == (50, None)


def test_an_all_in_uses_up_a_raise_where_the_book_says_so() -> None:
    book = load("limit", "limit")
    rules = bind(book).betting
    betting = Betting([0, 0, 500, 500, 23, 0, 500, 500, 0, 0, 0], (2, 4, 6, 7))
    betting.open(2, 20, 20)
    for seat, total in ((2, 20), (4, 23), (6, 43), (7, 63)):
        betting.take(seat, "raise", total, rules)
    assert (betting.facing(2, rules).lowest, betting.facing(2, rules).closed) == (None, "raise.cap")


def test_a_small_all_in_reopens_the_betting_where_the_book_says_so() -> None:
    rules = bind(load("limit", "limit")).betting
    betting = Betting([0, 0, 500, 500, 500, 0, 23, 0, 0, 0, 0], (2, 4, 6))
    betting.open(2, 20, 20)
    for seat, act, total in ((2, "bet", 20), (4, "call", 20), (6, "raise", 23)):
        betting.take(seat, act, total, rules)  # type: ignore[arg-type]  # words of acts
    assert (betting.turn, betting.facing(2, rules).lowest) == (2, 43)


def test_over_a_short_all_in_the_next_raise_doubles_it_where_the_book_says_so() -> None:
    rules = bind(CASINO).betting
    betting = Betting([0, 0, 5000, 5000, 160, *[0] * 6], (2, 3, 4))
    betting.open(2, 100, 0)
    betting.take(2, "bet", 100, rules)
    betting.turn = 4
    betting.take(4, "raise", 160, rules)
    assert betting.next_raise() == 320


# --- chips that do not play, and chips in the wrong place -----------------------------------------------------------


def small_chips(*chips: int) -> Dealer:
    """Blinds of 3 and 6 in chips of 3; seat 3 is on turn with these chips."""
    table = setup(stakes=Stakes(3, 6), stacks={3: sum(chips)})
    seats = tuple(replace(s, chips=chips) if s.seat == 3 else replace(s, stack=9_999) for s in table.seats)
    return dealt(NO_LIMIT, replace(table, seats=seats, smallest_chip=3))


def test_chips_too_small_do_not_play_however_many() -> None:
    d = small_chips(*[3] * 20, *[1] * 6)
    assert matters(d.push(3, *[1] * 6)) == ["chip.small"]
    assert (d.view.turn, ("bet:3", -6) in d.view.dues) == (3, True)


def test_an_all_in_leaves_the_chips_that_do_not_play() -> None:
    d = small_chips(5, *[3] * 4, 1, 1)
    assert ruled(d.key(3, "all_in"))[1:] == ("raise", 17)


def test_chips_on_anothers_line_are_no_act_until_they_lie_right() -> None:
    d = dealt(CASINO)
    d.move(STACK + 3, (), (100,))
    assert matters(d.move(BET + 4, (100,))) == ["chips.line"]
    assert d.view.turn == 3
    d.move(BET + 4, (), (100,))
    assert ruled(d.move(BET + 3, (100,)))[1:] == ("call", 100)


def test_an_all_in_player_who_passes_is_out() -> None:
    d = dealt(CASINO, setup(stacks={3: 200}))
    d.key(3, "all_in")
    assert matters(said(d, 3, "fold")) == ["act.fold"]
    assert (d.view.seats[2].in_hand, d.view.turn, d.view.call_total) == (False, 4, 200)


# --- what is shown as the smallest raise ----------------------------------------------------------------------------

BOOKS = [load(key, structure) for key, structure in available()]


def as_said(d: Dealer, amount: int) -> tuple[str, int] | None:
    """What a raise to this amount, said by the seat on turn, would be: act and total, None where it is no act."""
    hand, book = d.table.hand, d.table.book
    assert hand is not None
    assert book is not None
    answer = judge(Said(hand.facing(hand.betting.turn, book.betting), "raise", amount), book, (0, 0))
    effects = answer.effects if isinstance(answer, Ruling) else ()
    return next(((e.act, e.total) for e in effects if isinstance(e, Take)), None)


@given(
    st.integers(0, len(BOOKS) - 1),
    st.lists(st.integers(101, 1500), min_size=4, max_size=6),
    st.sampled_from([(1, 0), (25, 0), (1, 50), (5, 20)]),
    st.lists(st.sampled_from(["all_in", "call", "raise", "fold"]), max_size=12),
)
@settings(max_examples=80, deadline=None)
def test_the_smallest_raise_that_is_shown_is_taken_and_nothing_below_it(
    book: int, stacks: list[int], chips: tuple[int, int], keys: list[str]
) -> None:
    """After any short all-ins, under every book and structure, with any smallest chip and any unit of bets."""
    smallest, unit = chips
    table = setup(len(stacks), stacks={seat: n - n % smallest for seat, n in enumerate(stacks, 1)})
    d = dealt(BOOKS[book], replace(table, smallest_chip=smallest, bet_unit=unit))
    for key in keys:
        seat, least = d.view.turn, d.view.min_raise
        if seat is None or d.table.hand is None:
            return
        if least is not None and least < d.table.stack[seat] + d.table.hand.betting.bet[seat]:
            step = d.table.hand.betting.increment
            assert as_said(d, least) in (("raise", least), ("bet", least))
            assert as_said(d, least - step) not in (("raise", least - step), ("bet", least - step))
        d.key(seat, key, least if key == "raise" else None)
        d.settle()
