"""`sabot run`: the three processes of a table, started, watched, restarted, ended."""

import contextlib
import ctypes
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from controller.check_config import run_checks
from firmware_bridge.messages.tablefile import TableFile, WebSection, load_table_file
from firmware_bridge.messages.tablefile_complaints import TableFileError
from firmware_bridge.process.hardening import allow_few_connections
from firmware_bridge.process.replacement import is_asked_for
from firmware_bridge.process.users import PROCESSES, Process, Users, groups_of, own_directory, prepare

VITAL = frozenset({"controller", "bridge"})  # without the pages a hand goes on: chips, cards and keys are sensed

# A restart is immediate to the eye the first time, and no load on the machine at the tenth.
FIRST_BACK_OFF = 0.25
LONGEST_BACK_OFF = 10.0
# A technician who repairs what keeps the pages from starting waits a minute at most for them.
LONGEST_WITHOUT = 60.0
# A process that has run for this long was well. What ends it then is a new failure.
WELL_AFTER = 30.0
# Three deaths within two seconds of the start each: it cannot start, and a person must read why.
TOO_SOON = 2.0
TOO_OFTEN = 3
# Displays show PAUSED and ports are closed within this time. After it a process is killed.
ENDS_WITHIN = 5.0

# How often it looks whether the controller asks for another console. A person waits as long for pages to come back.
LOOK_EVERY = 1.0

# A third of the weight of bridge and controller, if all three want the same core (sched(7)).
BEHIND_PLAY = 5

PR_SET_PDEATHSIG = 1  # prctl(2)


class End(Enum):
    """Why the supervisor stops."""

    ASKED = 0
    HOPELESS = 1


@dataclass(slots=True)
class Child:
    """One of the three processes, or its place while it is to be restarted."""

    name: Process
    command: list[str]
    vital: bool = True  # the table ends if it cannot start
    users: Users | None = None  # None: it runs as we do
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    back_off: float = FIRST_BACK_OFF
    due: float = 0.0  # when it is to be started (again)
    early_deaths: int = 0

    def start(self, now: float) -> None:
        """Start it in a process group of its own, so that Ctrl-C reaches it only through the supervisor."""
        whose: dict[str, Any] = {}
        if self.users is not None:
            user, groups = self.users.ids[self.name], groups_of(self.users, self.name)
            whose = {"user": user, "group": self.users.group, "extra_groups": groups}
        before = _end_with_parent if self.vital else _behind_play
        self.process = subprocess.Popen(self.command, process_group=0, preexec_fn=before, **whose)  # noqa: S603 - the command is ours
        self.started = now

    def died(self, now: float) -> str | None:
        """Return why it has died, in words, or None. The restart is then due."""
        if self.process is None or (code := self.process.poll()) is None:
            return None
        ran = now - self.started
        self.process = None
        self.early_deaths = self.early_deaths + 1 if ran < TOO_SOON else 0
        if ran >= WELL_AFTER:
            self.back_off = FIRST_BACK_OFF
        self.due = now + self.back_off
        self.back_off = min(2 * self.back_off, LONGEST_BACK_OFF if self.vital else LONGEST_WITHOUT)
        return _reason(code)


@dataclass(slots=True)
class Supervisor:
    """Keeps the children alive until a signal ends it. In real time, as it takes no part in the table's time."""

    children: list[Child]
    wishes: Path | None = None  # where the controller asks for another console
    _signals: socket.socket | None = field(default=None, repr=False)

    def run(self) -> End:
        """Run until SIGINT or SIGTERM (End.ASKED), or until a process cannot start (End.HOPELESS)."""
        with _signals_as_bytes() as signals:
            self._signals = signals
            try:
                return self._watch()
            finally:
                self._end_all()

    def _watch(self) -> End:
        while True:
            now = time.monotonic()
            for child in self.children:
                if child.process is None and child.due <= now:
                    child.start(now)
            if self._stop_wanted(self._next_due(now)):
                return End.ASKED
            self._replace()
            if not self._look_after(time.monotonic()):
                return End.HOPELESS

    def _next_due(self, now: float) -> float | None:
        waiting = [child.due - now for child in self.children if child.process is None]
        if self.wishes is not None:
            waiting.append(LOOK_EVERY)
        return max(0.0, min(waiting)) if waiting else None

    def _replace(self) -> None:
        """Kill a console that the controller has cut off, with all that it started. It is then started again."""
        for child in self.children:
            if (
                child.vital
                or child.process is None
                or self.wishes is None
                or not is_asked_for(child.name, self.wishes)
            ):
                continue
            _say(f"the controller has cut the {child.name} off: it is killed")
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.process.pid, signal.SIGKILL)
            child.process.wait()

    def _stop_wanted(self, timeout: float | None) -> bool:
        """Sleep until a signal comes or the timeout is over. True if a signal asks to end."""
        assert self._signals is not None  # noqa: S101 - only `run` calls this
        if not select.select([self._signals], [], [], timeout)[0]:
            return False
        came = self._signals.recv(64)
        return signal.SIGTERM in came or signal.SIGINT in came

    def _look_after(self, now: float) -> bool:
        """Log which process died and why. False if one that the table needs cannot start at all."""
        for child in self.children:
            reason = child.died(now)
            if reason is None:
                continue
            if child.early_deaths == TOO_OFTEN and not child.vital:
                _say(f"{child.name} cannot start, see above: the table plays on without it, and it is tried again")
            if child.early_deaths >= TOO_OFTEN and child.vital:
                _say(f"{child.name} {reason}, {TOO_OFTEN} times right after its start: it cannot run, see above")
                return False
            _say(f"{child.name} {reason}. Started again in {child.due - now:.2f} s")
        return True

    def _end_all(self) -> None:
        running = [child.process for child in self.children if child.process is not None]
        for process in running:
            process.terminate()
        deadline = time.monotonic() + ENDS_WITHIN
        for process in running:
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                _say(f"process {process.pid} did not end within {ENDS_WITHIN:.0f} s and is killed")
                process.kill()
                process.wait()


