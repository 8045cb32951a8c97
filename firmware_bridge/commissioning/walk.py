"""One walk through the names of a table, led from a terminal or by the bridge itself for a page."""

import socket
from collections.abc import Callable, Collection
from dataclasses import replace

from firmware_bridge.guided.checks import SEARCH, Found
from firmware_bridge.guided.guide import Guide
from firmware_bridge.guided.lead import Lead
from firmware_bridge.guided.steps import Step
from firmware_bridge.messages.guided import GuidedResult
from firmware_bridge.messages.guided_facts import Expected
from firmware_bridge.messages.languages import Language
from firmware_bridge.messages.loop import Loop

from .naming import Naming


class NamingWalk(Lead):
    """Asks for these steps of a naming. What is found is kept by the naming itself. `last`: what a step has shown."""

    def __init__(
        self, naming: Naming, steps: list[Step], peer: socket.socket, loop: Loop, ended: Callable[[], None],
        say: Callable[[str], None], survey: int = SEARCH, language: Language = "en",
    ) -> None:  # fmt: skip
        self.begun: Guide | None = None  # it stays after the end, and tells how far it came
        self.last: GuidedResult | None = None
        self._naming = naming.course(steps)
        self._course = replace(self._naming, finished=self._finished)
        self._say, self._survey, self._language = say, survey, language
        super().__init__(peer, loop, ended)

    def _begun(self, acting: Collection[str]) -> Guide:
        self.begun = Guide(self._course, acting, self._say, self._survey, self._language)
        return self.begun

    def _finished(self, step: Step, expected: Expected, found: Found) -> None:
        self.last = GuidedResult(part=step.part, thing=step.thing, result=found.result, seen=found.seen)
        self._naming.finished(step, expected, found)

    def _file(self) -> None:
        """Nothing is left to write: all was kept when it was found."""
