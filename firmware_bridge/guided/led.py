"""A guided test that a page leads."""

from collections.abc import Callable

from firmware_bridge.messages.base import Message
from firmware_bridge.messages.guided import LONGEST_SHEET, BeginTest, GuidedNow, GuidedResult, GuidedSheet
from firmware_bridge.messages.guided_facts import Refusal, Refused
from firmware_bridge.messages.languages import LANGUAGES
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.tablefile import TableFile

from . import sheet as sheets
from .kept import KeptError
from .led_by_page import LedByPage
from .sheet import Sheet
from .steps import steps_of
from .walk import Plan, Walk


class LedTest(LedByPage[Walk, GuidedNow]):
    """The test of one table. `tell` takes news."""

    def __init__(self, table: TableFile, loop: Loop, tell: Callable[[Message], None]) -> None:
        super().__init__(table, loop, tell, GuidedNow())
        self._sheet: GuidedSheet | None = None
        self.look_again()

    def tell_all(self) -> None:
        """Tell how it stands, and the newest sheet, to a controller that does not know."""
        super().tell_all()
        if self._sheet is not None:
            self._tell(self._sheet)

    def look_again(self) -> None:
        """Tell what was left and filed, as a test in a terminal may have ended."""
        if self._walk is None:
            self._stands(self._now.why)
            self._filed(sheets.newest(self._store))

    def begin(self, act: BeginTest) -> None:
        """Begin a test, or go on with the one that was left. It does nothing while one is led."""
        if self._walk is not None:
            return
        steps = steps_of(self._table)
        try:
            sheet = sheets.kept(self._store) if act.signer is None else sheets.begun(self._table, steps, act.signer)
        except KeptError as error:
            self._stands(error.why)
            return
        if sheet is None:
            self._stands(Refused(kind="nothing_left"))
            return
        chosen = [step for step in steps if step.part == act.part] if act.part else sheet.left(steps)
        anew = act.signer is not None
        plan = Plan(self._table, sheet, chosen, None if anew else sheet, anew, self._table.table.language)
        self._lead(lambda peer: Walk(plan, peer, self._loop, self._over, self._changed))

    def _ended(self, walk: Walk) -> None:
        self._stands(walk.why)
        if walk.has_results:
            self._filed(walk.sheet)

    def _filed(self, sheet: Sheet | None) -> None:
        """Tell the pass sheet, if it is another one than before."""
        if sheet is None or (self._sheet is not None and self._sheet.name == sheets.named(sheet)):
            return
        text = {language: sheets.text_of(sheet, language)[:LONGEST_SHEET] for language in LANGUAGES}
        data = sheet.model_dump_json()[:LONGEST_SHEET]
        self._sheet = GuidedSheet(name=sheets.named(sheet), text=text, data=data)
        self._tell(self._sheet)

    def _stands(self, why: Refusal | None) -> None:
        try:
            sheet = sheets.kept(self._store)
        except KeptError as error:
            sheet, why = None, why or error.why
        self._say(_with(sheet, GuidedNow(why=why, last=self._now.last)))

    def _changed(self, _line: str = "") -> None:
        walk = self._walk
        if walk is None or walk.guide is None or walk.guide.over:
            return
        last = None
        if walk.has_results:
            one = walk.sheet.tried[-1]
            last = GuidedResult(part=one.part, thing=one.thing, result=one.result, seen=one.seen)
        self._say(_with(walk.sheet, GuidedNow(order=walk.guide.order, step=walk.guide.step, last=last)))


def _with(sheet: Sheet | None, news: GuidedNow) -> GuidedNow:
    """The news with how far the test is."""
    if sheet is None:
        return news
    left = {"signer": sheet.signer, "done": len(sheet.tried), "left": len(sheet.untried)}
    return news.model_copy(update=left)
