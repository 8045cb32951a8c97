"""Wear, told before it fails: what is missed or damaged more often, or bounces more, from day to day. Pure.

Each tag, line, switch and key has for each day how often it was tried, and how often it failed. A day counts once it
is over. A tag stands here by an alias (`firmware_bridge/wearfile.py`). One failure more on one day is chance. So wear
is told if the days rise one after the other, and further than chance can take them.

What is not tried at all on a day, while everything beside it is, does not work any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from statistics import median
from typing import Final, Literal, NamedTuple

Kind = Literal["line", "chip", "card", "switch", "key"]
LINE: Final = "line"
CHIP: Final = "chip"
CARD: Final = "card"
SWITCH: Final = "switch"
KEY: Final = "key"


class Thing(NamedTuple):
    """What wears: a line by the name of its part, a tag by its alias, a switch by its GPIO line, a key by display and
    touch area."""

    kind: Kind
    name: str


KEPT: Final = 14
"""Days. What grows more slowly than in two weeks is seen in the next two."""

LEAST_DAYS: Final = 5
"""Days before anything is told. Five rise one after the other by chance once in 120 times."""

MOST: Final = 4_000
"""Things that are counted: all chips of a table, four decks, its lines, switches and keys. The file has some 900 kB
then."""

ORDER: Final = 0.6
"""Pairs of days that rise less those that fall, of all pairs. One bad day at the end has a fifth to a third."""

NEIGHBOURS: Final = 8
"""Other tags that are needed to know what a day was like. All of them together rise with an antenna."""


@dataclass(frozen=True, slots=True)
class Bar:
    """How much must be tried in a day for it to count, and how much more must fail before wear is told."""

    tried: int
    growth: float
    lost: float  # the share at which it is not usable any more
    chance: float  # the least slope, in standard errors
    compared: bool = False  # with the others of its kind


BARS: Final[Mapping[Kind, Bar]] = {
    # A sound line has no failures, and there are some twenty. With one in twenty each reading is late.
    LINE: Bar(tried=200, growth=0.0002, lost=0.05, chance=3.5),
    # At 0.3 the diagnosis calls a tag weak. One tag of a thousand goes five errors by chance in 3,000 days.
    CHIP: Bar(tried=150, growth=0.03, lost=0.3, chance=5.0, compared=True),
    CARD: Bar(tried=150, growth=0.03, lost=0.3, chance=5.0, compared=True),
    # A sound contact never bounces so. If half of the movements do, `switch_bounces` is told within a minute or two.
    # A service door is opened twice a day, and a key that few players use is touched as rarely.
    SWITCH: Bar(tried=4, growth=0.05, lost=0.5, chance=3.5),
    KEY: Bar(tried=5, growth=0.05, lost=0.5, chance=3.5),
}

USED: Final = 3
"""Days that show how often a switch is used."""

MISSED: Final = 30
"""Uses that were to be expected while there was none. A player who uses a key a quarter as often as those before them
uses it seven times then. None at all is chance once in a thousand."""


class Day(NamedTuple):
    """What was counted in one day. `number`: days since 1970."""

    number: int
    tried: int
    failed: int

    @property
    def share(self) -> float:
        return self.failed / self.tried


class Trend(NamedTuple):
    """How the share of failures grew: its days, and in how many more it is not usable any more."""

    shares: tuple[float, ...]
    days_left: int


class Wear:
    """The days of each thing."""

    def __init__(self, days: Mapping[Thing, Iterable[Day]] | None = None) -> None:
        self._days = {what: list(found)[-KEPT:] for what, found in (days or {}).items() if found}
        self._today = max((found[-1].number for found in self._days.values()), default=0)
        self._worn: dict[Thing, Trend] = {}

    @property
    def days(self) -> dict[Thing, tuple[Day, ...]]:
        """All that is kept."""
        return {what: tuple(found) for what, found in self._days.items()}

    @property
    def worn(self) -> Mapping[Thing, Trend]:
        """What wears, as the days before today show it."""
        return self._worn

    def begin(self, today: int) -> None:
        """Say which day it is. A clock that was set back changes nothing."""
        if today < self._today:
            return
        self._today = today
        self._days = {what: days for what, days in self._days.items() if days[-1].number > today - KEPT}
        self._worn = dict(self._found())

    @property
    def today(self) -> int:
        return self._today

    def unused(self, together: Collection[Thing]) -> dict[Thing, int]:
        """Return which of these things were used each day, then no more, and how often each should have been since.

        That follows from how often the others were, which a person at the same place uses. What rested on a day
        before is seldom used, and nothing follows from it.
        """
        used = {what: {day.number: day.tried for day in self._days[what]} for what in together if what in self._days}
        all_uses = Counter[int]()
        for days in used.values():
            all_uses.update(days)
        found: dict[Thing, int] = {}
        for what, days in used.items():
            first, last, own = min(days), max(days), sum(days.values())
            held = [uses for day, uses in all_uses.items() if first <= day <= last]
            since = [uses for day, uses in all_uses.items() if last < day < self._today]
            if USED <= len(days) == len(held) and sum(held) > own:
                missed = sum(since) * own // (sum(held) - own)
                found |= {what: missed} if missed >= MISSED else {}
        return found

    def count(self, what: Thing, tried: int, failed: int) -> None:
        """Count for today. If there are too many things already, a new one must wait until another is forgotten."""
        if tried <= 0 or (what not in self._days and len(self._days) >= MOST):
            return
        found = self._days.setdefault(what, [])
        if found and found[-1].number == self._today:
            last = found.pop()
            tried, failed = last.tried + tried, last.failed + failed
        found.append(Day(self._today, tried, min(tried, failed)))
        del found[:-KEPT]

    # --- what wears -------------------------------------------------------------------------------------------------

    def _found(self) -> Iterable[tuple[Thing, Trend]]:
        for kind, bar in BARS.items():
            over = {what: self._over(what, bar) for what in self._days if what.kind == kind}
            usual = _usual(over.values()) if bar.compared else {}
            for what, days in over.items():
                if bar.compared:
                    days = [day for day in days if day.number in usual]
                trend = _trend(days, usual, bar)
                if trend is not None:
                    yield what, trend

    def _over(self, what: Thing, bar: Bar) -> list[Day]:
        """Return the days of it that are over, and on which it was tried often enough."""
        return [day for day in self._days[what] if day.number < self._today and day.tried >= bar.tried]


def _usual(things: Iterable[list[Day]]) -> dict[int, float]:
    """Return for each day what most of them had, where there were enough."""
    shares: dict[int, list[float]] = {}
    for days in things:
        for day in days:
            shares.setdefault(day.number, []).append(day.share)
    return {number: median(found) for number, found in shares.items() if len(found) >= NEIGHBOURS}


def _trend(days: list[Day], usual: Mapping[int, float], bar: Bar) -> Trend | None:
    """Return how the days rise above what is usual, None if they do not."""
    if len(days) < LEAST_DAYS:
        return None
    over = [day.share - usual.get(day.number, 0.0) for day in days]
    rises = sum((two > one) - (two < one) for one, two in combinations(over, 2))
    before, after = sum(over[:2]) / 2, sum(over[-2:]) / 2
    if after - before < bar.growth or rises < ORDER * len(over) * (len(over) - 1) / 2:
        return None
    slope, error = _line(days, over)
    if slope < bar.chance * error:
        return None
    left = max(0.0, bar.lost - days[-1].share) / slope
    return Trend(tuple(day.share for day in days), min(round(left), 365))


def _line(days: list[Day], over: list[float]) -> tuple[float, float]:
    """Return the slope of the shares a day, and its standard error, each day weighing as much as was tried."""
    tried = sum(day.tried for day in days)
    share = max(1, sum(day.failed for day in days)) / tried
    middle = sum(day.number * day.tried for day in days) / tried
    mean = sum(one * day.tried for one, day in zip(over, days, strict=True)) / tried
    spread = sum(day.tried * (day.number - middle) ** 2 for day in days)
    slope = sum(d.tried * (d.number - middle) * (o - mean) for o, d in zip(over, days, strict=True)) / spread
    return slope, sqrt(share * (1 - min(share, 0.99)) / spread)
