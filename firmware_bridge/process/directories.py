"""The directories of a table: private to the user who runs it, and held by one process of each kind."""

import fcntl
import os
import pwd
from pathlib import Path

SOCKET_PATH = 107
"""Bytes of the path of a Unix socket. sun_path holds 108 with its ending zero (unix(7))."""

_CURE = "Give the directory to the user who runs the table, or set another one in section [paths] of table.toml"


def _cure(owner: int) -> str:
    """Return what to do with a directory of another user. Root would leave files there that the table cannot read."""
    if os.geteuid() != 0:
        return _CURE
    try:
        name = pwd.getpwuid(owner).pw_name
    except KeyError:
        name = f"#{owner}"
    return f"Run the command as that user: `sudo -u {name} sabot …`"


def private_directory(path: Path) -> None:
    """Make the directory if it is not there, mode 0700.

    Raises PermissionError, with the cure, if it cannot be made, belongs to another user, or may be entered by others.
    """
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except PermissionError:
        raise PermissionError(f"{path} cannot be made: permission denied. {_CURE}") from None
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        raise PermissionError(f"{path}: permission denied. {_CURE}")
    about = path.stat()
    if about.st_uid != os.geteuid():
        raise PermissionError(f"{path} belongs to user {about.st_uid}, not to {os.geteuid()}. {_cure(about.st_uid)}")
    mode = about.st_mode & 0o777
    if mode & 0o077:
        raise PermissionError(f"{path} has mode {mode:04o}. Secrets are kept there: run `chmod 700 {path}`")


class AlreadyRunning(Exception):
    """Another process of this kind holds the directory."""


class Held:
    """A run directory, held by one process of a kind (`controller`, `bridge`) until it is closed or ends.

    The lock is the kernel's, so a killed process lets go of it. The file stays: its name is no sign of a process.
    Raises PermissionError (see `private_directory`) and AlreadyRunning with the other process's id.
    """

    def __init__(self, run: Path, kind: str) -> None:
        private_directory(run)
        path = run / f"{kind}.lock"
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(self._descriptor, 20, 0).decode("ascii", "replace").strip() or "unknown"
            os.close(self._descriptor)
            raise AlreadyRunning(
                f"another {kind} (process {holder}) runs this table in {run}. End it first, or start this one with "
                "another table file"
            ) from None
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, f"{os.getpid()}\n".encode("ascii"), 0)

    def close(self) -> None:
        """Release the directory."""
        os.close(self._descriptor)
