"""Leads a technician from step to step: orders go out, what is seen and typed comes in. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from firmware_bridge.messages.guided import GuidedStep, Word
from firmware_bridge.messages.guided_orders import Order

from .checks import SEARCH, AtFirst, Check, Found, PictureCheck
from .seen import Heard, Look, Seen, Settled
from .steps import Step

HELP: Final = "Enter: done. r: again. s: skip. q: leave, and go on another time."

TYPED: Final[Mapping[str, Word]] = {"": "done", "r": "again", "s": "skip", "q": "leave", "y": "yes", "n": "no"}

WAIT: Final = Order(key="wait")

Finished = Callable[[Step, str, Found], None]
"""Takes a step, what was expected of it, and what was found."""


class Guide:
    """One walk through the steps. `say` takes lines for the technician, `finished` each result.

    `survey`: for how long (ns) it looks first at what lies there.
    """

    def __init__(
        self, steps: Sequence[Step], acting: Collection[str], say: Callable[[str], None], finished: Finished,
        survey: int = SEARCH,
    ) -> None:  # fmt: skip
        self._left = list(steps)
        self._count = len(steps)
        self._acting = set(acting)
        self._lies: dict[str, frozenset[str]] = {}
        self._say = say
        self._finished = finished
        self._failed: Found | None = None
        self._ordered: Order | None = None
        self._check: Check | None = None
        self._survey = survey
        self._survey_ends: int | None = None
        say(HELP)
        say(WAIT.said())

    @property
    def over(self) -> bool:
        """Whether no step is left, or the technician has left."""
        return not self._left

    @property
    def look(self) -> Look:
        """What the bridge is to look at now."""
        return Look() if self._check is None or self._failed is not None else self._check.look

    @property
    def order(self) -> Order:
        """What the technician is to do now."""
        return WAIT if self._check is None else self._check.order

    @property
    def step(self) -> GuidedStep | None:
        """The step that is tried now, None before the first one."""
        if self._check is None:
            return None
        one, failed = self._left[0], "" if self._failed is None else self._failed.seen
        return GuidedStep(
            part=one.part, thing=one.thing, number=self._count - len(self._left) + 1, steps=self._count,
            expected=self._check.expected, failed=failed, asks=self._check.asks,
        )  # fmt: skip

    def take(self, seen: Seen, now: int) -> None:
        """Take what a part has reported."""
        if isinstance(seen, Settled):
            (self._acting.add if seen.acting else self._acting.discard)(seen.line)
        if isinstance(seen, Heard):
            self._lies[seen.place] = frozenset(seen.tags)
        if self._check is not None and self._failed is None:
            self._check.take(seen, now)
            self.tick(now)

    def tick(self, now: int) -> None:
        """See whether the step has shown something by now."""
        if self._survey_ends is None:
            self._survey_ends = now + self._survey
        if self._check is not None and self._failed is None:
            self._end(self._check.found(now))
            self._order()
        elif self._check is None and now >= self._survey_ends:
            self._begin()

    def typed(self, line: str, now: int) -> None:
        """Take a line that the technician has typed."""
        word = TYPED.get(line.strip().lower())
        if word is None:
            self._say(HELP if self._check is not None else WAIT.said())
        else:
            self.told(word, now)

    def told(self, word: Word, now: int) -> None:
        """Take the technician's answer to the order."""
        if word == "leave":
            self._left.clear()
            self._check = None
        elif self._check is not None:
            self._answer(self._check, word, now)
        else:
            self._say(WAIT.said())

    def _answer(self, check: Check, word: Word, now: int) -> None:
        match word:
            case "again":
                self._begin()
            case "skip":
                self._next(Found("skip", "skipped by the technician"))
            case "done" if self._failed is not None:
                self._next(self._failed)
            case "done":
                self._end(check.done(now))
                self._order()
            case "yes" | "no" if isinstance(check, PictureCheck) and self._failed is None:
                self._end(check.answered(readable=word == "yes"))
            case _:
                self._say(HELP)

    def _begin(self) -> None:
        self._failed, self._ordered, self._check = None, None, None
        if not self._left:
            return
        step = self._left[0]
        self._check = step.begin(AtFirst(frozenset(self._acting), self._lies))
        self._order()
        done = self._count - len(self._left) + 1
        self._say(f"    {step.part} {step.thing}, step {done} of {self._count}. Expected: {self._check.expected}.")

    def _order(self) -> None:
        """Give the order if it has changed."""
        if self._check is not None and self._failed is None and self._check.order != self._ordered:
            self._ordered = self._check.order
            self._say(f"{self._ordered.said()}{' y or n' if self._check.asks else ''}")

    def _end(self, found: Found | None) -> None:
        if found is None:
            return
        self._say(f"    {found.result.upper()}: {found.seen}.")
        if found.result == "fail":
            self._failed = found
            self._say("Type r to try it again, Enter to go on.")
        else:
            self._next(found)

    def _next(self, found: Found) -> None:
        assert self._check is not None  # noqa: S101 - a step that has been begun
        self._finished(self._left.pop(0), self._check.expected, found)
        self._begin()
