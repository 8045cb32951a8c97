"""Test mode as the bridge keeps it: what parts report goes to the test, and displays say that nobody plays."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final, NamedTuple

from drivers.gpio import Edge
from drivers.nextion import DisplayReport
from drivers.nextion import Touched as DisplayTouched
from drivers.reader import Failed, Reading, Report
from firmware_bridge.aliases import Aliases
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.display import TURN_HELD, label
from firmware_bridge.messages.languages import Language
from firmware_bridge.messages.orders import ShowPage
from firmware_bridge.messages.sensed import Key
from firmware_bridge.messages.tablefile import TableFile

from .seen import Broke, Heard, Look, Settled, Touched, Unread


class Words(NamedTuple):
    """What a display says in test mode."""

    title: str
    line: str
    press: str


WORDS: Final = MappingProxyType(
    {
        "en": Words("TEST MODE", "No play at this table now.", "Press here"),
        "fr": Words("MODE TEST", "Pas de jeu à cette table.", "Touchez ici"),
    }
)


class TestMode:
    """One test, from its beginning to its end. `say` takes what is seen. It observes the black box."""

    def __init__(self, table: TableFile, say: Callable[[Message], None]) -> None:
        self.look = Look()
        self._table = table.table
        self._say = say
        self._aliases = Aliases()
        self._places = {(p.name, int(n)): place for p in table.part for n, place in p.antennas.items()}
        self._seats = {p.name: p.seat for p in table.part if p.seat is not None}

    def page(self, seat: int) -> ShowPage:
        """Return what the display of a seat shows now."""
        language: Language = self._table.seat_language.get(seat, self._table.language)
        words = WORDS[language]
        if self.look.key is not None and self.look.seat in (None, seat):
            return _page(seat, "seat", _key_values(words, self.look.key))
        return _page(seat, "message", {"title": words.title, "line1": words.line})

    # called by the black box and the bridge

    def reported(self, part: str, report: Report, now: int) -> None:
        match report:
            case Reading(antenna=antenna, tags=tags, ended=ended):
                names = tuple(sorted(map(self._aliases.of, tags)))
                self._say(Heard(place=self._places[part, antenna], tags=names, at=ended))
            case Failed(antenna=antenna, cause=cause) if antenna is not None and (part, antenna) in self._places:
                self._say(Unread(place=self._places[part, antenna], why=cause, at=now))
            case _:
                pass

    def shown(self, part: str, report: DisplayReport, now: int) -> None:  # noqa: ARG002 - as all observers
        if isinstance(report, DisplayTouched):
            seat = self._seats[part]
            self._say(Touched(seat=seat, key=report.component, pressed=report.pressed, at=report.at))

    def edge(self, line: str, edge: Edge) -> None:
        self._say(Broke(line=line, at=edge.stamp))

    def settled(self, line: str, acting: bool, at: int) -> None:
        """Take a line that has held a level since `at`."""
        self._say(Settled(line=line, acting=acting, at=at))


def _key_values(words: Words, key: Key) -> dict[str, str | int]:
    return {"turn": words.title, "turn.bco": TURN_HELD, "prompt": words.line, label(key): words.press}


def _page(seat: int, name: str, values: dict[str, str | int]) -> ShowPage:
    return ShowPage(seat=seat, epoch=0, revision=0, page=name, values={"seat": str(seat), **values})
