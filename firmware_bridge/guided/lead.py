"""Leads a technician through steps: the socket of the bridge, the keyboard, and the guide between them."""

import os
import socket
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Final

from firmware_bridge.messages.guided import Word
from firmware_bridge.messages.guided_facts import Refusal, Refused
from firmware_bridge.messages.loop import Loop

from .guide import Guide
from .seen import LONGEST, Leads, Look, Over, Taken, TalkError, said_by_bridge

TICK: Final = 100_000_000
"""How often waits are looked at, ns. The shortest of them is half a second."""

MOST_TYPED: Final = 4096


class Lead(ABC):
    """One walk through steps. `peer`: the socket of the bridge. `ended` is called once the parts are given back.

    `by`: who leads it, if that is known.
    """

    def __init__(self, peer: socket.socket, loop: Loop, ended: Callable[[], None], by: str = "") -> None:
        self.why: Refusal | None = None  # there is no test, or no more
        self.loop = loop
        self.guide: Guide | None = None
        self._ended = ended
        self._peer = peer
        self._by = by
        self._looked: Look | None = None
        self._typed = b""  # and not taken yet
        self.loop.watch(peer.fileno(), self._said)
        self._timer = self.loop.call_at(self.loop.now(), self._tick)

    @abstractmethod
    def _begun(self, acting: Collection[str]) -> Guide | Refusal:
        """Test mode has begun, and these lines act. Return the guide, or why there is none."""

    @abstractmethod
    def _file(self) -> None:
        """Write what was found, before the parts are given back."""

    def watch_keyboard(self, descriptor: int) -> None:
        """Take lines from there. Its end means that the technician leaves."""

        def typed(now: int) -> None:
            data = os.read(descriptor, MOST_TYPED)
            if not data:
                self.loop.unwatch(descriptor)
            self.typed(data or b"q\n", now)

        self.loop.watch(descriptor, typed)

    def typed(self, data: bytes, now: int) -> None:
        """Take what was typed, a line at a time. What comes before test mode begins waits for it."""
        self._typed += data
        if self.guide is not None:
            *whole, self._typed = self._typed.split(b"\n")
            for line in whole:
                self.guide.typed(line.decode("utf-8", "replace"), now)
            self._go_on()

    def told(self, word: Word, now: int) -> None:
        """Take an answer to the order."""
        if self.guide is not None:
            self.guide.told(word, now)
            self._go_on()

    def _tick(self, now: int) -> None:
        self._timer = self.loop.call_at(now + TICK, self._tick)
        if self.guide is not None:
            self.guide.tick(now)
            self._go_on()

    def end(self, why: Refusal | None = None) -> None:
        """Stop, file what was found, and give the parts back. `why`: what the technician is told of it."""
        self.why, self.guide = why, None
        self._timer.cancel()
        self.loop.unwatch(self._peer.fileno())
        self._file()
        self._peer.close()
        self._ended()

    def _said(self, now: int) -> None:
        try:
            data = self._peer.recv(LONGEST)
        except OSError:
            data = b""
        if not data:
            self.end(Refused(kind="bridge_ended"))
            return
        try:
            said = said_by_bridge(data)
        except TalkError:
            self.end(Refused(kind="other_release"))
            return
        match said:
            case Taken(acting=acting):
                self._begin(acting, now)
            case Over(why=why):
                self.end(why)
            case seen:
                if self.guide is not None:
                    self.guide.take(seen, now)
        self._go_on()

    def _begin(self, acting: Collection[str], now: int) -> None:
        guide = self._begun(acting)
        if not isinstance(guide, Guide):
            self.end(guide)
            return
        self.guide = guide
        if self._by:
            self._send(Leads(by=self._by))
        self.typed(b"", now)

    def _go_on(self) -> None:
        guide = self.guide
        if guide is None:
            return
        if guide.over:
            self.end()
        elif guide.look != self._looked:
            self._looked = guide.look
            self._send(guide.look)

    def _send(self, message: Look | Leads) -> None:
        with suppress(OSError):  # the bridge has closed it: that is read next
            self._peer.send(message.model_dump_json().encode())
