"""Verdicts: the faults that the diagnosis can name. Their sentences and cures are in `messages/verdicts.*.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from firmware_bridge.messages.verdict_texts import verdict_texts


class Fault(Enum):
    """Why a part does not work as it should. The values are those of `hardware_sim/selftest/faults.toml`."""

    CABLE_PULLED = "cable_pulled"
    HUB_LOST = "hub_lost"
    UNPOWERED = "unpowered"
    CABLE_OPEN = "cable_open"
    NEVER_ANSWERS = "never_answers"
    BAD_CONTACT = "bad_contact"
    INTERFERENCE = "interference"
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
    STALE_READER = "stale_reader"
    SHOE_BLIND = "shoe_blind"
    SHOE_SEES_STUB = "shoe_sees_stub"
    SWAPPED_ANTENNAS = "swapped_antennas"
    SWAPPED_POSTS = "swapped_posts"
    BEAM_BLOCKED = "beam_blocked"
    BEAM_DEAD = "beam_dead"
    BEAM_DIRTY = "beam_dirty"
    BEAM_MISSES = "beam_misses"
    BACK_SENSOR_DEAD = "back_sensor_dead"
    SWITCH_STUCK = "switch_stuck"
    SWITCH_BOUNCES = "switch_bounces"
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


@dataclass(frozen=True, slots=True)
class Verdict:
    """One fault, found. `place` is where it is at the table, `sure` in percent, `since` in ns.

    `evidence` has three lines at most. `cures` begins with the cheapest likely one. `other`, `port`: names in its
    sentences.
    """

    part: str
    place: str
    fault: Fault
    cause: str
    evidence: tuple[str, ...]
    cures: tuple[str, ...]
    sure: int
    since: int
    other: str = ""
    port: str = ""


def verdict(
    fault: Fault, part: str, place: str, evidence: tuple[str, ...], sure: int, since: int, *, other: str = "",
    port: str = "",
) -> Verdict:  # fmt: skip
    """Make a verdict with the sentences of its fault."""
    names = {"part": part, "place": place, "other": other, "port": port or "its port"}
    text = verdict_texts("en")[fault.value]
    cures = tuple(cure.format(**names) for cure in text.cures)
    cause = text.cause.format(**names)
    return Verdict(part, place, fault, cause, evidence[:3], cures, sure, since, other, port)
