"""The lines typed or piped into `sabot register`, one tag a line. All faults are reported at once, and never a
tag."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

from controller.poker.cards import DECK_SIZE, Card, name
from controller.registers.chips import Chip, ChipState
from controller.registers.decks import card_or_joker
from firmware_bridge.messages.base import LARGEST_SUM, LONGEST_NAME, TagId

Value = TypeVar("Value")
MOST_COMPLAINTS = 20  # a wrong file has one fault on every line, and a person reads no more than a screen


MOST_DIGITS = len(str(LARGEST_SUM))


def deck_name(text: str) -> str:
    """Return a name that pages and messages can carry. Raises ValueError."""
    name = text.strip()
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise ValueError(f"deck name {text[:LONGEST_NAME]!r}: allowed are 1-{LONGEST_NAME} printable characters")
    return name


class LinesError(ValueError):
    """All that is wrong with the lines, each with its number. No tag is quoted."""

    def __init__(self, complaints: list[str]) -> None:
        self.complaints = complaints
        more = len(complaints) - MOST_COMPLAINTS
        shown = complaints[:MOST_COMPLAINTS] + ([f"and {more} more"] if more > 0 else [])
        super().__init__("\n".join(shown))


def card_lines(lines: Iterable[str]) -> dict[TagId, Card]:
    """`iso14443a:04A1… As` → tags and cards: 52 tags, each card once, and jokers if there are. Raises LinesError."""
    found, complaints = _read(lines, _card)
    complaints += _deck_complaints([face for face in found.values() if face < DECK_SIZE])
    if complaints:
        raise LinesError(complaints)
    return found


def chip_lines(lines: Iterable[str]) -> dict[TagId, Chip]:
    """Read `iso15693:E004… 500 main` into tags and chips. The series may be left out. Raises LinesError."""
    found, complaints = _read(lines, chip_of)
    if not found and not complaints:
        complaints = ["no chip was given"]
    if complaints:
        raise LinesError(complaints)
    return found


def _read(lines: Iterable[str], parse: Callable[[list[str]], Value]) -> tuple[dict[TagId, Value], list[str]]:
    found: dict[TagId, Value] = {}
    first: dict[TagId, int] = {}
    complaints: list[str] = []
    for number, line in enumerate(lines, start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            tag, value = TagId(words[0]), parse(words[1:])
        except ValueError as error:
            complaints.append(f"line {number}: {error}")
            continue
        if tag in found:
            complaints.append(f"line {number}: the same tag as line {first[tag]}")
            continue
        found[tag], first[tag] = value, number
    return found, complaints


def _card(words: list[str]) -> Card:
    if len(words) != 1:
        raise ValueError(f"{len(words)} words after the tag. Allowed is one, the card, such as As")
    return card_or_joker(words[0])


def chip_of(words: list[str]) -> Chip:
    """Return the chip of a line's words after the tag: denomination, series, state. Raises ValueError."""
    if not 1 <= len(words) <= 3:
        raise ValueError(f"{len(words)} words after the tag. Allowed are the denomination, the series and the state")
    figure = words[0] if words[0].isascii() and words[0].isdecimal() and len(words[0]) <= MOST_DIGITS else "0"
    if not 1 <= int(figure) <= LARGEST_SUM:
        raise ValueError(f"the denomination is a whole number of 1-{LARGEST_SUM}, in minor units")
    if len(words[1:]) and len(words[1]) > LONGEST_NAME:
        raise ValueError(f"the series has {len(words[1])} characters. Allowed are 1-{LONGEST_NAME}")
    states = [state.value for state in ChipState]
    if words[2:] and words[2] not in states:
        raise ValueError(f"the word after the series is no state of a chip. Allowed: {', '.join(states)}")
    return Chip(int(figure), words[1] if words[1:] else "main", ChipState(words[2] if words[2:] else states[0]))


def _deck_complaints(cards: list[Card]) -> list[str]:
    """Return the cards that a whole deck has twice or not at all. This names no tag's card."""
    twice = sorted(card for card, times in Counter(cards).items() if times > 1)
    missing = sorted(set(range(DECK_SIZE)) - set(cards))
    found = (
        (twice, "given to more than one tag. A deck has each card once"),
        (missing, "missing. A deck has 52 cards"),
    )
    return [f"{' '.join(map(name, which))}: {what}" for which, what in found if which]
