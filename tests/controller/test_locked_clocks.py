"""While a fault locks the table no clock of the house runs. Cleared, each goes on with what was left of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.messages import sensed
from firmware_bridge.messages.public import PublicClock
from firmware_bridge.messages.tablefile import parse_table_file
from firmware_bridge.messages.told import DealerCommand

from .service_rig import Rig
from .service_steps import CLEAR, again
from .test_service_faults import break_journal
from .things import table_text

SECOND = 1_000_000_000
MINUTE = 60 * SECOND
LONG = 10 * MINUTE  # longer than any called time; a session lasts longer
OPEN = sensed.PartHealth(part="gpio", what="gpio", state="degraded", door_open=True)
CLOSED = sensed.PartHealth(part="gpio", what="gpio", state="ready")


@pytest.fixture
def event(tmp_path: Path) -> Any:
    """A tournament of three, with levels of twenty minutes and a break of five after the first."""
    levels = (
        '[tournament]\nlevels = ["50/100", "100/200"]\nlevel_minutes = 20\nbreak_after = [1]\nbreak_minutes = 5\n'
    )
    rig = Rig(parse_table_file(table_text(tmp_path).replace("[game]", f"{levels}[game]", 1)))
    yield rig
    rig.close()


def on_the_clock(rig: Rig) -> Any:
    """A hand is dealt, and the seat to act has 40 of its 70 seconds left."""
    console = rig.peer("console")
    for word in ("shuffle", "deal_done"):
        assert console.tell(DealerCommand(word=word)).accepted
    assert console.tell(DealerCommand(word="clock"), "floor").accepted
    rig.wait(30 * SECOND)
    return console


def locked(rig: Rig, console: Any, how: str = "journal_commit") -> None:
    break_journal(rig)
    console.tell(DealerCommand(word="time", seat=1))
    assert [fault.key for fault in rig.state(console).faults] == [f"fault.{how}"]


def cleared(rig: Rig, console: Any) -> None:
    console.tell(CLEAR, role="floor")
    again(rig, console)
    assert not rig.of.latch.locked


def left(rig: Rig, console: Any) -> float | None:
    """Of the called time, in seconds."""
    clock: PublicClock | None = rig.state(console).clock
    return None if clock is None else (clock.due - rig.clock.time) / SECOND


def in_hand(rig: Rig) -> list[int]:
    return [seat.seat for seat in rig.service._desk.view.seats if seat.in_hand]


def test_a_called_time_stands_while_locked_and_goes_on_with_what_was_left(plain: Rig) -> None:
    console = on_the_clock(plain)
    locked(plain, console)
    assert left(plain, console) is None
    plain.wait(LONG)
    cleared(plain, console)
    assert left(plain, console) == pytest.approx(40, abs=1)
    plain.wait(38 * SECOND)
    assert len(in_hand(plain)) == 3
    assert console.tell(DealerCommand(word="declare_dead"), "floor").key != ""
    plain.wait(3 * SECOND)
    assert console.tell(DealerCommand(word="declare_dead"), "floor").accepted
    assert len(in_hand(plain)) == 2


def test_a_called_time_goes_on_the_same_after_a_kill_in_the_next_hand(plain: Rig) -> None:
    console = on_the_clock(plain)
    locked(plain, console)
    plain.wait(LONG)
    cleared(plain, console)
    before = plain.state(console).clock
    plain.restart()
    console.greet()
    assert (plain.of.latch.faults, plain.state(console).clock) == ((), before)


def test_a_start_while_locked_gives_the_time_that_was_left_at_the_last_entry(plain: Rig) -> None:
    console = on_the_clock(plain)
    locked(plain, console)
    plain.wait(LONG)
    plain.restart()
    console.greet()
    plain.wait(LONG)
    cleared(plain, console)
    assert left(plain, console) == pytest.approx(70, abs=1)


def test_a_called_time_stands_while_the_service_door_is_open(plain: Rig) -> None:
    console, bridge = on_the_clock(plain), plain.peer("bridge")
    bridge.say(OPEN)
    plain.wait(LONG)
    assert left(plain, console) is None
    bridge.say(CLOSED)
    assert left(plain, console) == pytest.approx(40, abs=1)


def test_the_level_and_its_break_stand_while_locked(event: Rig) -> None:
    console = event.peer("console")
    assert console.tell(DealerCommand(word="level_clock", choice="run"), "floor").accepted
    event.wait(15 * MINUTE)
    locked(event, console)
    contest = event.state(console).contest
    assert contest is not None
    assert (contest.level_ends, contest.level_left) == (None, 5 * MINUTE)
    event.wait(LONG)
    cleared(event, console)
    contest = event.state(console).contest
    assert contest is not None
    assert contest.level_ends is not None
    assert contest.level_ends - event.clock.time == pytest.approx(5 * MINUTE, abs=2 * SECOND)
    event.wait(5 * MINUTE)
    locked(event, console)
    event.wait(LONG)
    cleared(event, console)
    contest = event.state(console).contest
    assert contest is not None
    assert contest.break_ends is not None
    assert contest.break_ends - event.clock.time == pytest.approx(5 * MINUTE, abs=2 * SECOND)
