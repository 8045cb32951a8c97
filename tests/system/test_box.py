"""A box of parts becomes a table that plays: the way of docs/commissioning.md, from no file to the award."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from controller.check_config import run_checks
from controller.poker.cards import DECK_SIZE, name
from firmware_bridge.commissioning.box import box_of, lines_of
from firmware_bridge.commissioning.files import Work, box_file, opened
from firmware_bridge.messages.part_kinds import part_kind
from firmware_bridge.messages.tablefile import TableFile, load_table_file, parse_table_file
from firmware_bridge.parts.candidates import Candidate
from firmware_bridge.probe import Found
from firmware_bridge.tabletext import with_parts
from hardware_sim.box.dealing import script
from hardware_sim.box.hands import STACK
from hardware_sim.box.parts import CHIPS, shuffled
from hardware_sim.depths.room import Room
from hardware_sim.depths.stage import Stage
from hardware_sim.physics.world import Layout, World
from hardware_sim.robot.chips import Rack
from tests.bridge import rig
from tests.bridge.technician import Newcomer
from tests.ports import free_port

from . import newcomer

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


def _commission(stage: Stage, truth: dict[str, Any], monkeypatch: pytest.MonkeyPatch, left_after: float = 20) -> None:
    """Follow the orders at the box, leave it once on the way (s), and write what was found into the table file."""
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
        left = Newcomer(table, work=_work(stage))
        table.run(left_after)
        left.walk.end()  # as if it was killed: nothing is kept after a step but what was kept with it
        assert 0 < len(_work(stage).found.named) < len(left.naming.found.named) + 1
        table.run(2)
        newcomer = Newcomer(table, work=_work(stage))
        newcomer.says_none_at = "Sit down on seat 1's chair."
        newcomer.names(200)
    finally:
        table.close()
    _work(stage).write(datetime.now(UTC))


def _work(stage: Stage) -> Work:
    work = opened(stage.config)
    assert work is not None
    return work


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


# --- the same in real time, by the commands of the page -------------------------------------------------------------

PEOPLE = {"Ann": "correct-horse-1", "Bob": "correct-horse-2"}


@pytest.mark.soak
@pytest.mark.process
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seats", [2, 10])
def test_a_newcomer_follows_the_page_to_three_hands(tmp_path: Path, seats: int) -> None:
    at = newcomer.Newcomer(tmp_path / "box", seats, free_port())
    try:
        killed = random.Random(seats)  # noqa: S311 - a moment of a test
        at.commissions(killed_after=killed.randint(2, 12))
        at.commissions(killed_after=killed.randint(1, 5))
        assert at.commissions().process.returncode == 0
        checked = at.sabot("check-config")
        checked.process.wait(30)
        assert checked.process.returncode == 0
        at.makes_accounts(PEOPLE)
        at.registers_deck(PEOPLE)
        for value in CHIPS:
            at.registers_chips(value, CHIPS[value])
        said = at.deals(3, "Ann", PEOPLE["Ann"])
    finally:
        at.close()
    assert all(line.endswith("no chip is missing") for line in said)
    table = load_table_file(at.config)
    truth = shuffled(seats, 1, tmp_path / "box")
    assert {part.port: part.antennas or part.seat for part in table.part} == {
        part["port"]: part.get("antennas") or part["seat"] for part in truth["part"]
    }
