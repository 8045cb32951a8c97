"""What a pupil has done at the school. A pupil has a number and no name.

Pure: nothing here reads a clock or a file.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

LOOKED_AT: Final = 3
"""The last attempts at a kind of mistake that count. Older ones say what a pupil could not do once."""
LONGEST: Final = 86_400.0
"""Seconds of the longest attempt. A pupil who goes home in the midst of one comes back the next day."""
MOST_WRONG: Final = 1_000
"""The most wrong movements of one attempt that are counted."""
KEPT: Final = 20
"""Attempts kept of each kind. A course has some ten of each."""
SLOW: Final = 10.0
"""Seconds a movement. A dealer who knows it needs three: reading, taking, laying. This is three times that."""

NEVER_TRIED: Final = 2.0
KNOWN: Final = 1.0
EACH_BAD: Final = 3.0
"""Weights in the choice of the next kind. One that went badly three times of three comes ten times as often as one
that is known."""


class Attempt(BaseModel):
    """One mistake that the pupil was to put right.

    `seconds`: from what the table said first until all was right. `movements`: how many were needed. `wrong`: how
    many movements were wrong. `shown`: the robot had to show it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Annotated[str, Field(min_length=1, max_length=60)]
    seconds: Annotated[float, Field(ge=0, le=LONGEST)]
    movements: Annotated[int, Field(ge=0, le=1_000)] = 1
    wrong: Annotated[int, Field(ge=0, le=MOST_WRONG)] = 0
    shown: bool = False

    @property
    def bad(self) -> bool:
        """Whether the pupil should meet this kind again soon."""
        return self.shown or self.wrong > 0 or self.seconds > SLOW * max(1, self.movements)


class Record(BaseModel):
    """The attempts of one pupil. The latest of all is last, and those at one kind stand together, oldest first."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    pupil: Annotated[int, Field(ge=1, le=9_999)]
    attempts: tuple[Attempt, ...] = ()

    def of(self, kind: str) -> tuple[Attempt, ...]:
        """Return the attempts at a kind of mistake."""
        return tuple(attempt for attempt in self.attempts if attempt.kind == kind)

    def with_attempt(self, attempt: Attempt) -> Record:
        """Return the record with one more attempt. Of each kind the last ones are kept."""
        others = tuple(one for one in self.attempts if one.kind != attempt.kind)
        before = self.of(attempt.kind)[-(KEPT - 1) :]
        return self.model_copy(update={"attempts": (*others, *before, attempt)})

    def bad(self, kind: str) -> int:
        """Return how many of the last attempts at a kind were bad."""
        return sum(attempt.bad for attempt in self.of(kind)[-LOOKED_AT:])

    def weight(self, kind: str) -> float:
        """Return how often a kind is to come, beside others."""
        return KNOWN + EACH_BAD * self.bad(kind) if self.of(kind) else NEVER_TRIED


def next_kind(record: Record, kinds: Sequence[str], luck: random.Random) -> str:
    """Return the kind of mistake to be made next. Two of the same do not follow each other if there are others.

    Raises ValueError if there is no kind.
    """
    if not kinds:
        raise ValueError("there is no kind of mistake to choose from")
    last = record.attempts[-1].kind if record.attempts else ""
    among = [kind for kind in kinds if kind != last] or list(kinds)
    return luck.choices(among, [record.weight(kind) for kind in among])[0]
