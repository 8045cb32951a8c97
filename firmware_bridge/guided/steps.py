"""The steps of a guided test: which things of a table are tried, in which order, and what is done to them. Pure."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from firmware_bridge.messages.display import KEYS
from firmware_bridge.messages.guided_orders import Order
from firmware_bridge.messages.places import CARD_KINDS, LineKind, line_called, spot_called
from firmware_bridge.messages.tablefile import Part, TableFile
from firmware_bridge.parts.pins import NAME as PINS
from firmware_bridge.parts.pins import RESTS_ACTING
from firmware_bridge.sensing.table import near_of

from .checks import AntennaCheck, AtFirst, Check, KeyCheck, LineCheck, PictureCheck

CARDS: Final = ("shoe", *CARD_KINDS)

RESTS_BY_ITSELF: Final[tuple[LineKind, ...]] = ("beam", "back")
NOT_TRIED: Final[tuple[LineKind, ...]] = ("power",)
"""The table would lose its supply."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing of one part. `begin` makes its check."""

    part: str
    thing: str
    begin: Callable[[AtFirst], Check]


def steps_of(table: TableFile) -> tuple[Step, ...]:
    """Return all steps of a table: its readers, its lines, its displays."""
    readers = [part for part in table.part if part.reads]
    cards = {place for place in table.places if spot_called(place).kind in CARDS}
    near = {place: others & (cards if place in cards else table.places - cards)
            for place, others in near_of(table, table.places).items()}  # fmt: skip
    displays = [part for part in table.part if part.seat is not None and not part.reads]
    return (
        *(step for part in readers for step in _antennas(part, near)),
        *_lines(table),
        *(step for part in displays for step in _keys(part)),
    )


def _antennas(part: Part, near: Mapping[str, set[str]]) -> Iterator[Step]:
    for place in part.antennas.values():
        kind, number = spot_called(place)
        thing = "card" if kind in CARDS else "chip"
        lay, away = Order(key=f"lay_{kind}", number=number), Order(key=f"take_{thing}")
        yield Step(part.name, place, partial(_antenna, place, lay, away, near[place] - {place}))


def _antenna(place: str, lay: Order, away: Order, near: Collection[str], table: AtFirst) -> Check:
    return AntennaCheck(place, lay, away, near, table.lies)


def _lines(table: TableFile) -> Iterator[Step]:
    for line in () if table.gpio is None else table.gpio.lines:
        kind, number = line_called(line)
        if kind not in NOT_TRIED:
            rest = None if kind in RESTS_BY_ITSELF else Order(key=f"rest_{kind}", number=number)
            yield Step(PINS, line, partial(_line, line, Order(key=f"act_{kind}", number=number), rest))


def _line(line: str, act: Order, rest: Order | None, table: AtFirst) -> Check:
    return LineCheck(line, act, rest, table.acting, resting_acts=line in RESTS_ACTING)


def _keys(part: Part) -> Iterator[Step]:
    seat = part.seat
    assert seat is not None  # noqa: S101 - the table file refuses a display without a seat
    yield Step(part.name, "picture", lambda _table: PictureCheck(seat))
    for key in KEYS:
        yield Step(part.name, f"key {key}", lambda _table, key=key: KeyCheck(seat, key))  # type: ignore[misc]  # mypy: a lambda with a default
