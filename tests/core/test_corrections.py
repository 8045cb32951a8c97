"""Acts misread, withdrawn, corrected and overruled: the round judged again until the gathering, never after."""

from controller.poker.events import Declared, FloorDecision
from controller.poker.outcomes import Ask, Outcome, Ruling, id_text
from controller.rulebooks import Rulebook
from tests.core.dealing import Dealer
from tests.core.tables import (
    CASINO,
    LFP,
    NO_LIMIT,
    alarms,
    check_round,
    dealt,
    due,
    flop,
    last_ruling,
    matters,
    setup,
    tell,
    to_flop,
)


def rule_otherwise(
    d: Dealer, ruling: Ruling, choice: str, role: str = "floor", amount: int | None = None
) -> list[Outcome]:
    name = id_text(ruling.id)
    return d.send(FloorDecision(name, choice, "seen by all", "bo", role, d.at(), amount))  # type: ignore[arg-type]


def opened(amount: int, book: Rulebook = LFP, players: int = 6) -> Dealer:
    """On the flop seat 1 has bet; seat 2 is on turn."""
    d = flop(book, players)
    d.key(1, "raise", amount)
    d.settle()
    return d


# --- the dealer's error ---------------------------------------------------------------------------------------------


def test_a_misread_call_is_put_right_and_a_fold_after_it_stands() -> None:
    d = opened(500)
    d.key(2, "raise", 1000)
    d.key(3, "fold")
    outcomes = tell(d, "misread", "2:call")
    ruling = last_ruling(outcomes)
    assert (ruling.cites[0].article, ruling.by) == ("lfp-7.5", "dealer")
    assert (d.view.turn, d.view.call_total, d.view.seats[1].bet, d.view.seats[2].folded) == (4, 500, 500, True)


def test_what_was_misread_stands_after_two_acts_with_chips() -> None:
    d = opened(500)
    d.key(2, "raise", 1000)
    d.key(3, "call")
    d.key(4, "call")
    tell(d, "misread", "2:call")
    assert (d.view.turn, d.view.call_total, d.view.seats[1].bet) == (5, 1000, 1000)


def test_a_call_of_what_was_misread_is_read_again_from_its_chips() -> None:
    d = opened(500)
    d.key(2, "raise", 1000)
    d.push(3, 1000)
    tell(d, "misread", "2:call")
    assert (d.view.turn, d.view.call_total, d.view.seats[2].bet, due(d, 3)) == (4, 500, 500, -500)


def test_an_entry_is_withdrawn_while_nobody_has_acted_since() -> None:
    d = opened(500)
    d.key(2, "fold")
    tell(d, "withdraw", 2)
    assert (d.view.turn, d.view.seats[1].in_hand) == (2, True)
    d.key(2, "fold")
    d.key(3, "fold")
    tell(d, "withdraw", 2)
    assert (d.view.turn, d.view.alarms[-1].key) == (4, "command.not_now")


def test_a_fold_that_ended_the_round_is_withdrawn_before_the_gathering() -> None:
    d = opened(500, players=4)
    d.key(2, "call")
    d.key(3, "call")
    d.key(4, "fold")
    assert d.view.turn is None
    tell(d, "withdraw", 4)
    assert d.view.phase == "flop"
    assert d.view.seats[3].in_hand


def test_nothing_is_put_right_once_the_bets_are_gathered() -> None:
    d = opened(500, players=4)
    for seat in (2, 3, 4):
        d.key(seat, "call")
    d.bring_in()
    tell(d, "misread", "4:fold")
    assert "round.gathered" in [r.matter for r in d.view.rulings]
    assert d.view.seats[3].in_hand


def test_a_word_before_the_chips_entered_late_corrects_the_act() -> None:
    d = opened(500)
    d.push(2, 1000)
    d.key(3, "fold")
    d.send(Declared(2, "raise", 1000, "anna", "dealer", "before", d.at()))
    assert (d.view.call_total, d.view.turn) == (1000, 4)


