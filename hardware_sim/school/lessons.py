"""Lessons at a simulated table: the robot makes a mistake, the pupil puts it right, and the robot deals on."""

import random
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Final, Literal

from firmware_bridge.messages.public import PublicState
from hardware_sim.trials.erring import Mistake

from .examiner import Examiner, open_trouble
from .record import Attempt, Record, next_kind

OWN: Final = "a mistake of the pupil's own"

Lesson = Literal["none", "made", "pupil", "own", "shown"]
"""How far the lesson of a hand is.

- `none`: no mistake has been made in this hand, or it has been put right.
- `made`: the robot has made the mistake, and the table has not said anything yet.
- `pupil`: the pupil puts it right.
- `own`: the pupil deals, and puts a mistake of their own right.
- `shown`: the robot shows how it is put right.
"""


class School:
    """One pupil at one table. A person who runs the robot tells it what happens and asks whose movement it is."""

    def __init__(
        self, record: Record, offered: Mapping[str, Mistake], luck: random.Random, keep: Callable[[Record], None]
    ) -> None:
        """`offered`: the mistakes of the robot, by name. `keep`: keeps the record after each attempt."""
        self.record = record
        self.kinds = tuple(name for name, mistake in offered.items() if to_be_put_right(mistake))
        self.lesson: Lesson = "none"
        self._kind = ""
        self.last: Attempt | None = None
        """The attempt that is over last."""
        self._deals = False
        self._offered = offered
        self._luck, self._keep = luck, keep
        self._examiner: Examiner | None = None

    @property
    def examiner(self) -> Examiner | None:
        """The examiner of the mistake at hand."""
        return self._examiner

    @property
    def is_pupils(self) -> bool:
        """Whether the pupil is to move, not the robot."""
        return self.lesson == "pupil"

    def begin_hand(self) -> None:
        """Begin another hand. What was not noticed in the last one is no lesson any more."""
        self.lesson, self._examiner = "none", None

    def next_mistake(self) -> str:
        """Return the name of the mistake that the robot is to make in this hand."""
        return next_kind(self.record, self.kinds, self._luck)

    def deals(self, on: bool) -> None:
        """Note that the pupil takes the dealer's place, or gives it back to the robot."""
        self._deals = on

    def made(self, kind: str) -> None:
        """Note that the robot has made a mistake of this kind."""
        self.lesson, self._kind = "made", kind

    def moved(self) -> None:
        """Note that the pupil has moved something."""
        if self._examiner is not None:
            self._examiner.moved()

    def show(self) -> None:
        """Have the robot show how it is put right."""
        if self._examiner is not None:
            self.lesson = "shown"
            self._examiner.shown = True

    def look(self, state: PublicState, now: int) -> None:
        """Take in what the table says."""
        if self.lesson == "made" and open_trouble(state):
            self.lesson = "pupil"
            self._examiner = Examiner(self._kind, state, now)
        elif self.lesson == "none" and self._deals and open_trouble(state):
            self.lesson = "own"
            self._examiner = Examiner(OWN, state, now, wrong=1)
        examiner = self._examiner
        if examiner is None or (attempt := examiner.look(state, now)) is None:
            return
        own, self.lesson, self._examiner = self.lesson == "own", "none", None
        kind = self._kind_of(examiner.matters) if own else attempt.kind
        if kind:
            self._take(attempt.model_copy(update={"kind": kind}))

    def _kind_of(self, matters: set[str]) -> str:
        """The kind of the robot's mistakes on which the same is ruled, "" if there is none."""
        offered = ((name, self._offered[name]) for name in self.kinds)
        return next((name for name, mistake in offered if matters & set(chain(*mistake.lfp))), "")

    def _take(self, attempt: Attempt) -> None:
        self.last = attempt
        self.record = self.record.with_attempt(attempt)
        self._keep(self.record)


def to_be_put_right(mistake: Mistake) -> bool:
    """Return whether the table says anything to a mistake. A dealer may also put it right before it is noticed."""
    return any(mistake.lfp) or bool(mistake.shows)
