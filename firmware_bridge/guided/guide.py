"""Leads a technician from step to step: orders go out, what is seen and typed comes in. Pure."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from firmware_bridge.messages.guided import GuidedStep, Word
from firmware_bridge.messages.guided_facts import Expected, Noticed, fact_texts
from firmware_bridge.messages.guided_orders import Order
from firmware_bridge.messages.languages import Language

from .checks import SEARCH, AtFirst, Check, Found
from .seen import Heard, Look, Seen, Settled
from .steps import Step
from .tags import TagsHeard

TYPED: Final[Mapping[str, Word]] = {
    "": "done", "r": "again", "s": "skip", "q": "leave", "y": "yes", "o": "yes", "n": "no",
}  # fmt: skip
"""`o` for "oui"."""

WAIT: Final = Order(key="wait")

Finished = Callable[[Step, Expected, Found], None]
"""Takes a step, what was expected of it, and what was found."""


@dataclass(frozen=True)
class Course:
    """What is walked through. `finished` takes each result. A step is passed over if `settled` says so of it.

    `help`: which text of the terminal says what may be typed.
    """

    steps: Sequence[Step]
    finished: Finished
    settled: Callable[[Step], bool] = lambda _step: False
    help: str = "help"


class Guide:
    """One walk through the steps of a course. `say` takes lines for the technician in their language.

    `survey`: for how long (ns) it looks first at what lies there.
    """

    def __init__(
        self, course: Course, acting: Collection[str], say: Callable[[str], None], survey: int = SEARCH,
        language: Language = "en",
    ) -> None:  # fmt: skip
        self._course = course
        self._language = language
        self.tried = 0
        self.whole = False
        """Whether the technician has come to the end."""
        self._left = list(course.steps)
        self._count = len(course.steps)
        self._acting = set(acting)
        self._lies: dict[str, frozenset[str]] = {}
        self._heard = TagsHeard()
        self._say = say
        self._failed: Found | None = None
        self._ordered: Order | None = None
        self._check: Check | None = None
        self._survey = survey
        self._survey_ends: int | None = None
        self._say_text(course.help)
        self._say_wait()

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
        one, failed = self._left[0], None if self._failed is None else self._failed.seen
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
            self._heard.read(seen.place, seen.tags)
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
            self._help()
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
            self._say_wait()

    def _answer(self, check: Check, word: Word, now: int) -> None:
        match word:
            case "again":
                self._begin()
            case "skip":
                self._next(Found("skip", Noticed(kind="skipped")))
            case "done" if self._failed is not None:
                self._next(self._failed)
            case "done":
                self._end(check.done(now))
                self._order()
            case "yes" | "no" if self._failed is None or not check.asks:
                self._answered(check.answered(yes=word == "yes"))
            case _:
                self._help()

    def _answered(self, found: Found | None) -> None:
        if found is None:
            self._help()
        self._end(found)

    def _begin(self) -> None:
        self._failed, self._ordered, self._check = None, None, None
        while self._left and self._course.settled(self._left[0]):
            self._left.pop(0)
        self.whole = not self._left
        if self.whole:
            return
        step = self._left[0]
        self._check = step.begin(AtFirst(frozenset(self._acting), self._lies, self._heard))
        self._order()
        self._say_text(
            "step",
            part=self._called(step.part),
            thing=step.thing,
            number=self._count - len(self._left) + 1,
            steps=self._count,
            expected=self._check.expected.said(self._language),
        )

    def _order(self) -> None:
        """Give the order if it has changed."""
        if self._check is not None and self._failed is None and self._check.order != self._ordered:
            self._ordered = self._check.order
            order = self._ordered.said(self._language)
            if self._check.asks:
                self._say_text("question", order=order)
            else:
                self._say(order)

    def _end(self, found: Found | None) -> None:
        if found is None:
            return
        self._say_text(found.result, seen=found.seen.said(self._language))
        if found.result == "fail":
            self._failed = found
            self._say_text("failed")
        else:
            self._next(found)

    def _next(self, found: Found) -> None:
        assert self._check is not None  # noqa: S101 - a step that has been begun
        self.tried += 1
        self._course.finished(self._left.pop(0), self._check.expected, found)
        self._begin()

    # --- what the terminal says -------------------------------------------------------------------------------------

    def _say_text(self, name: str, **facts: str | int) -> None:
        self._say(fact_texts(self._language)[f"terminal.{name}"].format(**facts))

    def _called(self, part: str) -> str:
        """A part by its name, or the kind of end that commissioning looks for, in words."""
        return fact_texts(self._language).get(f"ends.{part}", part)

    def _say_wait(self) -> None:
        self._say(WAIT.said(self._language))

    def _help(self) -> None:
        if self._check is None:
            self._say_wait()
        else:
            self._say_text(self._course.help)
