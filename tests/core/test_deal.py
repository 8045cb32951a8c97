"""The deal by its plan: cards proven where they land, gates, burns, and what is said when something differs."""

from controller.poker.cards import card, cards
from controller.poker.events import CardDrawn, CardGone, CardPlaced, FloorDecision, TimerFired
from controller.poker.places import BOARD, MUCK, SEAT
from controller.table import Parts, Step
from controller.table.hand.bet_collection import PATIENCE, POT_READ
from tests.core.dealing import Dealer
from tests.core.tables import DECK, LFP, alarms, check_round, dealt, holes, matters, setup, shuffled, to_flop


def test_the_next_card_is_told_from_the_left_of_the_button() -> None:
    d = shuffled()
    assert d.view.next_step == Step("deal", (("seat", 1), ("round", 1)))
    d.deal(DECK[0], SEAT + 1)
    assert d.view.next_step == Step("deal", (("seat", 2), ("round", 1)))


def test_betting_opens_once_every_card_has_landed() -> None:
    d = dealt()
    assert (d.view.phase, d.view.turn) == ("preflop", 3)
    assert [s.cards for s in d.view.seats] == [2, 2, 2, 2]


def test_a_card_in_the_air_holds_the_betting() -> None:
    d = shuffled()
    assert d.table.hand is not None
    order = d.table.hand.seats
    for n in range(7):
        d.deal(DECK[n], SEAT + order[n % 4])
    d.draw(DECK[7])
    assert (d.view.phase, d.view.turn) == ("dealing", None)
    d.send(CardPlaced(8, SEAT + 4, DECK[7], d.at()))
    assert d.view.phase == "preflop"


def test_two_cards_may_land_in_either_order() -> None:
    d = shuffled()
    d.draw(DECK[0])
    d.draw(DECK[1])
    d.send(CardPlaced(2, SEAT + 2, DECK[1], d.at()))
    d.send(CardPlaced(1, SEAT + 1, DECK[0], d.at()))
    assert alarms(d) == []


def test_a_peek_is_nothing() -> None:
    d = dealt()
    d.send(CardGone(1, SEAT + 1, d.at()))
    assert d.send(CardPlaced(1, SEAT + 1, DECK[0], d.at())) == []
    assert next(s for s in d.view.seats if s.seat == 1).in_hand


def test_the_burn_is_inferred_and_the_flop_opens_the_street() -> None:
    d = to_flop()
    assert (d.view.phase, d.view.burns, d.view.board, d.view.turn) == ("flop", 1, ("Jh", "5d", "8c"), 1)


def test_the_flop_may_lie_in_any_order() -> None:
    d = dealt()
    call_round(d)
    d.draw(DECK[8])
    for face, spot in zip(DECK[9:12], (3, 1, 2), strict=True):
        d.deal(face, BOARD + spot)
    assert (d.view.phase, alarms(d)) == ("flop", [])


def test_a_street_checked_through_asks_for_the_burn_of_the_next() -> None:
    d = to_flop()
    check_round(d)
    assert d.view.next_step == Step("burn")


def test_a_card_at_the_wrong_seat_is_named_without_its_face() -> None:
    d = shuffled()
    d.deal(DECK[0], SEAT + 2)
    alarm = d.view.alarms[0]
    assert (alarm.key, alarm.seat, alarm.card, alarm.place) == ("card.misplaced", 1, 1, "seat:2")


def test_a_card_before_its_gate_is_not_taken() -> None:
    d = dealt()
    d.draw(DECK[8])
    assert alarms(d) == ["card.not_due"]
    assert (d.view.burns, d.view.turn) == (0, 3)


def test_a_boxed_card_takes_no_place_in_the_deal() -> None:
    d = shuffled()
    assert matters(d.send(CardDrawn(1, DECK[0], "up", d.at()))) == ["deck.boxed"]
    assert d.view.remedies[0].moves[0].verb == "aside"


def test_the_tag_that_lands_beats_the_one_in_the_window() -> None:
    d = shuffled()
    d.draw(DECK[1])
    d.send(CardPlaced(1, SEAT + 1, DECK[0], d.at()))
    assert alarms(d) == []  # the shoe sees the stub too: what it said was a belief
    assert d.table.hand is not None
    assert d.table.hand.faces.by_exit[1] == DECK[0]


def test_a_card_that_no_shoe_announced_is_unaccounted() -> None:
    d = shuffled()
    d.send(CardPlaced(9, SEAT + 1, DECK[0], d.at()))
    assert alarms(d) == ["card.unaccounted"]


