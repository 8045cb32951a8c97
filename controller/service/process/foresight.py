"""Tries answers that a person has not given yet, for a page that shows what each would change.

One is tried in each turn of the loop, after everything else has gone out. So an act waits for one of them at most.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import structlog

from controller.service.entries.command_events import Telling
from controller.service.process.play import Play
from controller.service.publication.public_state import public_asks
from controller.service.session.foreseen import foreseen
from controller.service.session.startup import Premises, where
from controller.service.session.table_session import Desk
from controller.service.transport.authorization import refusal
from firmware_bridge.messages.foreseen import Foreseen
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.public import Text
from firmware_bridge.messages.told import Command

Give = Callable[[Foreseen | Text], None]

log = structlog.get_logger("controller")


class Foresight:
    """What is still to be tried, in the order in which it was asked. Who asks too often is refused before."""

    def __init__(self, of: Premises, loop: Loop, play: Play) -> None:
        self._of, self._loop, self._play = of, loop, play
        self._asked: deque[tuple[Command, Give]] = deque()

    def ask(self, command: Command, give: Give) -> None:
        """Have an answer tried. `give` gets what it would change, or why it would be refused."""
        self._asked.append((command, give))

    def try_one(self, now: int) -> bool:
        """Try the answer that has waited longest, if there is one. True if `give` got something."""
        if not self._asked:
            return False
        command, give = self._asked.popleft()
        give(self._found(command, now))
        if self._asked:
            self._loop.call_at(now, lambda _now: None)  # the next one has a turn of its own
        return True

    def _found(self, command: Command, now: int) -> Foreseen | Text:
        desk = self._play.desk
        if self._of.latch.locked:
            return Text(key="refused.not_now")
        # Which card lies where is a question of the senses. Its answer depends on cards that nobody may see.
        refused = refusal(command, public_asks(desk.view))
        return refused or _tried(desk, command, now)


def _tried(desk: Desk, command: Command, now: int) -> Foreseen | Text:
    """Try an answer on a copy. If the program fails at it, only the copy is lost."""
    try:
        return foreseen(desk.table, desk.rulebook, Telling(desk.config).events(command, now))
    except Exception as error:  # noqa: BLE001 - whatever it is: a page that asks must not stop the table
        log.error("an answer cannot be tried", detail=where(error))  # noqa: TRY400 - values may be secret
        return Text(key="refused.not_foreseen")
