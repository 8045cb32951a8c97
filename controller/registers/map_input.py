"""The sources of a map's lines: a sealed text, a pipe, a terminal that shows nothing, a private file.

Anyone who knows which tag is which card can read the table with a phone. So a file that others can read is refused.
"""

import contextlib
import os
import stat
import termios
from collections.abc import Iterator
from typing import TextIO

import typer

from controller.registers.device_key import FileDeviceKey
from controller.registers.sealed_map import is_sealed, open_map

_CURE = (
    "Others of this machine may have read it. Run `chmod 600` on it, or have the map sealed (`sabot register seal`). "
    "Once it is registered, destroy the file with `shred -u`."
)
DESTROY = "the file that you gave still has every tag in clear: destroy it with `shred -u`"


def map_lines(stream: TextIO, device: FileDeviceKey) -> tuple[list[str], str]:
    """The lines in clear, and what is left to do for the person who gave them ("" for nothing).

    Raises PermissionError for a file in clear that others can read, SealedMapError.
    """
    with _unseen(stream):
        lines = stream.read().splitlines()
    if is_sealed(lines):
        return open_map(device, lines), ""
    mode = _file_mode(stream)
    if mode is None:
        return lines, ""
    if mode & 0o077:
        raise PermissionError(f"standard input is a file of mode {mode:04o}. Allowed is 0600. {_CURE}")
    return lines, DESTROY


def _file_mode(stream: TextIO) -> int | None:
    """Return the permissions of the given file. None for a terminal, a pipe, and what has no descriptor."""
    try:
        about = os.fstat(stream.fileno())
    except OSError:
        return None
    return stat.S_IMODE(about.st_mode) if stat.S_ISREG(about.st_mode) else None


@contextlib.contextmanager
def _unseen(stream: TextIO) -> Iterator[None]:
    """At a terminal, do not show what is typed. The terminal is as before afterwards."""
    if not stream.isatty():
        yield
        return
    before = termios.tcgetattr(stream)
    hidden = termios.tcgetattr(stream)
    hidden[3] &= ~termios.ECHO
    typer.echo("One tag a line. What you type is not shown. End with Ctrl-D.", err=True)
    termios.tcsetattr(stream, termios.TCSADRAIN, hidden)
    try:
        yield
    finally:
        termios.tcsetattr(stream, termios.TCSADRAIN, before)
