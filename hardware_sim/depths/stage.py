"""The stage of a simulated table: a directory of its own, the table file, the registers, and the processes.

Everything lies below one temporary directory that only this user can read, and is gone after `close`:

- table.toml
- state/
- run/ (sockets)
- clock/ (virtual time)
- wires/ (ptys by name, gpio.sock)
- log
"""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Protocol

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from firmware_bridge.messages.clock import ENVIRONMENT
from hardware_sim import tables
from hardware_sim.physics.things import Chip, Thing, ThingId
from hardware_sim.physics.world import World
from hardware_sim.robot.senses import tag_of

from .nursery import Nursery

PEOPLE = {"idle_minutes": 1440, "longest_hours": 720, "chips_alone": 10**12}
"""The people of a simulated table. They are logged in for as long as it runs, and each of them acts alone."""

PATIENCE = 5.0
"""Seconds that a process has to end by itself before it is killed."""

PR_SET_PDEATHSIG = 1  # prctl(2): the kernel tells the child when its parent has died, however it died


# sun_path holds 108 bytes with its ending zero (unix(7)). The longest name of a socket below a stage is the clock's.
SOCKET_PATH = 107
LONGEST_SOCKET = "/clock/clock.sock"


class PathTooLong(OSError):
    """The sockets of a table would have longer paths than the system allows."""


class ProcessDied(RuntimeError):
    """A process of the table ended by itself. The message holds the end of its output."""


class Process(Protocol):
    """A process of the table, started or forked, with the parts of `subprocess.Popen` that are used."""

    pid: int

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def send_signal(self, sig: int, /) -> None: ...

    def kill(self) -> None: ...


