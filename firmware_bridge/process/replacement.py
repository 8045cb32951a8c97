"""The controller asks for another console: a file in its own run directory, which whoever starts processes looks for.

The controller may not end a process of another user. `sabot run`, or systemd with the installed units, may.
"""

import os
from pathlib import Path

import structlog

log = structlog.get_logger("controller")


def wish_of(process: str, directory: Path) -> Path:
    """The file that asks for another process of this name."""
    return directory / f"replace.{process}"


def ask_for_another(process: str, directory: Path) -> None:
    """Ask. If that fails the process stays, and stays cut off."""
    try:
        os.close(os.open(wish_of(process, directory), os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o600))
    except OSError as error:
        log.warning("no other process can be asked for", process=process, detail=str(error))


def is_asked_for(process: str, directory: Path) -> bool:
    """Whether another one is asked for. It is asked once for each."""
    try:
        wish_of(process, directory).unlink()
    except OSError:
        return False
    return True
