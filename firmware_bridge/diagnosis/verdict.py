"""Verdicts: the faults that the diagnosis can name, with their sentences and cures."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final


class Fault(Enum):
    """Why a part does not work as it should. The values are those of `hardware_sim/selftest/faults.toml`."""

    CABLE_PULLED = "cable_pulled"
    HUB_LOST = "hub_lost"
    UNPOWERED = "unpowered"
    CABLE_OPEN = "cable_open"
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
    BACK_SENSOR_DEAD = "back_sensor_dead"
    SWITCH_STUCK = "switch_stuck"
    SWITCH_BOUNCES = "switch_bounces"
    EDGES_LOST = "edges_lost"
    LID_OPEN = "lid_open"
    SUPPLY_FAILING = "supply_failing"
    KEY_STUCK = "key_stuck"
    KEY_BOUNCES = "key_bounces"
    LOW_VOLTAGE = "low_voltage"
    DISK_FULL = "disk_full"
    CLOCK_DRIFTS = "clock_drifts"
    TOO_HOT = "too_hot"
    TAG_WEARS = "tag_wears"
    LINE_WEARS = "line_wears"


@dataclass(frozen=True, slots=True)
class Text:
    """How a fault is said. `{part}`, `{place}`, `{port}` and `{other}` stand for the names of the case."""

    cause: str
    cures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """One fault, found. `place` is where it is at the table, `sure` in percent, `since` in ns.

    `evidence` has three lines at most. `cures` begins with the likeliest.
    """

    part: str
    place: str
    fault: Fault
    cause: str
    evidence: tuple[str, ...]
    cures: tuple[str, ...]
    sure: int
    since: int


_PLUGS = "Press both plugs of the cable of {part}, then try another cable."
_SUPPLY = "Look at the supply lamp of {part}, then check its supply."

TEXTS: Final[dict[Fault, Text]] = {
    Fault.CABLE_PULLED: Text(
        "the USB plug of {part} is out, or its socket is dead",
        ("Plug {part} in again at {port}.", "Try another USB socket.", "Put a spare adapter on {part}."),
    ),
    Fault.HUB_LOST: Text(
        "the USB hub of {other} is gone: its plug or its supply",
        ("Check the plug and the supply of the hub.", "Try another hub."),
    ),
    Fault.UNPOWERED: Text("{part} has lost its supply", (_SUPPLY, "Replace {part}.")),
    Fault.CABLE_OPEN: Text("the cable between adapter and {part} is open", (_PLUGS, _SUPPLY)),
    Fault.BAD_CONTACT: Text(
        "a bad contact in the cable of {part}: it breaks off and comes back",
        (_PLUGS, "Relieve the cable of strain.", "Replace the adapter."),
    ),
    Fault.INTERFERENCE: Text(
        "something disturbs the cable of {part}: single bytes arrive damaged",
        ("Lay the cable of {part} away from power lines and motors.", "Check shield and ground.", _PLUGS),
    ),
    Fault.WRONG_BAUD: Text(
        "{part} talks at another baud rate than table.toml says",
        ("Set {part} to the rate of table.toml, or correct baud and parity there.", "Compare the part's type."),
    ),
    Fault.ADAPTER_LATENCY: Text(
        "the adapter of {part} holds bytes back: its latency timer is not at 1 ms",
        ("Set latency_timer of the adapter at {port} to 1.", "Use an adapter that has a low-latency flag."),
    ),
    Fault.RESTARTING: Text(
        "{part} restarts again and again",
        ("Measure the supply of {part} under load.", _PLUGS, "Replace {part}."),
    ),
    Fault.WRONG_PART: Text(
        "another device is plugged in where {part} should be",
        ("Swap the cables back.", "If it is a spare, enter it in table.toml."),
    ),
    Fault.SWAPPED_PARTS: Text(
        "{part} and {other} are swapped",
        ("Swap the plugs of {part} and {other}.", "If they were moved on purpose, swap their serial in table.toml."),
    ),
    Fault.OTHER_VERSION: Text(
        "{part} runs another version of its firmware or display project",
        ("Load the version that belongs to this release into {part}.", "Take the spare that has it."),
    ),
    Fault.PORT_TAKEN: Text(
        "another program holds the port of {part}",
        ("End the program that uses {port}.", "Give {part} another port in table.toml."),
    ),
    Fault.PORT_FORBIDDEN: Text(
        "the user of the bridge may not open the port of {part}",
        ("Run `sabot install` again, which writes the udev rules.", "Check owner and group of {port}."),
    ),
    Fault.READER_UNPOWERED: Text(
        "the reader at {place} has no supply or no bus plug",
        ("Look at the supply lamp of the reader at {place}.", "Press its bus plug.", "Replace this reader."),
    ),
    Fault.BUS_OPEN: Text(
        "the bus of {part} is open before {place}",
        ("Follow the bus cable to {place}, and press each plug.", "Check the supply of the readers behind it."),
    ),
    Fault.WRONG_ADDRESS: Text(
        "the reader at {place} has another bus address: {other}",
        ("Give the reader the address of table.toml, or correct the number there.",),
    ),
    Fault.SAME_ADDRESS: Text(
        "two readers of {part} have the same bus address: those at {place} and {other}",
        ("Give the reader at {other} its own address again.", "Take one of the two off the bus."),
    ),
    Fault.ANTENNA_DEAD: Text(
        "the antenna at {place} reads nothing any more",
        ("Press the antenna plug of {place}.", "Replace the antenna.", "Replace the reader's output."),
    ),
    Fault.ANTENNA_DETUNED: Text(
        "the antenna at {place} is detuned: it misses every tag now and then",
        ("Look for metal near {place}.", "Tune the antenna.", "Replace the antenna."),
    ),
    Fault.WEAK_TAG: Text(
        "one card or chip, now at {place}, has a weak tag",
        ("Find it with `sabot register`, and take it out of play.", "Look for a bent card or a cracked chip."),
    ),
    Fault.STACK_TOO_HIGH: Text(
        "the stack at {place} reaches out of the field",
        ("Split the stack at {place} in two.", "Raise the reader's power."),
    ),
    Fault.JAMMED: Text(
        "the antenna at {place} jams {other}: its field does not go off",
        ("Take the supply from the reader of {place} for ten seconds.", "Replace this reader."),
    ),
    Fault.FOREIGN_FIELD: Text(
        "a field from outside jams {place}",
        ("Look for a telephone or another reader at {place}.", "Check the exclusion groups in table.toml."),
    ),
    Fault.CROSS_READ: Text(
        "the antenna at {place} reads what lies at {other}",
        ("Put the antenna of {place} back in its place.", "Check the shield between the two.", "Lower its power."),
    ),
    Fault.SAME_TAG: Text(
        "two cards or chips have the same tag: one at {place}, one at {other}",
        ("Take both out of play, and call the floor.", "Register the deck or the chips again."),
    ),
    Fault.FORGOTTEN_TAG: Text(
        "a card or chip lies hidden at {place}, and never moves",
        ("Look under the felt at {place}.",),
    ),
    Fault.STALE_READER: Text(
        "the reader of {place} repeats an old reading",
        ("Take the supply from {part} for ten seconds.", "Replace {part}."),
    ),
    Fault.SHOE_BLIND: Text(
        "the shoe's antenna reads no card",
        ("Press the antenna plug of the shoe.", "Replace the antenna.", "Replace {part}."),
    ),
    Fault.SHOE_SEES_STUB: Text(
        "the shoe's antenna reads the next card in the shoe",
        ("Put the shield of the shoe back.", "Lower the power of {part}."),
    ),
    Fault.SWAPPED_ANTENNAS: Text(
        "the antennas at {place} and {other} are swapped",
        ("Swap the antenna plugs of {place} and {other}.", "Or swap their numbers in table.toml."),
    ),
    Fault.SWAPPED_POSTS: Text(
        "the lines of {place} and {other} are swapped",
        ("Swap the plugs of {place} and {other}.", "Or swap their numbers in table.toml."),
    ),
    Fault.BEAM_BLOCKED: Text(
        "{place} is blocked: dirt, or a card stands in it",
        ("Clean the shoe's mouth.", "Look for a card that stands in the beam.", "Replace the light barrier."),
    ),
    Fault.BEAM_DEAD: Text(
        "{place} never breaks while cards leave the shoe",
        ("Check the plug of {place}.", "Replace the light barrier."),
    ),
    Fault.BEAM_DIRTY: Text(
        "{place} flickers without a card: it is dirty or out of line",
        ("Clean both lenses of {place}.", "Align the light barrier.", "Shade it from outside light."),
    ),
    Fault.BACK_SENSOR_DEAD: Text(
        "the back sensor of the shoe sees no card's back",
        ("Clean the sensor.", "Check its plug."),
    ),
    Fault.SWITCH_STUCK: Text(
        "the switch of {place} is stuck",
        ("Look for a magnet or metal at {place}.", "Replace the switch."),
    ),
    Fault.SWITCH_BOUNCES: Text(
        "the switch of {place} bounces more than it should",
        ("Replace the switch of {place} soon.", "Raise debounce_ms in table.toml until then."),
    ),
    Fault.EDGES_LOST: Text(
        "the machine loses edges of its lines",
        ("Look what else runs on this machine.", "Check for a line that flickers."),
    ),
    Fault.LID_OPEN: Text("the shoe's lid is open", ("Close the lid.", "Check the lid's switch.")),
    Fault.SUPPLY_FAILING: Text(
        "the table's supply is failing",
        ("Check mains and power supply now.", "Check the line `power`."),
    ),
    Fault.KEY_STUCK: Text(
        "the touch area {other} at {place} is stuck",
        ("Clean the display of {part}.", "Take what lies on it away.", "Replace {part}."),
    ),
    Fault.KEY_BOUNCES: Text(
        "the touch area {other} at {place} bounces",
        ("Clean the display of {part}.", "Replace {part} soon."),
    ),
    Fault.LOW_VOLTAGE: Text(
        "the supply voltage of the machine is low",
        ("Use the supply that belongs to this machine.", "Replace the supply's cable.", "Put the hub on its own."),
    ),
    Fault.DISK_FULL: Text(
        "the medium is almost full",
        ("Copy old journals away.", "Put a larger medium in."),
    ),
    Fault.CLOCK_DRIFTS: Text(
        "the machine's clock drifts",
        ("Check the time server.", "Replace the clock's battery.", "Replace the machine."),
    ),
    Fault.TOO_HOT: Text(
        "the machine is too hot and runs slower",
        ("Clear its air vents.", "Check the fan."),
    ),
    Fault.TAG_WEARS: Text(
        "a tag at {place} wears: it is read less each day",
        (
            "Take the chip out of play: `sabot register` finds it.",
            "If it is a card, put another deck in: `sabot deck` names the card.",
        ),
    ),
    Fault.LINE_WEARS: Text(
        "the adapter or the cable of {part} wears: more answers are damaged each day",
        ("Put a spare adapter at {port}.", "Replace the cable of {part}.", _PLUGS),
    ),
}


def verdict(
    fault: Fault, part: str, place: str, evidence: tuple[str, ...], sure: int, since: int, *, other: str = "",
    port: str = "",
) -> Verdict:  # fmt: skip
    """Make a verdict with the sentences of its fault."""
    names = {"part": part, "place": place, "other": other, "port": port or "its port"}
    text = TEXTS[fault]
    cures = tuple(cure.format(**names) for cure in text.cures)
    return Verdict(part, place, fault, text.cause.format(**names), evidence[:3], cures, sure, since)
