"""The moments of a hand as the floor sees them: in their order, with evidence and rulings, and without a face."""

from __future__ import annotations

from controller.poker.events import TimerFired
from controller.poker.outcomes import Alarm, Arm
from controller.poker.timers import Timed, Timer
from controller.service.session.hand_log import HandLog
from controller.table import new_table
from firmware_bridge.messages.moments import PublicMoment
from firmware_bridge.messages.people import LookBack
from firmware_bridge.messages.sensed import SeatKey
from firmware_bridge.messages.told import Answer, DealerCommand
from tests.core.tables import setup

from .service_rig import Peer, Rig
from .service_steps import dealt, whole_hand
from .things import at

DECK = ("As", "Kd", "7c", "9h", "2d", "Qs")


def moments(console: Peer, ask: str = "") -> tuple[PublicMoment, ...]:
    return console.ask(LookBack(session=console.session("floor"), ask=ask)).moments


def test_a_hand_is_told_in_its_order_with_what_was_ruled(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    bridge.say(SeatKey(seat=1, key="fold", at=at(4)))
    told = moments(console)
    assert [m.what for m in told[-3:]] == ["card_drawn", "card_placed", "key"]
    assert [(m.how, m.place) for m in told[-2:]] == [("sensed", "seat:1"), ("sensed", "")]
    assert [(m.seat, m.word, [r.matter for r in m.rulings]) for m in told[-1:]] == [(1, "fold", ["act.fold"])]
    sensing.clock.time += 2_000_000_000
    assert [m.before for m in moments(console)] == [m.before + 2_000 for m in told]


def test_a_new_hand_begins_the_log_again(sensing: Rig) -> None:
    _, console = whole_hand(sensing)
    told = moments(console)
    assert [m.word for m in told[:1]] == ["shuffle"]
    assert not any(m.what == "card_drawn" for m in told)


def test_a_question_has_the_moments_before_it_and_not_those_after(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    console.tell(DealerCommand(word="penalty", seat=2, choice="suspension", number=2))
    bridge.say(SeatKey(seat=1, key="fold", at=at(4)))
    told = moments(console, "penalty-2")
    assert len(told) == 8
    assert [(m.what, m.word, m.role, m.asks) for m in told[-1:]] == [("entry", "penalty", "dealer", ("penalty-2",))]
    assert [m.before for m in told[-1:]] == [0]
    assert moments(console, "nothing") == ()


def test_an_answer_is_a_moment_of_who_gave_it(sensing: Rig) -> None:
    _, console = dealt(sensing)
    console.tell(DealerCommand(word="penalty", seat=2, choice="suspension", number=2))
    option = sensing.state(console).asks[0].options[0]
    console.tell(Answer(ask="penalty-2", option=option), "floor")
    assert [(m.what, m.word, m.how, m.role) for m in moments(console)[-1:]] == [
        ("decision", option, "entered", "floor")
    ]


def test_a_restart_has_the_same_moments(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    bridge.say(SeatKey(seat=1, key="fold", at=at(4)))
    before = moments(console)
    sensing.restart()
    console.greet()
    assert [m.model_copy(update={"before": 0}) for m in moments(console)[: len(before)]] == [
        m.model_copy(update={"before": 0}) for m in before
    ]


def test_the_moments_name_no_card_and_no_tag(sensing: Rig) -> None:
    _, console = dealt(sensing)
    said = " ".join(m.model_dump_json() for m in moments(console))
    assert "card_placed" in said
    assert "04A1B2" not in said
    assert "E004015" not in said
    assert not [name for name in DECK if f'"{name}' in said or f" {name}" in said]


def test_a_time_over_which_nothing_was_decided_is_no_moment() -> None:
    log, timer = HandLog(), TimerFired(Timer(Timed.SIGHT), 5)
    log.took(timer, (Arm(timer.timer, 9),))
    log.took(timer, (Alarm("card.unseen"),))
    table = new_table(setup())
    assert [m.word for m in log.latest(table, 5)] == ["sight"]
