"""The life of a part: transitions, waits, and what is only said once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.health import Health
from firmware_bridge.parts.lifecycle import (
    FIRST_WAIT,
    LONGEST_WAIT,
    TRANSITIONS,
    WORKING,
    Change,
    Lifecycle,
    Signal,
    State,
)
from firmware_bridge.sensing.gaps import Gaps

from .tables import part

MS = 1_000_000
UP = (Signal.PORT_THERE, Signal.OPENED, Signal.RECOGNISED, Signal.CONFIGURED)


def brought_up() -> Lifecycle:
    life = Lifecycle(0)
    for signal in UP:
        life.signal(signal, 0)
    return life


def test_a_part_goes_from_absent_to_ready_step_by_step() -> None:
    life = Lifecycle(0)
    states = []
    for signal in UP:
        change = life.signal(signal, 0)
        assert change is not None
        states.append(change.after)
    assert states == [State.OPENING, State.IDENTIFYING, State.CONFIGURING, State.READY]
    assert life.due is None


def test_every_state_can_be_reached_and_left() -> None:
    assert set(TRANSITIONS.values()) == set(State)
    assert {before for before, _ in TRANSITIONS} == set(State)


@given(st.lists(st.sampled_from(Signal), max_size=40))
def test_a_part_that_does_not_work_is_always_looked_at_again(signals: list[Signal]) -> None:
    life = Lifecycle(0)
    for signal in signals:
        life.signal(signal, 0)
    assert (life.due is None) == (life.state in WORKING)


def test_the_wait_doubles_up_to_ten_seconds_and_starts_anew_when_the_port_comes_back() -> None:
    life = Lifecycle(0)
    life.signal(Signal.PORT_THERE, 0)
    waits = []
    for _ in range(8):
        life.signal(Signal.OPEN_FAILED, 0, "busy")
        assert life.due is not None
        waits.append(life.due)
        life.signal(Signal.WAITED, 0)
    assert waits == [min(FIRST_WAIT * 2**n, LONGEST_WAIT) for n in range(8)]
    for signal in (Signal.OPEN_FAILED, Signal.PORT_GONE, Signal.PORT_THERE, Signal.OPEN_FAILED):
        life.signal(signal, 0)
    assert life.due == FIRST_WAIT


def test_a_recovery_tells_how_long_the_part_was_down() -> None:
    life = brought_up()
    life.signal(Signal.CABLE_LOST, 1000 * MS, "pulled")
    life.signal(Signal.PORT_GONE, 1001 * MS)
    change = None
    for signal in UP:
        change = life.signal(signal, 4000 * MS)
    assert change is not None
    assert change.downtime == 3000 * MS


def test_the_wrong_part_stays_quarantined_until_it_is_pulled() -> None:
    life = Lifecycle(0)
    for signal in (Signal.PORT_THERE, Signal.OPENED, Signal.REFUSED):
        life.signal(signal, 0, "a PN531")
    for signal in (Signal.CONFIGURED, Signal.WAITED, Signal.PORT_THERE, Signal.SILENT):
        assert life.signal(signal, 0) is None
    assert life.signal(Signal.PORT_GONE, 0) is not None
    assert life.state is State.ABSENT


def test_the_same_failure_again_and_again_is_told_once_until_the_part_works() -> None:
    health, shoe = Health(), part("shoe", "pn532", "shoe", first=0)
    round_trip = [Change(State.BACK_OFF, State.OPENING, "busy"), Change(State.OPENING, State.BACK_OFF, "busy")]
    told = [h for _ in range(5) for change in round_trip for h in health.serial(shoe, change)]
    assert [each.state for each in told] == ["opening", "back_off"]
    health.serial(shoe, Change(State.CONFIGURING, State.READY, ""))
    assert health.serial(shoe, Change(State.OPENING, State.BACK_OFF, "busy"))


def test_places_lost_together_are_known_again_together() -> None:
    gaps = Gaps()
    (opened,) = gaps.lost("bets", ("bet:1", "bet:2"), 5)
    assert (opened.places, opened.until) == (("bet:1", "bet:2"), None)
    assert gaps.found("bet:1", 8) == []
    (closed,) = gaps.found("bet:2", 9)
    assert (closed.since, closed.until, closed.places) == (5, 9, ("bet:1", "bet:2"))
    assert gaps.places == frozenset()


def test_a_place_whose_own_reader_is_mute_keeps_no_other_waiting() -> None:
    gaps = Gaps()
    gaps.lost("bets", ("bet:1", "bet:2"), 5)
    gaps.found("bet:1", 8)
    (closed,) = gaps.stick(("bet:2",), 9)
    assert closed.places == ("bet:1",)
    assert gaps.places == {"bet:2"}
    (later,) = gaps.found("bet:2", 20)
    assert (later.places, later.since, later.until) == (("bet:2",), 5, 20)


def test_a_place_lost_again_before_its_gap_closed_is_one_gap() -> None:
    gaps = Gaps()
    gaps.lost("bets", ("bet:1", "bet:2"), 5)
    gaps.found("bet:1", 8)
    assert gaps.lost("bets", ("bet:1", "bet:2"), 9) == []
    gaps.found("bet:2", 10)
    (closed,) = gaps.found("bet:1", 11)
    assert closed.since == 5
