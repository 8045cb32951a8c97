"""The side channel for faults: a Unix socket that takes one order a line, such as `unplug shoe`, and answers each.

Answers: `done`, or `refused: …` naming the word that was not understood and what is allowed.
"""

import socket
from collections.abc import Callable
from pathlib import Path

from firmware_bridge.messages.loop import Loop

Do = Callable[[str, int], None]

LINE = 4096
"""Bytes of the longest line. An order has a handful of words."""


class FaultLine:
    """`faults.sock` in a directory. `do(text, now)` carries an order out or raises ValueError."""

    def __init__(self, loop: Loop, directory: Path, do: Do) -> None:
        self._loop, self._do = loop, do
        self._path = directory / "faults.sock"
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.setblocking(False)
        self._listener.bind(str(self._path))
        self._listener.listen()
        self._clients: dict[int, tuple[socket.socket, bytearray]] = {}
        loop.watch(self._listener.fileno(), self._accept)

    def _accept(self, _now: int) -> None:
        try:
            client, _ = self._listener.accept()
        except BlockingIOError:
            return
        client.setblocking(False)
        number = client.fileno()
        self._clients[number] = (client, bytearray())
        self._loop.watch(number, lambda now: self._readable(number, now))

    def _readable(self, number: int, now: int) -> None:
        client, buffer = self._clients[number]
        try:
            data = client.recv(LINE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        buffer += data
        if not data or len(buffer) > LINE:
            self._drop(number)
            return
        while b"\n" in buffer:
            line, _, rest = bytes(buffer).partition(b"\n")
            buffer[:] = rest
            self._answer(client, line.decode(errors="replace").strip(), now)

    def _answer(self, client: socket.socket, text: str, now: int) -> None:
        try:
            self._do(text, now)
        except ValueError as error:
            answer = f"refused: {error}"
        else:
            answer = "done"
        try:
            client.send(answer.replace("\n", " ").encode() + b"\n")
        except OSError:
            return

    def _drop(self, number: int) -> None:
        client, _ = self._clients.pop(number)
        self._loop.unwatch(number)
        client.close()

    def close(self) -> None:
        """Leave neither socket nor name behind."""
        for number in list(self._clients):
            self._drop(number)
        self._loop.unwatch(self._listener.fileno())
        self._listener.close()
        self._path.unlink(missing_ok=True)
