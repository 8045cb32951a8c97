"""Ctrl-C while `sabot` is still being imported: one line and the exit code of an interrupted process."""

from __future__ import annotations

import subprocess
import sys

import pytest

# The module is loaded by name, as `main` does it. Ctrl-C comes while that is so, or once the command has begun.
BEGIN = """
import signal, sys, types
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started the tests may ignore it
from controller import command
dispatcher = types.ModuleType("controller.dispatcher")
def run(ready):
    {run}
dispatcher.run = run
sys.modules["controller.dispatcher"] = dispatcher
"""


def started(run: str, begins: str = "command.main()") -> subprocess.CompletedProcess[str]:
    code = BEGIN.format(run=run) + begins
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=False)


@pytest.mark.process
def test_ctrl_c_during_the_imports_is_one_line() -> None:
    done = started("signal.raise_signal(signal.SIGINT)")
    assert done.stderr == "sabot: interrupted before anything was started.\n"
    assert done.returncode == 130


@pytest.mark.process
def test_ctrl_c_is_the_commands_own_matter_once_it_has_begun() -> None:
    done = started("ready(); print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)")
    assert done.stdout == "True\n"


@pytest.mark.process
def test_an_ignored_ctrl_c_stays_ignored() -> None:
    ignored = "signal.signal(signal.SIGINT, signal.SIG_IGN)\ncommand.main()"
    done = started("signal.raise_signal(signal.SIGINT); ready(); print('played')", begins=ignored)
    assert done.stdout == "played\n"


@pytest.mark.process
def test_little_is_imported_before_ctrl_c_is_answered() -> None:
    done = started("print(sys.modules.keys() & {'typer', 'pydantic', 'structlog'})")
    assert done.stdout == "set()\n"
