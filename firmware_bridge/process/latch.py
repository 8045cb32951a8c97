"""The bridge's own mark that a hand is in progress. It is a file, so it holds while the controller is dead and after
the power was off.

While it is set nothing may take the parts for a test. In doubt it is set.
"""

import contextlib
import os
from pathlib import Path
from typing import Final

import structlog

from firmware_bridge.process.directories import private_directory
from firmware_bridge.process.durable import sync_directory

log = structlog.get_logger("bridge")

NAME: Final = "hand-in-progress"


def hand_is_marked(directory: Path) -> bool:
    """Whether a bridge that keeps its mark there would find a hand in progress. Raises OSError if it is not known."""
    try:
        (directory / NAME).lstat()
    except FileNotFoundError:
        return False
    return True


class Latch:
    """Set from the beginning of a hand to its end. `trouble` says why it cannot be kept, empty if it can."""

    def __init__(self, directory: Path) -> None:
        self._file = directory / NAME
        self.trouble = ""
        try:
            private_directory(directory)
            self._set = os.path.lexists(self._file)
        except OSError as error:
            self._set = False
            self._failed(error)

    @property
    def is_set(self) -> bool:
        """Whether a hand is in progress, as far as is known."""
        return self._set

    def put(self, in_progress: bool) -> None:
        """Take the controller's word. It is on the medium on return. A medium that fails does not stop the bridge."""
        if in_progress == self._set and not self.trouble:
            return
        self._set = in_progress
        try:
            if in_progress:
                self._mark()
            else:
                self._file.unlink(missing_ok=True)
            sync_directory(self._file.parent)
        except OSError as error:
            self._failed(error)
            return
        self.trouble = ""

    def _mark(self) -> None:
        descriptor = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        with contextlib.closing(os.fdopen(descriptor, "wb")):
            os.fsync(descriptor)

    def _failed(self, error: OSError) -> None:
        trouble = f"{self._file}: {os.strerror(error.errno) if error.errno else error}"
        if trouble != self.trouble:
            log.error("the mark of a hand cannot be kept, so no test mode", why=trouble)
        self.trouble = trouble
