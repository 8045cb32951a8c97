"""Small tables for the bridge's tests."""

from __future__ import annotations

from firmware_bridge.fields.antennas import FieldPlan, antennas_of
from firmware_bridge.messages.tablefile import Part


def part(name: str, kind: str, *places: str, first: int = 1) -> Part:
    return Part.model_validate(
        {
            "name": name,
            "kind": kind,
            "port": f"/dev/{name}",
            "antennas": {str(number): place for number, place in enumerate(places, start=first)},
        }
    )


def reference_plan() -> FieldPlan:
    """The reference table: sixteen card antennas, a shoe, bets and stacks on FEIG lines, seats' fields excluded."""
    seats = range(1, 11)
    cards = [f"seat:{n}" for n in seats] + [f"board:{n}" for n in range(1, 6)] + ["muck"]
    parts = [
        part("shoe", "pn532", "shoe", first=0),
        part("pepper-1", "pepper_c1", *cards[:8]),
        part("pepper-2", "pepper_c1", *cards[8:]),
        part("bets", "feig_obid", *(f"bet:{n}" for n in seats)),
        part("stacks-1", "feig_obid", *(f"stack:{n}" for n in range(1, 6))),
        part("stacks-2", "feig_obid", *(f"stack:{n}" for n in range(6, 11))),
        part("bank", "feig_obid", "pot", "tray", "drop"),
    ]
    groups: list[tuple[str, ...]] = [(f"seat:{n}", f"bet:{n}", f"stack:{n}") for n in seats]
    groups += [(*(f"board:{n}" for n in range(1, 6)), "pot"), ("shoe", "muck", "tray", "drop")]
    return FieldPlan([antenna for each in parts for antenna in antennas_of(each)], groups)
