"""A controller as the console sees it: greets, acknowledges, judges, publishes. In a thread, on real ipc sockets."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import zmq

from firmware_bridge.messages.base import Message
from firmware_bridge.messages.public import PublicState
from firmware_bridge.messages.told import Command
from firmware_bridge.messages.wire import (
    STATE_TOPIC,
    Ack,
    Event,
    Hello,
    SnapshotRequest,
    Verdict,
    Welcome,
    decode_to_controller,
    encode,
)

POLL_MS = 10


def accept_all(_command: Command) -> tuple[bool, str, str | None]:
    return True, "", None


class FakeController:
    """`judge` decides each command: (accepted, reason, article). What was journalled stands in `commands`."""

    def __init__(self, run: Path, state: PublicState, epoch: int = 1) -> None:
        self.judge: Callable[[Command], tuple[bool, str, str | None]] = accept_all
        self.commands: list[Command] = []
        self.deaf = False
        self._run, self._state, self._epoch = run, state, epoch
        self._greeted: dict[bytes, int] = {}
        self._high = 0
        self._ending = threading.Event()
        self._lock = threading.Lock()
        self._published = -1
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="fake controller")
        self._thread.start()
        assert self._ready.wait(5)

    def publish(self, state: PublicState) -> None:
        with self._lock:
            self._state = state

    def resume(self, high: int) -> None:
        """As after a restart with a journal: everything up to `high` is known."""
        self._high = high

    def stop(self) -> None:
        self._ending.set()
        self._thread.join(5)

    def _serve(self) -> None:
        context = zmq.Context()
        router, stream = context.socket(zmq.ROUTER), context.socket(zmq.PUB)
        for socket, name in ((router, "events"), (stream, "state")):
            socket.setsockopt(zmq.LINGER, 0)
            socket.bind(f"ipc://{self._run}/{name}.ipc")
        self._ready.set()
        while not self._ending.is_set():
            self._publish_change(stream)
            if router.poll(POLL_MS):
                identity, data = router.recv_multipart()
                if not self.deaf:
                    for answer in self._answers(identity, decode_to_controller(data)):
                        router.send_multipart([identity, encode(answer)])
        context.destroy(linger=0)

    def _publish_change(self, stream: zmq.Socket[bytes]) -> None:
        with self._lock:
            state = self._state
        if state.revision != self._published and not self.deaf:
            self._published = state.revision
            stream.send_multipart([STATE_TOPIC, encode(state)])

    def _answers(self, identity: bytes, message: Hello | Event | SnapshotRequest) -> list[Message]:
        match message:
            case Hello():
                epoch = self._greeted[identity] = message.epoch or self._epoch
                return [Welcome(epoch=epoch, acked=self._high)]
            case SnapshotRequest():
                with self._lock:
                    return [self._state]
            case Event():
                return self._journal(identity, message)

    def _journal(self, identity: bytes, event: Event) -> list[Message]:
        if identity not in self._greeted or event.sequence > self._high + 1:
            return []
        ack = Ack(epoch=event.epoch, sequence=event.sequence)
        if event.sequence <= self._high:
            return [ack]
        assert isinstance(event.body, Command)
        self._high = event.sequence
        self.commands.append(event.body)
        accepted, reason, article = self.judge(event.body)
        verdict = Verdict(
            epoch=event.epoch, sequence=event.sequence, accepted=accepted, reason=reason, article=article
        )
        return [ack, verdict]
