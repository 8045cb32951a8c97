"""What a guided test or commissioning expects, has seen, refuses and concludes: typed facts, and their sentences.

A class has the facts that know the same. `guided_facts.en.toml` has the sentence of each under its `kind`, with the
fields in braces. Terminal, sheet and pages take the sentence from there.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from .base import Cause, Count, Kinded, Line, Name, Seat
from .languages import Language
from .texts import flat_texts


def fact_texts(language: Language) -> Mapping[str, str]:
    """Return the sentence of every fact by its kind, and those of terminal and sheet, such as `sheet.reason`."""
    return flat_texts("guided_facts", language, ".")


class Fact(Kinded):
    """One fact. Its fields stand in its sentence by their names."""

    def said(self, language: Language = "en") -> str:
        """The fact in words, without the full stop."""
        return fact_texts(language)[self.kind].format(**dict(self))


# --- what is expected of a step -------------------------------------------------------------------------------------


class Awaited(Fact):
    """What needs no figure."""

    kind: Literal["one_touch", "whole_picture", "one_antenna", "one_line", "to_and_fro", "one_display"]


class OneTag(Fact):
    hits: Count
    looks: Count


class ActsOnce(Fact):
    seconds: Count


class PassedLines(Fact):
    lines: Count


Expected = Annotated[Awaited | OneTag | ActsOnce | PassedLines, Field(discriminator="kind")]


# --- what was seen: of an antenna, a line, a display, and which end was found --------------------------------------


class Noticed(Fact):
    """What needs no figure and no name."""

    kind: Literal[
        "still_heard", "never_read", "heard_now_and_then", "nothing_hears",
        "acted_once", "acted_and_stayed", "acted_from_before", "never_acted", "no_line_changed",
        "pressed_once", "never_let_go", "no_touch", "readable", "not_readable", "skipped", "none_of_kind",
    ]  # fmt: skip


class Heard(Fact):
    kind: Literal["heard_then_gone", "heard_badly"]
    hits: Count
    looks: Count


class HeardElsewhere(Fact):
    other: Name
    hits: Count
    looks: Count


class ManyTags(Fact):
    tags: Count


class NoAnswer(Fact):
    requests: Count


class NoNewTag(Fact):
    """`lying`: tags that lay there from the start."""

    readings: Count
    lying: Count


class NewTagElsewhere(Fact):
    readings: Count
    other: Name


class ShortBreaks(Fact):
    breaks: Count


class Bounced(Fact):
    acts: Count
    edges: Count


class OtherActed(Fact):
    other: Name


class OtherKey(Fact):
    key: Name


class OtherDisplay(Fact):
    seat: Seat


class PressedOften(Fact):
    presses: Count


class AntennaFound(Fact):
    end: Name
    hits: Count
    looks: Count


class DisplayFound(Fact):
    end: Name


class TwoNames(Fact):
    """The end has the name `other` already, or hears as much as the end `other`."""

    kind: Literal["has_name", "heard_alike"]
    end: Name
    other: Name


class AtEnds(Fact):
    kind: Literal["lines_found", "mute_readers", "changed_together", "not_back"]
    ends: Cause


class LinesCounted(Fact):
    kind: Literal["too_few_lines", "too_many_lines"]
    ends: Cause
    wanted: Count


class StillLies(Fact):
    places: Cause


Finding = Annotated[
    Noticed | Heard | HeardElsewhere | ManyTags | NoAnswer | NoNewTag | NewTagElsewhere | ShortBreaks | Bounced
    | OtherActed | OtherKey | OtherDisplay | PressedOften | AntennaFound | DisplayFound | TwoNames | AtEnds
    | LinesCounted | StillLies,
    Field(discriminator="kind"),
]  # fmt: skip


# --- why there is no test, or no more -------------------------------------------------------------------------------


class Refused(Fact):
    """What needs no figure and no name."""

    kind: Literal[
        "in_hand", "hand_began", "other_test", "changed_meanwhile", "bridge_ended", "other_release", "nothing_left",
        "all_named",
    ]  # fmt: skip


class HandUnknown(Fact):
    """`trouble`: why the mark of a hand cannot be kept, as the machine says it."""

    trouble: Cause


class LedBy(Fact):
    """As "other_test", if it is known who leads it."""

    technician: Line


class LeftAlone(Fact):
    minutes: Count


class WrongFile(Fact):
    kind: Literal["not_yours", "other_version"]
    file: Cause


class FileTrouble(Fact):
    """`trouble`: as the machine says it, or what is wrong with a table file."""

    kind: Literal["unreadable", "no_table_file", "unwritable"]
    file: Cause
    trouble: Cause


Refusal = Annotated[Refused | HandUnknown | LedBy | LeftAlone | WrongFile | FileTrouble, Field(discriminator="kind")]


# --- what a whole test has shown ------------------------------------------------------------------------------------


class AllPassed(Fact):
    steps: Count


class SomeFailed(Fact):
    things: str


class NotComplete(Fact):
    left: Count


Conclusion = AllPassed | SomeFailed | NotComplete


# --- what commissioning leaves to do --------------------------------------------------------------------------------


class HearsTooMuch(Fact):
    """The antenna `end` of the place `other` hears what lies at `place`."""

    other: Name
    end: Name
    place: Name
    hits: Count
    looks: Count


class NoName(Fact):
    """Ends of one part that have no name."""

    ends: Cause
    part: Name


class OtherMisses(Fact):
    """The readings of the survey ask for another `gone_after_misses`."""

    now: Count
    better: Count
    misses: Count
    looks: Count


class OtherDebounce(Fact):
    """The line that bounced longest asks for another `debounce_ms`."""

    now: Count
    better: Count
    line: Name
    ms: Count


Remark = HearsTooMuch | NoName | OtherMisses | OtherDebounce


# --- what became of the table file ----------------------------------------------------------------------------------


class TableWritten(Fact):
    file: Cause
    before: Cause


class TableBegun(Fact):
    file: Cause


class TableProposed(Fact):
    file: Cause
    target: Cause


Writing = TableWritten | TableBegun | TableProposed
