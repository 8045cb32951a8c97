"""Faults that lock the table until a person clears them, also across a restart."""

import contextlib
import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from controller.registers.files import read_whole, write_private
from firmware_bridge.process.durable import sync_directory

NAME = "faults.json"
COPY = "faults.copy"


@dataclass(frozen=True, slots=True)
class Fault:
    """Why the table is locked: a key for the pages' words, a detail for the technician, when (UTC)."""

    key: str
    detail: str
    since: str


class FaultLatch:
    """Latched faults, in memory, in two files of the state directory and in one of the run directory.

    A file that is lost does not unlock the table. The run directory's file is for a state directory whose medium has
    failed. It is in memory as a rule, so it outlives a restart of the process. A start of the machine finds the
    medium's failure again.
    """

    def __init__(self, state: Path, run: Path | None = None) -> None:
        self._paths = [state / NAME, state / COPY, *([run / NAME] if run is not None else [])]
        self._faults: list[Fault] = []
        for path in self._paths:
            self._faults += [fault for fault in _load(path) if fault.key not in self._keys]

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults in the order in which they came."""
        return tuple(self._faults)

    @property
    def locked(self) -> bool:
        """Whether play is held."""
        return bool(self._faults)

    @property
    def _keys(self) -> set[str]:
        return {fault.key for fault in self._faults}

    def latch(self, key: str, detail: str) -> None:
        """Lock the table. A fault of the same key is not latched twice."""
        if key in self._keys:
            return
        self._faults.append(Fault(key, detail, _now()))
        data = json.dumps([asdict(fault) for fault in self._faults], indent=1).encode()
        for path in self._paths:
            with contextlib.suppress(OSError):  # the lock then holds by the other file, and in this process
                write_private(path, data)

    def clear(self) -> None:
        """Unlock. Raises OSError if a file cannot be removed, and the lock then stays."""
        for path in self._paths:
            path.unlink(missing_ok=True)
            sync_directory(path.parent)
        self._faults.clear()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _load(path: Path) -> list[Fault]:
    try:
        return [Fault(**fault) for fault in json.loads(read_whole(path))]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError, RecursionError):
        return [Fault("latch_unreadable", str(path), _now())]
