"""The controller's service on real sockets, with the test as bridge and console; time moves only by the test."""

from __future__ import annotations

import select
from collections.abc import Callable
from typing import TypeVar

import zmq

from controller.people.accounts import Accounts, AccountsFile
from controller.people.demo import CHEAP
from controller.people.secrets import hashed
from controller.registers import FileDeviceKey
from controller.release.installed import State, Verified
from controller.service.controller_process import Service
from controller.service.session.startup import Premises, open_table, premises
from controller.service.transport.links import Link, Links
from controller.service.transport.sources import speakers
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.clock import VIRTUAL_EPOCH, Channels
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.orders import Attention, HandLatch, ShowPage
from firmware_bridge.messages.outbox import Outbox
from firmware_bridge.messages.people import Confirm, LogIn, PersonAnswer, PersonAsk, PersonRequest
from firmware_bridge.messages.public import PublicState
from firmware_bridge.messages.roles import ROLES, Role
from firmware_bridge.messages.sensed import Sensed
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.messages.told import Command, Entered, Told
from firmware_bridge.messages.wire import Ack, SnapshotRequest, Verdict, Welcome, decode_from_controller, encode
from firmware_bridge.process.directories import private_directory
from tests.clock import StillClock

Kind = TypeVar("Kind", bound=Message)
Verify = Callable[[bytes | None], Verified]
RELEASED = Verified(State.RELEASE, release="1.0")
SECRET = "correct horse"  # noqa: S105 - of people whom only tests know
NAMES: dict[Role, str] = {role: "Ann" if role == "dealer" else f"Ann {role}" for role in ROLES}
PATIENCE_MS = 2000  # for a message over ipc between two sockets of one process


class StandingClock(StillClock):
    """A clock that the test moves."""

    def idle(self, _deadline: int | None, _channels: Callable[[], Channels]) -> float | None:
        return 0.0


class Peer:
    """A source: an outbox on a DEALER socket. What the controller sends is kept by kind."""

    def __init__(self, rig: Rig, source: str) -> None:
        self.rig, self.outbox = rig, Outbox(source)
        self.socket = self._connected()
        self.heard: list[Message] = []
        self.sessions: dict[Role, str] = {}
        self.asked = 0
        self._link: Link | None = None
        self._taken = 0

    def _connected(self) -> zmq.Socket[bytes]:
        socket: zmq.Socket[bytes] = self.rig.context.socket(zmq.DEALER)
        socket.setsockopt(zmq.LINGER, 0)
        socket.setsockopt(zmq.RECONNECT_IVL, 10)  # ms
        socket.connect(f"ipc://{self.rig.config.paths.run}/events.ipc")
        return socket

    def reconnect(self) -> None:
        """To the controller that follows one that died.

        What is sent before ZeroMQ's thread has seen that is lost, and these tests send each message once.
        """
        self.socket.close()
        self.socket = self._connected()

    def greet(self) -> Welcome:
        """Say hello; what was held is sent again after the welcome."""
        self.send(self.outbox.hello())
        welcome = self.last(Welcome)
        for message in self.outbox.welcomed(welcome, self.rig.clock.time):
            self.send(message)
        return welcome

    def say(self, body: Sensed | Entered | Command) -> None:
        """Something sensed or told, through the outbox, and one turn of the controller. Who tells logs in first."""
        if isinstance(body, Command):
            body = Entered(session=self.session(body.role), told=body.told)
        for message in self.outbox.put(body, self.rig.clock.time):
            self.send(message)

    def tell(self, told: Told, role: Role = "dealer") -> Verdict:
        """A command, and what became of it. Where it takes two people, another one stands by it."""
        session = self.session(role)
        self.say(Entered(session=session, told=told))
        if self.last(Verdict).key == "refused.second":
            other = NAMES["surveillance"]
            word = self.ask(Confirm(session=session, name=other, secret=SECRET, told=told)).token
            self.say(Entered(session=session, second=word, told=told))
        return self.last(Verdict)

    def session(self, role: Role) -> str:
        """The session of the person with that role; nobody's where none has an account."""
        if role in NAMES and role not in self.sessions:
            self.sessions[role] = self.ask(LogIn(name=NAMES[role], secret=SECRET)).token
        return self.sessions.get(role, "")

    def ask(self, ask: PersonAsk, address: str = "") -> PersonAnswer:
        """A request about people, and its answer."""
        self.asked += 1
        self.send(PersonRequest(source=self.outbox.source, number=self.asked, address=address, ask=ask))
        while not (answers := [a for a in self.all(PersonAnswer) if a.number == self.asked]):
            self.rig.hash()
            self.listen()
        return answers[-1]

    def send(self, message: Message) -> None:
        """One message, one turn."""
        self.socket.send(encode(message))
        assert self.rig.links.events.poll(PATIENCE_MS)
        self.rig.turn()
        self.listen()

    def listen(self) -> None:
        """Take what has been sent to us, as many messages as the controller has counted; acks go to the outbox."""
        link = self.rig.links.of(self.outbox.source)
        if link is None:
            return
        if link is not self._link:
            self._link, self._taken = link, 0
        while self._taken < link.sent:
            assert self.socket.poll(PATIENCE_MS)
            self._take(decode_from_controller(self.socket.recv()))

    def _take(self, message: Message) -> None:
        self._taken += 1
        self.heard.append(message)
        if isinstance(message, Ack):
            self.outbox.acknowledged(message, self.rig.clock.time)

    def all(self, kind: type[Kind]) -> list[Kind]:
        """Everything of a kind, oldest first."""
        return [message for message in self.heard if isinstance(message, kind)]

    def last(self, kind: type[Kind]) -> Kind:
        """The newest of a kind."""
        return next(message for message in reversed(self.heard) if isinstance(message, kind))

    @property
    def pages(self) -> dict[int, ShowPage]:
        """The newest page of each seat."""
        return {page.seat: page for page in self.heard if isinstance(page, ShowPage)}

    @property
    def looks_at(self) -> tuple[str, ...]:
        """The newest attention."""
        return self.last(Attention).places

    @property
    def latch(self) -> bool:
        """The newest latch."""
        return self.last(HandLatch).in_progress


