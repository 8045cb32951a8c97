"""`advance` looks first whether a hand waits. Where it takes no step, none is left to be taken."""

from __future__ import annotations

import pytest

from controller import table as core
from controller.table.hand.advance import advance, go_on
from controller.table.state.table import Table
from hardware_sim.scenario.collection import BOOK, file_of, run_file

FILES = (
    "betting/lfp-out-of-turn.scn",
    "betting/lfp-dead-hands.scn",
    "betting/lfp-conditions-and-chips.scn",
    "betting/casino-early-acts-again.scn",
    "conduct/casino-clock.scn",
    "conduct/casino-hands-given-up.scn",
    "conduct/lfp-shown.scn",
    "seating/lfp-absence.scn",
    "seating/chairs.scn",
)


def looked_twice(table: Table) -> bool:
    went_on, said = advance(table), len(table.outcomes)
    if not went_on and table.hand is not None:
        assert not go_on(table, table.hand), "a step was left out"
        left_out = table.outcomes[said:]
        assert all(outcome in table.outcomes[:said] for outcome in left_out), f"not said: {left_out}"
        del table.outcomes[said:]
    return went_on


@pytest.mark.parametrize("name", FILES)
def test_no_step_is_left_out_of_these_hands(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core, "advance", looked_twice)
    failures = [failure for result in run_file(file_of(BOOK / name, BOOK)) for failure in result.failures]
    assert not failures
