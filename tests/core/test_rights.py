"""Rake, rights over hands at and before the showdown, hands killed and thrown, pots nobody can decide any more."""

from dataclasses import replace

import pytest

from controller.poker.betting import seats_of
from controller.poker.cards import cards
from controller.poker.events import CardPlaced
from controller.poker.outcomes import Ask, Outcome, Prompt, Rake, Ruling
from controller.poker.places import MUCK
from controller.poker.pots import Pot
from controller.poker.showdown import is_unbeatable, rake_of
from controller.rulebooks import Rulebook, load
from controller.rulebooks.showdown import Rake as RakeEntry
from controller.rulebooks.variants import HOLDEM
from tests.core.dealing import Dealer
from tests.core.tables import (
    CASINO,
    DECK,
    LFP,
    alarms,
    answer,
    check_round,
    dealt,
    flop,
    holes,
    matters,
    setup,
    shuffled,
    tell,
    to_flop,
    to_showdown,
)

HOUSE_LIMIT = load("limit", "limit")


def to_muck(d: Dealer, seat: int) -> list[Outcome]:
    """Both cards of a seat are proven at the muck."""
    assert d.table.hand is not None
    outcomes: list[Outcome] = []
    for exit_ in d.table.hand.plan.cards_of(seat):
        outcomes += d.send(CardPlaced(exit_, MUCK, None, d.at()))
    return outcomes


def stack(d: Dealer, seat: int) -> int:
    return next(s.stack for s in d.view.seats if s.seat == seat)


def cited(outcomes: list[Outcome], matter: str) -> str:
    return next(o.cites[0].article for o in outcomes if isinstance(o, Ruling) and o.matter == matter)


# --- rake -----------------------------------------------------------------------------------------------------------


RAKED = RakeEntry(kind="rake", article=())


def test_rake_is_taken_of_each_pot_and_rounded_down_to_the_smallest_chip() -> None:
    pots = [Pot(1030, 0b111), Pot(240, 0b110)]
    assert rake_of(pots, RAKED, (400, 0), 5, 0) == [40, 5]


def test_rake_ends_at_the_maximum_of_the_hand() -> None:
    assert rake_of([Pot(1000, 0b111), Pot(1000, 0b110)], RAKED, (400, 50), 1, 0) == [40, 10]


def test_a_book_that_states_its_rate_beats_the_houses() -> None:
    stated = RakeEntry(kind="rake", article=(), basis_points=500, maximum=30)
    assert rake_of([Pot(1000, 0b111)], stated, (400, 0), 1, 0) == [30]


def raked(book: Rulebook) -> Dealer:
    d = dealt(book, replace(setup(), rake_basis_points=400))
    for seat in (3, 4, 1):
        d.key(seat, "fold")
    return d


def test_blinds_alone_are_raked_in_full_where_the_book_says_so() -> None:
    d = raked(CASINO)
    assert d.view.awards == ((2, 94),)
    assert [e for o in d.outcomes if isinstance(o, Ruling) for e in o.effects if isinstance(e, Rake)] == [Rake(0, 6)]


@pytest.mark.parametrize("book", [LFP, HOUSE_LIMIT], ids=lambda b: b.key)
def test_an_uncontested_pot_is_whole_where_the_book_says_so(book: Rulebook) -> None:
    assert raked(book).view.awards == ((2, 100),)


def test_a_tie_is_raked_before_it_is_split() -> None:
    d = to_showdown(CASINO, replace(setup(), rake_basis_points=400))
    for seat in (1, 2, 3, 4):
        d.command("shows", seat)
    assert sum(amount for _, amount in d.view.awards) == 400 - 16


def test_the_rake_goes_to_the_drop() -> None:
    d = raked(CASINO)
    assert ("drop", 6) in d.view.dues


# --- the showdown ---------------------------------------------------------------------------------------------------


def test_a_hand_pushed_away_is_live_until_it_is_mixed() -> None:
    d = to_showdown()
    d.command("shows", 2)
    outcomes = to_muck(d, 1)
    assert (cited(outcomes, "show.muck"), d.view.seats[0].in_hand) == ("lfp-8.5", True)
    answer(d, "mixed", "mixed", "dealer")
    assert not d.view.seats[0].in_hand


def test_a_hand_pushed_away_comes_back() -> None:
    d = to_showdown()
    to_muck(d, 1)
    answer(d, "mixed", "no", "dealer")
    d.command("shows", 1)
    assert d.view.seats[0].shown == ("As", "2d")


