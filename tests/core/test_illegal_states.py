"""What random evenings brought to light: each once led a table where none may be."""

import pytest

from controller.poker.betting import seats_of
from controller.poker.events import CardDrawn, CardPlaced, Correction, Declared, FloorDecision
from controller.poker.hand import Phase, Stage
from controller.poker.outcomes import Ruling, id_text
from controller.poker.places import BOARD, MUCK, STACK
from controller.rulebooks import load
from controller.table import Parts, Stakes
from tests.core import invariants
from tests.core.dealing import Dealer
from tests.core.tables import CASINO, LFP, NO_LIMIT, alarms, dealt, setup, shuffled, to_flop, to_showdown
from tests.entries import entered


def decide(d: Dealer, ask: str, choice: str, role: str = "director", amount: int | None = None) -> None:
    d.send(FloorDecision(ask, choice, "", "bo", role, d.at(), amount))  # type: ignore[arg-type]


def last_ruling(d: Dealer, matter: str) -> str:
    """The id of the last ruling on a matter, as the floor names it."""
    found = next(o for o in reversed(d.outcomes) if isinstance(o, Ruling) and o.matter == matter)
    return id_text(found.id)


def tell(d: Dealer, word: str, value: int | str | None, role: str = "director") -> None:
    d.send(entered(word, value, "bo", role, d.at()))


def test_pots_split_in_mid_round_end_the_betting() -> None:
    d = to_flop()
    d.key(1, "raise", 300)
    tell(d, "undetermined", None, "floor")
    assert (d.view.phase, d.view.turn) == ("award", None)
    assert d.table.stack[1] == 10_000  # nobody had called the 300
    invariants.holds(d.table)


def test_nothing_is_split_before_the_cards_are_out() -> None:
    d = Dealer(setup(), LFP)
    d.shuffle()
    tell(d, "undetermined", None, "floor")
    assert d.view.phase == "shuffle"


def test_a_closed_round_stays_closed_when_a_decision_comes_to_nothing() -> None:
    d = dealt()
    for seat, key in ((3, "call"), (4, "call"), (1, "call"), (2, "check")):
        d.key(seat, key)
    decide(d, last_ruling(d, "act.check"), "call", "director", 7)
    pot = d.table.hand.betting.pot if d.table.hand else 0
    decide(d, last_ruling(d, "act.call"), "check", "director")
    assert d.table.hand is not None
    assert (d.table.hand.stage, d.table.hand.betting.pot) == (Stage.GATHER, pot)
    assert not any(d.table.hand.betting.bet)


def test_cards_after_the_award_open_no_street() -> None:
    d = dealt()
    for seat, key in ((3, "call"), (4, "call"), (1, "call"), (2, "check")):
        d.key(seat, key)
    d.bring_in()
    for seat in (2, 3, 4):
        tell(d, "killed", f"{seat}:accident")
    assert d.view.phase == "award"
    for exit_ in range(9, 13):
        d.send(CardDrawn(exit_, exit_, "down", d.at()))
        d.send(CardPlaced(exit_, 2 + exit_, exit_, d.at()))
    assert d.view.phase == "award"


def test_cards_cannot_be_named_before_they_are_dealt() -> None:
    d = Dealer(setup(), LFP)
    d.shuffle()
    tell(d, "shows", "3:AsKd", "dealer")
    tell(d, "shows", 3, "dealer")
    d.settle()
    order = d.table.hand.seats if d.table.hand else ()
    d.deal_holes({seat: (seat, 20 + seat) for seat in order}, order)
    assert not any(seat.shown for seat in d.view.seats)


def test_cards_of_a_folded_hand_are_not_kept_when_named() -> None:
    d = dealt()
    d.key(3, "fold")
    before = invariants.standing(d.table)
    tell(d, "shows", "3:7h7s", "dealer")
    assert not invariants.changed(before, invariants.standing(d.table))


@pytest.mark.parametrize("word", ["3:thrown", "3:accident"])
def test_the_last_live_hand_cannot_die(word: str) -> None:
    d = to_showdown(CASINO)
    for seat in (1, 2, 4):
        tell(d, "killed", f"{seat}:accident")
    tell(d, "killed", word)
    assert d.table.hand is not None
    assert seats_of(d.table.hand.betting.live) == (3,)


def test_a_fold_leaves_what_the_corrected_act_put_in() -> None:
    d = to_flop()
    d.key(1, "raise", 300)
    d.key(2, "raise", 900)
    d.key(3, "call")
    d.key(4, "fold")
    d.key(1, "fold")
    decide(d, last_ruling(d, "act.bet"), "bet", amount=500)
    assert d.table.hand is not None
    assert d.table.hand.betting.put[1] == 100 + 500


def test_a_misunderstanding_gives_up_no_more_than_lies_there() -> None:
    d = dealt()
    for seat, key in ((3, "call"), (4, "call"), (1, "call"), (2, "check")):
        d.key(seat, key)
    tell(d, "misunderstanding", 1)
    assert d.table.hand is not None
    assert d.table.hand.betting.put[1] == 50  # the small blind; the rest of the call never came


def test_a_winner_told_twice_is_refused() -> None:
    d = to_showdown(table=setup(parts=Parts(faces=False)))
    tell(d, "wins", "1,1", "dealer")
    assert d.view.phase == "showdown"
    assert "command.value" in alarms(d)


