"""`sabot update` with real processes: the controller of one version, then of another, and a dealer who plays on."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.release.archive import Archive, opened
from controller.release.making import release_archive
from controller.update.asking import phase_of
from controller.update.carry_out import Machine, carry_out
from controller.update.folder import Folder
from controller.update.programs import Versions
from controller.update.selftest import Examined, examine
from controller.update.steps import Update
from firmware_bridge.messages.tablefile import TableFile, parse_table_file

from .service_rig import Rig, enrol
from .test_killed_hands import Console, found, hand, twin
from .things import table_text

pytestmark = [pytest.mark.process, pytest.mark.timeout(120)]

__all__ = ["twin"]

HOME = Path(__file__).parents[2]
KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
PUBLIC = KEY.public_key().public_bytes_raw()
READY_WITHIN_S = 30.0  # as a unit has it (controller/installation/units.py)

PROGRAM = f"""#!{sys.executable}
import sys
sys.path.insert(0, {str(HOME)!r})
if not {{comes_up}}:
    raise SystemExit("this version does not come up")
import typer
from controller.service.command import controller
sys.argv.pop(1)
typer.run(controller)
"""


class Scripts(Versions):
    """Versions whose program is the one under test. Their release says whether it comes up.

    Their self-test runs in this process: to start Python three times more would take as many seconds.
    """

    def _install(self, release: Path, to: Path) -> None:
        (to / "bin").mkdir()
        program = to / "bin" / "sabot"
        program.write_text(PROGRAM.format(comes_up=(release / "comes_up").exists()))
        program.chmod(0o755)

    def examine(self, version: str, *, kept: str = "", journal_alone: bool = False) -> Examined:
        assert (self._folder.versions / version / "bin" / "sabot").exists()
        return Examined.from_json(examine(self._table, kept, journal_alone=journal_alone).to_json())


class Processes:
    """The controller, started from the link and watched until it says that it is ready (sd_notify(3))."""

    def __init__(self, folder: Folder, config: Path) -> None:
        self._folder, self._config = folder, config
        self.process: subprocess.Popen[bytes] | None = None

    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(READY_WITHIN_S)

    def start(self) -> str:
        if self.running():
            return ""
        address = self._folder.home / "notify"
        address.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
            ready.bind(str(address))
            ready.settimeout(0.05)
            program = self._folder.home / "current" / "bin" / "sabot"
            self.process = subprocess.Popen(
                [str(program), "controller", "--config", str(self._config)],
                env={**os.environ, "NOTIFY_SOCKET": str(address)}, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )  # fmt: skip
            until = time.monotonic() + READY_WITHIN_S
            while time.monotonic() < until and self.running():
                with contextlib.suppress(TimeoutError):
                    if b"READY=1" in ready.recv(1000):
                        return ""
        return "the controller is not ready"


class Table:
    """A table on a machine of its own, with version 1.0, and the dealer's console."""

    def __init__(self, root: Path) -> None:
        self.root, self.path = root, root / "table.toml"
        self.path.write_text(table_text(root))
        self.config: TableFile = parse_table_file(self.path.read_text())
        self.config.paths.run.mkdir(mode=0o700)
        enrol(self.config)
        self.folder, self.said = Folder(root), list[str]()
        self.services = Processes(self.folder, self.path)
        self.machine = Machine(
            self.folder, self.config.paths.state, self.config.paths.run, self.services,
            Scripts(self.folder, self.config, self.path, PUBLIC), lambda: phase_of(self.config.paths.run),
            lambda: False, time.sleep, self.said.append,
        )  # fmt: skip
        with self.folder.held():
            archive = self._signed("1.0", comes_up=True)
            self.machine.programs.place(Update("1.0", "", str(archive.path), archive.digest, "Ann", "Bob", "now"))
            self.folder.switch("1.0")
        assert self.services.start() == ""
        self.console = Console(self.config.paths.run)
        self.console.log_in()

    def update(self, version: str, *, comes_up: bool = True) -> Update:
        archive = self._signed(version, comes_up=comes_up)
        with self.folder.held():
            path, old = str(archive.path), self.folder.current()
            begun = Update(version, old, path, archive.digest, "Ann", "Ann floor", "now")
            self.folder.note(begun)
            return carry_out(self.machine, begun)

    def _signed(self, version: str, *, comes_up: bool) -> Archive:
        tree = self.root / version
        tree.mkdir()
        if comes_up:
            (tree / "comes_up").touch()
        release_archive(tree, KEY, version, self.root / f"sabot-{version}.zip")
        return opened(self.root / f"sabot-{version}.zip", PUBLIC)

    def close(self) -> None:
        self.console.close()
        self.services.stop()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr(os, "sync", lambda: None)  # it would wait for all that other tests have written
    made = Table(tmp_path)
    yield made
    made.close()


def play(table: Table, twin: Rig) -> Iterator[None]:
    """A hand at the table and at its twin, entry by entry."""
    for told in hand(twin):
        table.console.tell(told)
        table.console.wait()
        assert twin.peers[0].tell(told).accepted
        yield


def same_as(table: Table, twin: Rig) -> None:
    """The table is that of its twin, and nothing is latched or refused."""
    view = twin.service._desk.view
    stacks = [(seat.seat, seat.stack, seat.bet) for seat in view.seats]
    faults, now, _ = found(table.config)
    assert (faults, table.console.refused, now) == ([], [], (view.hand, view.phase, stacks))


def test_a_version_that_does_not_come_up_is_left_and_the_next_waits_for_the_hand(table: Table, twin: Rig) -> None:
    twin.peer("console")
    list(play(table, twin))
    ended = table.update("1.1", comes_up=False)
    assert ended.failed == "it does not come up: the controller is not ready"
    assert (table.folder.current(), sorted(table.folder.whole())) == ("1.0", ["1.0"])
    acts = play(table, twin)
    next(acts)
    with ThreadPoolExecutor(1) as other:
        updating = other.submit(table.update, "1.2")
        while not any("waits for its end" in line for line in table.said):
            assert not updating.done(), updating.result()
            time.sleep(0.05)
        assert table.folder.current() == "1.0"
        list(acts)
        assert updating.result().failed == ""
    assert table.folder.current() == "1.2"
    list(play(table, twin))
    table.services.stop()
    same_as(table, twin)
