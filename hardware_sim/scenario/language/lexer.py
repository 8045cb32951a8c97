"""Lines become words. A cursor takes them one by one and says what would have been allowed."""

import re
from collections.abc import Callable, Collection
from typing import NamedTuple, NoReturn, Self, TypeVar

from controller.poker.cards import RANKS, SUITS
from controller.poker.places import SEATS

from .errors import At, Problem, Wrong

Item = TypeVar("Item")

MS = 1_000_000
SECOND = 1_000 * MS

_COMMENT = re.compile(r"(?:^|(?<=\s))#")
_WORD = re.compile(
    r"""
    "[^"]*"                           # words in quotes
    | \d{1,3}(?:,\d{3})+(?![\d,])     # an amount with commas between its thousands
    | [^\s,;:|=+()"]+                 # a word, a number, a card, an article
    | [,;:|=+()"]                     # a mark
    """,
    re.VERBOSE,
)
_COUNTED = re.compile(r"(\d{1,4})[x×](\d{1,12})")
_AMOUNT = re.compile(r"-?(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4})")
_TIME = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)(ms|s)?")
_ARTICLE = re.compile(r"[a-z][a-z_]*-[A-Za-z]?\d+(?:\.\d+)*[a-z]?")
_KEY = re.compile(rf"{_ARTICLE.pattern}#\d{{1,3}}")
_RANGE = re.compile(r"(\d{1,2})-(\d{1,2})")
MOST_CHIPS = 1_000  # in one motion: a stack that one hand can move has a tenth of that

NOISE = ("seat", "seats", "the", "a", "an")


class Token(NamedTuple):
    """A word of a line, in small letters too, and its column from 1. Most words are compared more than once."""

    text: str
    low: str
    column: int


def without_comment(line: str) -> str:
    """Return the line up to a `#` at its start or after a space."""
    found = _COMMENT.search(line)
    return line[: found.start()] if found else line


def split(line: str) -> list[Token]:
    """Return the words and marks of a line without its comment."""
    return [Token(match[0], match[0].lower(), match.start() + 1) for match in _WORD.finditer(without_comment(line))]


