"""`sabot sim` as a person starts it: its processes, its pages, what the table says, and what it leaves behind."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection

from tests.ports import free_port

from .visitors import watching

ROOT = Path(__file__).parents[2]
FASTEST = 0.4  # seconds per act: the shortest that `sabot sim` allows


@dataclass
class Sim:
    """A running `sabot sim`; all its temporary files are below `folder`."""

    folder: Path
    table: str = "reference"
    port: int = field(default_factory=free_port)
    sim_port: int = field(default_factory=free_port)
    states: list[dict[str, Any]] = field(default_factory=list)

    def start(self) -> None:
        """Start it, and a browser that keeps what the table's page is told."""
        options = {"--table": self.table, "--speed": FASTEST, "--port": self.port, "--sim-port": self.sim_port}
        words = [str(word) for option in options.items() for word in option]
        self.folder.mkdir(exist_ok=True)
        with (self.folder / "said").open("wb") as said:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "controller", "sim", "--log", *words],
                stdout=said,
                stderr=said,
                cwd=ROOT,
                env={**os.environ, "TMPDIR": str(self.temporary)},
            )
        self._stop = threading.Event()
        self._browser = threading.Thread(target=self._browse)
        self._browser.start()

    @property
    def temporary(self) -> Path:
        """Where it puts its files."""
        path = self.folder / "tmp"
        path.mkdir(exist_ok=True)
        return path

    @property
    def stage(self) -> Path:
        """The directory of the table."""
        (path,) = self.temporary.iterdir()
        return path

    @property
    def said(self) -> str:
        """All that it and the table's processes wrote."""
        return (self.folder / "said").read_text(errors="replace")

    # --- the page -------------------------------------------------------------------------------------------------

    def _browse(self) -> None:
        address = f"127.0.0.1:{self.port}"
        while not self._stop.is_set():
            try:
                with watching(address) as browser:
                    self._listen(browser)
            except (OSError, EOFError, WebSocketException):
                self._stop.wait(0.1)

    def _listen(self, browser: ClientConnection) -> None:
        while not self._stop.is_set():
            try:
                self.states.append(json.loads(browser.recv(0.1)))
            except TimeoutError:
                continue

    def page(self, path: str, port: int | None = None) -> tuple[int, bytes]:
        """A page of the table, or of the simulator: its status and its content."""
        with urllib.request.urlopen(f"http://127.0.0.1:{port or self.port}{path}", timeout=10) as answer:
            return answer.status, answer.read()

    def played(self, hands: int, acts: int) -> bool:
        """Whether so many hands are over, and so many acts were made in the one that is played."""
        states = list(self.states)
        if not states or states[-1]["hand"] <= hands:
            return False
        turns = [state["turn"] for state in states if state["hand"] > hands and state["turn"] is not None]
        return sum(1 for one, two in itertools.pairwise([None, *turns]) if one != two) > acts

    # --- its processes --------------------------------------------------------------------------------------------

    def family(self) -> dict[int, str]:
        """Every process below it, by id, with its command line."""
        found: dict[int, str] = {}
        todo = [self.process.pid]
        while todo:
            for child in _children(todo.pop()):
                found[child] = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode()
                todo.append(child)
        return found

    def kill(self, command: str) -> int:
        """Kill one of the table's processes with -9, and return its id. Its reserve is never meant."""
        (*_, pid) = [pid for pid, line in self.family().items() if f" controller {command} --config" in line]
        os.kill(pid, signal.SIGKILL)
        return pid

    def interrupt(self, patience: float) -> float:
        """Ctrl-C, and how many seconds it took to end. Raises subprocess.TimeoutExpired."""
        asked = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        self.process.wait(patience)
        return time.monotonic() - asked

    def close(self) -> None:
        """Whatever is still there, ends."""
        self._stop.set()
        self._browser.join()
        if self.process.poll() is None:
            self.process.kill()  # the table's processes end with it
            self.process.wait()


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in _of_task(task)]
    except FileNotFoundError:
        return []


def _of_task(task: Path) -> list[str]:
    try:
        return (task / "children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def alive(pid: int) -> bool:
    """Whether a process is there and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
