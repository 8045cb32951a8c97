"""The public state: what the pages are told of the core's view."""

from __future__ import annotations

from typing import Any

import pytest

from controller.pages import catalogue
from controller.poker.outcomes import Ask, Prompt
from controller.service.publication.public_state import Around, public_ruling, public_state
from controller.table import EffectView, RulingView, Step, Suspension, still_due
from firmware_bridge.messages.public import PublicClock, PublicState, Text

from .test_pages import seat_view, table_view

AROUND = Around("Test", "Book", {}, (), (), ())


def public(**changes: Any) -> PublicState:
    return public_state(table_view(seat_view(2), seat_view(3), **changes), AROUND, 1, 1, 5)


@pytest.mark.parametrize(
    ("prompt", "step", "due"),
    [
        ("post", "post_big_blind", True),
        ("post", "deal", False),
        ("gather", "gather", True),
        ("gather", "act", False),
        ("award", "award", True),
        ("award", "shuffle", False),
    ],
)
def test_a_prompt_is_shown_until_the_hand_waits_for_something_else(prompt: str, step: str, due: bool) -> None:
    assert still_due(Prompt("dealer", None, prompt), table_view(next_step=Step(step))) is due


@pytest.mark.parametrize("prompt", ["time", "count", "reveal", "penalty_due", "soft_play"])
def test_what_no_step_answers_is_shown_whatever_the_hand_waits_for(prompt: str) -> None:
    assert still_due(Prompt("dealer", 3, prompt), table_view(next_step=Step("act")))


@pytest.mark.parametrize(("prompt", "clock", "due"), [
    ("time", None, True), ("time", (2, 70), False), ("countdown", (2, 70), True), ("declare_dead", None, False),
])  # fmt: skip
def test_a_call_for_time_is_answered_by_the_clock_and_the_countdown_ends_with_it(
    prompt: str, clock: tuple[int, int] | None, due: bool
) -> None:
    assert still_due(Prompt("floor", 3, prompt), table_view(clock=clock)) is due


def test_the_floor_s_prompts_are_not_among_the_dealer_s() -> None:
    state = public(prompts=(Prompt("floor", 3, "soft_play", (("seat", 3),)), Prompt("dealer", None, "gather")))
    assert [(prompt.key, prompt.about) for prompt in state.floor_prompts] == [("soft_play", 3)]
    assert state.floor_prompts[0].text == Text(key="prompt.soft_play", params={"seat": 3})
    assert [prompt.key for prompt in state.prompts] == ["gather"]


def test_a_notice_for_the_floor_alone_is_no_public_ruling() -> None:
    rulings = tuple(
        RulingView(f"9.{n}", matter, 3, (), "", ()) for n, matter in enumerate(("chips.call", "soft_play"))
    )
    assert [ruling.matter for ruling in public(rulings=rulings).rulings] == ["chips.call"]


@pytest.mark.parametrize(("seat", "due"), [(3, True), (4, False)])
def test_the_floor_is_reminded_of_a_question_of_an_earlier_hand_until_it_is_answered(seat: int, due: bool) -> None:
    ask = Ask("penalty-3", "penalty", "after", ("none", "caution"), None, "floor", 3)
    assert still_due(Prompt("floor", seat, "still_asked"), table_view(asks=(ask,))) is due


def test_the_time_that_a_seat_has_left_is_public() -> None:
    assert public(clock=(2, 70)).clock == PublicClock(seat=2, due=70)


def test_a_suspended_seat_says_for_how_long_and_what_it_did() -> None:
    out = seat_view(3, suspended=Suspension("rounds", 2), counted={"penalties": 4})
    state = public_state(table_view(seat_view(2, counted={"string": 1}), out), AROUND, 1, 1, 5)
    assert state.seats[1].suspended is not None
    assert state.seats[1].suspended.text == Text(key="turn.suspended_rounds", params={"count": 2})
    assert [seat.counted for seat in state.seats] == [{"string": 1}, {"penalties": 4}]


def test_what_is_counted_of_a_dealer_without_a_seat_is_public() -> None:
    assert public(dealer_counted={"dealing_error": 3}).dealer_counted == {"dealing_error": 3}


@pytest.mark.parametrize(("lie", "due"), [((("seat:3", 1),), True), ((("seat:4", 2),), False)], ids=["there", "gone"])
def test_a_dead_hand_is_to_be_mucked_as_long_as_a_card_of_it_lies_at_its_seat(
    lie: tuple[tuple[str, int], ...], due: bool
) -> None:
    assert still_due(Prompt("dealer", 3, "muck"), table_view(cards_at=lie)) is due


@pytest.mark.parametrize(("read", "due"), [(1, True), (2, False)], ids=["out of sight", "back"])
def test_the_dealer_is_to_look_at_a_seat_until_its_card_is_back(read: int, due: bool) -> None:
    view = table_view(seat_view(3, cards=2), cards_at=(("seat:3", read),))
    assert still_due(Prompt("dealer", 3, "look_at"), view) is due


def test_a_ruling_that_kills_a_hand_says_so() -> None:
    dead = RulingView("9.1", "absent.hand", 4, (), "Absent players are dealt in.", (EffectView("kill", 4),))
    assert catalogue("en").text(public_ruling(dead).text) == "Seat 4: the hand is dead"


def test_an_effect_on_the_house_s_dealer_is_public() -> None:
    counted = RulingView("9.1", "race.draw", None, (), "", (EffectView("count", 0),))
    assert public_ruling(counted).effects[0].seat == 0


def test_a_ruling_that_no_act_tells_of_says_by_name_what_was_decided() -> None:
    closed = RulingView("9.1", "round.closed", None, (), "Bets lie half-way.", (), decided="round_over")
    text = public_ruling(closed).text
    assert (catalogue("en").text(text), text.params["article"]) == ("The betting round is over", "Bets lie half-way.")
