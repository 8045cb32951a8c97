"""What the diagnosis counts for wear, and the verdicts on it. Pure.

A chip is named by where it lies. A card never is, as who sees its place in each hand would know it again. Its verdict
stands all day, whether it was dealt or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import sqrt
from typing import Final

from drivers.reader import Tag
from firmware_bridge.messages.places import spot_called
from firmware_bridge.messages.verdict_texts import Seen

from .lines import LineWatch
from .sampling import Counts
from .tags import PlaceWatch, Whereabouts
from .verdict import Fault, Verdict, verdict
from .wear import CARD, CHIP, LINE, Kind, Thing, Trend, Wear

S: Final = 1_000_000_000

EVERY: Final = 60 * S
"""The counts are taken over this often. What a bridge loses that dies is a minute."""

COUNTED: Final[Mapping[str, Kind]] = {"stack": CHIP, "bet": CHIP, "seat": CARD, "board": CARD}
"""The kinds of place where tags lie apart and still. Elsewhere many misses are ordinary."""

SHOE: Final = "shoe"

BY_CHANCE: Final = 4.0
"""Standard deviations that the failures of a worn line may have above those of its last day. Chance exceeds it in one
window of a thousand."""

Alias = Callable[[Tag], str]


class Wearing:
    """Takes over what is counted, under aliases that last."""

    def __init__(self, wear: Wear, alias: Alias) -> None:
        self.wear = wear
        self._alias = alias
        self._totals: dict[str, Counts] = {}
        self._next = 0

    def gather(
        self, places: Mapping[str, PlaceWatch], lines: Mapping[str, LineWatch],
        contacts: Callable[[], Iterable[tuple[Thing, int, int]]], now: int,
    ) -> None:  # fmt: skip
        """Take over what was counted since the last time, once a minute. `contacts`: what is asked for theirs."""
        if now < self._next:
            return
        self._next = now + EVERY
        for part, line in lines.items():
            before, total = self._totals.get(part, Counts()), line.total
            self._totals[part] = total
            failed = total.bad - before.bad + total.timeouts - before.timeouts
            self.wear.count(Thing(LINE, part), total.frames_out - before.frames_out, failed)
        for what, tried, failed in contacts():
            self.wear.count(what, tried, failed)
        for place, watch in places.items():
            kind = COUNTED.get(spot_called(place).kind)
            for tag, (tried, failed) in watch.tallied().items():
                if kind is not None:
                    self.wear.count(Thing(kind, self._alias(tag)), tried, failed)

    def skip(self, lines: Mapping[str, LineWatch]) -> None:
        """Leave out what was counted of the lines since the last time."""
        self._totals = {part: line.total for part, line in lines.items()}

    def explains(self, line: LineWatch, now: int) -> bool:
        """Whether a line that wears fails now as on its last day, but for chance."""
        if (trend := self.wear.worn.get(Thing(LINE, line.part.name))) is None:
            return False
        counts = line.summed(now)
        due = trend.shares[-1] * counts.frames_out
        return counts.bad + counts.timeouts <= due + BY_CHANCE * sqrt(due)

    def verdicts(
        self, tags: Whereabouts, lines: Mapping[str, LineWatch], line_of: Callable[[str], str], shoe: str, now: int
    ) -> Iterator[Verdict]:
        """What wears. `line_of`: the part that reads a place. `shoe`: the part that reads the shoe."""
        worn = self.wear.worn
        if not worn:
            return
        for part, line in lines.items():
            if (trend := worn.get(Thing(LINE, part))) is not None:
                told = seen(trend, "days_line")
                yield verdict(Fault.LINE_WEARS, part, line.place, told, 65, now, port=line.part.port)
        for tag, home in tags.home.items():
            if (trend := worn.get(Thing(CHIP, self._alias(tag)))) is not None:
                told = seen(trend, "days_tag")
                yield verdict(Fault.TAG_WEARS, line_of(home), home, told, 70, now)
        cards = [trend for what, trend in worn.items() if what.kind == CARD]
        if cards:
            told = seen(min(cards, key=lambda trend: trend.days_left), "days_card")
            yield verdict(Fault.TAG_WEARS, shoe, SHOE, told, 70, now)


def seen(trend: Trend, key: str) -> tuple[Seen, ...]:
    """Return the evidence of wear: the last days, by a key of their sentence, and how many are left."""
    days = ", ".join(f"{share:.1%}" if share < 0.1 else f"{share:.0%}" for share in trend.shares[-7:])
    left = Seen("fails_in_days", days=trend.days_left) if trend.days_left else Seen("may_fail_today")
    return Seen(key, shares=days), left
