"""Lines that only some simulation levels can carry out.

A line may give the exact time of a sensor's report, or a report that is not so. Parts that read for themselves cannot
do that.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from controller.poker.outcomes import FLOOR_ALONE
from controller.table.state.setup import MOTION_RESOLUTION, SIMULTANEOUS
from hardware_sim.scenario.language.act_nodes import Gap, Senses
from hardware_sim.scenario.language.errors import At
from hardware_sim.scenario.language.expectation_nodes import Expect, WantPrompt, WantRuling
from hardware_sim.scenario.language.notation import time_text
from hardware_sim.scenario.language.player_acts import Brings, Chair, Presses, Pushes
from hardware_sim.scenario.language.tree import Header, Scenario


class Refusal(NamedTuple):
    """A line that a simulation level cannot do, and the reason."""

    at: At
    text: str


APART: Final = 900_000_000
"""Time in ns between two motions that surely show in different readings of the line of the seat on turn.

The second one does not show in the very next reading after the first. Between two readings of the line, the reader
reads at most a stack of some twenty chips (220 ms). Then the line waits for that antenna's field to go.
"""
NO_CHAIRS: Final = "the reference table's chairs do not sense who sits on them"

Limit = Callable[[Any, Header], str]
"""From an act to the reason why it cannot be carried out, or "" if it can."""


def _pushes(act: Pushes, header: Header) -> str:
    resolution = MOTION_RESOLUTION if header.resolution is None else header.resolution
    first, *others = (motion.gap for motion in act.motions)
    if _at_once(first):
        return "chips at an exact time after another act: a reader takes longer than that"
    if any(gap is not None and gap > resolution for gap in others):
        return "motions at an exact time, above the motion resolution: a line is not always read again within it"
    if any(gap is not None and gap < APART for gap in others):
        return (
            f"motions within {time_text(APART)}: one reading of the line may see the chips of both for the first time"
        )
    return "an act at the same moment as the next: a reader takes longer than that" if act.at_once else ""


def _at_once(gap: int | None) -> bool:
    return gap is not None and gap <= SIMULTANEOUS


def _presses(act: Presses, _header: Header) -> str:
    return "a key at an exact time after another act, which the readers see later" if _at_once(act.gap) else ""


def _expects(act: Expect, _header: Header) -> str:
    if any(isinstance(want, WantPrompt) and want.to == "seat" for want in act.wants):
        return "what a seat is told stands on its display: expect display N says prompt.KEY"
    if any(isinstance(want, WantRuling) and want.matter in FLOOR_ALONE for want in act.wants):
        return "a notice for the floor alone is not published as a ruling. Expect its prompt"
    return ""


BUS: Final[dict[type, Limit]] = {
    Expect: _expects,
}
WIRE: Final[dict[type, Limit]] = BUS | {
    Pushes: _pushes,
    Presses: _presses,
    Senses: lambda _act, _header: "sensors that report what is not so",
    Gap: lambda _act, _header: "a source that was blind for an exact time",
    Chair: lambda _act, _header: NO_CHAIRS,
    Brings: lambda act, _header: NO_CHAIRS if act.sits else "",
}
"""Limits by kind of act. An act that is not here is carried out at every level."""

LIMITS: Final[dict[str, dict[type, Limit]]] = {"core": {}, "bus": BUS, "wire": WIRE}


def refusals(scenario: Scenario, depth: str, book: str = "") -> list[Refusal]:
    """Return every line of a scenario, as run under a rulebook, that this level cannot carry out."""
    found = []
    for line in scenario.script:
        limit = LIMITS[depth].get(type(line.statement))
        if limit is None or (book and line.under and book not in line.under):
            continue
        if why := limit(line.statement, scenario.header):
            found.append(Refusal(line.at, f"{line.statement}: not at depth {depth}: {why}"))
    return found
