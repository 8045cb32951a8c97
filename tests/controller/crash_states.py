"""What lies on the medium after a crash between two calls: from the calls, as `watched_disk` notes them.

A killed process leaves every call that it made. A power failure leaves what was synced, and any part of the rest: a
file's content since its last sync, and names since the last sync of their directory (POSIX promises no more).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .watched_disk import Op

Files = dict[str, bytes]
SECTOR = 512  # bytes that a medium writes at once, or not at all


@dataclass(slots=True)
class Kept:
    """One file: what a reader sees, what was synced, and the writes since."""

    seen: bytes = b""
    synced: bytes = b""
    writes: list[Op] = field(default_factory=list)

    def take(self, op: Op) -> None:
        self.seen = applied(self.seen, op)
        self.writes.append(op)

    def sync(self) -> None:
        self.synced, self.writes = self.seen, []


def applied(data: bytes, op: Op) -> bytes:
    """The content after a write or a truncation."""
    if op.kind == "truncate":
        return data[: op.offset].ljust(op.offset, b"\0")
    return data[: op.offset].ljust(op.offset, b"\0") + op.data + data[op.offset + len(op.data) :]


def torn(op: Op) -> Op:
    """The first half of a write, in whole sectors, at least one byte short."""
    half = len(op.data) // 2 // SECTOR * SECTOR or len(op.data) // 2
    return Op(op.kind, op.name, op.offset, op.data[:half])


class Medium:
    """The files while the calls go on."""

    def __init__(self, files: Files) -> None:
        self.names = {name: Kept(data, data) for name, data in files.items()}
        self.lasting = dict(self.names)  # names whose directory was synced

    def take(self, op: Op) -> None:
        match op.kind:
            case "create":
                self.names[op.name] = Kept()
            case "write" | "truncate":
                self.names[op.name].take(op)
            case "sync":
                self.names[op.name].sync()
            case "rename":
                self.names[op.to] = self.names.pop(op.name)
            case "unlink":
                self.names.pop(op.name, None)
            case _:
                self.lasting = dict(self.names)

    def killed(self) -> Files:
        """Every call is there."""
        return {name: kept.seen for name, kept in self.names.items()}

    def without_power(self) -> Iterator[tuple[str, Files]]:
        """What may be there, with a word for what was lost."""
        yield "all unsynced data lost", {name: kept.synced for name, kept in self.lasting.items()}
        yield "unsynced names lost", {name: kept.seen for name, kept in self.lasting.items()}
        yield "unsynced content lost", {name: kept.synced for name, kept in self.names.items()}
        yield "only the last write kept", {name: self._last_alone(kept) for name, kept in self.names.items()}
        yield "the last write torn", {name: self._torn(kept) for name, kept in self.names.items()}

    @staticmethod
    def _last_alone(kept: Kept) -> bytes:
        return applied(kept.synced, kept.writes[-1]) if kept.writes else kept.seen

    @staticmethod
    def _torn(kept: Kept) -> bytes:
        data = kept.synced
        for op in kept.writes[:-1]:
            data = applied(data, op)
        return applied(data, torn(kept.writes[-1])) if kept.writes and kept.writes[-1].data else kept.seen


def states(files: Files, ops: Iterable[Op]) -> Iterator[tuple[int, str, Files]]:
    """(number of the last call made, what happened, the files)."""
    medium = Medium(files)
    for number, op in enumerate(ops):
        medium.take(op)
        yield number, "killed", medium.killed()
        for what, left in medium.without_power():
            yield number, f"power lost, {what}", left
