"""A box of parts becomes a table that plays: the way of docs/commissioning.md, from no file to the award."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from controller.check_config import run_checks
from controller.poker.cards import DECK_SIZE, name
from firmware_bridge.commissioning.box import box_of, lines_of
from firmware_bridge.commissioning.files import Work, box_file, opened
from firmware_bridge.messages.part_kinds import part_kind
from firmware_bridge.messages.tablefile import TableFile, load_table_file, parse_table_file
from firmware_bridge.probe import Candidate, Found
from firmware_bridge.tabletext import with_parts
from hardware_sim.box.dealing import script
from hardware_sim.box.hands import STACK
from hardware_sim.box.parts import shuffled
from hardware_sim.depths.room import Room
from hardware_sim.depths.stage import Stage
from hardware_sim.physics.world import Layout, World
from hardware_sim.robot.chips import Rack
from tests.bridge import rig
from tests.bridge.technician import Newcomer
from tests.ports import free_port

SEED = 5
SEATS = (1, 2)
MINUTE = 60_000_000_000
GAME = {"rulebook": "lfp", "small_blind": 50, "big_blind": 100, "smallest_chip": 25}


def found(part: Any) -> Found:
    """What a probe finds of a part: its antennas, and not where they lie."""
    return Found(part.port, Candidate(part_kind(part.kind)), tuple(map(int, part.antennas)), "")


@pytest.mark.process
@pytest.mark.timeout(300)
def test_a_box_is_commissioned_and_hands_are_dealt_to_the_award(monkeypatch: pytest.MonkeyPatch) -> None:
    with Stage() as stage:
        truth = shuffled(len(SEATS), SEED, stage.wires)
        truth["part"] = [part for part in truth["part"] if "seat" not in part]  # of displays one step is like another
        stage.set_up({}, SEATS, GAME, free_port())
        _commission(stage, truth, monkeypatch)
        table = load_table_file(stage.config)
        assert run_checks(table)[1] == []
        assert {part.port: part.antennas for part in table.part} == {
            part["port"]: part["antennas"] for part in truth["part"]
        }
        called = {part.port: part.name for part in table.part}
        parts = [{**part, "name": called[part["port"]]} for part in truth["part"]]
        said = _play(stage, {**truth, "part": parts}, hands=1)
        assert said[-1].startswith("hand 1 of 1 is awarded")
        assert said[-1].endswith("no chip is missing")


def _commission(stage: Stage, truth: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Follow the orders at the box, and write what was found into the table file."""
    head = stage.config.read_text()
    known = TableFile.model_validate(
        {**truth, **parse_table_file(head).model_dump(include={"table", "game", "paths"})}
    )
    monkeypatch.setattr(rig, "table_file", lambda _directory: known)
    assert known.gpio is not None
    numbers = sorted(known.gpio.lines.values())
    box = box_of(parse_table_file(head), [found(part) for part in known.part], lines_of(numbers, known.gpio))
    box_file(stage.config).write_text(with_parts(head, box))
    table = rig.Table(stage.directory, monkeypatch, known=lambda _truth: box)
    try:
        table.world.lines.names = dict(known.gpio.lines)
        deck = table.world.add_deck(["2c", "3c", "4c", "5c"])
        table.world.load_shoe([card.id for card in deck], table.now)
        table.run(4)
        newcomer = Newcomer(table)
        newcomer.says_none_at = "Sit down on seat 1's chair."
        newcomer.names(200)
    finally:
        table.close()
    work = opened(stage.config)
    assert isinstance(work, Work)
    work.keep(newcomer.naming.found)
    work.write(datetime.now(UTC))


def _play(stage: Stage, truth: dict[str, Any], hands: int) -> list[str]:
    """Register deck and chips, lay the stacks, and deal. Return what the robot says of each hand."""
    world = World(SEED, Layout(lines=truth["gpio"]["lines"]))
    deck = [card.id for card in world.add_deck(name(card) for card in range(DECK_SIZE))]
    rack = Rack(world, closed=True)
    rack.fill({25: 20, 100: 20, 500: 20, 1000: 20})
    for seat in SEATS:
        rack.hand_out(STACK, f"stack:{seat}", 0)
    stage.enrol(world)
    said: list[str] = []
    room = Room("wire", stage, world, truth)
    try:
        room.open()
        room.perform(script(room.top, room.sight, room.link, deck, hands, said.append), 10 * MINUTE)
    finally:
        room.close()
    return said
