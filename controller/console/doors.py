"""The server's end of each connection: how many there may be, how long each may take, how much it may hold.

A browser sends its request at once and reads what it gets. A connection that does neither is closed. So connections
that are held open on purpose take nothing from the table's pages. If the house is full, the connection that waits
longest without a request is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

# A hundred clients with three sockets and two requests each, and room. It is below a process's 1,024 descriptors.
MOST_CONNECTIONS = 800

# A browser's request is one packet, sent as it connects. TLS adds two round trips. Even over bad radio that is 1 s.
REQUEST_WITHIN_S = 5.0

# The largest page is 100 kB: 30 s are 30 kbit/s.
ANSWER_WITHIN_S = 30.0

# What waits for a peer that does not read: a public state is 20 kB, and only the newest is sent.
MOST_UNREAD = 1_000_000

# An entry fits into one frame. Browsers send such texts unfragmented.
MOST_FRAGMENTS = 16


class Crowd:
    """The connections of one server. All methods belong to one event loop."""

    def __init__(self, most: int = MOST_CONNECTIONS) -> None:
        self._most = most
        self._here: set[Door] = set()
        self._waiting: dict[Door, asyncio.Transport] = {}  # waiting for their request, the longest first

    def enter(self, door: Door) -> bool:
        """Count a connection that was made. False if there is no room for it."""
        if len(self._here) >= self._most and not self._make_room():
            return False
        self._here.add(door)
        return True

    def waits(self, door: Door, transport: asyncio.Transport) -> None:
        """Note that its request is still to come."""
        self._waiting.setdefault(door, transport)

    def asked(self, door: Door) -> None:
        """Note that its request has come."""
        self._waiting.pop(door, None)

    def left(self, door: Door) -> None:
        """Note that the connection is gone."""
        self._here.discard(door)
        self._waiting.pop(door, None)

    def _make_room(self) -> bool:
        door = next(iter(self._waiting), None)
        if door is None:
            return False
        transport = self._waiting[door]
        self.left(door)
        transport.abort()
        return True


class Door(H11Protocol):
    """A connection that speaks HTTP. `crowd` and `tls` are set on the subclass that `door_to` makes."""

    crowd: Crowd
    tls: ssl.SSLContext | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._deadline: asyncio.TimerHandle | None = None
        self._wrapping: asyncio.Task[None] | None = None
        self._open = False
        self._early = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # serves TCP only
        """Count the connection, and give it the time of one request, with the TLS handshake."""
        if not self.crowd.enter(self):
            transport.abort()
            return
        self.crowd.waits(self, transport)
        self._within(REQUEST_WITHIN_S, transport)
        if self.tls is None:
            self._speak(transport)
        else:
            self._wrapping = self.loop.create_task(self._wrap(transport, self.tls))

    async def _wrap(self, transport: asyncio.Transport, tls: ssl.SSLContext) -> None:
        """Begin the TLS handshake. A failed one is not logged, as any browser causes it that does not know the
        certificate."""
        with contextlib.suppress(OSError):
            wrapped = await self.loop.start_tls(transport, self, tls, server_side=True)
            if wrapped is not None:
                self._speak(wrapped)
                return
        self._gone()

    def _speak(self, transport: asyncio.Transport) -> None:
        self._open = True
        super().connection_made(transport)
        early, self._early = self._early, b""
        if early:
            self.data_received(early)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._gone()
        if self._open:  # else there was no room for it, or the handshake failed
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Limit the time from a request's beginning to its end, and to the reading of its answer."""
        if not self._open:
            self._early += data  # it came with the end of the handshake, before we noticed that
            return
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            return
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            if self._deadline is None:
                self._within(REQUEST_WITHIN_S, self.transport)
        elif self.cycle is not None and not self.cycle.response_complete:
            self.crowd.asked(self)
            self._within(ANSWER_WITHIN_S, self.transport)

    def on_response_complete(self) -> None:
        """Wait for the next request. Until it begins, the server's own keep-alive time counts."""
        super().on_response_complete()
        self._stop()
        if self.conn.their_state is h11.SEND_BODY:
            self._within(REQUEST_WITHIN_S, self.transport)
        elif self.transport.get_write_buffer_size():
            self._within(ANSWER_WITHIN_S, self.transport)
        self.crowd.waits(self, self.transport)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Go on as a websocket, in the same place of the crowd."""
        self._stop()
        self.crowd.asked(self)
        super().handle_websocket_upgrade(event)
        socket = self.transport.get_protocol()
        if isinstance(socket, DoorSocket):
            socket.door = self

    def _within(self, seconds: float, transport: asyncio.Transport) -> None:
        self._stop()
        self._deadline = self.loop.call_later(seconds, transport.abort)

    def _stop(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _gone(self) -> None:
        self._stop()
        self.crowd.left(self)


class DoorSocket(WebSocketsSansIOProtocol):
    """A connection that speaks websocket."""

    door: Door | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        if self.door is not None:
            self.door.crowd.left(self.door)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Answer each ping at once. A peer that does not read the answers is gone."""
        super().data_received(data)
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Limit the pieces of a message, which may otherwise be any number of empty ones."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self.transport.abort()
            return
        super().handle_cont(event)

    def keepalive_timeout(self) -> None:
        """Close without a farewell, as a peer that has not answered a ping does not read one either."""
        super().keepalive_timeout()
        self.transport.abort()


def door_to(crowd: Crowd, tls: ssl.SSLContext | None = None) -> type[Door]:
    """Return the protocol of a server's connections, for uvicorn's `http`."""
    return type("DoorTo", (Door,), {"crowd": crowd, "tls": tls})
