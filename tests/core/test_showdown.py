"""From the last bet to the next shuffle: who shows, who wins, how the chips are divided, pushed and counted."""

from controller.poker.cards import cards
from controller.poker.events import Correction, Snapshot
from controller.poker.outcomes import HandBegan, HandClosed, Ruling
from controller.poker.places import BET, HAND, POT, STACK, TRAY
from controller.poker.pots import Pot, side_pots, split
from controller.table import Parts, Stakes, Step
from controller.table.chips.between_hands import differences
from tests.core.dealing import Dealer
from tests.core.invariants import accounted
from tests.core.tables import (
    DECK,
    LFP,
    NO_LIMIT,
    alarms,
    check_round,
    dealt,
    matters,
    setup,
    shuffled,
    to_flop,
    to_showdown,
)


def stacks(d: Dealer) -> list[int]:
    return [s.stack for s in d.view.seats]


def show_all(d: Dealer) -> None:
    for seat in d.view.show_order:
        d.command("shows", seat)


# --- side pots ------------------------------------------------------------------------------------------------------


def test_side_pots_by_contribution() -> None:
    put = [0, 0, 1000, 0, 0, 3000, 0, 0, 4000, 4000, 1025]
    live = 1 << 2 | 1 << 5 | 1 << 8 | 1 << 9
    pots = side_pots(put, live, sum(put))
    assert pots == [Pot(5000, live), Pot(6025, live ^ 1 << 2), Pot(2000, 1 << 8 | 1 << 9)]


def test_a_big_blind_ante_is_in_the_main_pot() -> None:
    put = [0, 100, 200, 200, 0, 0, 0, 0, 0, 0, 0]
    assert side_pots(put, 1 << 1 | 1 << 2 | 1 << 3, 700) == [Pot(500, 0b1110), Pot(200, 0b1100)]


def test_equal_bets_make_one_pot() -> None:
    assert side_pots([0, 200, 200, 50, 0, 0, 0, 0, 0, 0, 0], 0b110, 450) == [Pot(450, 0b110)]


def test_odd_chip_goes_left_of_the_button() -> None:
    assert split(1025, [7, 9], 7, 25, [1, 0]) == {9: 525, 7: 500}


# --- showing --------------------------------------------------------------------------------------------------------


def test_checked_down_the_first_to_speak_shows_first() -> None:
    d = to_showdown()
    assert (d.view.phase, d.view.show_order) == ("showdown", (1, 2, 3, 4))
    assert d.view.next_step == Step("show_or_muck", (("seat", 1),))


def river_bet() -> Dealer:
    """Seat 3 bets the river, 4 and 1 call, 2 folds."""
    d = to_flop()
    check_round(d)
    d.deal_board(DECK[12], DECK[13:14], 4)
    check_round(d)
    d.deal_board(DECK[14], DECK[15:16], 5)
    for seat, key, amount in ((1, "check", None), (2, "check", None), (3, "raise", 600), (4, "call", None)):
        d.key(seat, key, amount)
        d.settle()
    d.key(1, "call")
    d.settle()
    d.key(2, "fold")
    return d


def test_the_last_to_bet_shows_first() -> None:
    d = river_bet()
    assert d.view.show_order == (3, 4, 1)


def test_the_best_hand_wins_and_the_view_says_why() -> None:
    d = to_showdown()
    show_all(d)
    winner = d.view.winners[0]
    assert (winner.seat, winner.amount, winner.category) == (1, 400, "pair")  # aces


def test_no_card_is_public_before_it_is_shown() -> None:
    d = to_showdown()
    assert [s.shown for s in d.view.seats] == [(), (), (), ()]
    d.command("shows", 1)
    assert [s.shown for s in d.view.seats] == [("As", "2d"), (), (), ()]


def test_a_hand_given_up_cannot_win() -> None:
    d = to_showdown()
    d.command("mucks", 1)
    for seat in (2, 3, 4):
        d.command("shows", seat)
    assert dict(d.view.awards).get(1) is None


