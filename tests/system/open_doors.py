"""A table without parts whose controller and console really run, with people who have accounts, and its log."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, get_args

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from controller.people.accounts import Accounts, AccountsFile
from controller.people.demo import CHEAP
from controller.people.gate import PURPOSE
from controller.people.roles import right_to
from controller.people.secrets import hashed
from controller.people.sessions import HOUR, Limits, Sessions
from controller.poker.entries import ENTRIES
from controller.registers import FileDeviceKey
from controller.registers.files import write_private
from controller.service.session.startup import boot_id
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.roles import ROLES, Role
from firmware_bridge.messages.told import Answer, DealerCommand, Decision, Declared, FloorDecision, Told
from firmware_bridge.process.directories import private_directory
from tests.conftest import ROOT
from tests.ports import free_port

SECRET = "correct horse"  # noqa: S105 - of people whom only tests know
WAIT_S = 20.0
HALF_OPEN = 1100
AT_ONCE = 40
"""Entries that one session takes without a pause (`ENTRIES_AT_ONCE` of the console)."""

EVERYTHING: tuple[Told, ...] = (
    Declared(seat=1, word="fold"),
    Answer(ask="q", option="yes"),
    *(FloorDecision(decision=decision, reason="x", amount=5) for decision in get_args(Decision)),
    *(DealerCommand(word=word) for word in ENTRIES),
)
"""Every command of play, as short as it can be: whether it is allowed is asked before what it lacks."""


def name_of(role: Role) -> str:
    """The person of a role."""
    return f"Ann {role}"


class OpenDoors:
    """One set of processes. `expired` is the cookie of a session that began thirteen hours ago."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self._config = folder / "table.toml"
        self._config.write_text(
            '[table]\nname = "Doors"\nseats = [1, 2, 3]\n[game]\nrulebook = "lfp"\n'
            "small_blind = 50\nbig_blind = 100\n"
            f'smallest_chip = 25\nstarting_stack = 10000\n[paths]\nstate = "{folder}/state"\nrun = "{folder}/run"\n'
            f"[web]\nport = {self.port}\n",
            encoding="utf-8",
        )
        self.expired = self._enrol(folder / "state")
        self._log = (folder / "log").open("wb")
        self.processes = {command: self._start(command) for command in ("controller", "console")}
        try:
            self._await_answer()
        except BaseException:
            self.close()
            raise

    def _enrol(self, state: Path) -> str:
        private_directory(state)
        key, kept = FileDeviceKey.at(state / "device.key"), hashed(SECRET, CHEAP)
        accounts = Accounts()
        for role in ROLES:
            accounts = accounts.added(name_of(role), role, kept)
        AccountsFile(state, key).change(lambda _: accounts)
        before = Sessions(Limits(HOUR, 12 * HOUR))
        director = accounts.known(name_of("director"))
        token = before.begin(director, "console", time.monotonic_ns() - 13 * HOUR)
        write_private(state / "sessions", key.wrap(PURPOSE, before.to_json(boot_id()).encode()))
        return f"sabot={token}"

    def _start(self, command: str) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "controller", command, "--config", str(self._config)]
        return subprocess.Popen(words, stdout=self._log, stderr=self._log, cwd=ROOT)

    def _await_answer(self) -> None:
        end = time.monotonic() + WAIT_S
        while True:
            try:
                if self.ask("GET", "/session")[0] == http.client.UNAUTHORIZED:
                    return
            except (OSError, http.client.HTTPException):  # a socket to a port that nobody has may reach itself
                pass
            assert time.monotonic() < end, self.said
            time.sleep(0.02)

    def close(self) -> None:
        """End both, as `sabot run` does."""
        for process in self.processes.values():
            process.send_signal(signal.SIGTERM)
        for process in self.processes.values():
            process.wait(WAIT_S)
        self._log.close()

    @property
    def said(self) -> str:
        """All that both have logged."""
        return (self.folder / "log").read_text(errors="replace")

    @property
    def whole(self) -> bool:
        """Whether both processes are those that were started, and nothing locks the table."""
        faults = self.folder / "state" / "faults.json"
        return all(process.poll() is None for process in self.processes.values()) and not faults.exists()

    # --- the pages ------------------------------------------------------------------------------------------------

    @property
    def origin(self) -> str:
        """As a browser names it."""
        return f"http://127.0.0.1:{self.port}"

    def ask(
        self, method: str, path: str, body: object = None, cookie: str = "", place: str = "127.0.0.1"
    ) -> tuple[int, Any, str]:
        """A request from an address of this machine: its status, its JSON, the cookie that it sets."""
        headers = {"origin": self.origin, "content-type": "application/json"} | ({"cookie": cookie} if cookie else {})
        connection = http.client.HTTPConnection("127.0.0.1", self.port, WAIT_S, (place, 0))
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            data = answer.read()
            json_body = json.loads(data) if "json" in answer.headers.get("content-type", "") else None
            return answer.status, json_body, answer.headers.get("set-cookie", "").partition(";")[0]
        finally:
            connection.close()

    def post(self, path: str, body: bytes, place: str) -> int:
        """A request with any body; its status."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, WAIT_S, (place, 0))
        try:
            connection.request("POST", path, body, {"origin": self.origin, "content-type": "application/json"})
            return connection.getresponse().status
        finally:
            connection.close()

    def log_in(self, role: Role, place: str = "127.0.0.1") -> str:
        """The cookie of a new session."""
        _, _, cookie = self.ask("POST", "/session", log_in_as(role), place=place)
        return cookie

    def socket(self, path: str, cookie: str) -> ClientConnection:
        """A socket of a page."""
        headers = {"Cookie": cookie} if cookie else {}
        address = f"ws://127.0.0.1:{self.port}{path}"
        return connect(
            address, origin=Origin(self.origin), proxy=None, additional_headers=headers, open_timeout=WAIT_S
        )

    def enter(self, cookie: str, commands: tuple[Told, ...]) -> list[dict[str, Any]]:
        """Enter them one after another, as a page does; what became of each."""
        replies = []
        with self.socket("/entries", cookie) as page:
            for number, told in enumerate(commands):
                page.send(entry(told, number))
                replies.append(dict(json.loads(page.recv(WAIT_S))))
        return replies

    def enter_everything(self, role: Role, place: str) -> dict[str, dict[str, Any]]:
        """Every command of play, each some of them in a session of their own; what became of each."""
        replies = []
        for start in range(0, len(EVERYTHING), AT_ONCE):
            replies += self.enter(self.log_in(role, place), EVERYTHING[start : start + AT_ONCE])
        return {right_to(told).text: reply for told, reply in zip(EVERYTHING, replies, strict=True)}

    def closed_with(self, path: str, cookie: str, sends: str | bytes = "") -> int:
        """With which code a socket is closed, after it was sent something."""
        with self.socket(path, cookie) as page:
            try:
                if sends:
                    page.send(sends)
                while True:
                    page.recv(WAIT_S)
            except ConnectionClosed as error:
                return 0 if error.rcvd is None else error.rcvd.code


def most_memory(pid: int) -> int:
    """The most memory that a process ever had, bytes (VmHWM, proc(5))."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM"))


