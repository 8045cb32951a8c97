"""What the floor's page asks of the hand by itself: what an answer would change, and the moments before a question.

One inquiry is answered in each turn of the loop, after everything else has gone out. So an act waits for one of them
at most, and no page shows what is not durable.
"""

from collections import deque
from collections.abc import Callable

import structlog

from controller.poker.events import Event
from controller.service.entries.command_events import Telling
from controller.service.process.play import Play
from controller.service.session.foreseen import foreseen
from controller.service.session.startup import Premises
from controller.service.session.table_session import Desk
from controller.service.transport.authorization import refusal
from firmware_bridge.messages.foreseen import Foreseen
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.moments import PublicMoment
from firmware_bridge.messages.public import Text
from firmware_bridge.messages.told import Answer, Command
from firmware_bridge.process.failed_at import where

Give = Callable[[Foreseen | Text], None]
GiveMoments = Callable[[tuple[PublicMoment, ...]], None]

log = structlog.get_logger("controller")


class Inquiries:
    """The inquiries still to be answered, in the order in which it was asked. A page that asks too often is refused
    before."""

    def __init__(self, of: Premises, loop: Loop, play: Play) -> None:
        self._of, self._loop, self._play = of, loop, play
        self._asked: deque[Callable[[int], None]] = deque()

    def foresee(self, command: Command, give: Give) -> None:
        """Have an answer tried. `give` gets what it would change, or why it would be refused."""
        self._asked.append(lambda now: give(self._found(command, now)))

    def look_back(self, ask: str, give: GiveMoments) -> None:
        """Have the moments before a question told, those before now if it is ""."""
        self._asked.append(lambda now: give(self._moments(ask, now)))

    def answer_one(self, now: int) -> bool:
        """Answer what has waited longest, if anything has. True if something was answered."""
        if not self._asked:
            return False
        self._asked.popleft()(now)
        if self._asked:
            self._loop.turn_at(now)  # for the next one
        return True

    def _moments(self, ask: str, now: int) -> tuple[PublicMoment, ...]:
        desk = self._play.desk
        if not ask:
            return desk.log.latest(desk.table, now)
        card = desk.sensing.lies_since(ask)
        return desk.log.before(ask, desk.table) if card is None else desk.log.before_card(ask, *card, desk.table)

    def _found(self, command: Command, now: int) -> Foreseen | Text:
        desk = self._play.desk
        if self._of.latch.locked:
            return Text(key="refused.not_now")
        refused = refusal(command, desk.asks)
        return refused or _tried(desk, command, now)


def _tried(desk: Desk, command: Command, now: int) -> Foreseen | Text:
    """Try an answer on a copy. If the program fails at it, only the copy is lost."""
    try:
        return foreseen(desk.table, desk.rulebook, _events(desk, command, now))
    except Exception as error:  # noqa: BLE001 - whatever it is: a page that asks must not stop the table
        log.error("an answer cannot be tried", detail=where(error))  # noqa: TRY400 - values may be secret
        return Text(key="refused.not_foreseen")


def _events(desk: Desk, command: Command, now: int) -> tuple[Event, ...]:
    """The core's events of an answer to a question of the senses, or to one of the table."""
    told = command.told
    settled = desk.sensing.would_settle(told.ask, told.option, now) if isinstance(told, Answer) else None
    return Telling(desk.config).events(command, now) if settled is None else settled
