"""A fault of the deal or the board: one object with all that the table knows about it beside the rulebooks.

`controller/table/deal/faults` has one object for each fault. Other code looks it up by its rule key.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

from controller.poker.hand import Hand
from controller.poker.outcomes import Alarm, Ruling
from controller.poker.places import End
from controller.poker.remedy import Move
from controller.table.state.table import Table

Sense = Literal["shoe", "orientation", "card spots", "board", "muck", "a person"]

Stands = Callable[[Table, Hand, Alarm], bool]
"""Whether the cause of an alarm is still there."""


Fact = TypeVar("Fact")


@dataclass(frozen=True, slots=True)
class Notice(Generic[Fact]):
    """How a fault is noticed: the class of the fact, whether it is this fault, and what the table then does.

    `fact`: a class of `controller/table/state/facts.py`, or `CardReturned`.
    `sees`: changes nothing. Both take the table, its hand and the fact.
    """

    fact: type[Fact]
    sees: Callable[[Table, Any, Fact], bool]
    judge: Callable[[Table, Any, Fact], None]


def always(_table: Table, _hand: Hand | None, _fact: object) -> bool:
    """The fact is the fault, whatever else there is."""
    return True


class CardAlarm(NamedTuple):
    """An alarm about a card, with the test whether it still stands."""

    key: str
    stands: Stands


class Report(NamedTuple):
    """An entry by which a person reports a fault, the function that carries it out, and the value that it takes."""

    word: str
    carry_out: Callable[..., Any]
    kind: str | None


Choice = Callable[[Table, Hand, Any, str], None]
"""Carries out the floor's choice: its question, and its role if it decides because the rulebook leaves it open."""

Course = Callable[[Table, Hand, str, list[int], int], None]
"""Opens the movements with cards that came too early: the rule key, the cards, the card burnt before them or 0."""
CardMoves = Callable[[int, End], tuple[Move, ...]]
"""Movements of a card, and of the place where it was dealt."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fault:
    """A fault of the deal or the board.

    - `noticed`: the difference from the plan, in words.
    - `senses`: the parts that see it. "a person": only or also a person sees it.
    - `notices`: the facts in which the table sees it. None if only a person or the bridge's readings report it.
    - `entries`: the reports of it.
    - `alarms`: alarms about its cards. `says`: text keys of other alarms and of questions before any ruling.
    - `matters`: its own rule keys. The first one decides. `beside`: other keys that a ruling may rest on.
    - `cases`: rule keys that a rulebook may leave out, with the key that then decides.
    - `movements`: (verb, from) of every movement that may put it right. The pages have words for each.
    """

    name: str
    noticed: str
    senses: tuple[Sense, ...]
    matters: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    cases: Mapping[str, str] = field(default_factory=dict)
    movements: tuple[tuple[str, str], ...] = ()
    notices: tuple[Notice[Any], ...] = ()
    entries: tuple[Report, ...] = ()
    alarms: tuple[CardAlarm, ...] = ()
    says: tuple[str, ...] = ()

    hole_cards: bool = False
    """It is a fault of the hole cards. A hand that is void for it is a misdeal."""
    unasked: bool = False
    """Nothing follows if a rulebook has no rule on it."""
    by_dealer: bool = False
    """It counts against the person who deals."""
    new_deck: bool = False
    """A hand that is void for it is not dealt again from this deck."""
    early: bool = False
    """Cards of the board came before their street. More of them may come while the first are put right."""
    on_the_board: bool = False
    """The cards on the board are the fault. The ruling is not taken back: the board is put right or stands."""
    no_card: Literal["boxed", "joker"] | None = None
    """What its card is called, which does not count."""
    nameless: bool = False
    """Its card has no face, even if its tag has one."""

    remedy: Choice = lambda _table, _hand, _question, _by: None
    """Opens its movements: by the rulebook, or as the floor decides if the rulebook leaves it open."""
    choices: Mapping[str, Choice] = field(default_factory=dict)
    """The floor's choices beside a void hand. A choice that is not here changes nothing."""
    courses: Mapping[str, Course] = field(default_factory=dict)
    """The movements for each verdict of the rulebook's policy, if it has a choice."""
    shown: CardMoves = lambda _exit, _place: ()
    """The movements that show a card of it to all, if it lies face down and counts as exposed."""
    kept: CardMoves = lambda _exit, _place: ()
    """The movements by which a card of it comes back to the seat that keeps it."""
    without_cards: bool = False
    """Its seat has no cards. The cards that the shoe counted for it lie at other seats."""
    taken_back: Callable[[Hand, Ruling], None] = lambda _hand, _ruling: None
    """There was no such fault after all. This takes back what the ruling counted."""
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
        """The text keys of its alarms, questions and movements, and of its headings if something follows from it."""
        headings = () if self.unasked else tuple(f"matter.{matter}" for matter in self.matters)
        return (*headings, *self.told, *(f"remedy.{verb}_{origin}" for verb, origin in self.movements))


NO_FAULT: Final = Fault(name="", noticed="", senses=())
"""The fault of a rule key that belongs to no fault."""

_OF_MATTER: Final[dict[str, Fault]] = {}
_OF_ALARM: Final[dict[str, Stands]] = {}
_OF_FACT: Final[dict[type, tuple[Notice[Any], ...]]] = {}


def know(faults: Iterable[Fault]) -> None:
    """Register faults, in the order in which they are asked about a fact.

    Raises ValueError: a rule key belongs to another fault already.
    """
    for fault in faults:
        _OF_ALARM.update(fault.alarms)
        for noticed in fault.notices:
            _OF_FACT[noticed.fact] = (*_OF_FACT.get(noticed.fact, ()), noticed)
        for matter in fault.matters:
            if _OF_MATTER.setdefault(matter, fault) is not fault:
                raise ValueError(f"{matter!r} is of {_OF_MATTER[matter].name!r} and of {fault.name!r}")


def fault_of(matter: str) -> Fault:
    """The fault of a rule key, NO_FAULT if it is of none."""
    return _OF_MATTER.get(matter, NO_FAULT)


def notice(table: Table, hand: Hand | None, fact: object) -> bool:
    """Let the first fault that sees itself in the fact judge it. Return False if none does.

    `hand`: None only for a fact between hands.
    """
    for noticed in _OF_FACT.get(type(fact), ()):
        if noticed.sees(table, hand, fact):
            noticed.judge(table, hand, fact)
            return True
    return False


def stands_while(key: str) -> Stands | None:
    """The test whether an alarm of that key still stands, or None if the key belongs to no fault."""
    return _OF_ALARM.get(key)
