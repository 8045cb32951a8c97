"""What commissioning has found so far, as files, and the table file that is written from it.

The bridge keeps what a page finds in its own directory. A terminal keeps it beside the table file, with the box that
its own bridge runs on.
"""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from pydantic import Field

from firmware_bridge.guided.kept import KeptError, read_kept, write_kept
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.guided_facts import NoTableFile, Unwritable
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.messages.tablefile_complaints import TableFileError
from firmware_bridge.process.durable import replace_durably
from firmware_bridge.tabletext import with_parts

from .found import Commissioned
from .survey import named_table


def kept_file(folder: Path) -> Path:
    """Where what a page has found is kept. `folder`: the bridge's own directory."""
    return folder / "table.found.json"


class Progress(Message):
    """What is kept. `notes`: a comment for each part. `written`: the table file has these names."""

    found: Commissioned = Commissioned()
    notes: dict[str, str] = Field(default_factory=dict)
    written: bool = False


def kept(folder: Path) -> Progress | None:
    """Read what a page has found. None if nothing was. Raises KeptError."""
    return read_kept(kept_file(folder), Progress)


def keep(so_far: Progress, folder: Path) -> None:
    """Keep what a page has found. Raises KeptError."""
    write_kept(kept_file(folder), so_far.model_dump_json(indent=1))


def progress_file(config: Path) -> Path:
    """Where a terminal keeps what was found."""
    return config.with_name(f"{config.stem}.commission.json")


def box_file(config: Path) -> Path:
    """The table file that the bridge of a terminal runs on: all parts, with names that are right or wrong."""
    return config.with_name(f"{config.stem}.commission.toml")


def table_text(file: Path, table: TableFile, found: Commissioned) -> tuple[str, str]:
    """Return the text of a table file, and what it is with the names that were found. Raises KeptError.

    `table`: what the bridge runs on. Sections other than parts, lines and exclusion groups stay as they are.
    """
    try:
        text = file.read_text(encoding="utf-8")
        return text, with_parts(text, named_table(table, found))
    except (OSError, TableFileError, ValueError) as error:
        raise KeptError(NoTableFile(file=str(file), trouble=str(error)[:1000])) from None


def write_table(file: Path, table: TableFile, found: Commissioned, at: datetime) -> Path:
    """Write the names that were found into a table file. Return where the one before is kept, called after `at`.

    Both are on the medium on return. Raises KeptError, and the file then stays as it was.
    """
    before, text = table_text(file, table, found)
    return _replaced(file, before, text, at)


def put_table(file: Path, text: str, at: datetime) -> Path | None:
    """Write a table file, if it says something else. Return where the one before is kept, None if there was none.

    Both are on the medium on return. Raises KeptError, and the file then stays as it was.
    """
    if not file.exists():
        write_kept(file, text)
        return None
    try:
        before = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise KeptError(NoTableFile(file=str(file), trouble=str(error)[:1000])) from None
    return None if before == text else _replaced(file, before, text, at)


def _replaced(file: Path, before: str, text: str, at: datetime) -> Path:
    backup = _free_name(file, at)
    try:
        mode = file.stat().st_mode & 0o777
        replace_durably(backup, before.encode(), mode)
        replace_durably(file, text.encode(), mode)
    except OSError as error:
        raise KeptError(Unwritable(file=str(file), trouble=os.strerror(error.errno or 0))) from None
    return backup


def _free_name(file: Path, at: datetime) -> Path:
    """The name of a backup. A second one of the same second is not written over the first."""
    name = f"{file.stem}-{at:%Y%m%dT%H%M%SZ}"
    names = (file.with_name(f"{name}{more}{file.suffix}") for more in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(one for one in names if not one.exists())
