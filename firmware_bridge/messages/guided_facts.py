"""What a guided test or commissioning expects, has seen, refuses and concludes: typed facts, and their sentences.

Each class is one fact. `guided_facts.en.toml` has its sentence under its `kind`, with its fields in braces. Terminal,
sheet and pages take the sentence from there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

from pydantic import Field

from .base import Cause, Count, Line, Message, Name, Seat
from .languages import Language
from .texts import flat_texts


def fact_texts(language: Language) -> Mapping[str, str]:
    """Return the sentence of every fact by its kind, and those of terminal and sheet, such as `sheet.reason`."""
    return flat_texts("guided_facts", language, ".")


class Fact(Message):
    """One fact. Its fields stand in its sentence by their names."""

    kind: str

    def said(self, language: Language = "en") -> str:
        """The fact in words, without the full stop."""
        return fact_texts(language)[self.kind].format(**dict(self))


# --- what is expected of a step -------------------------------------------------------------------------------------


class OneTag(Fact):
    kind: Literal["one_tag"] = "one_tag"
    hits: Count
    looks: Count


class ActsOnce(Fact):
    kind: Literal["acts_once"] = "acts_once"
    seconds: Count


class OneTouch(Fact):
    kind: Literal["one_touch"] = "one_touch"


class WholePicture(Fact):
    kind: Literal["whole_picture"] = "whole_picture"


class OneAntenna(Fact):
    kind: Literal["one_antenna"] = "one_antenna"


class OneLine(Fact):
    kind: Literal["one_line"] = "one_line"


class ToAndFro(Fact):
    kind: Literal["to_and_fro"] = "to_and_fro"


class PassedLines(Fact):
    kind: Literal["passed_lines"] = "passed_lines"
    lines: Count


class OneDisplay(Fact):
    kind: Literal["one_display"] = "one_display"


Expected = Annotated[
    OneTag | ActsOnce | OneTouch | WholePicture | OneAntenna | OneLine | ToAndFro | PassedLines | OneDisplay,
    Field(discriminator="kind"),
]


# --- what was seen of an antenna ------------------------------------------------------------------------------------


class HeardThenGone(Fact):
    kind: Literal["heard_then_gone"] = "heard_then_gone"
    hits: Count
    looks: Count


class HeardBadly(Fact):
    kind: Literal["heard_badly"] = "heard_badly"
    hits: Count
    looks: Count


class HeardElsewhere(Fact):
    kind: Literal["heard_elsewhere"] = "heard_elsewhere"
    other: Name
    hits: Count
    looks: Count


class ManyTags(Fact):
    kind: Literal["many_tags"] = "many_tags"
    tags: Count


class StillHeard(Fact):
    kind: Literal["still_heard"] = "still_heard"


class NoAnswer(Fact):
    kind: Literal["no_answer"] = "no_answer"
    requests: Count


class NeverRead(Fact):
    kind: Literal["never_read"] = "never_read"


class NoNewTag(Fact):
    """`lying`: tags that lay there from the start."""

    kind: Literal["no_new_tag"] = "no_new_tag"
    readings: Count
    lying: Count


class NewTagElsewhere(Fact):
    kind: Literal["new_tag_elsewhere"] = "new_tag_elsewhere"
    readings: Count
    other: Name


# --- what was seen of a line ----------------------------------------------------------------------------------------


class ActedOnce(Fact):
    kind: Literal["acted_once"] = "acted_once"


class ShortBreaks(Fact):
    kind: Literal["short_breaks"] = "short_breaks"
    breaks: Count


class Bounced(Fact):
    kind: Literal["bounced"] = "bounced"
    acts: Count
    edges: Count


class ActedAndStayed(Fact):
    kind: Literal["acted_and_stayed"] = "acted_and_stayed"


class ActedFromBefore(Fact):
    kind: Literal["acted_from_before"] = "acted_from_before"


class NeverActed(Fact):
    kind: Literal["never_acted"] = "never_acted"


class OtherActed(Fact):
    kind: Literal["other_acted"] = "other_acted"
    other: Name


# --- what was seen of a display -------------------------------------------------------------------------------------


class PressedOnce(Fact):
    kind: Literal["pressed_once"] = "pressed_once"


class OtherKey(Fact):
    kind: Literal["other_key"] = "other_key"
    key: Name


class OtherDisplay(Fact):
    kind: Literal["other_display"] = "other_display"
    seat: Seat


class NeverLetGo(Fact):
    kind: Literal["never_let_go"] = "never_let_go"


class PressedOften(Fact):
    kind: Literal["pressed_often"] = "pressed_often"
    presses: Count


class NoTouch(Fact):
    kind: Literal["no_touch"] = "no_touch"


class Readable(Fact):
    kind: Literal["readable"] = "readable"


class NotReadable(Fact):
    kind: Literal["not_readable"] = "not_readable"


class Skipped(Fact):
    kind: Literal["skipped"] = "skipped"


# --- which end was found: an antenna, a line, a display -------------------------------------------------------------


class AntennaFound(Fact):
    kind: Literal["antenna_found"] = "antenna_found"
    end: Name
    hits: Count
    looks: Count


class LinesFound(Fact):
    kind: Literal["lines_found"] = "lines_found"
    ends: Cause


class DisplayFound(Fact):
    kind: Literal["display_found"] = "display_found"
    end: Name


class HasName(Fact):
    """The end has the name `other` already."""

    kind: Literal["has_name"] = "has_name"
    end: Name
    other: Name


class HeardAlike(Fact):
    kind: Literal["heard_alike"] = "heard_alike"
    end: Name
    other: Name


class HeardNowAndThen(Fact):
    kind: Literal["heard_now_and_then"] = "heard_now_and_then"


class MuteReaders(Fact):
    kind: Literal["mute_readers"] = "mute_readers"
    ends: Cause


class StillLies(Fact):
    kind: Literal["still_lies"] = "still_lies"
    places: Cause


class NothingHears(Fact):
    kind: Literal["nothing_hears"] = "nothing_hears"


class ChangedTogether(Fact):
    kind: Literal["changed_together"] = "changed_together"
    ends: Cause


class NoLineChanged(Fact):
    kind: Literal["no_line_changed"] = "no_line_changed"


class NotBack(Fact):
    kind: Literal["not_back"] = "not_back"
    ends: Cause


class TooFewLines(Fact):
    kind: Literal["too_few_lines"] = "too_few_lines"
    ends: Cause
    wanted: Count


class TooManyLines(Fact):
    kind: Literal["too_many_lines"] = "too_many_lines"
    ends: Cause
    wanted: Count


class NoneOfKind(Fact):
    kind: Literal["none_of_kind"] = "none_of_kind"


Finding = Annotated[
    HeardThenGone | HeardBadly | HeardElsewhere | ManyTags | StillHeard | NoAnswer | NeverRead | NoNewTag
    | NewTagElsewhere | ActedOnce | ShortBreaks | Bounced | ActedAndStayed | ActedFromBefore | NeverActed | OtherActed
    | PressedOnce | OtherKey | OtherDisplay | NeverLetGo | PressedOften | NoTouch | Readable | NotReadable | Skipped
    | AntennaFound | LinesFound | DisplayFound | HasName | HeardAlike | HeardNowAndThen | MuteReaders | StillLies
    | NothingHears | ChangedTogether | NoLineChanged | NotBack | TooFewLines | TooManyLines | NoneOfKind,
    Field(discriminator="kind"),
]  # fmt: skip


# --- why there is no test, or no more -------------------------------------------------------------------------------


class InHand(Fact):
    kind: Literal["in_hand"] = "in_hand"


class HandBegan(Fact):
    kind: Literal["hand_began"] = "hand_began"


class HandUnknown(Fact):
    """`trouble`: why the mark of a hand cannot be kept, as the machine says it."""

    kind: Literal["hand_unknown"] = "hand_unknown"
    trouble: Cause


class OtherTest(Fact):
    kind: Literal["other_test"] = "other_test"


class LedBy(Fact):
    """As `OtherTest`, if it is known who leads it."""

    kind: Literal["led_by"] = "led_by"
    technician: Line


class ChangedMeanwhile(Fact):
    kind: Literal["changed_meanwhile"] = "changed_meanwhile"


class NotYours(Fact):
    kind: Literal["not_yours"] = "not_yours"
    file: Cause


class BridgeEnded(Fact):
    kind: Literal["bridge_ended"] = "bridge_ended"


class OtherRelease(Fact):
    kind: Literal["other_release"] = "other_release"


class LeftAlone(Fact):
    kind: Literal["left_alone"] = "left_alone"
    minutes: Count


class NothingLeft(Fact):
    kind: Literal["nothing_left"] = "nothing_left"


class AllNamed(Fact):
    kind: Literal["all_named"] = "all_named"


class Unreadable(Fact):
    """`trouble`: as the machine says it."""

    kind: Literal["unreadable"] = "unreadable"
    file: Cause
    trouble: Cause


class OtherVersion(Fact):
    kind: Literal["other_version"] = "other_version"
    file: Cause


class NoTableFile(Fact):
    """`trouble`: what is wrong with it."""

    kind: Literal["no_table_file"] = "no_table_file"
    file: Cause
    trouble: Cause


class Unwritable(Fact):
    """`trouble`: as the machine says it."""

    kind: Literal["unwritable"] = "unwritable"
    file: Cause
    trouble: Cause


Refusal = Annotated[
    InHand | HandBegan | HandUnknown | OtherTest | LedBy | ChangedMeanwhile | NotYours | BridgeEnded | OtherRelease
    | LeftAlone | NothingLeft | Unreadable | OtherVersion | NoTableFile | Unwritable
    | AllNamed,
    Field(discriminator="kind"),
]  # fmt: skip


# --- what a whole test has shown ------------------------------------------------------------------------------------


class AllPassed(Fact):
    kind: Literal["all_passed"] = "all_passed"
    steps: Count


class SomeFailed(Fact):
    kind: Literal["some_failed"] = "some_failed"
    things: str


class NotComplete(Fact):
    kind: Literal["not_complete"] = "not_complete"
    left: Count


Conclusion = AllPassed | SomeFailed | NotComplete


# --- what commissioning leaves to do --------------------------------------------------------------------------------


class HearsTooMuch(Fact):
    """The antenna `end` of the place `other` hears what lies at `place`."""

    kind: Literal["hears_too_much"] = "hears_too_much"
    other: Name
    end: Name
    place: Name
    hits: Count
    looks: Count


class NoName(Fact):
    """Ends of one part that have no name."""

    kind: Literal["no_name"] = "no_name"
    ends: Cause
    part: Name


class OtherMisses(Fact):
    """The readings of the survey ask for another `gone_after_misses`."""

    kind: Literal["other_misses"] = "other_misses"
    now: Count
    better: Count
    misses: Count
    looks: Count


class OtherDebounce(Fact):
    """The line that bounced longest asks for another `debounce_ms`."""

    kind: Literal["other_debounce"] = "other_debounce"
    now: Count
    better: Count
    line: Name
    ms: Count


Remark = HearsTooMuch | NoName | OtherMisses | OtherDebounce


# --- what became of the table file ----------------------------------------------------------------------------------


class TableWritten(Fact):
    kind: Literal["table_written"] = "table_written"
    file: Cause
    before: Cause


class TableBegun(Fact):
    kind: Literal["table_begun"] = "table_begun"
    file: Cause


class TableProposed(Fact):
    kind: Literal["table_proposed"] = "table_proposed"
    file: Cause
    target: Cause


Writing = TableWritten | TableBegun | TableProposed

FACTS: tuple[type[Fact], ...] = (
    *(one for union in (Expected, Finding, Refusal) for one in get_args(get_args(union)[0])),
    *get_args(Conclusion),
    *get_args(Remark),
    *get_args(Writing),
)
