"""A guided test that a page leads: what a person says, what the bridge says of it, and the finished sheet.

The bridge walks through the steps itself. It tells each change, and all of it again to a controller that is new.
None of it is journalled, and none has a tag or an alias.
"""

from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field, StringConstraints

from .base import PROTOCOL, Count, Message, Name
from .guided_facts import Expected, Finding, Refusal, Remark, Writing
from .guided_orders import Order
from .languages import Language

LONGEST_SHEET: Final = 200_000
"""Characters. The sheet of a full table has some 30,000 as text and 60,000 as JSON."""

MOST_NAMES: Final = 200
"""A table has 48 antennas, ten displays and 60 lines at most."""

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


class BeginNaming(Message):
    """Name the antennas, displays and lines: all that has no name yet.

    `anew`: forget what was found. `only`: name this place, or all of this part, again.
    """

    do: Literal["name"] = "name"
    anew: bool = False
    only: Name = ""


class AnswerNaming(Message):
    """Answer an order of the naming, as `AnswerTest`. No: the table has none of this kind, or no more."""

    do: Literal["name_answer"] = "name_answer"
    turn: Count
    word: Word


class WriteNames(Message):
    """Write the table file with what was found, as `turn` has shown it. `sensing`: with the thresholds too."""

    do: Literal["name_write"] = "name_write"
    turn: Count
    sensing: bool = False


GuidedAct = BeginTest | AnswerTest | BeginNaming | AnswerNaming | WriteNames


class GuidedStep(Message):
    """The step that is tried now. `failed`: what was seen, if it has failed. `asks`: the order is a question."""

    part: Name
    thing: Name
    number: Count
    steps: Count
    expected: Expected
    failed: Finding | None = None
    asks: bool = False


class GuidedResult(Message):
    """What a step has shown."""

    part: Name
    thing: Name
    result: Result
    seen: Finding


class WalkNow(Message):
    """How a walk stands. With an order it is under way, and `turn` counts what there is to answer.

    - `step`: None before the first one
    - `last`: the result of the step before
    - `why`: why the last one ended or was refused, for the technician
    """

    version: Count = PROTOCOL
    source: Name = "bridge"
    turn: Count = 0
    order: Order | None = None
    step: GuidedStep | None = None
    last: GuidedResult | None = None
    why: Refusal | None = None


class GuidedNow(WalkNow):
    """How the test stands.

    `done`, `left`: steps with a result, and without one, of the test that is under way or was left. `signer`: its
    signer, None if there is no test.
    """

    kind: Literal["test_now"] = "test_now"
    signer: Signer | None = None
    done: Count = 0
    left: Count = 0


class NameNow(Message):
    """A place, line or display, and the end that has this name: a part and its antenna, a line, a display.

    `reads`: in how many of its readings it heard a tag there. `others`: which other places heard it, and how often.
    """

    name: Name
    end: Line
    reads: Annotated[str, Field(max_length=200)] = ""
    others: Annotated[str, Field(max_length=200)] = ""


class NamingNow(WalkNow):
    """How the naming stands.

    - `names`: what was found so far. `left`: how many antennas, displays and lines have no name yet
    - `remarks`: what is to be put right at the table
    - `thresholds`: `[sensing]` of the table file differs from what fits the readings
    - `writable`: the table file differs from what was found. `written`: what became of it
    """

    kind: Literal["naming_now"] = "naming_now"
    names: Annotated[tuple[NameNow, ...], Field(max_length=MOST_NAMES)] = ()
    left: Count = 0
    remarks: Annotated[tuple[Remark, ...], Field(max_length=MOST_NAMES)] = ()
    writable: bool = False
    thresholds: bool = False
    written: Writing | None = None


class GuidedSheet(Message):
    """The pass sheet that was written last, as text by language and as JSON. `name`: of its files."""

    kind: Literal["test_sheet"] = "test_sheet"
    version: Count = PROTOCOL
    source: Name = "bridge"
    name: Name
    text: dict[Language, Annotated[str, Field(max_length=LONGEST_SHEET)]]
    data: Annotated[str, Field(max_length=LONGEST_SHEET)]


class WalksNow(NamedTuple):
    """How the guided test and the naming stand, and the last pass sheet, None if the bridge has told none."""

    test: GuidedNow = GuidedNow()
    naming: NamingNow = NamingNow()
    sheet: GuidedSheet | None = None
