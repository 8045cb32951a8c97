"""The bridge of a table whose controller does not run: this process stands in its place, and listens to it alone."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from controller.service.transport.links import Links
from controller.service.transport.sources import BRIDGE, may_send, speakers
from firmware_bridge.messages.orders import Attention
from firmware_bridge.messages.sensed import Sensed
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.messages.wire import Ack, Event, Hello, Welcome
from firmware_bridge.process.directories import Held
from firmware_bridge.process.latch import hand_is_marked
from firmware_bridge.process.own_bridge import end_bridge, start_bridge
from firmware_bridge.process.users import PRIVATE_SOCKET, SHARED_SOCKET, Users, own_directory, prepare

EPOCH = 1  # of a bridge that is started for this, and ends with it

HAND_IN_PROGRESS: Final = (
    "A hand is in progress, and its cards must stay where they are. Start the table and end the hand. "
    "If it has ended, the start says so to the bridge."
)


class StandIn:
    """The readings of the bridge, one by one. `place`: is read first. Nothing is journalled: there is no hand."""

    def __init__(self, links: Links, place: str) -> None:
        self._links, self._place = links, place
        self._heard = 0

    def sensed(self, now: int) -> Iterator[Sensed]:
        """All that has come in since, oldest first."""
        for identity, message in self._links.incoming(now):
            if message.source != BRIDGE:
                continue
            if isinstance(message, Hello) and message.epoch in (None, EPOCH):
                self._greet(identity)
            elif isinstance(message, Event):
                yield from self._take(message)

    def _greet(self, identity: bytes) -> None:
        self._links.greet(BRIDGE, identity, EPOCH)
        self._links.send(BRIDGE, Welcome(epoch=EPOCH, acked=self._heard))
        self._links.send(BRIDGE, Attention(epoch=EPOCH, revision=1, places=(self._place,)))

    def _take(self, event: Event) -> Iterator[Sensed]:
        if not may_send(BRIDGE, event.body) or event.epoch != EPOCH:
            return
        if event.sequence == self._heard + 1:
            self._heard += 1
            yield event.body  # type: ignore[misc]  # a bridge may send nothing else
        self._links.send(BRIDGE, Ack(epoch=EPOCH, sequence=self._heard))


# --- a bridge for this alone ----------------------------------------------------------------------------------------


@contextmanager
def alone_with_bridge(table: TableFile, config: Path) -> Iterator[tuple[Links, subprocess.Popen[bytes]]]:
    """The bridge is started, and this process stands in the controller's place.

    Raises AlreadyRunning, and ValueError while a hand is in progress.
    """
    users = prepare(table)
    mode = SHARED_SOCKET if users else PRIVATE_SOCKET
    with (
        _as_controller(users),
        closing(Held(own_directory(table, "controller"), "controller")),
        closing(Links(table.paths.run, speakers(users), mode)) as links,
        _bridge_of(table.paths.bridge, config, users) as bridge,
    ):
        yield links, bridge


def still_running(bridge: subprocess.Popen[bytes]) -> None:
    """Raises ChildProcessError if the bridge has ended."""
    if bridge.poll() is not None:
        raise ChildProcessError("the bridge has ended: see what `sabot bridge` says when it is started alone")


@contextmanager
def _bridge_of(bridge_state: Path, config: Path, users: Users | None) -> Iterator[subprocess.Popen[bytes]]:
    with _as_root(users):
        if hand_is_marked(bridge_state):
            raise ValueError(HAND_IN_PROGRESS)
        bridge = start_bridge(config, users)
    try:
        yield bridge
    finally:
        with _as_root(users):
            end_bridge(bridge)


@contextmanager
def _as_controller(users: Users | None) -> Iterator[None]:
    """With the rights of the controller, so that its files stay its own."""
    if users is None:
        yield
        return
    group = os.getegid()
    os.setegid(users.group)
    os.seteuid(users.ids["controller"])
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)


@contextmanager
def _as_root(users: Users | None) -> Iterator[None]:
    """To start or end a process of another user."""
    if users is None:
        yield
        return
    os.seteuid(0)
    try:
        yield
    finally:
        os.seteuid(users.ids["controller"])
