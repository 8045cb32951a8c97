"""`sabot bridge` as a process: how it ends, and what it says of a table file that cannot be used."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

TABLE = """
[table]
name = "test"
[game]
rulebook = "lfp"
small_blind = 50
big_blind = 100
[paths]
state = "{0}/state"
run = "{0}/run"
[[part]]
name = "shoe"
kind = "pn532"
port = "{0}/no-such-port"
antennas = {{ 0 = "shoe" }}
"""


def bridge(config: Path) -> subprocess.Popen[str]:
    code = "from controller.command import main; main()"
    command = [sys.executable, "-c", code, "bridge", "--config", str(config)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_without_controller_and_parts_it_waits_and_ends_when_told(tmp_path: Path, number: int) -> None:
    config = tmp_path / "table.toml"
    config.write_text(TABLE.format(tmp_path))
    with bridge(config) as process:
        assert process.stderr is not None
        line = ""
        while "no port" not in line:
            line = process.stderr.readline()
            assert line, "it ended before it named the missing port"
        assert str(tmp_path / "no-such-port") in line
        process.send_signal(number)
        assert process.wait(5) == 0


def test_a_table_file_with_a_mistake_is_refused_by_line_and_key(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(TABLE.format(tmp_path).replace("pn532", "pn533"))
    with bridge(config) as process:
        _, said = process.communicate(timeout=20)
        assert process.returncode == 2
    assert "line 13" in said
    assert "kind" in said
    assert "Traceback" not in said
