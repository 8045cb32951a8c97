"""A box of parts becomes a table: the whole bridge, simulated parts on wires, and hands that follow the orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.commissioning.box import box_of, lines_of
from firmware_bridge.messages.part_kinds import part_kind
from firmware_bridge.messages.tablefile import Part, TableFile
from firmware_bridge.parts.candidates import Candidate
from firmware_bridge.probe import Found

from .rig import Table, table_file
from .technician import Newcomer

Tables = Callable[..., Table]


def found(part: Part) -> Found:
    """What a probe finds of a part: its antennas, and not where they lie."""
    return Found(part.port, Candidate(part_kind(part.kind)), tuple(map(int, part.antennas)), "")


def box(table: TableFile) -> TableFile:
    assert table.gpio is not None
    gpio = lines_of(sorted(table.gpio.lines.values(), reverse=True), table.gpio)
    return box_of(table, [found(part) for part in table.part], gpio)


def plugged_otherwise(part: dict[str, Any]) -> dict[str, Any]:
    """The same part with its plugs swapped, so that no antenna is where a probe guesses it."""
    antennas = part.get("antennas", {})
    return {**part, "antennas": dict(zip(antennas, reversed(antennas.values()), strict=True))}


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tables]:
    """Makes a table of these parts, whose bridge knows it as a box."""
    made: list[Table] = []

    def make(*parts: str) -> Table:
        table = Table(
            tmp_path,
            monkeypatch,
            known=box,
            keep=lambda part: not parts or part["name"] in parts,
            change=plugged_otherwise,
        )
        made.append(table)
        deck = table.world.add_deck(["2c", "3c", "4c", "5c"])
        table.world.load_shoe([card.id for card in deck], table.now)
        table.run(4)
        return table

    yield make
    for table in made:
        table.close()


def at_ports(table: TableFile) -> dict[str, dict[str, str] | int | None]:
    return {part.port.rpartition("/")[2]: part.antennas or part.seat for part in table.part}


def test_swapped_antennas_displays_and_lines_come_out_right(tables: Tables) -> None:
    names = (
        "shoe",
        "seat:1",
        "seat:3",
        "pot",
        "tray",
        "display:2",
        "shoe:beam1",
        "shoe:back",
        "door",
        "post:3",
        "post:4",
    )
    table = tables("shoe", "cards-1", "middle", "display-1", "display-2")
    file = Newcomer(table, names).names()
    assert at_ports(file) == {
        "shoe": {"0": "shoe"}, "cards-1": {"8": "seat:1", "6": "seat:3"}, "middle": {"3": "pot", "2": "tray"},
        "display-2": 2,
    }  # fmt: skip
    assert file.gpio is not None
    assert file.gpio.lines == {
        "shoe:beam1": 2, "shoe:beam2": 3, "shoe:back": 4, "door": 26, "post:3": 18, "post:4": 19,
    }  # fmt: skip


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_the_whole_reference_table_comes_out_of_its_box(tables: Tables) -> None:
    table = tables()
    truth = table_file(table.file.paths.run.parent, change=plugged_otherwise)
    newcomer = Newcomer(table)
    newcomer.says_none_at = "Sit down on seat 1's chair."
    file = newcomer.names(400)
    assert at_ports(file) == at_ports(truth)
    assert truth.gpio is not None
    assert file.gpio is not None
    assert file.gpio.lines == {name: number for name, number in truth.gpio.lines.items() if name != "power"}