class Cursor:
    """The words of one line, read from left to right. Every method that fails raises `Wrong`."""

    def __init__(self, line: str, number: int) -> None:
        self.line, self.number = without_comment(line), number
        self._tokens = split(line)
        self._next = 0

    # --- looking ------------------------------------------------------------------------------------------------

    @property
    def done(self) -> bool:
        return self._next >= len(self._tokens)

    @property
    def at(self) -> At:
        """The place of the next word, or of the end of the line."""
        column = len(self.line.rstrip()) + 1 if self.done else self._tokens[self._next].column
        return At(self.number, column)

    def peek(self, ahead: int = 0) -> str:
        """Return a coming word in small letters, or "" past the end."""
        index = self._next + ahead
        return self._tokens[index].low if index < len(self._tokens) else ""

    def fail(self, allowed: str) -> NoReturn:
        found = "" if self.done else self._tokens[self._next].text
        raise Wrong(Problem(self.at, found, allowed))

    def is_number(self, ahead: int = 0) -> bool:
        return _AMOUNT.fullmatch(self.peek(ahead)) is not None

    # --- words --------------------------------------------------------------------------------------------------

    def take(self) -> str:
        """Take the next word as it was written."""
        token = self._tokens[self._next]
        self._next += 1
        return token.text

    def maybe(self, *words: str) -> bool:
        """Take these words if they come next, one after the other."""
        for ahead, word in enumerate(words):
            if self.peek(ahead) != word:
                return False
        self._next += len(words)
        return True

    def any_of(self, *words: str) -> str | None:
        """Take one of these words if it comes next."""
        return self.take().lower() if self.peek() in words else None

    def one_of(self, words: Collection[str], what: str = "") -> str:
        """Take the next word, which must be one of these."""
        if self.peek() not in words:
            self.fail(what or ", ".join(words))
        return self.take().lower()

    def must(self, *words: str) -> None:
        if not self.maybe(*words):
            self.fail(" ".join(words))

    def noise(self, *words: str) -> None:
        """Pass over words that only make the line easier to read."""
        while self.any_of(*(words or NOISE)):
            pass

    def rest(self) -> str:
        """Take everything up to the end of the line, without quotes around it."""
        text = "" if self.done else self.line[self._tokens[self._next].column - 1 :].strip()
        self._next = len(self._tokens)
        return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text

    def end(self, allowed: str = "the end of the line") -> None:
        if not self.done:
            self.fail(allowed)

    def quoted(self) -> str | None:
        """Take words in quotes, if they come next."""
        return self.take()[1:-1] if len(self.peek()) > 1 and self.peek().startswith('"') else None

    def name(self, what: str) -> str:
        """Take a plain word, such as a key."""
        if not re.fullmatch(r"[a-z][a-z0-9_.]*", self.peek()):
            self.fail(what)
        return self.take().lower()

    # --- numbers ------------------------------------------------------------------------------------------------

    def number_of(self, what: str, least: int = 0) -> int:
        """Take an integer of at least `least`."""
        if not self.is_number() or int(self.peek().replace(",", "")) < least:
            self.fail(what)
        return int(self.take().replace(",", ""))

    def amount(self, what: str = "an amount") -> int:
        return self.number_of(what)

    def signed(self, what: str = "an amount") -> int:
        self.maybe("+")
        return self.number_of(what, -(10**15))

    def seat(self) -> int:
        """Take a seat's number, with or without the word "seat"."""
        self.noise()
        if not self.peek().isdecimal() or len(self.peek()) > 2 or int(self.peek()) not in SEATS:
            self.fail("a seat, 1 to 10")
        return int(self.take())

    def seats(self) -> tuple[int, ...]:
        """Take seats: `3`, `3, 4`, `3 4 and 7`, `1-4`."""
        found = list(self._seat_or_range())
        while self._seat_follows():
            self.any_of(",", "and")
            found += self._seat_or_range()
        return tuple(dict.fromkeys(found))

    def _seat_follows(self) -> bool:
        ahead = 1 if self.peek() in (",", "and") else 0
        ahead += self.peek(ahead) in NOISE
        word = self.peek(ahead)
        return _RANGE.fullmatch(word) is not None or (word.isdecimal() and len(word) < 3 and int(word) in SEATS)

    def _seat_or_range(self) -> tuple[int, ...]:
        self.noise()
        match = _RANGE.fullmatch(self.peek())
        if match is None:
            return (self.seat(),)
        first, last = int(match[1]), int(match[2])
        if not (first in SEATS and last in SEATS and first <= last):
            self.fail("seats from the lower to the higher, 1 to 10, such as 1-4")
        self.take()
        return tuple(range(first, last + 1))

    def duration(self) -> int:
        """Take a time and return it in ns: `2 s`, `200 ms`, `0.5s`."""
        match = _TIME.fullmatch(self.peek())
        unit = match[2] or self.peek(1) if match else ""
        if match is None or unit not in ("s", "ms", "second", "seconds"):
            self.fail("a time, such as 2 s or 200 ms")
        self.take()
        if not match[2]:
            self.take()
        return round(float(match[1]) * (MS if unit == "ms" else SECOND))

    # --- things -------------------------------------------------------------------------------------------------

    def chips(self) -> tuple[int, ...]:
        """Take chips by denomination in the order written: `2x1000`, `1000 + 2x100`, `500`."""
        found = list(self._pile())
        while self.maybe("+"):
            found += self._pile()
        if len(found) > MOST_CHIPS:
            self.fail(f"at most {MOST_CHIPS} chips in one motion")
        return tuple(found)

    def _pile(self) -> tuple[int, ...]:
        what = "chips, such as 2x1000 or 1000 + 2x100"
        match = _COUNTED.fullmatch(self.peek())
        if match is None:
            return (self.number_of(what, 1),)
        if int(match[1]) not in range(1, MOST_CHIPS + 1) or int(match[2]) < 1:
            self.fail(what)
        self.take()
        return (int(match[2]),) * int(match[1])

    def is_card(self, ahead: int = 0) -> bool:
        index = self._next + ahead
        return index < len(self._tokens) and as_card(self._tokens[index].text) is not None

    def card(self) -> str:
        """Take a card's name, such as `As` or `Td`."""
        if not self.is_card():
            self.fail("a card: a rank of 23456789TJQKA and a suit of cdhs, such as As or Td")
        return as_card(self.take()) or ""

    def cards(self) -> tuple[str, ...]:
        """Take at least one card."""
        found = [self.card()]
        while self.is_card():
            found.append(self.card())
        return tuple(found)

    def is_article(self, ahead: int = 0) -> bool:
        return _ARTICLE.fullmatch(self._raw(ahead)) is not None

    def article(self) -> str:
        """Take an article of a rulebook, such as `lfp-7.27`."""
        if not self.is_article():
            self.fail("an article, such as lfp-7.27")
        return self.take()

    def articles(self) -> tuple[str, ...]:
        """Take articles with commas between. Returns none if no article comes."""
        found = [self.article()] if self.is_article() else []
        while found and self.peek() == "," and self.is_article(1):
            self.take()
            found.append(self.article())
        return tuple(found)

    def listed(self, read: Callable[[Self], Item]) -> tuple[Item, ...]:
        """Take at least one thing, with commas between several."""
        found = [read(self)]
        while self.maybe(","):
            found.append(read(self))
        return tuple(found)

    def key(self) -> str:
        """Take a case of the catalogue, such as `lfp-7.27#1`."""
        if not _KEY.fullmatch(self._raw(0)):
            self.fail("a case of the catalogue, such as lfp-7.27#1")
        return self.take()

    def _raw(self, ahead: int) -> str:
        index = self._next + ahead
        return self._tokens[index].text if index < len(self._tokens) else ""


def as_card(text: str) -> str | None:
    """Return a card's name in its usual letters, As for "as" and "AS", or None for anything else."""
    if len(text) != 2:
        return None
    rank, suit = text[0].upper(), text[1].lower()
    return rank + suit if rank in RANKS and suit in SUITS else None
