"""The vendor's own package pepper-c1 (MIT) is satisfied by the simulated Pepper C1 MUX."""

from __future__ import annotations

import select
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hardware_sim.parts.pepper_c1 import VERSION, PepperC1
from hardware_sim.physics.fields import Fields
from hardware_sim.physics.world import World
from hardware_sim.wires import Restartable

from .conftest import client

pytestmark = pytest.mark.peer

AT_MOST = 30.0
"""Seconds of real time until an event is there, on a machine that others use."""

CARD, CHIP = bytes.fromhex("040E3BD2286B85"), bytes.fromhex("E004015012345678")


@pytest.fixture
def reader(live: Callable[[Restartable], str], fields: Fields) -> Iterator[Any]:
    package = client("pepper_c1")
    antennas = {number: f"seat:{number}" for number in range(1, 9)}
    path = live(PepperC1("pepper-1", fields, antennas, now=time.monotonic_ns()))
    with package.PepperC1(package.UARTTransport(path)) as reader:
        yield reader


def lay(world: World, thing: str, place: str) -> None:
    world.move([thing], place, time.monotonic_ns() - 10**9)


def test_it_reads_version_and_name(reader: Any) -> None:
    assert reader.get_version() == VERSION
    assert reader.get_device_name() == "Pepper C1"


def test_it_counts_two_cards_and_reads_them(reader: Any, world: World) -> None:
    lay(world, world.add_card("As", CARD).id, "seat:1")
    lay(world, world.add_card("Kd").id, "seat:1")
    assert reader.get_tag_count() == 2
    assert CARD in {reader.get_uid(0)[2:], reader.get_uid(1)[2:]}


def test_it_reads_the_antenna_that_it_has_selected(reader: Any, world: World) -> None:
    lay(world, world.add_card("As", CARD).id, "seat:8")
    assert reader.get_tag_count() == 0
    reader.set_active_antenna(8)
    assert reader.get_tag_count() == 1


def test_it_takes_an_inventory_and_reads_a_chips_denomination(reader: Any, world: World) -> None:
    lay(world, world.add_chip(1000, CHIP).id, "seat:1")
    assert reader.icode_inventory_start()[:8] == CHIP[::-1]
    assert int.from_bytes(reader.icode_read_block(0), "big") == 1000


def test_an_error_reaches_it_as_an_error(reader: Any) -> None:
    package = client("pepper_c1.exceptions")
    with pytest.raises(package.CommandError, match="1501"):
        reader.icode_inventory_start()


def test_it_receives_an_event_while_polling(reader: Any, world: World) -> None:
    reader.set_polling(True)
    lay(world, world.add_card("As", CARD).id, "seat:1")
    # The client drops what comes in one read behind an answer, so it asks once the event is there.
    assert select.select([reader._transport._serial], [], [], AT_MOST)[0], "no event came"
    reader.get_version()
    reader.set_polling(False)
    assert reader.async_events[0][-7:] == CARD
