"""The bridge's end of the socket to the controller: events out until acknowledged, orders in, newest wins."""

from pathlib import Path
from typing import Protocol

import zmq
from zmq.utils.monitor import recv_monitor_message

from firmware_bridge.messages.base import Message
from firmware_bridge.messages.loop import Loop, Timer
from firmware_bridge.messages.orders import Attention, HandLatch, LeadTest, ShowPage
from firmware_bridge.messages.outbox import Outbox
from firmware_bridge.messages.sensed import Sensed
from firmware_bridge.messages.wire import Ack, Welcome, WireError, decode_from_controller, encode

SOURCE = "bridge"
S = 1_000_000_000

# A controller that answers nothing for this long, while something waits for its acknowledgement, may be a new one
# that does not know us. The bridge then greets it again.
HELLO_AGAIN = 1 * S

Order = ShowPage | Attention | HandLatch | LeadTest


class Listener(Protocol):
    """Receives what the controller sends."""

    def ordered(self, order: Order, now: int) -> None: ...
    def welcomed(self, now: int) -> None: ...
    def room_again(self, since: int, now: int) -> None: ...
    def refused(self, why: str) -> None: ...


class Link:
    """One DEALER socket. While the controller is away it tries again quietly, and what is sensed waits in the
    outbox."""

    def __init__(self, run: Path, loop: Loop, listener: Listener) -> None:
        self.outbox = Outbox(SOURCE)
        self._loop = loop
        self._listener = listener
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._socket = self._context.socket(zmq.DEALER)
        self._socket.linger = 0
        # Nothing queues up for a controller that is not there. The outbox keeps it, once.
        self._socket.setsockopt(zmq.IMMEDIATE, 1)
        self._monitor = self._socket.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED)
        self._sent = self._received = 0
        self._full_since: int | None = None
        self._hello_timer: Timer | None = None
        self._resend_timer: Timer | None = None
        self._socket.connect(f"ipc://{run}/events.ipc")
        loop.watch(self._socket, self._readable)
        loop.watch(self._monitor, self._connection_changed)

    @property
    def channel(self) -> tuple[int, int]:
        """Messages sent since our last greeting, and received since its answer, both included, as the controller
        counts them."""
        return self._sent, self._received

    def put(self, body: Sensed, now: int) -> None:
        """Send an event, and again until it is acknowledged. Past the limit it is dropped and later reported as a
        gap."""
        if self.outbox.full:
            self._full_since = now if self._full_since is None else self._full_since
            return
        if not self.outbox.unacknowledged and self._hello_timer is not None:
            self._later(now)  # an event that waits only from now on has not waited long
        self._send_all(self.outbox.put(body, now))
        self._arm(now)

    def tell(self, news: Message) -> None:
        """Send what a newer one replaces. If the controller is away, it is lost."""
        self._send(news)

    def close(self) -> None:
        self._loop.unwatch(self._socket)
        self._loop.unwatch(self._monitor)
        self._socket.disable_monitor()
        self._monitor.close(linger=0)
        self._socket.close(linger=0)
        self._context.term()

    # the connection

    def _connection_changed(self, now: int) -> None:
        while self._monitor.poll(0):
            event = recv_monitor_message(self._monitor)["event"]
            if event == zmq.EVENT_HANDSHAKE_SUCCEEDED:
                self._hello(now)

    def _hello(self, now: int) -> None:
        """Greet the controller, and again as long as something waits and no answer comes."""
        self._sent = 0
        self._send(self.outbox.hello())
        self._later(now)

    def _later(self, now: int) -> None:
        if self._hello_timer is not None:
            self._hello_timer.cancel()
        self._hello_timer = self._loop.call_at(now + HELLO_AGAIN, self._hello_if_unheard)

    def _hello_if_unheard(self, now: int) -> None:
        self._hello_timer = None
        if self.outbox.epoch is None or self.outbox.unacknowledged:
            self._hello(now)

    def _send(self, message: Message) -> None:
        try:
            self._socket.send(encode(message), zmq.DONTWAIT)
        except zmq.Again:
            return
        self._sent += 1

    def _send_all(self, messages: list[Message]) -> None:
        for message in messages:
            self._send(message)

    def _arm(self, now: int) -> None:
        """Wake for the next repetition, and for the next greeting."""
        due = self.outbox.deadline
        if self._resend_timer is not None and self._resend_timer.due != due:
            self._resend_timer.cancel()
            self._resend_timer = None
        if due is not None and (self._resend_timer is None or self._resend_timer.call is None):
            self._resend_timer = self._loop.call_at(due, self._resend)
        if self._hello_timer is None and self.outbox.unacknowledged:
            self._later(now)

    def _resend(self, now: int) -> None:
        self._send_all(self.outbox.wake(now))
        self._arm(now)

    # orders of the controller

    def _readable(self, now: int) -> None:
        while True:
            try:
                data = self._socket.recv(zmq.DONTWAIT)
            except zmq.Again:
                return
            self._received += 1
            try:
                message = decode_from_controller(data)
            except WireError as error:
                self._listener.refused(str(error))
                continue
            self._take(message, now)

    def _take(self, message: Message, now: int) -> None:
        if isinstance(message, Welcome):
            self._received = 1
            self._send_all(self.outbox.welcomed(message, now))
            self._later(now)
            self._listener.welcomed(now)
        elif isinstance(message, Ack):
            self.outbox.acknowledged(message, now)
            self._later(now)
            self._make_room(now)
        elif isinstance(message, Order):
            self._listener.ordered(message, now)
        self._arm(now)

    def _make_room(self, now: int) -> None:
        since = self._full_since
        if since is not None and self.outbox.unacknowledged == 0:
            self._full_since = None
            self._listener.room_again(since, now)


class NewestWins:
    """Decides which orders are new: for each kind (and seat) the one with the highest (epoch, revision)."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], tuple[int, int]] = {}

    def news(self, order: Order) -> bool:
        """Whether this order is newer than all of its kind before."""
        key = order.kind, order.seat if isinstance(order, ShowPage) else 0
        version = order.epoch, order.revision
        if key in self._known and version <= self._known[key]:
            return False
        self._known[key] = version
        return True
