"""What peers send and the controller has not read: its memory is bounded, and play goes on."""

from __future__ import annotations

import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from itertools import cycle
from pathlib import Path
from typing import NoReturn

import pytest
import zmq

from controller.journal import JournalError
from controller.service import command
from controller.service.session.startup import Premises
from controller.service.transport.unread import LOOK_EVERY, MOST_UNREAD, resident
from firmware_bridge.messages.told import Declared
from firmware_bridge.messages.wire import Hello, encode
from tests.system.open_doors import most_memory
from tests.system.watched import await_file

from .service_rig import Rig
from .service_steps import dealt
from .test_console_cut import OCCUPIED, cut, faults
from .things import table_file, table_text

PART = bytes(900_000)
MUCH = 8 * MOST_UNREAD
"""Bytes: the kernel stops a process that takes them all on a Pi."""

PATIENCE_MS = 20_000  # for a controller that starts on a loaded machine
ENOUGH_S = 2.0  # s: a controller that takes nothing for so long is not filled any more

HANDSHAKE = b"\xff" + bytes(8) + b"\x7f\x03\x00NULL" + bytes(48)  # RFC 23/ZMTP 3.0: greeting, 64 bytes


def grow(rig: Rig, by: int) -> None:
    """Something fills the process's memory, and it looks."""
    rig.memory += by
    rig.wait(LOOK_EVERY)


def test_what_is_never_read_is_dropped_and_the_console_cut_off(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    console.session("dealer")
    grow(sensing, MOST_UNREAD + 1)
    for peer in (bridge, console):
        peer.reconnect()
        peer.greet()
    bridge.say(OCCUPIED)
    assert (faults(sensing), bridge.outbox.unacknowledged, cut(sensing, bridge)) == ([], 0, True)
    assert console.tell(Declared(seat=1, word="fold")).key == "refused.session"


def test_what_honest_sources_send_is_kept(sensing: Rig) -> None:
    bridge, _ = dealt(sensing)
    grow(sensing, MOST_UNREAD)
    bridge.say(OCCUPIED)
    assert (bridge.outbox.unacknowledged, cut(sensing, bridge)) == (0, False)


def test_memory_that_stays_taken_is_no_reason_to_do_it_again(sensing: Rig) -> None:
    bridge, _ = dealt(sensing)
    grow(sensing, MOST_UNREAD + 1)
    bridge.reconnect()
    bridge.greet()
    grow(sensing, MOST_UNREAD)
    assert sensing.links.of("bridge") is not None


def test_the_memory_of_this_process_is_counted() -> None:
    before = resident()
    kept = b"x" * 50_000_000
    assert resident() - before > len(kept) / 2


def test_nobody_can_send_anything_while_the_open_hand_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, there = table_file(tmp_path), list[bool]()

    def played_again(of: Premises) -> NoReturn:
        there.append((of.config.paths.run / "events.ipc").exists())
        raise JournalError("enough seen")

    monkeypatch.setattr(command, "open_table", played_again)
    with pytest.raises(JournalError, match="enough seen"):
        command.serve(config)
    assert there == [False]


# --- a real controller ----------------------------------------------------------------------------------------------


@pytest.fixture
def controller(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    (tmp_path / "run").mkdir(mode=0o700)
    (tmp_path / "table.toml").write_text(table_text(tmp_path))
    command = [sys.executable, "-m", "controller", "controller", "--config", str(tmp_path / "table.toml")]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        await_file(tmp_path / "run" / "state.ipc")
        assert answers(tmp_path / "run")
        yield process
        process.kill()


def answers(run: Path) -> bool:
    """Whether the controller greets a source that connects now."""
    with zmq.Context() as context, context.socket(zmq.DEALER) as peer:
        peer.setsockopt(zmq.LINGER, 0)
        peer.connect(f"ipc://{run}/events.ipc")
        peer.send(encode(Hello(source="bridge")))
        return bool(peer.poll(PATIENCE_MS))


def connection(path: Path, kind: bytes) -> socket.socket:
    """A connection that has greeted as a peer of that socket type (RFC 23/ZMTP 3.0, NULL mechanism)."""
    peer = socket.socket(socket.AF_UNIX)
    peer.settimeout(ENOUGH_S)
    while peer.connect_ex(str(path)):
        time.sleep(0.01)
    ready = b"\x05READY\x0bSocket-Type" + len(kind).to_bytes(4, "big") + kind
    peer.sendall(HANDSHAKE + b"\x04" + bytes([len(ready)]) + ready)
    peer.recv(64)
    return peer


def parts(run: Path, stack: ExitStack) -> Iterator[tuple[socket.socket, bytes]]:
    """One message of ever more parts, of which the controller never sees any."""
    peer = stack.enter_context(connection(run / "events.ipc", b"DEALER"))
    while True:
        yield peer, b"\x03" + len(PART).to_bytes(8, "big") + PART


def messages(run: Path, stack: ExitStack) -> Iterator[tuple[socket.socket, bytes]]:
    """A thousand connections that each send messages of 0.9 MB, faster than they are read."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    peers = [stack.enter_context(connection(run / "events.ipc", b"DEALER")) for _ in range(1000)]
    for peer in cycle(peers):
        yield peer, b"\x02" + len(PART).to_bytes(8, "big") + PART


Attack = Callable[[Path, ExitStack], Iterator[tuple[socket.socket, bytes]]]


@pytest.mark.process
@pytest.mark.timeout(120)  # s: ten times what each takes with a processor of its own
@pytest.mark.parametrize("attack", [parts, pytest.param(messages, marks=pytest.mark.soak)])
def test_a_controller_is_not_filled_by_its_peers(
    controller: subprocess.Popen[bytes], tmp_path: Path, attack: Attack
) -> None:
    before, sent = most_memory(controller.pid), 0
    with ExitStack() as stack, suppress(ConnectionError, TimeoutError):
        for peer, data in attack(tmp_path / "run", stack):
            peer.sendall(data)
            sent += len(data)
            if sent > MUCH:
                break
    assert controller.poll() is None
    assert answers(tmp_path / "run")
    assert most_memory(controller.pid) - before < MUCH / 2
