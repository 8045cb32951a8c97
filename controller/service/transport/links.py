"""The controller's end of the sockets: the sources that were greeted, and what was sent to and received from each.

- `events.ipc`: ROUTER, the sources are DEALERs. Two frames: the peer's identity, one message as JSON.
- `state.ipc`: PUB. Two frames: topic `state`, the public state as JSON.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import structlog
import zmq

from controller.service.transport.sources import BRIDGE
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.clock import Channel, Channels
from firmware_bridge.messages.public import PublicState
from firmware_bridge.messages.wire import STATE_TOPIC, Incoming, WireError, decode_to_controller, encode
from firmware_bridge.process.sparing import Sparing
from firmware_bridge.process.users import PRIVATE_SOCKET

# How many messages one turn of the loop takes in before it commits: an Outbox holds no more (its LIMIT).
MOST_AT_ONCE = 1000

# The longest message of a source is the snapshot of ten thousand tags, of some 35 bytes each. A longer message ends
# its sender's connection before it is kept anywhere.
LONGEST_MESSAGE = 1_000_000

# Only the bridge has anything long to say, after its greeting. To read a million bytes of JSON takes milliseconds. A
# thousand such messages would hold play up for seconds.
LONGEST_OF_OTHERS = 20_000

# What a subscriber sends: its greeting of some 30 bytes, and its topic.
LONGEST_SUBSCRIPTION = 256

# A peer whose messages cannot be read is no source of this version. After so many they are not even looked at.
MOST_NONSENSE = 1_000
MOST_SHUT = 1_000  # peers that are remembered for it. Each is one connection

log = structlog.get_logger("controller")


def user_behind(frame: zmq.Frame) -> int | None:
    """Return the user id of the process that sent a frame, as the kernel knows it. None if it does not.

    ZeroMQ names a peer on ipc "host:uid:gid:pid", by SO_PEERCRED (RFC 27/ZAP gives the same address).
    """
    words = str(frame.get("Peer-Address")).rsplit(":", 3)
    return int(words[1]) if len(words) == 4 and words[1].isdecimal() else None


@dataclass(slots=True)
class Link:
    """A source that was greeted in this life of the controller."""

    source: str
    identity: bytes
    epoch: int
    sent: int = 0
    received: int = 0


class Links:
    """Both sockets. Raises zmq.ZMQError if another controller has bound them.

    `speakers`: the user id that each source must run as. A source that is not named may run as any user.
    """

    def __init__(self, run: Path, speakers: Mapping[str, int], mode: int = PRIVATE_SOCKET) -> None:
        self._run, self._speakers, self._mode = run, speakers, mode
        self._sparing = Sparing()
        self._published = 0
        self._open()

    def _open(self) -> None:
        self._context = zmq.Context()
        self.events = self._context.socket(zmq.ROUTER)
        self.events.setsockopt(zmq.LINGER, 0)
        self.events.setsockopt(zmq.MAXMSGSIZE, LONGEST_MESSAGE)
        self.events.setsockopt(zmq.ROUTER_HANDOVER, 1)  # a source that was restarted takes over from its dead process
        self.events.bind(f"ipc://{self._run}/events.ipc")
        self._state = self._context.socket(zmq.PUB)
        self._state.setsockopt(zmq.LINGER, 0)
        self._state.setsockopt(zmq.MAXMSGSIZE, LONGEST_SUBSCRIPTION)
        self._state.bind(f"ipc://{self._run}/state.ipc")
        for name in ("events.ipc", "state.ipc"):
            (self._run / name).chmod(self._mode)
        self._links: dict[str, Link] = {}
        self._nonsense: dict[bytes, int] = {}  # messages that could not be read, by peer
        self._shut: dict[bytes, None] = {}  # peers to which nobody listens any more, oldest first

    def open_again(self) -> None:
        """Drop all that any peer has sent and that was not read. Each connects again, and a source greets again."""
        self.close()
        self._open()

    def close(self) -> None:
        """Close both sockets."""
        self.events.close()
        self._state.close()
        self._context.term()

    @property
    def channels(self) -> Channels:
        """Return counts for the lock-step clock: messages sent and received of each source's link, and published."""
        counts = {Channel("bus", link.source): (link.sent, link.received) for link in self._links.values()}
        return {**counts, Channel("public"): (self._published, 0)}

    def of(self, source: str) -> Link | None:
        """The link of a source that was greeted."""
        return self._links.get(source)

    def incoming(self, now: int) -> Iterator[tuple[bytes, Incoming]]:
        """Yield what has come in, with the identity of its sender. Anything else is dropped, and logged sparingly."""
        for _ in range(MOST_AT_ONCE):
            try:
                first, *frames = self.events.recv_multipart(zmq.NOBLOCK, copy=False)
            except zmq.Again:
                return
            identity, user = first.bytes, user_behind(first)
            if identity in self._shut:
                continue
            if sum(map(len, frames)) > LONGEST_OF_OTHERS and not self._is_bridge(identity):
                self.refuse("too long", f"a message of more than {LONGEST_OF_OTHERS} bytes", now)
                self._cannot_read(identity)
                continue
            try:
                message = decode_to_controller(frames[-1].bytes if len(frames) == 1 else b"")
            except WireError as error:
                self.refuse(type(error).__name__, str(error), now)
                self._cannot_read(identity)
                continue
            if user != self._speakers.get(message.source, user):
                self.refuse("wrong user", f"user {user} may not speak for {message.source}", now)
                continue
            self._count(identity, message)
            yield identity, message

    def refuse(self, cause: str, reason: str, now: int) -> None:
        """Log that a message was dropped. `cause` is of a fixed list."""
        if (count := self._sparing.due(cause, now)) is not None:
            log.warning("message refused", reason=reason, count=count)

    def _is_bridge(self, identity: bytes) -> bool:
        link = self._links.get(BRIDGE)
        return link is not None and link.identity == identity

    def _cannot_read(self, identity: bytes) -> None:
        count = self._nonsense.pop(identity, 0) + 1
        self._nonsense[identity] = count
        if count >= MOST_NONSENSE:
            self.shut(identity)
        while len(self._nonsense) > MOST_SHUT:
            del self._nonsense[next(iter(self._nonsense))]

    def shut(self, identity: bytes) -> None:
        """Listen to this peer no more, and send it nothing."""
        self._shut[identity] = None
        self._links = {source: link for source, link in self._links.items() if link.identity != identity}
        while len(self._shut) > MOST_SHUT:
            del self._shut[next(iter(self._shut))]

    def greet(self, source: str, identity: bytes, epoch: int) -> Link:
        """Make a source known as this peer. Its greeting, also a repeated one, counts as its first message, as the
        source counts it too."""
        self._links[source] = Link(source, identity, epoch, received=1)
        return self._links[source]

    def __iter__(self) -> Iterator[Link]:
        return iter(self._links.values())

    def send(self, source: str, message: Message) -> None:
        """Send to a source that was greeted. To others nothing is sent."""
        link = self._links.get(source)
        if link is not None:
            link.sent += 1
            self.events.send_multipart([link.identity, encode(message)])

    def answer(self, identity: bytes, message: Message) -> None:
        """Send to the peer that asked, greeted or not."""
        for link in self._links.values():
            if link.identity == identity:
                link.sent += 1
        self.events.send_multipart([identity, encode(message)])

    def publish(self, state: PublicState) -> None:
        """Send to all subscribers."""
        self._published += 1
        self._state.send_multipart([STATE_TOPIC, encode(state)])

    def _count(self, identity: bytes, message: Incoming) -> None:
        link = self._links.get(message.source)
        if link is not None and link.identity == identity:
            link.received += 1
