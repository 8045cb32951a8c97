"""A page asks what an answer would change: who may ask, how often, and what waits for it."""

from __future__ import annotations

import pytest

from controller.service.process import inquiries
from controller.service.transport.console_guard import DEAR
from firmware_bridge.messages.foreseen import Change
from firmware_bridge.messages.people import Foresee, LookBack, PersonAnswer, PersonRequest
from firmware_bridge.messages.public import Text
from firmware_bridge.messages.roles import ROLES, Role
from firmware_bridge.messages.sensed import CardPlaced
from firmware_bridge.messages.told import Answer, DealerCommand

from .service_rig import Peer, Rig
from .test_service_hand import unread_flop
from .things import at, tag_of

MINUTE = 60_000_000_000
PENALTY = DealerCommand(word="penalty", seat=2, choice="suspension", number=2)
ASK = "penalty-2"


def asked(rig: Rig) -> Peer:
    """A table at which the floor is asked whether a dealer's penalty stands."""
    console = rig.peer("console")
    console.tell(DealerCommand(word="shuffle"))
    console.tell(PENALTY)
    return console


def asked_by_the_senses(rig: Rig) -> Peer:
    """A table whose burn and first card of the flop were not read as they were drawn. One of them lies there."""
    bridge: Peer
    console: Peer
    bridge, console = unread_flop(rig)
    bridge.say(CardPlaced(tag=tag_of("Jh"), spot="board:2", at=at(7)))
    rig.wait(1_000_000_000)
    return console


def options(rig: Rig, console: Peer) -> tuple[str, ...]:
    return next(ask.options for ask in rig.state(console).asks if ask.id == ASK)


def foreseen(console: Peer, option: str, role: Role = "floor", ask: str = ASK) -> PersonAnswer:
    return console.ask(Foresee(session=console.session(role), ask=ask, option=option))


def test_each_answer_to_a_question_is_tried_and_the_question_stays_open(plain: Rig) -> None:
    console = asked(plain)
    before = plain.state(console)
    found = [foreseen(console, option).foreseen for option in options(plain, console)]
    assert None not in found
    assert [ruling.matter for each in found if each for ruling in each.rulings]
    assert plain.state(console) == before
    assert console.tell(Answer(ask=ASK, option=before.asks[0].options[0]), "floor").accepted


def test_what_is_foreseen_of_an_answer_to_the_senses_comes_true(sensing: Rig) -> None:
    console = asked_by_the_senses(sensing)
    before = sensing.state(console)
    as_burn, as_flop = (foreseen(console, option, ask="draw-board:2") for option in ("7", "8"))
    assert sensing.state(console) == before
    assert as_burn.refused == Text(key="alarm.burn.missing")
    assert as_flop.foreseen is not None
    assert as_flop.foreseen.changes == (Change(what="cards", place="board", before=0, after=1),)
    console.tell(Answer(ask="draw-board:2", option="8"))
    step = sensing.state(console).next_step
    assert step is not None
    assert step.text == as_flop.foreseen.step


def test_a_question_of_the_senses_has_the_moments_before_its_card(sensing: Rig) -> None:
    console = asked_by_the_senses(sensing)
    ask = LookBack(session=console.session("floor"), ask="draw-board:2")
    told = console.ask(ask).moments
    assert [(m.what, m.place, m.asks) for m in told[-3:]] == [
        ("card_drawn", "shoe", ()),
        ("card_drawn", "shoe", ()),
        ("card_placed", "board:2", ("draw-board:2",)),
    ]
    assert len(told) == 8


@pytest.mark.parametrize("role", ROLES)
def test_only_those_who_decide_see_what_an_answer_would_change(plain: Rig, role: Role) -> None:
    console = asked(plain)
    answer = foreseen(console, options(plain, console)[0], role)
    may = role in ("assistant", "floor", "director")
    assert (answer.foreseen is not None, answer.refused is None) == (may, may)


def test_an_answer_to_no_open_question_is_refused(plain: Rig) -> None:
    console = asked(plain)
    assert getattr(foreseen(console, "yes", ask="nothing").refused, "key", "") == "refused.no_such_ask"
    assert getattr(foreseen(console, "perhaps").refused, "key", "") == "refused.option"


def test_a_locked_table_foresees_nothing(plain: Rig) -> None:
    console = asked(plain)
    session = console.session("floor")
    plain.of.latch.latch("journal_commit", "a test")
    answer = console.ask(Foresee(session=session, ask=ASK, option="yes"))
    assert getattr(answer.refused, "key", "") == "refused.not_now"


def test_a_program_that_fails_at_an_answer_fails_at_the_copy_alone(
    plain: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = asked(plain)
    option = options(plain, console)[0]

    def fail(*_: object) -> None:
        raise ZeroDivisionError("As Kd")

    monkeypatch.setattr(inquiries, "foreseen", fail)
    assert getattr(foreseen(console, option).refused, "key", "") == "refused.not_foreseen"
    assert not plain.of.latch.locked
    assert console.tell(Answer(ask=ASK, option=option), "floor").accepted


def test_of_many_answers_one_is_tried_in_each_turn(plain: Rig) -> None:
    console = asked(plain)
    session, option = console.session("floor"), options(plain, console)[0]
    tried: list[PersonAnswer] = []
    for number in range(100, 103):
        ask = PersonRequest(source="console", number=number, ask=Foresee(session=session, ask=ASK, option=option))
        plain.service.gate.take(ask, tried.append, plain.clock.time)
    for turn in range(1, 4):
        plain.service.flush(plain.clock.time)
        assert len(tried) == turn


def test_a_page_that_asks_by_itself_keeps_no_session_alive(plain: Rig) -> None:
    console = asked(plain)
    option = options(plain, console)[0]
    foreseen(console, option)
    plain.clock.time += 29 * MINUTE
    assert foreseen(console, option).refused is None
    plain.clock.time += 2 * MINUTE
    assert getattr(foreseen(console, option).refused, "key", "") == "refused.session"


def test_who_asks_too_often_is_not_answered_and_play_goes_on(plain: Rig) -> None:
    console = asked(plain)
    option = options(plain, console)[0]
    for _ in range(DEAR["foresee"][0]):
        assert foreseen(console, option).foreseen is not None
    heard = len(console.all(PersonAnswer))
    ask = Foresee(session=console.session("floor"), ask=ASK, option=option)
    console.send(PersonRequest(source="console", number=9999, ask=ask))
    assert len(console.all(PersonAnswer)) == heard
    assert console.tell(Answer(ask=ASK, option=option), "floor").accepted
