"""What a scenario says, as a tree. `str` of a line is its text in the language. Positions do not count for equality.

- Amounts are in minor units, times in ns, seats 1 to 10, cards by name.
- Chips are denominations in the order written.
"""

from dataclasses import dataclass, field

from .act_nodes import DealerAct, ToldOrSensed
from .errors import At
from .expectation_nodes import Expect
from .notation import Chips, Seats, joined
from .player_acts import PlayerAct


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook, its structure and its game. "" is the first of the rulebook."""

    key: str
    structure: str = ""
    variant: str = ""

    def __str__(self) -> str:
        return joined(self.key, self.structure, self.variant)


@dataclass(frozen=True, slots=True)
class Header:
    """What is on the table before the first act. None or empty: not given."""

    books: tuple[Book, ...] = ()
    rules: tuple[str, ...] = ()  # articles whose boundaries it plays, besides the cases of the catalogue
    shows: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    blinds: tuple[int, int] | None = None
    ante: int | None = None
    big_blind_ante: int | None = None
    bets: tuple[int, int] | None = None
    seats: Seats = ()
    stack: int | None = None  # of every seat that has none of its own
    stacks: tuple[tuple[int, int], ...] = ()
    chips: tuple[tuple[int, Chips], ...] = ()
    sitting_out: Seats = ()
    empty: Seats = ()  # chairs that a player may take
    devices: str | None = None  # how much use of telephones the organiser tolerates
    absence: int | None = None  # ns: players who are away for longer lose their places
    buyin: tuple[int, int] | None = None  # the least and the most of a buy-in
    self_dealt: bool | None = None
    button: int | None = None
    smallest: int | None = None
    unit: int | None = None
    cash: bool | None = None
    absent: tuple[str, ...] = ()  # parts: "shoe", "cards", "faces", "board", "chips", "chips:4", "pot", ...
    resolution: int | None = None
    rake: tuple[int, int] | None = None  # hundredths of a per cent, and the most of a hand (0: no maximum)
    levels: tuple[tuple[str, int, int], ...] = ()  # as written, its duration (ns), the break after it (ns)
    players: int | None = None  # of the whole tournament
    starting: int | None = None  # the stack with which each player begins
    rebuys: tuple[int, int, int] | None = None  # stack, levels, the most of each (0: no limit)
    addon: tuple[int, int] | None = None  # stack, how many for one price
    latecomers: tuple[str, int] | None = None  # kind of event, levels in which they may come (0: not given)
    shoe: tuple[str, ...] = ()
    hands: tuple[tuple[int, tuple[str, ...]], ...] = ()
    board: tuple[str, ...] = ()


Statement = PlayerAct | DealerAct | ToldOrSensed | Expect


@dataclass(frozen=True, slots=True)
class Line:
    """A statement and its place. `under`: it only runs under one of these rulebooks."""

    statement: Statement
    under: tuple[str, ...] = ()
    at: At = field(default=At(0, 0), compare=False)

    def __str__(self) -> str:
        return f"under {', '.join(self.under)}: {self.statement}" if self.under else str(self.statement)


@dataclass(frozen=True, slots=True)
class Proof:
    """An expectation that is marked as the proof of a case, and its place."""

    statement: Expect
    at: At


@dataclass(frozen=True, slots=True)
class Scenario:
    """One hand or more at one table. `shows_under`: cases shown only under a rulebook."""

    name: str
    header: Header
    script: tuple[Line, ...]
    shows_under: tuple[tuple[str, str], ...] = ()  # (book, case)
    at: At = field(default=At(1, 1), compare=False)

    def shown_by(self, book: str) -> tuple[str, ...]:
        """Return the cases it shows when run under a rulebook: those of its header, and those that a line proves."""
        own = (*self.header.shows, *(case for b, case in self.shows_under if b == book))
        return tuple(dict.fromkeys([*own, *(case for line in self.proofs(book) for case in line.statement.shows)]))

    def proofs(self, book: str) -> tuple[Proof, ...]:
        """Return the expectations under a rulebook that are marked as the proof of a case."""
        lines = (line for line in self.script if not line.under or book in line.under)
        return tuple(Proof(x.statement, x.at) for x in lines if isinstance(x.statement, Expect) and x.statement.shows)


@dataclass(frozen=True, slots=True)
class File:
    """The scenarios of a text, in order."""

    source: str
    scenarios: tuple[Scenario, ...]
