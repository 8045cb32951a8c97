"""nfcpy (EUPL, test-time peer only) is satisfied by the simulated PN532."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hardware_sim.parts.pn532 import Pn532
from hardware_sim.physics.fields import Fields
from hardware_sim.physics.world import World
from hardware_sim.wires import Restartable

from .conftest import client

pytestmark = [
    pytest.mark.peer,
    # nfcpy 1.0.4 leaves its port to the collector when it opens it again at another speed.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    # nfcpy 1.0.4 is written for Python 2 and 3; its own strings and calls are deprecated by later versions.
    pytest.mark.filterwarnings("ignore::DeprecationWarning:nfc"),
]

UID = bytes.fromhex("040E3BD2286B85")


BUSY = 4
"""How often nfcpy is started again. It waits 100 ms for the first answer, which a busy machine may take."""


@pytest.fixture
def reader(live: Callable[[Restartable], str], fields: Fields) -> Iterator[Any]:
    transport = client("nfc.clf.transport")
    driver = client("nfc.clf.pn532")
    part = Pn532("shoe", fields, "shoe", now=time.monotonic_ns())
    port = live(part)
    for _ in range(BUSY):
        with contextlib.suppress(TimeoutError):
            device = driver.init(transport.TTY(port))
            break
    else:
        device = driver.init(transport.TTY(port))
    yield device
    device.close()


def test_it_initialises_the_chip_and_knows_its_version(reader: Any) -> None:
    assert str(reader.chipset_name) == "PN532v1.6"


def test_its_line_test_comes_back_unchanged(reader: Any) -> None:
    assert reader.chipset.diagnose("line") is True


def test_it_finds_a_card_in_the_shoes_mouth(reader: Any, world: World) -> None:
    world.move([world.add_card("As", UID).id], "shoe.mouth", time.monotonic_ns() - 10**9)
    target = reader.sense_tta(client("nfc.clf").RemoteTarget("106A"))
    assert bytes(target.sdd_res) == UID


def test_it_finds_nothing_in_an_empty_mouth(reader: Any) -> None:
    assert reader.sense_tta(client("nfc.clf").RemoteTarget("106A")) is None


def test_it_switches_the_field_off(reader: Any, world: World, fields: Fields) -> None:
    reader.sense_tta(client("nfc.clf").RemoteTarget("106A"))
    reader.mute()
    assert not fields.is_on("shoe")
