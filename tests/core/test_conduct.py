"""Conduct and time: what people report and decide, recorded with author, article and consequence."""

from dataclasses import replace

import pytest

from controller.poker.cards import cards
from controller.poker.decision_clock import DECISION
from controller.poker.events import (
    ClockSet,
    Declared,
    FloorDecision,
    SeatKey,
    SeatOccupied,
    TimerFired,
)
from controller.poker.outcomes import Arm, Kill, Outcome, Penalise, Prompt, id_text
from controller.poker.places import POT, STACK
from controller.rulebooks import Rulebook, load
from controller.service.publication.public_state import public_asks
from tests.core.dealing import MS, Dealer
from tests.core.invariants import accounted
from tests.core.tables import (
    CASINO,
    LFP,
    NO_LIMIT,
    alarms,
    answer,
    asked,
    check_round,
    deal_all,
    dealt,
    last_ruling,
    matters,
    setup,
    tell,
    to_flop,
    to_showdown,
)
from tests.entries import entered

TOURNAMENT = load("casino_tournament")
SECOND = 1000 * MS


def next_hand(d: Dealer) -> None:
    """Everybody but one folds, the pot is pushed, the next hand is dealt."""
    while (turn := d.view.turn) is not None:
        d.key(turn, "fold")
    d.award()
    d.shuffle()
    d.settle()
    deal_all(d, tuple(range(20)))


# --- time -----------------------------------------------------------------------------------------------------------


def on_the_clock(book: Rulebook) -> tuple[Dealer, int]:
    """Seat 3 is on turn and on the clock; when it is over."""
    d = dealt(book)
    d.key(2, "time")
    tell(d, "clock", None, "floor")
    clock = d.view.clock
    assert clock is not None
    assert clock[0] == 3
    return d, clock[1]


def fire(d: Dealer, at: int) -> list[Outcome]:
    d.now = at
    return d.send(TimerFired(DECISION, at))


def test_the_clock_is_70_seconds_of_which_10_aloud() -> None:
    d = dealt(LFP)
    outcomes = tell(d, "clock", None, "floor")
    arm = next(o for o in outcomes if isinstance(o, Arm))
    assert arm == Arm(DECISION, d.now + 60 * SECOND)
    outcomes = fire(d, d.now + 60 * SECOND)
    assert [o.key for o in outcomes if isinstance(o, Prompt)] == ["countdown"]
    assert next(o for o in outcomes if isinstance(o, Arm)).due == d.now + 10 * SECOND


def test_an_act_in_time_stands_and_stops_the_clock() -> None:
    d, due = on_the_clock(TOURNAMENT)
    d.now = due - 2 * SECOND
    assert Arm(DECISION, None) in d.key(3, "call")
    assert fire(d, due) == []
    assert d.view.seats[2].in_hand


def test_the_hand_dies_at_zero_where_the_book_says_so() -> None:
    d, due = on_the_clock(TOURNAMENT)
    ruling = last_ruling(fire(d, due))
    assert (ruling.cites[0].article, ruling.effects, d.view.turn) == ("casino-T28", (Kill(3),), 4)


def test_a_hand_dies_at_zero_though_it_could_have_checked() -> None:
    d = to_flop(TOURNAMENT)
    tell(d, "clock", None, "floor")
    assert d.view.clock is not None
    fire(d, d.view.clock[1])
    assert (d.view.seats[0].in_hand, d.view.turn) == (False, 2)


def test_the_hand_dies_only_when_the_manager_declares_it() -> None:
    d, due = on_the_clock(LFP)
    fire(d, due)
    assert d.view.seats[2].in_hand
    d.now += 3 * SECOND
    d.push(3, 100)
    assert (d.view.turn, d.view.seats[2].in_hand) == (4, True)


def test_a_hand_declared_dead_is_dead() -> None:
    d, due = on_the_clock(LFP)
    fire(d, due)
    tell(d, "declare_dead", None, "floor")
    assert (d.view.seats[2].in_hand, d.view.turn) == (False, 4)


def test_chips_after_the_declaration_go_back_though_they_were_read_first() -> None:
    d, due = on_the_clock(LFP)
    fire(d, due)
    declared = d.now + 500 * MS
    d.push(3, 100)
    d.send(entered("declare_dead", None, "bo", "floor", (declared, declared)))
    assert (d.view.seats[2].in_hand, d.view.turn) == (False, 4)
    assert ("bet:3", -100) in d.view.dues


def test_the_dealer_never_calls_the_time() -> None:
    d = dealt(LFP)
    ruling = last_ruling(tell(d, "clock", None))
    assert (ruling.cites[0].article, d.view.clock) == ("lfp-3.6", None)