# --- a chain of wrong bets ------------------------------------------------------------------------------------------


def test_a_chain_of_short_calls_is_corrected_from_the_first_on() -> None:
    d = opened(600)
    d.push(2, 500)
    d.push(3, 500)
    d.key(4, "fold")
    assert (d.view.turn, d.view.to_call) == (2, 100)
    d.push(2, 100)
    assert (d.view.turn, d.view.to_call, d.view.options) == (3, 100, ("fold", "call"))
    d.key(3, "fold")
    assert (d.view.turn, due(d, 3), d.view.seats[3].folded) == (5, 0, True)


def test_a_raise_too_small_is_a_call_and_what_followed_it_faces_the_bet() -> None:
    d = opened(500)
    d.push(2, 500, 100, 100)
    d.push(3, 500, 100, 100)
    assert (d.view.turn, d.view.call_total, due(d, 2), due(d, 3)) == (4, 500, -200, -200)


def test_bets_gathered_short_are_the_pot() -> None:
    d = opened(400, players=3)
    d.key(2, "call")
    d.push(2, 100, 100, 100)
    d.key(3, "call")
    d.push(3, 100, 100, 100, 100)
    d.outcomes.clear()
    d.gather(d.lines())
    ruling = next(o for o in d.outcomes if isinstance(o, Ruling))
    assert ruling.matter == "round.gathered"
    assert (d.view.pots[0].amount, d.view.dues) == (300 + 1100, ())
    assert d.view.seats[1].in_hand


# --- a player's misunderstanding ------------------------------------------------------------------------------------


def test_who_had_not_seen_the_raise_takes_his_chips_back() -> None:
    d = opened(400, NO_LIMIT)
    d.key(2, "raise", 800)
    d.settle()
    d.push(3, 100, 100, 100, 100)
    tell(d, "unaware", 3)
    assert (d.view.turn, d.view.options, due(d, 3)) == (3, ("fold", "call", "raise", "all_in"), -400)


def test_who_had_not_seen_the_raise_makes_it_up_once_another_has_acted() -> None:
    d = opened(400, NO_LIMIT)
    d.key(2, "raise", 800)
    d.settle()
    d.push(3, 100, 100, 100, 100)
    d.key(4, "fold")
    tell(d, "unaware", 3)
    assert (d.view.turn, due(d, 3)) == (5, 400)


def test_a_gross_misunderstanding_costs_only_the_chips_put_in_and_is_the_directors() -> None:
    d = opened(8000)
    d.key(2, "call")
    d.push(2, 500, 100, 100, 100)
    tell(d, "misunderstanding", 2)
    assert d.view.alarms[-1].key == "command.role"
    tell(d, "misunderstanding", 2, "director")
    seat = d.view.seats[1]
    assert (seat.folded, seat.bet, seat.stack, seat.due, d.view.turn) == (True, 800, 10_000 - 900, 0, 3)


# --- overruling -----------------------------------------------------------------------------------------------------


def test_the_floor_reads_a_raise_in_what_was_ruled_a_call() -> None:
    d = opened(500)
    ruling = last_ruling(d.push(2, 1000))
    outcomes = rule_otherwise(d, ruling, "raise", amount=1000)
    made = last_ruling(outcomes)
    assert (made.replaces, made.by, made.cites[0].article) == (ruling.id, "floor", "lfp-7.26")
    assert (d.view.call_total, d.view.turn, due(d, 2)) == (1000, 3, 0)


def test_two_rulings_on_one_act_and_the_last_holds() -> None:
    d = opened(500)
    first = last_ruling(d.push(2, 1000))
    second = last_ruling(rule_otherwise(d, first, "raise", amount=1000))
    third = last_ruling(rule_otherwise(d, first, "call", "director"))
    assert (third.replaces, d.view.call_total) == (second.id, 500)


