"""What systemd is told, over a real datagram socket; time moves only by the test."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.messages.clock import Channels
from firmware_bridge.messages.loop import Loop
from firmware_bridge.process.notify import SHARE, SOCKET, WATCHDOG, Notifier, keep_alive
from tests.clock import StillClock

S = 1_000_000_000


class Clock(StillClock):
    """Jumps from one deadline to the next."""

    def idle(self, deadline: int | None, _channels: Callable[[], Channels]) -> float | None:
        self.time = max(self.time, deadline or self.time)
        return 0.0


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.setblocking(False)
        yield listener


def notifier(path: str, limit: int = 9) -> Notifier:
    return Notifier({SOCKET: path, WATCHDOG: str(limit * 1_000_000)})


def heard(listener: socket.socket) -> list[str]:
    messages = []
    while True:
        try:
            messages.append(listener.recv(4096).decode())
        except BlockingIOError:
            return messages


def run(loop: Loop, seconds: int) -> None:
    loop.call_at(loop.now() + seconds * S, lambda _: loop.stop())
    loop.run()


def test_a_process_is_ready_and_then_lives(systemd: socket.socket, tmp_path: Path) -> None:
    told, loop = notifier(str(tmp_path / "notify")), Loop(Clock())
    keep_alive(loop, told, {})
    run(loop, 7)
    ready, *beats = heard(systemd)
    assert ready == "READY=1\nSTATUS=running"
    assert beats == ["WATCHDOG=1\nSTATUS=running"] * (1 + 7 // (9 // SHARE))
    told.close()


def test_no_sign_of_life_while_something_stands_still(systemd: socket.socket, tmp_path: Path) -> None:
    told, loop = notifier(str(tmp_path / "notify")), Loop(Clock())
    keep_alive(loop, told, {"ports": lambda now: now < 5 * S, "link": lambda _: True})
    run(loop, 7)
    messages = heard(systemd)
    assert sum("WATCHDOG=1" in message for message in messages) == 2
    assert messages[-1] == "STATUS=no sign of life from ports"
    told.close()


def test_without_a_watchdog_it_is_ready_and_says_no_more(systemd: socket.socket, tmp_path: Path) -> None:
    told, loop = Notifier({SOCKET: str(tmp_path / "notify")}), Loop(Clock())
    keep_alive(loop, told, {})
    run(loop, 60)
    assert heard(systemd) == ["READY=1\nSTATUS=running"]
    told.close()


def test_an_abstract_socket_is_reached(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(f"\0{tmp_path}")
        listener.settimeout(1)
        told = notifier(f"@{tmp_path}")
        told.tell(STOPPING="1")
        assert listener.recv(64) == b"STOPPING=1"
        told.close()


@pytest.mark.parametrize("path", ["", "/nowhere/notify"])
def test_without_systemd_nothing_happens(path: str) -> None:
    told = notifier(path)
    told.tell(READY="1")
    told.close()
