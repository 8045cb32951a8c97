"""The table as the diagnosis has it: verdicts, parts, and every place with what its sensor gave last.

The bridge sends it every two seconds, and writes it into a file. It has numbers of tags, and no tag, card or alias.
It is not journalled, and not sent again: a newer one replaces it.
"""

from typing import Annotated, Final, Literal

from pydantic import Field

from .base import PROTOCOL, Count, Kinded, Message, Name
from .places import LineKind, SpotKind
from .sensed import LifecycleName
from .verdict_texts import Cured, Seen

MOST_VERDICTS: Final = 20
"""The surest. A technician begins with the first."""

MOST_PARTS: Final = 100
MOST_SPOTS: Final = 120
"""A full table has 39 antennas, 36 lines and ten displays."""

MOST_FACTS: Final = 6
LONGEST_SENTENCE: Final = 500

Sentence = Annotated[str, Field(max_length=LONGEST_SENTENCE)]
PerMille = Annotated[int, Field(ge=0, le=1000)]
Rates = Annotated[tuple[PerMille | None, ...], Field(max_length=24)]


class SeenNow(Message):
    """What speaks for a verdict: the key of its sentence in `seen.*.toml`, and the facts in it."""

    key: Name
    facts: Annotated[dict[Name, int | float | Sentence], Field(max_length=MOST_FACTS)]

    def said(self) -> str:
        """The sentence in English."""
        return Seen(self.key, **self.facts).said()


class VerdictNow(Message):
    """A verdict that stands. `since` in seconds before now. `other`, `port`, `value`: names and a setting in its
    sentences. `cured`: when it is gone once the fault is."""

    part: Name
    place: Sentence
    fault: Name
    cause: Sentence
    evidence: Annotated[tuple[SeenNow, ...], Field(max_length=3)]
    cures: Annotated[tuple[Sentence, ...], Field(max_length=4)]
    sure: Annotated[int, Field(ge=0, le=100)]
    since: float
    other: Sentence = ""
    port: Sentence = ""
    value: Sentence = ""
    cured: Cured = "in_play"


class Counted(Message):
    """What a driver counted: requests, their answers, answers that were damaged or never came, stray bytes."""

    requests: Count = 0
    answers: Count = 0
    damaged: Count = 0
    unanswered: Count = 0
    stray_bytes: Count = 0


class PartNow(Message):
    """What is known of one part.

    - `identity`: firmware and serial number, as the part says them
    - `lately`, `total`: of the last 40 seconds, and since the bridge began
    - `failed`: requests that failed, in a thousand, for each ten minutes of the last four hours, the newest last
    """

    part: Name
    kind: Name
    state: LifecycleName
    identity: Sentence
    port: Sentence
    lately: Counted = Counted()
    total: Counted = Counted()
    round_trip_ms: float | None = None
    failed: Rates = ()


class SpotNow(Message):
    """One antenna, line or display, where it lies.

    - `what`, `number`: which kind of place it is, and of which seat or which of its kind, 0 if there is one
    - `tags`: how many the last reading had. A card that is missed for a moment still counts
    - `acting`: whether the line's sensor acts
    - `age_ms`: since the last answer, of a line since its last edge
    - `missed`: readings that missed a tag that lay there, in a thousand, over the last ten to twenty minutes. So it
      covers many hands and marks no single card. Of a display: requests that failed
    - `fault`: the verdict's fault, or the state of a part that does not work. Empty if nothing is wrong
    """

    place: Name
    what: SpotKind | LineKind | Literal["display"]
    number: Count = 0
    part: Name
    kind: Literal["antenna", "line", "display"]
    tags: Count | None = None
    acting: bool | None = None
    age_ms: Count | None = None
    missed: PerMille | None = None
    fault: Name = ""


class Status(Kinded):
    """The whole table. `release`: of Sabot. `test`: test mode is on. `in_hand`: the bridge refuses guided tests."""

    version: Count = PROTOCOL
    source: Name = "bridge"
    release: Name = ""
    test: bool = False
    in_hand: bool = False
    verdicts: Annotated[tuple[VerdictNow, ...], Field(max_length=MOST_VERDICTS)]
    parts: Annotated[tuple[PartNow, ...], Field(max_length=MOST_PARTS)]
    spots: Annotated[tuple[SpotNow, ...], Field(max_length=MOST_SPOTS)] = ()
