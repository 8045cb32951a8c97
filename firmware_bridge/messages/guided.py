"""A guided test that a page leads: what a person says, what the bridge says of it, and the finished sheet.

The bridge walks through the steps itself. It tells each change, and all of it again to a controller that is new.
None of it is journalled, and none has a tag or an alias.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints

from .base import PROTOCOL, Cause, Count, Message, Name
from .guided_orders import Order

LONGEST_SHEET: Final = 200_000
"""Characters. The sheet of a full table has some 30,000 as text and 60,000 as JSON."""

Entry = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100, pattern=r"^[^\x00-\x1f\x7f]*$")
]
Line = Annotated[str, Field(max_length=2000)]

Word = Literal["done", "again", "skip", "leave", "yes", "no"]
"""What a technician answers to an order."""

Result = Literal["pass", "fail", "skip"]


class Signer(Message):
    """Who tests and signs, by which licence, why, and at which table (its asset number)."""

    technician: Entry
    licence: Entry
    reason: Entry
    asset: Entry


class BeginTest(Message):
    """Begin a test, and drop the one that was left. Without a signer: go on with that one.

    `part`: test this one alone, also if it was tested.
    """

    do: Literal["begin"] = "begin"
    signer: Signer | None = None
    part: Name = ""


class AnswerTest(Message):
    """Answer an order. `turn`: of that order. What answers an older one counts for nothing, as after a double tap."""

    do: Literal["answer"] = "answer"
    turn: Count
    word: Word


GuidedAct = BeginTest | AnswerTest


class GuidedStep(Message):
    """The step that is tried now. `failed`: what was seen, if it has failed. `asks`: the order is a question."""

    part: Name
    thing: Name
    number: Count
    steps: Count
    expected: Line
    failed: Line = ""
    asks: bool = False


class GuidedResult(Message):
    """What a step has shown."""

    part: Name
    thing: Name
    result: Result
    seen: Line


class GuidedNow(Message):
    """How the test stands. With an order it is under way, and `turn` counts what there is to answer.

    - `step`: None before the first one
    - `last`: the result of the step before
    - `done`, `left`: steps with a result, and without one, of the test that is under way or was left. `signer`: its
      signer, None if there is no test
    - `why`: why the last one ended or was refused, for the technician
    """

    kind: Literal["test_now"] = "test_now"
    version: Count = PROTOCOL
    source: Name = "bridge"
    turn: Count = 0
    order: Order | None = None
    step: GuidedStep | None = None
    last: GuidedResult | None = None
    signer: Signer | None = None
    done: Count = 0
    left: Count = 0
    why: Cause = ""


class GuidedSheet(Message):
    """The pass sheet that was written last, as text and as JSON. `name`: of its files."""

    kind: Literal["test_sheet"] = "test_sheet"
    version: Count = PROTOCOL
    source: Name = "bridge"
    name: Name
    text: Annotated[str, Field(max_length=LONGEST_SHEET)]
    data: Annotated[str, Field(max_length=LONGEST_SHEET)]