def test_missing_posts_are_named_at_the_first_card() -> None:
    d = dealt(paid=False)
    assert [(a.key, a.seat, a.amount) for a in d.view.alarms] == [("post.missing", 1, 50), ("post.missing", 2, 100)]


def test_posts_open_the_deal() -> None:
    d = Dealer(setup(), LFP)
    d.shuffle()
    assert d.view.next_step == Step("post_small_blind", (("seat", 1), ("amount", 50)))
    d.push(1, 50)
    assert (d.view.phase, d.view.next_step) == ("posting", Step("post_big_blind", (("seat", 2), ("amount", 100))))
    d.push(2, 100)
    assert d.view.phase == "dealing"


def test_both_cards_at_the_muck_fold_the_seat_on_turn() -> None:
    d = dealt()
    d.send(CardPlaced(3, MUCK, DECK[2], d.at()))
    assert [a.key for a in d.view.asks] == ["fold"]
    outcomes = d.send(CardPlaced(7, MUCK, DECK[6], d.at()))
    assert matters(outcomes) == ["fold.muck"]
    assert (d.view.turn, d.view.asks) == (4, ())


def test_fold_announced_after_the_muck_was_read_adds_nothing() -> None:
    d = dealt()
    d.send(CardPlaced(3, MUCK, DECK[2], d.at()))
    d.send(CardPlaced(7, MUCK, DECK[6], d.at()))
    d.command("folded", 3)
    d.key(3, "fold")
    assert (d.view.turn, [s for s in d.view.seats if s.counted], alarms(d)) == (4, [], [])


def test_one_card_at_the_muck_is_a_question() -> None:
    d = dealt()
    d.send(CardPlaced(3, MUCK, DECK[2], d.at()))
    d.send(FloorDecision("fold-3", "no", "", "dealer", "dealer", d.at()))
    assert (d.view.turn, d.view.asks) == (3, ())


def test_a_live_hand_at_the_muck_out_of_turn_is_an_alarm_and_no_fold() -> None:
    d = dealt()
    d.send(CardPlaced(4, MUCK, DECK[3], d.at()))
    assert alarms(d) == ["muck.live_hand"]
    assert next(s for s in d.view.seats if s.seat == 4).in_hand


def called_round() -> Dealer:
    """All have called before the flop; the bets lie on their lines."""
    d = dealt()
    for seat, key in ((3, "call"), (4, "call"), (1, "call"), (2, "check")):
        d.key(seat, key)
        d.settle()
    return d


def test_burning_before_the_bets_are_in_is_said() -> None:
    d = called_round()
    assert d.view.next_step == Step("gather", (("amount", 400),))
    d.draw(DECK[8])
    assert alarms(d) == []  # the pot may only not have been read yet
    d.send(TimerFired(POT_READ, d.at()[1] + PATIENCE))
    assert [(a.key, a.amount) for a in d.view.alarms] == [("gather.missing", 400)]


def test_bets_that_come_to_the_pot_after_the_burn_are_not_missing() -> None:
    d = called_round()
    d.draw(DECK[8])
    d.gather(d.lines())
    d.send(TimerFired(POT_READ, d.at()[1] + PATIENCE))
    assert d.view.alarms == ()


def test_bets_are_missing_no_more_once_they_are_in_the_pot() -> None:
    d = called_round()
    d.draw(DECK[8])
    d.send(TimerFired(POT_READ, d.at()[1] + PATIENCE))
    assert alarms(d) == ["gather.missing"]
    d.gather(d.lines())
    assert d.view.alarms == ()


# --- without a shoe, without spots ----------------------------------------------------------------------------------


def no_shoe() -> Dealer:
    """Four seats dealt without a shoe, called round, bets in."""
    d = shuffled(LFP, setup(parts=Parts(shoe=False)))
    assert d.table.hand is not None
    hands = holes(d.table.hand.seats)
    for n in range(2):
        for seat in (3, 1, 4, 2):  # a scan knows no order between seats
            lay(d, hands[seat][n], SEAT + seat)
    return d


def lay(d: Dealer, face: int, spot: int) -> None:
    d.exits += 1
    d.send(CardPlaced(d.exits, spot, face, d.at()))


def call_round(d: Dealer) -> None:
    for seat, key in ((3, "call"), (4, "call"), (1, "call"), (2, "check")):
        d.key(seat, key)
        d.settle()
    d.bring_in()


def test_without_a_shoe_cards_tick_the_plan_where_they_lie() -> None:
    d = no_shoe()
    assert (d.view.phase, d.view.turn, alarms(d)) == ("preflop", 3, [])