def run(
    config: Annotated[Path, typer.Option(help="The table's description, table.toml.")],
    log_json: Annotated[bool, typer.Option("--log-json", help="Log lines as JSON instead of key=value.")] = False,
) -> None:
    """Run a table: bridge, controller and console, until Ctrl-C or SIGTERM.

    A process that dies is started again, with a line on standard error that says why. The other two go on meanwhile.
    If the console cannot start at all, the table plays on without its pages. The table's pages are at the address of
    the section [web]. Nothing is started if the table file is wrong or the address is in use.
    """
    try:
        table = load_table_file(config)
        _refuse_what_cannot_be(table)
        users = prepare(table)
    except (TableFileError, OSError, ValueError) as error:
        _say(str(error))
        raise typer.Exit(1) from None
    _say(f"table {table.table.name!r}: {table.web.scheme}://{table.web.host}:{table.web.port}")
    children = [Child(name, _command(name, config, log_json), name in VITAL, users) for name in PROCESSES]
    try:
        end = Supervisor(children, own_directory(table, "controller")).run()
    except PermissionError as error:
        _say(f"{error}. Install Sabot and Python where the users of section [users] may run them")
        raise typer.Exit(1) from None
    raise typer.Exit(end.value)


def _command(name: str, config: Path, log_json: bool) -> list[str]:
    command = [sys.executable, "-m", "controller", name, "--config", str(config)]
    if name == "controller":
        command += ["--pages", "--reserve"]
    return [*command, "--log-json"] if log_json else command


def _refuse_what_cannot_be(table: TableFile) -> None:
    _, errors = run_checks(table)
    if errors:
        raise ValueError("\n".join(errors))
    _refuse_taken_port(table.web)


def _refuse_taken_port(web: WebSection) -> None:
    """Raises OSError with the cure if the pages' address is not free."""
    with socket.socket(socket.AF_INET6 if ":" in web.host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((web.host, web.port))
        except OSError as error:
            cure = f"end the program that holds it (`ss -ltnp sport = :{web.port}` names it), or set another port"
            raise OSError(f"{web.host}:{web.port}: {error.strerror}: {cure} in section [web] of table.toml") from None


def _reason(code: int) -> str:
    if code >= 0:
        return f"ended with status {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"


def _say(text: str) -> None:
    typer.echo(f"sabot run: {text}", err=True)


def _end_with_parent() -> None:
    """Run in the child before it starts: if the supervisor is killed, its children end too."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def _behind_play() -> None:
    """Run in the child, too: the pages give way to bridge and controller, however many clients they have."""
    _end_with_parent()
    allow_few_connections()
    os.nice(BEHIND_PLAY)


@contextlib.contextmanager
def _signals_as_bytes() -> Iterator[socket.socket]:
    """Turn signals into bytes on a socket, so that nothing is done in a handler. The old handlers come back at the
    end."""
    inside, outside = socket.socketpair()
    outside.setblocking(False)
    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD)
    before = {number: signal.signal(number, lambda *_: None) for number in numbers}
    descriptor = signal.set_wakeup_fd(outside.fileno(), warn_on_full_buffer=False)
    try:
        yield inside
    finally:
        signal.set_wakeup_fd(descriptor)
        for number, handler in before.items():
            signal.signal(number, handler)
        inside.close()
        outside.close()
