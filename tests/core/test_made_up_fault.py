"""A fault that is one object only: noticed, ruled on, put right, a reason for a void hand, and taken back."""

import dataclasses

import pytest

from controller.poker.events import CardGone, FloorDecision
from controller.poker.false_boards import CHOSEN
from controller.poker.hand import Hand
from controller.poker.outcomes import Ruling, Splice
from controller.poker.places import BOARD
from controller.poker.remedy import Move
from controller.table import Table
from controller.table.remedies.engine import open_remedy, put_right_or_ask
from controller.table.state import fault
from controller.table.state.facts import BoardGrew
from controller.table.state.fault import CardAlarm, Fault, Notice, know, notice
from controller.table.state.questions_of_deal import FalseBoard
from tests.core.dealing import Dealer
from tests.core.tables import LFP, alarms, flop, setup

WET = "board.wet"
TAKEN_BACK: list[str] = []


def wipe(table: Table, hand: Hand, question: FalseBoard, by: str) -> None:
    """A card that lies in a drink is burnt, and counts."""
    moves = (Move("burn", (question.card,), "board", "burn", "told"),)
    open_remedy(table, hand, WET, None, (Splice("now", question.card),), moves, by=by, decided="next_burn")


def is_wet(table: Table, hand: Hand, _fact: BoardGrew) -> bool:
    """Every flop is wet, and is judged once."""
    return len(hand.plan.board()) == 3 and all(ruling.matter != WET for ruling in table.rulings)


def soak(table: Table, hand: Hand, _fact: BoardGrew) -> None:
    put_right_or_ask(table, hand, FalseBoard(WET, ("put_right", "dry", "misdeal"), card=hand.plan.board()[0]))


MADE_UP = Fault(
    name="A wet card",
    noticed="A drink is spilt over the board.",
    senses=("a person",),
    matters=(WET,),
    movements=(("burn", "board"),),
    alarms=(CardAlarm("card.wet", lambda table, _hand, _alarm: not table.felt.lifted),),
    hole_cards=True,
    remedy=wipe,
    choices={"dry": lambda table, _hand, _question, _by: table.alarm("card.wet")},
    taken_back=lambda _hand, ruling: TAKEN_BACK.append(ruling.matter),
    notices=(Notice(BoardGrew, is_wet, soak),),
)


@pytest.fixture
def wet(monkeypatch: pytest.MonkeyPatch) -> Dealer:
    """A flop on which a card gets wet: the floor is asked."""
    for known in ("_OF_MATTER", "_OF_ALARM", "_OF_FACT"):
        monkeypatch.setattr(fault, known, dict(getattr(fault, known)))
    know([MADE_UP])
    TAKEN_BACK.clear()
    return flop(LFP)


def decides(d: Dealer, name: str, choice: str) -> None:
    d.send(FloorDecision(name, choice, "", "f", "floor", d.at()))


def last(d: Dealer) -> Ruling:
    return next(o for o in reversed(d.outcomes) if isinstance(o, Ruling))


def name(ruling: Ruling) -> str:
    return ".".join(map(str, ruling.id))


def test_it_is_put_right_and_play_goes_on(wet: Dealer) -> None:
    decides(wet, "board", "put_right")
    wet.command("done")
    assert (wet.view.remedies, wet.view.turn) == ((), 1)


def test_a_fault_that_is_registered_first_is_asked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fault, "_OF_FACT", {})
    judged: list[str] = []

    def of(name: str, *, sees: bool) -> Fault:
        notices = (Notice(BoardGrew, lambda *_: sees, lambda *_: judged.append(name)),)
        return dataclasses.replace(MADE_UP, name=name, matters=(), alarms=(), notices=notices)

    know([of("blind", sees=False), of("seeing", sees=True), of("too late", sees=True)])
    assert (notice(Dealer(setup(), LFP).table, None, BoardGrew()), judged) == (True, ["seeing"])


def test_the_floor_is_asked_and_its_word_opens_the_movements(wet: Dealer) -> None:
    assert ([ask.options for ask in wet.view.asks], wet.view.turn) == ([("put_right", "dry", "misdeal")], None)
    decides(wet, "board", "put_right")
    assert [(r.matter, [move.verb for move in r.moves]) for r in wet.view.remedies] == [(WET, ["burn"])]


def test_another_choice_is_carried_out_and_its_alarm_stands_while_its_cause_does(wet: Dealer) -> None:
    decides(wet, "board", "dry")
    assert ("card.wet" in alarms(wet), wet.view.remedies) == (True, ())
    wet.send(CardGone(10, BOARD + 1, wet.at()))
    assert "card.wet" not in [alarm.key for alarm in wet.view.alarms]


def test_the_hand_is_void_for_it_as_for_any_fault_of_its_kind(wet: Dealer) -> None:
    decides(wet, "board", "misdeal")
    assert (wet.view.phase, last(wet).matter, last(wet).decided) == ("cancelled", WET, "misdeal")


def test_its_ruling_is_taken_back_in_its_own_way(wet: Dealer) -> None:
    decides(wet, "board", "put_right")
    decides(wet, name(last(wet)), "no_fault")
    assert (TAKEN_BACK, last(wet).decided) == ([WET], "no_fault")


def test_a_rule_key_has_one_fault(wet: Dealer) -> None:
    with pytest.raises(ValueError, match=r"'board\.wet' is of 'A wet card' and of 'Another'"):
        know([dataclasses.replace(MADE_UP, name="Another")])


@pytest.mark.parametrize(("matter", "course"), sorted({(m, c) for m, _, c in CHOSEN} | {("premature.flop", "folds")}))
def test_early_cards_have_a_course_for_all_that_a_policy_says(matter: str, course: str) -> None:
    assert course in fault.fault_of(matter).courses
