"""The registers: which tag is which card, and which tag is which chip. Sealed and signed on disk."""

from controller.registers.chips import Chip, ChipRegister, ChipState
from controller.registers.decks import DeckRegister, Known
from controller.registers.device_key import DeviceKey, DeviceKeyError, FileDeviceKey, NoDeviceKey
from controller.registers.readings import Readings, Tally
from controller.registers.store import (
    RegisterError,
    Registers,
    load_readings,
    load_registers,
    load_whole,
    put_aside_damaged,
    save_chips,
    save_decks,
    save_readings,
)

__all__ = [
    "Chip", "ChipRegister", "ChipState", "DeckRegister", "DeviceKey", "DeviceKeyError", "FileDeviceKey", "Known",
    "NoDeviceKey", "Readings", "RegisterError", "Registers", "Tally", "load_readings", "load_registers",
    "load_whole", "put_aside_damaged", "save_chips", "save_decks", "save_readings",
]  # fmt: skip
