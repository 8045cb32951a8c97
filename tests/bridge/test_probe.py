"""`sabot probe`: the real drivers ask the simulated parts who they are, in virtual time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from firmware_bridge.messages.clock import Channel, Channels
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.part_kinds import part_kind
from firmware_bridge.messages.tablefile import Part, parse_table_file
from firmware_bridge.parts.candidates import Candidate
from firmware_bridge.probe import Found, PortProbe
from firmware_bridge.probe_command import told
from firmware_bridge.proposal import proposal
from hardware_sim.depths.rig import Rig
from hardware_sim.physics.world import World

from .rig import S, Table, VirtualClock, table_file


class Probing(Table):
    """The ports of the reference table's parts, which nobody uses, and a probe at each."""

    def __init__(self, directory: Path, *kept: str) -> None:
        self.file = table_file(directory, keep=lambda part: part["name"] in kept)
        self.clock = VirtualClock()
        self.loop = Loop(self.clock)
        self.world = World(7)
        description = self.file.model_dump(mode="json")
        self.rig = Rig(self.world, {**description, "gpio": None}, directory / "wires", self.loop)
        self.loop.after_each(self.world.wake)
        self.probes: dict[str, PortProbe] = {}
        self.done: list[str] = []
        self.bridge: Any = SimpleNamespace(channels=self._channels)
        self.controller: Any = SimpleNamespace(counts=(0, 0))
        self._ends = self._other_ends()
        self._open: dict[Channel, tuple[int, int]] = {}
        self._lost: dict[Channel, tuple[int, int]] = {}
        self._turns = 0
        self.clock.under_way = self._under_way

    def _channels(self) -> Channels:
        return {
            Channel("wire", name): probe.channel for name, probe in self.probes.items() if probe.channel != (0, 0)
        }

    def probe(self, *parts: Part) -> None:
        for part in parts:
            self.probes[part.name] = PortProbe(part.port, self.loop, lambda one: self._ended(one.port))

    def _ended(self, port: str) -> None:
        self.done.append(port)
        if len(self.done) == len(self.probes):
            self.loop.stop()

    def until_done(self) -> None:
        self.loop.call_at(self.clock.now() + 120 * S, lambda _: self.loop.stop())
        self.loop.run()
        assert len(self.done) == len(self.probes), "a probe does not end"

    def close(self) -> None:
        self.rig.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Probing]:
    table = Probing(tmp_path, "shoe", "cards-1", "middle", "display-3")
    yield table
    table.close()


def test_each_part_is_found_at_its_port(table: Probing) -> None:
    table.probe(*table.file.part)
    table.until_done()
    found = {name: probe.found for name, probe in table.probes.items()}
    assert {name: one and (one.candidate.kind.name, one.numbers) for name, one in found.items()} == {
        "shoe": ("pn532", (0,)),
        "cards-1": ("pepper_c1", (1, 2, 3, 4, 5, 6, 7, 8)),
        "middle": ("feig_obid", (1, 2, 3)),
        "display-3": ("nextion", ()),
    }


def test_a_mute_part_is_told_after_all_kinds_were_tried(table: Probing) -> None:
    (shoe,) = (part for part in table.file.part if part.name == "shoe")
    table.rig.faults.order("mute shoe", table.now)
    table.probe(shoe)
    table.until_done()
    assert table.probes["shoe"].found is None
    assert "answers" in told(table.probes["shoe"])


def test_a_port_that_is_not_there_is_told_at_once(table: Probing) -> None:
    (shoe,) = (part for part in table.file.part if part.name == "shoe")
    table.probe(shoe.model_copy(update={"port": "/dev/none"}))
    table.until_done()
    assert "/dev/none" in table.probes["shoe"].cause


def found(kind: str, port: str, *numbers: int) -> Found:
    return Found(port, Candidate(part_kind(kind)), numbers, "FW 1")


ALL = (
    found("nextion", "/dev/a"),
    found("nextion", "/dev/b"),
    found("feig_obid", "/dev/c", 1, 2, 3),
    found("feig_obid", "/dev/d", *range(1, 11)),
    found("pepper_c1", "/dev/e", *range(1, 9)),
    found("pn532", "/dev/f", 0),
)


def test_the_proposal_is_a_table_file_with_every_part() -> None:
    file = parse_table_file(proposal(ALL), "table.toml")
    assert [(part.name, part.port) for part in file.part] == [
        ("reader-1", "/dev/f"), ("cards-1", "/dev/e"), ("chips-1", "/dev/d"), ("chips-2", "/dev/c"),
        ("display-1", "/dev/a"), ("display-2", "/dev/b"),
    ]  # fmt: skip
    places = {part.name: list(part.antennas.values()) for part in file.part if part.reads}
    assert places["reader-1"] == ["shoe"]
    assert places["cards-1"][:2] == ["seat:1", "seat:2"]
    assert places["chips-1"][-1] == "bet:10"
    assert places["chips-2"] == ["stack:1", "stack:2", "stack:3"]
    assert ("seat:1", "bet:1", "stack:1") in file.fields.exclusion


def test_no_place_is_given_out_twice_and_what_is_left_over_is_left_out() -> None:
    file = parse_table_file(
        proposal([*ALL, *(found("pepper_c1", f"/dev/x{n}", *range(1, 9)) for n in range(4))]), "t"
    )
    places = [place for part in file.part for place in part.antennas.values()]
    assert len(places) == len(set(places))


def test_a_table_without_a_shoe_is_proposed_without_its_place() -> None:
    file = parse_table_file(proposal([found("pepper_c1", "/dev/e", 1)]), "t")
    assert file.part[0].antennas == {"1": "seat:1"}


def test_a_rate_of_its_own_stands_in_the_proposal() -> None:
    odd = Found("/dev/c", Candidate(part_kind("feig_obid"), (38400, "E")), (1,), "")
    (part,) = parse_table_file(proposal([odd]), "t").part
    assert (part.baud, part.parity) == (38400, "E")
