"""The simulator's ends of the table's sockets: a source that sends events, and the public state."""

from collections.abc import Callable, Iterable
from pathlib import Path

import zmq
from zmq.utils.monitor import recv_monitor_message

from firmware_bridge.messages.base import Message
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.outbox import Outbox
from firmware_bridge.messages.people import DEMO_NAMES, DEMO_PIN, LogIn, PersonAnswer, PersonRequest
from firmware_bridge.messages.public import PublicState
from firmware_bridge.messages.roles import STAFF, Role
from firmware_bridge.messages.sensed import Sensed
from firmware_bridge.messages.told import Entered, Told
from firmware_bridge.messages.wire import (
    STATE_TOPIC,
    Ack,
    SnapshotRequest,
    Verdict,
    Welcome,
    decode_from_controller,
    encode,
)

HELLO_AGAIN = 1_000_000_000
"""How long something waits for its acknowledgement, in ns, until a source says hello again."""


def _close(loop: Loop, socket: zmq.Socket[bytes], monitor: zmq.Socket[bytes]) -> None:
    loop.unwatch(socket)
    loop.unwatch(monitor)
    socket.disable_monitor()
    monitor.close(linger=0)
    socket.close()


class SourceLink:
    """A source's DEALER socket with its outbox, on a loop's time."""

    def __init__(self, context: zmq.Context[zmq.Socket[bytes]], loop: Loop, run: Path, source: str) -> None:
        self.source = source
        self.outbox = Outbox(source)
        self.sent = self.received = 0
        self.on_state: Callable[[PublicState], None] = lambda _state: None
        self.on_meeting: Callable[[], None] = lambda: None
        self.on_answer: Callable[[PersonAnswer], None] = lambda _answer: None
        self.refusals: list[str] = []  # their keys
        self._loop = loop
        self._met_again = False
        self._socket: zmq.Socket[bytes] = context.socket(zmq.DEALER)
        self._socket.setsockopt(zmq.LINGER, 0)
        # Queue nothing for a controller that is not there, because the outbox keeps it.
        self._socket.setsockopt(zmq.IMMEDIATE, 1)
        self._monitor = self._socket.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED)
        self._socket.connect(f"ipc://{run}/events.ipc")
        loop.watch(self._socket, self._readable)
        loop.watch(self._monitor, self._connected)
        loop.call_at(loop.now() + HELLO_AGAIN, self._look_after)

    @property
    def channel(self) -> tuple[int, int]:
        """The messages sent since meeting the controller and received since its welcome, greetings included."""
        return self.sent, self.received

    @property
    def welcome(self) -> bool:
        """Whether the controller knows this source."""
        return self.outbox.epoch is not None

    def put(self, body: Sensed | Entered) -> None:
        """Send an event, again until it is acknowledged."""
        self._send(self.outbox.put(body, self._loop.now()))

    def ask_for_state(self) -> None:
        """Ask for the public state to be sent now."""
        self._send([SnapshotRequest(source=self.source)])

    def ask(self, request: PersonRequest) -> None:
        """Ask about people. The answer comes to `on_answer`."""
        self._send([request])

    def _connected(self, _now: int) -> None:
        """Note that a controller is there, perhaps another one than before."""
        while self._monitor.poll(0):
            recv_monitor_message(self._monitor)
            self._met_again = True
            self._hello()

    def _hello(self) -> None:
        """Send the greeting. Both ends count from here."""
        self.sent = 0
        self._send([self.outbox.hello()])

    def _send(self, messages: list[Message]) -> None:
        for message in messages:
            try:
                self._socket.send(encode(message), zmq.DONTWAIT)
            except zmq.Again:
                return
            self.sent += 1

    def _look_after(self, now: int) -> None:
        if not self.welcome or (self.outbox.deadline is not None and self.outbox.deadline + HELLO_AGAIN <= now):
            self._hello()
        else:
            self._send(self.outbox.wake(now))
        self._loop.call_at(now + HELLO_AGAIN, self._look_after)

    def _readable(self, now: int) -> None:
        while True:
            try:
                data = self._socket.recv(zmq.NOBLOCK)
            except zmq.Again:
                return
            self.received += 1
            self._take(decode_from_controller(data), now)

    def _take(self, message: Message, now: int) -> None:
        match message:
            case Welcome():
                self.received = 1
                self._send(self.outbox.welcomed(message, now))
                self._met()
            case Ack():
                self.outbox.acknowledged(message, now)
            case Verdict(accepted=False):
                self.refusals.append(message.key)
            case PublicState():
                self.on_state(message)
            case PersonAnswer():
                self.on_answer(message)

    def _met(self) -> None:
        if self._met_again:
            self._met_again = False
            self.on_meeting()

    def close(self) -> None:
        _close(self._loop, self._socket, self._monitor)


