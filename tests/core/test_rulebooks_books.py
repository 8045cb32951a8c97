"""The points on which the books differ, one line each: the value every book decides by."""

import pytest

from controller.rulebooks import load

CASH, TOURNAMENT = ("casino_cash", "no_limit"), ("casino_tournament", "no_limit")
LEAFLET, LFP = ("leaflet", "no_limit"), ("lfp", "no_limit")
ROBERTS, ROBERTS_LIMIT, LIMIT = ("roberts", "no_limit"), ("roberts", "limit"), ("limit", "limit")
Book = tuple[str, str]

POLICIES: list[tuple[str, dict[Book, str]]] = [
    ("raise.min", {CASH: "double_total", TOURNAMENT: "double_total", LEAFLET: "any_higher",
                   ROBERTS: "previous_increment", LIMIT: "fixed_unit", LFP: "double_total"}),
    ("raise.over_short_all_in", {CASH: "double_total", LEAFLET: "any_higher", ROBERTS: "last_full_bet_on_top",
                                ROBERTS_LIMIT: "fixed_unit", LFP: "last_full_bet_on_top"}),
    ("raise.short", {CASH: "half_of_raise_part", LEAFLET: "ask", ROBERTS: "complete", LIMIT: "ask",
                     LFP: "half_of_raise_part"}),
    ("announce.short_raise", {CASH: "half_of_raise_part", ROBERTS: "impose_minimum", LIMIT: "impose_minimum",
                              LFP: "impose_minimum"}),
    ("raise.reopen", {CASH: "full_raise", LEAFLET: "any_higher", ROBERTS_LIMIT: "half_bet", LIMIT: "any_all_in",
                      LFP: "full_raise"}),
    ("raise.cap", {CASH: "none", ROBERTS: "none", ROBERTS_LIMIT: "bet_and_raises", LIMIT: "bet_and_raises",
                   ("leaflet", "limit"): "bet_and_raises", LFP: "none"}),
    ("bet.short", {CASH: "make_up", TOURNAMENT: "make_up", LEAFLET: "void", ROBERTS: "make_up", LIMIT: "ask",
                   LFP: "make_up"}),
    ("call.short", {CASH: "make_up", ROBERTS: "make_up", LIMIT: "ask", LFP: "complete_or_fold"}),
    ("announce.raise", {CASH: "first_motion", TOURNAMENT: "first_motion", LEAFLET: "ask", LFP: "chips_decide"}),
    ("chip.single", {CASH: "call", LEAFLET: "ask", ROBERTS: "call", LIMIT: "ask", LFP: "call"}),
    ("chip.multiple", {CASH: "raise", LEAFLET: "raise", ROBERTS: "one_and_half", LIMIT: "ask", LFP: "minus_one"}),
    ("oot.changed", {CASH: "call_or_fold", LEAFLET: "ask", ROBERTS: "void_if_raised", LIMIT: "ask", LFP: "free"}),
    ("skipped", {CASH: "until_next_street", ROBERTS: "until_acted_behind", LIMIT: "ask", LFP: "until_substantial"}),
    ("deal.stands_after", {CASH: "two_bets", LEAFLET: "ask", LFP: "substantial"}),
    ("deal.exposed_by_player", {CASH: "kept", LFP: "replaced_if_involuntary"}),
    ("deck.boxed", {CASH: "scrap", LIMIT: "scrap", LFP: "scrap"}),
    ("premature.flop", {CASH: "third_card_fills", LEAFLET: "ask", LFP: "reshuffle"}),
    ("premature.turn", {CASH: "third_card", LFP: "river_becomes_turn"}),
    ("premature.river", {CASH: "next_card", LFP: "reshuffle"}),
    ("odd_chip", {CASH: "all_first_left", LEAFLET: "all_first_left", LIMIT: "all_first_left", LFP: "one_each_left"}),
]  # fmt: skip

