"""Read what is on the table before the first act."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.rulebooks.variants import VARIANTS

from .errors import At, Problem, Wrong
from .lexer import Cursor
from .tree import Book, Header

LISTS: Final = ("rules", "shows", "notes", "stacks", "chips", "absent", "hands")
"""Settings that may stand on several lines, each adding to the ones before."""

BY_SEAT: Final = ("stacks", "chips", "hands")
"""Lists in which the scenario's own entries replace those of the file seat by seat."""

PARTS: Final = ("shoe", "cards", "faces", "board", "chips", "pot", "button", "posts")


class Draft:
    """A header while it is read, over what the file gives for all of its scenarios."""

    def __init__(self, shared: Header | None = None) -> None:
        self.shared = replace(shared, rules=(), shows=(), notes=()) if shared else Header()
        self.values: dict[str, Any] = {}
        self._places: dict[str, list[At]] = {}

    @property
    def header(self) -> Header:
        """The finished header, in which the scenario's own settings replace the shared ones."""
        own: dict[str, Any] = dict(self.values)
        own |= {name: self._over_shared(name) for name in BY_SEAT if name in own}
        if "stacks" in own:  # a stack given as a sum replaces one given as chips
            said = dict(self.values["stacks"])
            shared = own.get("chips", self.shared.chips)
            own["chips"] = tuple(
                pair for pair in shared if pair[0] not in said or pair in self.values.get("chips", ())
            )
        return replace(self.shared, **own)

    def _over_shared(self, name: str) -> tuple[Any, ...]:
        """The scenario's entries, and the file's entries of the other seats at this table."""
        said = {seat for seat, _ in self.values[name]}
        at_table = {*self.values.get("seats", self.shared.seats), *self.values.get("empty", self.shared.empty)}
        shared = (pair for pair in getattr(self.shared, name) if pair[0] in at_table - said)
        return (*shared, *self.values[name])

    def where(self, name: str) -> tuple[At, ...]:
        """Return the places of a setting, of a list each of its lines. None if only the file has it."""
        return tuple(self._places.get(name, ()))

    def put(self, name: str, value: object, at: At, word: str) -> None:
        """Set a field. Raises Wrong if it is set already and is no list."""
        if name in LISTS and isinstance(value, tuple):
            self.values[name] = (*self.values.get(name, ()), *value)
        elif name in self.values:
            raise Wrong(Problem(at, word, f"this once only. Line {self._places[name][0].line} says it already"))
        else:
            self.values[name] = value
        self._places.setdefault(name, []).append(at)


Read = Callable[[Cursor], object]


def is_header(c: Cursor) -> bool:
    """Whether the line is a setting of the table."""
    if c.peek() == "seat":
        return c.peek(2) in ("stack", "chips")
    return c.peek() in SETTINGS or c.peek() in ("big", "sitting", "table", "cash", "tournament", "self-dealt")


def read_header(c: Cursor, draft: Draft) -> None:
    """Read a line of settings, one after the other."""
    while not c.done:
        _setting(c, draft)
        c.maybe(",")


def _setting(c: Cursor, draft: Draft) -> None:
    at, word = c.at, c.peek()
    if c.maybe("table"):
        if not c.done and not is_header(c):
            draft.put("books", (read_book(c),), at, word)
    elif c.any_of("cash", "tournament"):
        draft.put("cash", word == "cash", at, word)
    elif c.maybe("self-dealt"):
        draft.put("self_dealt", True, at, word)
    elif c.maybe("big", "blind", "ante"):
        draft.put("big_blind_ante", c.amount(), at, word)
    elif c.maybe("sitting", "out"):
        draft.put("sitting_out", c.seats(), at, word)
    elif c.peek() == "seat" and c.peek(2) in ("stack", "chips"):
        _seat(c, draft, at)
    elif word in SETTINGS:
        name, read = SETTINGS[c.take().lower()]
        draft.put(name, read(c), at, word)
    else:
        c.fail(f"{', '.join(SETTING_WORDS)}, or the end of the line")


def _seat(c: Cursor, draft: Draft, at: At) -> None:
    seat = c.seat()
    if c.maybe("stack"):
        draft.put("stacks", ((seat, c.amount()),), at, "seat")
    else:
        c.must("chips")
        draft.put("chips", ((seat, c.chips()),), at, "seat")


def read_book(c: Cursor) -> Book:
    """Read a rulebook, with its structure if it has several, and a game other than hold'em: `roberts pot_limit
    omaha`."""
    key = c.name("a rulebook, such as lfp")
    structure = c.any_of("no_limit", "pot_limit", "limit")
    if structure is None and c.peek() in ("no", "pot") and c.peek(1) == "limit":
        structure = f"{c.take().lower()}_{c.take().lower()}"
    return Book(key, structure or "", c.any_of(*VARIANTS) or "")


def _pair(c: Cursor) -> tuple[int, int]:
    at, word = c.at, "" if c.done else c.take()
    low, _, high = word.partition("/")
    if not (low.isdecimal() and high.isdecimal() and len(word) < 32 and 0 <= int(low) <= int(high) and int(high)):
        raise Wrong(Problem(at, word, "two amounts, the lower first, such as 50/100"))
    return int(low), int(high)


