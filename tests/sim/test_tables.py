"""The tables that can be simulated, and the table files written for them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.messages.tablefile import TableFile, load_table_file, parse_table_file
from hardware_sim import tables
from hardware_sim.physics.fields import Fields, reference_antennas
from hardware_sim.physics.lines import reference_lines
from hardware_sim.physics.world import World

AROUND: dict[str, Any] = {
    "table": {"name": "T", "seats": [1, 2]},
    "game": {"rulebook": "lfp", "small_blind": 50, "big_blind": 100},
    "paths": {"state": "state", "run": "run"},
}


def parsed(kind: str, seats: int = 10) -> TableFile:
    return parse_table_file(tables.write({**AROUND, **tables.describe(kind, seats)}))


@pytest.mark.parametrize("kind", tables.KINDS)
@pytest.mark.parametrize("seats", [2, 6, 10])
def test_every_table_is_a_valid_table_file(kind: str, seats: int) -> None:
    assert parsed(kind, seats).part


def test_the_reference_table_s_file_is_accepted_as_it_stands() -> None:
    assert "shoe" in load_table_file(tables.HERE / "reference.toml").places


def test_what_is_written_reads_back_the_same() -> None:
    description = tables.describe("reference", wires=Path('/some where/"quoted"'))
    assert tomllib.loads(tables.write(description)) == description


def test_the_reference_table_has_the_parts_of_the_design() -> None:
    kinds = [part.kind for part in parsed("reference").part]
    assert {kind: kinds.count(kind) for kind in kinds} == {"pn532": 1, "pepper_c1": 2, "feig_obid": 4, "nextion": 10}
    assert tables.describe("reference")["gpio"]["lines"] == reference_lines()


def test_without_chips_no_chip_area_is_looked_at() -> None:
    assert not [place for place in parsed("no-chips").places if place.startswith(("stack", "bet", "pot", "tray"))]


def test_without_a_shoe_neither_reader_nor_beams_are_there() -> None:
    table = parsed("no-shoe")
    assert "shoe" not in table.places
    assert table.gpio is not None
    assert not [name for name in table.gpio.lines if name.startswith("shoe")]


def test_fewer_seats_leave_out_what_serves_the_others() -> None:
    table = parsed("reference", 6)
    assert {"seat:6", "bet:6", "stack:6"} <= table.places
    assert "seat:7" not in table.places
    assert [part.seat for part in table.part if part.kind == "nextion"] == [1, 2, 3, 4, 5, 6]


def test_antennas_that_jam_are_excluded_except_the_distant_shoe() -> None:
    groups = tables.describe("reference")["fields"]["exclusion"]
    excluded = {tuple(sorted((a, b))) for group in groups for a in group for b in group if a != b}
    physics = set(Fields(World(1), reference_antennas()).exclusion())
    assert {pair for pair in physics if "shoe" not in pair} == excluded


def test_an_unknown_table_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="'oval': allowed are reference, no-chips, no-shoe"):
        tables.describe("oval")
