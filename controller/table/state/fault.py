"""What a fault of the deal or the board is: one object that says all that the table knows of it beside the rulebooks.

`controller/table/deal/faults` has one of each. What has to do with a fault reads it there, by its rule key.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from controller.poker.hand import Hand
from controller.poker.outcomes import Alarm, Ruling
from controller.poker.remedy import Move
from controller.table.state.table import Table

Sense = Literal["shoe", "orientation", "card spots", "board", "muck", "a person"]

Stands = Callable[[Table, Hand, Alarm], bool]
"""Whether the cause of an alarm is still there."""


class CardAlarm(NamedTuple):
    """An alarm about a card, and as long as it stands."""

    key: str
    stands: Stands


class Report(NamedTuple):
    """An entry by which a person reports a fault, what carries it out, and the kind of value that it takes."""

    word: str
    carry_out: Callable[..., Any]
    kind: str | None


Choice = Callable[[Table, Hand, Any, str], None]
"""Carries out what the floor chose: its question, and its role where it decides in the rulebook's stead."""

Course = Callable[[Table, Hand, str, list[int], int], None]
"""Opens the movements with cards that came too early: the rule key, the cards, the card burnt before them or 0."""
CardMoves = Callable[[int, str], tuple[Move, ...]]
"""Movements of a card, and of the place where it was dealt."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fault:
    """A fault of the deal or the board.

    `noticed`: what differs, in words. `senses`: what sees it, "a person" where nothing does, or does so as well.
    `noticed_by`: what judges it once that is seen, None where only a person reports it or the bridge's readings do.
    `entries`: the reports of it. `alarms`, `says`: alarms about its cards, other alarms and questions by text key,
    before any ruling.
    `matters`: the rule keys that are its own, the first one decides. `beside`: others that a ruling may rest on.
    `cases`: rule keys that a rulebook may leave out, and the one that then decides.
    `movements`: (verb, from) of every movement that may put it right, as the pages have words for it.
    """

    name: str
    noticed: str
    senses: tuple[Sense, ...]
    matters: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    cases: Mapping[str, str] = field(default_factory=dict)
    movements: tuple[tuple[str, str], ...] = ()
    noticed_by: Callable[..., object] | None = None
    entries: tuple[Report, ...] = ()
    alarms: tuple[CardAlarm, ...] = ()
    says: tuple[str, ...] = ()

    hole_cards: bool = False
    """It is one of the hole cards: a hand that is void for it is a misdeal."""
    unasked: bool = False
    """Nothing follows where a rulebook has no word on it."""
    by_dealer: bool = False
    """It counts against the one who deals."""
    new_deck: bool = False
    """A hand that is void for it is not dealt anew from this deck."""
    early: bool = False
    """Cards of the board came before their street. More of them may come while the first are put right."""
    on_the_board: bool = False
    """The cards on the board are the fault: the ruling is not taken back, the board is put right or stands."""
    no_card: str = ""
    """What its card is called, which counts for nothing."""
    nameless: bool = False
    """Its card has no name, whatever its tag says."""

    remedy: Choice = lambda _table, _hand, _question, _by: None
    """Opens its movements: by the rulebook, or where that leaves it open as the floor decides."""
    choices: Mapping[str, Choice] = field(default_factory=dict)
    """What else the floor may choose beside a void hand. A choice that is not here changes nothing."""
    courses: Mapping[str, Course] = field(default_factory=dict)
    """The same by what the rulebook's policy says, where it has a choice."""
    shown: CardMoves = lambda _exit, _place: ()
    """The movements by which all see a card of it that lies face down and counts as exposed."""
    kept: CardMoves = lambda _exit, _place: ()
    """The movements by which a card of it comes back to the seat that keeps it."""
    without_cards: bool = False
    """Its seat has no cards: what the shoe counted for it lies with others."""
    taken_back: Callable[[Hand, Ruling], None] = lambda _hand, _ruling: None
    """There was no such fault after all: what the ruling counted counts no more."""
    goes_on: Callable[[Table, Hand], None] = lambda _table, _hand: None
    """The hand was void for it, and goes on after all."""

    @property
    def ruled_under(self) -> tuple[str, ...]:
        """Every rule key that a ruling on it may rest on."""
        return (*self.matters, *self.beside)

    @property
    def told(self) -> tuple[str, ...]:
        """The text keys of its alarms and questions."""
        return (*(f"alarm.{alarm.key}" for alarm in self.alarms), *self.says)

    @property
    def words(self) -> tuple[str, ...]:
        """The text keys of its headings where something follows from it, its alarms and questions, its movements."""
        headings = () if self.unasked else tuple(f"matter.{matter}" for matter in self.matters)
        return (*headings, *self.told, *(f"remedy.{verb}_{origin}" for verb, origin in self.movements))


NO_FAULT: Final = Fault(name="", noticed="", senses=())
"""Of a rule key that is no fault's."""

_OF_MATTER: Final[dict[str, Fault]] = {}
_OF_ALARM: Final[dict[str, Stands]] = {}


def know(faults: Iterable[Fault]) -> None:
    """Take faults in. Raises ValueError for a rule key that is another one's already."""
    for fault in faults:
        _OF_ALARM.update(fault.alarms)
        for matter in fault.matters:
            if _OF_MATTER.setdefault(matter, fault) is not fault:
                raise ValueError(f"{matter!r} is of {_OF_MATTER[matter].name!r} and of {fault.name!r}")


def fault_of(matter: str) -> Fault:
    """The fault of a rule key, NO_FAULT if it is of none."""
    return _OF_MATTER.get(matter, NO_FAULT)


def stands_while(key: str) -> Stands | None:
    """As long as what an alarm of that key stands. None if it is no fault's."""
    return _OF_ALARM.get(key)