@dataclass(slots=True)
class Stage:
    """The surroundings of one simulated table. Use as a context manager."""

    directory: Path = field(default_factory=lambda: _own_directory())  # defined below
    nursery: Nursery | None = None
    """Forks the processes. None: each is started by itself."""
    processes: dict[str, Process] = field(default_factory=dict)
    _log: IO[bytes] | None = None

    def __enter__(self) -> Stage:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def config(self) -> Path:
        return self.directory / "table.toml"

    @property
    def run(self) -> Path:
        return self.directory / "run"

    @property
    def wires(self) -> Path:
        return self.directory / "wires"

    @property
    def clock(self) -> Path:
        return self.directory / "clock"

    def set_up(
        self,
        description: Mapping[str, Any],
        seats: Iterable[int],
        game: Mapping[str, Any],
        port: int,
        empty: Iterable[int] = (),
    ) -> None:
        """Write the table file. Sockets and clock are new, the state stays. `empty`: seats without players."""
        for path in (self.run, self.clock):
            shutil.rmtree(path, ignore_errors=True)
        for path in (self.run, self.clock, self.wires, self.directory / "state"):
            path.mkdir(mode=0o700, exist_ok=True)
        table = {
            "table": {"name": "Simulated table", "seats": list(seats), "empty": list(empty), "simulated": True},
            "game": dict(game),
            "paths": {"state": str(self.directory / "state"), "run": str(self.run)},
            "web": {"host": "127.0.0.1", "port": port},
            "people": dict(PEOPLE),
            **description,
        }
        self.config.write_text(tables.write(table), encoding="utf-8")
        self._surveillance()

    def _surveillance(self) -> None:
        """Write the public half of a key and throw the private half away. A simulated table has no surveillance to
        use it."""
        path = self.directory / "state" / "surveillance.pub"
        if not path.exists():
            path.parent.mkdir(mode=0o700, exist_ok=True)
            path.write_text(X25519PrivateKey.generate().public_key().public_bytes_raw().hex(), encoding="ascii")
            path.chmod(0o600)

    # --- registers ------------------------------------------------------------------------------------------------

    def enrol(self, world: World, *, deck: bool = True, outside: Collection[ThingId] = ()) -> None:
        """Register deck and chips as a technician does, with `sabot register`. Without a deck, only chips.

        `outside`: cards that do not belong to the deck.
        """
        if deck:
            self.enrol_deck("main", [(_tag(card), card.face) for card in world.cards if card.id not in outside])
        self.enrol_chips({chip: str(chip.denomination) for chip in world.chips})

    def enrol_chips(self, lines: Mapping[Chip, str]) -> None:
        """Register chips with their denominations, and with series and state if those are not the usual ones."""
        self._register("chips", [f"{_tag(chip)} {line}" for chip, line in lines.items()])

    def enrol_deck(self, name: str, cards: Iterable[tuple[str, str]]) -> None:
        """Register a deck: tag and face of each card."""
        people = ("--by", "robot dealer", "--witness", "simulator")
        self._register("deck", [f"{tag} {face}" for tag, face in cards], "--name", name, *people)

    def _register(self, what: str, lines: list[str], *options: str) -> None:
        arguments = ["register", what, "--config", str(self.config), *options]
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
            given.write("\n".join(lines).encode())
            given.seek(0)
            if self.nursery is not None:
                code = self.nursery.start(arguments, os.environ, said.fileno(), given.fileno()).wait()
            else:
                command = [*_SABOT, *arguments]
                code = subprocess.run(command, stdin=given, stdout=said, stderr=said, check=False).returncode  # noqa: S603 - our own interpreter, our own command
            if code:
                said.seek(0)
                raise ProcessDied(f"sabot register {what} ended with {code}: {_tail(said.read())}")

    def keep_state(self, name: str = "registered") -> None:
        """Remember the state as it is now, for `fresh_state`."""
        shutil.copytree(self.directory / "state", self.directory / name)

    def fresh_state(self, name: str = "registered") -> None:
        """Put the state back as it was at `keep_state`: registers, and an empty journal."""
        self.clear_state()
        shutil.copytree(self.directory / name, self.directory / "state")

    def clear_state(self) -> None:
        """Clear the state: nothing is registered, nothing was played."""
        shutil.rmtree(self.directory / "state", ignore_errors=True)

    # --- processes ------------------------------------------------------------------------------------------------

    def start(self, command: str, *, lockstep: bool, inherit: bool = False) -> None:
        """Start `sabot COMMAND` on this table. `lockstep`: on the virtual clock. `inherit`: it writes to this
        process's stderr.

        To be called while this process has one thread. Between fork and exec no other thread may hold a lock.
        """
        environment = {k: v for k, v in os.environ.items() if k != ENVIRONMENT}
        if lockstep:
            environment[ENVIRONMENT] = str(self.clock)
        if self._log is None:
            self._log = (self.directory / "log").open("ab")
        arguments = [command, "--config", str(self.config)]
        if self.nursery is not None and not inherit:
            self.processes[command] = self.nursery.start(arguments, environment, self._log.fileno())
        else:
            self.processes[command] = self._start_afresh(arguments, environment, None if inherit else self._log)

    def _start_afresh(
        self, arguments: list[str], environment: dict[str, str], errors: IO[bytes] | None
    ) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # noqa: S603 - as above
            [*_SABOT, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=errors,
            env=environment,
            preexec_fn=_die_with_parent,
            start_new_session=True,
        )

    def check(self) -> None:
        """Raises ProcessDied if a process has ended by itself."""
        for command, process in self.processes.items():
            if (ended := process.poll()) is not None:
                log = (self.directory / "log").read_bytes()
                raise ProcessDied(f"sabot {command} ended with {ended}: {_tail(log)}")

    def stop(self) -> None:
        """End all processes. They are asked first, and killed after `PATIENCE`."""
        for process in self.processes.values():
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + PATIENCE
        for process in self.processes.values():
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.processes.clear()

    def close(self) -> None:
        """End all processes and leave nothing behind."""
        self.stop()
        if self._log is not None:
            self._log.close()
            self._log = None
        shutil.rmtree(self.directory, ignore_errors=True)


def _own_directory() -> Path:
    """A temporary directory in which sockets can be made. Raises PathTooLong, and leaves nothing behind."""
    path = Path(tempfile.mkdtemp(prefix="sabot-"))
    length = len(os.fsencode(str(path))) + len(LONGEST_SOCKET)
    if length <= SOCKET_PATH:
        return path
    path.rmdir()
    raise PathTooLong(
        f"{path.parent}: the table's sockets would lie under a path of {length} bytes, {SOCKET_PATH} at most. "
        "Set TMPDIR to a shorter one, such as TMPDIR=/tmp"
    )


_SABOT = (sys.executable, "-m", "controller")


def _tag(thing: Thing) -> str:
    return tag_of(thing).value


def _tail(output: bytes) -> str:
    lines = output.decode(errors="replace").strip().splitlines()
    return " / ".join(lines[-6:]) or "it said nothing"


def _die_with_parent() -> None:
    """Runs in the child before it becomes another program."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