def test_what_is_ruled_otherwise_rests_on_the_article_of_who_decides_too() -> None:
    d = opened(500, LFP)
    made = last_ruling(rule_otherwise(d, last_ruling(d.push(2, 1000)), "raise", "director", 1000))
    assert [cite.article for cite in made.cites] == ["lfp-7.26", "lfp-1.1"]
    dead = last_ruling(rule_otherwise(d, made, "dead", "director"))
    assert [cite.article for cite in dead.cites] == ["lfp-7.26", "lfp-1.1"]


def test_nobody_overrules_the_director() -> None:
    d = opened(500)
    first = last_ruling(d.push(2, 1000))
    rule_otherwise(d, first, "raise", "director", 1000)
    refused = rule_otherwise(d, first, "call", "floor")
    assert (matters(refused), d.view.call_total) == (["decision"], 1000)


def test_the_dealer_overrules_nobody() -> None:
    d = opened(500, LFP)
    ruling = last_ruling(d.key(2, "call"))
    assert matters(rule_otherwise(d, ruling, "fold", "dealer")) == ["decision"]
    assert d.view.seats[1].in_hand


def test_a_dealer_whose_book_lets_him_decide_waits_for_a_superior() -> None:
    d = opened(500, CASINO)
    ruling = last_ruling(d.key(2, "call"))
    (asked,) = rule_otherwise(d, ruling, "fold", "dealer")
    assert isinstance(asked, Ask)
    assert (asked.key, asked.role, d.view.seats[1].in_hand) == ("confirm", "floor", True)
    assert matters(d.send(FloorDecision(asked.id, "confirm", "", "Bea", "floor", d.at())))[0] == "decision"
    assert not d.view.seats[1].in_hand


def test_the_round_is_judged_again_from_an_overruled_act_on() -> None:
    d = opened(500)
    first = last_ruling(d.push(2, 1000))
    d.push(3, 500)
    d.key(4, "fold")
    rule_otherwise(d, first, "raise", amount=1000)
    assert (d.view.turn, d.view.to_call, d.view.options, d.view.seats[3].folded) == (3, 500, ("fold", "call"), True)
    assert (d.view.seats[2].bet, due(d, 3)) == (500, 0)


def test_a_killed_hand_lives_again_by_a_higher_role() -> None:
    d = opened(500)
    ruling = last_ruling(d.key(2, "fold"))
    rule_otherwise(d, ruling, "live")
    assert (d.view.turn, d.view.seats[1].in_hand) == (2, True)


def test_a_hand_is_ruled_dead() -> None:
    d = opened(500)
    ruling = last_ruling(d.key(2, "call"))
    rule_otherwise(d, ruling, "dead")
    assert (d.view.seats[1].folded, d.view.turn) == (True, 3)


def test_the_floor_reads_an_act_in_unofficial_words_and_a_fold_after_them_stands() -> None:
    d = opened(500)
    ruling = last_ruling(d.send(Declared(2, "other", None, "anna", "dealer", None, d.at())))
    d.key(3, "fold")
    rule_otherwise(d, ruling, "call")
    assert (d.view.turn, d.view.seats[1].bet, d.view.seats[2].folded) == (4, 500, True)


def test_a_question_is_answered_only_by_the_role_it_is_put_to() -> None:
    d = to_flop(NO_LIMIT)
    d.push(2, 100, 100)
    d.push(3, 100, 100)
    d.push(4, 100, 100)
    ask = next(iter(d.view.asks))
    d.send(FloorDecision(ask.id, "dead", "", "anna", "dealer", d.at()))
    assert (alarms(d)[-1], len(d.view.asks)) == ("decision.refused", 1)


def test_an_unknown_ruling_is_refused() -> None:
    d = dealt(table=setup(3))
    d.send(FloorDecision("999.1", "call", "", "bo", "floor", d.at()))
    assert alarms(d) == ["decision.refused"]


def test_checks_are_left_alone() -> None:
    d = flop(LFP, 3)
    check_round(d)
    assert d.view.turn is None