@pytest.mark.parametrize(("by", "live"), [("2", True), ("accident", True), ("dealer", False), ("3", False)])
def test_a_hand_turned_up_is_live_by_the_current_winner_and_dead_by_anybody_else(by: str, live: bool) -> None:
    d = to_showdown()
    d.command("shows", 2)
    to_muck(d, 1)
    tell(d, "turned", f"1:{by}")
    assert (d.view.seats[0].in_hand, d.view.seats[0].shown) == (live, ("As", "2d"))


def test_no_hand_may_be_thrown_where_all_are_turned_over() -> None:
    d = to_showdown(HOUSE_LIMIT)
    outcomes = d.command("mucks", 1)
    assert d.view.seats[0].in_hand
    assert alarms(d) == ["muck.must_show"]
    assert matters(outcomes) == ["show.all_in"]


def test_nor_reach_the_muck_unsaid() -> None:
    d = to_showdown(HOUSE_LIMIT)
    to_muck(d, 1)
    assert (d.view.seats[0].in_hand, alarms(d)) == (True, ["muck.must_show"])


def test_the_last_hand_shows_both_cards_where_the_book_says_so() -> None:
    d = to_showdown(CASINO)
    for seat in (1, 2, 3):
        d.command("mucks", seat)
    assert d.view.phase == "showdown"
    assert matters(tell(d, "one_card", 4)) == ["show.win"]
    d.command("shows", 4)
    assert d.view.awards == ((4, 400),)


def test_one_card_does_not_win_while_another_hand_is_live() -> None:
    d = to_showdown()
    assert cited(tell(d, "one_card", 1), "show.tabled") == "lfp-8.9"
    assert d.view.phase == "showdown"


def test_a_request_to_see_a_hand_goes_to_the_floor_once_a_player() -> None:
    d = to_showdown()
    d.command("shows", 2)
    to_muck(d, 1)
    ask = next(o for o in tell(d, "see", "3:1") if isinstance(o, Ask))
    assert (ask.options, ask.default, ask.role) == (("grant", "deny"), "grant", "floor")
    answer(d, "see", "grant")
    assert (d.view.seats[0].in_hand, d.view.seats[0].shown) == (False, ("As", "2d"))
    assert next(o for o in tell(d, "see", "3:4") if isinstance(o, Ask)).default == "deny"


def test_no_request_to_see_a_hand_with_two_players_left() -> None:
    d = to_showdown_heads_up()
    assert matters(tell(d, "see", "1:2")) == ["show.request"]


def to_showdown_heads_up() -> Dealer:
    d = flop_heads_up()
    for burn, face, spot in ((44, 45, 4), (46, 47, 5)):
        while (turn := d.view.turn) is not None:
            d.key(turn, "check")
        d.deal_board(burn, (face,), spot)
    while (turn := d.view.turn) is not None:
        d.key(turn, "check")
    return d


def flop_heads_up() -> Dealer:
    return flop(LFP, 2)


def test_a_mucked_hand_is_retrieved_by_the_director_alone() -> None:
    d = to_showdown()
    d.command("mucks", 1)
    assert matters(tell(d, "retrieve", 1)) == ["retrieve"]
    assert not d.view.seats[0].in_hand
    tell(d, "retrieve", 1, "director")
    assert d.view.seats[0].in_hand


def test_no_hand_comes_back_where_the_book_forbids_it() -> None:
    d = dealt(CASINO)
    d.key(3, "fold")
    assert matters(tell(d, "retrieve", 3, "director")) == ["retrieve"]
    assert not d.view.seats[2].in_hand


def test_all_hands_are_turned_up_only_where_the_book_says_so() -> None:
    for book, shown in ((LFP, True), (CASINO, False), (load("casino_tournament"), True)):
        d = dealt(book, setup(2, 1000))
        turn = d.view.turn
        assert turn is not None
        d.key(turn, "all_in")
        d.key(3 - turn, "call")
        d.bring_in()
        step = d.view.next_step
        assert step is not None
        assert (step.key == "expose") == shown, book.key


# --- killed and thrown ----------------------------------------------------------------------------------------------


def swept(book: Rulebook, *, called: bool) -> Dealer:
    """On the flop seat 1 has bet 800; its hand is swept into the muck."""
    d = to_flop(book)
    d.key(1, "raise", 800)
    d.settle()
    if called:
        d.key(2, "call")
        d.settle()
    outcomes = to_muck(d, 1)
    assert any(isinstance(o, Ask) and o.key == "live_at_muck" for o in outcomes)
    answer(d, "live_at_muck", "killed", "dealer")
    return d