def test_nobody_calls_the_time_from_an_empty_chair() -> None:
    d = dealt(LFP)
    d.send(SeatOccupied(2, False, d.at()))
    assert matters(d.key(2, "time")) == ["time"]
    assert not [p for p in d.view.prompts if p.to == "floor"]


def test_a_folded_player_may_call_the_time() -> None:
    d = dealt(LFP)
    d.key(3, "fold")
    outcomes = d.key(3, "time")
    assert [o.to for o in outcomes if isinstance(o, Prompt)] == ["floor"]


def test_a_cash_book_without_a_figure_starts_no_clock() -> None:
    d = dealt(CASINO)
    tell(d, "clock", None, "floor")
    assert d.view.clock is None


def test_a_player_who_calls_the_time_too_often_is_named() -> None:
    d = dealt(LFP)
    outcomes: list[Outcome] = []
    for _ in range(5):
        outcomes = d.key(2, "time")
    ask = asked(outcomes)
    assert (ask.key, ask.seat, dict(ask.params)["matter"]) == ("penalty", 2, "time.abuse")


# --- reports --------------------------------------------------------------------------------------------------------


def test_a_telephone_kills_the_hand_where_the_book_says_so() -> None:
    d = to_flop(LFP)
    d.key(1, "check")
    ruling = last_ruling(tell(d, "fault", "2:device"))
    assert (ruling.cites[0].article, d.view.seats[1].in_hand, d.view.turn) == ("lfp-3.5", False, 3)


def test_a_telephone_of_a_folded_player_changes_no_hand() -> None:
    d = to_flop(LFP)
    d.key(1, "fold")
    assert matters(tell(d, "fault", "1:device")) == ["phones"]
    assert d.view.turn == 2


def told_to_leave(d: Dealer) -> set[str]:
    return {prompt.key for prompt in d.view.prompts} & {"talk_away", "leave_to_talk"}


@pytest.mark.parametrize("leaves", ["is entered as away", "leaves the chair"])
def test_a_player_who_leaves_to_talk_is_told_so_no_longer(leaves: str) -> None:
    d = to_flop()
    d.key(1, "fold")
    tell(d, "fault", "1:device")
    assert told_to_leave(d) == {"talk_away", "leave_to_talk"}
    if leaves == "is entered as away":
        tell(d, "away", 1)
    else:
        d.send(SeatOccupied(1, present=False, at=d.at()))
    assert not told_to_leave(d)


def test_a_telephone_goes_to_the_ladder_where_the_book_says_so() -> None:
    d = to_flop(CASINO)
    outcomes = tell(d, "fault", "2:device")
    assert (d.view.seats[1].in_hand, asked(outcomes).key) == (True, "penalty")
    answer(d, "penalty", "dead_hand")
    assert not d.view.seats[1].in_hand


def test_a_hand_told_during_play_lives_and_its_penalty_is_due_after_the_hand() -> None:
    d = to_flop(LFP)
    tell(d, "fault", "2:disclosed")
    assert d.view.seats[1].in_hand
    for seat in (1, 3, 4):
        d.key(seat, "fold")
    d.award()
    assert ("floor", "penalty_due") in [(p.to, p.key) for p in d.view.prompts]


def test_a_hand_told_during_play_is_dead_once_the_floor_confirms_it() -> None:
    d = to_flop(CASINO)
    tell(d, "fault", "2:disclosed")
    assert d.view.seats[1].in_hand
    answer(d, "hand_dead", "dead_hand")
    assert not d.view.seats[1].in_hand


def test_at_showdown_nothing_is_disclosed() -> None:
    d = to_showdown(LFP)
    tell(d, "fault", "2:disclosed")
    assert alarms(d) == ["command.not_now"]


def test_collusion_is_penalised_on_both() -> None:
    d = to_flop(CASINO)
    tell(d, "fault", "3:collusion:2")
    rulings = [last_ruling(answer(d, "penalty", "dead_hand")) for _ in range(2)]
    assert [r.cites[0].article for r in rulings] == ["casino-G4", "casino-G4"]
    assert {e.seat for r in rulings for e in r.effects if isinstance(e, Penalise)} == {2, 3}
    assert [s.in_hand for s in d.view.seats] == [True, False, False, True]


def test_a_remark_of_a_live_player_is_his_hand_told() -> None:
    d = to_flop(LFP)
    assert matters(tell(d, "fault", "2:remark")) == ["disclosure"]
    d.key(1, "fold")
    assert matters(tell(d, "fault", "1:remark")) == ["remarks"]


