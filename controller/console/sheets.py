"""The last pass sheet of the guided tests, which `sabot diag test` writes beside the table file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from controller.registers.files import read_whole

LONGEST: Final = 65_536
"""Bytes that are shown. The sheet of a full table has some 30,000."""


def last_sheet(config: Path) -> dict[str, str] | None:
    """Return name and text of the newest sheet, None if there is none. Their names end with the time in UTC."""
    try:
        newest = max(config.parent.glob(f"{config.stem}-test-*.txt"), default=None)
        text = b"" if newest is None else read_whole(newest)[:LONGEST]
    except OSError:
        return None
    return None if newest is None else {"name": newest.stem, "text": text.decode("utf-8", "replace")}
