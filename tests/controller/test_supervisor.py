"""`sabot run`: real processes, started, restarted, and ended with nothing left behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.supervisor import BEHIND_PLAY, Child
from firmware_bridge.process.replacement import ask_for_another
from tests.ports import free_port

from .things import table_text

pytestmark = pytest.mark.process

PATIENCE = 15.0  # seconds; a loaded machine takes several for three interpreters

# The supervisor with children that the test writes: argument n is the program of child n.
SUPERVISE = """
import sys
from controller.supervisor import Child, Supervisor
children = [Child(f"child{n}", [sys.executable, "-c", code]) for n, code in enumerate(sys.argv[1:])]
sys.exit(Supervisor(children).run().value)
"""

# The same with a bridge and a console, which the controller may have replaced.
REPLACING = """
import sys
from pathlib import Path
from controller.supervisor import Child, Supervisor
bridge, console = ([sys.executable, "-c", code] for code in sys.argv[2:])
sys.exit(Supervisor([Child("bridge", bridge), Child("console", console, False)], Path(sys.argv[1])).run().value)
"""


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts a supervisor; it is killed at the end where the test has not ended it."""
    processes: list[subprocess.Popen[str]] = []

    def start(*command: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, *command], stderr=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
        )
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        process.wait()
        assert process.stderr is not None
        process.stderr.close()


def marking(path: Path, then: str) -> str:
    """A child that appends its process id to a file, and then does something."""
    return f"import os, signal, time; open({str(path)!r}, 'a').write(f'{{os.getpid()}}\\n'); {then}"


def pids(path: Path, count: int) -> list[int]:
    """The ids that were appended, once there are so many."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found = path.read_text().split() if path.exists() else []
        if len(found) >= count:
            return [int(pid) for pid in found]
        time.sleep(0.02)
    raise AssertionError(f"{path.name} was not marked {count} times in {PATIENCE} s")


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def gone(pid: int) -> bool:
    deadline = time.monotonic() + PATIENCE
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not alive(pid)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_children_and_then_the_supervisor_with_status_0(
    started: Callable[..., subprocess.Popen[str]], tmp_path: Path, number: signal.Signals
) -> None:
    marks = [tmp_path / "a", tmp_path / "b"]
    process = started("-c", SUPERVISE, *(marking(mark, "time.sleep(60)") for mark in marks))
    children = [pids(mark, 1)[0] for mark in marks]
    process.send_signal(number)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert not any(alive(pid) for pid in children)


def test_a_console_that_the_controller_cuts_off_is_killed_and_started_again(
    started: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    marks = [tmp_path / "bridge", tmp_path / "console"]
    stubborn = "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"
    process = started("-c", REPLACING, str(tmp_path), *(marking(mark, stubborn) for mark in marks))
    pids(marks[1], 1)
    ask_for_another("bridge", tmp_path)
    ask_for_another("console", tmp_path)
    assert gone(pids(marks[1], 2)[0])
    assert len(pids(marks[0], 1)) == 1
    process.kill()
    for mark in marks:
        os.kill(pids(mark, 1)[-1], signal.SIGKILL)


def test_a_child_that_was_killed_is_started_again_and_the_reason_is_said(
    started: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    first, other = tmp_path / "a", tmp_path / "b"
    process = started("-c", SUPERVISE, marking(first, "time.sleep(60)"), marking(other, "time.sleep(60)"))
    pids(other, 1)
    os.kill(pids(first, 1)[0], signal.SIGKILL)
    pids(first, 2)
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=PATIENCE)
    assert "child0 was ended by SIGKILL. Started again in 0.2" in said
    assert len(pids(other, 1)) == 1


def test_a_child_that_cannot_start_ends_everything_with_status_1(
    started: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    other = tmp_path / "b"
    process = started("-c", SUPERVISE, "raise SystemExit(3)", marking(other, "time.sleep(60)"))
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "child0 ended with status 3, 3 times right after its start: it cannot run" in said
    assert gone(pids(other, 1)[0])


def test_a_console_that_cannot_start_is_tried_again_while_the_others_go_on(
    started: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    tries, other = tmp_path / "a", tmp_path / "b"
    program = SUPERVISE.replace("code])", "code], vital=n > 0, back_off=0.01)")
    process = started("-c", program, marking(tries, "raise SystemExit(3)"), marking(other, "time.sleep(60)"))
    pids(tries, 5)
    assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=PATIENCE)
    assert said.count("child0 cannot start, see above: the table plays on without it") == 1
    assert len(pids(other, 1)) == 1


@pytest.mark.parametrize(("vital", "nice"), [(True, 0), (False, BEHIND_PLAY)])
def test_the_pages_give_way_to_bridge_and_controller(vital: bool, nice: int) -> None:
    child = Child("console", [sys.executable, "-Sc", "import os; os._exit(os.nice(0))"], vital)
    child.start(0.0)
    assert child.process is not None
    assert child.process.wait(PATIENCE) == nice


def test_a_child_that_does_not_end_is_killed(started: Callable[..., subprocess.Popen[str]], tmp_path: Path) -> None:
    mark = tmp_path / "a"
    stubborn = "signal.signal(signal.SIGTERM, signal.SIG_IGN); open(%r, 'w').close(); time.sleep(60)"
    process = started("-c", SUPERVISE, marking(mark, stubborn % str(tmp_path / "ready")))
    (child,) = pids(mark, 1)
    while not (tmp_path / "ready").exists():
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert f"process {child} did not end within 5 s and is killed" in said
    assert not alive(child)


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells children of their parent's death on Linux only")
def test_where_the_supervisor_is_killed_its_children_end(
    started: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    mark = tmp_path / "a"
    process = started("-c", SUPERVISE, marking(mark, "time.sleep(60)"))
    (child,) = pids(mark, 1)
    process.kill()
    process.wait()
    assert gone(child)


# --- the command ----------------------------------------------------------------------------------------------------


def config(tmp_path: Path, port: int, **changes: str) -> Path:
    text = table_text(tmp_path) + f"[web]\nport = {port}\n"
    for old, new in changes.items():
        text = text.replace(old, new)
    path = tmp_path / "table.toml"
    path.write_text(text)
    return path


def test_a_taken_address_is_said_with_the_cure_before_anything_is_started(
    started: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        process = started("-m", "controller", "run", "--config", str(config(tmp_path, port)))
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert f"127.0.0.1:{port}: Address already in use" in said
    assert "set another port in section [web]" in said
    assert not (tmp_path / "run").exists()


def test_a_wrong_table_file_is_refused_before_anything_is_started(
    started: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    wrong = config(tmp_path, free_port(), lfp="canasta")
    process = started("-m", "controller", "run", "--config", str(wrong))
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "game.rulebook 'canasta'" in said
    assert not (tmp_path / "run").exists()


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_a_table_without_parts_runs_and_ends_within_five_seconds(
    started: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    port = free_port()
    process = started("-m", "controller", "run", "--config", str(config(tmp_path, port)))
    deadline = time.monotonic() + 2 * PATIENCE
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0 and (tmp_path / "run" / "events.ipc").exists():
                break
        time.sleep(0.1)
    else:
        raise AssertionError("the table's page did not come up")
    children = children_of(process.pid)
    asked = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said
    assert time.monotonic() - asked < 5
    assert len(children) == 3
    assert not any(alive(pid) for pid in children)
    assert "killed" not in said
