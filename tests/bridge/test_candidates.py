"""What is at a port if its part never answers, and a part in quarantine that is put right behind its plug."""

from __future__ import annotations

import pytest

from firmware_bridge.messages.part_kinds import PART_KINDS
from firmware_bridge.parts.candidates import instead_of
from firmware_bridge.parts.lifecycle import State
from hardware_sim.physics.noise import dice
from hardware_sim.selftest.bench import Bench
from hardware_sim.selftest.injection import draw, inject, kinds

from .tables import part

WRONG, RIGHT = "31 01 06 07", "32 01 06 07"
"""What a PN531 and a PN532 say of themselves."""


def after(orders: tuple[str, ...], seconds: float) -> Bench:
    """A table in which an order was carried out each second, and so long after the last."""
    bench = Bench(1)
    bench.run(3)
    for order in orders:
        bench.order(order)
        bench.run(1)
    bench.run(seconds)
    return bench


def state_of(bench: Bench, name: str) -> State:
    """The state of a part."""
    connections = (
        [one.connection for one in bench.readers.values()],
        [one.connection for one in bench.displays.values()],
    )
    return next(one.life.state for some in connections for one in some if one.part.name == name)


def test_a_part_in_quarantine_works_again_once_the_right_one_answers() -> None:
    bench = after(("unplug shoe", f"identity shoe {WRONG}", "plug shoe"), 2)
    assert state_of(bench, "shoe") is State.QUARANTINED
    bench.order(f"identity shoe {RIGHT}")  # behind the adapter, whose plug stays in
    bench.run(11)
    assert state_of(bench, "shoe") is State.READY


def test_a_part_in_quarantine_that_stays_wrong_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = after(("unplug display-4", "identity display-4 contract sabot-0", "plug display-4"), 5)
    told: list[object] = []
    monkeypatch.setattr(bench, "health", lambda *change: told.append(change))
    bench.run(25)
    assert state_of(bench, "display-4") is State.QUARANTINED
    assert told == []


@pytest.mark.parametrize(("seed", "kind"), [(1, "nextion"), (2, "nextion")])
def test_a_part_of_another_kind_is_known_by_its_answer(seed: int, kind: str) -> None:
    bench = Bench(seed)
    bench.run(3)
    case = draw(kinds()["swapped_plugs"], bench, dice(seed, "plugs"))
    inject(case, bench)
    bench.run(30)
    (reader,) = [bench.readers[name] for name in case.parts if name in bench.readers]
    refused = reader.connection.refused
    assert refused is not None
    assert refused.kind == kind
    assert state_of(bench, reader.part.name) is State.QUARANTINED


def test_what_may_be_at_a_silent_port_begins_with_the_rates_out_of_the_box() -> None:
    found = instead_of(part("bets", "feig_obid", "bet:1"))
    assert [one.rate for one in found[:3]] == [(38400, "E"), (38400, "N"), (115200, "E")]
    assert {one.kind.name for one in found} == set(PART_KINDS)
    assert len(set(found)) == len(found)
