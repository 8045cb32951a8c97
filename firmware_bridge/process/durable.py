"""Files that are there after the power was off: what was written before a name, the name before the next step."""

import os
from datetime import datetime
from pathlib import Path


def replace_durably(file: Path, data: bytes, mode: int | None = None) -> None:
    """Replace a file as a whole.

    It is on the medium on return, and the old one stays until then. It gets the owner of
    its folder, and this mode if one is given. Raises OSError.
    """
    fresh = file.with_name(f"{file.name}.new")
    with fresh.open("wb") as opened:
        if mode is not None:
            os.fchmod(opened.fileno(), mode)
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())
    own_as_folder(fresh)
    fresh.replace(file)
    sync_directory(file.parent)


def replace_keeping(file: Path, data: bytes, at: datetime) -> Path:
    """Replace a file that is there, and keep the one before beside it, called after `at`. Return that one.

    Both are on the medium on return. Raises OSError, and the file then stays as it was.
    """
    backup = _free_name(file, at)
    mode = file.stat().st_mode & 0o777
    replace_durably(backup, file.read_bytes(), mode)
    replace_durably(file, data, mode)
    return backup


def _free_name(file: Path, at: datetime) -> Path:
    """The name of a backup. A second one of the same second is not written over the first."""
    name = f"{file.stem}-{at:%Y%m%dT%H%M%SZ}"
    names = (file.with_name(f"{name}{more}{file.suffix}") for more in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(one for one in names if not one.exists())


def own_as_folder(path: Path) -> None:
    """Give what root has made in a folder of another user to that user. Raises OSError."""
    if os.geteuid() == 0:
        about, now = path.parent.stat(), path.stat()
        if (about.st_uid, about.st_gid) != (now.st_uid, now.st_gid):  # the installed units forbid the call
            os.chown(path, about.st_uid, about.st_gid)


def sync_directory(directory: Path) -> None:
    """Put the names in a directory on the medium: a file has its name only then (fsync(2)). Raises OSError."""
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
