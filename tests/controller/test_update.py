"""`sabot update` without processes: the table plays on with a whole version and with all that was entered."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path

import pytest

from controller.journal import kept
from controller.update.folder import UpdateError
from controller.update.steps import Disk, Step, Update, next_step

from .update_rig import UpdateRig

UPDATE = Update("1.1", "1.0", "release.zip", "digest", "Ann", "Bob", "now")
OLD = frozenset({"1.0"})
BOTH = frozenset({"1.0", "1.1"})


@pytest.fixture(autouse=True)
def _no_test_waits_for_the_medium(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("fsync", "fdatasync", "sync"):
        monkeypatch.setattr(os, name, lambda *_: None)


@pytest.fixture
def rig(tmp_path: Path) -> UpdateRig:
    """A table that was played on with version 1.0."""
    made = UpdateRig(tmp_path)
    made.install_first("1.0")
    return made


# --- what is next ---


@pytest.mark.parametrize(
    ("update", "disk", "step"),
    [
        (UPDATE, Disk(OLD, "1.0", kept=False, running=True), Step.PLACE),
        (UPDATE, Disk(BOTH, "1.0", kept=False, running=True), Step.TRY),
        (replace(UPDATE, tried=True), Disk(BOTH, "1.0", kept=False, running=True), Step.HOLD),
        (replace(UPDATE, tried=True), Disk(BOTH, "1.0", kept=True, running=True), Step.HOLD),
        (replace(UPDATE, tried=True), Disk(BOTH, "1.0", kept=False, running=False), Step.HOLD),
        (replace(UPDATE, tried=True), Disk(BOTH, "1.0", kept=True, running=False), Step.SWITCH),
        (replace(UPDATE, tried=True), Disk(BOTH, "1.1", kept=True, running=False), Step.START),
        (replace(UPDATE, tried=True, came_up=True), Disk(BOTH, "1.1", kept=False, running=True), Step.FINISH),
        (replace(UPDATE, failed="no"), Disk(BOTH, "1.0", kept=False, running=True), Step.GIVE_UP),
        (replace(UPDATE, failed="no", stopped=True), Disk(BOTH, "1.0", kept=True, running=False), Step.START_OLD),
        (replace(UPDATE, failed="no", stopped=True), Disk(BOTH, "1.1", kept=True, running=True), Step.STOP),
        (replace(UPDATE, failed="no", stopped=True), Disk(BOTH, "1.1", kept=True, running=False), Step.WEIGH),
        (
            replace(UPDATE, failed="no", state="put_back"),
            Disk(BOTH, "1.1", kept=True, running=False),
            Step.SWITCH_BACK,
        ),
        (replace(UPDATE, old="", tried=True), Disk(BOTH, "", kept=False, running=False), Step.SWITCH),
        (replace(UPDATE, old="", tried=True), Disk(BOTH, "1.1", kept=False, running=False), Step.FINISH),
    ],
)
def test_next_step_follows_from_the_record_and_the_disk(update: Update, disk: Disk, step: Step) -> None:
    assert next_step(update, disk) is step


# --- there ---


def test_table_plays_on_with_the_new_version_and_all_its_hands(rig: UpdateRig) -> None:
    played = rig.ledger.played
    rig.begin("2.0")
    rig.go_on()
    assert (rig.folder.current(), rig.folder.previous(), rig.folder.record()) == ("2.0", "1.0", None)
    assert (rig.services.runs, rig.ledger.played) == (rig.versions["2.0"], played)
    assert rig.ledger.form == 2


def test_update_waits_for_the_end_of_the_hand_and_says_so(rig: UpdateRig) -> None:
    rig.ledger.add("shuffle")
    rig.hand_ends_after = 3
    rig.begin("1.1")
    rig.go_on()
    assert any("waits for its end" in line for line in rig.said)
    assert rig.ledger.kinds[-2:] == ["award", "started"]


def test_hand_that_begins_as_the_table_is_stopped_is_played_to_its_end(rig: UpdateRig) -> None:

    def a_hand_begins() -> None:
        rig.services.at_stop = lambda: None
        rig.ledger.add("shuffle")
        rig.hand_ends_after = 2

    rig.services.at_stop = a_hand_begins
    rig.begin("1.1")
    rig.go_on()
    assert "Hand 2 has begun meanwhile. The table plays on, and the update waits for its end." in rig.said
    assert (rig.folder.current(), rig.ledger.in_hand) == ("1.1", False)


def test_table_is_not_stopped_in_a_hand_because_its_controller_is_slow_to_answer(rig: UpdateRig) -> None:
    rig.ledger.add("shuffle")
    rig.hears = False
    rig.services.at_stop = lambda: pytest.fail("it was stopped in a hand")
    rig.begin("1.1")
    with pytest.raises(UpdateError, match=r"the controller does not answer\. The table was not stopped"):
        rig.go_on()
    rig.services.at_stop = lambda: None
    rig.hears, rig.hand_ends_after = True, 2
    rig.go_on()
    assert (rig.folder.current(), rig.ledger.in_hand) == ("1.1", False)


def test_open_hand_of_a_table_that_does_not_run_is_named(rig: UpdateRig) -> None:
    rig.ledger.add("shuffle")
    rig.services.stop()
    rig.begin("1.1")
    with pytest.raises(Exception, match="hand 2 is open, and the controller does not answer"):
        rig.go_on()
    assert rig.folder.current() == "1.0"


def test_table_that_did_not_run_is_updated_and_not_started(rig: UpdateRig) -> None:
    rig.services.stop()
    rig.begin("1.1")
    rig.go_on()
    assert (rig.folder.current(), rig.services.runs) == ("1.1", None)
    assert (rig.state / "update").read_text() == "1.1 after 1.0, by Ann and Bob, now"


def test_old_versions_go_except_the_one_before(rig: UpdateRig) -> None:
    for version in ("1.1", "2.0"):
        rig.begin(version)
        rig.go_on()
    assert rig.folder.whole() == {"1.1", "2.0"}
    assert sorted(path.name for path in (rig.state / "kept").iterdir()) == ["1.1"]


# --- and back ---


def test_version_that_does_not_come_up_is_left_with_the_old_state_intact(rig: UpdateRig) -> None:
    before = rig.ledger.kinds
    rig.begin("2.1")
    ended = rig.go_on()
    assert ended is not None
    assert ended.failed == "it does not come up: the controller ended with status 1"
    assert (rig.folder.current(), rig.ledger.form, rig.services.runs) == ("1.0", 1, rig.versions["1.0"])
    assert rig.ledger.kinds == [*before, "started"]
    assert rig.folder.whole() == {"1.0"}


def test_version_that_cannot_be_installed_never_stops_the_table(rig: UpdateRig) -> None:
    rig.begin("2.2")
    ended = rig.go_on()
    assert ended is not None
    assert "pip failed" in ended.failed
    assert rig.ledger.kinds.count("started") == 1
    assert rig.folder.whole() == {"1.0"}


def test_downgrade_finds_the_state_that_its_version_left(rig: UpdateRig) -> None:
    rig.begin("2.0")
    rig.go_on()
    rig.begin("1.0", back=True)
    rig.go_on()
    assert (rig.folder.current(), rig.folder.previous()) == ("1.0", "2.0")
    assert (rig.ledger.form, rig.faults()) == (1, [])


def test_downgrade_to_another_form_is_refused_once_a_hand_was_played(rig: UpdateRig) -> None:
    rig.begin("2.0")
    rig.go_on()
    rig.play_hand()
    rig.begin("1.0", back=True)
    ended = rig.go_on()
    assert ended is not None
    assert ended.failed == (
        "1 of award, 1 of shuffle came with 2.0, and it cannot open them: the checkpoint is 2, this program reads 1"
    )
    assert (rig.folder.current(), rig.services.runs) == ("2.0", rig.versions["2.0"])


def test_downgrade_to_the_same_form_keeps_what_was_played(rig: UpdateRig) -> None:
    rig.begin("1.1")
    rig.go_on()
    rig.play_hand()
    played = rig.ledger.played
    rig.begin("1.0", back=True)
    rig.go_on()
    assert (rig.folder.current(), rig.ledger.played) == ("1.0", played)


def test_no_key_of_a_hand_and_no_key_of_surveillance_is_copied(rig: UpdateRig) -> None:
    for name in ("handkey.1", "surveillance.key", "people"):
        (rig.state / name).write_text("secret")
    kept.keep(rig.state, "1.0")
    copied = {path.name for path in (rig.state / "kept" / "1.0").iterdir()}
    assert copied == {"people", "journal.sqlite", "journal.head", "kept.json"}


def test_fault_that_came_with_the_state_put_back_goes_with_it(rig: UpdateRig) -> None:
    kept.keep(rig.state, "1.0")
    (rig.state / "faults.json").write_text("[]")
    (rig.run / "faults.json").write_text("[]")
    kept.mark_put_back(rig.state, "1.0")
    assert kept.put_back_if_marked(rig.state, rig.run) == "1.0"
    assert not (rig.state / "faults.json").exists()
    assert not (rig.run / "faults.json").exists()


# --- killed ---


def calls_of(root: Path, goal: str) -> int:
    """How many calls that change something an update makes."""
    root.mkdir()
    rig = UpdateRig(root)
    rig.install_first("1.0")
    rig.begin(goal)
    rig.go_on()
    return rig.killer.count


EVERY = 1 if os.environ.get("SABOT_SOAK") else 8
"""In the suite each eighth call of an update."""


@pytest.mark.parametrize("goal", ["2.0", "2.1"])
@pytest.mark.parametrize("power", [False, True], ids=["updater", "machine"])
def test_killed_at_any_call_it_leaves_one_version_whole_and_is_finished(
    tmp_path: Path, goal: str, power: bool
) -> None:
    calls = calls_of(tmp_path / "count", goal)
    assert calls > 40
    for at in range(1, calls + 1, EVERY):
        (tmp_path / str(at)).mkdir()
        rig = UpdateRig(tmp_path / str(at))
        rig.install_first("1.0")
        played = rig.ledger.played
        rig.begin(goal)
        rig.go_on(kill_at=at)
        if power:
            rig.power_cut()
            assert rig.faults() == [], at
        rig.go_on()
        ends_with = "2.0" if goal == "2.0" else "1.0"
        assert (rig.folder.current(), rig.folder.record()) == (ends_with, None), at
        assert (rig.services.runs, rig.faults()) == (rig.versions[ends_with], []), at
        assert rig.ledger.played == played, at
        assert rig.folder.whole() == {"1.0", ends_with}, at


def fifty(root: Path, seed: int, times: int) -> None:
    """Updates and downgrades between and in the middle of hands, killed at random calls, some with the power."""
    luck, rig = random.Random(seed), UpdateRig(root)  # noqa: S311 - a plan that can be repeated
    rig.install_first("1.0")
    for _ in range(times):
        if rig.ledger.in_hand:  # the update before was given up while it was played
            rig.ledger.add("award")
        rig.hand_ends_after = None
        if luck.random() < 0.5:
            rig.play_hand()
        if luck.random() < 0.5:
            rig.ledger.add("shuffle")
            rig.hand_ends_after = luck.randrange(1, 6)
        back = luck.random() < 0.4 and rig.folder.previous() in rig.folder.whole()
        others = [name for name in rig.versions if name != rig.folder.current()]
        rig.begin(rig.folder.previous() if back else luck.choice(others), back=back)
        while rig.folder.record() is not None:
            played, hand = rig.ledger.played, rig.ledger.in_hand
            rig.go_on(kill_at=luck.choice([None, luck.randrange(1, 90)]))
            if luck.random() < 0.3:
                rig.power_cut()
            assert rig.ledger.played[: len(played)] == played, "what was played is lost"
            assert rig.ledger.played[len(played) :] in ([], ["award"] if hand else [])
        assert rig.services.runs == rig.versions[rig.folder.current()]
        assert rig.faults() == []


@pytest.mark.parametrize("seed", [1, 2])
def test_a_few_updates_and_downgrades_killed_anywhere_lose_nothing(tmp_path: Path, seed: int) -> None:
    fifty(tmp_path, seed, 6)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_fifty_updates_and_downgrades_killed_anywhere_lose_nothing(tmp_path: Path, seed: int) -> None:
    fifty(tmp_path, seed, 50)
