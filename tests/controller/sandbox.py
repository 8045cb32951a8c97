"""The system calls that a unit leaves to its process, taken away from a process for real (seccomp(2))."""

from __future__ import annotations

import ctypes
import ctypes.util
import errno
import subprocess
from collections.abc import Iterable

KILLS_NOTHING = 0x7FFF0000  # SCMP_ACT_ALLOW (seccomp_init(3))
REFUSES = 0x00050000 | errno.EPERM  # SCMP_ACT_ERRNO(EPERM), as SystemCallErrorNumber=EPERM
PR_SET_NO_NEW_PRIVS = 38


def allowed_calls(unit: str, analyze: str) -> frozenset[str]:
    """The calls that the lines SystemCallFilter= of a unit allow, read as systemd.exec(5) has it."""
    allowed: set[str] = set()
    for line in unit.splitlines():
        words = line.removeprefix("SystemCallFilter=")
        if words == line:
            continue
        named = set(_calls(words.removeprefix("~").split(), analyze))
        allowed = allowed - named if words.startswith("~") else allowed | named
    return frozenset(allowed | set(_calls(["@default"], analyze)))


def _calls(names: Iterable[str], analyze: str) -> Iterable[str]:
    for name in names:
        if not name.startswith("@"):
            yield name
            continue
        words = [analyze, "syscall-filter", "--no-pager", name]
        said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        lines = [line.strip() for line in said.splitlines()[1:]]
        yield from _calls([line for line in lines if line and not line.startswith("#")], analyze)


def confine(allowed: frozenset[str]) -> None:
    """Refuse this process every other call, for ever. To be called between fork and exec."""
    library = ctypes.CDLL(ctypes.util.find_library("seccomp") or "libseccomp.so.2")
    library.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.seccomp_init(REFUSES))
    for name in allowed:
        number = library.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:  # one of another machine is below zero
            library.seccomp_rule_add(context, KILLS_NOTHING, number, 0)
    ctypes.CDLL(None).prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if library.seccomp_load(context):
        raise OSError("the filter of system calls was not taken")
