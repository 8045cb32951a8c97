"""The socket by which a guided test takes the parts: in the bridge's own run directory, for one test at a time.

Messages are JSON, one a packet (SOCK_SEQPACKET). The test has ended when its end of the socket is closed, so also if
its process is killed. One that does not read what it is sent is cut off when the kernel's buffer is full.
"""

import contextlib
import os
import socket
from pathlib import Path
from typing import Final, Protocol

from firmware_bridge.messages.base import Message
from firmware_bridge.messages.guided_facts import LedBy, Refusal, Refused
from firmware_bridge.messages.loop import Loop

from .seen import LONGEST, Leads, Look, Over, TalkError, said_by_test

NAME: Final = "test.socket"


class Bridge(Protocol):
    """Gives the parts to a test, and takes them back."""

    def test_wanted(self, now: int) -> Refusal | None:
        """Begin test mode. Return why not, None if it has begun."""

    def test_looks(self, look: Look, now: int) -> None: ...
    def test_left(self, now: int) -> None: ...


class TestSocket:
    """Listens for a test, and talks to the one that has the parts."""

    def __init__(self, directory: Path, loop: Loop, bridge: Bridge) -> None:
        self._path = path_of(directory)
        self._loop = loop
        self._bridge = bridge
        self._peer: socket.socket | None = None
        self._leader = ""  # who leads the test, as it says itself
        self._path.unlink(missing_ok=True)  # of a bridge that was killed. Its lock is ours
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_NONBLOCK)
        self._listening.bind(str(self._path))
        self._path.chmod(0o600)
        self._listening.listen(1)
        loop.watch(self._listening.fileno(), self._called)

    def say(self, message: Message) -> None:
        """Send it to the test. A test that does not read loses the parts at its next turn."""
        if self._peer is None:
            return
        try:
            self._peer.send(message.model_dump_json().encode())
        except OSError:
            with contextlib.suppress(OSError):
                self._peer.shutdown(socket.SHUT_RDWR)

    def end(self, why: Refusal) -> None:
        """Tell the test that it is over, and close."""
        self.say(Over(why=why))
        self._drop()

    def close(self) -> None:
        """Close everything, and take the name away."""
        self._drop()
        self._loop.unwatch(self._listening.fileno())
        self._listening.close()
        with contextlib.suppress(OSError):
            self._path.unlink()

    def _drop(self) -> None:
        if self._peer is not None:
            self._loop.unwatch(self._peer.fileno())
            self._peer.close()
            self._peer, self._leader = None, ""

    def _called(self, now: int) -> None:
        try:
            peer, _ = self._listening.accept()
        except OSError:  # it has gone already
            return
        peer.setblocking(False)
        if self._peer is not None:
            why = LedBy(technician=self._leader) if self._leader else Refused(kind="other_test")
            with contextlib.closing(peer), contextlib.suppress(OSError):
                peer.send(Over(why=why).model_dump_json().encode())
            return
        self._peer = peer
        self._loop.watch(peer.fileno(), self._readable)
        refused = self._bridge.test_wanted(now)
        if refused is not None:
            self.end(refused)

    def _readable(self, now: int) -> None:
        assert self._peer is not None  # noqa: S101 - watched as long as there is one
        try:
            data = self._peer.recv(LONGEST)
            said = said_by_test(data) if data else None
        except BlockingIOError:
            return
        except (OSError, TalkError):
            said = None
        match said:
            case Look():
                self._bridge.test_looks(said, now)
            case Leads(by=by):
                self._leader = by
            case None:
                self._drop()
                self._bridge.test_left(now)


def path_of(directory: Path) -> Path:
    """Where the bridge of that run directory listens."""
    return directory / NAME


def reach(directory: Path, *, waits: bool = True) -> socket.socket:
    """Connect to the bridge of that run directory. Raises OSError if none listens.

    Without `waits` it is raised also if another test is about to begin.
    """
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    peer.setblocking(waits)
    try:
        peer.connect(os.fspath(path_of(directory)))
    except OSError:
        peer.close()
        raise
    return peer
