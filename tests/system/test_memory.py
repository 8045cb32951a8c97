"""What a process that knows cards leaves to others of the machine: no memory, no core file, no readable file."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_bridge.process.hardening import PR_SET_DUMPABLE, keep_memory_private

PATTERN = Path("/proc/sys/kernel/core_pattern")
SAME, OTHER = 40_001, 40_003
SECRET = b"the ace of spades"
SEEN = ("mem", "maps", "environ", "fd/0", "auxv", "pagemap")

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root may become other users"),
]


def leave_open() -> None:
    """What a process is like that does not protect itself: as after the start of a program by its own user."""
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)


def forked(user: int, what: Callable[[], int]) -> int:
    """Let a process of that user do it. Returns its id; it ends with what was returned."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of a fork beside threads: the child uses none of them
        child = os.fork()
    if child == 0:
        code = 99
        try:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
            code = what()
        finally:
            os._exit(code)
    return child


def seen_by(user: int, holder: int) -> int:
    """How many of the files about a process's memory a process of that user can open and read."""

    def look() -> int:
        found = 0
        for name in SEEN:
            try:
                descriptor = os.open(f"/proc/{holder}/{name}", os.O_RDONLY)
            except PermissionError:
                continue
            os.close(descriptor)
            found += 1
        return found

    _, status = os.waitpid(forked(user, look), 0)
    return os.waitstatus_to_exitcode(status)


def holder_of(protect: Callable[[], None]) -> tuple[int, int]:
    """A process that has the secret in its memory and waits. Returns its id, and the pipe that ends it."""
    ready, told = os.pipe()
    ended, ending = os.pipe()

    def hold() -> int:
        secret = bytes(SECRET)
        protect()
        os.close(ending)
        os.write(told, b"x")
        os.read(ended, 1)
        return len(secret)

    child = forked(SAME, hold)
    os.read(ready, 1)
    for descriptor in (ready, told, ended):
        os.close(descriptor)
    return child, ending


@pytest.mark.parametrize("user", [SAME, OTHER])
def test_no_other_process_reads_the_memory_of_one_that_knows_cards(user: int) -> None:
    holder, ending = holder_of(keep_memory_private)
    assert seen_by(user, holder) == 0
    os.close(ending)
    assert os.waitstatus_to_exitcode(os.waitpid(holder, 0)[1]) == len(SECRET)


def test_an_unprotected_process_is_read_by_its_own_user() -> None:
    holder, ending = holder_of(leave_open)
    assert seen_by(SAME, holder) > 3  # else the test above would show nothing
    os.close(ending)
    os.waitpid(holder, 0)


def core_of(directory: Path, protect: Callable[[], None]) -> bool:
    """Whether a process that fails there leaves a core."""
    directory.mkdir(mode=0o777)
    directory.chmod(0o777)

    def fail() -> int:
        os.chdir(directory)
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        protect()
        signal.signal(signal.SIGQUIT, signal.SIG_DFL)  # a shell's background job is started with it ignored
        os.kill(os.getpid(), signal.SIGQUIT)
        return 0

    _, status = os.waitpid(forked(SAME, fail), 0)
    assert os.WIFSIGNALED(status)
    return os.WCOREDUMP(status) or bool(list(directory.iterdir()))


def test_a_process_that_knows_cards_leaves_no_core_when_it_fails() -> None:
    with tempfile.TemporaryDirectory(prefix="sabot-core-") as name:
        Path(name).chmod(0o711)
        assert not core_of(Path(name) / "private", keep_memory_private)
        if "|" not in PATTERN.read_text():  # cores go to files here: the search can find one
            assert core_of(Path(name) / "open", leave_open)