class PublicLink:
    """The robot's link to the table: commands as source `robot`, and the public state. It is a `TableLink`."""

    def __init__(self, context: zmq.Context[zmq.Socket[bytes]], loop: Loop, run: Path) -> None:
        self.source = SourceLink(context, loop, run, "robot")
        self.source.on_state = self._take
        self.source.on_meeting = self._meet
        self.source.on_answer = self._answered
        self.on_change: Callable[[], None] = lambda: None
        self.on_tell: Callable[[Role, Told], None] = lambda _role, _told: None
        self.revision = 0
        self.state: PublicState | None = None
        self._loop = loop
        self._sessions: dict[Role, str] = {}
        self._socket: zmq.Socket[bytes] = context.socket(zmq.SUB)
        self._socket.setsockopt(zmq.LINGER, 0)
        self._socket.setsockopt(zmq.SUBSCRIBE, STATE_TOPIC)
        self._monitor = self._socket.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED)
        self._socket.connect(f"ipc://{run}/state.ipc")
        loop.watch(self._socket, self._readable)
        loop.watch(self._monitor, self._connected)

    @property
    def channel(self) -> tuple[int, int]:
        """The counts for the lock-step clock. Publications are compared by the revision that was seen."""
        return 0, self.revision

    @property
    def ready(self) -> bool:
        """Whether the table has published anything yet, and the simulated people are logged in."""
        return self.state is not None and len(self._sessions) == len(STAFF)

    @property
    def says(self) -> PublicState:
        if self.state is None:
            raise RuntimeError("the table has said nothing yet")
        return self.state

    @property
    def refusals(self) -> list[str]:
        return self.source.refusals

    def sees(self, parts: Iterable[str]) -> bool:
        """Whether these parts are ready, and have read each of their places once."""
        state = self.state
        if state is None or any(alarm.key == "part_lost" for alarm in state.alarms):
            return False
        return set(parts) <= {part.part for part in state.parts if part.state == "ready"}

    def tell(self, role: Role, told: Told) -> None:
        self.on_tell(role, told)
        self.source.put(Entered(session=self._sessions.get(role, ""), told=told))

    def _meet(self) -> None:
        """Log in the people of the simulated table, each once. What was published before is lost."""
        self.source.ask_for_state()
        for number, role in enumerate(STAFF):
            if role not in self._sessions:
                ask = LogIn(name=DEMO_NAMES[role], secret=DEMO_PIN)
                self.source.ask(PersonRequest(source=self.source.source, number=number, ask=ask))

    def _answered(self, answer: PersonAnswer) -> None:
        if answer.token:
            self._sessions[STAFF[answer.number]] = answer.token
            self.on_change()

    def _connected(self, _now: int) -> None:
        while self._monitor.poll(0):
            recv_monitor_message(self._monitor)
            self.source.ask_for_state()

    def _readable(self, _now: int) -> None:
        while True:
            try:
                _topic, data = self._socket.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return
            message = decode_from_controller(data)
            if isinstance(message, PublicState):
                self._take(message)

    def _take(self, state: PublicState) -> None:
        """Keep the newest state. Another epoch is another life of the controller."""
        if self.state is not None and (state.epoch, state.revision) < (self.state.epoch, self.state.revision):
            return
        another_life = self.state is not None and state.epoch != self.state.epoch
        self.revision = state.revision if another_life else max(self.revision, state.revision)
        self.state = state
        self.on_change()

    def close(self) -> None:
        _close(self._loop, self._socket, self._monitor)
        self.source.close()
