"""One walk through a guided test, led from a terminal or by the bridge itself for a page."""

import socket
from collections.abc import Callable, Collection
from dataclasses import dataclass

from firmware_bridge import diagnosed
from firmware_bridge.messages.guided_facts import Expected, Refusal, Refused, fact_texts
from firmware_bridge.messages.languages import Language
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.process.users import own_directory

from . import sheet as sheets
from .checks import SEARCH, Found
from .guide import Course, Guide
from .kept import KeptError
from .lead import Lead
from .sheet import Sheet
from .steps import Step


@dataclass(frozen=True, slots=True)
class Plan:
    """What one walk tries, and the sheet that it goes on with.

    `left`: the test that was left when this was planned, None if there was none. `anew`: what was left is dropped.
    """

    table: TableFile
    sheet: Sheet
    steps: list[Step]
    left: Sheet | None
    anew: bool
    language: Language


class Walk(Lead):
    """One run of the guided test. The sheet is kept after each step.

    Who has the parts is the only one who writes into the store. So the sheet is kept from then on, and filed before
    the parts are given back.
    """

    def __init__(
        self, plan: Plan, peer: socket.socket, loop: Loop,
        ended: Callable[[], None], say: Callable[[str], None], survey: int = SEARCH,
    ) -> None:  # fmt: skip
        self.sheet = plan.sheet
        self._plan, self._store = plan, plan.table.paths.bridge
        self._say, self._survey = say, survey
        super().__init__(peer, loop, ended, plan.sheet.signer.technician)

    @property
    def has_results(self) -> bool:
        """Whether a step has been tried in this walk."""
        return self.sheet is not self._plan.sheet

    def _file(self) -> None:
        """Write the sheet with the parts as the bridge knows them. A finished test is kept no more."""
        if not self.has_results:
            return
        texts = fact_texts(self._plan.language)
        try:
            known = diagnosed.read(own_directory(self._plan.table, "bridge"))[0].parts
            self.sheet = self.sheet.with_parts(known)
        except diagnosed.StatusError as error:
            self._say(texts["terminal.no_identities"].format(error=error))
        try:
            for file in sheets.write(self.sheet, self._store, self._plan.language):
                self._say(texts["terminal.written"].format(file=file))
            if not self.sheet.untried:
                sheets.open_test(self._store).unlink(missing_ok=True)
        except KeptError as error:
            self.why = error.why

    def _begun(self, acting: Collection[str]) -> Guide | Refusal:
        """Begin with the first step, if the test is still as it was left."""
        plan = self._plan
        try:
            if not plan.anew and sheets.kept(self._store) != plan.left:
                return Refused(kind="changed_meanwhile")
            sheets.keep(self.sheet, self._store)
        except KeptError as error:
            return error.why
        return Guide(Course(plan.steps, self._finished), acting, self._say, self._survey, plan.language)

    def _finished(self, step: Step, expected: Expected, found: Found) -> None:
        self.sheet = self.sheet.with_result(step, expected, found)
        try:
            sheets.keep(self.sheet, self._store)
        except KeptError as error:
            self.end(error.why)
