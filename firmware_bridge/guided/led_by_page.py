"""A walk that a page leads: the bridge walks itself, and tells the controller how it stands.

It takes the parts by the same socket as a terminal. So the hand-in-progress latch refuses both alike, and of two
walks at once the second is told who leads the first.
"""

import socket
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Final, Generic, TypeVar

from firmware_bridge.messages.base import Message
from firmware_bridge.messages.guided import WalkNow, Word
from firmware_bridge.messages.guided_facts import LeftAlone, Refusal, Refused
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.process.users import own_directory

from .lead import Lead
from .socket import reach

MINUTE: Final = 60_000_000_000

UNATTENDED: Final = 10 * MINUTE
"""A technician who fetches a spare part is back by then. A closed page would leave the table in test mode."""

W = TypeVar("W", bound=Lead)
N = TypeVar("N", bound=WalkNow)


class LedByPage(ABC, Generic[W, N]):
    """The walks of one kind at one table. `tell` takes news, `now` is how it stands before the first."""

    def __init__(self, table: TableFile, loop: Loop, tell: Callable[[Message], None], now: N) -> None:
        self._table, self._loop, self._tell = table, loop, tell
        self._store = table.paths.bridge
        self._walk: W | None = None
        self._used = 0  # when the technician or a part last did something (ns)
        self._now = now

    @abstractmethod
    def look_again(self) -> None:
        """Tell what was left and filed, as a walk in a terminal may have ended."""

    @abstractmethod
    def _ended(self, walk: W) -> None:
        """Say how it stands, as a walk has ended."""

    @abstractmethod
    def _stands(self, why: Refusal | None) -> None:
        """Say what was left, and why a walk ended or was refused."""

    @abstractmethod
    def _changed(self, _line: str = "") -> None:
        """Say what the guide says now, if that is news."""

    def tell_all(self) -> None:
        """Tell how it stands to a controller that does not know."""
        self._tell(self._now)

    def answer(self, turn: int, word: Word, now: int) -> None:
        """Take an answer. One to an older order counts for nothing: a second tap, or a page without the news."""
        if self._walk is not None and turn == self._now.turn:
            self._used = now
            self._walk.told(word, now)
            self._changed()

    def close(self) -> None:
        """Leave the walk. It can be taken up again."""
        if self._walk is not None:
            self._walk.end()

    def _lead(self, begin: Callable[[socket.socket], W]) -> None:
        """Take the parts for a walk, or say why not."""
        try:
            peer = reach(own_directory(self._table, "bridge"), waits=False)
        except OSError:
            self._stands(Refused(kind="other_test"))
            return
        self._used = self._loop.now()
        self._walk = begin(peer)
        self._loop.call_at(self._used + UNATTENDED, partial(self._look, self._walk))

    def _look(self, walk: W, now: int) -> None:
        """End a walk at which nobody has done anything for long."""
        if self._walk is not walk:
            return
        if now - self._used >= UNATTENDED:
            walk.end(LeftAlone(minutes=UNATTENDED // MINUTE))
        else:
            self._loop.call_at(self._used + UNATTENDED, partial(self._look, walk))

    def _over(self) -> None:
        walk, self._walk = self._walk, None
        assert walk is not None  # noqa: S101 - it is the one that has ended
        self._ended(walk)

    def _say(self, news: N) -> None:
        news = news.model_copy(update={"turn": self._now.turn})
        if news != self._now:
            self._now = news.model_copy(update={"turn": self._now.turn + 1})
            self._used = self._loop.now()
            self._tell(self._now)
