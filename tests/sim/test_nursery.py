"""Forked processes are like started ones: what they say, how they end, and that nothing outlives the nursery."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware_sim.depths.nursery import Nursery, Nursling

pytestmark = pytest.mark.process

CONFIG = """
[table]
name = "test"
[game]
rulebook = "lfp"
small_blind = 50
big_blind = 100
[paths]
state = "{0}/state"
run = "{0}/run"
"""


@pytest.fixture
def nursery() -> Iterator[Nursery]:
    with Nursery() as nursery:
        yield nursery


def born(nursery: Nursery, folder: Path, *arguments: str) -> Nursling:
    with (folder / "log").open("ab") as log:
        return nursery.start(arguments, {"PATH": os.environ["PATH"], "TERM": "dumb"}, log.fileno())


def controller(nursery: Nursery, folder: Path) -> Nursling:
    """One that runs. What it logs is awaited."""
    (folder / "table.toml").write_text(CONFIG.format(folder), encoding="utf-8")
    process = born(nursery, folder, "controller", "--config", str(folder / "table.toml"))
    end = time.monotonic() + 20
    while "the table is open" not in said(folder):
        assert time.monotonic() < end, said(folder)
        time.sleep(0.02)
    return process


def said(folder: Path) -> str:
    return (folder / "log").read_text(encoding="utf-8")


def test_a_command_says_and_ends_as_if_it_had_been_started(nursery: Nursery, tmp_path: Path) -> None:
    assert born(nursery, tmp_path, "--version").wait(20) == 0
    assert said(tmp_path).startswith("sabot ")
    assert born(nursery, tmp_path, "controller", "--config", f"{tmp_path}/none.toml").wait(20) == 1
    assert "none.toml" in said(tmp_path)


def test_a_command_reads_what_it_is_given(nursery: Nursery, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(CONFIG.format(tmp_path), encoding="utf-8")
    (tmp_path / "lines").write_text("not a tag 100\n", encoding="utf-8")
    (tmp_path / "lines").chmod(0o600)
    arguments = ["register", "chips", "--config", str(tmp_path / "table.toml")]
    with (tmp_path / "log").open("ab") as log, (tmp_path / "lines").open("rb") as lines:
        assert nursery.start(arguments, os.environ, log.fileno(), lines.fileno()).wait(20) == 1
    assert "line 1" in said(tmp_path)


def test_a_running_one_is_ended_by_the_signal_that_it_gets(nursery: Nursery, tmp_path: Path) -> None:
    process = controller(nursery, tmp_path)
    assert process.poll() is None
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.01)
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0
    assert "the controller has ended" in said(tmp_path)
    process.kill()  # of what has ended: nothing
    assert process.poll() == 0


def test_of_two_the_killed_one_ends_alone(nursery: Nursery, tmp_path: Path) -> None:
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
    one, other = (controller(nursery, folder) for folder in folders)
    one.kill()
    assert one.wait(20) == -signal.SIGKILL
    assert other.poll() is None
    other.kill()
    other.wait(20)


def test_no_process_outlives_its_nursery(tmp_path: Path) -> None:
    with Nursery() as nursery:
        process = controller(nursery, tmp_path)
    end = time.monotonic() + 20
    while Path(f"/proc/{process.pid}").exists() and "\nState:\tZ" not in status(process.pid):
        assert time.monotonic() < end
        time.sleep(0.02)


def status(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return ""
