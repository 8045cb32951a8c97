"""A process in reserve: it has loaded the program, forks the process that works, and forks another if that is killed.

Loading Python and the program is most of a restart. The reserve has it behind it. It has opened nothing of the table,
so it holds no secret and no lock. It has one thread, which sleeps. A fork takes locks and opens files for itself, as
a process that was just started does.

Only a process that was well is followed by another one. In all other cases the reserve ends as the process ended, and
whoever started it decides.
"""

import ctypes
import gc
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Final, NoReturn

import structlog

from firmware_bridge.process.notify import Notifier

ENDS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""What asks a process to end. The reserve passes it on."""

WELL_AFTER: Final = 2.0
"""Seconds that a process must have worked. The supervisor calls a death too soon before that, and so does this."""

PR_SET_PDEATHSIG: Final = 1  # prctl(2)

log = structlog.get_logger("reserve")


def work_in_fork() -> Callable[[], None]:
    """Stay in reserve, and return in each fork. Call what is returned once the process is well.

    To be called in the main thread, with no other one, and before anything of the table is opened. In the reserve it
    raises SystemExit, or ends by the signal that ended the process.
    """
    gc.collect()
    gc.freeze()  # what is loaded is neither walked nor copied by a fork's garbage collection
    reserve, before = os.getpid(), {number: signal.getsignal(number) for number in ENDS}
    while True:
        hears, well = os.pipe2(os.O_CLOEXEC)
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)  # one that comes now waits for its handler
        pid = os.fork()
        if not pid:
            os.close(hears)
            _end_with(reserve)
            for number, handler in before.items():
                signal.signal(number, handler)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDS)
            return lambda: _tell(well)
        os.close(well)
        code, asked = _ended(pid)
        since = os.read(hears, 8)
        os.close(hears)
        lasted = time.monotonic() - int.from_bytes(since, "little") / 1e9 if since else 0.0
        if asked or code == 0 or lasted < WELL_AFTER:
            _end_as(code)
        log.error("the process died, and another one is forked", died=_name(code))
        _still_alive()


def _tell(well: int) -> None:
    os.write(well, time.monotonic_ns().to_bytes(8, "little"))
    os.close(well)


def _ended(pid: int) -> tuple[int, bool]:
    """Wait for the process. Return how it ended, as `subprocess` has it, and whether it was asked to."""
    asked: list[int] = []

    def pass_on(number: int, _frame: object) -> None:
        asked.append(number)
        os.kill(pid, number)

    for number in ENDS:
        signal.signal(number, pass_on)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDS)
    _, status = os.waitpid(pid, 0)
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)  # its number may be another's from here on
    return os.waitstatus_to_exitcode(status), bool(asked)


def _end_with(reserve: int) -> None:
    """Let the kernel kill this fork if the reserve is killed. Who starts the next one then finds no other."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != reserve:  # it ended before the kernel knew of that
        os._exit(1)


def _end_as(code: int) -> NoReturn:
    if code < 0:
        for number in {signal.Signals(-code), *ENDS} - {signal.SIGKILL}:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDS)
        os.kill(os.getpid(), -code)
    raise SystemExit(code)


def _name(code: int) -> str:
    return f"status {code}" if code >= 0 else signal.Signals(-code).name


def _still_alive() -> None:
    """Give the next process the watchdog's whole time."""
    notifier = Notifier()
    if notifier.limit:
        notifier.tell(WATCHDOG="1")
    notifier.close()
