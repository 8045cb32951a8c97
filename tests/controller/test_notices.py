"""What a person shall put right about the table itself: every page says it until it is gone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.check_config import check
from controller.release.installed import State, Verified
from controller.service.session.notices import LOOK_EVERY
from controller.service.session.wall_clock import EVERY, SECOND, Reading, set_by
from firmware_bridge.messages import sensed
from firmware_bridge.messages.tablefile import parse_table_file

from .service_rig import Rig
from .things import sensing_parts, table_file, table_text


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    """A controller that has been started for the first time."""
    rig = Rig(table_file(tmp_path))
    yield rig
    rig.close()


def said(rig: Rig) -> list[str]:
    rig.service.flush(rig.clock.time)
    assert rig.service._publisher.state is not None
    return [notice.key for notice in rig.service._publisher.state.notices]


def test_a_surveillance_key_beside_the_journal_is_said_until_it_is_gone(rig: Rig) -> None:
    key = rig.config.paths.state / "surveillance.key"
    assert said(rig) == ["notice.surveillance_key"]
    assert f"note: {key} opens every hand" in "\n".join(check(rig.config))
    key.unlink()
    rig.wait(LOOK_EVERY)
    assert said(rig) == []
    assert "surveillance" not in "\n".join(check(rig.config))


def test_a_key_that_is_put_there_is_said_at_the_next_start(rig: Rig) -> None:
    key = rig.config.paths.state / "surveillance.key"
    key.unlink()
    rig.kill()
    rig.start()
    assert said(rig) == []
    key.touch()
    rig.kill()
    rig.start()
    assert said(rig) == ["notice.surveillance_key"]


def clocks(rig: Rig) -> list[int]:
    """By how much the journal says that the clock was set, in s."""
    records = [record for _, record in rig.service._journal.reading.recall() if record.kind == "clock_set"]
    return [json.loads(record.body)["set_by"] // SECOND for record in records]


@pytest.mark.parametrize(("seconds", "notice"), [(-3600, "notice.clock_back"), (3600, "notice.clock_ahead")])
def test_a_clock_that_was_set_while_the_controller_was_off_is_noticed(rig: Rig, seconds: int, notice: str) -> None:
    rig.kill()
    rig.clock_set_by = seconds * SECOND
    rig.clock.time += 60 * SECOND
    rig.start()
    assert notice in said(rig)
    assert clocks(rig) == [seconds]
    rig.kill()
    rig.start()
    assert notice not in said(rig)


def test_a_clock_that_is_set_while_the_controller_runs_is_noticed(rig: Rig) -> None:
    rig.wait(EVERY)
    assert clocks(rig) == []
    rig.clock_set_by = -90 * SECOND
    rig.wait(EVERY)
    assert clocks(rig) == [-90]
    assert "notice.clock_back" in said(rig)
    rig.wait(EVERY)
    assert clocks(rig) == [-90]


BEFORE = Reading(utc=1000 * SECOND, stamp=50 * SECOND, boot="one")


@pytest.mark.parametrize(
    ("utc", "stamp", "boot", "last", "off"),
    [
        (1060, 110, "one", None, 0),
        (1061, 110, "one", None, 0),  # within the tolerance
        (1000, 110, "one", None, -60),
        (1200, 110, "one", None, 140),
        (5000, 7, "two", 80, 0),  # nobody knows how long the machine was off
        (1025, 7, "two", 80, -5),  # something happened at 1030
        (1031, 7, "two", 80, 0),
        (900, 7, "two", None, -100),
    ],
)
def test_a_step_of_the_clock_is_known_by_the_other_clock_and_the_journal(
    utc: int, stamp: int, boot: str, last: int | None, off: int
) -> None:
    now = Reading(utc * SECOND, stamp * SECOND, boot)
    assert set_by(BEFORE, now, None if last is None else last * SECOND) == off * SECOND


# --- what the table is made of --------------------------------------------------------------------------------------


def installed(rig: Rig) -> list[dict[str, list[str]]]:
    """Which components the journal says have changed, record by record."""
    records = [record for _, record in rig.service._journal.reading.recall() if record.kind == "installation"]
    return [changed for record in records if (changed := json.loads(record.body)["changed"])]


def shoe(identity: str) -> sensed.PartHealth:
    return sensed.PartHealth(part="shoe", what="pn532", state="ready", identity=identity)


def test_each_change_of_a_component_is_journalled_once(tmp_path: Path) -> None:
    rig = Rig(table_file(tmp_path, parts=sensing_parts()))
    assert {"program", "release", "configuration", "rulebook", "part shoe"} <= installed(rig)[0].keys()
    bridge = rig.peer("bridge")
    for identity in ("1.6", "1.6", "1.7"):
        bridge.say(shoe(identity))
    bridge.say(sensed.PartHealth(part="shoe", what="pn532", state="lost", cause="no answer"))
    assert installed(rig)[1:] == [{"part shoe": ["pn532", "pn532 1.6"]}, {"part shoe": ["pn532 1.6", "pn532 1.7"]}]
    rig.restart()
    assert len(installed(rig)) == 3
    rig.close()


def test_another_table_file_and_release_are_journalled_at_the_start(tmp_path: Path) -> None:
    rig = Rig(table_file(tmp_path, parts=sensing_parts()))
    rig.kill()
    rig.config = parse_table_file(table_text(tmp_path, rulebook="casino_tournament"))
    rig.start(verify=lambda _: Verified(State.RELEASE, release="2.0"))
    changed = installed(rig)[-1]
    assert {"configuration", "rulebook", "release", "part shoe"} <= changed.keys()
    assert "program" not in changed
    assert changed["release"] == ["1.0", "2.0"]
    assert changed["part shoe"] == ["pn532", ""]
    rig.close()
