"""Verdicts: the faults that the diagnosis can name. Their sentences and cures are in `messages/verdicts.*.toml`."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from enum import Enum
from typing import Final

from firmware_bridge.messages.places import spoken
from firmware_bridge.messages.verdict_texts import Cured, Seen, names_in, verdict_texts


class Fault(Enum):
    """Why a part does not work as it should. The values are those of `hardware_sim/selftest/faults.toml`."""

    CABLE_PULLED = "cable_pulled"
    HUB_LOST = "hub_lost"
    HUB_RESETS = "hub_resets"
    PLUG_LOOSE = "plug_loose"
    UNPOWERED = "unpowered"
    CABLE_OPEN = "cable_open"
    NEVER_ANSWERS = "never_answers"
    BAD_CONTACT = "bad_contact"
    INTERFERENCE = "interference"
    ANSWERS_CUT = "answers_cut"
    WRONG_BAUD = "wrong_baud"
    ADAPTER_LATENCY = "adapter_latency"
    RESTARTING = "restarting"
    WRONG_PART = "wrong_part"
    SWAPPED_PARTS = "swapped_parts"
    OTHER_VERSION = "other_version"
    PORT_TAKEN = "port_taken"
    PORT_FORBIDDEN = "port_forbidden"
    READER_UNPOWERED = "reader_unpowered"
    BUS_OPEN = "bus_open"
    WRONG_ADDRESS = "wrong_address"
    SAME_ADDRESS = "same_address"
    ANTENNA_DEAD = "antenna_dead"
    TRAY_EMPTY = "tray_empty"
    ANTENNA_DETUNED = "antenna_detuned"
    WEAK_TAG = "weak_tag"
    STACK_TOO_HIGH = "stack_too_high"
    JAMMED = "jammed"
    FOREIGN_FIELD = "foreign_field"
    CROSS_READ = "cross_read"
    SAME_TAG = "same_tag"
    FORGOTTEN_TAG = "forgotten_tag"
    PHANTOM_TAGS = "phantom_tags"
    STALE_READER = "stale_reader"
    SHOE_BLIND = "shoe_blind"
    SHOE_SEES_STUB = "shoe_sees_stub"
    SWAPPED_ANTENNAS = "swapped_antennas"
    SWAPPED_POSTS = "swapped_posts"
    BEAM_BLOCKED = "beam_blocked"
    BEAM_DEAD = "beam_dead"
    BEAM_DIRTY = "beam_dirty"
    BEAM_MISSES = "beam_misses"
    SWAPPED_BEAMS = "swapped_beams"
    BACK_SENSOR_DEAD = "back_sensor_dead"
    SWITCH_STUCK = "switch_stuck"
    SWITCH_BOUNCES = "switch_bounces"
    LINE_FLICKERS = "line_flickers"
    EDGES_LOST = "edges_lost"
    LINES_OPEN = "lines_open"
    LINES_LOW = "lines_low"
    LID_OPEN = "lid_open"
    SUPPLY_FAILING = "supply_failing"
    KEY_STUCK = "key_stuck"
    KEY_BOUNCES = "key_bounces"
    LOW_VOLTAGE = "low_voltage"
    DISK_FULL = "disk_full"
    DISK_SLOW = "disk_slow"
    DISK_READ_ONLY = "disk_read_only"
    CLOCK_DRIFTS = "clock_drifts"
    CLOCK_JUMPS = "clock_jumps"
    TOO_HOT = "too_hot"
    OVERLOADED = "overloaded"
    TAG_WEARS = "tag_wears"
    LINE_WEARS = "line_wears"
    SWITCH_WEARS = "switch_wears"
    SWITCH_DEAD = "switch_dead"
    KEY_WEARS = "key_wears"
    KEY_DEAD = "key_dead"


AT_ONCE: Final = frozenset(
    {
        Fault.CABLE_PULLED, Fault.HUB_LOST, Fault.UNPOWERED, Fault.CABLE_OPEN, Fault.NEVER_ANSWERS, Fault.WRONG_BAUD,
        Fault.WRONG_PART, Fault.SWAPPED_PARTS, Fault.OTHER_VERSION, Fault.PORT_TAKEN, Fault.PORT_FORBIDDEN,
        Fault.READER_UNPOWERED, Fault.BUS_OPEN, Fault.WRONG_ADDRESS, Fault.BEAM_BLOCKED, Fault.SWITCH_STUCK,
        Fault.LID_OPEN, Fault.SUPPLY_FAILING, Fault.KEY_STUCK, Fault.ANTENNA_DEAD, Fault.TRAY_EMPTY,
        Fault.LINES_OPEN, Fault.LINES_LOW, Fault.CLOCK_JUMPS, Fault.DISK_READ_ONLY,
    }
)  # fmt: skip
"""What is over as soon as it is not found: states, which are there or not. All others are counted over a while."""

WEARS: Final = frozenset({Fault.TAG_WEARS, Fault.LINE_WEARS, Fault.SWITCH_WEARS, Fault.KEY_WEARS})
"""What is counted by the day."""


class NothingToSay(UserWarning):
    """A rule gives a verdict without what its sentences name."""


UNKNOWN: Final = "?"
"""What stands in a sentence for a name that is not known."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One fault, found. `place` is where it is at the table, `sure` in percent, `since` in ns.

    `evidence` has three lines at most. `cures` begins with the cheapest likely one. `other`, `port`: names in its
    sentences. `value`: what a setting must be.
    """

    part: str
    place: str
    fault: Fault
    cause: str
    evidence: tuple[Seen, ...]
    cures: tuple[str, ...]
    sure: int
    since: int
    other: str = ""
    port: str = ""
    value: str = ""

    @property
    def seen(self) -> tuple[str, ...]:
        """The evidence in words."""
        return tuple(one.said() for one in self.evidence)

    @property
    def cured(self) -> Cured:
        """When the verdict is gone once the fault is cured."""
        return "next_day" if self.fault in WEARS else "at_once" if self.fault in AT_ONCE else "in_play"


def verdict(
    fault: Fault, part: str, place: str, evidence: tuple[Seen, ...], sure: int, since: int, *, other: str = "",
    port: str = "", value: str = "",
) -> Verdict:  # fmt: skip
    """Make a verdict with the sentences of its fault.

    A name for which there is nothing to say is a mistake of a rule, so it warns. The verdict has a question mark for
    it, and leaves out what was seen with such a gap.
    """
    text = verdict_texts("en")[fault.value]
    used = frozenset[str]().union(*map(names_in, (text.cause, *text.cures)))
    given = {"part": part, "place": place, "other": other, "port": port, "value": value}
    unfilled = {name for name in used if not given[name]}
    lacking = {one.key for one in evidence if one.lacks}
    if unfilled or lacking:
        warnings.warn(f"{fault.value}: {' '.join(sorted(unfilled | lacking))}", NothingToSay, stacklevel=2)
        given |= dict.fromkeys(unfilled, UNKNOWN)
        evidence = tuple(one for one in evidence if one.key not in lacking)
    part, place, other, port, value = (given[name] for name in ("part", "place", "other", "port", "value"))
    names = {**given, "place": spoken(place), "other": spoken(other)}
    cures = tuple(cure.format(**names) for cure in text.cures)
    return Verdict(
        part, place, fault, text.cause.format(**names), evidence[:3], cures, sure, since, other, port, value
    )
