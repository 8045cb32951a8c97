"""The files beside the journal: device key, registers, accounts, surveillance's public key.

Each start journals which it found. A start that finds fewer, or another key, locks the table, as none of them
disappears by itself. Rows G2 and G3 of docs/standards.md.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from controller.journal import Journal, JournalFault, surveillance_public
from controller.people.accounts import AccountsError, AccountsFile
from controller.registers import (
    DeviceKey,
    DeviceKeyError,
    FileDeviceKey,
    NoDeviceKey,
    Registers,
    load_whole,
    put_aside_damaged,
)
from controller.service.session.table_session import OWN


def device_key_at(state: Path) -> tuple[DeviceKey, JournalFault | None]:
    """Return the key of the table, made for a new table. If it fails, return a stand-in and the fault. Raises
    OSError."""
    try:
        return FileDeviceKey.at(state / "device.key"), None
    except DeviceKeyError as error:
        return NoDeviceKey(), JournalFault("device_key", str(error))


def registers_at(state: Path, device: DeviceKey) -> tuple[Registers, tuple[JournalFault, ...]]:
    """Return the registers, and a fault for each that cannot be read. Raises OSError."""
    registers, damaged = load_whole(state, device)
    return registers, tuple(JournalFault("register_damaged", str(error)) for error in damaged)


def put_damaged_aside(state: Path, device: DeviceKey) -> tuple[Registers, tuple[JournalFault, ...]]:
    """Return the same, after each register that cannot be read was renamed. Raises OSError."""
    put_aside_damaged(state, device)
    return registers_at(state, device)


def found(state: Path, device: DeviceKey, registers: Registers) -> dict[str, Any]:
    """Return the files as a start journals them: the numbers of decks, chips and accounts, and the public key in
    full."""
    return {
        "decks": len(registers.decks),
        "chips": len(registers.chips),
        "people": _people(state, device),
        "surveillance": surveillance_public(state),
    }


def changed(journal: Journal, state: Path, device: DeviceKey, registers: Registers) -> Iterator[JournalFault]:
    """Return a fault for each that is no longer as the last start found it."""
    last = journal.reading.last_of(OWN, "started")
    if last is None:
        return
    before, now = json.loads(last.body), found(state, device, registers)
    for name in ("decks", "chips"):
        if now[name] < before[name]:
            detail = f"{name}.reg has {now[name]} {name}, at the last start it had {before[name]}"
            yield JournalFault("register_missing", detail)
    if before.get("people") and not now["people"]:
        yield JournalFault(
            "people_lost", f"{state / 'people'} is missing or damaged, it had {before['people']} accounts"
        )
    key = before.get("surveillance", now["surveillance"])
    if now["surveillance"] != key:
        there = now["surveillance"][:80] or "missing"
        yield JournalFault(
            "surveillance_changed", f"{state / 'surveillance.pub'} is {there}, at the last start {key}"
        )


def _people(state: Path, device: DeviceKey) -> int:
    try:
        return len(AccountsFile(state, device).read())
    except (AccountsError, OSError):
        return 0
