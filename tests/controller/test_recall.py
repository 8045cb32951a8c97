"""Recall on a page: the last hands and the current one, in their order, for those who may, and no hole card."""

from __future__ import annotations

import pytest

from firmware_bridge.messages.people import PersonAnswer, Recall
from firmware_bridge.messages.roles import ROLES, Role
from firmware_bridge.messages.sensed import SeatKey

from .service_rig import Peer, Rig
from .service_steps import dealt, whole_hand
from .things import at


def recalled(console: Peer, back: int = 0, role: Role = "floor") -> PersonAnswer:
    return console.ask(Recall(session=console.session(role), back=back))


def test_the_current_hand_is_recalled_in_its_order_with_what_followed(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    bridge.say(SeatKey(seat=1, key="fold", at=at(4)))
    steps = recalled(console).recalled
    numbers = [step.record for step in steps]
    assert numbers == sorted(numbers)
    fold = next(step for step in steps if step.kind == "seat_key")
    assert (fold.source, fold.lines[0].name) == ("bridge", "seat_key")
    assert any(line.name == "ruling" and "act.fold" in line.values for line in fold.lines)


def test_the_hand_before_is_recalled_from_its_shuffle_to_the_next_one(sensing: Rig) -> None:
    _, console = whole_hand(sensing)
    before = recalled(console, back=1).recalled
    assert sum(line.name == "hand_began" for step in before for line in step.lines) >= 1
    assert "hand_closed" in [line.name for line in before[-1].lines]
    now = recalled(console).recalled
    assert now[0].record > before[-1].record
    assert not any(step.time.startswith("--") for step in (*before, *now)), "the time of day is known"
    assert recalled(console, back=2).recalled == ()


def test_recall_goes_on_while_a_fault_is_latched_and_after_a_restart(sensing: Rig) -> None:
    _, console = whole_hand(sensing)
    before = recalled(console, back=1).recalled
    sensing.of.latch.latch("journal_commit", "a test")
    assert recalled(console, back=1).recalled == before
    sensing.restart()
    console.greet()
    assert sensing.of.latch.locked
    assert recalled(console, back=1).recalled == before


def test_recall_of_a_journal_that_is_gone_is_empty(sensing: Rig) -> None:
    _, console = whole_hand(sensing)
    console.session("floor")
    sensing.kill()
    (sensing.config.paths.state / "journal.sqlite").unlink()
    sensing.start()
    console.greet()
    answer = recalled(console)
    assert (answer.refused, answer.recalled) == (None, ())


def test_recall_shows_no_hole_card_and_no_tag(sensing: Rig) -> None:
    _, console = whole_hand(sensing)
    said = " ".join(recalled(console, back=back).model_dump_json() for back in (0, 1))
    assert "card_drawn" in said
    assert "04A1B2" not in said
    assert "E004015" not in said
    assert not [name for name in ("As", "Kd", "7c", "9h", "2d", "Qs") if f" {name}" in said or f'"{name}' in said]


@pytest.mark.parametrize("role", ROLES)
def test_only_those_who_judge_or_look_into_it_recall(plain: Rig, role: Role) -> None:
    answer = recalled(plain.peer("console"), role=role)
    may = role in ("assistant", "floor", "director", "technician", "surveillance")
    assert (answer.refused is None) == may
    assert bool(answer.recalled) == may
