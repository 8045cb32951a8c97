"""The last acknowledgement to the console, kept outside the journal.

A source says in its greeting what was acknowledged to it last. If the journal ends before it, entries are lost. A
console that was taken over can say so, too. This file tells the two apart. It is sealed by the device key and lies in
the controller's own run directory. It lives as long as a console can: until the machine is off.
"""

import json
import os
from pathlib import Path
from typing import Final

import structlog

from controller.registers.device_key import DeviceKey, DeviceKeyError
from controller.registers.files import read_whole

NAME: Final = "acknowledged"
PURPOSE: Final = b"acknowledged to the console"

log = structlog.get_logger("controller")


class Acknowledged:
    """The last acknowledged entry of the console, as (epoch, sequence).

    `boot`: names this run of the machine. `played_in_it`: whether the journal's last start was in it.
    """

    def __init__(self, directory: Path, key: DeviceKey, boot: str, *, played_in_it: bool) -> None:
        self._path, self._key, self._boot = directory / NAME, key, boot
        self._last = (0, 0)
        self._unknown = not self._load() and played_in_it

    def note(self, epoch: int, sequence: int) -> None:
        """Keep what is about to be acknowledged. It outlives the process, and need not outlive a power failure."""
        self._last = (epoch, sequence)
        text = json.dumps({"boot": self._boot, "last": self._last})
        aside = self._path.with_suffix(".new")
        try:
            data = self._key.wrap(PURPOSE, text.encode())
            descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            aside.replace(self._path)
        except OSError as error:
            log.warning("what was acknowledged cannot be noted", detail=str(error))

    def may_have_been(self, epoch: int, sequence: int) -> bool:
        """Whether that was acknowledged, as far as is known. If nothing is known it may have been."""
        return self._unknown or (epoch, sequence) <= self._last

    def _load(self) -> bool:
        try:
            kept = json.loads(self._key.unwrap(PURPOSE, read_whole(self._path)))
            if kept["boot"] == self._boot:
                epoch, sequence = kept["last"]
                self._last = (epoch, sequence)
        except (OSError, DeviceKeyError, ValueError, KeyError, TypeError):
            return False
        return True
