"""Parts that send anything at all: the bridge lives, the others work on, and nothing of the program fails."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from firmware_bridge.messages.orders import Attention
from firmware_bridge.messages.sensed import PartHealth, Sensed
from firmware_bridge.process import logs

from .hostile import Hostile
from .rig import Table

KINDS = {
    "shoe": "pn532",
    "cards-1": "pepper_c1",
    "bets": "feig_obid",
    "stacks-1": "feig_obid",
    "display-1": "nextion",
}
ATTACK, HEALED = 3.0, 14.0  # s of virtual time; a part that is quarantined or backs off is tried again after ten
HOUR = 3600.0  # s of real time


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """One part of each kind, and a second one of one kind, all found."""
    logs.configure_logs(as_json=False)
    table = Table(tmp_path, monkeypatch, keep=lambda part: part["name"] in KINDS)
    table.run(4)
    yield table
    table.close()


def states(events: list[Sensed], part: str) -> list[str]:
    return [event.state for event in events if isinstance(event, PartHealth) and event.part == part]


def failures(events: list[Sensed]) -> list[str]:
    """Where a driver's code failed."""
    causes = [event.cause for event in events if isinstance(event, PartHealth)]
    return [cause for cause in causes if "the driver failed" in cause]


def attack(table: Table, seed: int) -> None:
    """All parts but one go mad for a while, and come to their senses."""
    random = Random(seed)  # noqa: S311 - a test's dice
    honest = random.choice(sorted(KINDS))
    places = [place for part in table.file.part for place in part.antennas.values()]
    table.controller.say(Attention(epoch=1, revision=table.now, places=tuple(random.sample(places, 5))))
    for name in KINDS.keys() - {honest}:
        table.rig.cables[name].to_host.append(Hostile(Random(random.random()), KINDS[name]))  # noqa: S311 - no secret
    events = table.run(ATTACK)
    assert (seed, honest, states(events, honest)) == (seed, honest, [])
    assert (seed, failures(events)) == (seed, [])
    for name in KINDS:
        table.rig.cables[name].wire.unplug()
        table.rig.cables[name].to_host.clear()
    table.run(2)
    for name in KINDS:
        table.rig.cables[name].wire.plug()
    events = table.run(HEALED)
    assert (seed, failures(events)) == (seed, [])
    assert {name: (seed, states(events, name)[-1:]) for name in KINDS} == dict.fromkeys(KINDS, (seed, ["ready"]))


@pytest.mark.search
@pytest.mark.parametrize("seed", range(2))
def test_a_part_that_sends_anything_takes_nothing_else_away(table: Table, seed: int) -> None:
    attack(table, seed)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_an_hour_of_parts_that_send_anything(table: Table) -> None:
    ends = time.monotonic() + float(os.environ.get("SABOT_HOSTILE_SECONDS", HOUR))
    seed = 1_000
    while time.monotonic() < ends:
        attack(table, seed)
        seed += 1
    assert seed > 1_010