@pytest.mark.parametrize(("hole", "default"), [("Qs Th", "call"), ("Kd Kh", None)])
def test_a_hand_laid_open_in_the_middle_is_a_call_by_right_if_it_cannot_be_beaten(
    hole: str, default: str | None
) -> None:
    d = to_flop(LFP)
    check_round(d)
    d.deal_board(12, cards("Kc"), 4)
    check_round(d)
    d.deal_board(14, cards("Ad"), 5)
    assert d.table.hand is not None
    faces = d.table.hand.faces.by_exit
    for exit_, face in zip(d.table.hand.plan.cards_of(2), cards(hole), strict=True):
        faces[exit_] = face
    d.key(1, "raise", 3000)
    assert asked(tell(d, "fault", "2:middle")).default == default
    answer(d, "middle", "call")
    assert (d.view.turn, d.view.seats[1].due) == (3, 3000)


# --- penalties ------------------------------------------------------------------------------------------------------


def test_the_ladder_in_order_proposes_its_next_step() -> None:
    d = to_flop(LFP)
    d.key(1, "fold")
    assert asked(tell(d, "fault", "1:remark")).default == "warning"
    answer(d, "penalty", "warning")
    assert asked(tell(d, "fault", "1:remark")).default == "suspension"


def test_a_free_ladder_proposes_nothing() -> None:
    d = to_flop(CASINO)
    ask = asked(tell(d, "fault", "1:behaviour"))
    assert (ask.default, ask.options) == (
        None,
        ("none", "caution", "dead_hand", "suspension", "disqualification"),
    )


def test_a_warning_kills_the_next_hand_unseen_and_that_one_alone() -> None:
    d = dealt(LFP)
    tell(d, "penalty", "2:warning", "director")
    assert d.view.seats[1].in_hand
    next_hand(d)
    assert (d.view.seats[1].dealt_in, d.view.seats[1].in_hand, d.view.seats[1].suspended) == (
        True,
        False,
        ("hands", 1),
    )
    next_hand(d)
    assert (d.view.seats[1].in_hand, d.view.seats[1].suspended) == (True, None)


def test_a_suspension_of_rounds_ends_when_the_big_blind_comes_once_more() -> None:
    d = dealt(LFP)
    tell(d, "penalty", "3:suspension:1", "director")
    served = []
    for _ in range(6):
        next_hand(d)
        served.append(not d.view.seats[2].in_hand)
    assert served == [True, True, True, True, False, False]


def test_a_suspended_player_posts_his_blind() -> None:
    d = dealt(LFP)
    tell(d, "penalty", "3:warning", "director")
    next_hand(d)
    assert (d.view.big_blind_seat, d.view.seats[2].bet, d.view.seats[2].in_hand) == (3, 100, False)


def test_an_excluded_player_loses_hand_stack_and_seat_and_his_bets_stay() -> None:
    d = to_flop(LFP)
    d.key(1, "raise", 600)
    d.settle()
    tell(d, "penalty", "1:disqualification", "director")
    assert d.view.pot_total == 1000
    assert 1 not in [s.seat for s in d.view.seats]
    assert (d.table.stack[1], accounted(d.table.felt), d.view.turn) == (0, True, 2)


@pytest.mark.parametrize("book", [LFP, TOURNAMENT], ids=["lfp", "casino_tournament"])
@pytest.mark.parametrize("in_play", [True, False], ids=["in a hand", "between hands"])
def test_whoever_is_left_when_the_other_is_excluded_from_a_tournament_has_won(book: Rulebook, in_play: bool) -> None:
    d = dealt(book, replace(setup(2), tournament=True))
    if not in_play:
        d.key(d.view.turn or 0, "fold")
        d.award()
    tell(d, "penalty", "1:disqualification", "director")
    if in_play:
        d.award()
    assert d.view.contest is not None
    assert sorted(standing[:2] for standing in d.view.contest.standings) == [(1, 2), (2, 1)]


@pytest.mark.parametrize(("book", "proposed"), [(LFP, "warning"), (TOURNAMENT, None)], ids=["in order", "free"])
def test_the_penalty_of_a_dealer_is_put_to_the_floor(book: Rulebook, proposed: str | None) -> None:
    d = dealt(book)
    tell(d, "penalty", "2:suspension:1")
    assert ([ask.default for ask in d.view.asks], [s.suspended for s in d.view.seats if s.suspended]) == (
        [proposed],
        [],
    )


# --- claims, counts, standing, forward motion -----------------------------------------------------------------------


def won(book: Rulebook) -> Dealer:
    d = to_flop(book)
    for seat in (1, 2, 3):
        d.key(seat, "fold")
    d.award()
    return d


def test_the_floor_sees_when_the_disputed_acts_were_done_and_what_said_so() -> None:
    d = to_flop(LFP)
    d.key(1, "check")
    d.send(Declared(2, "bet", 300, "anna", "dealer", None, d.at()))
    tell(d, "dispute", 3)
    assert [(act.how, act.seat, act.act, act.total) for act in d.view.log] == [
        ("sensed", 1, "check", 0),
        ("entered", 2, "bet", 300),
    ]
    first, second = (act.before for act in d.view.log)
    assert first > second > 0
    (ask,) = public_asks(d.view)
    assert [(act.text.key, act.how) for act in ask.log] == [("effect.check", "sensed"), ("effect.bet", "entered")]
    answer(d, "dispute", "stands")
    assert (d.view.log, d.view.turn) == ((), 3)