def test_a_hand_killed_by_accident_gets_its_uncalled_bet_back() -> None:
    d = swept(LFP, called=False)
    assert (d.view.seats[0].folded, stack(d, 1), d.view.call_total, d.view.turn) == (True, 9900, 0, 2)


def test_a_hand_killed_by_accident_gets_nothing_back_of_a_called_bet() -> None:
    d = swept(LFP, called=True)
    assert (stack(d, 1), d.view.call_total) == (9100, 800)


def test_a_hand_killed_by_accident_gets_nothing_back_where_the_book_says_so() -> None:
    assert stack(swept(CASINO, called=False), 1) == 9100


def river_bet(stacks: dict[int, int], bet: int) -> Dealer:
    """Seat 1 bets on the flop and throws its hand away; who is left has what is given."""
    d = to_flop(LFP, setup(stacks=stacks))
    d.key(1, "raise", bet)
    d.settle()
    for seat in [s for s in seats_of(d.table.hand.betting.live if d.table.hand else 0) if s > 2]:
        d.key(seat, "fold")
    tell(d, "killed", "1:thrown")
    return d


def test_what_nobody_could_cover_goes_back_to_who_threw_his_hand_away() -> None:
    d = river_bet({2: 700}, 1000)
    assert (stack(d, 1), d.view.awards) == (9900 - 600, ((2, 400 + 600),))


def test_nothing_goes_back_where_an_opponent_covers_it() -> None:
    d = river_bet({2: 3100}, 1000)
    assert (stack(d, 1), d.view.awards) == (8900, ((2, 1400),))


def test_a_raiser_who_throws_his_hand_away_loses_it_all_where_the_book_says_so() -> None:
    d = dealt(CASINO, setup(2))
    turn = d.view.turn
    assert turn is not None
    d.key(turn, "raise", 300)
    d.settle()
    tell(d, "killed", f"{turn}:thrown")
    assert (d.view.phase, stack(d, turn), d.view.awards) == ("award", 9700, ((3 - turn, 400),))


def test_a_tabled_hand_cannot_be_killed() -> None:
    d = to_showdown()
    d.command("shows", 1)
    swept = to_muck(d, 1)
    assert (cited(swept, "killed.tabled"), matters(swept).count("killed.tabled")) == ("lfp-8.11", 1)
    assert matters(tell(d, "killed", "1:accident"))[0] == "killed.tabled"
    assert d.view.seats[0].in_hand


def test_the_winning_hand_at_the_muck_before_the_chips_is_named() -> None:
    d = dealt()
    for seat in (3, 4, 1):
        d.key(seat, "fold")
    d.gather(d.lines())
    to_muck(d, 2)
    assert "muck.winner" in alarms(d)


# --- a dead hand that still lies there ------------------------------------------------------------------------------


def mucks(outcomes: list[Outcome]) -> list[int | None]:
    return [o.seat for o in outcomes if isinstance(o, Prompt) and o.key == "muck"]


def test_the_dealer_is_told_to_muck_a_folded_hand_that_still_lies_at_its_seat() -> None:
    d = dealt()
    assert mucks(tell(d, "folded", 3)) == [3]


def test_who_pushes_his_cards_away_himself_leaves_nothing_to_muck() -> None:
    d = dealt()
    assert mucks(to_muck(d, 3)) == []


# --- shown to one ---------------------------------------------------------------------------------------------------


def test_a_hand_shown_to_one_after_the_pot_is_won_is_shown_to_all() -> None:
    d = dealt()
    for seat in (3, 4, 1):
        d.key(seat, "fold")
    outcomes = tell(d, "showed", "2:3")
    assert cited(outcomes, "show.to_one") == "lfp-8.1"
    assert any(isinstance(o, Prompt) and o.key == "reveal" for o in outcomes)


def test_a_folded_hand_shown_to_one_yet_to_act_replays_the_betting_of_the_round() -> None:
    d = to_flop()
    d.key(1, "raise", 300)
    d.settle()
    d.key(2, "fold")
    tell(d, "showed", "2:3")
    assert (d.view.turn, d.view.call_total, d.view.seats[1].folded) == (1, 0, True)
    assert ("bet:1", -300) in d.view.dues


