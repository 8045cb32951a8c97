"""The walks that the pages of a table may lead: guided tests and commissioning. One at a time has the parts."""

from collections.abc import Callable
from pathlib import Path

from firmware_bridge.commissioning.led import LedNaming
from firmware_bridge.guided.led import LedTest
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.guided import AnswerNaming, AnswerTest, BeginNaming, BeginTest, GuidedAct, WriteNames
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.tablefile import TableFile


class Walks:
    """All walks of one table. `file`: its table file. `tell` takes news."""

    def __init__(self, table: TableFile, file: Path | None, loop: Loop, tell: Callable[[Message], None]) -> None:
        self._test = LedTest(table, loop, tell)
        self._naming = LedNaming(table, file, loop, tell)
        self._all = (self._test, self._naming)

    def take(self, act: GuidedAct, now: int) -> None:
        """Take what a person says at a page."""
        match act:
            case BeginTest():
                self._test.begin(act)
            case AnswerTest(turn=turn, word=word):
                self._test.answer(turn, word, now)
            case BeginNaming():
                self._naming.begin(act)
            case AnswerNaming(turn=turn, word=word):
                self._naming.answer(turn, word, now)
            case WriteNames():
                self._naming.write(act)

    def tell_all(self) -> None:
        """Tell how they stand to a controller that does not know."""
        for one in self._all:
            one.tell_all()

    def look_again(self) -> None:
        """Tell what was left, as a walk in a terminal may have ended."""
        for one in self._all:
            one.look_again()

    def close(self) -> None:
        """Leave them. They can be taken up again."""
        for one in self._all:
            one.close()
