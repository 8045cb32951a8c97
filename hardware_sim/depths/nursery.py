"""A nursery of a table's processes: it loads Sabot's commands once, and forks a process on each request.

Loading takes a fresh process longer than a short hand. A fork has the same code, but a session, an environment and a
log of its own, and ends as any process does. To show the start of a process itself, start one (`Stage` without a
nursery).

Wire: a Unix SEQPACKET socket.

- Request: JSON {"arguments": [text], "environment": {name: text}} with the descriptor for the process's output. A
  second descriptor, if there is one, is its input.
- Answer: JSON {"pid": n} with a pidfd.
- At the end of a process, unasked: JSON {"pid": n, "code": n}. The code is negative for a signal.

A nursery ends with the socket, and its processes with it.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from runpy import run_module
from typing import Any, NamedTuple

PACKET = 65536
"""A request holds the environment, which is a few thousand bytes."""

COMMANDS = ("controller", "bridge", "register")
"""What the processes of a table run, and what enrols its deck and chips."""

PR_SET_PDEATHSIG = 1  # prctl(2): the kernel tells the child when its parent has died, however it died


class Nursling:
    """A process of a nursery, with the parts of `subprocess.Popen` that concern its end."""

    def __init__(self, nursery: Nursery, pid: int, descriptor: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._nursery, self._descriptor = nursery, descriptor

    def poll(self) -> int | None:
        """Return the exit code, or None while the process runs."""
        return self._end(0.0)

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code. Raises subprocess.TimeoutExpired after `timeout` seconds."""
        code = self._end(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0.0)
        return code

    def _end(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._descriptor], [], [], timeout)[0]:
            self.returncode = self._nursery.code(self.pid)
            os.close(self._descriptor)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process has ended."""
        if self.poll() is None:
            signal.pidfd_send_signal(self._descriptor, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Nursery:
    """The end at which processes are requested. Close it, or use it as a context manager."""

    def __init__(self) -> None:
        self._codes: dict[int, int] = {}
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter, our own module
                [sys.executable, "-m", __name__, str(theirs.fileno())], pass_fds=[theirs.fileno()]
            )

    def __enter__(self) -> Nursery:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(
        self, arguments: Sequence[str], environment: Mapping[str, str], log: int, given: int | None = None
    ) -> Nursling:
        """Fork `sabot ARGUMENTS…`, whose output goes to the descriptor `log`, and which reads from `given`.

        `given` None: it has nothing to read. Raises EOFError without a nursery.
        """
        request = json.dumps({"arguments": list(arguments), "environment": dict(environment)})
        socket.send_fds(self._socket, [request.encode()], [log] if given is None else [log, given])
        while (born := self._hear()) is None:
            pass
        return Nursling(self, *born)

    def code(self, pid: int) -> int:
        """Return the exit code of a process, once it has ended. It is returned once."""
        while pid not in self._codes:
            self._hear()
        return self._codes.pop(pid)

    def _hear(self) -> tuple[int, int] | None:
        """Read the next packet. For a birth return pid and pidfd, for an end keep its code and return nothing."""
        packet, descriptors, _, _ = socket.recv_fds(self._socket, PACKET, 1)
        if not packet:
            raise EOFError("the nursery of the table's processes has ended")
        told: dict[str, int] = json.loads(packet)
        if "code" in told:
            self._codes[told["pid"]] = told["code"]
            return None
        return told["pid"], descriptors[0]

    def close(self) -> None:
        """End the nursery and its processes."""
        self._socket.close()
        self._process.wait()


# --- the nursery itself: a process of its own, with one thread ------------------------------------------------------


class Birth(NamedTuple):
    """What a fork is to become."""

    arguments: list[str]
    environment: dict[str, str]
    log: int
    given: int | None = None


def serve(asked: socket.socket) -> Birth | None:
    """Fork until there are no more requests (None). In each fork, return what it is to become."""
    running: dict[int, int] = {}  # pidfd and pid
    parent = os.getpid()
    while True:
        readable = select.select([asked.fileno(), *running], [], [])[0]
        for ended in [one for one in readable if one in running]:
            _tell_end(asked, running.pop(ended), ended)
        if asked.fileno() not in readable:
            continue
        packet, descriptors, _, _ = socket.recv_fds(asked, PACKET, 2)
        if not packet:
            return None
        request: dict[str, Any] = json.loads(packet)
        pid = os.fork()
        if not pid:
            _leave(asked, running, parent)
            return Birth(request["arguments"], request["environment"], *descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        pidfd = os.pidfd_open(pid)
        running[pidfd] = pid
        socket.send_fds(asked, [json.dumps({"pid": pid}).encode()], [pidfd])


def _tell_end(asked: socket.socket, pid: int, pidfd: int) -> None:
    os.close(pidfd)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    asked.send(json.dumps({"pid": pid, "code": code}).encode())


def _leave(asked: socket.socket, siblings: Mapping[int, int], parent: int) -> None:
    """Leave nothing of the nursery open in the fork, and end with the nursery."""
    asked.close()
    for pidfd in siblings:
        os.close(pidfd)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:  # the parent ended before the kernel knew of this request
        sys.exit(1)
    os.setsid()


def _become(birth: Birth) -> None:
    """Set environment, streams and arguments as a started process has them."""
    given = os.open(os.devnull, os.O_RDONLY) if birth.given is None else birth.given
    for descriptor, stream in ((given, 0), (birth.log, 1), (birth.log, 2)):
        os.dup2(descriptor, stream)
    for descriptor in (given, birth.log):
        os.close(descriptor)
    os.environ.clear()
    os.environ.update(birth.environment)
    sys.argv = ["sabot", *birth.arguments]


def load() -> None:
    """Load all that the commands need, and read what each of them would read for itself at its start.

    Logs come without rich, as in `sabot` itself. What stands here lives as long as the nursery. Frozen, it is neither
    walked nor copied by the forks' garbage collection.
    """
    sys.modules["rich"] = None  # type: ignore[assignment]  # this is how Python is told "no such module"
    for command in COMMANDS:
        entry_points(group="sabot.commands")[command].load()
    _load_what_comes_later()
    del sys.modules["rich"]
    gc.collect()
    gc.freeze()


def _load_what_comes_later() -> None:
    """Load what a command loads only for a part of the table, or at its first use. Read what is the same for all."""
    from cryptography.hazmat.backends.openssl import backend  # noqa: F401 - loaded for the forks

    from controller.pages.catalogue import catalogue
    from controller.release.installed import program_digest
    from controller.rulebooks.load import available, load
    from drivers import feig_obid, pepper_c1, pn532  # noqa: F401 - as above
    from drivers.gpio import socket_lines  # noqa: F401 - as above
    from firmware_bridge.messages.languages import LANGUAGES

    for key, structure in available():
        load(key, structure)
    for language in LANGUAGES:
        catalogue(language)
    program_digest()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the requesting process, which then hangs up
    load()
    if birth := serve(socket.socket(fileno=int(sys.argv[1]))):
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _become(birth)
        run_module("controller", run_name="__main__")
