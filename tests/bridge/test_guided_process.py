"""`sabot diag test` as a process, at a table that does not run: it starts a bridge for itself."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from firmware_bridge.process.directories import Held
from firmware_bridge.process.latch import Latch

from .test_process import TABLE

pytestmark = pytest.mark.process

SIGNER = ("--technician", "R. Roe", "--licence", "T-114", "--reason", "a check", "--asset", "7001")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    config = tmp_path / "table.toml"
    config.write_text(TABLE.format(tmp_path))
    return config


def guided_test(config: Path, typed: str) -> subprocess.CompletedProcess[str]:
    """The test of a table whose only part is not there."""
    command = [sys.executable, "-m", "controller", "diag", "test", "--config", str(config), *SIGNER]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=60, check=False)


def test_it_starts_a_bridge_and_ends_it_when_the_technician_leaves(config: Path) -> None:
    done = guided_test(config, "q\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "No bridge runs. One is started for this test."
    assert done.stdout.splitlines()[-1] == "The table: NOT COMPLETE: 1 left"
    assert not (config.parent / "run" / "test.socket").exists()


def test_in_a_hand_it_is_refused_though_neither_bridge_nor_controller_runs(config: Path) -> None:
    Latch(config.parent / "state-bridge").put(in_progress=True)
    done = guided_test(config, "")
    assert done.returncode == 2
    assert "A hand is in progress. Wait for its end." in done.stderr


def test_a_bridge_that_cannot_start_is_named_with_the_way_to_see_why(config: Path) -> None:
    with closing(Held(config.parent / "run", "bridge")):
        done = guided_test(config, "")
    assert done.returncode == 2
    assert f"no bridge can be started. Look why: sabot bridge --config {config}" in done.stderr
