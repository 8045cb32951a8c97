"""Fields of readers that do not answer. One that is on jams what lies beside it. Pure.

A reader that is lost may have left its field on, and nobody can switch it off. Beside it a reading misses most tags,
or all, and not the same ones each time. So the readings of the other antennas show whether it is on:

- A reading is clean if it misses a few tags at most, or hears about the same ones as the reading before.
- The field is off after `CLEAN` clean readings in a row. It is on after `SPOILT` that missed more than half.
- Until that is known only clean readings count. While the field is on, none counts.
- Cards pass the shoe. There a reading counts, unless the field is known to be on.
"""

from collections.abc import Collection, Hashable
from dataclasses import dataclass

CLEAN = 3
SPOILT = 2
FEW = 8
"""One tag of so many may be missed. Undisturbed one of fifty is, disturbed every other one [estimate]."""
PASSING = "shoe"


@dataclass(slots=True)
class _Field:
    """What the readings beside a silent reader have shown of its field."""

    clean: int = 0  # readings in a row
    spoilt: int = 0
    is_on: bool = False
    is_off: bool = False

    def note(self, *, clean: bool, spoilt: bool) -> None:
        self.clean = self.clean + 1 if clean else 0
        self.spoilt += spoilt
        self.is_off = self.is_off or self.clean >= CLEAN
        self.is_on = not self.is_off and (self.is_on or self.spoilt >= SPOILT)


class StrayFields:
    """The fields of all readers that do not answer at present."""

    def __init__(self) -> None:
        self._fields: dict[str, _Field] = {}
        self._before: dict[
            str, frozenset[Hashable]
        ] = {}  # by place: the tags of its last reading beside such a field

    def counts(
        self, place: str, beside: Collection[str], silent: Collection[str], tags: Collection[Hashable],
        lying: Collection[Hashable],
    ) -> bool:  # fmt: skip
        """Take a reading, and return whether it counts.

        `beside`: the places whose fields jam it. `silent`: those of them whose readers do not answer. `lying`: the
        tags that lie there by the readings before.
        """
        for answers in set(beside).difference(silent) if self._fields else ():
            self._fields.pop(answers, None)
        if not silent or place == PASSING:
            return not self.jams(silent)
        heard, before = frozenset(tags), self._before.get(place, frozenset())
        self._before[place] = heard
        missing = len(frozenset(lying) - heard)
        alike = len(heard ^ before) * FEW <= len(heard)
        clean = bool(heard) and (alike or (bool(lying) and missing * FEW <= len(lying)))
        fields = [self._fields.setdefault(one, _Field()) for one in silent]
        for field in fields if lying or clean else ():
            field.note(clean=clean, spoilt=missing * 2 > len(lying))
        if all(field.is_off for field in fields):
            return True
        return (clean or not (heard or lying)) and not self.jams(silent)

    def jams(self, silent: Collection[str]) -> bool:
        """Whether a field of these silent readers is on."""
        return any(one in self._fields and self._fields[one].is_on for one in silent)
