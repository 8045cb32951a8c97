"""Commissioning that a page leads: the names, and the table file that is written once the technician confirms."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from firmware_bridge.guided.kept import KeptError, write_kept
from firmware_bridge.guided.led_by_page import LedByPage
from firmware_bridge.guided.sheet import now as utc_now
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.guided import BeginNaming, GuidedResult, NamingNow, WriteNames
from firmware_bridge.messages.guided_facts import Refusal, Refused, TableBegun, TableProposed, TableWritten, Writing
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.tablefile import TableFile

from . import files
from .files import Progress, Work, opened
from .found import POWER, Commissioned, as_named, ends_of
from .naming import Naming, NamingError
from .survey import readings, remarks
from .walk import NamingWalk

PROPOSED: Final = "table.proposed.toml"


class LedNaming(LedByPage[NamingWalk, NamingNow]):
    """The naming at one table. `file`: its table file, None if that is not known. `tell` takes news."""

    def __init__(self, table: TableFile, file: Path | None, loop: Loop, tell: Callable[[Message], None]) -> None:
        super().__init__(table, loop, tell, NamingNow())
        self._file = file
        self._naming: Naming | None = None
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
            work = self._begun(act)
            naming = Naming(self._table, work.found, partial(self._keep, work))
            names = {act.only} - parts - {""}
            steps = naming.steps(names, {act.only} & parts)
        except KeptError as error:
            self._stands(error.why)
            return
        except NamingError:
            return  # a page of another table
        if not steps:
            self._stands(Refused(kind="all_named"))
            return
        self._naming = naming
        self._lead(lambda peer: NamingWalk(naming, steps, peer, self._loop, self._over, self._changed))

    def write(self, act: WriteNames) -> None:
        """Write the table file as its turn has shown it, if the technician may still mean that."""
        can_be = self._now.writable or (act.sensing and self._now.thresholds)
        if self._walk is not None or act.turn != self._now.turn or not can_be:
            return
        try:
            self._stands(None, self._written(self._work(), sensing=act.sensing))
        except KeptError as error:
            self._stands(error.why)

    def _written(self, work: Work, *, sensing: bool) -> Writing:
        """Write it, or a proposal where the bridge may not. Raises KeptError."""
        try:
            before = work.write(utc_now(), sensing=sensing)
        except KeptError as error:
            if error.why.kind != "unwritable":
                raise
        else:
            if before is None:
                return TableBegun(file=str(work.file))
            return TableWritten(file=str(work.file), before=str(before))
        proposed = self._store / PROPOSED
        write_kept(proposed, work.named_text(sensing=sensing))
        return TableProposed(file=str(proposed), target=str(work.file))

    # --- what was found ---------------------------------------------------------------------------------------------

    def _work(self) -> Work:
        """The commissioning as it was left. Raises KeptError."""
        work = None if self._file is None else opened(self._file)
        return work or Work(Path(), "", self._table, Path(), files.kept(self._store))

    def _begun(self, act: BeginNaming) -> Work:
        """What a naming begins with. To name one place again begins with the names that the table has. Raises
        KeptError."""
        work = self._work()
        if act.anew or work.so_far is None:
            known = as_named(self._table)
            power = tuple(one for one in known.named if one.name == POWER)
            found = known if act.only else Commissioned(named=power)
            notes = {} if work.so_far is None else work.so_far.notes
            work.so_far = Progress(found=found, notes=notes)
        return work

    def _keep(self, work: Work, found: Commissioned) -> None:
        try:
            work.keep(found)
        except KeptError as error:
            if self._walk is not None:
                self._walk.end(error.why)

    # --- what is told -----------------------------------------------------------------------------------------------

    def _ended(self, walk: NamingWalk) -> None:
        self._stands(walk.why, last=walk.last)

    def _stands(self, why: Refusal | None, written: Writing | None = None, last: GuidedResult | None = None) -> None:
        try:
            work = self._work()
        except KeptError as error:
            self._say(NamingNow(why=why or error.why, last=last, written=written))
            return
        news = NamingNow(why=why, last=last, written=written)
        if work.so_far is None:
            self._say(news)
            return
        stands = {
            "remarks": tuple(remarks(work.found, self._table)),
            "writable": self._file is not None and work.differs,
            "thresholds": self._file is not None and work.proposes,
        }
        self._say(self._with(work.found, news.model_copy(update=stands)))

    def _changed(self, _line: str = "") -> None:
        walk, naming = self._walk, self._naming
        if walk is None or naming is None or walk.guide is None or walk.guide.over:
            return
        news = NamingNow(order=walk.guide.order, step=walk.guide.step, last=walk.last)
        self._say(self._with(naming.found, news))

    def _with(self, found: Commissioned, news: NamingNow) -> NamingNow:
        """The news with the names so far."""
        ends = frozenset(ends_of(self._table).values())
        return news.model_copy(update={"names": readings(found), "left": len(ends - set(found.ends.values()))})
