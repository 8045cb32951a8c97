"""From the text of a file to its tree. Pure. Each line is read by itself, so every error of the file is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePath
from typing import Any, Final

from controller.rulebooks.variants import HOLDEM, VARIANTS, GameVariant
from firmware_bridge.messages.roles import STAFF

from .dealer_lines import STATEMENTS
from .errors import At, Problem, ScenarioError, Wrong
from .expectation_lines import read_expect
from .expectation_nodes import Expect, WantAlarm, WantAsk, WantDisplay, WantPrompt, WantRefused, WantRuling
from .header_lines import Draft, is_header, read_book, read_header
from .lexer import Cursor
from .player_lines import read_act
from .tree import File, Header, Line, Scenario, Statement

BEGINNINGS: Final = (
    "scenario | what lies on the table, such as table, blinds, seats, shoe | an act, such as 3 calls | "
    f"{', '.join(STATEMENTS)} | expect | under"
)


def parse(text: str, source: str = "scenario") -> File:
    """Return the scenarios of a text. Raises ScenarioError with every error in it, and nothing else."""
    reader = _Reader(source)
    for number, line in enumerate(text.splitlines(), start=1):
        reader.read(line, number)
    return reader.file()


class _Reader:
    def __init__(self, source: str) -> None:
        self.source = source
        self.problems: list[Problem] = []
        self.scenarios: list[Scenario] = []
        self.shared: Header | None = None
        self._begin(PurePath(source).stem, At(1, 1))

    def _begin(self, name: str, at: At) -> None:
        self.name, self.at = name, at
        self.draft = Draft(self.shared)
        self.lines: list[Line] = []
        self.shows_under: list[tuple[str, str]] = []
        self.broken = len(self.problems)

    # --- lines ------------------------------------------------------------------------------------------------

    def read(self, text: str, number: int) -> None:
        cursor = Cursor(text, number)
        if cursor.done:
            return
        try:
            self._line(cursor)
            cursor.end()
        except Wrong as wrong:
            self.problems.append(wrong.problem)

    def _line(self, c: Cursor) -> None:
        at = c.at
        if c.maybe("scenario"):
            self._next(c, at)
        elif c.peek() == "under":
            self._under(c, at)
        elif is_header(c):
            self._header(c)
        else:
            self.lines.append(Line(self._statement(c), (), at))

    def _next(self, c: Cursor, at: At) -> None:
        name = c.rest() or c.fail("the scenario's name")
        if self.scenarios or self.shared is not None:
            self._close()
        elif self.lines:
            raise Wrong(
                Problem(at, "scenario", "only what all scenarios of the file share, before the first of them")
            )
        else:
            self.shared = self.draft.header
        self._begin(name, at)

    def _under(self, c: Cursor, at: At) -> None:
        c.maybe("under")
        books = c.listed(read_book)
        if not c.maybe(":"):
            self.draft.put("books", books, at, "under")
            c.maybe(",")
            read_header(c, self.draft)
        elif c.maybe("shows"):
            while not c.done:
                case = c.key()
                self.shows_under += [(book.key, case) for book in books]
                c.maybe(",")
        else:
            self.lines.append(Line(self._statement(c), tuple(book.key for book in books), at))

    def _header(self, c: Cursor) -> None:
        if self.lines:
            c.fail("an act or an expectation. What lies on the table is said before the first act")
        read_header(c, self.draft)

    def _statement(self, c: Cursor) -> Statement:
        if c.maybe("expect"):
            return read_expect(c)
        if c.peek() in STATEMENTS:
            word = c.peek()
            return STATEMENTS[word](c) if word in STAFF else _after(c)
        if c.peek()[:1].isdecimal() or c.peek() == "seat":
            return read_act(c)
        return c.fail(BEGINNINGS)

    # --- a scenario -------------------------------------------------------------------------------------------

    def _close(self) -> None:
        scenario = Scenario(self.name, self.draft.header, tuple(self.lines), tuple(self.shows_under), self.at)
        if len(self.problems) == self.broken:
            self.problems += check(scenario, self.draft.where)
        self.scenarios.append(scenario)

    def file(self) -> File:
        self._close()
        if self.problems:
            raise ScenarioError(self.source, self.problems)
        return File(self.source, tuple(self.scenarios))


def _after(c: Cursor) -> Statement:
    return STATEMENTS[c.take().lower()](c)


# --- what a line alone cannot show ---------------------------------------------------------------------------------


def check(scenario: Scenario, where: Where = lambda _name: ()) -> list[Problem]:
    """Return what is missing or does not fit together in a scenario whose lines can all be read.

    `where` returns the places of each setting of its header.
    """
    header, at = scenario.header, scenario.at
    needed = (("table and a rulebook", header.books), ("blinds", header.blinds), ("seats", header.seats))
    problems = [Problem(at, scenario.name, f"a scenario that says {what}") for what, said in needed if not said]
    if not scenario.script:
        problems.append(Problem(at, scenario.name, "a scenario with at least one act"))
    if header.smallest and any(blind % header.smallest for blind in header.blinds or ()):
        place = _first(where, at, "smallest", "blinds")
        problems.append(Problem(place, str(header.smallest), "a smallest chip that makes up the blinds"))
    problems += _card_problems(header, at, where)
    if header.seats:
        problems += _seat_problems(scenario, where)
    return problems


Where = Callable[[str], Sequence[At]]
"""From the name of a setting to its places, of a list each of its lines."""


def _first(where: Where, otherwise: At, *names: str) -> At:
    """The place of the first of some settings that the scenario itself has."""
    return next((place for name in names for place in where(name)), otherwise)


def _card_problems(header: Header, at: At, where: Where) -> Iterator[Problem]:
    seen: set[str] = set()
    for place, card in _known_cards(header, at, where):
        if card in seen:
            yield Problem(place, card, "each card once in shoe, hands and board")
        seen.add(card)
    if header.shoe and (header.hands or header.board):
        place = _first(where, at, "hands", "board", "shoe")
        yield Problem(place, "shoe", "either the whole shoe, or hands and board")
    for variant in dict.fromkeys(VARIANTS[book.variant or HOLDEM.key] for book in header.books):
        yield from _wrong_number(header, variant, at, where)


def _wrong_number(header: Header, variant: GameVariant, at: At, where: Where) -> Iterator[Problem]:
    """Hands and a board with more or fewer cards than the game has."""
    for place, (seat, cards) in _each(header.hands, where("hands"), at):
        if len(cards) != variant.hole_cards:
            yield Problem(
                place, f"hand {seat} {' '.join(cards)}", f"a hand of {variant.hole_cards} cards, for {variant.key}"
            )
    if len(header.board) > (most := variant.board_cards):
        yield Problem(_first(where, at, "board"), header.board[most], f"a board of at most {most} cards")


def _known_cards(header: Header, at: At, where: Where) -> Iterator[tuple[At, str]]:
    """Each card that the header names, with its place."""
    yield from ((_first(where, at, "shoe"), card) for card in header.shoe)
    for place, (_, cards) in _each(header.hands, where("hands"), at):
        yield from ((place, card) for card in cards)
    yield from ((_first(where, at, "board"), card) for card in header.board)


def _each(pairs: Sequence[Any], places: Sequence[At], otherwise: At) -> Iterator[tuple[At, Any]]:
    """The entries of a list with their places. Those of the file come first, and have no place here."""
    shared = max(0, len(pairs) - len(places))
    return zip([otherwise] * shared + list(places), pairs, strict=False)


def _seat_problems(scenario: Scenario, where: Where) -> list[Problem]:
    header = scenario.header
    found: list[tuple[At, int]] = []
    for name in ("stacks", "chips", "hands"):
        found += [(at, pair[0]) for at, pair in _each(getattr(header, name), where(name), scenario.at)]
    found += [(_first(where, scenario.at, "sitting_out"), seat) for seat in header.sitting_out]
    found += [(line.at, seat) for line in scenario.script for seat in seats_of(line.statement)]
    chairs = (*header.seats, *header.empty)
    allowed = f"a seat of this table: {', '.join(map(str, chairs))}"
    problems = [Problem(at, str(seat), allowed) for at, seat in found if seat not in chairs]
    if len(header.seats) < 2:
        place = _first(where, scenario.at, "seats")
        problems.append(Problem(place, str(header.seats[0]), "a table of at least two seats"))
    return problems


_OF_A_SEAT: Final = WantRuling | WantRefused | WantAsk | WantAlarm | WantPrompt | WantDisplay


def seats_of(statement: Statement) -> tuple[int, ...]:
    """Return every seat that a statement names."""
    if isinstance(statement, Expect):
        return tuple(want.seat for want in statement.wants if isinstance(want, _OF_A_SEAT) and want.seat)
    one = getattr(statement, "seat", 0)
    many = getattr(statement, "seats", ()) or getattr(statement, "keep", ())
    return (*((one,) if one else ()), *many)
