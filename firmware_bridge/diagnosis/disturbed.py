"""Fields that disturb antennas: which reads of a place tell it. Pure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from firmware_bridge.fields.antennas import FieldPlan
from firmware_bridge.messages.part_kinds import part_kind
from firmware_bridge.messages.places import spot_called

from .tags import PlaceWatch, Whereabouts

S: Final = 1_000_000_000

JAMMED: Final = 4
"""Disturbed reads within `LATELY` before a field jams the place."""

SHARE_OF_ERRORS: Final = 0.1
SHARE_OF_EMPTY: Final = 0.3
"""The share of disturbed reads from which on a field is disturbed, while something lies there. Single missed cards
are one in fifty."""

TOLD: Final = 16
"""Reads without such a report that show that no field disturbs a place: one in four would have it [estimate]."""

PROVEN: Final = 12
"""Reads with tags within `LATELY` that show that no field disturbs a place."""

UNDISTURBED: Final = 10
IN_THE_MUCK: Final = 5
"""Reads with tags for one that was empty between such, at a place without a field. Cards in the muck hide each
other."""

RUNS: Final = 3
"""How often reads must be empty apart from each other: a person who looks at their cards lifts them once."""

LATELY: Final = 30 * S
"""Over how long disturbed reads are counted."""


@dataclass(frozen=True, slots=True)
class Disturbed:
    """The disturbed reads of a place: those that the reader calls so, and those that were empty between full ones."""

    errors: int
    empty: int
    runs: int  # of empty ones
    reads: int
    full: int  # reads with tags
    tells: bool  # whether the reader reports a disturbed field
    each: int = UNDISTURBED  # reads with tags for one without, if nothing disturbs it

    @property
    def proven(self) -> bool:
        """Whether it reads undisturbed: its reader would report the contrary, or it reads tags each time."""
        silent = not self.errors and self.tells and self.reads >= TOLD
        return silent or (not self.errors and self.full >= PROVEN and self.empty < self.full // self.each)

    @property
    def count(self) -> int:
        return self.errors + self.empty

    @property
    def bad(self) -> bool:
        """Whether that is more than chance and hands do."""
        by_error = self.errors >= JAMMED and self.errors > SHARE_OF_ERRORS * self.reads
        return by_error or (self.runs >= RUNS and self.count > SHARE_OF_EMPTY * (self.full + self.count))


CALM: Final = Disturbed(0, 0, 0, 0, 0, tells=False)
"""What is known of a place without counting: nothing has disturbed it, nor anything near it."""


def _disturbed(watch: PlaceWatch, tells: bool, since: int) -> Disturbed:
    blanks = [count for stamp, count in watch.blanks if stamp > since]
    errors = sum(stamp > since for stamp in watch.errors)
    reads = list(takewhile(lambda read: read[0] >= since, reversed(watch.reads)))
    full = sum(stamp > since and count > 0 for stamp, count in reads)
    each = IN_THE_MUCK if spot_called(watch.place).kind == "muck" else UNDISTURBED
    return Disturbed(errors, sum(blanks), len(blanks), len(reads), full, tells, each)


def all_disturbed(
    plan: FieldPlan, tags: Whereabouts, now: int, since: int = 0, also: Collection[str] = ()
) -> dict[str, Disturbed]:
    """Return what disturbs each place, of late and since a time (ns). `also`: count these, if none has stirred."""
    tells = {place: part_kind(antenna.kind).tells_of_fields for place, antenna in plan.antennas.items()}
    begin = max(since, now - LATELY)
    stirred = {place for place, watch in tags.places.items() if watch.stirred_since(begin)}
    near = stirred.union(also, *(plan.rivals(place) for place in stirred))  # others need not be counted each second
    places = tags.places
    return {p: _disturbed(w, tells[p], begin) if p in near else CALM for p, w in places.items()}
