"""`sabot sim` and `sabot run` as they are typed: hands are played, pages answer, and Ctrl-C leaves nothing behind."""

from __future__ import annotations

import ctypes
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.ports import free_port

from .evening import ROOT, Sim, alive
from .ledger import faults_of_numbering, read_journal

pytestmark = pytest.mark.process

TABLES = ("reference", "no-chips", "no-shoe")
ENDS_WITHIN = 8.0
"""Seconds. One table alone ends in two to three. Here three play at once, beside whatever else is tested."""

SLOW = 150.0
"""Seconds for the three tables at once on a loaded machine, from the command to the first bets."""

SEATED = 6
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2  # prctl(2), capabilities(7)


def until(sims: list[Sim], hands: int, acts: int, patience: float) -> None:
    """Until all of them have played so far."""
    deadline = time.monotonic() + patience
    while not all(sim.played(hands, acts) for sim in sims):
        for sim in sims:
            assert sim.process.poll() is None, sim.said[-3000:]
        assert time.monotonic() < deadline, [(sim.table, summary(sim)) for sim in sims]
        time.sleep(0.2)


def summary(sim: Sim) -> object:
    """Where a table stands."""
    if not sim.states:
        return sim.said[-1000:]
    state = sim.states[-1]
    return state["hand"], state["phase"], state["next_step"], [alarm["key"] for alarm in state["alarms"]]


def chips_on_the_table(sim: Sim) -> int:
    """Stacks, bets and pots of the newest state."""
    state = sim.states[-1]
    lying = sum(seat["stack"] + seat["bet"] for seat in state["seats"])
    return int(lying + sum(pot["amount"] for pot in state["pots"]))


@pytest.fixture
def sims() -> Iterator[list[Sim]]:
    """The three tables, started at once: most of their time they wait for one another's cards to fly.

    Their folder has a short name, whatever the test's is: the path of a socket has at most 107 characters.
    """
    with tempfile.TemporaryDirectory(prefix="sabot-") as folder:
        tables = [Sim(Path(folder) / table, table) for table in TABLES]
        for sim in tables:
            sim.start()
        yield tables
        for sim in tables:
            sim.close()


def check_end(sim: Sim) -> None:
    """Ctrl-C ends it in time, with status 0, and nothing of it is left: no process, no file, no terminal, no port."""
    family = sim.family()
    terminals = [path.resolve() for path in (sim.stage / "wires" / "by-name").iterdir()]
    assert terminals
    assert len([line for line in family.values() if " controller " in line]) >= 4, family
    assert sim.interrupt(4 * ENDS_WITHIN) < ENDS_WITHIN
    assert sim.process.returncode == 0, sim.said[-2000:]
    assert [line for pid, line in family.items() if alive(pid)] == []
    assert list(sim.temporary.iterdir()) == []
    for port in (sim.port, sim.sim_port):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
    assert "Traceback" not in sim.said


@pytest.mark.timeout(SLOW + 60)
def test_three_kinds_of_table_are_played_shown_and_closed(sims: list[Sim]) -> None:
    until(sims, hands=0, acts=2, patience=SLOW)
    for sim in sims:
        assert sim.page("/")[0] == sim.page("/dealer")[0] == sim.page("/", sim.sim_port)[0] == 200
        assert sum(seat["in_hand"] or seat["folded"] for seat in sim.states[-1]["seats"]) == SEATED
    second = subprocess.run(
        [sys.executable, "-m", "controller", "sim", "--port", str(sims[0].port)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(sims[0].folder)},
        timeout=30,
        check=False,
    )
    assert (second.returncode, second.stdout) == (1, "")
    cure = "End that one, or choose another port with --port"
    assert second.stderr == f"sabot sim: port {sims[0].port} is in use by another program. {cure}\n"
    for sim in sims:
        check_end(sim)
    assert {path.name for path in sims[0].folder.iterdir()} == {"said", "tmp"}


@pytest.mark.soak
def test_three_hands_at_each_table_with_every_process_killed(sims: list[Sim]) -> None:
    until(sims, hands=0, acts=1, patience=SLOW)
    for hand, command in enumerate(("bridge", "controller", "console")):
        killed = [(sim, sim.kill(command)) for sim in sims]
        until(sims, hands=hand + 1, acts=1, patience=2 * SLOW)
        for sim, pid in killed:
            assert not alive(pid)
            said = "died=SIGKILL" if command == "controller" else f"{command} was ended by SIGKILL. Started again"
            assert said in sim.said
            assert faults_of_numbering(read_journal(sim.stage / "state")) == []
            assert chips_on_the_table(sim) % 10_000 == 0
    for sim in sims:
        check_end(sim)


# --- what cannot be ---------------------------------------------------------------------------------------------

SOUND = """
[table]
name = "Table 1"
[game]
rulebook = "lfp"
small_blind = 50
big_blind = 100
[paths]
state = "{folder}/state"
run = "{folder}/run"
[web]
port = {port}
"""

WRONG = """
[table]
name = "Table 1"
colour = "green"
[game]
rulebook = "lfp"
small_blind = 100
big_blind = 50
[paths]
state = "{folder}/state"
run = "{folder}/run"
[web]
port = 99999
[[part]]
name = "shoe"
kind = "pn533"
port = "/dev/ttyUSB0"
"""


def run(command: str, config: Path, before: Callable[[], None] | None = None) -> subprocess.CompletedProcess[str]:
    """`sabot run`, or another command, on a table file; `before` is done in the child before it begins."""
    words = [sys.executable, "-m", "controller", command, "--config", str(config)]
    return subprocess.run(words, capture_output=True, text=True, cwd=ROOT, timeout=30, preexec_fn=before, check=False)


def test_all_that_is_wrong_with_a_table_file_is_said_at_once(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(WRONG.format(folder=tmp_path))
    done = run("run", config)
    assert done.returncode == 1
    said = done.stderr.removeprefix("sabot run: ").splitlines()
    assert sorted(line.partition(": ")[0] for line in said) == [f"{config}, line {n}" for n in (13, 16, 4, 5)]
    assert any("table.colour: unknown key. Allowed here: box, empty, language, name" in line for line in said)
    assert any("small_blind 100 is more than big_blind 50" in line for line in said)
    assert list(tmp_path.iterdir()) == [config]


def test_a_run_directory_that_others_may_enter_is_refused_with_the_cure(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    folder.chmod(0o755)
    config = tmp_path / "table.toml"
    config.write_text(SOUND.format(folder=tmp_path, port=free_port()))
    done = run("run", config)
    assert done.returncode == 1
    assert done.stderr == f"sabot run: controller: paths.run: others may enter {folder}. Run `chmod 700 {folder}`\n"


def obey_permissions() -> None:
    """Take from a root process what lets it ignore the modes of files; others never had it."""
    for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


@pytest.mark.parametrize("command", ["run", "controller"])
def test_a_directory_without_permission_is_named(tmp_path: Path, command: str) -> None:
    config = tmp_path / "table.toml"
    config.write_text(SOUND.format(folder=tmp_path, port=free_port()))
    tmp_path.chmod(0o500)
    done = run(command, config, obey_permissions)
    tmp_path.chmod(0o700)
    assert done.returncode == 1
    cure = "Give the directory to the user who runs the table, or set another one in section [paths] of table.toml"
    assert done.stderr == f"sabot {command}: {tmp_path}/run cannot be made: permission denied. {cure}\n"