def test_the_last_hand_left_wins_unseen() -> None:
    d = to_showdown()
    outcomes = [o for seat in (1, 2, 3) for o in d.command("mucks", seat)]
    assert matters(outcomes)[-1] == "award.uncontested"
    assert (d.view.awards, d.view.seats[3].shown, d.view.winners[0].category) == (((4, 400),), (), None)


def all_in() -> Dealer:
    """Seat 3 all-in for 2,000 before the flop, seat 4 calls."""
    d = dealt(table=setup(stacks={3: 2000}))
    d.key(3, "all_in")
    d.settle()
    d.key(4, "call")
    d.settle()
    d.key(1, "fold")
    d.key(2, "fold")
    return d


def test_with_no_bet_possible_the_hands_are_turned_up_before_the_board() -> None:
    d = all_in()
    d.bring_in()
    assert d.view.next_step == Step("expose", (("seats", (3, 4)),))
    d.command("shows", 3)
    d.command("shows", 4)
    assert d.view.next_step == Step("burn")


def test_a_hand_that_must_be_up_may_not_be_thrown() -> None:
    d = all_in()
    d.bring_in()
    d.deal_board(DECK[8], DECK[9:12], 1)
    d.deal_board(DECK[12], DECK[13:14], 4)
    d.deal_board(DECK[14], DECK[15:16], 5)
    d.command("mucks", 3)
    assert alarms(d) == ["muck.must_show"]
    show_all(d)
    assert d.view.phase == "award"


def test_the_board_runs_out_without_betting() -> None:
    d = all_in()
    d.bring_in()
    d.deal_board(DECK[8], DECK[9:12], 1)
    assert (d.view.phase, d.view.turn, d.view.next_step and d.view.next_step.key) == ("flop", None, "expose")


# --- award, push, close ---------------------------------------------------------------------------------------------


def folded_out() -> Dealer:
    d = to_flop()
    d.key(1, "raise", 300)
    d.settle()
    for seat in (2, 3, 4):
        d.key(seat, "fold")
    return d


def test_an_uncalled_bet_goes_back_and_the_pot_is_won_unseen() -> None:
    d = folded_out()
    assert (d.view.phase, d.view.awards) == ("award", ((1, 400),))
    assert d.view.dues == (("bet:1", -300), ("stack:1", 700), ("pot", -400))


def test_claims_begin_when_the_chips_lie_right() -> None:
    d = folded_out()
    d.award()
    assert (d.view.phase, d.view.dues, stacks(d)) == ("claims", (), [10300, 9900, 9900, 9900])


def test_chips_pushed_to_the_wrong_seat_do_not_end_the_award() -> None:
    d = folded_out()
    d.pull(1, 100, 100, 100)
    d.move(POT, (), (100, 100, 100, 100))
    d.move(STACK + 2, (100, 100, 100, 100))
    assert d.view.phase == "award"
    assert dict(d.view.dues) == {"stack:1": 400, "stack:2": -400}


def test_the_next_shuffle_closes_the_hand_and_begins_another() -> None:
    d = folded_out()
    d.award()
    outcomes = d.shuffle()
    closed = next(o for o in outcomes if isinstance(o, HandClosed))
    assert closed == HandClosed(1, ((1, 400),), ((1, 10300), (2, 9900), (3, 9900), (4, 9900)))
    began = next(o for o in outcomes if isinstance(o, HandBegan))
    assert (began.number, began.button, began.small_blind, began.big_blind) == (2, 1, 2, 3)


def test_a_shuffle_in_mid_hand_is_refused() -> None:
    d = to_flop()
    d.shuffle()
    assert (alarms(d), d.view.phase, d.view.hand) == (["shuffle.refused"], "flop", 1)


