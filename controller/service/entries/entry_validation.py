"""Whether an entry says what its form needs, and nothing else. Pure."""

import re
from collections.abc import Callable
from typing import Final

from controller.poker.cards import cards
from controller.poker.entries import ENTRIES, Form
from controller.poker.parts import OF_SEATS, TABLE, Part, Reads, parts_at
from controller.poker.said import Need
from controller.rulebooks.variants import variant_of
from firmware_bridge.messages.base import LARGEST_SUM
from firmware_bridge.messages.places import spot_called
from firmware_bridge.messages.public import Text
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.messages.told import DealerCommand

FIELDS: Final = ("seat", "other", "choice", "amount", "number", "value")
LONGEST: Final = 200  # characters of a free text: a line on a page
HIGHEST_NUMBER: Final = 100  # of players, rounds, cards, minutes
LONGEST_SAID: Final = 20  # characters of an entry that an error repeats
LEVEL: Final = re.compile(r"\d{1,12}/[1-9]\d{0,11}(/(bb)?\d{1,12})?")
Value = int | str | None


class Refused(Exception):
    """The command cannot be carried out. `text` gives the reason, `str()` its key."""

    def __init__(self, key: str, **params: str | int) -> None:
        self.text = Text(key=f"refused.{key}", params=dict(params))
        super().__init__(self.text.key)


def check(told: DealerCommand, table: TableFile) -> None:
    """Check an entry. Raises Refused with the field, its value and what is allowed, but repeats no card."""
    form = ENTRIES[told.word]
    _nothing_else(told, form)
    for need in form.needs:
        value: Value = getattr(told, need.field)
        if value is not None and need.only_with and told.choice not in need.only_with:
            raise Refused("only_with", field=need.field, allowed=", ".join(need.only_with))
        if value is not None or not need.optional:
            _CHECKS[need.kind](need, value, table)
    given = [need for need in form.needs if need.optional and getattr(told, need.field) is not None]
    if form.either and len(given) != 1:
        allowed = " / ".join(need.field for need in form.needs if need.optional)
        raise Refused("either", word=told.word, allowed=allowed)


def _nothing_else(told: DealerCommand, form: Form) -> None:
    fields = [need.field for need in form.needs]
    for name in FIELDS:
        if name not in fields and getattr(told, name) is not None:
            raise Refused("not_taken", word=told.word, field=name, allowed=", ".join(fields) or "-")


def check_seat(value: Value, table: TableFile) -> int:
    """A seat of this table. Raises Refused."""
    seats = table.table.seats
    if not isinstance(value, int) or value not in seats:
        raise Refused("seat", seat=value or 0, allowed=", ".join(map(str, seats)))
    return value


def _seat(_need: Need, value: Value, table: TableFile) -> None:
    check_seat(value, table)


def _choice(need: Need, value: Value, _table: TableFile) -> None:
    if value not in need.choices:
        raise Refused(
            "field", field=need.field, value="-" if value is None else _said(value), allowed=", ".join(need.choices)
        )


def _amount(_need: Need, value: Value, _table: TableFile) -> None:
    """An amount. In a text field it may be 0."""
    figure = _whole(value) if isinstance(value, str) else value
    if not isinstance(figure, int) or not (0 if isinstance(value, str) else 1) <= figure <= LARGEST_SUM:
        raise Refused("amount", value="-" if value is None else _said(value))


def _whole(text: str) -> int | None:
    """Return a number that was entered as text. None if it is no number, or has more digits than any amount."""
    return int(text) if text.isdecimal() and len(text) <= len(str(LARGEST_SUM)) else None


def _said(value: int | str) -> int | str:
    """Return what was entered as an error repeats it: a long text is cut."""
    return value if isinstance(value, int) or len(value) <= LONGEST_SAID else f"{value[:LONGEST_SAID]}…"


def _number(need: Need, value: Value, _table: TableFile) -> None:
    if not isinstance(value, int) or not need.least <= value <= HIGHEST_NUMBER:
        allowed = f"{need.least}-{HIGHEST_NUMBER}"
        raise Refused("field", field=need.field, value="-" if value is None else _said(value), allowed=allowed)


def _cards(need: Need, value: Value, table: TableFile) -> None:
    counts = need.cards or (variant_of(table.game.variant).hole_cards,)
    lengths = " / ".join(map(str, counts))
    text = str(value or "").replace(" ", "")
    try:
        count = len(set(cards(text)))
    except ValueError:
        raise Refused("cards", lengths=lengths) from None
    if count not in counts or len(text) != 2 * count:
        raise Refused("cards", lengths=lengths)


def _winners(_need: Need, value: Value, table: TableFile) -> None:
    """The winners of each pot, the outermost first, such as "7" and then "3,7". A semicolon parts the pots."""
    for word in str(value).replace(";", ",").split(","):
        check_seat(_whole(word), table)


def _level(need: Need, value: Value, _table: TableFile) -> None:
    if not LEVEL.fullmatch(str(value or "")):
        allowed = "100/200, 100/200/25, 100/200/bb200"
        raise Refused("field", field=need.field, value="-" if value is None else _said(value), allowed=allowed)


def _text(need: Need, value: Value, _table: TableFile) -> None:
    if not 1 <= len(str(value or "")) <= LONGEST:
        raise Refused("field", field=need.field, value="-", allowed=f"1-{LONGEST}")


def _part(_need: Need, value: Value, table: TableFile) -> None:
    parts_called(str(value or ""), table)


def parts_called(value: str, table: TableFile) -> tuple[Part, ...]:
    """Return the core's parts by what people call one, or those of a part of the table file by the places it looks
    at."""
    known = {part.name: part for part in parts_at(table.table.seats)}
    if value in known:
        return (known[value],)
    reader = next((part for part in table.part if part.name == value), None)
    looked_at = map(_part_at, reader.antennas.values() if reader else ())
    found = tuple(dict.fromkeys(part for part in looked_at if part is not None and part in known.values()))
    if not found:
        names = sorted(part.name for part in table.part if part.antennas)
        raise Refused("part", part=value or "-", allowed=", ".join([*sorted(known), *names]))
    return found


def _part_at(spot: str) -> Part | None:
    """Return the part that reads a place, None if no entry is about it."""
    kind, number = spot_called(spot)
    reads = _READS.get(kind)
    return None if reads is None else Part(reads, number if reads in OF_SEATS else TABLE)


_READS: Final = {
    "stack": Reads.CHIPS, "bet": Reads.CHIPS, "seat": Reads.CARDS,
    "board": Reads.BOARD, "pot": Reads.POT, "shoe": Reads.SHOE,
}  # fmt: skip
"""The reading of a part that looks at such a place."""

_CHECKS: Final[dict[str, Callable[[Need, Value, TableFile], None]]] = {
    "seat": _seat,
    "choice": _choice,
    "amount": _amount,
    "number": _number,
    "cards": _cards,
    "winners": _winners,
    "level": _level,
    "text": _text,
    "part": _part,
}
