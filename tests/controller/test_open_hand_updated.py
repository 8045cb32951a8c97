"""The program is updated with a hand open: the hand goes on, or it is said by name which program can end it."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.table.state import migrations
from controller.table.state.migrations import VERSION
from firmware_bridge.messages.told import Declared

from .saved_hands import file_of, taken_up
from .service_rig import Rig

OLDEST = 7
"""Nothing leads from version 6 to the next one."""


def known(rig: Rig) -> tuple[str, int | None, list[tuple[int, int]]]:
    now = rig.service._desk.view
    return now.phase, now.turn, [(seat.stack, seat.bet) for seat in now.seats]


def faults(rig: Rig) -> list[tuple[str, str]]:
    return [(fault.key, fault.detail) for fault in rig.of.latch.faults]


def version_of_last_save(rig: Rig) -> object:
    journal = rig.service._journal
    within = journal.reading.resume()
    saved = within[0] if within else journal.reading.last_checkpoint()
    assert saved is not None
    return saved.body["table"]["version"]


@pytest.mark.parametrize("version", range(OLDEST, VERSION + 1))
def test_hand_that_an_earlier_program_left_open_goes_on_and_outlives_a_restart(tmp_path: Path, version: int) -> None:
    rig = taken_up(version, tmp_path)
    try:
        assert (faults(rig), known(rig)) == ([], ("preflop", 3, [(0, 10_000), (0, 10_000), (9_900, 100)]))
        assert version_of_last_save(rig) == VERSION
        console = rig.peer("console")
        rig.wait(2_000_000_000)  # the bridge does not come back, and nothing of it is missing
        assert console.tell(Declared(seat=3, word="fold")).accepted
        before = known(rig)
        rig.restart()
        assert (faults(rig), known(rig)) == ([], before)
    finally:
        rig.close()


def test_hand_that_cannot_be_carried_over_names_the_program_that_can_end_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "RECORDS", {})
    rig = taken_up(OLDEST, tmp_path)
    try:
        ((key, detail),) = faults(rig)
        assert key == "checkpoint_version"
        assert f"start the program of version {OLDEST} again" in detail
    finally:
        rig.close()


def test_an_open_hand_of_this_version_is_kept_for_the_programs_to_come() -> None:
    assert file_of(VERSION).exists(), "run python -m tests.controller.saved_hands"
