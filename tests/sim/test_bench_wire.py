"""What the bench of the wire reads from the controller's log and from the cables."""

from __future__ import annotations

from hardware_sim.bench.wire import Answer, Commit, Watch, commits_of

LOG = """timestamp=2026-01-01T00:00:00Z level=info event="the table is open" table=one
timestamp=2026-01-01T00:00:01Z level=debug event=committed kind=seat_key stamp=200 began=250 ended=900
timestamp=2026-01-01T00:00:01Z level=debug event=committed kind=card_drawn stamp=100 began=120 ended=150
event="bridge ended" level=info
"""


def test_commits_are_read_from_the_log_in_the_order_in_which_they_ended() -> None:
    assert commits_of(LOG) == [Commit("card_drawn", 100, 120, 150), Commit("seat_key", 200, 250, 900)]


def test_a_commit_took_the_time_from_its_beginning_to_its_end() -> None:
    assert [commit.took for commit in commits_of(LOG)] == [30, 650]


def test_a_watch_sees_what_passes_and_changes_nothing() -> None:
    seen: list[tuple[bytes, int]] = []
    watch = Watch(lambda data, now: seen.append((data, now)))
    assert list(watch.carry(b"\x65\x00\x21\x01\xff\xff\xff", 7)) == [(7, b"\x65\x00\x21\x01\xff\xff\xff")]
    assert seen == [(b"\x65\x00\x21\x01\xff\xff\xff", 7)]


def test_the_legs_of_a_touch_add_up_to_what_it_took_without_the_commit() -> None:
    answer = Answer(100, Commit("seat_key", 130, 170, 900), set_out=950, arrived=1150)
    assert list(answer.legs(60).values()) == [60, 30, 40, 50, 200]
    assert answer.took(60) == 380