FIGURES: list[tuple[str, str, dict[Book, int | str | bool | None]]] = [
    ("raise.cap", "raises", {ROBERTS_LIMIT: 3, LIMIT: 3}),
    ("raise.cap", "heads_up_uncapped", {ROBERTS_LIMIT: True, LIMIT: None}),
    ("bet.increment", "of", {CASH: "small_blind", TOURNAMENT: "smallest_chip", ROBERTS: "smallest_chip",
                             LIMIT: "unit"}),
    ("correction", "until", {ROBERTS: "round_over", LFP: "gathered"}),
    ("button", "moves", {CASH: "moving", TOURNAMENT: "dead", LEAFLET: "moving", LIMIT: "moving", LFP: "dead"}),
    ("heads_up", "reverse", {CASH: True, TOURNAMENT: True, LEAFLET: True, LIMIT: True, LFP: True}),
    ("blind.when", "when", {CASH: "absent_at_turn", LEAFLET: "before_deal", LIMIT: "before_deal"}),
    ("option", "allowed", {CASH: True, TOURNAMENT: False, LEAFLET: False, LIMIT: False, LFP: False}),
    ("entry", "pays", {CASH: "big_blind", TOURNAMENT: "nothing", LFP: "nothing"}),
    ("missed", "pays", {CASH: "live_big_dead_small", TOURNAMENT: "nothing", LFP: "nothing"}),
    ("absent.hand", "dies", {CASH: "at_turn", TOURNAMENT: "deal_end", LEAFLET: "not_dealt", LFP: "deal_end"}),
    ("absent.long", "then", {CASH: "turns", TOURNAMENT: "blinded_off", LEAFLET: "house_limit", LFP: "blinded_off"}),
    ("button.first", "by", {CASH: "clubs", TOURNAMENT: "draw", LFP: "seat_ten_or_draw"}),
    ("rake", "kind", {CASH: "rake", TOURNAMENT: "none", LEAFLET: "rake", LIMIT: "rake"}),
    ("rake", "uncontested", {CASH: True, LEAFLET: False, LIMIT: False}),
    ("show.order", "first", {CASH: "last_aggressor", LEAFLET: "dealer_asks", LIMIT: "all_together",
                             LFP: "last_aggressor"}),
    ("show.muck", "allowed", {CASH: True, LIMIT: False, LFP: True}),
    ("show.win", "last_live", {CASH: "both", LIMIT: "both", LFP: "none"}),
    ("disclosure", "hand", {CASH: "dead", LFP: "lives"}),
    ("killed", "refund", {CASH: "none", LFP: "last_uncalled"}),
    ("retrieve", "folded", {CASH: "never", LFP: "director"}),
    ("time", "seconds", {CASH: None, TOURNAMENT: 70, LFP: 70}),
    ("time", "dies", {CASH: "never", TOURNAMENT: "at_zero", LFP: "when_declared"}),
    ("claims", "end", {CASH: "push", TOURNAMENT: "push", LFP: "shuffle"}),
    ("elimination", "equal", {TOURNAMENT: "tie", LFP: "tie"}),
    ("race", "chipless", {TOURNAMENT: "served_before_draw", LFP: "draws_and_is_served"}),
    ("last_hands", "announced", {CASH: 1, LEAFLET: 3}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("book", "matter", "policy"), [(b, matter, p) for matter, row in POLICIES for b, p in row.items()]
)
def test_a_matter_is_decided_as_the_book_says(book: Book, matter: str, policy: str) -> None:
    assert load(*book).rule(matter).policy == policy


@pytest.mark.parametrize(
    ("book", "matter", "figure", "value"), [(b, m, f, v) for m, f, row in FIGURES for b, v in row.items()]
)
def test_a_figure_is_the_books_own(book: Book, matter: str, figure: str, value: int | str | bool | None) -> None:
    assert load(*book).rule(matter).figures.get(figure) == value
