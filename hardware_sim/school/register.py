"""The records of the pupils, as files.

BadRecord(ValueError)   a file that is no record. It names the file and what is wrong
"""

import os
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from firmware_bridge.messages.complaints import complaints

from .record import Record

LARGEST: Final = 1_000_000
"""Bytes of the largest file that is read: ten times a full record."""


class BadRecord(ValueError):
    """A file that is no record of the pupil."""


def default_folder() -> Path:
    """Return the folder for state of programs by the XDG Base Directory Specification."""
    state = Path(os.environ.get("XDG_STATE_HOME", ""))
    return (state if state.is_absolute() else Path.home() / ".local" / "state") / "sabot" / "school"


class Register:
    """A folder with one file a pupil."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def record(self, pupil: int) -> Record:
        """Return what is known of a pupil, an empty record if nothing is. Raises BadRecord, OSError."""
        path = self._path(pupil)
        try:
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)
        except FileNotFoundError:
            return Record(pupil=pupil)
        if len(data) > LARGEST:
            raise BadRecord(f"{path} has more than {LARGEST:,} bytes. Move it away to begin a new record.")
        try:
            record = Record.model_validate_json(data)
        except ValidationError as error:
            lines = [f"{path} is no record. Move it away to begin a new one.", *complaints(error, "file")]
            raise BadRecord("\n".join(lines)) from None
        if record.pupil != pupil:
            raise BadRecord(f"{path} is the record of pupil {record.pupil}. Move it away to begin a new one.")
        return record

    def keep(self, record: Record) -> None:
        """Write a record. It is replaced whole. Raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self._path(record.pupil)
        beside = path.with_suffix(".new")
        beside.write_text(record.model_dump_json(indent=1) + "\n")
        beside.replace(path)

    def _path(self, pupil: int) -> Path:
        return self.folder / f"pupil-{pupil}.json"