def test_before_the_flop_the_blinds_stay_when_the_betting_is_replayed() -> None:
    d = dealt()
    d.key(3, "raise", 600)
    d.settle()
    d.key(4, "fold")
    tell(d, "showed", "4:1")
    assert (d.view.turn, d.view.call_total, d.view.seats[3].folded, d.view.dues) == (3, 100, True, (("bet:3", -600),))


def test_a_folded_hand_shown_to_one_out_of_the_hand_changes_no_bet() -> None:
    d = to_flop()
    d.key(1, "raise", 300)
    d.key(2, "fold")
    d.key(3, "fold")
    outcomes = tell(d, "showed", "3:2")
    assert (d.view.turn, d.view.call_total) == (4, 300)
    assert not any(isinstance(o, Prompt) for o in outcomes)


def test_a_folded_hand_shown_to_one_is_shown_to_all_when_the_round_is_over() -> None:
    d = to_flop()
    d.key(1, "raise", 300)
    d.key(2, "fold")
    d.key(3, "fold")
    tell(d, "showed", "3:2")
    told = [o for o in d.key(4, "call") if isinstance(o, Prompt)]
    assert [(prompt.key, prompt.seat) for prompt in told] == [("gather", None), ("reveal", 3)]


@pytest.mark.parametrize(("book", "live"), [(LFP, True), (CASINO, False)], ids=["lives", "dead"])
def test_a_live_hand_shown_during_play(book: Rulebook, live: bool) -> None:
    d = to_flop(book)
    d.key(1, "check")
    tell(d, "showed", "3:4")
    if not live:
        answer(d, "hand_dead", "dead_hand")
    assert (d.view.seats[2].in_hand, d.view.turn) == (live, 2)


# --- undetermined, soft play ----------------------------------------------------------------------------------------


def test_a_pot_nobody_can_decide_is_split_among_the_last_contenders() -> None:
    d = to_flop()
    d.key(1, "check")
    for seat in (2, 4):
        d.key(seat, "fold")
    outcomes = tell(d, "undetermined", None, "floor")
    assert (cited(outcomes, "pots.undetermined"), d.view.awards) == ("lfp-8.12", ((1, 200), (3, 200)))


def undetermined_on_the_river(*order: int) -> Dealer:
    """Nobody has shown; the reference hands lie with the seats in this order, and the floor cannot tell who won."""
    d = shuffled()
    given = holes(order)
    d.deal_holes(given, (1, 2, 3, 4))
    for seat, key in ((3, "call"), (4, "call"), (1, "call"), (2, "check")):
        d.key(seat, key)
        d.settle()
    d.bring_in()
    for burn, faces, spot in ((DECK[8], DECK[9:12], 1), (DECK[12], DECK[13:14], 4), (DECK[14], DECK[15:16], 5)):
        d.deal_board(burn, faces, spot)
        check_round(d)
    tell(d, "undetermined", None, "floor")
    return d


def test_nobody_is_told_whose_unseen_hand_is_best_before_the_floor_has_decided() -> None:
    one, other = undetermined_on_the_river(1, 2, 3, 4), undetermined_on_the_river(4, 3, 2, 1)
    assert [ask.key for ask in one.view.asks] == ["undetermined"]
    assert (one.view, one.outcomes) == (other.view, other.outcomes)


def test_the_pots_that_the_floor_awards_by_the_cards_go_to_the_best_unseen_hand() -> None:
    for order, best in (((1, 2, 3, 4), 1), ((4, 3, 2, 1), 4)):
        d = undetermined_on_the_river(*order)
        answer(d, "undetermined", "award")
        assert d.view.awards == ((best, 400),)


def test_the_dealer_may_not_say_that_a_pot_is_undetermined() -> None:
    d = to_flop()
    tell(d, "undetermined", None)
    assert alarms(d) == ["command.role"]


@pytest.mark.parametrize(
    ("board", "hole", "unbeatable"),
    [
        ("As Ks Qs 7d 2c", "Js Ts", True),
        ("Jh 5d 8c Kc Ad", "Qs Th", True),
        ("Jh 5d 8c Kc Ad", "Kd Kh", False),
        ("Ts 9d 8h 3c 2d", "Jd Qc", True),
        ("Ah Kh Qh Jh Th", "2c 3d", True),
    ],
)
def test_the_best_possible_hand(board: str, hole: str, unbeatable: bool) -> None:
    assert is_unbeatable(list(cards(board)), list(cards(hole)), HOLDEM) == unbeatable
