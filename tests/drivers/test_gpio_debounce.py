"""The one debounce: what is shorter than its time never passes, what is longer always does, with its interval."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.gpio.debounce import Change, Debounce

MS = 1_000_000
PERIOD = 10 * MS
DWELL = 300 * MS


def _fed(debounce: Debounce, edges: list[tuple[int, bool]], until: int) -> list[Change]:
    """Every change, waking exactly when asked to."""
    changes: list[Change] = []
    for stamp, level in [*edges, (until, None)]:
        while (deadline := debounce.deadline) is not None and deadline <= stamp:
            changes += debounce.wake(deadline)
        changes += debounce.wake(until) if level is None else debounce.edge(stamp, level)
    return changes


def _alternating(gaps: list[int]) -> list[tuple[int, bool]]:
    """Edges from low, each `gap` after the one before."""
    stamps = [sum(gaps[: index + 1]) for index in range(len(gaps))]
    return [(stamp, index % 2 == 0) for index, stamp in enumerate(stamps)]


def test_a_clean_edge_passes_after_the_period_with_its_own_stamp() -> None:
    line = Debounce(False, 0, PERIOD)
    assert line.edge(50 * MS, True) == []
    assert line.wake(60 * MS - 1) == []
    assert line.wake(60 * MS) == [Change(True, 50 * MS, 50 * MS)]


def test_a_bounce_widens_the_interval_from_its_first_edge_to_its_last() -> None:
    edges = [(50 * MS, True), (52 * MS, False), (55 * MS, True)]
    assert _fed(Debounce(False, 0, PERIOD), edges, 100 * MS) == [Change(True, 50 * MS, 55 * MS)]


def test_a_glitch_passes_nothing() -> None:
    assert _fed(Debounce(False, 0, PERIOD), [(50 * MS, True), (60 * MS - 1, False)], 200 * MS) == []


def test_a_level_held_for_exactly_the_period_passes() -> None:
    edges = [(50 * MS, True), (60 * MS, False)]
    assert [c.level for c in _fed(Debounce(False, 0, PERIOD), edges, 200 * MS)] == [True, False]


def test_an_old_glitch_does_not_widen_a_later_interval() -> None:
    edges = [(50 * MS, True), (51 * MS, False), (90 * MS, True)]
    assert _fed(Debounce(False, 0, PERIOD), edges, 200 * MS) == [Change(True, 90 * MS, 90 * MS)]


def test_lost_edges_widen_the_interval_to_when_the_line_was_last_heard_of() -> None:
    line = Debounce(False, 0, PERIOD)
    line.wake(30 * MS)
    line.edge(50 * MS, True, lost=2)
    assert line.wake(60 * MS) == [Change(True, 30 * MS, 50 * MS)]


def test_placed_passes_after_the_dwell_with_the_stamp_of_its_edge() -> None:
    line = Debounce(False, 0, PERIOD, DWELL)
    line.edge(50 * MS, True)
    assert line.wake(350 * MS - 1) == []
    assert line.wake(350 * MS) == [Change(True, 50 * MS, 50 * MS)]


def test_gone_passes_after_the_period_and_does_not_wait_for_the_dwell() -> None:
    line = Debounce(True, 0, PERIOD, DWELL)
    line.edge(50 * MS, False)
    assert line.wake(60 * MS) == [Change(False, 50 * MS, 50 * MS)]


def test_a_button_sliding_over_a_sensor_is_never_placed() -> None:
    assert _fed(Debounce(False, 0, PERIOD, DWELL), [(50 * MS, True), (340 * MS, False)], 900 * MS) == []


def test_a_drop_out_shorter_than_the_period_does_not_begin_the_dwell_anew() -> None:
    edges = [(50 * MS, True), (200 * MS, False), (205 * MS, True)]
    assert _fed(Debounce(False, 0, PERIOD, DWELL), edges, 350 * MS) == [Change(True, 50 * MS, 50 * MS)]


def test_a_drop_out_at_the_end_of_the_dwell_is_waited_out() -> None:
    line = Debounce(False, 0, PERIOD, DWELL)
    line.edge(50 * MS, True)
    line.edge(349 * MS, False)
    assert line.wake(350 * MS) == []
    assert line.edge(352 * MS, True) == [Change(True, 50 * MS, 50 * MS)]


def test_placed_may_be_the_low_level() -> None:
    line = Debounce(True, 0, PERIOD, DWELL, placed=False)
    line.edge(50 * MS, False)
    assert line.wake(60 * MS) == []
    assert line.wake(350 * MS) == [Change(False, 50 * MS, 50 * MS)]


def test_nothing_is_awaited_while_nothing_moves() -> None:
    assert Debounce(False, 0, PERIOD, DWELL).deadline is None


def test_a_stamp_that_runs_backwards_is_taken_as_the_latest_seen() -> None:
    line = Debounce(False, 100 * MS, PERIOD)
    line.edge(90 * MS, True)
    assert line.wake(110 * MS) == [Change(True, 100 * MS, 100 * MS)]


GAPS = st.lists(st.integers(1, 30 * MS) | st.integers(9 * MS, 11 * MS), max_size=30)
DWELLS = st.sampled_from([None, 5 * MS, 15 * MS, 40 * MS])


@given(GAPS)
def test_exactly_the_levels_held_for_a_period_pass_each_change_once(gaps: list[int]) -> None:
    edges = _alternating(gaps)
    until = sum(gaps) + PERIOD
    changes = _fed(Debounce(False, 0, PERIOD), edges, until)
    ends = [stamp for stamp, _ in edges[1:]] + [until]
    held = [level for (stamp, level), end in zip(edges, ends, strict=False) if end - stamp >= PERIOD]
    # Of neighbours that are alike (a glitch between them) only the first is a change. Low is where it began.
    expected = [level for before, level in zip([False, *held], held, strict=False) if level != before]
    assert [change.level for change in changes] == expected


@given(GAPS, DWELLS)
def test_every_interval_begins_and_ends_at_an_edge_and_they_follow_one_another(
    gaps: list[int], dwell: int | None
) -> None:
    edges = _alternating(gaps)
    stamps = {stamp for stamp, _ in edges}
    changes = _fed(Debounce(False, 0, PERIOD, dwell), edges, sum(gaps) + 100 * MS)
    assert all(change.last_absent <= change.first_present for change in changes)
    assert {t for change in changes for t in (change.last_absent, change.first_present)} <= stamps
    moments = [t for change in changes for t in (change.last_absent, change.first_present)]
    assert moments == sorted(moments)


@given(GAPS, DWELLS, st.lists(st.integers(0, 600 * MS), max_size=40))
def test_how_often_it_is_woken_changes_nothing(gaps: list[int], dwell: int | None, wakes: list[int]) -> None:
    edges = _alternating(gaps)
    until = sum(gaps) + 100 * MS
    line = Debounce(False, 0, PERIOD, dwell)
    changes: list[Change] = []
    for stamp, level in sorted(
        [*edges, *((wake, None) for wake in wakes if wake < until)], key=lambda e: (e[0], e[1] is None)
    ):
        changes += line.wake(stamp) if level is None else line.edge(stamp, level)
    assert changes + line.wake(until) == _fed(Debounce(False, 0, PERIOD, dwell), edges, until)


@given(GAPS)
def test_placed_is_reported_only_after_the_dwell(gaps: list[int]) -> None:
    line = Debounce(False, 0, PERIOD, 40 * MS)
    for stamp, level in _alternating(gaps):
        for change in line.edge(stamp, level):
            assert not change.level or stamp - change.first_present >= 40 * MS


@pytest.mark.parametrize("period", [0, 1])
def test_without_a_period_every_edge_passes(period: int) -> None:
    edges = _alternating([5, 5, 5])
    assert len(_fed(Debounce(False, 0, period), edges, 100)) == 3
