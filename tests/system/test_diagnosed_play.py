"""The diagnosis at a table of real processes and wires: healthy play gives no verdict, so nothing is dumped."""

from __future__ import annotations

import pytest

from hardware_sim.trials.evening import Evening
from hardware_sim.trials.model import FAULTLESS

pytestmark = pytest.mark.process


def test_healthy_hands_give_no_verdict() -> None:
    with Evening(FAULTLESS, depth="wire", seed=3) as evening:
        for _ in range(3):
            evening.play_clean()
        assert evening.count.wrong == []
        dumps = list(evening.stage.directory.rglob("dumps/*"))
    assert [dump.name for dump in dumps] == []
