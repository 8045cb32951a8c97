"""The registers on disk: one file each, sealed under the device key (AES-256-GCM) and signed by it (Ed25519).

decks.reg, chips.reg, readings.reg:  8 bytes magic | sealed (12 nonce, text, 16 tag) | 64 signature over all before
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.registers.chips import ChipRegister
from controller.registers.decks import DeckRegister
from controller.registers.device_key import SIGNATURE_SIZE, DeviceKey, DeviceKeyError
from controller.registers.files import read_whole, write_private
from controller.registers.readings import Readings
from firmware_bridge.process.durable import sync_directory

MAGIC = b"SABOTRG1"
DECKS = "decks.reg"
CHIPS = "chips.reg"
READINGS = "readings.reg"


class RegisterError(Exception):
    """A register cannot be read: altered, cut short, or made by another table. The cure is part of it."""


@dataclass(frozen=True, slots=True)
class Registers:
    """All that the table knows of tags."""

    decks: DeckRegister
    chips: ChipRegister

    def digest(self) -> str:
        """SHA-256 over all registers, the same for the same content."""
        return hashlib.sha256(json.dumps([self.decks.to_json(), self.chips.to_json()]).encode()).hexdigest()


def load_registers(state: Path, key: DeviceKey) -> Registers:
    """Return the registers in a directory. A register that does not exist is empty. Raises RegisterError, OSError."""
    return Registers(
        DeckRegister.from_json(_read(state / DECKS, b"decks", key)),
        ChipRegister.from_json(_read(state / CHIPS, b"chips", key)),
    )


def load_whole(state: Path, key: DeviceKey) -> tuple[Registers, tuple[RegisterError, ...]]:
    """Return the registers in a directory, an empty one in place of each that cannot be read, and why it cannot be.

    Raises OSError.
    """
    damaged: list[RegisterError] = []

    def read(name: str, purpose: bytes) -> list[Any]:
        try:
            return _read(state / name, purpose, key)
        except RegisterError as error:
            damaged.append(error)
            return []

    decks, chips = read(DECKS, b"decks"), read(CHIPS, b"chips")
    return Registers(DeckRegister.from_json(decks), ChipRegister.from_json(chips)), tuple(damaged)


def put_aside_damaged(state: Path, key: DeviceKey) -> list[Path]:
    """Rename each register that cannot be read. Return the new paths. Raises OSError."""
    moved: list[Path] = []
    for name, purpose in ((DECKS, b"decks"), (CHIPS, b"chips")):
        try:
            _read(state / name, purpose, key)
        except RegisterError:
            number = 1 + len(list(state.glob(f"{name}.damaged.*")))
            moved.append((state / name).rename(state / f"{name}.damaged.{number}"))
    if moved:
        sync_directory(state)
    return moved


def save_decks(state: Path, key: DeviceKey, decks: DeckRegister) -> None:
    """Replace the deck register. Raises OSError, and the old one then stays."""
    _write(state / DECKS, b"decks", key, decks.to_json())


def save_chips(state: Path, key: DeviceKey, chips: ChipRegister) -> None:
    """Replace the chip register. Raises OSError, and the old one then stays."""
    _write(state / CHIPS, b"chips", key, chips.to_json())


def load_readings(state: Path, key: DeviceKey) -> Readings:
    """Return how well each card was read, up to the last hand. Raises RegisterError, OSError."""
    return Readings.from_json(_read(state / READINGS, b"readings", key))


def save_readings(state: Path, key: DeviceKey, readings: Readings) -> None:
    """Keep the readings for `sabot deck report`. Raises OSError, and the old ones then stay."""
    _write(state / READINGS, b"readings", key, readings.to_json())


def _write(path: Path, purpose: bytes, key: DeviceKey, data: list[Any]) -> None:
    content = MAGIC + key.wrap(purpose, json.dumps(data).encode())
    write_private(path, content + key.sign(content))


def _read(path: Path, purpose: bytes, key: DeviceKey) -> list[Any]:
    cure = f"put a copy of it back, or clear the fault and register the {purpose.decode()} again"
    try:
        whole = read_whole(path)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise RegisterError(f"{path} cannot be read: {error.strerror}: {cure}") from None
    content, signature = whole[:-SIGNATURE_SIZE], whole[-SIGNATURE_SIZE:]
    if not content.startswith(MAGIC) or not key.verify(content, signature):
        raise RegisterError(f"{path} is not signed by this table's device key, or was altered: {cure}")
    try:
        data: list[Any] = json.loads(key.unwrap(purpose, content[len(MAGIC) :]))
    except DeviceKeyError as error:
        raise RegisterError(f"{path}: {error}: {cure}") from None
    return data