def test_a_word_that_is_refused_leaves_the_last_motion() -> None:
    d = dealt()
    d.push(3, 500)
    motion = d.table.hand.records.motion if d.table.hand else None
    assert motion is not None
    d.key(4, "check")
    assert d.table.hand is not None
    assert d.table.hand.records.motion is motion
    assert d.table.hand.records.source is None


def test_a_word_that_is_refused_leaves_the_question_open() -> None:
    d = dealt()
    d.send(CardPlaced(1 + d.table.hand.seats.index(3) if d.table.hand else 0, MUCK, None, d.at()))
    assert [a.key for a in d.view.asks] == ["fold"]
    d.key(3, "check")
    assert [a.key for a in d.view.asks] == ["fold"]


def test_a_burn_that_is_not_due_gathers_nothing() -> None:
    d = dealt()
    for seat, key in ((3, "call"), (4, "call"), (1, "call"), (2, "check")):
        d.key(seat, key)
    tell(d, "burned", None, "dealer")
    assert d.table.hand is not None
    assert d.table.hand.stage is Stage.GATHER


def test_a_board_with_a_card_twice_gathers_nothing() -> None:
    d = dealt()
    for seat, key in ((3, "call"), (4, "call"), (1, "call"), (2, "check")):
        d.key(seat, key)
    tell(d, "board", "AsAs2c", "dealer")
    assert d.table.hand is not None
    assert d.table.hand.stage is Stage.GATHER


def test_a_seat_without_chips_after_an_exclusion_cannot_act_when_its_hand_comes_back() -> None:
    d = to_flop(CASINO)
    tell(d, "penalty", "2:disqualification")
    invariants.holds(d.table)
    decide(d, last_ruling(d, "penalties"), "live")
    invariants.holds(d.table)


def test_an_award_whose_chips_have_left_is_not_taken_back() -> None:
    d = to_flop()
    d.key(1, "raise", 300)
    for seat in (2, 3, 4):
        d.key(seat, "fold")
    d.award()
    assert d.table.phase is Phase.CLAIMS
    d.send(Correction("withdraw", 1, d.table.stack[1], "leaves", "bo", "floor", d.at()))
    tell(d, "claim", 2)
    decide(d, "claim", "again")
    assert min(d.table.stack) >= 0
    assert "decision.refused" in alarms(d)


def test_a_renounced_hand_that_dies_is_no_longer_to_be_mixed() -> None:
    d = to_showdown(CASINO)
    tell(d, "renounced", 2)
    tell(d, "penalty", "2:dead_hand")
    assert d.table.hand is not None
    assert not d.table.hand.rights.renounced


def test_cards_told_and_then_seen_are_proven_once() -> None:
    d = shuffled(NO_LIMIT, setup(parts=Parts(shoe=False)))
    tell(d, "deal_done", None, "dealer")
    d.send(CardPlaced(1, 3, None, d.at()))
    invariants.holds(d.table)


def test_in_pot_limit_the_smallest_bet_may_be_more_than_the_pot() -> None:
    d = dealt(load("roberts", "pot_limit"), setup(2, stakes=Stakes(1, 2)))
    d.key(d.view.turn or 0, "call")
    d.key(d.view.turn or 0, "check")
    hand = d.table.hand
    assert hand is not None
    hand.betting.pot = 0
    assert d.table.book is not None
    hand.betting.open(1, 100, 0)
    facing = hand.betting.facing(hand.betting.turn, d.table.book.betting)
    assert (facing.lowest, facing.highest) == (100, 100)


def test_a_late_word_at_a_reopened_award_changes_no_act() -> None:
    d = to_flop()
    d.key(1, "raise", 300)
    for seat in (2, 3, 4):
        d.key(seat, "fold")
    tell(d, "claim", 2)
    decide(d, "claim", "again")
    d.send(Declared(4, "all_in", None, "anna", "dealer", "before", d.at()))
    invariants.holds(d.table)
    assert d.view.phase == "showdown"


def test_nobody_changes_his_place_while_he_is_dealt_in() -> None:
    d = dealt(CASINO)
    d.move(STACK + 3, (), (1000,))
    d.move(STACK + 6, (1000,))
    before = d.table.stack[3]
    decide(d, "change-6", "allow")
    assert (d.table.stack[3], d.table.stack[6]) == (before, 0)


def test_a_card_that_is_carried_on_to_another_seat_is_missing_once() -> None:
    d = shuffled(NO_LIMIT, setup(2, stacks={1: 60, 2: 60}))
    for exit_, spot in ((1, 1), (1, 2), (2, 2), (3, 1)):
        if exit_ not in d.table.felt.spot_of:
            d.send(CardDrawn(exit_, None, "down", d.at()))
        d.send(CardPlaced(exit_, spot, None, d.at()))
        invariants.holds(d.table)


def test_the_last_burn_read_on_the_board_at_showdown_goes_back() -> None:
    d = to_showdown(LFP)
    hand = d.table.hand
    assert hand is not None
    river_burn = next(slot.card for slot in hand.plan.slots.of_street(3))
    d.send(CardPlaced(river_burn, BOARD + 1, None, d.at()))
    (remedy,) = d.view.remedies
    assert [(move.verb, move.exits) for move in remedy.moves] == [("burn", (river_burn,))]