def test_a_tie_is_split_and_the_odd_chip_cited_as_lent() -> None:
    deck = cards("As Ad 7c 2h Ks Kd 3c 4d")  # seats 1 and 2 tie on the board below
    d = dealt(NO_LIMIT, setup(stakes=Stakes(5, 15)), deck=deck)
    for seat, key in ((3, "call"), (4, "fold"), (1, "call"), (2, "check")):
        d.key(seat, key)
        d.settle()
    d.bring_in()
    for burn, faces, first in ((9, "Ah Qc Qd", 1), (10, "9c", 4), (11, "8h", 5)):
        d.deal_board(burn, cards(faces), first)
        if first == 1:
            for seat, key, amount in ((1, "raise", 15), (2, "call", None), (3, "fold", None)):
                d.key(seat, key, amount)
                d.settle()
            d.bring_in()
        else:
            check_round(d)
    show_all(d)
    assert d.view.awards == ((1, 38), (2, 37))
    ruling = next(o for o in d.outcomes if isinstance(o, Ruling) and o.matter == "odd_chip")
    assert (ruling.cites[0].article, ruling.cites[0].lent_by) == ("casino-G23", "casino_cash")


# --- the dealer instead of the parts --------------------------------------------------------------------------------


def test_a_table_without_chip_readers_plays_a_hand() -> None:
    d = dealt(table=setup(parts=Parts(chips=(), pot=False)))
    for seat, key, amount in ((3, "call", None), (4, "raise", 300), (1, "fold", None), (2, "call", None)):
        d.key(seat, key, amount)
    d.key(3, "call")
    assert d.table.felt.total[POT] == 950
    d.deal_board(DECK[8], DECK[9:12], 1)
    for seat, key, amount in ((2, "check", None), (3, "check", None), (4, "raise", 500)):
        d.key(seat, key, amount)
    d.key(2, "fold")
    d.key(3, "fold")
    assert (d.view.phase, d.view.dues) == ("award", ())
    d.command("awarded")
    assert (d.view.phase, stacks(d), alarms(d)) == ("claims", [9950, 9700, 9700, 10650], [])
    assert accounted(d.table.felt)


def test_one_seat_without_a_reader_plays_beside_the_others() -> None:
    d = dealt(table=setup(parts=Parts(chips=(1, 2, 4, 5, 6, 7, 8, 9, 10))))
    for seat, key in ((3, "call"), (4, "call"), (1, "call"), (2, "check")):
        d.key(seat, key)
        d.settle()
    d.gather(d.lines() | {})
    d.move(POT, (100,))  # seat 3's, which nothing saw on its line
    assert (d.view.dues, alarms(d)) == ((), [])
    d.deal_board(DECK[8], DECK[9:12], 1)
    for seat in (1, 2):
        d.key(seat, "check")
    d.key(3, "raise", 300)
    for seat in (4, 1, 2):
        d.key(seat, "fold")
    d.move(POT, (), (100, 100, 100, 100))
    assert (d.view.phase, stacks(d), alarms(d)) == ("claims", [9900, 9900, 10300, 9900], [])
    assert accounted(d.table.felt)


def at_a_showdown_unread(seat_1: str) -> Dealer:
    """No face is read. Seats 3, 4, 1 and 2 act before the flop: seat 1 by that key."""
    d = shuffled(LFP, setup(parts=Parts(shoe=False, card_spots=False, board=False, faces=False)))
    d.command("deal_done")
    for seat, key in ((3, "call"), (4, "call"), (1, seat_1), (2, "check")):
        d.key(seat, key)
        d.settle()
    d.bring_in()
    for text in ("Jh5d8c", "Kc", "Ad"):
        d.command("board", text)
        check_round(d)
    return d


def test_the_dealer_names_the_winners_where_no_face_is_read() -> None:
    d = at_a_showdown_unread("call")
    d.command("wins", "2,3")
    assert (d.view.phase, d.view.awards) == ("award", ((2, 200), (3, 200)))


def test_the_dealer_names_the_hands_where_no_face_is_read() -> None:
    d = at_a_showdown_unread("fold")
    for text in ("2:KdQs", "3:7c7d"):
        d.command("shows", text)
    d.command("mucks", 4)
    assert (d.view.awards, d.view.winners[0].category) == (((2, 350),), "pair")