def enrol(config: TableFile) -> None:
    """An account for each role, hashed cheaply."""
    state = config.paths.state
    private_directory(state)
    kept, accounts = hashed(SECRET, CHEAP), Accounts()
    for role, name in NAMES.items():
        accounts = accounts.added(name, role, kept)
    AccountsFile(state, FileDeviceKey.at(state / "device.key")).change(lambda _: accounts)


class Rig:
    """A controller that can be killed and started again."""

    def __init__(self, config: TableFile) -> None:
        self.config, self.clock, self.context = config, StandingClock(), zmq.Context()
        self.clock_set_by = 0  # ns that somebody has put the time of day ahead
        self.memory = 0  # bytes that the process seems to have
        self.peers: list[Peer] = []
        config.paths.run.mkdir(mode=0o700, exist_ok=True)
        enrol(config)
        self.start()

    def start(self, boot: str = "one", pages: bool = False, verify: Verify = lambda _: RELEASED) -> None:
        self.of: Premises = premises(self.config)
        self.of.verify = verify
        self.of.boot = lambda: boot
        self.of.wall = lambda: VIRTUAL_EPOCH + self.clock.time + self.clock_set_by
        self.of.memory = lambda: self.memory
        opened = open_table(self.of)
        self.links = Links(self.config.paths.run, speakers(None))
        self.loop = Loop(self.clock)
        self.service = Service(self.of, opened, self.links, self.loop, pages)
        self.service.gate.nobodys = hashed("nobody", CHEAP)

    def turn(self) -> None:
        """One turn of its loop."""
        self.service.take_messages(self.clock.time)
        self.service.flush(self.clock.time)

    def hash(self) -> None:
        """Wait for the thread that hashes, and take what it has done."""
        hashing = self.service.gate.hashing
        assert select.select([hashing.fileno()], [], [], PATIENCE_MS / 1000)[0]
        hashing.finish(self.clock.time)
        self.turn()

    def wait(self, duration: int) -> None:
        """Let time pass (ns), and what is due by then happen."""
        self.clock.time += duration
        self.loop._fire(self.clock.time)
        self.turn()

    def kill(self) -> None:
        """It dies: nothing is saved that was not."""
        self.service.close()
        for peer in self.peers:
            peer.reconnect()

    def restart(self, boot: str = "one") -> None:
        self.kill()
        self.start(boot)

    def peer(self, source: str) -> Peer:
        """A source that has said hello."""
        peer = Peer(self, source)
        self.peers.append(peer)
        peer.greet()
        return peer

    def state(self, peer: Peer) -> PublicState:
        """The public state as anybody gets it on request."""
        peer.send(SnapshotRequest(source=peer.outbox.source))
        return peer.last(PublicState)

    def close(self) -> None:
        self.service.close()
        for peer in self.peers:
            peer.socket.close()
        self.context.term()
