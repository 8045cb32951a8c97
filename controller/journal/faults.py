"""Faults that lock the table until a person clears them, also across a restart."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from controller.registers.files import sync_directory, write_private

NAME = "faults.json"


@dataclass(frozen=True, slots=True)
class Fault:
    """Why the table is locked: a key for the pages' words, a detail for the technician, when (UTC)."""

    key: str
    detail: str
    since: str


class FaultLatch:
    """Latched faults, in memory and in `faults.json`.

    The file is a second witness: where the medium itself has failed, writing it may fail too, and the lock then holds
    in this process and comes back with the next failed commit.
    """

    def __init__(self, state: Path) -> None:
        self._path = state / NAME
        self._faults = self._load()

    @property
    def faults(self) -> tuple[Fault, ...]:
        """In the order in which they came."""
        return tuple(self._faults)

    @property
    def locked(self) -> bool:
        """Whether play is held."""
        return bool(self._faults)

    def latch(self, key: str, detail: str) -> None:
        """Lock the table. A fault of the same key is not latched twice."""
        if any(fault.key == key for fault in self._faults):
            return
        self._faults.append(Fault(key, detail, datetime.now(UTC).isoformat(timespec="seconds")))
        try:
            write_private(self._path, json.dumps([asdict(fault) for fault in self._faults], indent=1).encode())
        except OSError:
            return

    def clear(self) -> None:
        """Unlock. Raises OSError where the file cannot be removed: the lock then stays."""
        self._path.unlink(missing_ok=True)
        sync_directory(self._path.parent)
        self._faults.clear()

    def _load(self) -> list[Fault]:
        try:
            return [Fault(**fault) for fault in json.loads(self._path.read_text())]
        except FileNotFoundError:
            return []
        except (OSError, ValueError, TypeError):
            return [Fault("latch_unreadable", str(self._path), datetime.now(UTC).isoformat(timespec="seconds"))]
