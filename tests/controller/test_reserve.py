"""A process in reserve: it follows a killed one at once, ends as its process ends, and knows nothing of the table."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import zmq

from firmware_bridge.messages.wire import encode

from .test_killed import PATIENCE, Controller, Source, journalled

pytestmark = pytest.mark.process

# A program that works in forks of a reserve. Each appends its process id to a file, then does what the test wrote.
FORKING = """
import os, signal, sys, time
from firmware_bridge.process import reserve
reserve.WELL_AFTER = 0.2
well = reserve.work_in_fork()
{early}
well()
with open({mark!r}, "a") as mark:
    mark.write(f"{{os.getpid()}}\\n")
{then}
"""
STAYS = "signal.pause()"


@pytest.fixture
def forking(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts a reserve whose forks do what the test says."""
    processes: list[subprocess.Popen[str]] = []

    def start(then: str = STAYS, early: str = "") -> subprocess.Popen[str]:
        program = FORKING.format(then=then, early=early, mark=str(tmp_path / "mark"))
        root = Path(__file__).parents[2]
        processes.append(
            subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=root)
        )
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def marked(tmp_path: Path, count: int) -> int:
    """The process id of the n-th fork, once it is well."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found = (tmp_path / "mark").read_text().split() if (tmp_path / "mark").exists() else []
        if len(found) >= count:
            return int(found[count - 1])
        time.sleep(0.02)
    raise AssertionError(f"fork {count} did not come within {PATIENCE} s")


def ended(pid: int) -> bool:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if not Path(f"/proc/{pid}").exists():
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
def test_a_process_that_was_well_is_followed_by_another(
    forking: Callable[..., subprocess.Popen[str]], tmp_path: Path, number: signal.Signals
) -> None:
    reserve = forking()
    for count in (1, 2, 3):
        pid = marked(tmp_path, count)
        time.sleep(0.3)
        os.kill(pid, number)
    last = marked(tmp_path, 4)
    reserve.send_signal(signal.SIGTERM)  # passed on: the fork has no handler, so it ends by it, and the reserve too
    assert reserve.wait(PATIENCE) == -signal.SIGTERM
    assert ended(last)
    assert reserve.stdout is not None
    assert reserve.stdout.read().count(f"died={number.name}") == 3


def test_a_program_that_raises_after_it_was_well_is_followed_by_another(
    forking: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    forking(then="time.sleep(0.3); sys.exit(3)")
    assert marked(tmp_path, 1) != marked(tmp_path, 2)


@pytest.mark.parametrize(
    ("early", "code"),
    [
        ("sys.exit(2)", 2),
        ("os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL),
        ("time.sleep(0.3); sys.exit(2)", 2),  # slow, but never well
    ],
)
def test_one_that_was_never_well_is_not_followed(
    forking: Callable[..., subprocess.Popen[str]], early: str, code: int
) -> None:
    assert forking(early=early).wait(PATIENCE) == code


@pytest.mark.parametrize(
    ("then", "code"),
    [("os.kill(os.getpid(), signal.SIGABRT)", -signal.SIGABRT), ("time.sleep(0.3)", 0)],
    ids=["died too soon", "ended by itself"],
)
def test_the_reserve_ends_as_its_process_ended(
    forking: Callable[..., subprocess.Popen[str]], tmp_path: Path, then: str, code: int
) -> None:
    reserve = forking(then=then)
    assert reserve.wait(PATIENCE) == code
    assert len((tmp_path / "mark").read_text().split()) == 1


def test_if_the_reserve_is_killed_its_process_is_too(
    forking: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    reserve = forking()
    pid = marked(tmp_path, 1)
    reserve.kill()
    reserve.wait()
    assert ended(pid)


# --- the controller ---------------------------------------------------------------------------------------------


class Reserved(Controller):
    """A controller with its reserve."""

    options = ("--reserve",)

    @property
    def working(self) -> int:
        """The process id of the one that works."""
        (pid,) = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return int(pid)


@pytest.fixture
def controller(tmp_path: Path) -> Iterator[Reserved]:
    controller = Reserved(tmp_path)
    yield controller
    controller.kill()


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Source]:
    context = zmq.Context()
    dealer: zmq.Socket[bytes] = context.socket(zmq.DEALER)
    dealer.setsockopt(zmq.LINGER, 0)
    dealer.connect(f"ipc://{tmp_path}/run/events.ipc")
    source = Source(dealer)
    dealer.send(encode(source.outbox.hello()))
    yield source
    dealer.close()
    context.term()


def test_a_killed_controller_goes_on_in_another_fork_and_no_event_is_lost(
    controller: Reserved, source: Source, tmp_path: Path
) -> None:
    reserve, said = controller.process.pid, 0

    def say(more: int) -> int:
        for number in range(said + 1, said + 1 + more):
            source.say(number)
        return said + more

    for _ in range(3):
        said = say(50)
        source.listen(controller, said - 25)
        working = controller.working
        time.sleep(2.1)  # reserve.WELL_AFTER
        os.kill(working, signal.SIGKILL)
        said = say(50)
        source.listen(controller, said)
        assert controller.working != working
    controller.process.send_signal(signal.SIGTERM)
    assert (controller.process.pid, controller.process.wait(PATIENCE)) == (reserve, 0)
    assert journalled(tmp_path) == list(range(1, said + 1))
    assert not (tmp_path / "state" / "faults.json").exists()


def test_the_reserve_of_a_controller_has_nothing_of_the_table_open(
    controller: Reserved, source: Source, tmp_path: Path
) -> None:
    source.say(1)
    source.listen(controller, 1)

    def opened(pid: int) -> set[str]:
        return {str(link.readlink()) for link in Path(f"/proc/{pid}/fd").iterdir()}

    below = {path for path in opened(controller.working) if path.startswith(str(tmp_path))}
    assert {Path(path).name for path in below} >= {"controller.lock", "journal.sqlite"}
    assert not any(path.startswith((str(tmp_path), "socket:")) for path in opened(controller.process.pid))
    maps = Path(f"/proc/{controller.process.pid}/maps").read_text()
    assert str(tmp_path) not in maps
    assert len(list(Path(f"/proc/{controller.process.pid}/task").iterdir())) == 1