def test_a_clock_set_anew_leaves_the_times_of_a_dispute_as_they_were() -> None:
    d = to_flop(LFP)
    d.key(1, "check")
    tell(d, "dispute", 2)
    before = d.view.log
    d.send(ClockSet(-1_000_000, d.at()[1]))
    assert d.view.log == before


def test_a_dispute_stays_open_where_nothing_was_decided() -> None:
    d = to_flop(LFP)
    d.key(1, "check")
    ruling = d.table.rulings[-1].id
    tell(d, "dispute", 2)
    d.send(FloorDecision(id_text(ruling), "nonsense", "seen", "bo", "floor", d.at()))
    assert [ask.key for ask in d.view.asks] == ["dispute"]
    assert d.view.turn is None


def test_a_claim_before_the_shuffle_holds_it() -> None:
    d = won(LFP)
    assert matters(tell(d, "claim", 2)) == ["claims.award"]
    d.shuffle()
    assert (d.view.phase, alarms(d)) == ("claims", ["shuffle.claim_open"])
    answer(d, "claim", "stands")
    d.shuffle()
    assert d.view.hand == 2


def test_a_claim_may_have_the_pots_awarded_again() -> None:
    d = to_showdown(LFP)
    for seat in (1, 2, 3, 4):
        d.command("shows", seat)
    d.award()
    tell(d, "claim", 2)
    answer(d, "claim", "again")
    assert d.view.phase == "showdown"
    d.command("wins", "2")
    assert dict(d.view.awards) == {2: 400}


@pytest.mark.parametrize(("book", "article"), [(LFP, "lfp-9.1"), (CASINO, "casino-G24")], ids=["lfp", "casino"])
def test_a_claim_that_comes_too_late_is_refused(book: Rulebook, article: str) -> None:
    d = won(book)
    if book is LFP:
        d.shuffle()
    assert last_ruling(tell(d, "claim", 2)).cites[0].article == article


def test_a_bet_is_counted_for_a_live_opponent_alone() -> None:
    d = to_flop(LFP)
    d.key(1, "raise", 300)
    d.key(2, "fold")
    assert [o.key for o in tell(d, "count", 3) if isinstance(o, Prompt)] == ["count"]
    outcomes = tell(d, "count", 2)
    assert (matters(outcomes), [o for o in outcomes if isinstance(o, Prompt)]) == (["chips.count"], [])


def test_nobody_acts_standing() -> None:
    d = to_flop(LFP)
    d.send(SeatOccupied(1, False, d.at()))
    assert matters(d.key(1, "raise", 600)) == ["act.standing"]
    d.push(1, 500)
    assert (d.view.turn, ("bet:1", -500) in d.view.dues) == (1, True)
    d.send(SeatOccupied(1, True, d.at()))
    d.key(1, "check")
    assert d.view.turn == 2


def test_who_stands_up_after_his_act_keeps_it() -> None:
    d = to_flop(LFP)
    d.key(1, "raise", 600)
    d.send(SeatOccupied(1, False, d.at()))
    assert d.view.call_total == 600


def test_chips_thrown_into_the_pot_are_a_bet_to_be_brought_back() -> None:
    d = to_flop(LFP)
    d.key(1, "raise", 400)
    d.settle()
    d.move(STACK + 2, (), (100, 100, 100, 100))
    d.move(POT, (100, 100, 100, 100))
    assert (d.view.turn, d.view.seats[1].bet) == (3, 400)
    assert ("bet:2", 400) in d.view.dues


def test_a_forward_motion_is_the_floors_to_judge() -> None:
    d = dealt(load("roberts", "limit"))
    ask = asked(tell(d, "forward", "3:100"))
    assert (ask.options, ask.role) == (("complete", "no_action"), "floor")
    answer(d, "forward", "complete")
    assert (d.view.turn, d.view.seats[2].bet) == (4, 100)


def test_a_time_key_on_turn_is_only_a_notice() -> None:
    d = dealt(NO_LIMIT)
    outcomes = d.send(SeatKey(3, "time", None, d.at()))
    assert [o.key for o in outcomes if isinstance(o, Prompt)] == ["time"]


def test_a_hand_shown_while_another_may_still_act_is_a_fault_and_lives() -> None:
    d = to_flop(LFP)
    d.key(1, "check")
    assert matters(d.command("shows", 3)) == ["disclosure"]
    assert (d.view.seats[2].in_hand, d.view.turn) == (True, 2)
