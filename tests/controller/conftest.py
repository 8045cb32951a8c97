"""Two tables with the controller's service on real sockets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.registers import FileDeviceKey, save_chips, save_decks

from .service_rig import Rig
from .things import registers, sensing_parts, table_file


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Rig]:
    """A table on which nothing senses: the dealer enters everything."""
    rig = Rig(table_file(tmp_path))
    yield rig
    rig.close()


@pytest.fixture
def sensing(tmp_path: Path) -> Iterator[Rig]:
    """A table with a shoe, card spots, chips and displays, a deck and chips registered, chips on the stacks."""
    config = table_file(tmp_path, parts=sensing_parts())
    key = FileDeviceKey.at(config.paths.state / "device.key")
    save_decks(config.paths.state, key, registers().decks)
    save_chips(config.paths.state, key, registers().chips)
    rig = Rig(config)
    yield rig
    rig.close()