def _keys(c: Cursor) -> tuple[str, ...]:
    keys = [c.key()]
    while c.maybe(",") or not c.done:
        keys.append(c.key())
    return tuple(keys)


def _rules(c: Cursor) -> tuple[str, ...]:
    return c.articles() or c.fail("an article, such as lfp-2.5")


def _note(c: Cursor) -> tuple[str, ...]:
    text = c.rest()
    return (text,) if text else c.fail("words")


def _parts(c: Cursor) -> tuple[str, ...]:
    parts = [*_part(c)]
    while c.any_of(",", "and"):
        parts += _part(c)
    return tuple(parts)


def _part(c: Cursor) -> tuple[str, ...]:
    part = c.one_of(PARTS)
    return tuple(f"chips:{seat}" for seat in c.seats()) if part == "chips" and c.peek().isdecimal() else (part,)


def _cards(c: Cursor) -> tuple[str, ...]:
    cards: list[str] = []
    while not c.done:
        cards += [] if c.maybe("|") else [c.card()]
    return tuple(cards) or c.fail("cards, such as As Kd | 7c")


def _hand(c: Cursor) -> tuple[tuple[int, tuple[str, ...]], ...]:
    seat = c.seat()
    c.any_of("=", ":")
    return ((seat, c.cards()),)


def _board(c: Cursor) -> tuple[str, ...]:
    c.any_of("=", ":")
    return _cards(c)


def _span(c: Cursor) -> tuple[int, int]:
    least = c.amount()
    c.must("to")
    return least, c.number_of(f"an amount of at least {least}", least)


def _amount(c: Cursor) -> int:
    return c.number_of("an amount of at least 1", 1)


def _rake(c: Cursor) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,2})(?:\.(\d{1,2}))?(%?)", c.peek())
    if match is None:
        c.fail("a rate in per cent, such as 4 % or 2.5 % at most 50")
    c.take()
    if not match[3]:
        c.must("%")
    rate = int(match[1]) * 100 + int((match[2] or "").ljust(2, "0"))
    return rate, _amount(c) if c.maybe("at", "most") else 0


def _levels(c: Cursor) -> tuple[tuple[str, int, int], ...]:
    """Read `100/200, 200/400/25 each 1200 s, break 600 s after 2`."""
    texts = [_level(c)]
    while c.maybe(",") or re.match(r"\d+/", c.peek()):
        texts.append(_level(c))
    lasts = c.duration() if c.maybe("each") else 0
    pause = c.duration() if c.maybe("break") else 0
    after = c.number_of("a level", 1) if c.maybe("after") else 1
    return tuple((text, lasts, pause if n == after else 0) for n, text in enumerate(texts, 1))


def _level(c: Cursor) -> str:
    if not re.fullmatch(r"\d+/\d+(/(bb)?\d+)?", c.peek()):
        c.fail("a level, such as 100/200 or 100/200/25")
    return c.take().lower()


def _rebuys(c: Cursor) -> tuple[int, int, int]:
    stack = _amount(c)
    levels = c.number_of("how many levels", 1) if c.maybe("levels") else 1
    return stack, levels, c.number_of("how many each", 1) if c.maybe("at", "most") else 0


def _addon(c: Cursor) -> tuple[int, int]:
    return _amount(c), c.number_of("how many for one", 1) if c.maybe("times") else 1


def _devices(c: Cursor) -> str:
    return c.one_of(("strict", "messages", "calls"))


def _latecomers(c: Cursor) -> tuple[str, int]:
    kind = c.one_of(("free", "prepaid", "late_registration"))
    if not c.maybe("for"):
        return kind, 0
    levels = c.number_of("how many levels", 1)
    c.must("levels")
    return kind, levels


SETTINGS: Final[dict[str, tuple[str, Read]]] = {
    "under": ("books", lambda c: c.listed(read_book)),
    "rule": ("rules", _rules),
    "shows": ("shows", _keys),
    "note": ("notes", _note),
    "blinds": ("blinds", _pair),
    "ante": ("ante", _amount),
    "bets": ("bets", _pair),
    "seats": ("seats", Cursor.seats),
    "stacks": ("stack", _amount),
    "empty": ("empty", Cursor.seats),
    "absence": ("absence", Cursor.duration),
    "devices": ("devices", _devices),
    "buy-in": ("buyin", _span),
    "button": ("button", Cursor.seat),
    "smallest": ("smallest", _amount),
    "unit": ("unit", _amount),
    "without": ("absent", _parts),
    "resolution": ("resolution", Cursor.duration),
    "rake": ("rake", _rake),
    "levels": ("levels", _levels),
    "players": ("players", _amount),
    "starting": ("starting", _amount),
    "rebuys": ("rebuys", _rebuys),
    "addon": ("addon", _addon),
    "latecomers": ("latecomers", _latecomers),
    "shoe": ("shoe", _cards),
    "hand": ("hands", _hand),
    "board": ("board", _board),
}
SETTING_WORDS: Final = (
    "table", *SETTINGS, "big blind ante", "seat N stack", "seat N chips", "sitting out", "cash", "tournament",
    "self-dealt",
)  # fmt: skip
