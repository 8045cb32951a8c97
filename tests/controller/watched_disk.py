"""Every write, sync, rename and removal in a state directory: noted in its order, delayed, or made to fail.

SQLite's calls pass through a file system layer of its own (sqlite.org/vfs.html), which is the default while it is
watched. Those of Python pass through `os`. What Python writes into a file is noted with its sync.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

OK, FULL, CREATE = 0, 13, 4
IO_ERRORS = {
    "write": 778,
    "sync": 1034,
    "truncate": 1546,
    "create": 14,
    "unlink": 2570,
    "syncdir": 1290,
}  # sqlite.org/rescode.html

Watch = Callable[[str, str], None]


@dataclass(frozen=True, slots=True)
class Op:
    """One call. `kind`: create, write, truncate, sync, rename, unlink or syncdir."""

    kind: str
    name: str = ""
    offset: int = 0
    data: bytes = b""
    to: str = ""


@dataclass(slots=True)
class Disk:
    """The calls so far. `before` is asked before each of them, and raises OSError if it is to fail."""

    state: Path
    ops: list[Op] = field(default_factory=list)
    before: Watch = lambda _kind, _name: None
    _seen: dict[str, bytes] = field(default_factory=dict)  # what Python's files had at their last sync

    def name(self, path: Any) -> str | None:
        """The file's name in the state directory; None if it lies elsewhere."""
        whole = Path(os.fsdecode(path))
        return whole.name if whole.parent == self.state else None

    def note(self, op: Op) -> None:
        self.before(op.kind, op.name)
        self.ops.append(op)


class Vfs(ctypes.Structure):
    _fields_ = (
        ("version", c_int), ("file_size", c_int), ("longest", c_int), ("next", c_void_p), ("name", c_char_p),
        ("data", c_void_p), ("open", c_void_p), ("delete", c_void_p), ("rest", c_void_p * 14),
    )  # fmt: skip


class Methods(ctypes.Structure):
    _fields_ = (
        ("version", c_int), ("close", c_void_p), ("read", c_void_p), ("write", c_void_p), ("truncate", c_void_p),
        ("sync", c_void_p), ("rest", c_void_p * 13),
    )  # fmt: skip


class File(ctypes.Structure):
    _fields_ = (("methods", ctypes.POINTER(Methods)),)


Handle = ctypes.POINTER(File)
OPEN = ctypes.CFUNCTYPE(c_int, c_void_p, c_char_p, Handle, c_int, c_void_p)
DELETE = ctypes.CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
WRITE = ctypes.CFUNCTYPE(c_int, Handle, c_void_p, c_int, c_int64)
TRUNCATE = ctypes.CFUNCTYPE(c_int, Handle, c_int64)
SYNC = ctypes.CFUNCTYPE(c_int, Handle, c_int)


def library() -> ctypes.CDLL:
    """The SQLite that Python itself uses. Skips the test where it is no library of its own."""
    import _sqlite3  # noqa: F401 - loads it

    maps = Path("/proc/self/maps").read_text(encoding="ascii", errors="replace").split()
    path = next((word for word in maps if "libsqlite3" in word), None)
    if path is None:
        pytest.skip("SQLite is linked into Python itself, so its calls cannot be watched")
    found = ctypes.CDLL(path)
    found.sqlite3_vfs_find.restype = ctypes.POINTER(Vfs)
    return found


