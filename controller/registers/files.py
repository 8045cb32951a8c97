"""Small files that must be there whole or not at all: written aside, synced, renamed, private to the owner."""

import errno
import os
import secrets
import shutil
import stat
from pathlib import Path

from firmware_bridge.process.durable import own_as_folder, sync_directory

MOST_BYTES = 64 << 20  # of one file that is read as a whole. The register of 10,000 chips has 2 MB


def read_whole(path: Path) -> bytes:
    """Return what a regular file contains.

    Raises OSError, also for a FIFO, which would be waited for, and for a device or a file without an end.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            raise OSError(errno.EINVAL, "it is no regular file", str(path))
        if about.st_size > MOST_BYTES:
            raise OSError(errno.EFBIG, f"it has {about.st_size} bytes. Allowed are {MOST_BYTES}", str(path))
        return file.read(MOST_BYTES)


def write_private(path: Path, data: bytes) -> None:
    """Replace `path` by `data`, mode 0600, durable when this returns. Raises OSError, and the old file then stays."""
    aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    except OSError:
        aside.unlink(missing_ok=True)
        raise
    sync_directory(path.parent)


def copy_private(source: Path, to: Path) -> None:
    """Replace `to` by a copy of a file of any size, as `write_private` does. It gets the owner of its folder."""
    aside = to.with_name(f"{to.name}.{secrets.token_hex(4)}.new")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as into, source.open("rb") as file:
            shutil.copyfileobj(file, into, 1 << 20)
            into.flush()
            os.fsync(descriptor)
        own_as_folder(aside)
        aside.replace(to)
    except OSError:
        aside.unlink(missing_ok=True)
        raise
    sync_directory(to.parent)


def destroy(path: Path) -> None:
    """Overwrite and remove a file. On flash the old cells may outlive this, so its content must be wrapped as
    well."""
    with os.fdopen(os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), "r+b") as file:
        file.write(secrets.token_bytes(path.stat().st_size))
        file.flush()
        os.fsync(file.fileno())
    path.unlink()
    sync_directory(path.parent)
