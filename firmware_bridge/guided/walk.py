"""One walk through a guided test, led from a terminal or by the bridge itself for a page."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from firmware_bridge import diagnosed
from firmware_bridge.messages.guided import Word
from firmware_bridge.messages.loop import Loop

from . import sheet as sheets
from .checks import SEARCH, Found
from .guide import Guide
from .seen import LONGEST, Look, Over, Taken, said_by_bridge
from .sheet import Sheet, SheetError
from .steps import Step

TICK: Final = 100_000_000
"""How often waits are looked at, ns. The shortest of them is half a second."""

MOST_TYPED: Final = 4096


class Walk:
    """One run of the guided test: the bridge's socket, the keyboard, and the sheet that is kept after each step."""

    def __init__(
        self, beside: Path, sheet: Sheet, steps: list[Step], peer: socket.socket, loop: Loop,
        ended: Callable[[], None], say: Callable[[str], None], survey: int = SEARCH,
    ) -> None:  # fmt: skip
        self.sheet = sheet
        self.why = ""  # the bridge ended it
        self.loop = loop
        self._ended, self._say, self._survey = ended, say, survey
        self._beside = beside
        self._steps = steps
        self._peer = peer
        self.guide: Guide | None = None
        self._looked: Look | None = None
        self._typed = b""  # and not taken yet
        self.loop.watch(peer.fileno(), self._said)
        self._timer = self.loop.call_at(self.loop.now(), self._tick)

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

    def end(self, why: str = "") -> None:
        """Stop, and give the parts back. `why`: what the technician is told of it."""
        self.why, self.guide = why, None
        self._timer.cancel()
        self.loop.unwatch(self._peer.fileno())
        self._peer.close()
        self._ended()

    def _said(self, now: int) -> None:
        try:
            data = self._peer.recv(LONGEST)
        except OSError:
            data = b""
        if not data:
            self.end("The bridge has ended. Start it, and go on.")
            return
        match said_by_bridge(data):
            case Taken(acting=acting):
                self.guide = Guide(self._steps, acting, self._say, self._finished, self._survey)
                self.typed(b"", now)
            case Over(why=why):
                self.end(why)
            case seen:
                if self.guide is not None:
                    self.guide.take(seen, now)
        self._go_on()

    def _go_on(self) -> None:
        guide = self.guide
        if guide is None:
            return
        if guide.over:
            self.end()
        elif guide.look != self._looked:
            self._looked = guide.look
            with suppress(OSError):  # the bridge has closed it: that is read next
                self._peer.send(guide.look.model_dump_json().encode())

    def _finished(self, step: Step, expected: str, found: Found) -> None:
        self.sheet = self.sheet.with_result(step, expected, found)
        try:
            sheets.keep(self.sheet, self._beside)
        except SheetError as error:
            self.end(str(error))


def filed(beside: Path, sheet: Sheet, folder: Path, say: Callable[[str], None] = lambda _line: None) -> Sheet:
    """Write the sheet with the parts as the bridge knows them. Raises SheetError. A finished test is kept no more."""
    try:
        sheet = sheet.with_parts(diagnosed.read(folder)[0].parts)
    except diagnosed.StatusError as error:
        say(f"Identities are missing on the sheet: {error}")
    for file in sheets.write(sheet, beside):
        say(f"Written: {file}")
    if not sheet.untried:
        sheets.open_test(beside).unlink(missing_ok=True)
    return sheet
