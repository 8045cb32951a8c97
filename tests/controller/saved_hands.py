"""Open hands that earlier programs journalled: `tests/data/open_hand_<version>.tar.xz`, one of each version.

Who has raised VERSION of a checkpoint saves one of the new version with `python -m tests.controller.saved_hands`. The
file of a version is never made again after that. It has the journal and its keys. Registers and accounts are those of
the other tests.
"""

from __future__ import annotations

import io
import tarfile
import tempfile
from pathlib import Path

from controller.registers import FileDeviceKey, save_chips, save_decks
from controller.table.state.migrations import VERSION
from firmware_bridge.messages import sensed
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.messages.told import Declared

from .service_rig import Rig
from .service_steps import dealt
from .things import at, registers, sensing_parts, table_file

DATA = Path(__file__).parents[1] / "data"
KEPT = ("checkpoint.1", "device.key", "handkey.1", "journal.head", "journal.sqlite", "journal.sqlite-wal",
        "surveillance.pub")  # fmt: skip


def file_of(version: int) -> Path:
    return DATA / f"open_hand_{version}.tar.xz"


def table_at(root: Path) -> TableFile:
    """A table that senses, with its registers."""
    config = table_file(root, parts=sensing_parts())
    key = FileDeviceKey.at(config.paths.state / "device.key")
    save_decks(config.paths.state, key, registers().decks)
    save_chips(config.paths.state, key, registers().chips)
    return config


def in_mid_hand(root: Path) -> Rig:
    """Seat 1 is all in by its key, seat 2 has called by a word of the dealer, seat 3 is to act."""
    rig = Rig(table_at(root))
    bridge, console = dealt(rig)
    bridge.say(sensed.SeatKey(seat=1, key="all_in", at=at(4)))
    assert console.tell(Declared(seat=2, word="call")).accepted
    return rig


def save(rig: Rig, file: Path) -> None:
    with tarfile.open(file, "w:xz") as packed:
        for name in KEPT:
            data = (rig.config.paths.state / name).read_bytes()
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(data), 0o600
            packed.addfile(entry, io.BytesIO(data))


def taken_up(version: int, root: Path) -> Rig:
    """This program at the state directory of one of that version."""
    with tarfile.open(file_of(version)) as packed:
        packed.extractall(root / "state", filter="data")
    (root / "state").chmod(0o700)
    return Rig(table_at(root))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        rig = in_mid_hand(Path(made))
        save(rig, file_of(VERSION))
        rig.close()
