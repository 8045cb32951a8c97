"""Scenarios with real processes: the controller over ZeroMQ, and every part on its wire."""

from __future__ import annotations

from typing import Any

import pytest

from hardware_sim.scenario.depths import Play, run_at
from hardware_sim.scenario.parse import parse
from hardware_sim.scenario.result import Result
from tests.scenario.running import TABLE

pytestmark = pytest.mark.process

PUSHED = """
scenario Two chips of 1,000 over a bet of 1,200
shows lfp-7.27#1
goto preflop
4 raises to 1200
5 pushes 2x1000
expect ruling lfp-7.27 seat 5 call {}
expect due 5 = -800; stack 5 = 8800; turn 6
"""


def at(depth: Any, text: str) -> list[Result]:
    plays = [Play("a.scn", scenario, book) for scenario in parse(text).scenarios for book in scenario.header.books]
    return list(run_at(depth, plays))


@pytest.mark.parametrize("depth", ["bus", "wire"])
def test_a_script_is_carried_out_and_its_expectations_are_held(depth: str) -> None:
    table = TABLE.replace("1-6", "1-4, 5, 6")
    right, wrong = at(depth, table + PUSHED.format(1200) + PUSHED.format(1100).replace("1,200", "1,100"))
    assert right.failures == []
    assert right.covered == ("lfp-7.27#1",)
    assert [failure.text[:50] for failure in wrong.failures][:1] == [
        "expected ruling lfp-7.27 seat 5 call 1100; since th"[:50]
    ]
