"""The contacts of switches and touch areas: what is counted for their wear, and the verdicts on it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from firmware_bridge.messages.display import KEYS
from firmware_bridge.messages.places import line_called
from firmware_bridge.messages.tablefile import Part, TableFile
from firmware_bridge.messages.verdict_texts import Seen

from .pins import PART, SWITCHES, PinWatch
from .touches import TouchWatch
from .verdict import Fault, Verdict, verdict
from .wear import KEY, SWITCH, Thing, Wear
from .wearing import seen

SHOE: Final = ("beam", "back", "lid")
"""Lines that a dealer moves together: who changes the deck draws from it."""


class _Contact(NamedTuple):
    """Where a contact is, and the names of its faults."""

    part: str
    place: str
    name: str
    wears: Fault
    dead: Fault


class Contacts:
    """All contacts of a table. What one person uses stands together: what is at one seat, and what is at the shoe."""

    def __init__(self, table: TableFile) -> None:
        lines = () if table.gpio is None else tuple(table.gpio.lines)
        self._known = {Thing(SWITCH, name): _switch(name) for name in lines if line_called(name).kind in SWITCHES}
        together: dict[int | None, list[Thing]] = {}
        for name in lines:
            kind, seat = line_called(name).kind, line_called(name).seat
            if seat is not None or kind in SHOE:
                together.setdefault(seat, []).append(Thing(SWITCH, name))
        for part in table.part:
            keys = {_key(part.name, name): _touch_area(part, name) for name in (() if part.reads else KEYS)}
            self._known |= keys
            together.setdefault(part.seat, []).extend(keys)
        self._together = tuple(map(tuple, together.values()))
        self._day = 0
        self._silent: list[tuple[Thing, ...]] = []  # those of them with one that is used no more, as the day began

    @staticmethod
    def tallied(pins: PinWatch, touches: Mapping[str, TouchWatch]) -> Iterator[tuple[Thing, int, int]]:
        """Yield what was counted since the last call: each contact, its movements, and how many of them bounced."""
        for name, line in pins.lines.items():
            tried, bounced = line.tallied()
            yield Thing(SWITCH, name), tried, bounced if line_called(name).kind in SWITCHES else 0
        for part, touch in touches.items():
            for name, key in touch.keys.items():
                yield _key(part, name), *key.tallied()

    def verdicts(self, wear: Wear, now: int) -> Iterator[Verdict]:
        """Which of them wear, and which do not work any more."""
        for what, trend in wear.worn.items():
            if (one := self._known.get(what)) is not None:
                yield verdict(one.wears, one.part, one.place, seen(trend, "days_contact"), 70, now, other=one.name)
        if wear.today != self._day:
            self._day = wear.today
            self._silent = [together for together in self._together if wear.unused(together)]
        for together in self._silent:
            for what, missed in wear.unused(together).items():
                if (one := self._known.get(what)) is not None:
                    unused = Seen("used_until_then")
                    due = Seen("uses_due", times=missed)
                    yield verdict(one.dead, one.part, one.place, (unused, due), 75, now, other=one.name)


def _switch(name: str) -> _Contact:
    return _Contact(PART, name, name, Fault.SWITCH_WEARS, Fault.SWITCH_DEAD)


def _touch_area(part: Part, name: str) -> _Contact:
    return _Contact(part.name, f"seat {part.seat}", name, Fault.KEY_WEARS, Fault.KEY_DEAD)


def _key(part: str, name: str) -> Thing:
    return Thing(KEY, f"{part}/{name}")
