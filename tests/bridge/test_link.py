"""What the bridge does when nobody listens for long; aliases, and what `check-config` says."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.reader import Tag
from firmware_bridge.aliases import Aliases
from firmware_bridge.check import check
from firmware_bridge.link import NewestWins
from firmware_bridge.messages.orders import Attention, ShowPage
from firmware_bridge.messages.outbox import LIMIT
from firmware_bridge.messages.sensed import ChipsMoved, SensingGap, Snapshot
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.process.directories import SOCKET_PATH

from .rig import Table, table_file


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    table = Table(tmp_path, monkeypatch, keep=lambda part: part["name"] == "bets")
    table.run(4)
    yield table
    table.close()


def test_unacknowledged_events_past_the_limit_become_a_gap(table: Table) -> None:
    table.controller.deaf = True
    gap = SensingGap(part="bets", places=("bet:1",), since=1, until=2)
    for _ in range(LIMIT + 5):
        table.bridge.link.put(gap, table.now)
    assert table.bridge.link._full_since is not None
    chips = [chip.id for chip in table.world.add_chips(100, 2)]
    table.world.move(chips, "bet:3", table.now)
    table.run(3)
    table.controller.deaf = False
    events = table.run(5)
    assert not [event for event in events if isinstance(event, ChipsMoved)]
    collapse, snapshot = events[-2:]
    assert isinstance(collapse, SensingGap)
    assert (collapse.part, len(collapse.places)) == ("bridge", 10)
    assert isinstance(snapshot, Snapshot)
    assert len(snapshot.chips["bet:3"]) == 2
    assert table.bridge.link.outbox.unacknowledged == 0


def test_an_event_that_has_just_been_sent_is_no_reason_to_say_hello_again(table: Table) -> None:
    gap = SensingGap(part="bets", places=("bet:1",), since=1, until=2)
    table.bridge.link.put(gap, table.now)
    table.run(0.95)
    table.controller.deaf = True
    messages = table.controller.counts[1]
    table.bridge.link.put(gap, table.now)
    table.run(0.2)
    assert table.controller.counts[1] == messages + 1


def test_of_two_orders_of_a_kind_the_higher_revision_wins_seat_by_seat() -> None:
    newest = NewestWins()
    pages = [ShowPage(seat=seat, epoch=e, revision=r, page="seat", values={}) for seat, e, r in
             ((1, 1, 5), (1, 1, 4), (2, 1, 1), (1, 2, 1), (1, 2, 1))]  # fmt: skip
    assert [newest.news(page) for page in pages] == [True, False, True, True, False]
    assert newest.news(Attention(epoch=1, revision=1, places=()))


def test_an_alias_is_stable_until_the_key_changes_and_shows_nothing_of_the_tag() -> None:
    aliases, tag = Aliases(), Tag("iso14443a", bytes.fromhex("040E3BD2286B85"))
    first = aliases.of(tag)
    assert first == aliases.of(tag)
    assert "0e3b" not in first
    aliases.renew()
    assert aliases.of(tag) != first


def test_check_config_names_every_kind_of_place_with_its_age(tmp_path: Path) -> None:
    report = "\n".join(check(table_file(tmp_path)))
    for kind in ("shoe", "seat", "board", "muck", "bet", "stack", "pot", "tray", "drop"):
        assert f"  {kind}" in report
    assert "the dealer is asked" not in report


def test_check_config_refuses_a_group_with_a_place_that_no_antenna_looks_at(tmp_path: Path) -> None:
    table = table_file(tmp_path, lambda part: part["name"] != "cards-2")
    with pytest.raises(ValueError, match="no antenna looks at 'board:1'"):
        check(table)


def _with_socket_of(tmp_path: Path, length: int) -> TableFile:
    """A table whose bridge has a socket with a path of so many bytes."""
    run = tmp_path / ("x" * (length - len(os.fsencode(tmp_path)) - len("//test.socket")))
    run.mkdir()
    table = table_file(tmp_path)
    return table.model_copy(update={"paths": table.paths.model_copy(update={"run": run})})


def test_check_config_takes_the_longest_path_to_which_the_bridge_can_bind(tmp_path: Path) -> None:
    table = _with_socket_of(tmp_path, SOCKET_PATH)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as bridge:
        bridge.bind(str(table.paths.run / "test.socket"))
    assert check(table)


def test_check_config_refuses_a_path_too_long_for_the_bridges_socket(tmp_path: Path) -> None:
    table = _with_socket_of(tmp_path, SOCKET_PATH + 1)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as bridge, pytest.raises(OSError, match="too long"):
        bridge.bind(str(table.paths.run / "test.socket"))
    with pytest.raises(ValueError, match=rf"{SOCKET_PATH + 1} bytes .*\. Choose a shorter path"):
        check(table)


def test_check_config_says_what_the_dealer_will_be_asked_for(tmp_path: Path) -> None:
    table = table_file(tmp_path, lambda part: part["kind"] != "feig_obid")
    table = table.model_copy(update={"fields": table.fields.model_copy(update={"exclusion": ()})})
    report = "\n".join(check(table))
    assert "no stack sensor at seats 1, 2, 3, 4, 5, 6, 7, 8, 9, 10: the dealer is asked" in report