def entry(told: Message, number: int = 1) -> str:
    """As a page sends it."""
    return json.dumps({"id": number, "told": told.model_dump(mode="json")})


def log_in_as(role: Role, secret: str = SECRET) -> dict[str, str]:
    """What the log-in page sends."""
    return {"do": "log_in", "name": name_of(role), "secret": secret}


def table_of_roles() -> dict[str, frozenset[Role]]:
    """Which roles may give which command, as docs/people.md says it to people."""
    lines = (ROOT / "docs" / "people.md").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    head = next(row for row in rows if row[0] == "command")
    marked = [row for row in rows if row[0].startswith("`") and len(row) == len(head)]
    return {row[0].strip("`"): frozenset(role for role in ROLES if row[head.index(role)] == "yes") for row in marked}


class Silent:
    """So many connections that never ask. Those that the console ends are opened again."""

    def __init__(self, port: int, count: int) -> None:
        self._port = port
        self._open = [self._connected() for _ in range(count)]

    def _connected(self) -> socket.socket:
        peer = socket.socket()
        peer.setblocking(False)
        peer.connect_ex(("127.0.0.1", self._port))
        return peer

    def again(self) -> None:
        """Open those again that were closed. Each second one begins a request and leaves it at that."""
        for number, peer in enumerate(self._open):
            try:
                if number % 2:
                    peer.send(b"G")
                if peer.recv(1):
                    continue
            except BlockingIOError:
                continue
            except OSError:
                pass
            peer.close()
            self._open[number] = self._connected()

    def close(self) -> None:
        """End all."""
        for peer in self._open:
            peer.close()