def test_without_a_shoe_the_dealer_enters_a_move_from_under_two_cards() -> None:
    d = shuffled(LFP, setup(parts=Parts(shoe=False, faces=False)))
    for seat in (1, 2, 3):
        lay(d, DECK[d.exits], SEAT + seat)
    d.command("exposed", "3:dealer")
    for seat in (4, 1, 2, 3, 4, 3):  # the last one replaces the exposed card, and lies upon two others
        lay(d, DECK[d.exits], SEAT + seat)
    (remedy,) = d.view.remedies
    assert [(move.verb, move.by) for move in remedy.moves if move.state == "next"] == [("stub", "told")]


def test_without_a_shoe_the_dealer_says_that_he_burned() -> None:
    d = no_shoe()
    call_round(d)
    d.command("burned")
    assert d.view.next_step == Step("flop", (("card", 1), ("of", 3)))
    for n, face in enumerate(DECK[9:12]):
        lay(d, face, BOARD + 1 + n)
    assert (d.view.phase, d.view.burns, d.view.asks) == ("flop", 1, ())


def test_without_a_shoe_an_unsaid_burn_is_asked_for() -> None:
    d = no_shoe()
    call_round(d)
    for n, face in enumerate(DECK[9:12]):
        lay(d, face, BOARD + 1 + n)
    assert (d.view.phase, [a.options for a in d.view.asks]) == ("preflop", [("burned", "not_burned")])
    d.send(FloorDecision("burn", "burned", "", "dealer", "dealer", d.at()))
    assert (d.view.phase, d.view.burns) == ("flop", 1)


def test_without_card_spots_the_shoe_ticks_the_plan() -> None:
    d = shuffled(LFP, setup(parts=Parts(card_spots=False, board=False)))
    for n in range(8):
        d.draw(DECK[n])
    assert d.view.turn == 3
    call_round(d)
    for n in range(8, 12):
        d.draw(DECK[n])
    assert (d.view.phase, d.view.turn) == ("flop", 1)


def test_dealer_names_the_board_without_board_antennas() -> None:
    d = dealt(LFP, setup(parts=Parts(board=False)))
    call_round(d)
    for n in range(8, 12):
        d.draw(DECK[n])
    assert (d.view.phase, d.view.board) == ("flop", ())
    d.command("board", "Jh5d8c")
    assert d.view.board == ("Jh", "5d", "8c")


def test_with_neither_the_dealer_says_when_the_cards_are_out() -> None:
    d = bare()
    assert d.view.next_step == Step("deal_all")
    d.command("deal_done")
    assert (d.view.phase, d.view.turn) == ("preflop", 3)


def bare() -> Dealer:
    return shuffled(LFP, setup(parts=Parts(shoe=False, card_spots=False, board=False, faces=False)))


def test_the_dealer_names_the_board() -> None:
    d = bare()
    d.command("deal_done")
    call_round(d)
    d.command("burned")
    d.command("board", "Jh5d8c")
    assert (d.view.phase, d.view.board, d.view.burns) == ("flop", ("Jh", "5d", "8c"), 1)


def test_a_board_that_cannot_be_is_refused_whole() -> None:
    d = bare()
    d.command("deal_done")
    call_round(d)
    d.command("burned")
    for wrong in ("Jh5d", "JhJh8c", "Jh5d8cKcAd"):
        d.command("board", wrong)
    assert (d.view.phase, d.view.board) == ("preflop", ())
    assert alarms(d) == ["command.cards", "command.card_twice", "command.cards"]


def test_a_command_at_the_wrong_time_is_refused() -> None:
    d = dealt()
    for word, value in (("gathered", None), ("shows", 3), ("wins", "3"), ("awarded", None), ("folded", 99)):
        d.command(word, value)
    assert {key.partition(".")[0] for key in alarms(d)} == {"command"}
    assert d.view.turn == 3


def test_a_spot_in_manual_is_ticked_by_the_shoe_from_then_on() -> None:
    d = shuffled()
    d.command("manual", "cards:3")
    for n in range(8):
        seat = 1 + n % 4
        d.draw(DECK[n]) if seat == 3 else d.deal(DECK[n], SEAT + seat)
    assert (d.view.phase, alarms(d)) == ("preflop", [])


def test_faces_are_in_no_repr_of_an_event() -> None:
    told = str(CardDrawn(1, card("As"), "down", (0, 1))) + str(CardPlaced(1, 1, card("As"), (0, 1)))
    assert str(card("As")) not in told
    assert cards("As Kd") == (card("As"), card("Kd"))
