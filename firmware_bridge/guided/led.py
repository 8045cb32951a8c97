"""A guided test that a page leads: the bridge walks through the steps itself, and tells the controller how it stands.

It takes the parts by the same socket as a terminal's test. So the hand-in-progress latch refuses both alike, and one
waits for the other.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import structlog

from firmware_bridge.messages.base import LONGEST_CAUSE, Message
from firmware_bridge.messages.guided import (
    LONGEST_SHEET,
    AnswerTest,
    BeginTest,
    GuidedAct,
    GuidedNow,
    GuidedResult,
    GuidedSheet,
)
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.tablefile import TableFile

from . import sheet as sheets
from .sheet import Sheet, SheetError
from .socket import BUSY, reach
from .steps import steps_of
from .walk import Walk, filed

log = structlog.get_logger("bridge")

MINUTE: Final = 60_000_000_000

UNATTENDED: Final = 10 * MINUTE
"""A technician who fetches a spare part is back by then. A closed page would leave the table in test mode."""

LEFT_ALONE: Final = "Nobody answered for ten minutes. The test is kept. Go on when you are back."
NOTHING_LEFT: Final = "No test was left. Begin a new one."


class LedTest:
    """The test of one table. `kept_in`: the bridge's own directory. `run`: where its socket is. `tell` takes news."""

    def __init__(
        self, table: TableFile, kept_in: Path, run: Path, loop: Loop, tell: Callable[[Message], None]
    ) -> None:
        self._table, self._run, self._loop, self._tell = table, run, loop, tell
        self._beside = kept_in / "table.toml"
        self._walk: Walk | None = None
        self._before: Sheet | None = None  # as the walk began
        self._used = 0  # when the technician or a part last did something (ns)
        self._now = GuidedNow()
        self._sheet: GuidedSheet | None = None
        self._stands()

    def take(self, act: GuidedAct, now: int) -> None:
        """Take what a person says at a page."""
        self._used = now
        match act:
            case BeginTest() if self._walk is None:
                self._begin(act)
            case AnswerTest(turn=turn, word=word) if self._walk is not None and turn == self._now.turn:
                self._walk.told(word, now)
            case _:
                return  # a second tap, or a page that has not seen the news yet
        self._changed()

    def tell_all(self) -> None:
        """Tell how it stands to a controller that does not know."""
        self._tell(self._now)
        if self._sheet is not None:
            self._tell(self._sheet)

    def close(self) -> None:
        """Leave the test. It can be taken up again."""
        if self._walk is not None:
            self._walk.end()

    # --- a walk -----------------------------------------------------------------------------------------------------

    def _begin(self, act: BeginTest) -> None:
        steps = steps_of(self._table)
        try:
            sheet = sheets.kept(self._beside) if act.signer is None else sheets.begun(self._table, steps, act.signer)
            if sheet is None:
                self._stands(NOTHING_LEFT)
                return
            sheets.keep(sheet, self._beside)
            peer = reach(self._run, waits=False)
        except SheetError as error:
            self._stands(str(error))
            return
        except OSError:
            self._stands(BUSY)
            return
        chosen = [step for step in steps if step.part == act.part] if act.part else sheet.left(steps)
        self._before = sheet
        self._walk = Walk(self._beside, sheet, chosen, peer, self._loop, self._over, self._changed)
        self._loop.call_at(self._used + UNATTENDED, partial(self._look, self._walk))

    def _look(self, walk: Walk, now: int) -> None:
        """End a walk at which nobody has done anything for long."""
        if self._walk is not walk:
            return
        if now - self._used >= UNATTENDED:
            walk.end(LEFT_ALONE)
        else:
            self._loop.call_at(self._used + UNATTENDED, partial(self._look, walk))

    def _over(self) -> None:
        """File what was found, and say how the test stands."""
        walk, self._walk = self._walk, None
        assert walk is not None  # noqa: S101 - it is the one that has ended
        why = walk.why
        try:
            if walk.sheet is not self._before:
                self._filed(filed(self._beside, walk.sheet, self._run))
        except SheetError as error:
            why = str(error)
        self._stands(why)

    def _filed(self, sheet: Sheet) -> None:
        text = "".join(f"{line}\n" for line in sheets.lines(sheet))
        name = sheets.named(sheet, self._beside)
        self._sheet = GuidedSheet(name=name, text=text[:LONGEST_SHEET], data=sheet.model_dump_json()[:LONGEST_SHEET])
        self._tell(self._sheet)

    # --- what is told -----------------------------------------------------------------------------------------------

    def _stands(self, why: str = "") -> None:
        """Say what was left, and why the last walk ended or was refused."""
        try:
            sheet = sheets.kept(self._beside)
        except SheetError as error:
            sheet, why = None, why or str(error)
        self._say(GuidedNow(why=why[:LONGEST_CAUSE], last=self._now.last), sheet)

    def _changed(self, _line: str = "") -> None:
        """Say what the guide says now, if that is news."""
        walk = self._walk
        if walk is None or walk.guide is None or walk.guide.over:
            return
        last = None
        if walk.sheet is not self._before and walk.sheet.tried:
            one = walk.sheet.tried[-1]
            last = GuidedResult(part=one.part, thing=one.thing, result=one.result, seen=one.seen)
        self._say(GuidedNow(order=walk.guide.order, step=walk.guide.step, last=last), walk.sheet)

    def _say(self, news: GuidedNow, sheet: Sheet | None) -> None:
        if sheet is not None:
            left = {"signer": sheet.signer, "done": len(sheet.tried), "left": len(sheet.untried)}
            news = news.model_copy(update=left)
        news = news.model_copy(update={"turn": self._now.turn})
        if news != self._now:
            self._now = news.model_copy(update={"turn": self._now.turn + 1})
            self._used = self._loop.now()
            self._tell(self._now)