class Layer:
    """SQLite's calls on their way to the file system."""

    def __init__(self, disk: Disk) -> None:
        self.disk, self.sqlite = disk, library()
        self.base = self.sqlite.sqlite3_vfs_find(None)
        self.vfs = Vfs()
        ctypes.pointer(self.vfs)[0] = self.base.contents
        self.vfs.name = b"watched"
        self.calls: list[Any] = [OPEN(self.opened), DELETE(self.deleted)]
        self.vfs.open, self.vfs.delete = (ctypes.cast(call, c_void_p) for call in self.calls)
        self.files: dict[int, tuple[str, bool]] = {}  # by address: name, and whether its directory is still to sync
        self.methods: dict[int, tuple[Methods, Methods]] = {}

    def use(self) -> None:
        assert self.sqlite.sqlite3_vfs_register(ctypes.byref(self.vfs), 1) == OK

    def drop(self) -> None:
        self.sqlite.sqlite3_vfs_unregister(ctypes.byref(self.vfs))
        self.sqlite.sqlite3_vfs_register(self.base, 1)

    def opened(self, vfs: int, path: bytes | None, file: Any, flags: int, out: int) -> int:
        name = None if path is None else self.disk.name(path)
        new = name is not None and not (self.disk.state / name).exists()
        if name is not None and new and flags & CREATE and self._failed(Op("create", name)):
            return IO_ERRORS["create"]
        result = int(OPEN(self.base.contents.open)(vfs, path, file, flags, out))
        if result == OK and name is not None:
            self.files[ctypes.addressof(file.contents)] = (name, new)
            file.contents.methods = ctypes.pointer(self._watched(file.contents.methods))
        return result

    def _watched(self, given: Any) -> Methods:
        """The same methods with ours in between. SQLite has one set of them for all files of a kind."""
        address = ctypes.addressof(given.contents)
        if address not in self.methods:
            base, ours = Methods(), Methods()
            for copy in (base, ours):
                ctypes.pointer(copy)[0] = given.contents
            calls = (
                WRITE(lambda file, data, size, at: self.write(base, file, data, size, at)),
                TRUNCATE(lambda file, size: self.truncate(base, file, size)),
                SYNC(lambda file, flags: self.sync(base, file, flags)),
            )
            self.calls += calls
            ours.write, ours.truncate, ours.sync = (ctypes.cast(call, c_void_p) for call in calls)
            self.methods[address] = (base, ours)
        return self.methods[address][1]

    def write(self, base: Methods, file: Any, data: int, size: int, at: int) -> int:
        name, _ = self.files[ctypes.addressof(file.contents)]
        failed = self._failed(Op("write", name, at, ctypes.string_at(data, size)))
        return failed or int(WRITE(base.write)(file, data, size, at))

    def truncate(self, base: Methods, file: Any, size: int) -> int:
        name, _ = self.files[ctypes.addressof(file.contents)]
        return self._failed(Op("truncate", name, size)) or int(TRUNCATE(base.truncate)(file, size))

    def sync(self, base: Methods, file: Any, flags: int) -> int:
        address = ctypes.addressof(file.contents)
        name, new = self.files[address]
        failed = self._failed(Op("sync", name))
        if (
            not failed and new and name.endswith(("-wal", "-journal"))
        ):  # SQLite syncs the directory of a log that it has made
            self.files[address] = (name, False)
            self.disk.note(Op("syncdir"))
        return failed or int(SYNC(base.sync)(file, flags))

    def deleted(self, vfs: int, path: bytes, sync: int) -> int:
        name = self.disk.name(path)
        if name is not None and (self.disk.state / name).exists():
            failed = self._failed(Op("unlink", name)) or (self._failed(Op("syncdir")) if sync else OK)
            if failed:
                return failed
        return int(DELETE(self.base.contents.delete)(vfs, path, sync))

    def _failed(self, op: Op) -> int:
        try:
            self.disk.note(op)
        except OSError as error:
            return FULL if error.errno == errno.ENOSPC and op.kind == "write" else IO_ERRORS[op.kind]
        return OK


class Calls:
    """Python's calls on their way to the file system."""

    NAMES = ("open", "fsync", "fdatasync", "pwrite", "replace", "rename", "unlink")

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.real = {name: getattr(os, name) for name in self.NAMES}

    def use(self) -> None:
        for name in self.NAMES:
            setattr(os, name, getattr(self, name))

    def drop(self) -> None:
        for name, call in self.real.items():
            setattr(os, name, call)

    def open(self, path: Any, flags: int, *more: Any, **others: Any) -> int:
        name = None if isinstance(path, int) else self.disk.name(path)
        if name is not None and flags & os.O_CREAT and not Path(path).exists():
            self.disk.note(Op("create", name))
            self.disk._seen[name] = b""
        return int(self.real["open"](path, flags, *more, **others))

    def fsync(self, descriptor: int) -> None:
        path = _path_of(descriptor)
        if path == self.disk.state:
            self.disk.note(Op("syncdir"))
        elif (name := self.disk.name(path)) is not None:
            if path.read_bytes() != self.disk._seen.get(name):
                self.disk._seen[name] = path.read_bytes()
                self.disk.note(Op("write", name, 0, self.disk._seen[name]))
            self.disk.note(Op("sync", name))
        self.real["fsync"](descriptor)

    def fdatasync(self, descriptor: int) -> None:
        if (name := self.disk.name(_path_of(descriptor))) is not None:
            self.disk.note(Op("sync", name))
        self.real["fdatasync"](descriptor)

    def pwrite(self, descriptor: int, data: bytes, offset: int) -> int:
        if (name := self.disk.name(_path_of(descriptor))) is not None:
            self.disk.note(Op("write", name, offset, data))
        return int(self.real["pwrite"](descriptor, data, offset))

    def replace(self, old: Any, new: Any, **others: Any) -> None:
        self._renamed(old, new)
        self.real["replace"](old, new, **others)

    def rename(self, old: Any, new: Any, **others: Any) -> None:
        self._renamed(old, new)
        self.real["rename"](old, new, **others)

    def _renamed(self, old: Any, new: Any) -> None:
        before, after = self.disk.name(old), self.disk.name(new)
        if before is not None and after is not None:
            self.disk.note(Op("rename", before, to=after))
            self.disk._seen[after] = self.disk._seen.pop(before, b"")

    def unlink(self, path: Any, **others: Any) -> None:
        if not others and (name := self.disk.name(path)) is not None and Path(path).exists():
            self.disk.note(Op("unlink", name))
        self.real["unlink"](path, **others)


def _path_of(descriptor: int) -> Path:
    return Path(f"/proc/self/fd/{descriptor}").readlink()


@contextmanager
def watched(state: Path) -> Iterator[Disk]:
    """A state directory whose every call is noted."""
    disk = Disk(state)
    layers = (Layer(disk), Calls(disk))
    for layer in layers:
        layer.use()
    try:
        yield disk
    finally:
        for layer in layers:
            layer.drop()
