"""Commissioning that a page leads: the names, and the table file that is written once the technician confirms."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from firmware_bridge.guided.kept import KeptError, write_kept
from firmware_bridge.guided.led_by_page import LedByPage
from firmware_bridge.guided.sheet import now as utc_now
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.guided import BeginNaming, GuidedResult, NameNow, NamingNow
from firmware_bridge.messages.guided_facts import AllNamed, Refusal, TableProposed, TableWritten, Unwritable, Writing
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.tablefile import TableFile

from . import files
from .files import Progress
from .found import POWER, Commissioned, as_named, ends_of, renamed
from .naming import Naming, NamingError
from .survey import remarks
from .walk import NamingWalk

PROPOSED: Final = "table.proposed.toml"


class LedNaming(LedByPage[NamingWalk, NamingNow]):
    """The naming at one table. `file`: its table file, None if that is not known. `tell` takes news."""

    def __init__(self, table: TableFile, file: Path | None, loop: Loop, tell: Callable[[Message], None]) -> None:
        super().__init__(table, loop, tell, NamingNow())
        self._file = file
        self._naming: Naming | None = None
        self._take_over()
        self.look_again()

    def look_again(self) -> None:
        """Tell what was found, as a naming in a terminal may have ended."""
        if self._walk is None:
            self._stands(self._now.why, self._now.written, self._now.last)

    def begin(self, act: BeginNaming) -> None:
        """Begin, or go on with what was left. It does nothing while a naming is led."""
        if self._walk is not None:
            return
        parts = {part.name for part in self._table.part}
        try:
            naming = Naming(self._table, self._first(act), self._keep)
            names = {act.only} - parts - {""}
            steps = naming.steps(names, {act.only} & parts)
        except KeptError as error:
            self._stands(error.why)
            return
        except NamingError:
            return  # a page of another table
        if not steps:
            self._stands(AllNamed())
            return
        self._naming = naming
        self._lead(lambda peer: NamingWalk(naming, steps, peer, self._loop, self._over, self._changed))

    def write(self, turn: int) -> None:
        """Write the table file as `turn` has shown it, if the technician may still mean that."""
        if self._walk is not None or turn != self._now.turn or self._file is None or not self._now.writable:
            return
        try:
            so_far = files.kept(self._store)
            if so_far is not None:
                self._stands(None, self._written(self._file, so_far))
        except KeptError as error:
            self._stands(error.why)

    def _written(self, file: Path, so_far: Progress) -> Writing:
        """Write it, or a proposal where the bridge may not. Raises KeptError."""
        try:
            before = files.write_table(file, self._table, so_far.found, utc_now())
        except KeptError as error:
            if not isinstance(error.why, Unwritable):
                raise
        else:
            files.keep(so_far.model_copy(update={"written": True}), self._store)
            return TableWritten(file=str(file), before=str(before))
        proposed = self._store / PROPOSED
        write_kept(proposed, files.table_text(file, self._table, so_far.found)[1])
        return TableProposed(file=str(proposed), target=str(file))

    # --- what was found ---------------------------------------------------------------------------------------------

    def _take_over(self) -> None:
        """Once the names were written, the table file has the word: a person may have changed it since."""
        try:
            so_far = files.kept(self._store)
            if so_far is not None and so_far.written:
                found = renamed(so_far.found, self._table)
                files.keep(so_far.model_copy(update={"found": found}), self._store)
        except KeptError:
            return  # it is told with what stands

    def _first(self, act: BeginNaming) -> Commissioned:
        """What a naming begins with. To name one place again begins with the names that the table has."""
        left = None if act.anew else files.kept(self._store)
        if left is not None:
            return left.found
        known = as_named(self._table)
        return known if act.only else Commissioned(named=tuple(one for one in known.named if one.name == POWER))

    def _keep(self, found: Commissioned) -> None:
        try:
            files.keep(Progress(found=found), self._store)
        except KeptError as error:
            if self._walk is not None:
                self._walk.end(error.why)

    # --- what is told -----------------------------------------------------------------------------------------------

    def _ended(self, walk: NamingWalk) -> None:
        self._stands(walk.why, last=walk.last)

    def _stands(self, why: Refusal | None, written: Writing | None = None, last: GuidedResult | None = None) -> None:
        try:
            so_far = files.kept(self._store)
        except KeptError as error:
            so_far, why = None, why or error.why
        news = NamingNow(why=why, last=last, written=written)
        if so_far is None:
            self._say(news)
            return
        found = so_far.found
        left = remarks(found, self._table)
        self._say(
            self._with(found, news.model_copy(update={"remarks": tuple(left), "writable": self._differs(found)}))
        )

    def _differs(self, found: Commissioned) -> bool:
        """Whether the table file is not yet as it was found."""
        if self._file is None:
            return False
        try:
            text, new = files.table_text(self._file, self._table, found)
        except KeptError:
            return True  # to write it says what is wrong
        return text != new

    def _changed(self, _line: str = "") -> None:
        walk, naming = self._walk, self._naming
        if walk is None or naming is None or walk.guide is None or walk.guide.over:
            return
        news = NamingNow(order=walk.guide.order, step=walk.guide.step, last=walk.last)
        self._say(self._with(naming.found, news))

    def _with(self, found: Commissioned, news: NamingNow) -> NamingNow:
        """The news with the names so far."""
        ends = frozenset(ends_of(self._table).values())
        names = tuple(NameNow(name=one.name, end=one.end.said()) for one in found.named)
        return news.model_copy(update={"names": names, "left": len(ends - set(found.ends.values()))})
