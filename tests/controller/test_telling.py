"""Who may say what, and what it becomes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.poker import events as core
from controller.poker.cards import cards
from controller.poker.parts import Part, Reads
from controller.poker.said import (
    ChipsRestored,
    ChosenPenalty,
    LaidBoard,
    MisreadAct,
    NamedWinners,
    NewLevel,
    OfSeat,
    PartNamed,
    Said,
    SeatAndSum,
    ShownHand,
    ShownToOne,
    TurnedUp,
)
from controller.service.entries.command_events import Refused, Telling
from controller.service.transport.authorization import refusal
from firmware_bridge.messages.public import PublicAsk, Text
from firmware_bridge.messages.told import Answer, Command, Condition, DealerCommand, Declared, FloorDecision, Told

from .things import sensing_parts, table_file

ASK = PublicAsk(
    id="motion-3", key="motion", text=Text(key="ask.motion"), options=("one", "two"), default="two", role="floor"
)
NOW = (77, 77)


def command(told: Told, role: Any = "dealer") -> Command:
    return Command(role=role, author="Ann", told=told)


@pytest.fixture
def telling(tmp_path: Path) -> Telling:
    return Telling(table_file(tmp_path, parts=sensing_parts()))


def told(telling: Telling, message: Told, role: Any = "dealer") -> list[tuple[Any, ...]]:
    """The events without who said it and when."""
    events = telling.events(command(message, role), 77)
    assert all(getattr(event, "at", NOW) == NOW for event in events)
    return [
        (e.word, e.said) if isinstance(e, core.DealerCommand) else (type(e).__name__, e.__class__) for e in events
    ]


@pytest.mark.parametrize(
    ("word", "seat", "value", "said"),
    [
        ("shuffle", None, None, None),
        ("folded", 3, None, OfSeat(3)),
        ("shows", 3, None, ShownHand(3)),
        ("shows", 3, "As Kd", ShownHand(3, cards("AsKd"))),
        ("wins", 3, None, NamedWinners(3)),
        ("wins", None, "2;1,3", NamedWinners(None, ((2,), (1, 3)))),
        ("board", None, "7h8hKd", LaidBoard(cards("7h8hKd"))),
        ("board", None, "2s", LaidBoard(cards("2s"))),
        ("board", None, "7h8h", LaidBoard(cards("7h8h"))),  # by a fault: the core knows whether they may lie there
        ("manual", None, "chips:2", PartNamed(Part(Reads.CHIPS, 2))),
        ("sensing", None, "shoe", PartNamed(Part(Reads.SHOE))),
    ],
)
def test_the_core_is_given_what_an_entry_says(
    telling: Telling, word: Any, seat: int | None, value: str | None, said: Said | None
) -> None:
    assert told(telling, DealerCommand(word=word, seat=seat, value=value)) == [(word, said)]


def test_a_part_named_as_in_the_table_file_is_all_that_it_looks_at(telling: Telling) -> None:
    assert told(telling, DealerCommand(word="manual", value="cards-b")) == [("manual", PartNamed(Part(Reads.BOARD)))]
    assert [said.part.name for _, said in told(telling, DealerCommand(word="manual", value="chips"))] == [
        "chips:1", "chips:2", "chips:3", "pot",
    ]  # fmt: skip


def test_a_declaration_keeps_its_amount_and_whether_it_came_before_the_chips(telling: Telling) -> None:
    message = Declared(seat=2, word="all_in", amount=400, when="before")
    assert telling.events(command(message), 77) == (core.Declared(2, "all_in", 400, "Ann", "dealer", "before", NOW),)


def test_a_counted_stack_is_a_correction(telling: Telling) -> None:
    message = DealerCommand(word="stack", seat=2, value="4500")
    assert telling.events(command(message), 77) == (
        core.Correction("stack", 2, 4500, "counted", "Ann", "dealer", NOW),
    )


def test_a_floor_decision_is_a_correction_with_its_reason(telling: Telling) -> None:
    message = FloorDecision(decision="issue", seat=2, amount=500, reason="rebuy")
    assert telling.events(command(message, "floor"), 77) == (
        core.Correction("issue", 2, 500, "rebuy", "Ann", "floor", NOW),
    )


@pytest.mark.parametrize(
    ("message", "key"),
    [
        (DealerCommand(word="folded"), "refused.seat"),
        (DealerCommand(word="folded", seat=9), "refused.seat"),
        (DealerCommand(word="board", value="7h8hKd2c9s"), "refused.cards"),
        (DealerCommand(word="board", value="7h7h7h"), "refused.cards"),
        (DealerCommand(word="board", value="7hxx2c"), "refused.cards"),
        (DealerCommand(word="shows", seat=1, value="As"), "refused.cards"),
        (DealerCommand(word="wins", value="2;9"), "refused.seat"),
        (DealerCommand(word="stack", seat=1, value="-5"), "refused.amount"),
        (DealerCommand(word="manual", value="kitchen"), "refused.part"),
        (Declared(seat=1, word="raise", amount=0), "refused.amount"),
        (FloorDecision(decision="fold", reason="-"), "refused.replaces"),
        (FloorDecision(decision="fold", replaces="7.1", amount=5, reason="-"), "refused.amount"),
        (DealerCommand(word="shuffle", seat=1), "refused.not_taken"),
        (DealerCommand(word="misread", seat=1, choice="shout"), "refused.field"),
        (DealerCommand(word="misread", seat=1), "refused.field"),
        (DealerCommand(word="forward", seat=1, amount=0), "refused.amount"),
        (DealerCommand(word="see", seat=1, other=9), "refused.seat"),
        (DealerCommand(word="turned", seat=1), "refused.either"),
        (DealerCommand(word="turned", seat=1, choice="dealer", other=2), "refused.either"),
        (DealerCommand(word="penalty", seat=1, choice="suspension", number=0), "refused.field"),
        (DealerCommand(word="level", value="100"), "refused.field"),
        (DealerCommand(word="penalty", seat=1, choice="warning", number=2), "refused.only_with"),
        (Declared(seat=1, word="plus"), "refused.amount"),
        (Declared(seat=1, word="bet", condition=Condition(seat=9, act="check")), "refused.seat"),
        (FloorDecision(decision="stack", seat=1, reason="-"), "refused.amount"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(telling: Telling, message: Told, key: str) -> None:
    with pytest.raises(Refused) as caught:
        telling.events(command(message, "floor"), 77)
    assert caught.value.text.key == key


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (DealerCommand(word="misread", seat=3, choice="raise", amount=1000), MisreadAct(3, "raise", 1000)),
        (DealerCommand(word="misread", seat=3, choice="call"), MisreadAct(3, "call")),
        (DealerCommand(word="showed", seat=1, other=2, choice="1"), ShownToOne(1, 2, "1")),
        (DealerCommand(word="turned", seat=1, choice="accident"), TurnedUp(1, "accident")),
        (DealerCommand(word="turned", seat=1, other=2), TurnedUp(1, by=2)),
        (DealerCommand(word="penalty", seat=1, choice="suspension", number=2), ChosenPenalty(1, "suspension", 2)),
        (DealerCommand(word="forward", seat=1, amount=20), SeatAndSum(1, 20)),
        (DealerCommand(word="restore", seat=2, amount=400, number=900), ChipsRestored(2, 400, 900)),
        (DealerCommand(word="level", value="100/200/bb200"), NewLevel("100/200/bb200")),
    ],
)
def test_each_field_of_an_entry_is_what_its_class_calls_it(
    telling: Telling, message: DealerCommand, said: Said
) -> None:
    assert told(telling, message) == [(message.word, said)]


def test_a_word_for_the_next_street_or_on_a_condition_stays_one(telling: Telling) -> None:
    dark = Declared(seat=2, word="check", dark=True)
    held = Declared(seat=2, word="bet", amount=50, condition=Condition(seat=1, act="check"))
    assert telling.events(command(dark), 77) == (
        core.Declared(2, "check", None, "Ann", "dealer", None, NOW, dark=True),
    )
    assert telling.events(command(held), 77) == (
        core.Declared(2, "bet", 50, "Ann", "dealer", None, NOW, condition=(1, "check")),
    )


@pytest.mark.parametrize(
    ("message", "choice", "amount"),
    [
        (FloorDecision(decision="void", replaces="12.1", reason="x"), "void", None),
        (FloorDecision(decision="raise", amount=900, replaces="12.1", reason="x"), "raise", 900),
        (FloorDecision(decision="all_in", replaces="12.1", reason="x"), "all_in", None),
    ],
)
def test_a_ruling_is_overruled_by_its_id(
    telling: Telling, message: FloorDecision, choice: str, amount: int | None
) -> None:
    assert telling.events(command(message, "floor"), 77) == (
        core.FloorDecision("12.1", choice, "x", "Ann", "floor", NOW, amount),
    )


def test_a_refused_card_is_not_repeated(telling: Telling) -> None:
    with pytest.raises(Refused) as caught:
        telling.events(command(DealerCommand(word="board", value="AsAsKd")), 77)
    assert "As" not in str(caught.value.text)


@pytest.mark.parametrize(
    ("role", "message", "key"),
    [
        ("dealer", DealerCommand(word="shuffle"), None),
        ("player", Declared(seat=1, word="fold"), "refused.role"),
        ("display", Declared(seat=1, word="fold"), "refused.role"),
        ("technician", DealerCommand(word="shuffle"), "refused.role"),
        ("technician", DealerCommand(word="manual", value="shoe"), None),
        ("surveillance", DealerCommand(word="shuffle"), "refused.role"),
        ("dealer", DealerCommand(word="penalty", seat=1, choice="warning"), None),  # a report
        ("dealer", DealerCommand(word="declare_dead"), "refused.role"),
        ("assistant", DealerCommand(word="declare_dead"), None),
        ("assistant", DealerCommand(word="penalty", seat=1, choice="warning"), None),
        ("floor", DealerCommand(word="misunderstanding", seat=1), "refused.role"),
        ("director", DealerCommand(word="misunderstanding", seat=1), None),
        ("dealer", FloorDecision(decision="stack", seat=1, amount=1, reason="x"), "refused.role"),
        ("floor", FloorDecision(decision="stack", seat=1, amount=1, reason="x"), None),
        ("floor", FloorDecision(decision="stack", seat=1, amount=1), "refused.reason_missing"),
        ("dealer", Answer(ask="motion-3", option="one"), "refused.role"),
        ("floor", Answer(ask="motion-3", option="one"), None),
        ("director", Answer(ask="motion-3", option="one"), None),
        ("floor", Answer(ask="motion-3", option="three"), "refused.option"),
        ("floor", Answer(ask="motion-4", option="one"), "refused.no_such_ask"),
    ],
)
def test_a_command_counts_only_from_a_role_that_may_give_it(role: Any, message: Told, key: str | None) -> None:
    reason = refusal(command(message, role), (ASK,))
    assert (None if reason is None else reason.key) == key
