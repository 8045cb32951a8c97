"""What only some depths can do: a line that says at what exact time the sensors report, or that they report what is
not so, cannot be carried out where parts look for themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from controller.poker.outcomes import FLOOR_ALONE
from controller.table.state.setup import MOTION_RESOLUTION, SIMULTANEOUS
from hardware_sim.scenario.language.act_nodes import Brings, Chair, Gap, Presses, Pushes, Senses
from hardware_sim.scenario.language.errors import At
from hardware_sim.scenario.language.expectation_nodes import Expect, WantField, WantPrompt, WantRuling
from hardware_sim.scenario.language.notation import time_text
from hardware_sim.scenario.language.tree import Header, Scenario

from .published import publishes


class Refusal(NamedTuple):
    """Where a scenario says something that a depth cannot do, and why it cannot."""

    at: At
    text: str


APART: Final = 900_000_000
"""ns; two motions so far apart show in different readings of the line of the seat on turn, and the second not in the
very next one after the first: between two readings at most a stack of some twenty chips (220 ms) is read beside the
line, which waits for its field to go."""
NO_CHAIRS: Final = "the reference table's chairs do not sense who sits on them"

Limit = Callable[[Any, Header], str]
"""From a deed to why it cannot be carried out; "" if it can."""


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
        return "a notice for the floor alone is not published as a ruling; expect its prompt"
    fields = [want for want in act.wants if isinstance(want, WantField)]
    hidden = [want.name for want in fields if not publishes(want.name, want.seat)]
    return f"the controller does not publish {', '.join(hidden)}" if hidden else ""


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
"""By deed; a deed that is not here is carried out at every depth."""

LIMITS: Final[dict[str, dict[type, Limit]]] = {"core": {}, "bus": BUS, "wire": WIRE}


def refusals(scenario: Scenario, depth: str, book: str = "") -> list[Refusal]:
    """Every line of a scenario, as run under a book, that this depth cannot carry out."""
    found = []
    for line in scenario.script:
        limit = LIMITS[depth].get(type(line.statement))
        if limit is None or (book and line.under and book not in line.under):
            continue
        if why := limit(line.statement, scenario.header):
            found.append(Refusal(line.at, f"{line.statement}: not at depth {depth}: {why}"))
    return found
