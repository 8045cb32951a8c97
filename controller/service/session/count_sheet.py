"""The sheet of a count: what lay at each seat, signed by the table's own key, so that a change is noticed.

A sheet is a JSON file of mode 0600 in `counts/` of the state directory: {"sheet": …, "signature": hex}. The signature
(Ed25519) is over the sheet's canonical text: keys in order, no spaces.
"""

import json
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from controller.registers.device_key import DeviceKey
from controller.registers.files import write_private
from controller.table.chips.stack_count import TableCount
from firmware_bridge.messages.told import Command, DealerCommand
from firmware_bridge.process.directories import private_directory

FOLDER = "counts"
COUNTED = ("count_stacks", "close_session")
NANOSECONDS = 1_000_000_000
PURPOSE = b"count sheet "


class CountSheetError(Exception):
    """A sheet cannot be believed."""


def write_sheet(state: Path, key: DeviceKey, table: str, at: int, by: str, counted: TableCount) -> Path:
    """Write the signed sheet of a count made `at` that time (ns since 1970). Return its path. Raises OSError."""
    sheet = {"table": table, "at": at, "by": by, **asdict(counted)}
    private_directory(state / FOLDER)
    path = state / FOLDER / f"{datetime.fromtimestamp(at / NANOSECONDS, UTC):%Y%m%dT%H%M%S.%fZ}.json"
    signature = key.sign(PURPOSE + _canonical(sheet))
    write_private(path, json.dumps({"sheet": sheet, "signature": signature.hex()}, indent=1).encode())
    return path


def read_sheet(path: Path, key: DeviceKey) -> dict[str, Any]:
    """Return the sheet of a file. Raises OSError, and CountSheetError if this table's key did not sign it as it
    is."""
    try:
        whole = json.loads(path.read_bytes())
        sheet, signature = dict(whole["sheet"]), bytes.fromhex(whole["signature"])
    except (ValueError, KeyError, TypeError):
        raise CountSheetError(f"{path} is no count sheet") from None
    if not key.verify(PURPOSE + _canonical(sheet), signature):
        raise CountSheetError(f"{path} is not signed by this table's device key, or was altered")
    return sheet


def is_count(command: Command) -> bool:
    """Whether this is the floor's word that the stacks are counted, or that the session is over."""
    return isinstance(command.told, DealerCommand) and command.told.word in COUNTED


def _canonical(sheet: dict[str, Any]) -> bytes:
    return json.dumps(sheet, sort_keys=True, separators=(",", ":")).encode()