def test_a_reader_lost_in_mid_hand_leaves_its_seat_to_the_dealer() -> None:
    d = to_flop()
    d.command("manual", "chips:1")
    d.key(1, "raise", 300)
    assert (d.view.turn, d.view.dues) == (2, ())
    assert accounted(d.table.felt)


def test_a_reader_that_still_answers_moves_no_chips_of_a_seat_in_manual() -> None:
    d = to_flop()
    d.command("manual", "chips:1")
    d.key(1, "raise", 300)
    d.move(BET + 1, (300,))
    d.move(BET + 1, (), (300,))
    assert (d.view.turn, alarms(d), accounted(d.table.felt)) == (2, [], True)


def test_a_winner_in_manual_whose_stack_is_still_read_has_no_outside_chips() -> None:
    d = folded_out()
    d.pull(1, 100, 100, 100)
    d.command("manual", "chips:1")
    d.move(POT, (), (100,) * 4)
    d.move(STACK + 1, (100,) * 4)
    assert (d.view.phase, alarms(d), accounted(d.table.felt)) == ("claims", [], True)


def test_a_chip_in_the_hand_as_the_seat_goes_to_manual_is_no_chip_too_many() -> None:
    d = folded_out()
    d.pull(1, 100, 100, 100)
    d.move(STACK + 1, (), (100,))
    d.command("manual", "chips:1")
    d.move(POT, (), (100,) * 4)
    d.move(TRAY, (100,))
    d.move(TRAY, (), (100,))  # change for the seat, of which only the tray is read
    d.table.senses.chips[1] = True  # as from the next hand on
    assert differences(d.table) == ({}, {})


def test_what_readers_noted_of_a_seat_in_manual_counts_once_they_sense_again() -> None:
    d = folded_out()
    d.command("manual", "chips:1")
    d.move(POT, (), (100,) * 4)
    d.command("awarded")
    d.send(Snapshot(None, ((STACK + 1, ()), (BET + 1, ())), None, None, d.at()))  # a field beside jams its reader
    d.move(STACK + 1, (100,) * 103)
    d.command("sensing", "chips:1")
    d.shuffle()
    felt = d.table.felt
    assert (felt.total[STACK + 1], felt.total[HAND + 1], accounted(felt)) == (10_300, 0, True)
    assert alarms(d) == []


def test_the_floor_sets_the_stack_of_a_seat_in_manual() -> None:
    d = to_flop()
    d.command("manual", "chips:1")
    d.send(Correction("stack", 1, 9_000, "counted by hand", "bo", "floor", d.at()))
    assert (stacks(d)[0], alarms(d), accounted(d.table.felt)) == (9_000, [], True)
    d.key(1, "all_in")
    assert d.view.call_total == 9_000


def test_a_sensed_stack_is_not_set_in_mid_hand() -> None:
    d = to_flop()
    d.send(Correction("stack", 1, 9_000, "", "bo", "floor", d.at()))
    assert (stacks(d)[0], alarms(d)) == (9_900, ["correction.in_hand"])


def test_a_rebuy_between_hands() -> None:
    d = folded_out()
    d.award()
    d.send(Correction("issue", 2, 5_000, "rebuy", "bo", "floor", d.at()))
    d.move(STACK + 2, (5_000,))
    assert (stacks(d)[1], alarms(d), accounted(d.table.felt)) == (14_900, [], True)


def test_a_borrowed_article_names_its_lender_and_an_own_one_does_not() -> None:
    d = to_showdown(NO_LIMIT)
    show_all(d)
    lent = [c for o in d.outcomes if isinstance(o, Ruling) for c in o.cites if c.article.startswith("leaflet")]
    assert lent
    assert all(c.lent_by == "leaflet" for c in lent)
    own = to_showdown(LFP)
    assert all(c.lent_by is None for o in own.outcomes if isinstance(o, Ruling) for c in o.cites)
