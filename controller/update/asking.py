"""The running controller, asked what is going on at its table."""

import time
from pathlib import Path
from typing import Final

import zmq

from firmware_bridge.messages.public import PublicState
from firmware_bridge.messages.wire import SnapshotRequest, WireError, decode_from_controller, encode

SOURCE: Final = "update"

# A console takes the controller for away after two seconds without an answer (controller/console/link.py).
ANSWERS_WITHIN_S: Final = 2.0


def phase_of(run: Path) -> str | None:
    """Return the phase of the hand, None if no controller answers."""
    context = zmq.Context()
    try:
        with context.socket(zmq.DEALER) as socket:
            socket.setsockopt(zmq.LINGER, 0)
            socket.connect(f"ipc://{run}/events.ipc")
            socket.send(encode(SnapshotRequest(source=SOURCE)))
            return _answered(socket)
    finally:
        context.term()


def _answered(socket: zmq.Socket[bytes]) -> str | None:
    until = time.monotonic() + ANSWERS_WITHIN_S
    while (left := until - time.monotonic()) > 0:
        if not socket.poll(max(1, int(left * 1000))):
            return None
        try:
            message = decode_from_controller(socket.recv_multipart()[-1])
        except WireError:
            return None
        if isinstance(message, PublicState):
            return message.phase
    return None
